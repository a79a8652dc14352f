/* The worker: Python, the app in it, and its files. It is told to begin once; then it answers one request after the
   other, each when what it changed is stored. */

import { findImage, forgetImages, keepImage } from "./image.mjs";
import { layOut } from "./site.mjs";
import { filesystem, openStore } from "./store.mjs";

const DATA = "/data", SITE = "/site", LIBRARY = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "", python: "", version: "" }, packages: {} };
const IMPORTS = `
import sys
sys.path.insert(0, "${SITE}")
import companion.pocket.place, jinja2.ext, encodings.idna, pyodide.ffi
`;
const ENTRY = `
import random
from pathlib import Path
from pyodide.ffi import to_js
from companion.pocket.place import open_place

# an image brings the state of chance with it
random.seed()
place = open_place(Path("${DATA}"), ROOT)

def ask(method, url, headers, body):
    answer = place.answer(method, url, headers.to_py(), body.to_bytes())
    return to_js((answer.status, answer.headers, answer.body, answer.cookies))
`;

let store, python, files, ask, last = Promise.resolve();

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
  return (await (await cache).match(new URL(path, base).href)) ?? network(new URL(path, base));
}

/* Pyodide fetches what lies here already, or is about to. */
const network = self.fetch.bind(self);
self.fetch = (address, how) => {
  const { href } = new URL(address?.url ?? address, base);
  if (href.startsWith("file:")) return Promise.resolve(new Response(files.readFile(new URL(href).pathname)));
  return href.startsWith(`${base}py/`) ? kept(href.slice(base.length)) : network(address, how);
};

async function bytes(path) { return new Uint8Array(await (await kept(path)).arrayBuffer()); }

async function script(path) {
  if (!complete) await gate(path).opened;
  return import(new URL(path, base).href);
}

/* --- beginning ------------------------------------------------------------------------------------------------- */
const laps = {};
const lap = (what) => { laps[what] = Math.round(performance.now()); };

async function begin({ name, root, build, afresh }) {
  const opened = openStore(name);
  if (afresh) await forgetImages(name).catch(() => {});
  const image = await findImage(name, build);
  const [{ loadPyodide }, machine, archive] = await Promise.all([script("py/pyodide.mjs"), script("py/pyodide.asm.mjs"), bytes("site.zip")]);
  lap("files");
  python = await loadPyodide({
    indexURL: `${base}py/`,
    packageBaseUrl: `${base}py/`,
    lockFileContents: JSON.stringify(NO_PACKAGES),
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
    createPyodideModule: (settings) => made(machine.default, settings, archive, image),
    ...(image ? { _loadSnapshot: image.head } : { _makeSnapshot: true }),
  });
  lap("python");
  if (!image) {
    python.runPython(IMPORTS);
    lap("imports");
  }
  const fresh = image ? null : python.makeMemorySnapshot();
  store = await opened;
  python.FS.mkdirTree(DATA);
  python.FS.mount(filesystem(python.FS, store), {}, DATA);
  python.globals.set("ROOT", root);
  python.runPython(ENTRY);
  await store.settle();
  ask = python.globals.get("ask");
  lap("app");
  postMessage({ kind: "ready", laps, storage: store.kind, image: Boolean(image) });
  // no room for it, or no such files: the next opening takes as long as this one
  if (fresh) keepImage(name, build, fresh).then(() => postMessage({ kind: "image" }), () => {});
}

/* Makes the machine of Python. The library in machine code comes before everything else, so that it has the same place in
   memory each time; an image is poured in where Python would begin. */
async function made(machine, settings, archive, image) {
  const { instantiateWasm, locateFile } = settings;
  let grow;
  settings.instantiateWasm = (imports, done) => {
    grow = imports.env.emscripten_resize_heap;
    return instantiateWasm(imports, done);
  };
  settings.locateFile = (path) => (path.endsWith(".so") ? `file:${path}` : locateFile(path));
  settings.preRun.push((early) => {
    layOut(early, archive, SITE);
    if (image && !grow(image.size)) throw new Error(`no memory of ${image.size} bytes`);
    files = early.FS;
    early.addRunDependency(LIBRARY);
    const how = { loadAsync: true, global: false, nodelete: true, allowUndefined: false };
    early.loadDynamicLibrary(`${SITE}/${LIBRARY}`, how).then(() => early.removeRunDependency(LIBRARY), settings.onAbort);
  });
  const ready = await machine(settings);
  image?.pour(ready.HEAPU8);
  return ready;
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
