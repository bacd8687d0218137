// A wide board may be enlarged: by two fingers, Ctrl and wheel, the buttons above it or the keys + - 0. The lens
// round it scrolls, so fingers, wheel, Tab and arrow keys move about by themselves; a mouse drags.
// A board that has no lens by itself gets one on a narrow screen.
// Without this the board is as large as the page is wide; one that is too tall for the window then can be made smaller.
(() => {
  const MOST = 6;
  const STEP = 1.5;
  const START = 3; // on a narrow screen, or less if that makes spaces as large as a finger
  const FINGER = 48;
  const DRAG = 6; // pixels that a press may move and still be a click
  const isNarrow = matchMedia("(max-width: 34rem)").matches;
  const find = (where) => document.querySelector(where);
  let lens = null; // a swap may bring a new one
  let scale = 1;
  let kept = null; // where it was scrolled to before a swap
  let drag = null;
  let pinch = null;

  const least = () => Math.min(1, lens.clientHeight * scale / (lens.querySelector(".board-svg")?.getBoundingClientRect().height || 1));
  const isLoose = () => lens.scrollWidth > lens.clientWidth || lens.scrollHeight > lens.clientHeight;

  const show = () => {
    lens.style.setProperty("--zoom", scale);
    lens.classList.toggle("is-enlarged", scale > 1);
    for (const button of find("[data-lens-tools]").querySelectorAll("button")) {
      button.disabled = button.value === "+" ? scale >= MOST : scale <= least() + 0.01;
    }
  };

  // what is at (x, y), in pixels of the window, stays there
  const zoom = (wanted, x, y) => {
    const box = lens.getBoundingClientRect();
    const across = (x ?? box.left + box.width / 2) - box.left;
    const down = (y ?? box.top + box.height / 2) - box.top;
    const left = lens.scrollLeft + across;
    const top = lens.scrollTop + down;
    const next = Math.min(MOST, Math.max(least(), wanted));
    const times = next / scale;
    scale = next;
    show();
    lens.scrollTo(left * times - across, top * times - down);
  };
  const act = (sign) => zoom(sign === "+" ? scale * STEP : sign === "-" ? scale / STEP : 0);

  const centre = (cell) => {
    const at = cell.getBoundingClientRect();
    const box = lens.getBoundingClientRect();
    lens.scrollBy(at.left + at.width / 2 - box.left - box.width / 2, at.top + at.height / 2 - box.top - box.height / 2);
  };

  // where a replay's sentence has happened
  const told = () => lens.querySelector('.board-svg[role="img"] > .marks');

  const isInSight = (cell) => {
    const at = cell.getBoundingClientRect();
    const box = lens.getBoundingClientRect();
    return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
  };

  const span = ({ touches: [a, b] }) => ({
    length: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
  });

  const equip = () => {
    if (lens?.isConnected) return;
    lens = find(isNarrow ? "[data-lens]" : ".lens[data-lens]");
    if (!lens) return;
    lens.classList.add("lens");
    lens.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(scale * Math.exp(-event.deltaY / (event.deltaMode ? 20 : 300)), event.clientX, event.clientY);
    }, { passive: false });
    lens.addEventListener("touchstart", (event) => {
      pinch = event.touches.length === 2 ? { length: span(event).length, scale } : null;
    }, { passive: true });
    lens.addEventListener("touchmove", (event) => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const { length, x, y } = span(event);
      zoom(pinch.scale * length / pinch.length, x, y);
    }, { passive: false });
    for (const end of ["touchend", "touchcancel"]) lens.addEventListener(end, () => { pinch = null; });
    lens.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button || !isLoose()) return;
      drag = { x: event.clientX, y: event.clientY, left: lens.scrollLeft, top: lens.scrollTop, moved: false };
    });
    find("[data-lens-tools]").hidden = false;
    show();
  };

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!event.buttons) {
      drag = null;
      return;
    }
    const right = event.clientX - drag.x;
    const down = event.clientY - drag.y;
    drag.moved ||= Math.hypot(right, down) > DRAG;
    if (drag.moved) lens.scrollTo(drag.left - right, drag.top - down);
  });
  document.addEventListener("click", (event) => {
    if (drag?.moved) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      const button = event.target.closest?.("[data-lens-tools] button");
      if (button) act(button.value);
    }
    drag = null;
  }, true);
  document.addEventListener("keydown", (event) => {
    if (!lens || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.("[data-lens]")) return;
    const sign = event.key === "=" ? "+" : event.key;
    if (!["+", "-", "0"].includes(sign)) return;
    event.preventDefault();
    act(sign);
    const cell = event.target.closest("[data-space]");
    if (cell) centre(cell);
  });

  document.addEventListener("htmx:before:swap", () => { kept = lens && [lens.scrollLeft, lens.scrollTop]; });
  document.addEventListener("htmx:after:swap", (event) => {
    equip();
    if (!lens || !kept) return;
    show();
    lens.scrollTo(...kept);
    // what was chosen elsewhere, or is told, is brought into sight; the button that leads on to another figure
    // leads to the board
    const chosen = lens.querySelector(".cell.sel") ?? told();
    if (!chosen) return;
    const pressed = event.detail.ctx?.request?.submitter;
    if (pressed?.name === "pick" && !pressed.matches(".chip")) lens.scrollIntoView({ block: "nearest" });
    if (!isInSight(chosen)) centre(chosen);
  });

  equip();
  if (!lens) return;
  const space = lens.querySelector(".cell > rect");
  if (isNarrow) zoom(space ? Math.min(START, FINGER / space.getBoundingClientRect().width) : START);
  if (!isLoose()) return;
  const entrance = lens.querySelector("[data-live]") ?? lens.querySelector(".cell.home") ?? lens.querySelector(".board-svg > .marks") ?? lens.querySelector('[data-space][tabindex="0"]');
  if (entrance) centre(entrance);
})();
