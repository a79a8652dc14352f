/* Runs before the first paint and before htmx: says that scripts work, and which links htmx may follow. The theme is
   already in the markup, from the cookie. */
document.documentElement.classList.replace("no-js", "js");

/* Only what leads to the step or a sheet of a game is put into the page by htmx. Menu, history, reference and
   everything else are pages of their own: fetched into the panel they would nest. */
const ROOT = document.documentElement.dataset.root ?? "";
const TABLE_PAGE = /^\/g\/[^/]+(\/(start|vehicles|actions|hazards|spice|end)\/\d+(\/now)?|\/(area|zone|tracks|trackers)\/[\w-]+)?$/;
document.addEventListener("htmx:before:init", (e) => {
  const link = e.target;
  if (link.tagName !== "A" || link.getAttribute("hx-boost") === "true") return;
  if (!TABLE_PAGE.test(new URL(link.href).pathname.slice(ROOT.length))) e.preventDefault();
});

/* guard.js says when what confirms may be tapped; until it runs, nothing was on the screen long enough. */
document.addEventListener("click", (e) => {
  const control = e.target.closest?.("[data-guard] :is(#main,#bar,.panel) :is(button:not([type=button]),a[href]:not(.icon))");
  if (control && performance.now() < Number(control.closest("[data-guard]").dataset.guard)) e.preventDefault();
}, true);
