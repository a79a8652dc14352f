/* Keyboard shortcuts: one letter each, nowhere while something is being typed. "?" opens the sheet that lists them.
   Where a layout writes other letters or signs with a key (Russian ones, the digits of Czech), its place counts. */

const TYPED = "input:not([type=radio]):not([type=checkbox]),select,textarea,[contenteditable]";
const usable = (one) => one.getClientRects().length > 0 && !one.disabled;
const shown = (css, root = document) => [...root.querySelectorAll(css)].find(usable);
const press = (css) => { const one = shown(css); one?.click(); return Boolean(one); };
const root = document.documentElement.dataset.root ?? "";
const home = () => { const game = /^\/g\/[^/]+/.exec(location.pathname.slice(root.length)); return game && root + game[0]; };
const go = (path) => { if (path) location.assign(path); return Boolean(path); };

const DEEDS = {
  g: () => press("#main .btn.go:not([aria-disabled=true])"),
  w: () => press("#main details.why > summary"),
  u: () => press("form[action$='/undo'] button"),
  U: () => press("form[action$='/redo'] button"),
  b: () => { document.dispatchEvent(new CustomEvent("board:whole")); return true; },
  n: () => { toStep(); return true; },
  t: () => go(home()),
  h: () => go(home() && `${home()}/history`),
  m: () => go(home() ? `${home()}/menu` : `${root}/`),
  s: () => go(`${root}/settings?back=${encodeURIComponent(location.pathname + location.search)}`),
  "?": () => { help(); return true; },
  Escape: () => press("#main .kick .icon:not([name]), #main .sheet-head .icon, #main a.icon[href]"),
};

function toStep() {
  const goal = document.querySelector("#main .step, #main h1, #main");
  if (!goal) return;
  if (!goal.hasAttribute("tabindex")) goal.setAttribute("tabindex", "-1");
  goal.focus();
}

/* The answers of the step in the order of the page: a tap on the nth. */
function choose(n) {
  const answers = [...document.querySelectorAll("#main :is(.opt,.key)")].filter(
    (one) => usable(one) && one.matches("a,button,label"));
  answers[n - 1]?.click();
  return n <= answers.length;
}

async function help() {
  const sheet = document.getElementById("keys-sheet"), inside = sheet?.querySelector("[data-inside]");
  if (!sheet || sheet.open) return;
  if (!sheet.showModal) return void go(sheet.dataset.href);
  if (!inside.childElementCount) {
    try {
      const answer = await fetch(sheet.dataset.href, { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(String(answer.status));
      inside.innerHTML = await answer.text();
    } catch {
      return void go(sheet.dataset.href);
    }
  }
  sheet.showModal();
}

/* The letter or digit of a key: what it writes, or what stands there on a Latin keyboard when it writes none of these. */
function meant(e) {
  const written = e.key.length === 1 && !e.shiftKey ? e.key.toLowerCase() : e.key;
  if (written.length > 1 || /^[a-z1-9?]$/i.test(written)) return written;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([1-9]))$/.exec(e.code) ?? [];
  if (digit) return e.shiftKey ? written : digit;
  return letter ? (e.shiftKey ? letter : letter.toLowerCase()) : written;
}

export function pressed(e) {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  if (document.querySelector("dialog[open]") || e.target.closest?.(TYPED)) return;
  const key = meant(e);
  const done = /^[1-9]$/.test(key) ? choose(Number(key)) : DEEDS[key]?.();
  if (done) e.preventDefault();
}

document.addEventListener("keydown", pressed);
