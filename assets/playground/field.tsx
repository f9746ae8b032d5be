/** Every unit against every other: the strongest first, a cell a question away. */
import { useEffect, useState } from "preact/hooks";
import type { FieldCell, Named, Sheet } from "../../dist/playground/answer.js";
import type { Question } from "../../dist/playground/question.js";
import type { Words } from "../../dist/playground/words.js";
import type { Client } from "./client.js";
import { Exports } from "./exports.js";

interface Props {
  readonly client: Client;
  readonly lang: "en" | "fr";
  readonly words: Words;
  readonly question: Question;
  readonly kind: Sheet["kinds"][number] | undefined;
  /** Names of what a cell may tell: metrics of the last answer. */
  readonly metrics: readonly { readonly name: string; readonly label: string }[];
  readonly open: (question: Question) => void;
}

/** Units a side that are taken at first. */
const SOME = 10;

type Rows = Readonly<Record<string, readonly FieldCell[]>>;

/** The rows of a field, filling in one after the other. */
function useRows(
  props: Props,
  question: Question,
  attackers: readonly Named[],
  defenders: readonly Named[],
  measure: string | undefined,
  isOn: boolean,
) {
  const { client, lang } = props;
  const [rows, setRows] = useState<Rows>({});
  const key = JSON.stringify([question, attackers, defenders, measure, lang, isOn]);
  useEffect(() => {
    let isHere = true;
    setRows({});
    const fill = async () => {
      for (const { name } of isOn ? attackers : []) {
        if (!isHere) return;
        const own = await client.ask(
          lang,
          "field",
          question,
          name,
          defenders.map((unit) => unit.name),
          measure,
        );
        if (isHere) setRows((known) => ({ ...known, [name]: own }));
      }
    };
    void fill().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [key]);
  return rows;
}

const meanOf = (cells: readonly FieldCell[] | undefined): number => {
  const values = (cells ?? []).flatMap(({ told }) => told?.value ?? []);
  return values.length === 0 ? Number.NEGATIVE_INFINITY : values.reduce((sum, value) => sum + value, 0) / values.length;
};

export function Field(props: Props) {
  const { words, question, kind, metrics, open } = props;
  const [isAll, setAll] = useState(false);
  const [isDifference, setDifference] = useState(false);
  const [measure, setMeasure] = useState<string>();
  const attackers = (kind?.attackers ?? []).slice(0, isAll ? undefined : SOME);
  const defenders = (kind?.defenders ?? []).slice(0, isAll ? undefined : SOME);
  const base = { ...question, changes: {} };
  const isChanged = Object.keys(question.changes).length > 0;
  const rows = useRows(props, question, attackers, defenders, measure, true);
  const without = useRows(props, base, attackers, defenders, measure, isDifference && isChanged);
  if (attackers.length === 0 || defenders.length === 0) return <p class="wait">{words.noField}</p>;

  const sorted = attackers.toSorted((a, b) => meanOf(rows[b.name]) - meanOf(rows[a.name]));
  const all = Object.values(rows).flatMap((cells) => cells.flatMap(({ told }) => told?.value ?? []));
  const most = Math.max(1e-9, ...all);
  const columnMean = (i: number) => meanOf(Object.values(rows).flatMap((cells) => cells[i] ?? []));
  const order = [...defenders.keys()].sort((a, b) => columnMean(b) - columnMean(a));
  const heat = (value: number) => `h${Math.max(0, Math.min(8, Math.round((value / most) * 8)))}`;
  const shown = (cell: FieldCell, was: FieldCell | undefined) => {
    if (!isDifference || !isChanged) return cell.told?.text ?? "–";
    if (cell.told === undefined || was?.told === undefined) return cell.told?.text ?? "–";
    const by = cell.told.value - was.told.value;
    const scaled = cell.told.isChance ? by * 100 : by;
    return `${by > 0 ? "+" : by < 0 ? "−" : ""}${Math.abs(scaled).toFixed(cell.told.isChance ? 1 : 2)}`;
  };
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
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ name, label }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {order.map((i) => {
                  const cell = rows[name]?.[i];
                  const defender = defenders[i]!;
                  return (
                    <td key={defender.name} class={cell?.told ? heat(cell.told.value) : ""}>
                      {cell && (
                        <button
                          type="button"
                          title={cell.why ?? `${label} – ${defender.label}`}
                          onClick={() => open({ ...question, attacker: name, defender: defender.name })}
                        >
                          {shown(cell, without[name]?.[i])}
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
      <Exports
        words={words}
        name={`${question.ruleset}-${question.kind}`}
        files={() =>
          props.client.ask(props.lang, "exportedField", question, {
            metric: measure ?? words.headline,
            down: words.attacker,
            across: words.defender,
            attackers: sorted,
            defenders: order.map((i) => defenders[i]!),
            cells: sorted.map(({ name }) => order.map((i) => rows[name]?.[i])),
          })
        }
      />
    </section>
  );
}
