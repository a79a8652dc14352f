/* A link with data-sheet opens as a sheet over the page: a rule, a question before going back. Without this script, or
   when it cannot be fetched, the link leads to the same as a page. */

const box = () => document.getElementById("sheet");

async function open(link) {
  const sheet = box(), inside = sheet?.querySelector("[data-inside]");
  if (!sheet?.showModal) return void location.assign(link.href);
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    inside.innerHTML = await answer.text();
  } catch {
    return void location.assign(link.href);
  }
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  inside.querySelector("[data-focus]")?.focus({ preventScroll: true });
}

function close(e, closer) {
  const dialog = closer.closest("dialog");
  if (!dialog?.open) return;
  e.preventDefault();
  dialog.close();
}

document.addEventListener("click", (e) => {
  const closer = e.target.closest?.("[data-sheet-close]");
  if (closer) return close(e, closer);
  if (e.target.matches?.("dialog.sheet-box")) return void e.target.close();
  const link = e.target.closest?.("a[data-sheet]");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button > 0) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  open(link);
}, true);
