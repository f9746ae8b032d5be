/** Before anything is painted: the language and the light that were chosen here. The build puts it into the page itself. */
const kept = (key) => {
  try {
    return localStorage.getItem(`crible ${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
};
const { documentElement: html } = document;
html.lang = (kept("lang") ?? navigator.language).startsWith("fr") ? "fr" : "en";
html.dataset.theme = kept("theme") ?? "auto";
