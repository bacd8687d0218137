// The match page: older answers never overwrite newer ones, and the keyboard keeps its place in the composer.
(() => {
  const shownNews = () => Number(document.querySelector("#news-values [name=n]")?.value || 0);
  let wasComposing = false;

  document.addEventListener("htmx:before:swap", (event) => {
    const news = event.detail.ctx?.response?.headers?.get("Herald-News");
    if (news !== null && news !== undefined && Number(news) < shownNews()) {
      event.preventDefault();
      return;
    }
    wasComposing = Boolean(document.activeElement?.closest("#composer"));
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!wasComposing || document.activeElement !== document.body) return;
    document.querySelector("#composer #number, #composer .is-open button, #composer button:not([tabindex])")?.focus();
  });

  // the reveal follows within a second or so: ask again a little later, too
  document.addEventListener("acted", () => document.body.dispatchEvent(new CustomEvent("acted-later")));
})();
