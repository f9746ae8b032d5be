/** Before anything is painted: the language that the page is served in or that was chosen here, and the light. The build puts it into the page itself. */
const kept = (key) => {
  try {
    return localStorage.getItem(`crible ${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
};
const { documentElement: html } = document;
html.lang = (html.dataset.lang ?? kept("lang") ?? navigator.language).startsWith("fr") ? "fr" : "en";
html.dataset.theme = kept("theme") ?? "auto";
/* global FIRST_GAME */
// What the page was made with answers the question of a first visit: an address, an earlier visit or a file asks another.
if (location.hash.length > 1 || html.dataset.served === "scenario" || (kept("game") ?? FIRST_GAME) !== FIRST_GAME)
  html.dataset.asks = "another";
