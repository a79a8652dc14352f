/* The files of a version of the app: fetched once, checked, and kept in a cache of their own, so that the app opens
   without a network. A version is whole when bundle.json lies with its files; CURRENT says which one is opened. */

const AT_ONCE = 6, TRIES = 3, WAIT_MS = 700;
const KINDS = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript", mjs: "text/javascript", json: "application/json",
  wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webp: "image/webp", jpg: "image/jpeg", woff2: "font/woff2",
  webmanifest: "application/manifest+json", zip: "application/zip",
};
const MARK = "bundle.json", HASH = "X-Hash";

export const BASE = new URL("./", import.meta.url).href;
const CACHES = `arrakis-pocket ${new URL(BASE).pathname}`, CURRENT = `${BASE}current`;

export class BrokenOff extends Error {}
export class NoRoom extends Error {}

export const cacheName = (bundle) => `${CACHES} ${bundle.build}`;
const address = (path) => `${BASE}${path}`;

/* --- which version ---------------------------------------------------------------------------------------------- */
/* What the pages that are open came from. */
export async function thisBundle() { return json(await fetch(address(MARK)).catch(broken)); }

/* What the host has now. */
export async function newestBundle() { return json(await fetch(`${address(MARK)}?now=${Date.now()}`, { cache: "no-store" }).catch(broken)); }

function json(response) { return response.ok ? response.json() : broken(response.status); }

function broken(why) { throw new BrokenOff(String(why)); }

export async function isWhole(bundle) { return Boolean(await caches.match(address(MARK), { cacheName: cacheName(bundle) })); }

/* From the next opening on it is this one. */
export async function choose(bundle) { await (await caches.open(CACHES)).put(CURRENT, new Response(bundle.build)); }

export async function forgetOthers(bundle) {
  for (const name of await caches.keys()) if (name.startsWith(`${CACHES} `) && name !== cacheName(bundle)) await caches.delete(name);
}

/* --- fetching ------------------------------------------------------------------------------------------------------ */
/* Brings what is missing; what an earlier version has alike is taken from there. heard(path, bytes, done) is told what has
   come of a file, as it weighs on the wire. Raises BrokenOff when the network fails, NoRoom when the device is full; what
   came is kept. */
export async function bring(bundle, heard) {
  const cache = await caches.open(cacheName(bundle));
  const earlier = (await caches.keys()).filter((name) => name.startsWith(`${CACHES} `) && name !== cacheName(bundle));
  const waiting = Object.entries(bundle.files).sort(([, [, a]], [, [, b]]) => b - a);
  let failed = null;
  const work = async () => {
    while (waiting.length && !failed) {
      const [path, entry] = waiting.shift();
      try {
        await one(cache, earlier, path, entry, (bytes) => heard(path, bytes, false));
        heard(path, entry[1], true);
      } catch (error) { failed ??= error; }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed) throw failed;
  await put(cache, MARK, JSON.stringify(bundle), "");
}

async function one(cache, earlier, path, entry, heard) {
  const hash = entry[2], has = (found) => found?.headers.get(HASH) === hash;
  if (has(await cache.match(address(path)))) return;
  for (const name of earlier) {
    const found = await caches.match(address(path), { cacheName: name });
    if (has(found)) return put(cache, path, await found.arrayBuffer(), hash);
  }
  for (let left = TRIES; ; left -= 1) {
    try {
      return await put(cache, path, await fetched(path, entry, heard), hash);
    } catch (error) {
      if (left <= 1 || !(error instanceof BrokenOff)) throw error;
      await new Promise((done) => setTimeout(done, WAIT_MS));
    }
  }
}

async function put(cache, path, body, hash) {
  const headers = { "Content-Type": KINDS[path.split(".").at(-1)] ?? "application/octet-stream", [HASH]: hash };
  try {
    await cache.put(address(path), new Response(body, { headers }));
  } catch (error) {
    throw error.name === "QuotaExceededError" ? new NoRoom(path) : error;
  }
}

/* Hosts differ in what they compress, so files that shrink have a packed sibling. */
async function fetched(path, [size, packed, hash], heard) {
  const small = packed < size && "DecompressionStream" in globalThis;
  let response = await ask(`${path}${small ? ".gz" : ""}`, hash);
  if (small && !response.ok) response = await ask(path, hash);
  if (!response.ok) broken(`${path}: ${response.status}`);
  const came = await read(response, (bytes) => heard(Math.min(bytes, packed)));
  const whole = came.length !== size && came[0] === 0x1f && came[1] === 0x8b ? await unpacked(came) : came;
  if (await digest(whole) !== hash) broken(`${path}: not what bundle.json says`);
  return whole;
}

function ask(path, hash) { return fetch(`${address(path)}?load=${hash.slice(0, 12)}`).catch(broken); }

async function read(response, heard) {
  const parts = [], reader = response.body.getReader();
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      heard(length += part.value.length);
    }
  } catch (error) { broken(error); }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function unpacked(bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (one) => one.toString(16).padStart(2, "0")).join("");
}
