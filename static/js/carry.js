/* A game goes from one device to another in two taps: one shares its file, or saves it where a browser shares none; the
   other, on the first page there, chooses the file, which is sent at once. Without this script both are plain forms. */

import { submit } from "./submit.js";

/* Browsers share texts, but not every one shares JSON. */
const TYPE = "text/plain";
const named = (link) => (link.dataset.name ?? "arrakis-game.json").replace(/\.json$/, ".txt");
let fetched = null;

function fetchOnce(link) {
  fetched ??= fetch(link.href).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    const told = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    if (told) link.dataset.name = told;
    return answer.blob();
  });
  return fetched;
}

function canShare() {
  return Boolean(navigator.canShare?.({ files: [new File(["{}"], "arrakis.txt", { type: TYPE })] }));
}

function save(link, blob) {
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(blob);
  saved.download = link.dataset.name ?? "arrakis-game.json";
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
}

async function carry(link) {
  const blob = await fetchOnce(link);
  fetched = null;
  if (!canShare()) return save(link, blob);
  try {
    await navigator.share({ files: [new File([blob], named(link), { type: TYPE })] });
  } catch (problem) {
    // who closes the sheet of the system wants neither; where it cannot be opened the file is saved
    if (problem.name !== "AbortError") save(link, blob);
  }
}

/* What a tap shares must be there soon after it: it is fetched as the finger comes down. */
document.addEventListener("pointerdown", (e) => {
  const link = e.target.closest?.("a[data-carry]");
  if (link) fetchOnce(link).catch(() => { fetched = null; });
});
document.addEventListener("click", (e) => {
  const link = e.target.closest?.("a[data-carry]");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  carry(link).catch(() => { fetched = null; location.assign(link.href); });
});
document.addEventListener("change", (e) => {
  const form = e.target.closest?.("form[data-carry-in]");
  if (form && e.target.files?.length) submit(form);
});
