/* Runs before the first paint: says that scripts work. The theme is already in the markup, from the cookie. */
document.documentElement.classList.replace("no-js", "js");
