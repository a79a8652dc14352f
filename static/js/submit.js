/* Sends a form as its button would, with its checks and events. Safari before 16 cannot be asked to: there one is tapped
   that nobody sees, no button element, which would have to be in sight for a while (guard.js). */
export function submit(form) {
  if (form.requestSubmit) return form.requestSubmit();
  const button = Object.assign(document.createElement("input"), { type: "submit", hidden: true });
  form.append(button);
  button.click();
  button.remove();
}
