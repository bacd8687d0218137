// What pages do beyond links, forms and htmx. Everything here is a shortcut: without it all still works.
(() => {
  const storage = {
    get: (key) => { try { return sessionStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* full or forbidden */ } },
    drop: (key) => { try { sessionStorage.removeItem(key); } catch { /* forbidden */ } },
  };
  const say = (text) => { document.getElementById("live").textContent = text; };

  // --- boards: one tab stop, arrows walk the cells, a press is a press on the matching chip

  const cellOf = (target) => target.closest?.("[role=grid] [data-space]");

  function rove(cell) {
    const grid = cell.closest("[role=grid]");
    for (const old of grid.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
  }

  const rowOf = (cell) => cell.closest("[role=row]").dataset.row;

  function step(cell, rows, columns) {
    const row = rowOf(cell);
    const { col } = cell.dataset;
    const ahead = [...cell.closest("[role=grid]").querySelectorAll("[data-space]")].map((other) => {
      const down = (rowOf(other) - row) * (rows || 1);
      const along = (other.dataset.col - col) * (columns || 1);
      const [far, aside] = rows ? [down, along] : [along, down];
      return { other, far, aside: Math.abs(aside) };
    }).filter(({ far }) => far > 0);
    ahead.sort((a, b) => a.aside * 4 + a.far - b.aside * 4 - b.far);
    return ahead[0]?.other;
  }

  function lineEnd(cell, last) {
    const line = cell.closest("[role=row]").querySelectorAll("[data-space]");
    const cells = [...line].sort((a, b) => a.dataset.col - b.dataset.col);
    return last ? cells.at(-1) : cells[0];
  }

  const KEYS = {
    ArrowUp: (cell) => step(cell, -1, 0),
    ArrowDown: (cell) => step(cell, 1, 0),
    ArrowLeft: (cell) => step(cell, 0, -1),
    ArrowRight: (cell) => step(cell, 0, 1),
    Home: (cell) => lineEnd(cell, false),
    End: (cell) => lineEnd(cell, true),
  };

  function press(cell) {
    const name = CSS.escape(cell.dataset.space);
    // what is asked now goes before what could be answered anew
    const chip = ["#composer .is-open ", "#composer .step.visually-hidden ", "#composer "].map((where) => (
      document.querySelector(`${where}button[data-space="${name}"]:not(:disabled)`)
      ?? [...document.querySelectorAll(`${where}.chip:not([data-space], :disabled)`)].find((button) => button.textContent === cell.dataset.space)
    )).find(Boolean);
    if (chip) chip.click();
    else say(cell.getAttribute("aria-label") || cell.querySelector("title")?.textContent || cell.dataset.space);
  }

  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") press(cell);
    else if (KEYS[event.key]) KEYS[event.key](cell)?.focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell) rove(cell);
  });

  function makeWalkable(root) {
    for (const grid of root.querySelectorAll("[role=grid]")) {
      const cells = [...grid.querySelectorAll("[data-space]")];
      for (const cell of cells) {
        if (!cell.hasAttribute("tabindex")) cell.setAttribute("tabindex", "-1");
        if (cell.hasAttribute("aria-label")) continue;
        const words = cell.hasAttribute("data-live") ? [grid.dataset.dot] : []; // "you may go here"
        cell.setAttribute("aria-label", [cell.dataset.space, ...words].filter(Boolean).join(", "));
      }
      if (cells.length && !grid.querySelector('[tabindex="0"]')) cells[0].setAttribute("tabindex", "0");
    }
  }

  // --- clicks: cells, copying, an open menu left behind

  document.addEventListener("click", async (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    const cell = cellOf(event.target);
    if (cell) {
      rove(cell);
      press(cell);
    }
    const copier = event.target.closest("[data-copy]");
    if (!copier) return;
    const source = document.querySelector(copier.dataset.copy);
    try {
      await navigator.clipboard.writeText((source.value ?? source.textContent).trim());
      copier.textContent = copier.dataset.done || copier.textContent;
      say(copier.textContent);
    } catch {
      getSelection().selectAllChildren(source); // no clipboard here: leave it selected to copy by hand
      source.select?.();
    }
  });

  // --- a second thought before what cannot be taken back

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-forget]")) {
      try { sessionStorage.clear(); } catch { /* forbidden */ }
    }
    const dialog = document.getElementById("confirm");
    if (!form.dataset.confirm || form.dataset.sure || !dialog?.showModal) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { submitter } = event;
    dialog.querySelector("p").textContent = form.dataset.confirm;
    dialog.querySelector("[value=yes]").textContent = submitter?.textContent.trim() || "OK";
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "yes") return;
      form.dataset.sure = "yes";
      form.requestSubmit(submitter);
      delete form.dataset.sure;
    }, { once: true });
    dialog.showModal();
  }, true); // before htmx takes the form

  // --- text that is not sent yet outlives an expired session, a lost page, a ply that moved on

  const keepKey = (field) => `keep:${field.dataset.keep}`;
  const keptIn = (root) => root?.querySelectorAll("[data-keep]") ?? [];
  let sent = []; // what the answer being swapped in has taken

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (field.matches("[data-keep]")) storage.set(keepKey(field), field.value);
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { sourceElement, response } = event.detail.ctx ?? {};
    if (response?.status < 400) sent.push(...[...keptIn(sourceElement?.closest("form"))].map(keepKey));
  });

  function restoreText() {
    for (const field of keptIn(document)) {
      const text = storage.get(keepKey(field));
      if (text === null || text === field.value || field === document.activeElement) continue;
      field.value = text;
      const fold = field.closest("details");
      if (fold) fold.open = true;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const place of document.querySelectorAll("[data-kept-from]")) {
      const text = storage.get(`keep:${place.dataset.keptFrom}`);
      if (!text) continue;
      const unsent = document.getElementById("unsent").content.cloneNode(true);
      unsent.querySelector("pre").textContent = text;
      place.replaceWith(unsent);
    }
  }

  // --- a page that stayed open while somebody signed in elsewhere still sends the token of today

  const token = () => document.cookie.match(/(?:^|; )herald_csrf=([^;]+)/)?.[1];

  document.addEventListener("htmx:config:request", (event) => {
    const { request } = event.detail.ctx;
    if (!token() || request.method === "GET") return;
    request.headers["X-CSRFToken"] = token();
    request.body?.delete("csrfmiddlewaretoken");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!token() || form.method !== "post") return;
    let field = form.elements.namedItem("csrfmiddlewaretoken");
    if (!field) { // parts of a page come without
      field = Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken" });
      form.append(field);
    }
    field.value = token();
  }, true);

  // --- news: at once when the page is shown again, never while nobody looks

  const shown = () => document.body.dispatchEvent(new CustomEvent("shown"));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) shown(); });
  addEventListener("pageshow", (event) => { if (event.persisted) shown(); });
  document.addEventListener("htmx:config:request", (event) => {
    if (document.hidden && event.detail.ctx.sourceElement.matches("[data-poll]")) event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", () => {
    for (const key of sent) storage.drop(key);
    sent = [];
    makeWalkable(document);
    restoreText();
  });
  makeWalkable(document);
  // htmx must be ready to hear of the change
  if (document.querySelector("[data-htmx-powered]")) restoreText();
  else document.addEventListener("htmx:after:process", restoreText, { once: true });
})();
