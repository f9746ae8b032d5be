/** The outcome of a check. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const { count } = ENGLISH_NUMBERS;
const compte = FRENCH_NUMBERS.count;
const one = (n: number, single: string, several: string): string => `${count(n)} ${n === 1 ? single : several}`;
const une = (n: number, single: string, several: string): string => `${compte(n)} ${many(n, single, several)}`;

const en = {
  title: (name: string) => `${name}: balance check`,
  verdicts: {
    same: "same",
    equivalent: "equivalent",
    drift: "drift",
    inconclusive: "inconclusive",
    changed: "changed",
  },
  faultNames: { new: "new", missing: "missing", obsolete: "obsolete", unlike: "unlike" },
  overall: { pass: "pass", fail: "fail", inconclusive: "inconclusive" },
  sinceAnchor: (key: string) => `${key} (since its anchor)`,
  margin: (text: string, value: number) => `${text} point${value === 1 ? "" : "s"}`,
  checked: (before: string, now: string, drift: string, margin: string) =>
    `${before} → ${now}, ${drift}, margin ${margin}`,
  committed: (number: string, paired: string, blocks: number) =>
    `${number} (committed), ${paired} (in the same ${blocks} blocks of trials)`,
  whole: { new: ": new", gone: ": gone" },
  nothingThere: "(none)",
  /** Numbers that moved where nothing of the scenario did. */
  otherCause: (differs: string) => `not caused by the scenario, but by a different ${differs}`,
  faults: {
    new: "new: its cell is not in the baseline",
    missing: "missing in the baseline",
    obsolete: "obsolete: in the baseline, and nothing measures it any more",
    unlike: "a mean on one side and a chance on the other: the line was edited, or the metric changed its kind",
  },
  nearest: (fault: string, nearest: string) => `${fault} (is it ${nearest}?)`,
  counts: {
    changed: (n: number) => one(n, "changed", "changed"),
    drift: (n: number) => one(n, "drift", "drift"),
    names: (n: number) => one(n, "name that only one side has", "names that only one side has"),
    inconclusive: (n: number) => one(n, "inconclusive", "inconclusive"),
    equivalent: (n: number) => one(n, "equivalent", "equivalent"),
    same: (n: number) => one(n, "the same", "the same"),
    missed: (n: number) => one(n, "goal missed", "goals missed"),
    open: (n: number) => one(n, "goal inconclusive", "goals inconclusive"),
    met: (n: number) => one(n, "goal met", "goals met"),
    added: (n: number) => one(n, "added", "added"),
    removed: (n: number) => one(n, "removed", "removed"),
    unchanged: (n: number) => one(n, "unchanged", "unchanged"),
  },
  semicolon: "; ",
  interrupted: (counts: string) => `Balance check: interrupted, nothing is decided; ${counts}`,
  identical: (verdict: string, numbers: number, baseline: string, goals: string) =>
    `Balance check: ${verdict}, ${one(numbers, "number", "numbers")} identical to ${baseline}${goals === "" ? "" : `; ${goals}`}`,
  verdict: (verdict: string, counts: string) => `Balance check: ${verdict}; ${counts}`,
  nothing: "nothing to compare",
  goalsAlone: "Goals alone were checked, no baseline.",
  changedBasis:
    "Scenario, seed, stream, version, engine and trials are the baseline's, so the numbers should be too: crible gives other numbers than it did, or the baseline was edited.",
  differs: {
    seed: "seed",
    stream: "stream",
    version: "version",
    engine: "engine",
    trials: "trials",
    scenario: "scenario",
  } as Readonly<Record<string, string>>,
  basis: (baseline: string, differs: string, alpha: string) =>
    `Compared with ${baseline}. Changed since: ${differs}. A false alarm has a chance of at most ${alpha} in the whole check.`,
  accept: (command: string) => `To accept these numbers: ${command}`,
  anchor: (command: string) => `Anchor all numbers where they stand now: ${command}`,
  wider: (isOfNumbers: boolean, isOfGoals: boolean) =>
    [...(isOfNumbers ? ["a wider --margin"] : []), ...(isOfGoals ? ["wider bounds of the goals"] : [])].join(" or "),
  decided: (trials: number, needed: number, decided: number, open: number, wider: string) =>
    `Undecided after ${count(trials)} trials: about ${count(needed)} would decide${decided < open ? ` ${count(decided)} of ${count(open)}` : ""} in nine checks of ten, if the changes are what they look like (--trials ${needed}); so may ${wider}.`,
  storedAnew: (baseline: string, needed: number) =>
    `${baseline} has too few trials for that: write it again from the committed files, with --update --trials ${needed}.`,
  onMargin: (n: number, wider: string) =>
    `${one(n, "number looks", "numbers look")} to lie exactly on a limit, where no number of trials decides: give ${wider}.`,
  columns: ["verdict", "number", "before", "now", "change", "margin"],
  nameColumns: ["name", "fault"],
  within: (n: number) => `${n} within their margins`,
  provenance: (text: string, command: string) => `${text} Again: ${command}`,
  doNotFit: (rows: number, where: string) => `${rows} rows of a table do not fit here${where}.`,
  andMore: (rows: number, where: string) => `… and ${rows} more${where}.`,
  more: (n: number) => `… and ${n} more`,
  prints: "; crible check prints them",
  wholeRun: (link: string) => ` ([the whole run](${link}))`,
  line: (name: string, text: string) => `${name}: ${text}`,
  moved: (before: string, now: string, drift: string) => `${before} → ${now}, ${drift}`,
  nothingTracked: "no number is tracked",
};

