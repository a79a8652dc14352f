/* The words of the page around the app, in the language of this device. */

const ALL = JSON.parse(document.getElementById("words").textContent);
const YEAR = 31536000;
let tongue = chosen() ?? navigator.languages.map((one) => one.split("-")[0]).find((one) => one in ALL) ?? "en";

function chosen() {
  const found = /(?:^|; *)(?:__Host-)?lang=(\w+)/.exec(document.cookie)?.[1];
  return found in ALL ? found : null;
}

export function word(name, number = "") { return ALL[tongue][name].replace("#", number); }

export function amount(bytes) { return new Intl.NumberFormat(tongue, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(bytes / 1e6); }

/* The app reads the same cookie. */
export function speak(tag, path) {
  tongue = tag;
  document.cookie = `lang=${tag};path=${path};max-age=${YEAR};samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
  paint();
}

export function paint() {
  document.documentElement.lang = tongue;
  for (const one of document.querySelectorAll("[data-w]")) one.textContent = word(one.dataset.w);
  for (const one of document.querySelectorAll(".langs .btn")) one.setAttribute("aria-pressed", String(one.lang === tongue));
}
