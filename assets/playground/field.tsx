/** Every unit against every other: the strongest first, a cell a question away. */
import { useEffect, useState } from "preact/hooks";
import type { FieldCell, OfferedUnit, Sheet, ToldNumber } from "../../dist/playground/answer.js";
import { changed, type Query } from "../../dist/playground/question.js";
import type { PageWords } from "../../dist/playground/words.js";
import { shadesOf } from "../../dist/report/heat.js";
import { Aside } from "./aside.js";
import type { Client } from "./client.js";
import { Exports } from "./exports.js";

interface Props {
  readonly client: Client;
  readonly lang: "en" | "fr";
  readonly words: PageWords;
  readonly question: Query;
  readonly kind: Sheet["kinds"][number] | undefined;
  /** Names of what a cell may tell: metrics of the last answer. */
  readonly metrics: readonly { readonly name: string; readonly label: string }[];
  readonly open: (question: Query) => void;
  /** Asks without leaving the field. */
  readonly ask: (question: Query) => void;
}

/** What a cell tells beside metrics: the points that a hundred of the attacker's take out. */
const BY_POINTS = "points";
/** Points go from one to so many times those of the catalogue. */
const DEARER = 3;

/** Units a side that are taken at first. */
const SOME = 10;

type Rows = Readonly<Record<string, readonly FieldCell[]>>;
const NO_ROWS: Rows = {};

/** The rows of a field, filling in one after the other. */
function useRows(
  props: Props,
  question: Query,
  attackers: readonly OfferedUnit[],
  defenders: readonly OfferedUnit[],
  measure: string | undefined,
  isOn: boolean,
) {
  const { client, lang } = props;
  const [filled, setFilled] = useState<{ readonly key: string; readonly rows: Rows }>({ key: "", rows: NO_ROWS });
  const key = JSON.stringify([question, attackers, defenders, measure, lang, isOn]);
  useEffect(() => {
    let isHere = true;
    setFilled({ key, rows: NO_ROWS });
    const fill = async () => {
      for (const { name } of isOn ? attackers : []) {
        if (!isHere) return;
        const targets = defenders.map((unit) => unit.name);
        // A row that fails is one whose cells say why, so that those after it come all the same.
        const own = await client
          .ask(lang, "field", question, name, targets, measure)
          .catch(({ message }: Error): FieldCell[] => targets.map(() => ({ why: message })));
        if (isHere) setFilled(({ rows }) => ({ key, rows: { ...rows, [name]: own } }));
      }
    };
    void fill();
    return () => {
      isHere = false;
    };
  }, [key]);
  // Until the first row of what is asked now has come, there are none: not those of what was asked before.
  return filled.key === key ? filled.rows : NO_ROWS;
}

const pointsPath = (unit: string): string => `units.${unit}.points`;

/** The question without the points of units: no number but those by points moves with them. */
const withoutPoints = ({ changes, ...question }: Query): Query => ({
  ...question,
  changes: Object.fromEntries(Object.entries(changes).filter(([path]) => !/^units\.[^.]+\.points$/.test(path))),
});

const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NEGATIVE_INFINITY : values.reduce((sum, value) => sum + value, 0) / values.length;

