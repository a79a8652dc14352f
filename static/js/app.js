/* What every page needs: theme switch, announcements, steppers, a look at settings before they are kept, and plain
   words when the network or the server fails. */

import { keep } from "./cookie.js";

const root = document.documentElement;

/* --- theme: day, night or as the system has it; remembered on this device ------------------------ */
function setTheme(theme) {
  if (theme === "day" || theme === "night") root.dataset.theme = theme;
  else delete root.dataset.theme;
  keep("theme", theme);
  paintThemeButtons();
}

function paintThemeButtons() {
  const now = root.dataset.theme ?? "auto";
  for (const button of document.querySelectorAll("[data-theme-set]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeSet === now));
  }
}

/* --- announcements for screen readers -------------------------------------------------------------- */
let saying, told;
function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.textContent = "";
  clearTimeout(saying);
  saying = setTimeout(() => { live.textContent = text; }, 50);
}

/* Everything that changes is said once, in the one live region: what [data-announce] says, else the new step. */
function tell(e) {
  const news = [...document.querySelectorAll("[data-announce]")].map((one) => one.dataset.announce);
  for (const one of document.querySelectorAll("[data-announce]")) one.removeAttribute("data-announce");
  const refused = document.querySelector("#notice .refuse");
  const now = step();
  // news of one's own deed may bring the step that was said already
  if (!news.length && e && !refused && !(isNews(e) && now === told)) news.push(now);
  told = now;
  announce(news.filter(Boolean).join(". "));
  if (e) heard(refused ? "refusal" : isNews(e) ? "news" : "step");
}

function isNews(e) { return e?.detail?.ctx?.sourceElement?.id === "live-source"; }

function step() {
  const parts = ["#main .kick > span", "#main .step", "#main .step + .mute"];
  return parts.map((css) => document.querySelector(css)?.textContent.trim()).filter(Boolean).join(". ");
}

/* For sounds.js, where it is loaded. */
function heard(kind) { document.dispatchEvent(new CustomEvent("heard", { detail: { kind } })); }

/* After a swap: say what is new, put the focus on [data-focus], once each. */
function afterSwap(e) {
  paintThemeButtons();
  paintSteppers();
  tell(e);
  const goal = document.querySelector("[data-focus]");
  // news of another device take nobody's focus away
  if (goal && isNews(e) && document.activeElement !== document.body) goal.removeAttribute("data-focus");
  else if (goal) {
    goal.removeAttribute("data-focus");
    if (!goal.hasAttribute("tabindex")) goal.setAttribute("tabindex", "-1");
    goal.focus({ preventScroll: true });
  }
}

