/**
 * A map of all pairs: zoomed, filtered, sorted, walked by the keyboard; beside it the chosen row or column as a table. It
 * draws what is seen and no more, so that a million pairs are as quick as twenty.
 */
(() => {
  const lang = document.documentElement.lang;
  const fill = (text, ...values) => values.reduce((done, value) => done.replace("{}", () => value), text);
  const MEASURES = ["points", "each", "models", "wounds", "destroyed", "lost"];
  const SHADES = ["h0", "h1", "h2", "h3", "h4", "h5"];
  /** Squares in pixels: names stand beside them from the second on, numbers in them from the third. All of a strip is less. */
  const SIZES = { least: 0.25, named: 10, numbered: 38, most: 64, strip: 60 };
  /** What a table has room for. */
  const COLUMNS = ["points", "each", "models", "destroyed"];
  const TABLE_ROWS = 15;

  function element(name, className = "", text = "") {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    made.textContent = text;
    return made;
  }
  function numbersOf(letters) {
    const bytes = atob(letters);
    const values = new Uint16Array(bytes.length / 2);
    for (let i = 0; i < values.length; i++) values[i] = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
    return values;
  }
  const [plain, fine] = [1, 2].map(
    (digits) => new Intl.NumberFormat(lang, { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  );
  const whole = new Intl.NumberFormat(lang);
  /** What is not nothing does not read 0. */
  function textOf(value, measure) {
    const [shown, sign] = measure === "destroyed" ? [value * 100, " %"] : [value, ""];
    if (shown === 0) return `0${sign}`;
    if (shown < (sign === "" ? 0.005 : 0.05)) return `~0${sign}`;
    return `${(sign === "" && shown < 1 ? fine : plain).format(shown)}${sign}`;
  }

  function draw(figure) {
    const { rows, columns, views, words } = JSON.parse(figure.querySelector("script").textContent);
    const layers = figure.querySelectorAll("script[type='text/plain']");
    figure.querySelector("noscript").remove();
    for (const view of views)
      for (const { measures, chosen } of view.meetings)
        for (const packed of [...measures, chosen]) packed.values = numbersOf(layers[packed.data].textContent);

    const isTurn = views.some(({ meetings }) => meetings.some(({ measures: [, , , lost] }) => lost.most > 0));
    const told = MEASURES.filter((name) => name !== "lost" || isTurn);

    // What is shown.
    let [view, meeting, measure] = [views[0], 0, "points"];
    let [down, across] = [rows.map((_, i) => i), columns.map((_, i) => i)];
    /** The chosen pair, as places among those shown; the corner that is seen, in squares; the size of a square. */
    const at = { row: 0, column: 0 };
    const corner = { row: 0, column: 0 };
    let size = 0;
    /** What stands beside the map: who answers whom, whom each should attack, or the chosen row or column. */
    let beside = "answers";
    let isDrawn = false;

    /** The attacker of a pair, with the profiles that are best at the target. */
    function attackerAt(row, column) {
      const [label] = view.isMine ? rows[row] : columns[column];
      const { names, values } = view.meetings[meeting].chosen;
      const name = names[values[placeOf(row, column)] ?? 0];
      return name === "" ? label : `${label} (${name})`;
    }
    /** A number of a pair, rows being mine whoever attacks. */
    const placeOf = (row, column) => (view.isMine ? row * columns.length + column : column * rows.length + row);
    function numberAt(row, column, what = measure) {
      const { measures } = view.meetings[meeting];
      const [wounds, models, destroyed, lost] = measures;
      const place = placeOf(row, column);
      const of = ({ values, most }) => (most === 0 ? 0 : (values[place] * most) / 65_535);
      if (what === "wounds") return of(wounds);
      if (what === "models") return of(models);
      if (what === "destroyed") return of(destroyed);
      const [attacker, target] = view.isMine ? [rows[row], columns[column]] : [columns[column], rows[row]];
      // Of the attacker's own points.
      if (what === "lost") return (of(lost) * attacker[1]) / attacker[2];
      const points = (of(wounds) * target[1]) / target[2];
      return what === "points" ? points : attacker[1] > 0 ? (100 * points) / attacker[1] : 0;
    }

    /** Bounds of shades: as many numbers in each. */
    let bounds = [];
    function shade(value) {
      if (value === 0) return 0;
      let step = 1;
      while (step < 5 && value > bounds[step - 1]) step++;
      return step;
    }
    function layer() {
      const some = [];
      const every = Math.max(1, Math.floor((rows.length * columns.length) / 40_000));
      for (let place = 0; place < rows.length * columns.length; place += every) {
        const value = numberAt(Math.floor(place / columns.length), place % columns.length);
        if (value > 0) some.push(value);
      }
      some.sort((a, b) => a - b);
      bounds = [0.2, 0.4, 0.6, 0.8, 1].map((part) => some[Math.max(0, Math.ceil(part * some.length) - 1)] ?? 0);
      const range = (step) => (step === 0 ? "0" : `≤ ${textOf(bounds[step - 1], measure)}`);
      // A shade that no number has: of fewer numbers than shades some bounds are the same.
      const isUsed = (step) => step === 0 || bounds[step - 1] > (bounds[step - 2] ?? 0);
      key.replaceChildren(...SHADES.flatMap((name, step) => (isUsed(step) ? element("span", name, range(step)) : [])));
    }

    // Controls.
    const bar = element("div", "tools");
    function choice(name, options, act) {
      const select = element("select");
      select.setAttribute("aria-label", name);
      select.title = name;
      for (const [value, text] of options) select.append(new Option(text, value));
      select.addEventListener("change", () => act(select.value));
      if (options.length > 1) bar.append(select);
      return select;
    }
    choice(
      words.view,
      views.map(({ isMine }, i) => [i, isMine ? words.mine : words.theirs]),
      (value) => {
        view = views[value];
        order();
      },
    );
    choice(
      words.meeting,
      views[0].meetings.map(({ name }, i) => [i, name]),
      (value) => {
        meeting = Number(value);
        order();
      },
    );
    choice(
      words.measure,
      told.map((name) => [name, words.measures[name]]),
      (value) => {
        measure = value;
        order();
      },
    );
    let sort = "most";
    const sorting = choice(words.sort, Object.entries(words.sorts), (value) => {
      sort = value;
      order();
    });
    sorting.value = sort;
    const filters = [words.rows, words.columns].map((name) => {
      const input = element("input");
      input.type = "search";
      input.placeholder = name;
      input.setAttribute("aria-label", name);
      input.addEventListener("input", () => order());
      bar.append(input);
      return input;
    });
    const press = (text, name, act) => {
      const button = element("button", "", text);
      button.type = "button";
      button.title = name;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", act);
      bar.append(button);
    };
    press("+", words.zoomIn, () => zoom(1.5));
    press("−", words.zoomOut, () => zoom(1 / 1.5));
    press("⤢", words.fit, () => {
      fitted();
      paint();
    });

    const canvas = element("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", words.map);
    const said = element("p", "said");
    said.setAttribute("aria-live", "polite");
    const key = element("p", "key");
    const box = element("div", "canvas");
    box.append(canvas, said, key);
    const side = element("div");
    const picked = element("select");
    picked.setAttribute("aria-label", words.table);
    for (const [value, text] of Object.entries(words.tables)) picked.append(new Option(text, value));
    picked.addEventListener("change", () => {
      beside = picked.value;
      tell();
    });
    const table = element("div", "table");
    side.append(picked, table);
    const both = element("div", "both");
    both.append(box, side);
    figure.append(bar, both);

    /** Which rows and columns are shown, and in which order. */
    function order() {
      const cursor = [down[at.row], across[at.column]];
      const wanted = filters.map(({ value }) => value.toLowerCase().split(/\s+/));
      const kept = (ends, of) =>
        ends.map((_, i) => i).filter((i) => of.every((word) => ends[i][0].toLowerCase().includes(word)));
      down = kept(rows, wanted[0]);
      across = kept(columns, wanted[1]);
      const by = (own, score) => {
        const scores = new Map(own.map((i) => [i, score(i)]));
        own.sort((a, b) => scores.get(b) - scores.get(a) || a - b);
      };
      const sum = (own, of) => own.reduce((all, i) => all + of(i), 0);
      if (sort === "name") {
        down.sort((a, b) => rows[a][0].localeCompare(rows[b][0], lang));
        across.sort((a, b) => columns[a][0].localeCompare(columns[b][0], lang));
      } else if (sort === "most") {
        by(down, (row) => sum(across, (column) => numberAt(row, column)));
        by(across, (column) => sum(down, (row) => numberAt(row, column)));
      } else if (sort === "cursor" && cursor[0] !== undefined && cursor[1] !== undefined) {
        by(down, (row) => numberAt(row, cursor[1]));
        by(across, (column) => numberAt(cursor[0], column));
      }
      // What was chosen stays so; at first that is the corner.
      at.row = isDrawn ? Math.max(0, down.indexOf(cursor[0])) : 0;
      at.column = isDrawn ? Math.max(0, across.indexOf(cursor[1])) : 0;
      isDrawn = true;
      layer();
      fitted();
      paint();
      tell();
    }

    // The picture.
    const names = () => [Math.min(170, canvas.clientWidth * 0.32), 105];
    const edges = () => (size < SIZES.named ? [0, 0] : names());
    /** The largest squares at which all is seen, without names where they would not be read; of a thin strip a part is seen. */
    function fitted() {
      const most = Math.min(512, innerHeight * 0.7);
      const room = ([left, top], high) =>
        Math.min((canvas.clientWidth - left) / Math.max(1, across.length), (high - top) / Math.max(1, down.length));
      const named = room(names(), most);
      size = Math.min(SIZES.most, named >= SIZES.named ? named : Math.min(SIZES.named - 0.01, room([0, 0], most)));
      const few = Math.max(1, Math.min(down.length, across.length));
      if (size < SIZES.named && size * few < SIZES.strip) size = Math.min(24, 200 / few);
      canvas.style.height = `${Math.ceil(Math.max(Math.min(size * down.length + edges()[1], most), 120))}px`;
      [corner.row, corner.column] = [0, 0];
      reveal();
    }
    const seen = () => {
      const [left, top] = edges();
      return [(canvas.clientHeight - top) / size, (canvas.clientWidth - left) / size];
    };
    function bound() {
      const [high, wide] = seen();
      corner.row = Math.max(0, Math.min(corner.row, down.length - high));
      corner.column = Math.max(0, Math.min(corner.column, across.length - wide));
    }
    /** @param x where it stays still, in squares among those shown; the chosen one when left out */
    function zoom(factor, x = at.column + 0.5, y = at.row + 0.5) {
      const [high, wide] = seen();
      const parts = [(y - corner.row) / high, (x - corner.column) / wide].map((part) =>
        part < 0 || part > 1 ? 0.5 : part,
      );
      size = Math.max(SIZES.least, Math.min(SIZES.most, size * factor));
      const [higher, wider] = seen();
      corner.row = y - parts[0] * higher;
      corner.column = x - parts[1] * wider;
      bound();
      paint();
    }
    function reveal() {
      const [high, wide] = seen();
      corner.row = Math.min(Math.max(corner.row, at.row + 1 - high), at.row);
      corner.column = Math.min(Math.max(corner.column, at.column + 1 - wide), at.column);
      bound();
    }
    let isDue = false;
    function paint() {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        painted();
      });
    }
    function painted() {
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      const scale = devicePixelRatio || 1;
      [canvas.width, canvas.height] = [width * scale, height * scale];
      const style = getComputedStyle(document.documentElement);
      const colour = (name) => style.getPropertyValue(`--crible-${name}`).trim();
      const shades = SHADES.map(colour);
      const pen = canvas.getContext("2d");
      pen.scale(scale, scale);
      const [left, top] = edges();
      pen.save();
      pen.beginPath();
      pen.rect(left, top, width - left, height - top);
      pen.clip();
      // Of squares below a pixel the largest of a block is drawn.
      const step = Math.max(1, Math.ceil(1 / size));
      const gap = size > 6 ? 1 : 0;
      const [firstRow, firstColumn] = [Math.floor(corner.row), Math.floor(corner.column)];
      const [high, wide] = seen();
      const last = [Math.min(down.length, corner.row + high + 1), Math.min(across.length, corner.column + wide + 1)];
      pen.font = `${size < 13 ? 10 : 12}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      for (let r = firstRow; r < last[0]; r += step)
        for (let c = firstColumn; c < last[1]; c += step) {
          let most = 0;
          for (let i = r; i < Math.min(r + step, down.length); i++)
            for (let j = c; j < Math.min(c + step, across.length); j++)
              most = Math.max(most, numberAt(down[i], across[j]));
          const own = shade(most);
          // From pixel to pixel, so that no seam shows between squares.
          const [x, y, right, bottom] = [
            left + (c - corner.column) * size,
            top + (r - corner.row) * size,
            left + (c + step - corner.column) * size,
            top + (r + step - corner.row) * size,
          ].map((edge) => Math.round(edge * scale) / scale);
          pen.fillStyle = shades[own];
          pen.fillRect(x, y, right - x - gap, bottom - y - gap);
          if (size < SIZES.numbered) continue;
          pen.fillStyle = colour(own > 3 ? "ground" : "ink");
          pen.fillText(textOf(most, measure), x + size / 2, y + size / 2);
        }
      if (down.length > 0 && across.length > 0) {
        pen.strokeStyle = colour("two");
        pen.lineWidth = 2;
        const wide = Math.max(5, size);
        pen.strokeRect(
          left + (at.column + 0.5 - corner.column) * size - wide / 2,
          top + (at.row + 0.5 - corner.row) * size - wide / 2,
          wide,
          wide,
        );
      }
      pen.restore();
      if (left > 0) {
        pen.fillStyle = colour("ink");
        pen.textAlign = "right";
        const clipped = (text, room) => {
          let own = text;
          while (own.length > 3 && pen.measureText(own).width > room) own = `${own.slice(0, -2)}…`;
          return own;
        };
        for (let r = firstRow; r < last[0]; r++) {
          const y = top + (r + 0.5 - corner.row) * size;
          if (y > top) pen.fillText(clipped(rows[down[r]][0], left - 8), left - 5, y);
        }
        pen.textAlign = "left";
        for (let c = firstColumn; c < last[1]; c++) {
          const x = left + (c + 0.5 - corner.column) * size;
          if (x < left) continue;
          pen.save();
          pen.translate(x, top - 5);
          pen.rotate(-Math.PI / 3);
          pen.fillText(clipped(columns[across[c]][0], top * 1.05), 0, 0);
          pen.restore();
        }
      }
      canvas.style.touchAction = high < down.length ? "none" : "pan-y";
    }

    // What is chosen, in words, and as a table.
    const sayPair = (row, column) => {
      const names = view.isMine
        ? [attackerAt(row, column), columns[column][0]]
        : [attackerAt(row, column), rows[row][0]];
      const numbers = told.map((name) => `${words.measures[name]} ${textOf(numberAt(row, column, name), name)}`);
      return `${fill(words.against, ...names)}: ${numberAt(row, column, "wounds") === 0 ? words.none : numbers.join(", ")}`;
    };
    /** The pair of an attacker and a target, by their places in the lists. */
    const pairOf = (attacker, target) => (view.isMine ? [attacker, target] : [target, attacker]);
    /** The lines of the table: a name, the pair that it is of, numbers. */
    function linesOf() {
      const [attackers, targets] = view.isMine ? [down, across] : [across, down];
      const [from, to] = view.isMine ? [rows, columns] : [columns, rows];
      const each = (attacker, target) =>
        numberAt(...pairOf(attacker, target), "each") || numberAt(...pairOf(attacker, target), "points");
      const best = (some, score) => some.reduce((a, b) => (score(b) > score(a) ? b : a), some[0]);
      if (beside === "answers")
        return targets
          .filter((own) => to[own][1] > 0)
          .map((target) => {
            const answer = best(attackers, (own) => each(own, target));
            const value = each(answer, target);
            return [
              to[target][0],
              pairOf(answer, target),
              value === 0 ? ["–", "–"] : [attackerAt(...pairOf(answer, target)), textOf(value)],
              value,
            ];
          });
      if (beside === "picks")
        return attackers.map((attacker) => {
          const { picks } = view.meetings[meeting];
          const target = picks?.[attacker] ?? best(targets, (own) => numberAt(...pairOf(attacker, own), "points"));
          const worth =
            targets.reduce((sum, own) => sum + numberAt(...pairOf(attacker, own), "each"), 0) / targets.length;
          const isInapplicable = target === -1 || numberAt(...pairOf(attacker, target), "points") === 0;
          return [
            from[attacker][0],
            pairOf(attacker, isInapplicable ? targets[0] : target),
            [isInapplicable ? "–" : to[target][0], textOf(worth)],
            -worth,
          ];
        });
      const [row, column] = [down[at.row], across[at.column]];
      const isOfRow = beside === "row";
      return (isOfRow ? across : down).map((i) => {
        const pair = isOfRow ? [row, i] : [i, column];
        return [
          (isOfRow ? columns : rows)[i][0],
          pair,
          COLUMNS.map((own) => textOf(numberAt(...pair, own), own)),
          -numberAt(...pair),
        ];
      });
    }
    function tell() {
      const [row, column] = [down[at.row], across[at.column]];
      picked.value = beside;
      if (row === undefined || column === undefined) {
        said.textContent = fill(
          words.shown,
          ...[down, across, rows, columns].map(({ length }) => whole.format(length)),
        );
        table.replaceChildren();
        return;
      }
      said.textContent = sayPair(row, column);
      const isPair = beside === "row" || beside === "column";
      const name = beside === "row" ? rows[row][0] : columns[column][0];
      const lines = linesOf().sort((a, b) => a[3] - b[3]);
      const made = element("table", isPair ? "" : "w2");
      const text = isPair
        ? fill((beside === "row") === view.isMine ? words.ofRow : words.ofColumn, name)
        : words.tables[beside];
      const rest = lines.length > TABLE_ROWS ? `, ${fill(words.rest, TABLE_ROWS, whole.format(lines.length))}` : "";
      made.createCaption().textContent = `${text}${rest}`;
      const head = made.createTHead().insertRow();
      const heads = isPair ? [words.name, ...COLUMNS.map((own) => words.short[own])] : words.heads[beside];
      for (const text of heads) head.append(element("th", "", text));
      const body = made.createTBody();
      for (const [name, pair, texts] of lines.slice(0, TABLE_ROWS)) {
        const line = body.insertRow();
        const button = element("button", "", name);
        button.type = "button";
        button.addEventListener("click", () => {
          at.row = Math.max(0, down.indexOf(pair[0]));
          at.column = Math.max(0, across.indexOf(pair[1]));
          reveal();
          paint();
          said.textContent = sayPair(...pair);
        });
        const end = element("th");
        end.append(button);
        line.append(end);
        for (const own of texts) line.insertCell().textContent = own;
      }
      table.replaceChildren(made);
    }
    function choose(row, column) {
      at.row = Math.max(0, Math.min(row, down.length - 1));
      at.column = Math.max(0, Math.min(column, across.length - 1));
      if (beside !== "column") beside = "row";
      reveal();
      paint();
      tell();
    }

    // The keyboard and the pointer.
    canvas.addEventListener("keydown", (event) => {
      const [high, wide] = seen().map((n) => Math.max(1, Math.floor(n) - 1));
      const steps = {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        PageUp: [-high, 0],
        PageDown: [high, 0],
        Home: [0, -Infinity],
        End: [0, Infinity],
      };
      const step = steps[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (step !== undefined)
        choose(at.row + step[0] * (event.shiftKey ? high : 1), at.column + step[1] * (event.shiftKey ? wide : 1));
      else if (event.key === "+" || event.key === "=") zoom(1.5);
      else if (event.key === "-") zoom(1 / 1.5);
      else if (event.key === "0") {
        fitted();
        paint();
      } else if (event.key === "Enter") {
        const names = Object.keys(words.tables);
        beside = names[(names.indexOf(beside) + 1) % names.length];
        tell();
      } else return;
      event.preventDefault();
    });
    /** The pair below a pointer, in squares. */
    const below = ({ offsetX, offsetY }) => {
      const [left, top] = edges();
      return [corner.row + (offsetY - top) / size, corner.column + (offsetX - left) / size];
    };
    let held;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.offsetX, y: event.offsetY, ...corner, isDrag: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (held === undefined) {
        const [row, column] = below(event).map(Math.floor);
        if (down[row] !== undefined && across[column] !== undefined)
          said.textContent = sayPair(down[row], across[column]);
        return;
      }
      const [x, y] = [event.offsetX - held.x, event.offsetY - held.y];
      held.isDrag ||= Math.hypot(x, y) > 4;
      if (!held.isDrag) return;
      corner.row = held.row - y / size;
      corner.column = held.column - x / size;
      bound();
      paint();
    });
    const release = (event) => {
      if (held !== undefined && !held.isDrag && event.type === "pointerup") {
        const [row, column] = below(event).map(Math.floor);
        if (down[row] !== undefined && across[column] !== undefined) choose(row, column);
      }
      held = undefined;
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => {
      if (held === undefined && down[at.row] !== undefined && across[at.column] !== undefined)
        said.textContent = sayPair(down[at.row], across[at.column]);
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const [row, column] = below(event);
        zoom(event.deltaY < 0 ? 1.25 : 0.8, column, row);
      },
      { passive: false },
    );
    canvas.addEventListener("dblclick", (event) => {
      const [row, column] = below(event);
      zoom(2, column, row);
    });
    let width = 0;
    new ResizeObserver(() => {
      if (width === canvas.clientWidth) return;
      width = canvas.clientWidth;
      fitted();
      paint();
    }).observe(canvas);
    new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    order();
  }
  for (const figure of document.querySelectorAll("figure.map")) draw(figure);
})();
