/* Putting the app on the home screen: the browser tells the page around, and a page of the app shows the offer. Elsewhere
   static/js/install.js does the same for itself. */

let asked = null, page = null;
const installed = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const byHand = () => /iP(hone|ad|od)/.test(navigator.userAgent) && !installed();

/* Shows in a page of the app what this browser can do. */
export function offer(document) {
  if (page !== document) document.addEventListener("click", install);
  page = document;
  for (const card of document.querySelectorAll("[data-install]")) {
    card.hidden = installed() || !(asked || byHand());
    card.querySelector("[data-install-now]").hidden = !asked;
    card.querySelector("[data-install-steps]").hidden = Boolean(asked) || !byHand();
  }
}

async function install(e) {
  if (!asked || !e.target.closest?.("[data-install-now]")) return;
  const prompt = asked;
  asked = null;
  await prompt.prompt();
  offer(page);
}

addEventListener("beforeinstallprompt", (e) => {
  e.preventDefault();
  asked = e;
  if (page) offer(page);
});
addEventListener("appinstalled", () => {
  asked = null;
  if (page) offer(page);
});
