/* The frame with the pages of the app, and what the browser shows around them: address, title, language and theme.
   Back and forward need nothing: pages of a frame are steps of the tab's history. */

import { offer } from "./install.mjs";

const COPIED = ["lang", "data-theme"];

export class Frame {
  #element;
  #shown;

  /* shown() is called when a page of the app is there. */
  constructor(element, shown) {
    this.#element = element;
    this.#shown = shown;
    element.addEventListener("load", () => this.#came());
  }

  open(address) {
    // no step of the history for the page that was there before: none
    this.#element.contentWindow.location.replace(address);
  }

  get address() { return this.#element.contentWindow.location.href; }

  #came() {
    const page = this.#element.contentWindow, { document } = page;
    if (!page.location.href.startsWith("http")) return;
    this.#element.hidden = false;
    this.#shown();
    for (const deed of ["pushState", "replaceState"]) {
      const done = page.history[deed].bind(page.history);
      page.history[deed] = (...how) => {
        done(...how);
        this.#told();
      };
    }
    page.addEventListener("popstate", () => this.#told());
    document.addEventListener("click", (e) => this.#saves(e));
    offer(document);
    const told = new page.MutationObserver(() => this.#told());
    told.observe(document.head, { subtree: true, childList: true, characterData: true });
    told.observe(document.documentElement, { attributes: true, attributeFilter: COPIED });
    this.#told();
    page.focus();
  }

  #told() {
    const page = this.#element.contentWindow;
    if (location.href !== page.location.href) history.replaceState(history.state, "", page.location.href);
    document.title = page.document.title;
    for (const name of COPIED) {
      const value = page.document.documentElement.getAttribute(name);
      if (value === null) document.documentElement.removeAttribute(name);
      else document.documentElement.setAttribute(name, value);
    }
  }

  /* Browsers fetch what a link saves past the service worker. */
  async #saves(e) {
    const link = e.target.closest?.("a[download]");
    if (!link || e.defaultPrevented || !link.href.startsWith("http")) return;
    e.preventDefault();
    const answer = await this.#element.contentWindow.fetch(link.href);
    const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
    const one = document.createElement("a");
    one.href = URL.createObjectURL(await answer.blob());
    one.download = link.download || named?.[1] || "";
    one.click();
    setTimeout(() => URL.revokeObjectURL(one.href), 60000);
  }
}
