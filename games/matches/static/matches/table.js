// The match page: older answers never overwrite newer ones, and the keyboard keeps its place in the composer.
(() => {
  const body = document.body;
  const shownNews = () => Number(document.querySelector("#news-values [name=n]")?.value || 0);
  const NEXT = ["#composer #number", "#composer .is-open button", "#composer .actions button", "#composer button:not([tabindex])"];
  const SOON = [600, 1800, 5000]; // milliseconds
  let wasComposing = false;

  document.addEventListener("htmx:before:swap", (event) => {
    const news = event.detail.ctx?.response?.headers?.get("Herald-News");
    if (news && Number(news) < shownNews()) {
      event.preventDefault();
      return;
    }
    wasComposing = Boolean(document.activeElement?.closest("#composer"));
  });

  document.addEventListener("htmx:after:swap", (event) => {
    if (wasComposing && document.activeElement === body) {
      NEXT.map((where) => document.querySelector(where)).find(Boolean)?.focus({ preventScroll: true });
    }
    // what one does may bring a reveal or an answer at once: ask soon, and a little later again
    if (event.detail.ctx?.response?.headers?.get("Herald-Acted")) {
      for (const wait of SOON) setTimeout(() => body.dispatchEvent(new CustomEvent("acted")), wait);
    }
  });
})();
