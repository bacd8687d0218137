// The match page: older answers never overwrite newer ones, the keyboard keeps its place, and what fails is said.
(() => {
  const body = document.body;
  const find = (where) => document.querySelector(where);
  const shownNews = () => Number(find("#news-values [name=n]")?.value || 0);
  const NEXT = ["#composer #number", "#composer .is-open button", "#composer .actions button", "#composer button:not([tabindex])", "#composer"];
  const TEXT = "#composer details:has(#orders)";
  const SOON = [600, 1800, 5000]; // milliseconds
  let place = null; // where the keyboard was before a swap
  let pressed = null; // the button under a finger or a mouse that is down

  // --- older answers

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    const news = ctx?.response?.headers?.get("Herald-News");
    if (news && Number(news) < shownNews()) {
      event.preventDefault();
      // the line was said all the same, and newer news have brought it
      if (ctx.response.status < 400 && ctx.sourceElement?.id === "chat-form") ctx.sourceElement.reset();
      return;
    }
    const active = document.activeElement;
    const region = active?.closest("#composer") ?? active?.closest("#table details");
    const isDone = ctx?.response?.status < 400 && (active === ctx.sourceElement || active === ctx.request?.submitter);
    place = region && {
      region,
      isComposer: region.id === "composer",
      same: isDone ? null : sameAs(active),
      isText: !isDone && active.closest(TEXT) !== null,
    };
  });

  function sameAs(element) {
    if (element.id) return `#${CSS.escape(element.id)}`;
    return element.name && `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  }

  // --- focus is never lost, and a press on the board is answered in words

  document.addEventListener("htmx:after:swap", (event) => {
    const headers = event.detail.ctx?.response?.headers;
    // offering a draw and resigning mean the match as the page shows it now
    for (const ply of document.querySelectorAll("#agreement [name=ply]")) ply.value = find("#news-values [name=ply]").value;
    // whoever is writing finds the form open still, also when another ply has come meanwhile
    if (place?.isText && find(TEXT)) find(TEXT).open = true;
    if (place && document.activeElement === body) {
      const ways = [place.same && `#composer ${place.same}`, ...(place.isComposer ? NEXT : [])];
      for (const next of [...ways.map((where) => where ? find(where) : null), place.region.querySelector("summary")]) {
        if (document.activeElement === body) next?.focus({ preventScroll: true });
      }
      if (document.activeElement.id === "number") document.activeElement.select();
    }
    const cell = document.activeElement?.closest("#board-place [data-space]");
    if (cell && event.detail.ctx?.request?.method === "POST") {
      const number = find("#composer #number");
      if (number && cell.matches(":focus-visible")) {
        number.focus();
        number.select();
      } else find("#live").textContent = [...document.querySelectorAll("#composer .error, #composer .sheet code, #composer .is-open legend")]
        .map((part) => part.textContent.trim()).join(". ");
    }
    if (headers?.get("Herald-News")) find("#trouble").hidden = true;
    // what one does may bring a reveal or an answer at once: ask soon, and a little later again
    if (headers?.get("Herald-Acted")) {
      for (const wait of SOON) setTimeout(() => body.dispatchEvent(new CustomEvent("acted")), wait);
    }
  });

  // --- a button that is pressed while the text beside it has changed sends the text itself; reading the text
  // first would put another button under the finger

  document.addEventListener("pointerdown", (event) => { pressed = event.target.closest("#composer button"); }, true);
  for (const end of ["click", "pointercancel"]) document.addEventListener(end, () => { pressed = null; });
  document.addEventListener("change", (event) => {
    if (pressed && event.target.id === "orders") event.stopImmediatePropagation();
  }, true);

  const isAct = (ctx) => ctx?.request?.method === "POST";

  // --- a press while the draft of the one before is on its way waits, and then counts on what is shown

  let composing = null; // the request under way
  let isShown = false; // whether the page shows its answer already
  let held = []; // what was pressed meanwhile: selectors, and whether the answer was shown then

  const pressable = (target) => {
    const cell = target.closest("#board-place [data-space]");
    if (cell) return `#board-place [data-space="${CSS.escape(cell.dataset.space)}"]`;
    const button = target.closest("#composer button");
    return button && `#composer ${sameAs(button)}`;
  };
  const hold = (event) => {
    const what = composing && pressable(event.target);
    if (!what) return;
    held.push([what, isShown]);
    pressed = null;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", hold, true);
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest("#board-place")) hold(event);
  }, true);
  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (!isAct(ctx) || !ctx.request.action.endsWith("/compose/")) return;
    composing = ctx;
    isShown = false;
  });
  document.addEventListener("htmx:after:swap", (event) => { isShown ||= event.detail.ctx === composing; });
  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (ctx !== composing) return;
    composing = null;
    if (!(ctx.response?.status < 400)) held = [];
    setTimeout(goOn); // htmx is done with the request only then
  });

  function goOn() {
    while (held.length && !composing) {
      const [what, wasShown] = held.shift();
      const next = find(what);
      const { space } = next?.dataset ?? {};
      // nobody files by a tap before having seen that the next one files
      const files = !wasShown && next?.id !== "file" && space && find(`#composer #file[data-space="${CSS.escape(space)}"]`);
      if (next && !files) next.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  }

  // --- what one did and did not arrive

  const admit = (event) => {
    const { ctx } = event.detail;
    if (isAct(ctx) && !ctx.response?.headers?.get("Herald-News")) find("#trouble").hidden = false;
  };
  document.addEventListener("htmx:error", admit);
  document.addEventListener("htmx:response:error", admit);
})();
