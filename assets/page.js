/**
 * What a report gains where scripts run: charts drawn for the width at hand that say what is pointed at, tables that
 * sort, filter and copy, a switch between light and dark. Without it the page is whole.
 */
(() => {
  const { words, charts } = JSON.parse(document.getElementById("data").textContent);
  const fill = (text, ...values) => values.reduce((done, value) => done.replace("{}", () => value), text);

  /** An element with a text; nothing of a scenario is ever read as HTML. */
  function element(name, className, text = "") {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  }

  // Light or dark: as the system says until it is switched.
  const root = document.documentElement;
  const kept = {
    get: () => {
      try {
        return localStorage.getItem("crible-theme");
      } catch {
        return null; // a page opened from disk may have no storage
      }
    },
    set: (value) => {
      try {
        localStorage.setItem("crible-theme", value);
      } catch {}
    },
  };
  const known = kept.get();
  if (known === "dark" || known === "light") root.dataset.theme = known;
  const theme = element("button", "theme", words.theme);
  theme.type = "button";
  theme.addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    kept.set(root.dataset.theme);
  });
  document.querySelector("header").append(theme);

  // What is pointed at or reached by the keyboard says its sentence.
  const tip = element("div", "tip");
  tip.hidden = true;
  const live = element("div", "unseen");
  live.setAttribute("aria-live", "polite");
  document.body.append(tip, live);
  function say(text, x, y) {
    tip.textContent = text;
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - width - 4))}px`;
    tip.style.top = `${y - height - 12 < 4 ? y + 18 : y - height - 12}px`;
  }
  const hush = () => {
    tip.hidden = true;
  };
  const MARKS = ".role-mark [aria-label]";
  // Marks may lie on one spot: all of them are told.
  const marksAt = (x, y) => document.elementsFromPoint(x, y).filter((one) => one.matches(MARKS));
  document.addEventListener("pointermove", ({ target, clientX, clientY }) => {
    if (!target.closest?.(".chart")) return hush();
    const texts = new Set(marksAt(clientX, clientY).map((mark) => mark.getAttribute("aria-label")));
    return texts.size > 0 ? say([...texts].slice(0, 6).join("\n"), clientX, clientY) : hush();
  });
  addEventListener("scroll", hush, { passive: true });
  for (const box of document.querySelectorAll(".chart")) {
    let at = -1;
    const marks = () => [...box.querySelectorAll(MARKS)];
    const leave = () => {
      for (const mark of box.querySelectorAll(".reached")) mark.classList.remove("reached");
      hush();
    };
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") leave();
      const all = marks();
      if (step === undefined || all.length === 0) return;
      event.preventDefault();
      leave();
      at = (at + step + all.length) % all.length;
      const mark = all[at];
      mark.classList.add("reached");
      mark.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { right, top } = mark.getBoundingClientRect();
      say(mark.getAttribute("aria-label"), right, top);
      live.textContent = mark.getAttribute("aria-label");
    });
    box.addEventListener("blur", leave);
  }

  // Charts are drawn again for the width they have, when they come near.
  const { viewOf, resetSVGDefIds } = globalThis.cribleCharts ?? {};
  const views = new Map();
  const widthOf = (box, least) => Math.max(240, least, box.clientWidth);
  async function draw(box) {
    const { vega, least } = charts[box.dataset.chart];
    const width = widthOf(box, least);
    const known = views.get(box);
    if (known) {
      if (known.width() !== width) await known.width(width).runAsync();
      return;
    }
    const place = document.createElement("div");
    const view = viewOf(vega, { renderer: "svg", container: place, hover: false }).width(width);
    views.set(box, view);
    view.tooltip(() => {});
    await view.runAsync();
    box.replaceChildren(place);
    box.classList.add("live");
  }
  if (viewOf) {
    resetSVGDefIds();
    const boxes = document.querySelectorAll(".chart");
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) void draw(target);
      },
      { rootMargin: "600px" },
    );
    for (const box of boxes) seen.observe(box);
    let waiting;
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        for (const box of views.keys()) void draw(box);
      }, 120);
    });
  }

  // Tables: sorted by a column, filtered, copied.
  const decimal = root.lang === "fr" ? "," : ".";
  const numberOf = (text) => {
    const found = /[-−+]?\d[\d\s\u202f\u00a0,.]*(?:e[-+]?\d+)?/.exec(text)?.[0];
    if (found === undefined) return Number.NaN;
    const plain = found.replace("−", "-").replace(/[^\d.,e+-]/g, "");
    return Number(decimal === "," ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", ""));
  };
  const textOf = (cell) => cell?.textContent.trim() ?? "";

  function sortable(table) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      const button = element("button", "", head.textContent);
      button.type = "button";
      button.title = fill(words.sort, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        const isNumber = head.classList.contains("n");
        // Numbers from the largest, words from the first; then the other way; then as given.
        const orders = isNumber ? ["descending", "ascending"] : ["ascending", "descending"];
        const order = orders[before === null ? 0 : orders.indexOf(before) + 1];
        if (order === undefined) return body.append(...given);
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const compare = (a, b) => {
          const [left, right] = [textOf(a.cells[column]), textOf(b.cells[column])];
          if (!isNumber) return sign * left.localeCompare(right, root.lang, { numeric: true });
          const [x, y] = [numberOf(left), numberOf(right)];
          return Number.isNaN(x) || Number.isNaN(y) ? Number.isNaN(x) - Number.isNaN(y) : sign * (x - y);
        };
        return body.append(...given.toSorted(compare));
      });
    }
  }

  /** A text that a spreadsheet must not take for a formula; numbers stay numbers. */
  function csvOf(text) {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.,]+ ?%?$/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = element("textarea", "unseen"); // where the clipboard is closed to pages from disk
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  function tools(box, table) {
    const bar = element("div", "tools");
    const rows = [...table.tBodies[0].rows];
    const button = element("button", "", words.copy);
    button.type = "button";
    button.addEventListener("click", async () => {
      const shown = [...table.rows].filter((row) => !row.hidden);
      await copy(`${shown.map((row) => [...row.cells].map((cell) => csvOf(textOf(cell))).join(",")).join("\r\n")}\r\n`);
      button.textContent = words.copied;
      setTimeout(() => {
        button.textContent = words.copy;
      }, 1500);
    });
    if (rows.length > 7) {
      const input = element("input", "");
      input.type = "search";
      input.placeholder = words.filter;
      input.setAttribute("aria-label", words.filter);
      const count = element("span", "");
      count.setAttribute("role", "status");
      input.addEventListener("input", () => {
        const wanted = input.value.toLowerCase().split(/\s+/);
        for (const row of rows) {
          const text = row.textContent.toLowerCase();
          row.hidden = !wanted.every((word) => text.includes(word));
        }
        const left = rows.filter((row) => !row.hidden).length;
        count.textContent = left === rows.length ? "" : fill(words.of, left, rows.length);
      });
      bar.append(input, count);
    }
    bar.append(button);
    box.prepend(bar); // within its own box, so that it stands with its table wherever that is
  }

  /** Tables of folded places gain their buttons when they are opened: there may be thousands. */
  function upgrade(box) {
    if (box.dataset.ready) return;
    box.dataset.ready = "yes";
    const table = box.querySelector("table");
    sortable(table);
    tools(box, table);
  }
  for (const box of document.querySelectorAll(".table")) if (!box.closest("details")) upgrade(box);
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open) for (const box of target.querySelectorAll(".table")) upgrade(box);
    },
    true,
  );

  // A link to a cell opens it.
  function reveal() {
    let at = null;
    try {
      at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {}
    for (let place = at; place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
    at?.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  if (location.hash !== "") reveal();

  // On paper everything is open.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });
})();
