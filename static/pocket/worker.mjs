/* The worker: Python, the app in it, and its files. It is told to begin once; then it answers one request after the
   other, each when what it changed is stored. */

import { layOut } from "./site.mjs";
import { filesystem, openStore } from "./store.mjs";

const DATA = "/data", SITE = "/site";
const ENTRY = `
from pathlib import Path
from pyodide.ffi import to_js
from companion.pocket.place import open_place

place = open_place(Path(DATA), ROOT)

def ask(method, url, headers, body):
    answer = place.answer(method, url, headers.to_py(), body.to_bytes())
    return to_js((answer.status, answer.headers, answer.body, answer.cookies))
`;

let store, python, ask, last = Promise.resolve();

/* --- what was downloaded ------------------------------------------------------------------------------------ */
const there = new Map();
let base, cache, complete = false;

/* Files come while this waits: have() says that one is there. */
function gate(path) {
  if (!there.has(path)) {
    let open;
    there.set(path, { opened: new Promise((done) => { open = done; }), open });
  }
  return there.get(path);
}

async function kept(path) {
  if (!complete) await gate(path).opened;
  return (await (await cache).match(new URL(path, base).href)) ?? fetch(new URL(path, base));
}

async function bytes(path) { return new Uint8Array(await (await kept(path)).arrayBuffer()); }

async function script(path) {
  if (!complete) await gate(path).opened;
  return import(new URL(path, base).href);
}

/* --- beginning ------------------------------------------------------------------------------------------------- */
async function begin({ name, root }) {
  const laps = { began: performance.now() };
  const lap = (what) => { laps[what] = Math.round(performance.now() - laps.began); };
  const site = bytes("site.zip");
  const opened = openStore(name);
  const [{ loadPyodide }, machine] = await Promise.all([script("py/pyodide.mjs"), script("py/pyodide.asm.mjs")]);
  lap("scripts");
  const network = self.fetch;
  // Pyodide fetches what is in the cache already, or about to be
  self.fetch = (address, how) => {
    const { href } = new URL(address?.url ?? address, base);
    return href.startsWith(`${base}py/`) ? kept(href.slice(base.length)) : network(address, how);
  };
  python = await loadPyodide({
    indexURL: `${base}py/`,
    createPyodideModule: machine.default,
    lockFileContents: JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "", python: "3.14", version: "" }, packages: {} }),
    packageBaseUrl: `${base}py/`,
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
  });
  lap("python");
  layOut(python, await site, SITE);
  store = await opened;
  python.FS.mkdirTree(DATA);
  python.FS.mount(filesystem(python.FS, store), {}, DATA);
  lap("files");
  python.globals.set("DATA", DATA);
  python.globals.set("ROOT", root);
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  python.runPython(ENTRY);
  await store.settle();
  ask = python.globals.get("ask");
  lap("app");
  postMessage({ kind: "ready", laps, storage: store.kind });
}

/* --- answering --------------------------------------------------------------------------------------------------- */
async function answer({ question: { method, url, headers, body } }) {
  const found = ask(method, url, headers, new Uint8Array(body ?? 0));
  await store.settle();
  return found;
}

async function reply(told) {
  const { port } = told;
  try {
    const [status, headers, body, cookies] = await answer(told);
    const said = { status, headers, body };
    // the page around writes cookies, and passes the answer on after that
    if (cookies.length) postMessage({ kind: "cookies", cookies, said, port }, [body.buffer, port]);
    else port.postMessage(said, [body.buffer]);
  } catch (error) {
    console.error(error);
    port.postMessage({ status: 500, headers: [["Content-Type", "text/plain"]], body: new TextEncoder().encode("The app made a mistake.") });
    if (/fatally failed|unreachable|out of memory/i.test(String(error))) postMessage({ kind: "broken", text: String(error) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.kind === "begin") {
    base = data.base;
    cache = caches.open(data.cache);
    complete = data.complete;
    last = begin(data).catch((error) => {
      console.error(error);
      postMessage({ kind: "broken", text: String(error?.stack ?? error) });
    });
  } else if (data.kind === "have") gate(data.path).open();
  else if (data.kind === "ask") last = last.then(() => reply(data));
  else if (data.kind === "close") last = last.then(() => { store?.close(); postMessage({ kind: "closed" }); });
});
