/** Who is too good. */
import { f, many, of } from "./french.ts";

const en = {
  title: (name: string) => `${name}: who is too good`,
  equalPoints: {
    file: (points: string) => `At equal points, as the file says: ${points} a side.`,
    flag: (points: string) => `At equal points: ${points} a side.`,
    default: (points: string) =>
      `At equal points: ${points} a side, what the dearest costs as written (--points takes others, --as-written none).`,
  },
  asWritten: (why: string) => `As written, not at equal points: ${why}.`,
  why: {
    asked: "--as-written asks for it",
    models: "models are what may be changed",
    noPoints: "no unit has points",
    several: "sides of several units do not say which of them points buy",
    unequal: "the file gives the sides unequal points",
    inPlace: "attackers or defenders are changed in place",
    tooMany: "equal points buy more models of a unit than it may have",
    someWithout: (units: string, count: number) => `${units} ${count === 1 ? "has" : "have"} no points`,
    whole: (units: string, count: number) => `${units} ${count === 1 ? "is" : "are"} bought whole`,
  },
  bring: (units: string) => `They bring ${units}.`,
  brings: (models: string, unit: string, left: string) =>
    `${models} ${unit}${left === "" ? "" : ` (${left} left over)`}`,
  tooGood: (units: string, share: string) => `Too good: ${units}; more than ${share} of fights against the others.`,
  tooWeak: (units: string, share: string) => `Too weak: ${units}; less than ${share}.`,
  nobody: "Nobody is known to be too good.",
  withShare: (unit: string, share: string) => `${unit} (${share})`,
  orOthers: (enemy: string, others: number) => `${enemy} (or ${others === 1 ? "another" : `${others} others`})`,
  unordered: (pairs: string) => `Their order by rating could turn: ${pairs}.`,
  auto: (units: string, several: boolean) =>
    `Auto-include: nobody does better than ${units} against any enemy${several ? ", whichever of them" : ""}.`,
  dominates: (better: string, worse: string) =>
    `${better} dominate ${worse}: at least as good against everybody, better against somebody.`,
  never: (units: string) => `Never worth taking: ${units}. Against every enemy some other unit does better.`,
  circle: (a: string, b: string, c: string) => `A circle: ${a} beat ${b}, who beat ${c}, who beat ${a}.`,
  moreCircles: (count: number) => `  ${count} more circles.`,
  none: "Nobody dominates anybody, everybody is worth taking against somebody, and there is no circle.",
  ties: (pairs: string) => `Even, or not told apart: ${pairs}.`,
  versus: (a: string, b: string) => `${a} / ${b}`,
  exact: "Every number of this ranking is exact.",
  tooGoodAndNever: (units: string) =>
    `${units}: too good on average and never worth taking at once, for against each enemy somebody else does better still.`,
  sure: "What is said here holds together in 95 % of fields: no noise of the cells could turn it.",
  open: (pairs: number) =>
    `  ${pairs === 1 ? "One pair" : `${pairs} pairs`} could turn either way; --precision 0.1% or more --trials tell them apart.`,
  unexplained: (share: string) =>
    `No rating explains ${share} of what the match-ups differ by from even: what is left are circles and special cases.`,
  head: ["unit", "rating", "wins on average", "worst match-up", "best match-up", "brought"],
  against: (win: string, enemy: string) => `${win} ${enemy}`,
  brought: (what: string) => `Brought: how often a clever opponent brings it (the most even equilibrium); ${what}.`,
  points: "ratings are such that 400 points are ten to one",
  matrix: "wins of ↓ against →",
  chart: (experiment: string) => `${experiment}: who beats whom`,
  chartText:
    "How often the unit of a row wins against that of a column, in per cent; a draw is half a win. Hatched: even, or not told apart.",
  even: (within: string) => `Even as it is: no unit is known to win more or less than half by over ${within}.`,
  mended: (prices: string, from: string, to: string) =>
    `Even at other prices: ${prices}. Played again at these, every unit wins ${from} to ${to} against the others.`,
  nearest: (prices: string, from: string, to: string, budget: string) =>
    `No prices make it even with whole models for ${budget} points; nearest: ${prices}. Played again at these, units win ${from} to ${to} against the others. More points a side make finer steps.`,
  stopped: (prices: string, from: string, to: string) =>
    `Stopped before the search was over; the best that it had: ${prices}. At these, units win ${from} to ${to} against the others; nothing was played again.`,
  matchesStopped: (changes: string, from: string, to: string) =>
    `Stopped before the search was over; the best that it had: ${changes}. With these, match-ups lie between ${from} and ${to}; nothing was played again.`,
  priced: (unit: string, price: string, before: string) => `${unit} ${price} instead of ${before}`,
  noPrice: "the prices of the file",
  inAll: (points: string) => `  Change in all: ${points}, the least that was found.`,
  alternative: (unit: string, points: string, prices: string, change: string) =>
    `  Or, ${unit} kept at ${points}: ${prices}; change in all: ${change}.`,
  evenHead: ["unit", "points", "even at", "limits", "models", "wins now", "wins then"],
  evenTable: (budget: string) =>
    `Limits: whole prices at which the field is as even, those of the others kept; models for ${budget} points.`,
  became: (before: string, after: string) => (before === after ? before : `${before} → ${after}`),
  matchesEven: (within: string) => `Even as it is: no match-up is known to be over ${within} from a half.`,
  matchesMended: (changes: string, from: string, to: string) =>
    `Even with changes: ${changes}. Played again with these, every match-up lies between ${from} and ${to}.`,
  matchesNearest: (names: string, changes: string) =>
    `No changes of ${names} that were found make every match-up even; nearest: ${changes}.`,
  stepsInAll: (steps: string, isLeast: boolean) =>
    `  Change in all: ${steps === "1" ? "1 step" : `${steps} steps`}${isLeast ? ", the least that was found" : ""}.`,
  noChange: "nothing changed",
  changed: (unit: string, change: string) => `${unit} ${change}`,
  becomes: (name: string, from: string, to: string) => `${name} ${from} → ${to}`,
  pairWins: (a: string, b: string, win: string) => `${a} against ${b} ${win}`,
  unmendedAlone: (pair: string, names: string, steps: string, within: string, win: string, changes: string) =>
    `  Cannot be mended: ${pair}. Of changes of ${names} by up to ${steps} steps a unit none that was found brings these two within ${within} of even, even on their own; the nearest is ${win} (${changes}).`,
  unmendedTogether: (pair: string, changes: string, win: string) =>
    `  Cannot be mended along with the others: ${pair}. On their own ${changes} would do (${win}), but that makes other match-ups uneven.`,
  mendHead: ["unit", "changes", "furthest from even now", "then"],
  matrixThen: "wins with the changes",
  by: (measure: string) => `Ranked by ${measure}: more is better. Points are not considered.`,
  byPoints: "Ranked at equal points, by the points that 100 of its own take out: more is better.",
  mostAttack: (units: string) => `Nothing does better than ${units} against any target.`,
  autoAttack: (units: string) => `Auto-include: nothing does better than ${units} against any target.`,
  dominatesAttack: (better: string, worse: string) =>
    `${better} over ${worse}: at least as good against every target, better against some.`,
  neverAttack: (units: string) => `Never worth taking: ${units}. Against every target something else does better.`,
  onePair:
    "  For prices at which all of the field is even ask --even; for the price at which a single fight is even, whatever the others, crible solve --points --cell.",
  pointsBuy:
    "  Where units have points, crible solve --points says what those buy, and how much is left of who is attacked.",
  leftOut: (sets: string) => `Left out: ${sets}. They change who is attacked; compare says what they are worth.`,
  noneAttack: "Nothing is better than another against every target, and each is worth taking against some.",
  noneMore: "Nothing is better than another against every target.",
  attackHead: { units: "unit", sets: "sets" },
  attackColumns: ["on average", "worst against", "best against", "brought"],
  attackMatrix: (of: string) => `${of} ↓ against →`,
  goal: {
    mean: (unit: string) => `${unit} against the field`,
    best: (unit: string) => `best match-up of ${unit}`,
    worst: (unit: string) => `worst match-up of ${unit}`,
    neverWorthTaking: (_: string) => "units never worth taking",
    autoIncludes: (_: string) => "auto-includes",
    dominates: (_: string) => "pairs of which one dominates the other",
    circles: (_: string) => "circles",
  },
  own: "unit",
  enemy: "against",
  unranked: (experiment: string, reason: string) => `${experiment} is not ranked: ${reason}.`,
};

