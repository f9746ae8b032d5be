import { basename, dirname } from "node:path";
import type { Command } from "commander";
import type { LeftOut, SheetRead } from "../rulesets/roster.ts";
import { said, type Text } from "../rulesets/said.ts";
import { type Army, readArmies } from "../scenario/roster/open.ts";
import { armyText } from "../scenario/roster/write.ts";
import { MAX_BYTES } from "../scenario/source.ts";
import { writeFiles } from "./files.ts";
import { namesOf, type RunFlags, withLanguage } from "./options.ts";
import { readingLine } from "./progress.ts";
import { inSpoken, print, printFolded, say } from "./streams.ts";

export function addImport(program: Command): void {
  withLanguage(program.command("import"))
    .description("Make units from an army list, or from the datasheets of a catalogue.")
    .argument(
      "<file...>",
      ".rosz, .ros, or JSON of a list builder; an address with #/listforge/; BattleScribe catalogues (.cat)",
    )
    .option(
      "--out <file>",
      "write the units into this YAML file, and print what was understood (default: print the YAML)",
    )
    .option(
      "--units <names>",
      'with catalogues: datasheets by name, with options: "Line Squad + Beam gun + 9 Trooper,Walker*" (default: all)',
      namesOf,
    )
    .option("--json", "print everything as JSON")
    .addHelpText(
      "after",
      `
What is read stays on this machine: nothing is sent anywhere. An ability in words becomes fields where it always holds, and a
modifier set where it depends on something. Every other ability is listed, and stands as a comment above its unit.

Examples:
  crible import my-army.rosz --out my-army.yaml
  crible import my-army.rosz > my-army.yaml
  crible import "Some Faction.cat" --units "Line Squad,Walker*" --out units.yaml`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const { out, units, json, lang } = command.optsWithGlobals() as RunFlags & { readonly units?: readonly string[] };
      const { tell, stop } = readingLine(false, lang);
      const army = await readArmies(files, { ...(units && { units }), onRead: tell }).finally(stop);
      if (json) {
        await print(`${JSON.stringify(army, null, 2)}\n`);
        return;
      }
      const head = inSpoken(
        said`Made by crible import of ${[army.name, ...files].join(", ")}. Build on it with extends: or edit it.`,
      );
      const isReadable = (content: string) => Buffer.byteLength(content) <= MAX_BYTES;
      const whole = armyText(army, [head], inSpoken);
      // Of all datasheets of a game half is comments.
      const text = isReadable(whole) ? whole : armyText({ ...army, sheets: [] }, [head], inSpoken);
      const report = reportOf(army);
      if (out === undefined) {
        await print(text);
        say(report);
        return;
      }
      await writeFiles(dirname(out), new Map([[basename(out), text]]));
      await printFolded(report);
      say(said`wrote ${out}`);
      if (text !== whole && isReadable(text))
        say(said`the file has no comments: with them it is too large for a scenario. The list above has all of them`);
      else if (!isReadable(text))
        say(
          said`${out} has more than the ${MAX_BYTES / 2 ** 20} MiB that a scenario may have: take fewer datasheets by --units`,
        );
    });
}

/** What was understood, in numbers; then each unit, and everything that was left out. */
function reportOf({ sheets, units, weapons, modifierSets }: Army): string {
  const sum = (of: (sheet: SheetRead) => number) => sheets.reduce((all, sheet) => all + of(sheet), 0);
  const [all, attack, understood] = (["all", "attack", "understood"] as const).map((what) =>
    sum(({ abilities }) => abilities[what]),
  ) as [number, number, number];
  const points = sum((sheet) => sheet.points ?? 0);
  const share = attack === 0 ? 100 : Math.floor((100 * understood) / attack);
  const lines = [
    said`${sheets.length} {unit|units} (${points} points), ${Object.keys(weapons).length} {weapon|weapons}, ${Object.keys(modifierSets).length} {modifier set|modifier sets}`,
    said`${all} {ability|abilities} in words, ${attack} of them about attacks: ${understood} understood (${share} %), ${attack - understood} left out, all or in part`,
    ...sheets.flatMap((sheet) => ["", ...unitLines(sheet, units[sheet.unit]!)]),
  ];
  return `${lines.map(inSpoken).join("\n")}\n`;
}

function* unitLines(
  { unit, label, points, leads, offers, left }: SheetRead,
  data: Readonly<Record<string, unknown>>,
): Generator<Text> {
  const members = (data.members ?? [data]) as readonly { readonly models?: number }[];
  const models = members.reduce((all, member) => all + (member.models ?? 1), 0);
  const cost = points === undefined ? "" : said`, ${points} points`;
  yield said`${label} (${unit}): ${models} {model|models}${cost}`;
  if (leads.length > 0) yield said`  may lead ${leads.join(", ")}: write leader: ${unit} into the unit that it joins`;
  if (offers.length > 0) yield said`  offers ${offers.map(({ set }) => set).join(", ")}`;
  const of = (what: LeftOut["what"]) => left.filter((one) => one.what === what);
  for (const { name, text } of of("value")) yield said`  cannot be read: ${name}: ${text}`;
  for (const { name, text } of of("attack")) yield said`  not understood: ${name}: ${oneLine(text)}`;
  for (const { name, text } of of("other")) yield said`  of no attack: ${name}: ${oneLine(text)}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
