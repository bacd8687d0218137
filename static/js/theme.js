// Runs in <head> before the first paint: the reader's own choice of light or dark, if there is one.
(() => {
  const root = document.documentElement;
  const wish = matchMedia("(prefers-color-scheme: dark)");
  const system = () => (wish.matches ? "dark" : "light");
  const shown = () => root.dataset.theme || system();

  function apply(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.content = meta.dataset[shown()];
    }
  }

  root.dataset.js = "";
  try {
    const stored = localStorage.getItem("theme");
    if (stored === "light" || stored === "dark") apply(stored);
  } catch { /* storage is forbidden: follow the system */ }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const next = shown() === "dark" ? "light" : "dark";
    apply(next === system() ? "" : next); // back on the system's side: follow it again
    try {
      if (root.dataset.theme) localStorage.setItem("theme", next);
      else localStorage.removeItem("theme");
    } catch { /* kept for this page only */ }
  });
})();
