/**
 * What a report gains where scripts run: charts that say what is pointed at, grids that show another number, tables that
 * sort, filter and copy, a switch between light and dark. Without it the page is whole.
 */
(() => {
  const { words, grids, squares: drawn } = JSON.parse(document.getElementById("data").textContent);
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
  const theme = element("button", "theme", "◐");
  theme.type = "button";
  theme.title = words.theme;
  theme.setAttribute("aria-label", words.theme);
  theme.addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    kept.set(root.dataset.theme);
  });
  document.querySelector("header").append(theme);

  const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  const textOf = (cell) => cell?.textContent.trim() ?? "";

  /** What a figure is called: what is drawn, where its finding stands above it. */
  const captionOf = (figure) =>
    textOf(figure?.querySelector("figcaption .what") ?? figure?.querySelector("figcaption")).replace(
      /[\s\u00a0]*:$/u,
      "",
    );

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
  // A page carries the sentence of a square once.
  for (const square of document.querySelectorAll(".heat a[aria-label]")) square.title = square.ariaLabel;
  const MARKS = ".mark";
  const toldBy = (marks) => {
    const texts = [...new Set(marks.map((mark) => mark.getAttribute("aria-label")))].slice(0, 6);
    return [...texts, ...(marks.some((mark) => mark.hasAttribute("href")) ? [words.opens] : [])].join("\n");
  };
  // Marks may lie on one spot: all of them are told.
  const marksAt = (x, y) => document.elementsFromPoint(x, y).flatMap((one) => one.closest(MARKS) ?? []);
  document.addEventListener("pointermove", ({ target, clientX, clientY }) => {
    if (!target.closest?.(".chart")) return hush();
    const marks = marksAt(clientX, clientY);
    return marks.length > 0 ? say(toldBy(marks), clientX, clientY) : hush();
  });
  addEventListener("scroll", hush, { passive: true });
  /** Squares that lead somewhere are one stop of the keyboard: arrows go from one to the next. */
  function roving(heat) {
    const rows = [...heat.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.querySelector("a")),
    );
    const [first, ...others] = rows.flat().filter((link) => link !== null);
    if (first === undefined) return false;
    for (const link of others) link.tabIndex = -1;
    let current = first;
    heat.removeAttribute("tabindex");
    heat.addEventListener("focusin", ({ target }) => {
      current.tabIndex = -1;
      target.tabIndex = 0;
      current = target;
    });
    heat.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
      const [down, across] = { ...steps, Home: [0, 1], End: [0, -1] }[event.key] ?? [];
      if (down === undefined) return;
      event.preventDefault();
      let r = rows.findIndex((row) => row.includes(event.target));
      // The ends of a row are found from beyond them.
      let c = { Home: -1, End: rows[r].length }[event.key] ?? rows[r].indexOf(event.target);
      do {
        r += down;
        c += across;
      } while (rows[r]?.[c] === null);
      const next = rows[r]?.[c];
      next?.focus();
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return true;
  }
  /** A map that goes on beyond the edge says so there. */
  const edged = (heat) => heat.classList.toggle("more", heat.scrollWidth > heat.clientWidth + 1);
  addEventListener("resize", () => document.querySelectorAll(".heat").forEach(edged));
  /** Marks are reached with the arrows, which is said where the chart is. */
  function walked(box) {
    const said = box.getAttribute("aria-label") ?? captionOf(box.closest("figure"));
    box.setAttribute("aria-label", `${said.replace(/[.:]?$/u, ".")} ${words.keys}`);
    const squares = box.querySelector(".heat");
    if (squares !== null) {
      edged(squares);
      // What can be scrolled is what is reached.
      box.removeAttribute("tabindex");
      if (roving(squares)) return;
      squares.tabIndex = 0;
      squares.setAttribute("role", "group");
      squares.setAttribute("aria-label", box.getAttribute("aria-label"));
      box.removeAttribute("aria-label");
    }
    for (const square of box.querySelectorAll(".heat b")) {
      square.className = "mark";
      square.setAttribute("role", "img");
    }
    const wide = squares?.querySelector("tbody tr")?.querySelectorAll(MARKS).length ?? 1;
    let at = -1;
    const marks = () => [...box.querySelectorAll(MARKS)];
    const leave = () => {
      for (const mark of box.querySelectorAll(".reached")) mark.classList.remove("reached");
      hush();
    };
    box.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: wide, ArrowLeft: -1, ArrowUp: -wide }[event.key];
      if (event.key === "Escape") leave();
      const place = event.key === "Enter" && box.querySelector(".reached")?.getAttribute("href");
      if (place) {
        leave();
        location.hash = place;
        return reveal();
      }
      const all = marks();
      if (step === undefined || all.length === 0) return;
      event.preventDefault();
      leave();
      at = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
      const mark = all[at];
      mark.classList.add("reached");
      mark.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { right, top } = mark.getBoundingClientRect();
      say(toldBy([mark]), right, top);
      live.textContent = mark.getAttribute("aria-label");
    });
    box.addEventListener("focusout", leave);
  }
  for (const box of document.querySelectorAll(".chart")) walked(box);

  // Tables: sorted by a column, filtered, copied.
  const decimal = root.lang === "fr" ? "," : ".";
  const numberOf = (text) => {
    const found = /[-−+]?\d[\d\s\u202f\u00a0,.]*(?:e[-+]?\d+)?/.exec(text)?.[0];
    if (found === undefined) return Number.NaN;
    const plain = found.replace("−", "-").replace(/[^\d.,e+-]/g, "");
    return Number(decimal === "," ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", ""));
  };

  function sortable(table) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      if (head.textContent === "") continue; // a button would have no name
      const button = element("button", "", head.textContent);
      button.type = "button";
      button.title = fill(words.sort, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        const isNumber = column >= Number(/w(\d+)/.exec(table.className)?.[1] ?? 1);
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

  const PARTED = decimal === "," ? ";" : ",";
  /** A text that a spreadsheet must not take for a formula; numbers stay numbers, with a hyphen for a minus. */
  function csvOf(text) {
    const plain = text.replaceAll("\u2212", "-");
    const safe = /^[=+\-@\t\r]/.test(plain) && !/^[-+]\d[\d.,\s%±p]*$/.test(plain) ? `'${plain}` : plain;
    return safe.includes(PARTED) || /["\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  // What leaves the page: a table as a file, a chart as a picture; each with how its numbers were found and what made them.
  const nameOf = (text) =>
    (
      text
        .normalize("NFD")
        .toLowerCase()
        .replace(/\p{M}/gu, "")
        .replaceAll("œ", "oe")
        .match(/[a-z0-9]+/g) ?? ["crible"]
    )
      .join("-")
      .slice(0, 120);
  function save(blob, name) {
    const link = element("a", "");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  function madeBy(place) {
    const section = place.closest("section, .part");
    // What the numbers of the first screen are of stands above them.
    const tags = section?.id === "first" ? [...document.querySelectorAll("header .tags li")].map(textOf) : [];
    const page = location.protocol === "file:" ? location.pathname.split("/").pop() : location.href.split("#")[0];
    const found = section?.dataset.found ?? words.found;
    return [
      [...new Set([...tags, found]), words.source, `${page}#${section?.id ?? ""}`]
        .filter((text) => text !== "")
        .join(" · "),
      words.command,
    ];
  }
  function button(text, act) {
    const made = element("button", "", text);
    made.type = "button";
    if (text.length < 4) made.setAttribute("aria-label", fill(words.save, text));
    made.addEventListener("click", act);
    return made;
  }
  // A spreadsheet whose decimals have commas parts columns at semicolons.
  const csvLine = (texts) => texts.map(csvOf).join(PARTED);

  // A digit behind a letter is part of a word: `D10`.
  const PART =
    /([≈≤≥<>±]?)[\s\u202f]*(?<![\p{L}\d])([-−+]?\d+(?:[\s\u202f]\d{3})*(?:[.,]\d+)*(?:e[-+]?\d+)?)[\s\u202f]?(%|pp\b|″|\+(?!\d))?/gu;
  const RANGE = new RegExp(`\\d[^\\d]*(?:${words.range})[^\\d]*\\d`, "u");
  const outOfRange = (rest) => rest.replace(new RegExp(`^(?:${words.range})(?:\\s|$)`, "u"), "");
  /**
   * What a cell shows: its numbers, each with its unit, and what else stands there. A spreadsheet takes a fraction for a
   * date: it is written as the number that it is, which has all of its digits.
   */
  function partsOf(text) {
    const [ratio, top, bottom] = /(?<![\d.,])(\d+)\/(\d+)/u.exec(text) ?? [""];
    const left = text.replace(ratio, "");
    const numbers = [...left.matchAll(PART)].map(([, mark, number, unit = ""]) => ({
      mark,
      unit,
      value: numberOf(number),
    }));
    const [of] = numbers;
    const exact = Number((((of?.unit === "%" ? 100 : 1) * Number(top)) / Number(bottom)).toPrecision(15));
    if (ratio !== "" && of === undefined) numbers.push({ mark: "", value: exact });
    // The same number but for its rounding, and not another one beside it.
    else if (numbers.length === 1 && Math.abs(exact - of.value) <= 0.01 * exact) of.value = exact;
    const marks = numbers.flatMap(({ mark }) => (mark === "≈" ? mark : []));
    const rest = left
      .replace(PART, " ")
      .replace(/[()[\]:;→…]|\s+/gu, " ")
      .trim();
    const begins = /^(?:[≈≤≥<>±]?\s*[-−+]?\d)/u.test(text);
    const none = words.none.find((one) => rest === one || rest.endsWith(` ${one}`));
    const isNone = none === rest;
    if (none !== undefined) numbers.push({ mark: "", value: 0 });
    const kept = [...marks, none === undefined ? rest : rest.slice(0, -none.length).trim()].filter((one) => one !== "");
    return { numbers, begins: begins || isNone, rest: kept.join(" ") };
  }
  /**
   * What several numbers of one cell are: what the heading calls them, both ends of a range, a value, instead of which
   * it stands, and what it changes.
   */
  function partNames(head, texts, most, between) {
    const [from, to, value, change, , , other] = words.parts;
    if (most > 1 && texts.some((text) => RANGE.test(text)))
      return [...Array(most - 2).fill(head), `${head}: ${from}`, `${head}: ${to}`];
    const changes = texts.some((text) => /\d\S*\s?:/u.test(text)) ? [value, between, change] : [];
    if (most === 2 && changes.length > 0) return [`${head}: ${value}`, `${head}: ${change}`];
    if (most === 3 && between) return changes.map((one) => `${head}: ${one}`);
    return Array.from({ length: most }, (_, n) => (n === 0 ? head : `${head}: ${other}`));
  }
  /** Lines for a spreadsheet: bare numbers, one in each cell, with their units in the heading; the first columns are names. */
  function bare([heads, ...rows], names = 1) {
    const columns = heads.map((head, c) => {
      const texts = rows.map((row) => row[c] ?? "");
      const cells = texts.map(partsOf);
      const isUnit = ({ numbers, rest }) => rest + numbers.length === "0" || numbers.some(({ unit }) => unit);
      // Names are the values of an axis where all are numbers, whatever is said of one in brackets.
      const isValue = (text, i) => cells[i].begins && outOfRange(partsOf(text.replace(/\(.*\)/u, "")).rest) === "";
      const isNumbers =
        c < names
          ? texts.every(isValue)
          : cells.some(({ begins }) => begins) || (cells.some(({ numbers }) => numbers[0]) && cells.every(isUnit));
      if (!isNumbers) return [[head, ...texts]];
      const most = Math.max(...cells.map(({ numbers }) => numbers.length));
      const rests = new Set(cells.map(({ rest }) => outOfRange(rest)));
      const between = most === 3 && [...rests].find((one) => one !== "");
      if (between) rests.clear();
      const named = partNames(head, texts, most, between);
      const made = named.flatMap((own, n) => {
        const all = cells.flatMap(({ numbers }) => numbers[n] ?? []);
        const { unit, mark } = all.find((one) => one.unit !== undefined) ?? {};
        const isOne = unit && !own.includes(unit) && all.every((one) => [unit, undefined].includes(one.unit));
        // A die that is needed is written so where another number stands among such.
        if (!isOne) for (const one of all) if (one.unit === "+") [one.value, one.unit] = [`${one.value}+`, ""];
        const name = mark === "±" ? `${head} ±` : own;
        // What is beyond the number that is written keeps its mark.
        const written = cells.map(({ numbers: { [n]: one } }) =>
          one === undefined ? "" : one.mark.replace(/[≈±]/u, "") + String(one.value).replace(".", decimal),
        );
        const column = [isOne ? `${name} (${unit})` : name, ...written];
        // Where rows differ in their unit, each says its own.
        const units = new Set(all.flatMap((one) => one.unit || []));
        return isOne || units.size === 0 || (units.size === 1 && all.every((one) => one.unit))
          ? [column]
          : [column, [`${name}: ${UNIT}`, ...cells.map(({ numbers }) => numbers[n]?.unit ?? "")]];
      });
      const [shared = ""] = rests;
      if (rests.size > 1 || (rows.length < 2 && shared !== ""))
        return [...made, [`${head} (${words.text})`, ...cells.map(({ rest }) => outOfRange(rest))]];
      if (shared !== "") made[0][0] += `, ${shared}`;
      return made;
    });
    const all = columns.flat();
    return all[0].map((_, r) => csvLine(all.map((column) => column[r])));
  }
  /** One line of heads, then one for each record, and nothing else: what made them stands in the page and in its pictures. */
  const csvFile = (title, lines) =>
    save(new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv" }), `${nameOf(title)}.csv`);

  const xml = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  /** A figure as SVG of its own, in the light colours: every text and mark of it where it stands at this width. */
  function pictureOf(figure) {
    const before = root.dataset.theme;
    root.dataset.theme = "light";
    figure.classList.add("pictured");
    figure.style.width = `${Math.max(720, (figure.querySelector("table")?.scrollWidth ?? 0) + 8)}px`;
    const frame = figure.getBoundingClientRect();
    const PAD = 16;
    const style = getComputedStyle(root);
    const solved = (text) => text.replace(/var\((--crible-\w+)\)/g, (_, name) => style.getPropertyValue(name).trim());
    const parts = [];
    const place = ({ left, top }) => [left - frame.left + PAD, top - frame.top + PAD].map((n) => Number(n.toFixed(1)));
    function textsOf(node) {
      const own = getComputedStyle(node.parentElement);
      const size = Number.parseFloat(own.fontSize);
      const lines = [];
      let gap = "";
      // Letter by letter: a line may end after a hyphen, and within a word.
      for (const { 0: letter, index } of node.data.matchAll(/\s+|\S/gu)) {
        if (letter.trim() === "") {
          gap = " ";
          continue;
        }
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + letter.length);
        const box = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last !== undefined && Math.abs(last.top - box.top) < 3) {
          last.text += gap + letter;
          last.right = box.right;
        } else if (box.width > 0) {
          lines.push({ text: letter, left: box.left, right: box.right, top: box.top, height: box.height });
        }
        gap = "";
      }
      const anchor = { right: "end", end: "end", center: "middle" }[own.textAlign] ?? "start";
      for (const line of lines) {
        const at = { start: line.left, middle: (line.left + line.right) / 2, end: line.right }[anchor];
        const [x, y] = place({ left: at, top: line.top + line.height / 2 + size * 0.35 });
        parts.push(
          `<text x="${x}" y="${y}" font-size="${size}" font-weight="${own.fontWeight}" fill="${own.color}" text-anchor="${anchor}">${xml(line.text)}</text>`,
        );
      }
    }
    function walk(node) {
      if (node.nodeType === Node.TEXT_NODE) return textsOf(node);
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches(".tools, .twin, .drawer, [hidden]")) return;
      const box = node.getBoundingClientRect();
      const [x, y] = place(box);
      if (node.localName === "svg") {
        const clone = node.cloneNode(true);
        for (const [name, value] of Object.entries({ x, y, width: box.width, height: box.height, overflow: "visible" }))
          clone.setAttribute(name, value);
        parts.push(solved(new XMLSerializer().serializeToString(clone)));
        return;
      }
      const { backgroundColor, outlineStyle, outlineColor } = getComputedStyle(node);
      const dash = outlineStyle === "dashed" ? ` stroke="${outlineColor}" stroke-dasharray="3 2"` : "";
      if (node !== figure && (dash !== "" || !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)))
        parts.push(
          `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" fill="${backgroundColor}"${dash}/>`,
        );
      for (const child of node.childNodes) walk(child);
      // What its style sheet writes below it.
      const { printed } = node.dataset;
      if (printed === undefined) return;
      const after = getComputedStyle(node, "::after");
      const size = Number.parseFloat(after.fontSize);
      const under = y + box.height - Number.parseFloat(getComputedStyle(node).paddingBottom) - 0.25 * size;
      parts.push(
        `<text x="${x + box.width / 2}" y="${under}" font-size="${size}" fill="${after.color}" text-anchor="middle">${xml(printed)}</text>`,
      );
    }
    walk(figure);
    const width = Math.ceil(frame.width) + 2 * PAD;
    // Without what is only of the page: tools and folded numbers stand below the last mark.
    let bottom = Math.max(
      ...[...figure.querySelectorAll("figcaption, .chart, .heat, .key")].map(
        (one) => one.getBoundingClientRect().bottom,
      ),
    );
    bottom += PAD * 2 - frame.top;
    const most = Math.floor((width - 2 * PAD) / 5.6);
    const shown = figure.querySelector("select")?.selectedOptions[0].textContent ?? "";
    const less = figure.querySelector("[type=checkbox]")?.checked ? words.less : "";
    for (const text of [[shown, less].filter((one) => one !== "").join(", "), ...madeBy(figure)])
      for (const line of text.match(new RegExp(`.{1,${most}}(?:\\s|$)|.{1,${most}}`, "gu")) ?? []) {
        parts.push(
          `<text x="${PAD}" y="${bottom}" font-size="10" fill="${solved("var(--crible-soft)")}">${xml(line)}</text>`,
        );
        bottom += 14;
      }
    const height = Math.ceil(bottom + PAD / 2);
    const defs = solved(document.querySelector(".patterns").innerHTML);
    const ground = solved("var(--crible-ground)");
    figure.style.width = "";
    figure.classList.remove("pictured");
    if (before === undefined) delete root.dataset.theme;
    else root.dataset.theme = before;
    return {
      width,
      height,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>text{font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif}</style>${defs}<rect width="100%" height="100%" fill="${ground}"/>${parts.join("\n")}</svg>\n`,
    };
  }
  function asPng({ svg, width, height }, name) {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * width, 2 * height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, name), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  }
  /** What a figure can be saved as, behind one word; closes when the keyboard or pointer goes elsewhere. */
  function saved(figure) {
    const menu = element("details", "tools save");
    const bar = element("div", "forms");
    menu.append(element("summary", "", words.saveAs), bar);
    bar.addEventListener("click", () => {
      menu.open = false;
    });
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget !== null && !menu.contains(relatedTarget)) menu.open = false;
    });
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      menu.open = false;
      menu.firstChild.focus();
    });
    const name = nameOf(captionOf(figure));
    bar.append(
      button("SVG", () => save(new Blob([pictureOf(figure).svg], { type: "image/svg+xml" }), `${name}.svg`)),
      button("PNG", () => asPng(pictureOf(figure), `${name}.png`)),
    );
    figure.append(menu);
    // What is drawn with the page has its numbers in its table, or in what each square or mark says.
    const chart = figure.querySelector(":scope > .chart");
    if (chart !== null) bar.append(button("CSV", () => csvFile(captionOf(figure), bare(...recordsOf(figure, chart)))));
    return bar;
  }
  const [, , , , NAME, NUMBER, , UNIT] = words.parts;
  /** What a chart says of its axes and series, without what explains it. */
  const brief = (place) => textOf(place).split(/[\s\u00a0]*;\s/u)[0];
  const beforeColon = (text) => (/^(.*)(?<!\s|\u00a0)[\s\u00a0]?: (.*)$/u.exec(text) ?? [text, text, ""]).slice(1);
  /** A map has a record for each square: where it lies on either axis, and its number. */
  function squaresOf(table, heads, textsAt) {
    const [head, ...rows] = table.rows;
    const corner = textOf(head.cells[0]);
    const axes = corner.split(/ ↓ | \\ /u).map((axis) => axis.replace(/ →$/u, ""));
    const records = [...rows].flatMap((row, r) =>
      [...row.cells].slice(1).flatMap((cell, c) => {
        const texts = textsAt(cell, r, c);
        return texts === undefined ? [] : [[textOf(row.cells[0]), textOf(head.cells[c + 1]), texts].flat()];
      }),
    );
    const names = axes.length > 1 ? axes : [NAME, ...axes];
    return [[[...names, heads].flat(), ...records], records[0].length - 1];
  }
  /** What a drawing shows, and how many of its columns are names: its table, else what its squares, bars or points say. */
  function recordsOf(figure, chart) {
    const said = (cell) => cell.querySelector("[aria-label]")?.getAttribute("aria-label");
    for (const twin of figure.querySelectorAll(":scope > .twin")) {
      const kept = twin.querySelector("noscript");
      const table = (
        kept === null ? twin : new DOMParser().parseFromString(kept.textContent, "text/html")
      ).querySelector("table");
      if (table !== null) return [[...table.rows].map((row) => [...row.cells].map(textOf))];
    }
    const map = chart.querySelector(".heat table");
    // Both what its squares say, behind where each stands, and how much.
    if (figure.dataset.heads !== undefined)
      return squaresOf(map, figure.dataset.heads.split("|"), (cell) => {
        const [name, share] = beforeColon(said(cell) ?? "");
        return share === "" ? undefined : [name.replace(/^.*?, /u, ""), share];
      });
    if (map !== null)
      return squaresOf(
        map,
        brief(chart.querySelector(":scope > small") ?? figure.querySelector("figcaption")),
        (cell) =>
          // Without its limits.
          cell.firstChild === null
            ? undefined
            : textOf(cell) === "–"
              ? ""
              : (said(cell)
                  ?.replace(/^.*?: ≈?/u, "")
                  .replace(/^[<>][^(]*\((.*)\)$|\s\(.*\)$/u, "$1") ?? textOf(cell)),
      );
    const fillOf = (place) => place.querySelector("[fill]")?.getAttribute("fill");
    // What stands for a line through all is no series.
    const keys = [...chart.querySelectorAll(".legend li")].filter(fillOf);
    const series = new Map(keys.map((one) => [fillOf(one), brief(one)]));
    const marks = [...chart.querySelectorAll(".mark")].map((mark) => {
      const [name, text] = beforeColon(mark.getAttribute("aria-label"));
      const own = series.get(fillOf(mark)) ?? "";
      const ends = new RegExp(`^${escaped(own)}, |(?:,|[\\s\u00a0]?:) ${escaped(own)}$`, "u");
      return { name: own === "" ? name : name.replace(ends, ""), text, own };
    });
    const axis = brief(chart.querySelector(".below"));
    const what = brief(chart.querySelector(axis === "" ? ".axis > small" : ":scope > small")) || NUMBER;
    if (axis !== "") {
      // Each name begins with that of the axis, whose unit stands in its head.
      let same = 0;
      while (same < axis.length && marks.every(({ name }) => name[same] === axis[same])) same++;
      for (const mark of marks) mark.name = mark.name.slice(same).trim();
      const counts = marks.map(({ name }) => /^[-−]?[\d.,]+[\s\u202f]?[%+″]?/u.exec(name)?.[0]);
      if (axis.endsWith(")") && !counts.includes(undefined)) for (const mark of marks) mark.name = counts.shift();
    }
    const found = new Map();
    const record = (name, own, number) => found.set(name, (found.get(name) ?? new Map()).set(own, number));
    for (const { name, text, own } of marks) {
      const ends = [what, own].filter((end) => end !== "" && text.endsWith(` ${end}`));
      const number = text.slice(0, -Math.max(0, ...ends.map(({ length }) => length)) || undefined);
      record(name, own, number.trim());
    }
    // Both sides of each step: the number that holds up to there, and the one that begins.
    for (const step of chart.querySelectorAll("[data-step]")) {
      const own = series.get(step.firstChild.getAttribute("stroke")) ?? "";
      const [before, after] = step.dataset.step.split(" | ");
      const upTo = [...found].filter(([name, of]) => of.has(own) && numberOf(name) <= numberOf(before));
      const [, last] = upTo.toSorted(([a], [b]) => numberOf(a) - numberOf(b)).at(-1);
      // A place that has a mark already has its line.
      const lineOf = (place) => [...found.keys()].find((name) => numberOf(name) === numberOf(place)) ?? place;
      record(lineOf(before), own, last.get(own));
      record(lineOf(after), own, step.dataset.number);
    }
    const isStepped = chart.querySelector("[data-step]") !== null;
    const records = isStepped ? new Map([...found].toSorted(([a], [b]) => numberOf(a) - numberOf(b))) : found;
    const first = axis || NAME;
    // A name for each mark says all that tells them apart.
    if (series.size === 0 || (axis === "" && records.size === marks.length))
      return [[[first, what], ...[...records].map(([name, [[, text]]]) => [name, text])]];
    const called = [...series.values()];
    const heads = called.map((one) => (called[0] === what ? one : `${one}: ${what}`));
    return [
      [[first, ...heads], ...[...records].map(([name, of]) => [name, ...called.map((one) => of.get(one) ?? "")])],
    ];
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

  /** A button that copies, and says for a moment that it has. */
  function copies(name, textFor) {
    const made = button(name, async () => {
      await copy(textFor());
      made.textContent = words.copied;
      setTimeout(() => {
        made.textContent = name;
      }, 1500);
    });
    return made;
  }
  const command = element("div", "tools");
  command.append(copies(words.copyCommand, () => words.command));
  document.querySelector("footer").append(command);

  function tools(box, table) {
    const bar = element("div", "tools");
    const rows = [...table.tBodies[0].rows];
    const names = Number(/w(\d+)/.exec(table.className)?.[1] ?? 1);
    const lines = () => {
      // What all names begin with stands above them; in a file each says it.
      const shared = table.dataset.shared === undefined ? "" : `${textOf(table.caption)}, `;
      const shown = [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].map(textOf));
      return bare(
        shown.map(([name, ...row], r) => [r === 0 ? name : shared + name, ...row]),
        names,
      );
    };
    const copying = copies(words.copy, () => `${lines().join("\r\n")}\r\n`);
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
    bar.append(
      copying,
      // What stands for each cell of many is told by its name, without its numbers.
      button("CSV", () => csvFile(textOf(table.caption).replace(/\s*(?:[:(]|[.] ).*(?= – )/u, ""), lines())),
    );
    box.prepend(bar); // within its own box, so that it stands with its table wherever that is
  }

  /** Tables of folded places gain their buttons when they are opened: there may be thousands. */
  function upgrade(box) {
    if (box.dataset.ready) return;
    box.dataset.ready = "yes";
    const table = box.querySelector("table");
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", textOf(table.caption));
    sortable(table);
    tools(box, table);
    if (box.closest(".cell") && table.tHead.rows[0].cells.length > 1) barred(table);
  }

  /** Chances of a distribution as bars behind them, the largest over all of its column. */
  function barred(table) {
    const cells = [...table.tBodies[0].rows].map((row) => row.cells[1]);
    if (!cells.every((cell) => /%/.test(cell?.textContent ?? ""))) return;
    const most = Math.max(...cells.map((cell) => numberOf(cell.textContent)));
    for (const cell of cells) {
      cell.classList.add("bar");
      cell.style.setProperty("--share", `${(100 * numberOf(cell.textContent)) / (most || 1)}%`);
    }
  }
  for (const box of document.querySelectorAll(".table")) upgrade(box);
  for (const figure of document.querySelectorAll("figure:not(.grid, .map)")) saved(figure);

  /** What is folded is kept as text until it is opened. The text is the page's own, escaped as all of it is. */
  function unfold(place) {
    const kept = place.querySelector(":scope > noscript");
    if (kept === null) return;
    const inside = document.createElement("template");
    inside.innerHTML = kept.textContent;
    kept.replaceWith(inside.content);
    // A table of one cell of many says of which it is, to who only hears it and in the name of its file.
    const cell = place.closest(".cell")?.querySelector("h3");
    for (const caption of cell ? place.querySelectorAll("caption") : [])
      caption.append(element("span", "unseen", ` – ${textOf(cell)}`));
    for (const box of place.querySelectorAll(".table")) upgrade(box);
    for (const box of place.querySelectorAll(".chart")) walked(box);
    for (const figure of place.querySelectorAll("figure:not(.grid, .map)")) saved(figure);
  }
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open) unfold(target);
    },
    true,
  );

  // Grids: another number in the same squares, what differs from the base, and one square in full.
  for (const figure of document.querySelectorAll(".grid")) {
    const layers = grids[figure.dataset.grid];
    // Of each row which squares stand there.
    for (const one of layers.flatMap((layer) => (layer.less ? [layer, layer.less] : [layer])))
      one.rows = one.rows.map((row) => row.map((place) => drawn[place] ?? null));
    const table = figure.querySelector("table");
    roving(figure.querySelector(".heat"));
    edged(figure.querySelector(".heat"));
    const squares = [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("td:not(.n)")]);
    const select = element("select", "");
    select.setAttribute("aria-label", words.show);
    for (const { name } of layers) select.append(new Option(name));
    const less = element("input", "");
    less.type = "checkbox";
    const label = element("label", "");
    label.append(less, ` ${words.less}`);
    const hasBase = layers.some(({ less }) => less !== undefined);
    const bar = element("div", "tools");
    if (layers.length > 1) bar.append(select);
    if (hasBase) bar.append(label);
    if (bar.childElementCount > 0) figure.querySelector(".heat").before(bar);
    const key = figure.querySelector(".key");
    const shownLayer = () => layers[Math.max(0, select.selectedIndex)];
    function paint() {
      const { means, ...plain } = shownLayer();
      const isLess = less.checked && plain.less !== undefined;
      const { rows, key: shades, rest } = isLess ? plain.less : plain;
      rows.forEach((row, r) => {
        row.forEach((one, c) => {
          const cell = squares[r][c];
          const link = cell.querySelector("a");
          if (one === null || link === null) return;
          const [short, full, shade] = one;
          cell.className = shade;
          link.textContent = short;
          link.title = `${link.title.split(": ")[0]}: ${full}`;
        });
      });
      const [down, across] = means;
      const tops = table.tFoot?.rows[0];
      if (tops) {
        const end = (cell, own) => {
          const [text, full] = isLess || own == null ? ["", ""] : own;
          cell.textContent = text;
          cell.title = full;
        };
        [...table.tBodies[0].rows].forEach((row, r) => {
          end(row.cells[row.cells.length - 1], down[r]);
        });
        across.forEach((own, c) => {
          end(tops.cells[c + 1], own);
        });
      }
      key.replaceChildren(...shades.map(([name, text]) => element("span", name, text)), ` ${rest}`);
    }
    select.addEventListener("change", paint);
    less.addEventListener("change", paint);

    saved(figure).append(
      button("CSV", () => {
        const { rows, name } = shownLayer();
        csvFile(
          `${figure.querySelector("figcaption").textContent}: ${name}`,
          bare(...squaresOf(table, name, (_, r, c) => rows[r]?.[c]?.[1])),
        );
      }),
    );

    const drawer = element("div", "drawer");
    drawer.hidden = true;
    drawer.tabIndex = -1;
    drawer.setAttribute("role", "region");
    figure.append(drawer);
    let from;
    const shut = () => {
      drawer.hidden = true;
      from?.focus();
    };
    drawer.addEventListener("keydown", ({ key }) => key === "Escape" && shut());
    table.addEventListener("click", (event) => {
      const link = event.target.closest?.("td a");
      if (!link || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      from = link;
      const cell = link.parentElement;
      const [r, c] = [cell.parentElement.rowIndex - 1, cell.cellIndex - 1];
      const who = link.title.split(": ")[0];
      drawer.setAttribute("aria-label", who);
      const list = element("dl", "");
      for (const { name, rows } of layers)
        list.append(element("dt", "", name), element("dd", "", rows[r][c]?.[1] ?? ""));
      // A cell has a fold of its own, or one of very many rows of a table, which may be folded still.
      const isTold = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.matches(".cell") === true;
      const more = element("a", "", isTold ? words.values : words.row);
      more.href = link.getAttribute("href");
      const close = element("button", "", words.close);
      close.type = "button";
      close.addEventListener("click", shut);
      const id = decodeURIComponent(link.hash.slice(1));
      const asks = /^[\w.~+=-]+$/u.test(id) ? (words.asks ?? []) : [];
      const lines = asks.map(([what, command]) => {
        const line = element("p", "", `${what} `);
        line.append(element("code", "", command.replace("CELL", id)));
        return line;
      });
      drawer.replaceChildren(element("strong", "", who), list, ...lines, more, close);
      drawer.hidden = false;
      drawer.focus();
    });
  }

  // Parts are folded below the first screen: all of them open at once, for the eye, a search or paper.
  const parts = [...document.querySelectorAll("details.part")];
  if (parts.length > 0) {
    const line = element("li", "");
    const all = element("button", "", words.openAll);
    all.type = "button";
    all.addEventListener("click", () => {
      for (const part of parts) {
        unfold(part);
        for (const one of [part, ...part.querySelectorAll("details:not(.save)")]) one.open = true;
      }
    });
    line.append(all);
    document.querySelector("main > nav ul")?.append(line);
  }

  // A word that the page explains leads there where findings and heads of tables have it first, and says it when pointed at.
  const places = document.querySelectorAll(".lede, #findings li, main th");
  const terms = [...document.querySelectorAll("footer details dt")];
  // The longer first: "save modifier" is no "save".
  terms.sort((a, b) => b.textContent.length - a.textContent.length);
  for (const [i, term] of terms.entries()) {
    const form = escaped(term.textContent).replace(/(?<=\p{L}{2})s?(?!\p{L})/gu, "s?");
    const pattern = new RegExp(`(?<!\\p{L}|\\p{L}[-./])${form}(?!\\p{L}|[-./]\\p{L})`, "iu");
    const texts = [...places].flatMap((place) => [...place.childNodes].filter(({ nodeType }) => nodeType === 3));
    const text = texts.find(({ data }) => pattern.test(data));
    term.id = `word-${i}`;
    if (text === undefined) continue;
    const { index, 0: word } = pattern.exec(text.data);
    const link = element("a", "term", word);
    link.href = `#${term.id}`;
    link.title = term.nextElementSibling.textContent;
    const rest = text.splitText(index);
    rest.data = rest.data.slice(word.length);
    rest.before(link);
  }

  // A link to a cell opens it, wherever it is folded.
  function reveal() {
    let name;
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    if (name === "") return;
    for (const kept of document.querySelectorAll("details > noscript")) {
      if (document.getElementById(name)) break;
      const inside = document.createElement("template");
      inside.innerHTML = kept.textContent;
      if (inside.content.getElementById(name)) unfold(kept.parentElement);
    }
    const at = document.getElementById(name);
    for (let place = at; place; place = place.parentElement) {
      if (place.tagName !== "DETAILS") continue;
      unfold(place);
      place.open = true;
    }
    // A row that was folded when the address changed is no `:target`.
    for (const before of document.querySelectorAll("tr.shown")) before.classList.remove("shown");
    if (at?.tagName === "TR") at.classList.add("shown");
    at?.scrollIntoView(at.tagName === "TR" ? { block: "center" } : undefined);
  }
  addEventListener("hashchange", reveal);
  reveal();
})();
