/* The screen stays on at the table, if this device wants it; only where the browser trusts the connection. */

import { keep } from "./cookie.js";

const root = document.documentElement;
let lock = null;
const wants = () => root.dataset.awake === "on";

async function awake() {
  if (!navigator.wakeLock) return;
  if (!wants() || document.hidden || !document.getElementById("table")) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    // an empty battery or a saving mode says no
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
  root.toggleAttribute("data-awake-now", Boolean(lock && !lock.released));
}

function paintAwake() {
  for (const one of document.querySelectorAll("[data-if-awake]")) one.hidden = !navigator.wakeLock;
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
document.addEventListener("htmx:after:swap", paintAwake);
paintAwake();
awake();