export function Field(props: Props) {
  const { words, lang, question, kind, metrics, open, ask } = props;
  const [isAll, setAll] = useState(false);
  const [isDifference, setDifference] = useState(false);
  const [measure, setMeasure] = useState<string>();
  /** Points of a unit while they are dragged. */
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({});
  const attackers = (kind?.attackers ?? []).slice(0, isAll ? undefined : SOME);
  const defenders = (kind?.defenders ?? []).slice(0, isAll ? undefined : SOME);
  const plain = withoutPoints(question);
  const isChanged = Object.keys(question.changes).length > 0;
  const rows = useRows(props, plain, attackers, defenders, measure, true);
  const isOtherwise = Object.keys(plain.changes).length > 0;
  const others = useRows(props, { ...plain, changes: {} }, attackers, defenders, measure, isDifference && isOtherwise);
  const without = isOtherwise ? others : rows;
  if (attackers.length === 0 || defenders.length === 0) return <p class="wait">{words.noField}</p>;

  const hasPoints = [...attackers, ...defenders].every(({ points }) => points !== undefined);
  const isByPoints = measure === BY_POINTS;
  const asked = ({ name, points = 1 }: OfferedUnit): number => Number(question.changes[pointsPath(name)] ?? points);
  const live = (unit: OfferedUnit): number => dragged[unit.name] ?? asked(unit);
  /** The value of a cell when its units have these points. */
  const worthOf = (told: ToldNumber, attacker: OfferedUnit, defender: OfferedUnit, points: typeof live): number =>
    isByPoints
      ? (told.value * (points(defender) / defender.points!)) / (points(attacker) / attacker.points!)
      : told.value;
  const value = (attacker: OfferedUnit, i: number, points: typeof live): number[] => {
    const told = rows[attacker.name]?.[i]?.told;
    return told ? [worthOf(told, attacker, defenders[i]!, points)] : [];
  };
  const columns = [...defenders.keys()];
  // Rows and columns stay in their places while points are dragged.
  const strength = new Map(attackers.map((own) => [own, mean(columns.flatMap((i) => value(own, i, asked)))]));
  const sorted = attackers.toSorted((a, b) => strength.get(b)! - strength.get(a)!);
  const suffered = columns.map((i) => mean(attackers.flatMap((own) => value(own, i, asked))));
  const order = columns.toSorted((a, b) => suffered[b]! - suffered[a]!);
  // Who cannot do what is asked has no rank.
  const able = attackers.filter((own) => columns.some((i) => rows[own.name]?.[i]?.told));
  const targets = defenders.filter((_, i) => able.some((own) => rows[own.name]?.[i]?.told));
  const unable = attackers.filter((own) => !able.includes(own));
  const come = attackers.filter(({ name }) => rows[name] !== undefined).length;
  const inAll = kind?.attackers.length ?? 0;
  const decimals = (own: number, digits: number) =>
    own.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const isChange = isDifference && isChanged;
  /** What a cell shows: a number, or by how much it differs. */
  const shown = (attacker: OfferedUnit, i: number): { readonly value: number; readonly text: string } | undefined => {
    const told = rows[attacker.name]?.[i]?.told;
    const was = without[attacker.name]?.[i]?.told;
    if (told === undefined || (isChange && was === undefined)) return undefined;
    const now = worthOf(told, attacker, defenders[i]!, live);
    if (!isChange) return { value: now, text: isByPoints ? decimals(now, 1) : told.text };
    // Those of the catalogue are at its points.
    const by = (now - was!.value) * (told.isChance ? 100 : 1);
    const sign = by > 0 ? "+" : by < 0 ? "−" : "";
    return { value: by, text: `${sign}${decimals(Math.abs(by), told.isChance || isByPoints ? 1 : 2)}` };
  };
  const all = attackers.flatMap((own) => columns.flatMap((i) => shown(own, i) ?? []));
  const texts = new Map(all.map(({ value, text }) => [value, text]));
  const read = (value: number) => texts.get(value) ?? "";
  const even = isByPoints
    ? undefined
    : attackers.flatMap((own) => rows[own.name]?.flatMap((cell) => cell.even ?? []) ?? [])[0];
  const shades = shadesOf(
    all.map(({ value }) => value),
    read,
    isChange ? 0 : even,
  );
  const price = (unit: OfferedUnit) =>
    isByPoints && unit.points !== undefined ? (
      <Price
        points={live(unit)}
        base={unit.points}
        name={words.pointsOf(unit.label)}
        drag={(points) => setDragged((all) => ({ ...all, [unit.name]: points }))}
        put={(points) => {
          setDragged(({ [unit.name]: _, ...others }) => others);
          ask(changed(question, pointsPath(unit.name), points === unit.points ? undefined : String(points)));
        }}
      />
    ) : null;
  return (
    <section class="card field" aria-label={words.views.field}>
      <div class="acts">
        <label class="metric">
          <span>{words.metric}</span>
          <select value={measure ?? ""} onChange={(event) => setMeasure(event.currentTarget.value || undefined)}>
            <option value="">{words.headline}</option>
            {metrics.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
            {hasPoints && <option value={BY_POINTS}>{words.byPoints}</option>}
          </select>
        </label>
        <label class="yes-no">
          <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} />
          <span>{words.allUnits}</span>
        </label>
        <label class="yes-no">
          <input
            type="checkbox"
            disabled={!isChanged}
            checked={isDifference && isChanged}
            onChange={() => setDifference(!isDifference)}
          />
          <span>{words.difference}</span>
        </label>
      </div>
      <div class="scroll grid">
        <table>
          <caption>{words.fieldCaption}</caption>
          <thead>
            <tr>
              <td />
              {order.map((i) => (
                <th scope="col" key={defenders[i]!.name}>
                  {defenders[i]!.label}
                  {price(defenders[i]!)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((attacker) => (
              <tr key={attacker.name}>
                <th scope="row">
                  {attacker.label}
                  {price(attacker)}
                </th>
                {order.map((i) => {
                  const cell = rows[attacker.name]?.[i];
                  const defender = defenders[i]!;
                  const number = shown(attacker, i);
                  return (
                    <td key={defender.name} class={number ? shades.of(number.value) : ""}>
                      {cell && (
                        <button
                          type="button"
                          title={cell.why ?? `${attacker.label} – ${defender.label}`}
                          onClick={() => open({ ...question, attacker: attacker.name, defender: defender.name })}
                        >
                          {number?.text ?? "–"}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="key">
        {shades.classes.map(({ shade, least, most }) => (
          <span class={shade} key={shade}>
            {read(least) === read(most) ? read(most) : words.range(read(least), read(most))}
          </span>
        ))}
      </p>
      <Aside
        title={words.rank}
        begin={words.rankBegin}
        hint={words.rankHint}
        wait={words.rankWait}
        missing={come < attackers.length ? words.rankMissing(come, attackers.length) : undefined}
        about={JSON.stringify([question, attackers, defenders, measure, lang])}
        lead={words.rankedOf(
          able.length,
          attackers.length,
          inAll,
          unable.map(({ label }) => label),
        )}
        ask={(client) => client.ask(lang, "rank", question, able, targets, measure)}
        {...{ words }}
      />
      <Exports
        words={words}
        name={`${question.ruleset}-${question.kind}`}
        files={() =>
          props.client.ask(props.lang, "exportedField", question, {
            metric: isByPoints ? words.byPoints : (measure ?? words.headline),
            down: words.attacker,
            across: words.defender,
            attackers: sorted,
            defenders: order.map((i) => defenders[i]!),
            cells: sorted.map((attacker) =>
              order.map((i): FieldCell | undefined => {
                const cell = rows[attacker.name]?.[i];
                const [own] = value(attacker, i, asked);
                return cell?.told && isByPoints && own !== undefined
                  ? { told: { value: own, text: decimals(own, 1), isChance: false } }
                  : cell;
              }),
            ),
          })
        }
      />
    </section>
  );
}

interface Priced {
  readonly points: number;
  readonly base: number;
  readonly name: string;
  readonly drag: (points: number) => void;
  readonly put: (points: number) => void;
}

/** The points of a unit, dragged, or moved by keys. */
function Price({ points, base, name, drag, put }: Priced) {
  const read = (event: { readonly currentTarget: HTMLInputElement }) => Number(event.currentTarget.value);
  return (
    <label class="price">
      <input
        type="range"
        min={1}
        max={Math.ceil(base * DEARER)}
        value={points}
        aria-label={name}
        onInput={(event) => drag(read(event))}
        onChange={(event) => put(read(event))}
      />
      <output class={points === base ? "" : "changed"}>{points}</output>
    </label>
  );
}
