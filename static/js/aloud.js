/* Orders read aloud, where the device asked for it and the browser has a voice for the language of the page: a key beside
   the order reads it, and the same key is silence. What is read is what stands there: step, places, things to do. */

const ORDER = "main.panel.order .kick.fh";
const SAID = ".step, .step + p, .placed > li, .todo b, .todo .small";
const speech = window.speechSynthesis;

function voice() {
  const own = (speech?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().startsWith(document.documentElement.lang));
  return own.find((one) => one.default) ?? own[0];
}

/* The key stands in the order while there is a voice; a glyph of the page says where the others are. */
function renew() {
  const head = document.querySelector(ORDER), old = head?.querySelector("[data-aloud-key]");
  if (!head || !voice()) return void old?.remove();
  if (old) return;
  const key = document.createElement("button"), glyphs = head.querySelector("use").getAttribute("href").split("#")[0];
  key.type = "button";
  key.className = "icon";
  key.dataset.aloudKey = "";
  key.setAttribute("aria-label", document.getElementById("table").dataset.aloud);
  key.innerHTML = `<svg class="g" aria-hidden="true"><use href="${glyphs}#g-speak"/></svg>`;
  head.querySelector("span").after(key);
}

function words(main) {
  const parts = [...main.querySelectorAll(SAID)].filter((one) => one.getClientRects().length);
  return parts.map((one) => one.innerText.trim().replace(/[.:]?$/, ".")).join(" ");
}

document.addEventListener("click", (e) => {
  const key = e.target.closest?.("[data-aloud-key]"), reading = speech?.speaking;
  if (!key) return;
  speech.cancel();
  if (reading) return;
  const said = new SpeechSynthesisUtterance(words(key.closest("main")));
  said.lang = document.documentElement.lang;
  said.voice = voice() ?? null;
  speech.speak(said);
});
document.addEventListener("htmx:after:swap", () => { speech?.cancel(); renew(); });
speech?.addEventListener?.("voiceschanged", renew);
renew();
