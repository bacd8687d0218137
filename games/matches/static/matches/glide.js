// Figures glide along the arrows that say which way they came, where no less motion is wished: whatever is new
// where an arrow ends and gone from where it began.
(() => {
  const LEG = 240; // milliseconds along one arrow
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const kind = (figure) => figure.getAttribute("href");
  let before = null;

  // what stands where, in the board's own units, and the arrows
  function look() {
    const board = document.querySelector("#board-place svg, #replay-board svg");
    const all = (what) => [...board?.querySelectorAll(what) ?? []];
    const spots = new Map(all("[data-space]").map((cell) => {
      const { e, f } = board.getScreenCTM().inverse().multiply(cell.getScreenCTM());
      const figures = [...cell.querySelectorAll(".piece:not(.ghost)")];
      return [cell.dataset.space, { cell, x: e, y: f, figures, kinds: figures.map(kind) }];
    }));
    return { spots, arrows: all(".arrow[data-at]").map(({ dataset }) => [dataset.at, dataset.to]) };
  }

  // the spaces from where a figure stood to where it stands, over as many arrows as it took
  function wayTo(end, arrows, stood) {
    const way = [end];
    while (way.length <= arrows.length) {
      const [from] = arrows.find(([, to]) => to === way[0]) ?? [];
      if (!from) return null;
      way.unshift(from);
      if (stood(from)) return way;
    }
    return null;
  }

  document.addEventListener("htmx:before:swap", () => { before = still.matches ? null : look(); });
  document.addEventListener("htmx:after:swap", () => {
    if (!before) return;
    const { spots: old, arrows: gone } = before;
    const { spots, arrows } = look();
    before = null;
    const stood = (name) => old.get(name)?.kinds.some((known) => !spots.get(name)?.kinds.includes(known));
    // stepping back through a replay, they go the other way
    const ways = arrows.length ? arrows : gone.map(([at, to]) => [to, at]);
    for (const [name, { cell, x, y, figures }] of spots) {
      const come = figures.filter((figure) => !old.get(name)?.kinds.includes(kind(figure)));
      const way = come.length && wayTo(name, ways, stood);
      if (!way) continue;
      // a still board has no cells where nothing stands: there the way is cut short
      const frames = way.map((stop) => spots.get(stop) ?? old.get(stop)).filter(Boolean)
        .map((stop) => ({ transform: `translate(${Math.round(stop.x - x)}px, ${Math.round(stop.y - y)}px)` }));
      for (const figure of [...come, ...cell.querySelectorAll(".pip")]) {
        figure.animate(frames, { duration: LEG * (way.length - 1), easing: "ease-in-out" });
      }
    }
  });
})();
