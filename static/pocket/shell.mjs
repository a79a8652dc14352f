/* The page around the app: loads what is missing, starts the worker that has the app, hands it the requests that the
   service worker brings, and shows its pages in a frame. One tab at a time has the app. */

import { BASE, BrokenOff, NoRoom, bring, cacheName, choose, forgetOthers, isWhole, newestBundle, thisBundle } from "./bundle.mjs";
import { Frame } from "./frame.mjs";
import { Opening } from "./opening.mjs";
import { paint, speak } from "./words.mjs";

const ROOT = `${new URL(BASE).pathname}app`, NAME = `arrakis-pocket ${new URL(BASE).pathname}`;
const POLITE_MS = 4000;
const opening = new Opening();
let worker = null, bundle = null, waiting = [];

/* The address bar shows where the frame is; what this page names stays where it is. */
if (!document.querySelector("base")) document.head.prepend(Object.assign(document.createElement("base"), { href: BASE }));

/* --- what a browser must be able to do ------------------------------------------------------------------------ */
function lacks() {
  if (!isSecureContext) return "insecure";
  const able = tabs && "serviceWorker" in navigator && "locks" in navigator && "caches" in globalThis && "Exception" in (globalThis.WebAssembly ?? {});
  return able ? null : "old";
}

/* --- one tab at a time -------------------------------------------------------------------------------------------- */
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;
let letGo = null;

/* Ends when this tab has the app. */
function alone(take) {
  return new Promise((mine, theirs) => {
    const held = (lock) => {
      if (!lock) return theirs(new Error("elsewhere"));
      mine();
      return new Promise((done) => { letGo = done; });
    };
    const lost = (error) => (error.name === "AbortError" ? giveUp() : theirs(error));
    if (!take) return navigator.locks.request(NAME, { ifAvailable: true }, held).catch(lost);
    tabs.postMessage("give");
    const polite = new AbortController();
    setTimeout(() => polite.abort(), POLITE_MS);
    navigator.locks.request(NAME, { signal: polite.signal }, held).catch(() => navigator.locks.request(NAME, { steal: true }, held).catch(lost));
  });
}

tabs?.addEventListener("message", ({ data }) => {
  if (data !== "give" || !letGo) return;
  if (worker) worker.postMessage({ kind: "close" });
  else giveUp();
});

function giveUp() {
  worker?.terminate();
  worker = null;
  letGo?.();
  letGo = null;
  document.getElementById("frame").remove();
  opening.trouble("elsewhere", "here", () => location.reload());
}

/* --- the worker ------------------------------------------------------------------------------------------------------ */
function start(whole) {
  worker = new Worker(new URL("worker.mjs", BASE), { type: "module" });
  // a start that did not come to its end is not tried in the same way again
  const afresh = localStorage.getItem(NAME) !== null;
  localStorage.setItem(NAME, "starting");
  worker.postMessage({ kind: "begin", base: BASE, cache: cacheName(bundle), build: bundle.build, complete: whole, name: NAME, root: ROOT, afresh });
  return new Promise((ready, failed) => {
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "ready") {
        localStorage.removeItem(NAME);
        performance.measure("arrakis", { start: 0, detail: data });
        ready();
      } else if (data.kind === "cookies") {
        for (const cookie of data.cookies) document.cookie = cookie;
        data.port.postMessage(data.said, [data.said.body.buffer, data.port]);
      } else if (data.kind === "closed") giveUp();
      else if (data.kind === "broken") stop(new Error(data.text));
    });
    worker.addEventListener("error", (e) => stop(new Error(e.message)));
    const stop = (error) => {
      worker.terminate();
      failed(error);
      opening.failed(error);
    };
  });
}

/* What browsers keep from a service worker is added here. */
navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.kind !== "ask" || !worker) return;
  const { question } = data;
  question.headers.push(["cookie", document.cookie], ["accept-language", navigator.languages.join(", ")]);
  worker.postMessage({ kind: "ask", question, port: ports[0] }, question.body ? [ports[0], question.body] : [ports[0]]);
});

/* --- loading ------------------------------------------------------------------------------------------------------------ */
async function load() {
  opening.first(bundle);
  for (;;) {
    try {
      await bring(bundle, (path, bytes, done) => {
        opening.came(path, bytes, done);
        if (done) worker?.postMessage({ kind: "have", path });
      });
      return;
    } catch (error) {
      if (error instanceof BrokenOff) await opening.asks("broken", "go_on", { online: true });
      else if (error instanceof NoRoom) await opening.asks("full", "again", { number: opening.megabytes });
      else throw error;
      opening.first(bundle);
    }
  }
}

/* --- a newer version ------------------------------------------------------------------------------------------------------ */
async function renew() {
  const newest = await newestBundle();
  if (newest.build === bundle.build) return forgetOthers(bundle);
  await bring(newest, () => {});
  await choose(newest);
  document.getElementById("newer").hidden = false;
}

/* --- the way -------------------------------------------------------------------------------------------------------------- */
async function open(take = false) {
  await alone(take);
  opening.wait();
  navigator.serviceWorker.register(new URL("sw.js", BASE), { updateViaCache: "none" }).catch((error) => opening.failed(error));
  for (;;) {
    try {
      bundle = await thisBundle();
      break;
    } catch { await opening.asks("broken", "again", { online: true }); }
  }
  const whole = await isWhole(bundle);
  const loaded = whole ? Promise.resolve() : load();
  await navigator.serviceWorker.ready;
  const ready = start(whole);
  await loaded;
  if (!whole) {
    opening.kept();
    await choose(bundle);
    // Not waited for: Firefox asks the player first, who need not answer.
    navigator.storage?.persist?.().catch(() => {});
  }
  await ready;
  const frame = new Frame(document.getElementById("frame"), () => opening.close());
  frame.open(location.pathname.startsWith(`${ROOT}/`) ? location.href : `${ROOT}/`);
  renew().catch(() => {});
}

document.addEventListener("click", (e) => {
  const tongue = e.target.closest?.(".langs .btn");
  if (tongue) {
    speak(tongue.lang, new URL(BASE).pathname);
    opening.paint();
  }
  if (e.target.closest?.("[data-use]")) location.reload();
  if (e.target.closest?.("[data-put-off]")) document.getElementById("newer").hidden = true;
});

paint();
const lacking = lacks();
if (lacking) opening.trouble(lacking);
else {
  const failed = (error) => {
    if (error.message === "elsewhere") return opening.trouble("elsewhere", "here", () => open(true).catch(failed));
    console.error(error);
    opening.failed(error);
  };
  open().catch(failed);
}