const fr: typeof en = {
  title: (name) => f`${name} : qui est trop fort`,
  equalPoints: {
    file: (points) => f`À points égaux, comme le dit le fichier : ${points} par camp.`,
    flag: (points) => f`À points égaux : ${points} par camp.`,
    default: (points) =>
      f`À points égaux : ${points} par camp, ce que coûte le plus cher tel quel (--points en prend d'autres, --as-written aucun).`,
  },
  asWritten: (why) => f`Tels quels, pas à points égaux : ${why}.`,
  why: {
    asked: f`--as-written le demande`,
    models: f`le nombre de figurines est ce qui peut changer`,
    noPoints: f`aucune unité n'a de points`,
    several: f`des camps de plusieurs unités ne disent pas laquelle les points achètent`,
    unequal: f`le fichier donne aux camps des points inégaux`,
    inPlace: "attaquants ou défenseurs sont modifiés sur place",
    tooMany: "des points égaux achètent plus de figurines d’une unité qu’elle ne peut en avoir",
    someWithout: (units, count) => f`${units} ${count === 1 ? "n'a" : "n'ont"} pas de points`,
    whole: (units, count) => f`${units} ${count === 1 ? "s'achète" : "s'achètent"} d'un bloc`,
  },
  bring: (units) => f`Sont amenés : ${units}.`,
  brings: (models, unit, left) => f`${models} ${unit}${left === "" ? "" : ` (reste ${left})`}`,
  tooGood: (units, share) => f`Trop forts : ${units} ; plus de ${share} des combats contre les autres.`,
  tooWeak: (units, share) => f`Trop faibles : ${units} ; moins de ${share}.`,
  nobody: "D’aucune unité on ne sait qu’elle est trop forte.",
  withShare: (unit, share) => `${unit} (${share})`,
  orOthers: (enemy, others) => f`${enemy} (ou ${others} ${many(others, "autre")})`,
  unordered: (pairs) => f`L'ordre de leurs cotes pourrait basculer : ${pairs}.`,
  auto: (units, several) =>
    f`Toujours à prendre : contre aucun ennemi on ne fait mieux que ${units}${several ? ", au choix" : ""}.`,
  dominates: (better, worse) =>
    f`${better} dominent ${worse} : au moins aussi bons contre tous, meilleurs contre quelqu'un.`,
  never: (units) => f`Jamais à prendre : ${units}. Contre chaque ennemi une autre unité fait mieux.`,
  circle: (a, b, c) => f`Un cercle : ${a} battent ${b}, qui battent ${c}, qui battent ${a}.`,
  moreCircles: (count) => f`  ${count} ${many(count, "autre cercle", "autres cercles")}.`,
  none: "Personne ne domine personne, chacun vaut la peine contre quelqu’un, et il n’y a pas de cercle.",
  ties: (pairs) => f`À égalité, ou non départagés : ${pairs}.`,
  versus: (a, b) => `${a} / ${b}`,
  exact: "Chaque nombre de ce classement est exact.",
  tooGoodAndNever: (units) =>
    f`${units} : trop bon en moyenne et pourtant jamais à prendre, car contre chaque adversaire une autre unité fait mieux encore.`,
  sure: f`Tout ce qui est dit ici tient ensemble, à 95 % : le hasard des essais ne le retournerait pas.`,
  open: (pairs) =>
    f`  ${pairs} ${many(pairs, "paire pourrait", "paires pourraient")} encore basculer ; --precision 0.1% ou plus de --trials les départage.`,
  unexplained: (share) =>
    f`Aucune cote n'explique ${share} de ce qui sépare les rencontres de l'égalité : ce sont des cercles et des cas particuliers.`,
  head: ["unité", "cote", "victoires en moyenne", "pire rencontre", "meilleure rencontre", "amenée"],
  against: (win, enemy) => `${win} ${enemy}`,
  brought: (what) => f`Amenée : combien de fois un adversaire habile l'amène (l'équilibre le plus égal) ; ${what}.`,
  points: "400 points de cote font dix contre un",
  matrix: "victoires de ↓ contre →",
  chart: (experiment) => f`${experiment} : qui bat qui`,
  chartText: f`Les victoires de l'unité de la ligne contre celle de la colonne, en pour cent ; une égalité en vaut une demie. Hachuré : à égalité, ou non départagés.`,
  even: (within) =>
    f`Déjà équilibré : d'aucune unité on ne sait qu'elle gagne plus ou moins que la moitié, à ${within} près.`,
  mended: (prices, from, to) =>
    f`Équilibré à d'autres prix : ${prices}. Rejoué à ces prix, chaque unité gagne de ${from} à ${to} contre les autres.`,
  nearest: (prices, from, to, budget) =>
    f`Aucun prix n'équilibre avec des figurines entières pour ${budget} points ; au plus près : ${prices}. Rejoué à ces prix, les unités gagnent de ${from} à ${to} contre les autres. Avec plus de points par camp, les pas sont plus fins.`,
  stopped: (prices, from, to) =>
    f`Arrêté avant la fin de la recherche ; le mieux trouvé : ${prices}. À ces prix, les unités gagnent de ${from} à ${to} contre les autres ; rien n'a été rejoué.`,
  matchesStopped: (changes, from, to) =>
    f`Arrêté avant la fin de la recherche ; le mieux trouvé : ${changes}. Avec cela, les rencontres sont entre ${from} et ${to} ; rien n'a été rejoué.`,
  priced: (unit, price, before) => f`${unit} ${price} au lieu de ${before}`,
  noPrice: "les prix du fichier",
  inAll: (points) => f`  Changement en tout : ${points}, le moins qu'on ait trouvé.`,
  alternative: (unit, points, prices, change) =>
    f`  Ou, ${unit} à ${points} comme avant : ${prices} ; changement en tout : ${change}.`,
  evenHead: ["unité", "points", "équilibrée à", "limites", "figurines", "gagne", "gagnerait"],
  evenTable: (budget) =>
    f`Limites : prix entiers auxquels tout reste aussi équilibré, ceux des autres gardés ; figurines pour ${budget} points.`,
  became: (before, after) => (before === after ? before : `${before} → ${after}`),
  matchesEven: (within) =>
    f`Déjà équilibré : d'aucune rencontre on ne sait qu'elle s'écarte de la moitié de plus de ${within}.`,
  matchesMended: (changes, from, to) =>
    f`Équilibré avec des changements : ${changes}. Rejouée avec eux, chaque rencontre est entre ${from} et ${to}.`,
  matchesNearest: (names, changes) =>
    f`Aucun changement trouvé de ${names} n'équilibre toutes les rencontres ; au plus près : ${changes}.`,
  stepsInAll: (steps, isLeast) =>
    f`  Changement en tout : ${steps} pas${isLeast ? f`, le moins qu'on ait trouvé` : ""}.`,
  noChange: f`rien n'est changé`,
  changed: (unit, change) => `${unit} ${change}`,
  becomes: (name, from, to) => `${name} ${from} → ${to}`,
  pairWins: (a, b, win) => f`${a} contre ${b} ${win}`,
  unmendedAlone: (pair, names, steps, within, win, changes) =>
    f`  Sans remède : ${pair}. De ${names}, à ${steps} pas au plus par unité, aucun changement trouvé ne les amène à ${within} de la moitié, même sans les autres ; au plus près ${win} (${changes}).`,
  unmendedTogether: (pair, changes, win) =>
    f`  Sans remède avec les autres : ${pair}. Entre ces deux, ${changes} suffirait (${win}), mais d'autres rencontres s'écarteraient de la moitié.`,
  mendHead: ["unité", "changements", "plus loin de l’égalité", "ensuite"],
  matrixThen: "victoires après changement",
  by: (measure) => f`Classement par ${measure} : plus il y en a, mieux c'est. Les points ne sont pas pris en compte.`,
  byPoints: f`Classement à points égaux, par les points que 100 des siens mettent hors combat : plus il y en a, mieux c'est.`,
  mostAttack: (units) => f`Contre aucune cible rien ne fait mieux que ${units}.`,
  autoAttack: (units) => f`Toujours à prendre : contre aucune cible rien ne fait mieux que ${units}.`,
  dominatesAttack: (better, worse) =>
    f`${better} plutôt que ${worse} : au moins aussi bien contre toutes les cibles, mieux contre une.`,
  neverAttack: (units) => f`Jamais à prendre : ${units}. Contre chaque cible il y a mieux.`,
  onePair: f`  Pour des prix où tout le champ est équilibré, demandez --even ; pour celui où un seul affrontement est équilibré, quels que soient les autres, crible solve --points --cell.`,
  pointsBuy: f`  Là où les unités ont des points, crible solve --points dit ce qu'ils achètent, et ce qui reste de qui est attaqué.`,
  leftOut: (sets) => f`Sans ${sets} : ils changent la cible ; compare dit ce qu’ils valent.`,
  noneAttack: "Rien n’est meilleur contre toutes les cibles, et chacun vaut la peine contre l’une d’elles.",
  noneMore: "Rien n’est meilleur qu’autre chose contre toutes les cibles.",
  attackHead: { units: "unité", sets: "modificateurs" },
  attackColumns: ["en moyenne", "au pire contre", "au mieux contre", "amenée"],
  attackMatrix: (of) => `${of} ↓ contre →`,
  goal: {
    mean: (unit) => f`${unit} contre les autres`,
    best: (unit) => f`meilleure rencontre ${of(unit)}`,
    worst: (unit) => f`pire rencontre ${of(unit)}`,
    neverWorthTaking: () => "unités jamais à prendre",
    autoIncludes: () => "unités toujours à prendre",
    dominates: () => "paires dont l’une domine l’autre",
    circles: () => "cercles",
  },
  own: "unité",
  enemy: "contre",
  unranked: (experiment, reason) => f`${experiment} n'est pas classée : ${reason}.`,
};

export const rank = { en, fr };
