// A figure that has come another way since the board was last shown glides it. Arrows say which way things went;
// a figure glides along one if it is new where the arrow ends and gone from where it began. Nobody need see it.
(() => {
  const LEG = 240; // milliseconds along one arrow
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;

  const boardOf = () => document.querySelector("#board-place svg, #replay-board svg");
  const cellIn = (board, name) => board.querySelector(`[data-space="${CSS.escape(name)}"]`);

  // where a space lies in the board's own units
  function spotOf(cell, board) {
    const { e, f } = board.getScreenCTM().inverse().multiply(cell.getScreenCTM());
    return [e, f];
  }

  function look() {
    const board = boardOf();
    const figures = new Map();
    const spots = new Map();
    for (const figure of board?.querySelectorAll(".piece:not(.ghost)") ?? []) {
      const cell = figure.closest("[data-space]");
      const at = cell.dataset.space;
      figures.set(at, [...(figures.get(at) ?? []), figure.getAttribute("href")]);
      spots.set(at, spotOf(cell, board));
    }
    const arrows = [...board?.querySelectorAll(".arrow[data-at]") ?? []].map(({ dataset }) => [dataset.at, dataset.to]);
    return { figures, spots, arrows };
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

  function glide(way, figures) {
    const [x, y] = way.at(-1);
    const frames = way.map(([u, v]) => ({ transform: `translate(${Math.round(u - x)}px, ${Math.round(v - y)}px)` }));
    for (const figure of figures) figure.animate(frames, { duration: LEG * (way.length - 1), easing: "ease-in-out" });
  }

  document.addEventListener("htmx:before:swap", () => { before = still.matches ? null : look(); });
  document.addEventListener("htmx:after:swap", () => {
    const board = boardOf();
    if (!before || !board) return;
    const { figures: old, spots: left, arrows: gone } = before;
    before = null;
    const { figures, arrows } = look();
    // still boards have no cells where nothing stands: there the way is cut short
    const spot = (name) => { const cell = cellIn(board, name); return cell ? spotOf(cell, board) : left.get(name); };
    const stood = (name) => (old.get(name) ?? []).some((href) => !figures.get(name)?.includes(href));
    // stepping back through a replay, they go the other way
    const ways = arrows.length ? arrows : gone.map(([at, to]) => [to, at]);
    for (const end of new Set(ways.map(([, to]) => to))) {
      const cell = cellIn(board, end);
      const come = [...cell?.querySelectorAll(".piece:not(.ghost)") ?? []]
        .filter((figure) => !old.get(end)?.includes(figure.getAttribute("href")));
      const way = come.length && wayTo(end, ways, stood);
      if (way) glide(way.map(spot).filter(Boolean), [...come, ...cell.querySelectorAll(".pip")]);
    }
  });
})();
