/* Only browsers without modules run this: too old for everything else. */
document.querySelector("[data-title]").textContent = "This browser is too old for the app";
document.querySelector("[data-more]").textContent = "Bring it up to date, or open this page in a new Chrome, Edge, Firefox or Safari.";