const fr: typeof en = {
  title: (name) => f`${name} : contrôle d’équilibre`,
  verdicts: {
    same: "pareil",
    equivalent: "équivalent",
    drift: "dérive",
    inconclusive: "incertain",
    changed: "changé",
  },
  faultNames: { new: "nouveau", missing: "manquant", obsolete: "obsolète", unlike: "dissemblable" },
  overall: { pass: "réussi", fail: "échoué", inconclusive: "incertain" },
  sinceAnchor: (key) => `${key} (depuis son ancrage)`,
  margin: (text, value) => `${text} ${many(value, "point")}`,
  checked: (before, now, drift, margin) => `${before} → ${now}, ${drift}, marge ${margin}`,
  committed: (number, paired, blocks) => `${number} (enregistré), ${paired} (dans les mêmes ${blocks} blocs d’essais)`,
  whole: { new: f` : nouveau`, gone: f` : disparu` },
  nothingThere: "(rien)",
  otherCause: (differs) => f`pas par le scénario, mais par autre chose qui a changé : ${differs}`,
  faults: {
    new: f`nouveau : son cas n'est pas dans la référence`,
    missing: "absent de la référence",
    obsolete: f`obsolète : il est dans la référence, et plus rien ne le mesure`,
    unlike: f`une moyenne d'un côté et une probabilité de l'autre : la ligne a été modifiée, ou la mesure a changé de nature`,
  },
  nearest: (fault, nearest) => f`${fault} (est-ce ${nearest} ?)`,
  counts: {
    changed: (n) => une(n, "nombre changé", "nombres changés"),
    drift: (n) => une(n, "dérive", "dérives"),
    names: (n) => une(n, "nom que seul un côté possède", "noms que seul un côté possède"),
    inconclusive: (n) => une(n, "incertain", "incertains"),
    equivalent: (n) => une(n, "équivalent", "équivalents"),
    same: (n) => une(n, "pareil", "pareils"),
    missed: (n) => une(n, "objectif manqué", "objectifs manqués"),
    open: (n) => une(n, "objectif incertain", "objectifs incertains"),
    met: (n) => une(n, "objectif atteint", "objectifs atteints"),
    added: (n) => une(n, "ajouté", "ajoutés"),
    removed: (n) => une(n, "retiré", "retirés"),
    unchanged: (n) => une(n, "inchangé", "inchangés"),
  },
  semicolon: f` ; `,
  interrupted: (counts) => f`Contrôle d'équilibre : interrompu, rien n'est décidé ; ${counts}`,
  identical: (verdict, numbers, baseline, goals) =>
    f`Contrôle d'équilibre : ${verdict}, ${une(numbers, "nombre identique", "nombres identiques")} à ${baseline}${goals === "" ? "" : f` ; ${goals}`}`,
  verdict: (verdict, counts) => f`Contrôle d'équilibre : ${verdict} ; ${counts}`,
  nothing: "rien à comparer",
  goalsAlone: "Seuls les objectifs ont été contrôlés, sans référence.",
  changedBasis: f`Scénario, graine, flux, version, moteur et essais sont ceux de la référence, donc les nombres devraient l'être aussi : crible donne d'autres nombres qu'avant, ou la référence a été modifiée.`,
  differs: {
    seed: "la graine",
    stream: "le flux",
    version: "la version",
    engine: "le moteur",
    trials: "les essais",
    scenario: "le scénario",
  },
  basis: (baseline, differs, alpha) =>
    f`Comparé à ${baseline}. Ce qui a changé depuis : ${differs}. Une fausse alerte a au plus ${alpha} de chances de survenir dans tout le contrôle.`,
  accept: (command) => f`Accepter à dessein : ${command}`,
  anchor: (command) => f`Ancrer tous les nombres à leur valeur actuelle : ${command}`,
  wider: (isOfNumbers, isOfGoals) =>
    [...(isOfNumbers ? ["une --margin plus large"] : []), ...(isOfGoals ? ["des objectifs moins étroits"] : [])].join(
      " ou ",
    ),
  decided: (trials, needed, decided, open, wider) =>
    f`Indécis après ${une(trials, "essai", "essais")} : environ ${compte(needed)} trancheraient${decided < open ? f` pour ${compte(decided)} nombres sur ${compte(open)}` : ""} dans neuf contrôles sur dix, si les changements sont ceux qu’on voit (--trials ${needed}) ; sinon, donner ${wider}.`,
  storedAnew: (baseline, needed) =>
    f`${baseline} a trop peu d'essais pour cela : le refaire à partir de ce qui est enregistré, avec --update --trials ${needed}.`,
  onMargin: (n, wider) =>
    f`${une(n, "nombre semble", "nombres semblent")} juste à une limite, où aucun nombre d'essais ne tranche : donner ${wider}.`,
  columns: ["verdict", "nombre", "avant", "maintenant", "changement", "marge"],
  nameColumns: ["nom", "défaut"],
  within: (n) => `${n} dans ${n < 2 ? "sa marge" : "leurs marges"}`,
  provenance: (text, command) => f`${text} À refaire avec : ${command}`,
  doNotFit: (rows, where) =>
    `${rows} ${many(rows, "ligne d’un tableau ne tient pas ici", "lignes d’un tableau ne tiennent pas ici")}${where}.`,
  andMore: (rows, where) => `… et ${rows} ${many(rows, "autre")}${where}.`,
  more: (n) => `… et ${n} ${many(n, "autre")}`,
  prints: f` ; crible check les affiche`,
  wholeRun: (link) => ` ([le calcul entier](${link}))`,
  line: (name, text) => f`${name} : ${text}`,
  moved: (before, now, drift) => `${before} → ${now}, ${drift}`,
  nothingTracked: "aucun nombre n’est suivi",
};

export const check = { en, fr };
