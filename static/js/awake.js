/* The screen stays on at the table, if this device wants it. Where the browser trusts the connection it is asked for a
   wake lock. Over plain HTTP there is none; there a film of our own keeps the screen on, as any film does: two colours of a
   canvas, muted, behind the page. Chromium goes by the room that it takes of the screen, hence the whole of it; Firefox by
   its being a stream. Safari counts only films that are heard, which would silence the music of the table: there the
   settings say that it does not work, and what does. */

import { keep } from "./cookie.js";

const root = document.documentElement;
const FRAME_MS = 1000;
const hasLock = "wakeLock" in navigator;
const hasFilm = !hasLock && !navigator.vendor.startsWith("Apple") && "captureStream" in HTMLCanvasElement.prototype;
const wants = () => root.dataset.awake === "on";
const wanted = () => wants() && !document.hidden && document.getElementById("table") !== null;
let lock = null, film = null, ticking = 0;

async function awake() {
  if (hasLock) await byLock(); else if (hasFilm) await byFilm();
  root.toggleAttribute("data-awake-now", Boolean((lock && !lock.released) || (film && !film.paused)));
}

async function byLock() {
  if (!wanted()) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    // an empty battery or a saving mode says no
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

async function byFilm() {
  if (!wanted()) {
    clearInterval(ticking);
    film?.remove();
    film = null;
  } else if (!film) {
    film = newFilm();
    document.body.append(film);
    // a browser that plays nothing by itself does so after a touch
    await film.play().catch(() => document.addEventListener("pointerup", () => { film?.play().then(awake, () => {}); }, { once: true }));
  } else if (film.paused) {
    await film.play().catch(() => {});
  }
}

function newFilm() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 }), brush = canvas.getContext("2d");
  let frame = 0;
  const draw = () => { brush.fillStyle = frame++ % 2 ? "#000" : "#111"; brush.fillRect(0, 0, 2, 2); };
  draw();
  ticking = setInterval(draw, FRAME_MS);
  const made = Object.assign(document.createElement("video"), { muted: true, playsInline: true, disableRemotePlayback: true });
  made.className = "awake-film";
  made.setAttribute("aria-hidden", "true");
  made.tabIndex = -1;
  made.srcObject = canvas.captureStream();
  return made;
}

function paintAwake() {
  for (const one of document.querySelectorAll("[data-if-awake]")) one.hidden = !(hasLock || hasFilm);
  for (const one of document.querySelectorAll("[data-if-film]")) one.hidden = !hasFilm;
  for (const one of document.querySelectorAll("[data-if-never-awake]")) one.hidden = hasLock || hasFilm;
  for (const one of document.querySelectorAll("[data-awake-set]")) one.setAttribute("aria-pressed", String(wants()));
}
document.addEventListener("click", (e) => {
  if (!e.target.closest?.("[data-awake-set]")) return;
  if (wants()) delete root.dataset.awake; else root.dataset.awake = "on";
  keep("awake", wants() ? "on" : "off");
  paintAwake();
  awake();
});
document.addEventListener("visibilitychange", awake);
document.addEventListener("htmx:after:swap", () => { paintAwake(); awake(); });
paintAwake();
awake();
