/* Only where the browser trusts the connection: the service worker, the picture of the last table for a time without
   network, and the offer to install. */

const root = document.documentElement;
const LAST = "arrakis-last", PICTURE = "/offline/last-table";
const TABLE = /^\/g\/[^/]+(?:\/(?!export|display|live).*)?$/;
const RETRY_MS = 10000;

/* --- service worker ------------------------------------------------------------------------------------ */
if ("serviceWorker" in navigator) {
  // a browser that does not trust the certificate says no; everything else works all the same
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}

/* --- a picture of the table as it was seen last ---------------------------------------------------------- */
async function keepPicture() {
  if (!("caches" in window) || root.dataset.offline || !navigator.onLine) return;
  if (!document.getElementById("table") || !TABLE.test(location.pathname)) return;
  const copy = root.cloneNode(true);
  copy.dataset.offline = new Date().toISOString();
  copy.classList.replace("js", "no-js");
  for (const one of copy.querySelectorAll("input[name=csrf_token],input[name=key],#live-source,#live-bar")) one.remove();
  for (const one of copy.querySelectorAll("[data-announce]")) one.removeAttribute("data-announce");
  const html = `<!doctype html>${copy.outerHTML}`;
  const cache = await caches.open(LAST);
  await cache.put(PICTURE, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "X-Seen-At": location.pathname } }));
}

function soon() { (window.requestIdleCallback ?? setTimeout)(() => { keepPicture().catch(() => {}); }, { timeout: 2000 }); }
if (document.readyState === "complete") soon(); else window.addEventListener("load", soon);
document.addEventListener("htmx:after:swap", soon);

/* --- offline: say so, and come back by itself ------------------------------------------------------------- */
async function tryAgain() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch { /* still away */ }
  setTimeout(tryAgain, RETRY_MS);
}

function offline() {
  const bar = document.getElementById("offline-bar"), seen = new Date(root.dataset.offline);
  const text = bar?.querySelector("[data-text]");
  if (!text) return;
  const when = new Intl.DateTimeFormat(root.lang || "en", { dateStyle: "medium", timeStyle: "short" }).format(seen);
  text.textContent = text.dataset.text.replace("#", when);
  bar.hidden = false;
  document.addEventListener("submit", (e) => e.preventDefault(), true);
  document.getElementById("trouble")?.remove();
  setTimeout(tryAgain, RETRY_MS / 4);
  window.addEventListener("online", tryAgain);
}
if (root.dataset.offline) offline();

/* --- installing ----------------------------------------------------------------------------------------------- */
let asked = null;
const installed = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const steps = () => /iP(hone|ad|od)/.test(navigator.userAgent) && !installed();

function offer() {
  for (const card of document.querySelectorAll("[data-install]")) {
    card.hidden = installed() || !(asked || steps());
    card.querySelector("[data-install-now]").hidden = !asked;
    card.querySelector("[data-install-steps]").hidden = Boolean(asked) || !steps();
  }
}
window.addEventListener("beforeinstallprompt", (e) => { e.preventDefault(); asked = e; offer(); });
window.addEventListener("appinstalled", () => { asked = null; offer(); });
document.addEventListener("click", async (e) => {
  if (!asked || !e.target.closest?.("[data-install-now]")) return;
  const prompt = asked;
  asked = null;
  await prompt.prompt();
  offer();
});
offer();
