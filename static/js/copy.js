/* Copies a text of the page. Over plain http browsers have no clipboard for pages: there the text is selected and copied
   as a user would. */

document.addEventListener("click", async (e) => {
  const button = e.target.closest?.("[data-copy]");
  const text = button && document.getElementById(button.dataset.copy);
  if (!text) return;
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text.textContent);
    else {
      getSelection().selectAllChildren(text);
      if (!document.execCommand("copy")) return;
    }
  } catch { return void getSelection().selectAllChildren(text); }
  button.querySelector("span").textContent = button.dataset.done;
  document.getElementById("live").textContent = button.dataset.done;
});
