/* Calls the owner of this device when the game waits for them: a short sound, vibration, one flash of the panel, and the
   words for screen readers; the title of the page says it by itself. Loaded only where a device plays a side. The panel
   says whose the step is (main[data-turn]); a page that does not fetch itself again, because somebody is entering
   something, asks the server. data-call of the page is the setting: nothing (all of it), "silent", "off". */

import { keep } from "./cookie.js";
import { play, ready } from "./sounds.js";

const root = document.documentElement, FLASH_MS = 2600;
const panel = () => document.getElementById("main");
const source = () => document.getElementById("live-source");
let mine = panel()?.dataset.turn === "mine";

function look() {
  const { turn, words } = panel()?.dataset ?? {};
  paint();
  if (!turn) return;
  if (turn === "mine" && !mine) call(words);
  mine = turn === "mine";
}

function call(words) {
  if (root.dataset.call === "off") return;
  const step = panel().querySelector(".step")?.textContent.trim();
  document.dispatchEvent(new CustomEvent("announce", { detail: { value: [words, step].filter(Boolean).join(". ") } }));
  flash();
  // on a page that was never touched a browser refuses, and says so in its log as an error
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([180, 90, 180]);
  if (root.dataset.call !== "silent") play("call");
}

function flash() {
  const one = panel();
  one.classList.add("called");
  setTimeout(() => one.classList.remove("called"), FLASH_MS);
}

/* The table has moved on, but the page stays as it is. */
async function ask() {
  const answer = await fetch(`${source().dataset.live}/seq`, { headers: { Accept: "application/json" }, cache: "no-store" });
  const { call: words } = answer.ok ? await answer.json() : {};
  if (words && !mine) call(words);
  mine = Boolean(words);
}

/* --- the switch in the panel ---------------------------------------------------------------------------- */
function paint() {
  for (const one of document.querySelectorAll("[data-call-set]")) one.setAttribute("aria-pressed", String(root.dataset.call !== "off"));
}

function turnOver() {
  if (root.dataset.call === "off") delete root.dataset.call; else root.dataset.call = "off";
  keep("call", root.dataset.call ?? "on");
  paint();
  if (root.dataset.call !== "off") play("call");
}

document.addEventListener("click", (e) => { if (e.target.closest?.("[data-call-set]")) turnOver(); });
/* A browser lets a page sound only after it was touched once. */
document.addEventListener("pointerdown", ready, { once: true });
document.addEventListener("htmx:after:swap", look);
document.addEventListener("moved", () => { ask().catch(() => {}); });
paint();
