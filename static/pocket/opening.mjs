/* The first opening: five steps with what they weigh and how long it still takes; and whatever stands in the way, with one
   button that goes on. */

import { amount, paint, word } from "./words.mjs";

const GROUPS = { board: (path) => !/^(py\/|site\.zip)/.test(path), rules: (path) => path === "site.zip", opponent: (path) => path.startsWith("py/") };
const SLOW_S = 20, ENOUGH_MS = 1500, SAY_EVERY_MS = 5000;
const $ = (css) => document.querySelector(css);

export class Opening {
  #files = null;
  #came = new Map();
  #done = new Set();
  #began = 0;
  #before = 0;
  #said = 0;
  #drawing = 0;
  #words = { title: "opening", more: "" };

  get megabytes() { return Math.ceil(this.#sum(() => true, 0) / 1e6); }

  /* --- what is shown ---------------------------------------------------------------------------------------- */
  wait() {
    this.#tell("opening");
    $("[data-trouble]").hidden = true;
    $("#around").hidden = false;
  }

  first(bundle) {
    this.#files = Object.entries(bundle.files);
    this.#began = 0;
    $("[data-first]").hidden = $("[data-tongues]").hidden = false;
    $("[data-trouble]").hidden = true;
    this.#tell("once", "later");
    this.#draw();
  }

  /* Tells what has come of a file; the first moments measure how fast it goes. */
  came(path, bytes, done) {
    this.#came.set(path, bytes);
    if (done) this.#done.add(path);
    if (!this.#began) {
      this.#began = performance.now();
      this.#before = this.#arrived();
    }
    this.#drawing ||= requestAnimationFrame(() => this.#draw());
  }

  kept() {
    this.#tell("starting", "later");
    this.#mark("keep", true);
    this.#mark("move", false);
  }

  close() {
    this.#mark("move", true);
    $("#around").hidden = true;
  }

  paint() {
    this.#tell(this.#words.title, this.#words.more, this.#words.number);
    if (this.#files) this.#draw();
  }

  /* --- what stands in the way ------------------------------------------------------------------------------------- */
  trouble(name, button, deed, number) {
    $("#around").hidden = $("[data-tongues]").hidden = false;
    $("[data-first]").hidden = true;
    this.#tell(name, `${name}_more`, number);
    this.#say(`${word(name)}. ${word(`${name}_more`, number)}`);
    const go = $("[data-go]");
    $("[data-trouble]").hidden = !button;
    if (!button) return;
    go.dataset.w = button;
    paint();
    go.onclick = deed;
    go.focus();
  }

  /* Ends when somebody taps the button, or the network is there again. */
  async asks(name, button, { number, online } = {}) {
    await new Promise((go) => {
      this.trouble(name, button, go, number);
      if (online) addEventListener("online", go, { once: true });
    });
    $("[data-trouble]").hidden = true;
  }

  failed(error) {
    const closed = ["SecurityError", "InvalidStateError"].includes(error.name);
    this.trouble(closed ? "private" : "stopped", "restart", () => location.reload());
  }

  /* --- drawing ------------------------------------------------------------------------------------------------------ */
  #tell(title, more = "", number = "") {
    this.#words = { title, more, number };
    $("[data-title]").dataset.w = title;
    paint();
    $("[data-more]").textContent = more ? word(more, number) : "";
  }

  #sum(belongs, at) { return this.#files.reduce((all, [path, sizes]) => all + (belongs(path) ? sizes[at] : 0), 0); }

  #arrived(belongs = () => true) {
    return this.#files.reduce((all, [path]) => all + (belongs(path) ? this.#came.get(path) ?? 0 : 0), 0);
  }

  #mark(step, done) {
    const one = $(`[data-step=${step}]`);
    one.classList.toggle("done", done);
    one.classList.toggle("now", !done);
  }

  #draw() {
    this.#drawing = 0;
    for (const [name, belongs] of Object.entries(GROUPS)) {
      const all = this.#sum(belongs, 1), came = this.#arrived(belongs);
      const done = this.#files.every(([path]) => !belongs(path) || this.#done.has(path));
      this.#mark(name, done);
      $(`[data-step=${name}] [data-size]`).textContent = `${came && !done ? `${amount(came)} / ` : ""}${amount(all)} MB`;
    }
    const whole = this.#sum(() => true, 1), came = this.#arrived(), percent = Math.floor((100 * came) / whole);
    const bar = $("[role=progressbar]");
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-label", word("percent", percent));
    bar.firstElementChild.style.transform = `translateX(${percent - 100}%)`;
    this.#estimate(whole - came, came, percent);
  }

  #estimate(left, came, percent) {
    const took = performance.now() - this.#began;
    if (!this.#began || took < ENOUGH_MS || this.#words.title !== "once") return;
    const seconds = Math.ceil((left / Math.max(1, came - this.#before)) * (took / 1000));
    const slow = took / 1000 > SLOW_S, text = slow ? word("slow") : `${word("seconds", seconds)} ${word("later")}`;
    $("[data-more]").textContent = text;
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    this.#say(`${word("percent", percent)}. ${text}`);
  }

  #say(text) { $("[data-said]").textContent = text; }
}
