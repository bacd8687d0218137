// Cards and layers of a board: a card opens on hover, on keyboard focus, by a long press or by the key I
// of a cell that names it; an opened fold shows its layer on the board. Without this the buttons still open cards.
(() => {
  const REST = 500; // milliseconds a pointer rests or presses before a card opens
  const SETTLE = 80; // the browser takes the finger's lifting for a tap beside the card and closes it: open it after that
  let timer = 0;
  let swallow = false; // the click that ends a long press is no tap
  const cellOf = (event) => event.target.closest?.("[data-card], .lot[popovertarget]");
  const cardOf = (cell) => document.getElementById(cell.dataset.card ?? cell.getAttribute("popovertarget"));
  const shown = () => document.querySelector(".closeup:popover-open");

  const show = (cell) => {
    const card = cardOf(cell);
    if (!card || card.matches(":popover-open")) return;
    card.showPopover();
    const at = cell.getBoundingClientRect();
    card.classList.toggle("at-top", at.top + at.bottom > innerHeight);
    if (matchMedia("(min-width: 48rem)").matches) {
      const { width, height } = card.getBoundingClientRect();
      const right = at.right + 10;
      card.style.left = `${right + width < innerWidth ? right : Math.max(8, at.left - width - 10)}px`;
      card.style.top = `${Math.max(8, Math.min(at.top, innerHeight - height - 8))}px`;
    }
  };
  const hide = () => {
    clearTimeout(timer);
    shown()?.hidePopover();
  };
  const soon = (cell, then) => {
    clearTimeout(timer);
    timer = setTimeout(() => cell.isConnected && (show(cell), then?.()), REST);
  };

  document.addEventListener("pointerover", (event) => {
    const cell = cellOf(event);
    if (cell && event.pointerType === "mouse") soon(cell);
  });
  document.addEventListener("pointerout", (event) => {
    const cell = cellOf(event);
    if (cell && event.pointerType === "mouse" && !cell.contains(event.relatedTarget)) hide();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    swallow = false;
    const cell = cellOf(event);
    if (cell && event.pointerType !== "mouse") soon(cell, () => { swallow = true; });
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      clearTimeout(timer);
      const cell = swallow && cellOf(event);
      if (cell) setTimeout(() => show(cell), SETTLE);
    });
  }
  document.addEventListener("contextmenu", (event) => {
    if (swallow && cellOf(event)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
    const cell = cellOf(event);
    if (cell) setTimeout(() => show(cell), SETTLE);
  }, true);

  document.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (cell?.matches(":focus-visible")) soon(cell);
  });
  document.addEventListener("focusout", (event) => cellOf(event) && hide());
  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.code !== "KeyI") return;
    clearTimeout(timer);
    show(cell);
    document.getElementById("live").textContent = cardOf(cell)?.textContent ?? "";
  });

  const layers = () => {
    for (const fold of document.querySelectorAll("details[data-shows]")) {
      document.querySelector(`#board [data-layer="${fold.dataset.shows}"]`)?.toggleAttribute("hidden", !fold.open);
    }
  };
  document.addEventListener("toggle", (event) => event.target.matches?.("details[data-shows]") && layers(), true);
  document.addEventListener("htmx:after:swap", layers);
})();