/* --- steppers: − and + around a number field --------------------------------------------------------- */
function stepBy(button) {
  const field = button.closest(".stp").querySelector("input");
  const value = Number(field.value || 0) + Number(button.dataset.step);
  const low = field.min === "" ? -Infinity : Number(field.min), high = field.max === "" ? Infinity : Number(field.max);
  const next = Math.min(Math.max(value, low), high);
  if (next === Number(field.value)) return;
  field.value = String(next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function paintSteppers() {
  for (const field of document.querySelectorAll(".stp input")) paintStepper(field);
}

function paintStepper(field) {
  field.closest(".stp").classList.toggle("ch", field.value !== field.defaultValue);
}

/* --- settings: a look before they are kept ---------------------------------------------------------------- */
function tryOn(field) {
  if (field.name === "lang") return;
  const value = field.type === "checkbox" && !field.checked ? "" : field.value;
  if (!value || ["auto", "100", "right"].includes(value)) delete root.dataset[field.name];
  else root.dataset[field.name] = value;
}

async function hearSounds() {
  const { play } = await import("./sounds.js");
  play("step");
  setTimeout(() => play("news"), 700);
  setTimeout(() => play("refusal"), 1400);
}

/* --- the network ---------------------------------------------------------------------------------------- */
const SLOW_MS = 4000, READ_MS = 4000;
const net = { kind: null, since: 0, lost: false, slow: 0 };

function trouble(kind) {
  const bar = document.getElementById("trouble");
  net.kind = kind;
  net.since = performance.now();
  if (!bar) return;
  bar.hidden = !kind;
  for (const text of bar.querySelectorAll("[data-trouble]")) text.hidden = text.dataset.trouble !== kind;
  if (kind) announce(bar.querySelector(`[data-trouble="${kind}"]`)?.textContent);
}

document.addEventListener("click", (e) => {
  const theme = e.target.closest?.("[data-theme-set]");
  if (theme) setTheme(theme.dataset.themeSet);
  const step = e.target.closest?.("[data-step]");
  if (step) stepBy(step);
  if (e.target.closest?.("[data-trouble-close]")) trouble(null);
  e.target.closest?.("[data-put-away]")?.closest(".note").remove();
  if (e.target.closest?.("[data-sound-try]")) hearSounds();
});
document.addEventListener("change", (e) => { if (e.target.closest?.("[data-comfort]")) tryOn(e.target); });
document.addEventListener("input", (e) => { if (e.target.matches?.(".stp input")) paintStepper(e.target); });
document.addEventListener("announce", (e) => announce(e.detail?.value));

/* htmx 4 swaps every answer but 204 and 304. A refusal (409, 422) comes as a fragment that says what changed: good.
   So does a 503, which says why nothing can be saved just now. A crash page must not land in the panel; nothing was
   changed, so the page stays and a bar says so. */
document.addEventListener("htmx:before:swap", (e) => {
  const status = e.detail?.ctx?.response?.status ?? 0;
  if (status >= 500 && status !== 503) { e.preventDefault(); trouble("server"); }
});
document.addEventListener("htmx:error", () => trouble("offline"));
/* live.js knows whether the table can be reached: said once when it is lost, and taken away when it is there again. */
document.addEventListener("line", (e) => {
  const lost = e.detail === "lost";
  if (lost && !net.lost && !net.kind) trouble("silent");
  if (!lost && (net.kind === "silent" || (net.kind === "offline" && performance.now() - net.since > READ_MS))) trouble(null);
  net.lost = lost;
});
document.addEventListener("htmx:after:request", (e) => {
  const status = e.detail?.ctx?.response?.status ?? 500;
  if (status < 500 || status === 503) trouble(null);
});
document.addEventListener("htmx:before:request", (e) => busy(e, true));
document.addEventListener("htmx:finally:request", (e) => busy(e, false));
/* A tap that nobody answers says so soon. */
document.addEventListener("htmx:before:request", () => {
  clearTimeout(net.slow);
  net.slow = setTimeout(() => { if (!net.kind) trouble("silent"); }, SLOW_MS);
});
document.addEventListener("htmx:finally:request", () => clearTimeout(net.slow));
document.addEventListener("htmx:after:swap", afterSwap);
window.addEventListener("offline", () => trouble("offline"));
window.addEventListener("online", () => trouble(null));

function busy(e, on) {
  const form = e.detail?.ctx?.sourceElement?.closest?.("form");
  if (form) form.setAttribute("aria-busy", String(on));
}

/* --- parts that most pages never need, fetched as soon as there is something for them ---------------- */
const PARTS = { "[data-pad]": "./pad.js", "[data-talk]": "./cone.js" };
function fetchParts() {
  for (const [css, file] of Object.entries(PARTS)) if (document.querySelector(css)) import(file);
}

/* A phone has no keys: the first one fetches what answers to them, and is answered too. */
async function firstKeys(e) {
  const { pressed } = await import("./keys.js");
  document.removeEventListener("keydown", firstKeys);
  pressed(e);
}

document.addEventListener("htmx:after:swap", fetchParts);
fetchParts();
if (root.dataset.keys !== "off") document.addEventListener("keydown", firstKeys);
afterSwap();
