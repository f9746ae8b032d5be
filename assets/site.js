/**
 * The whole site, into site/: `npm run site`. The documents, the playground, and a gallery of the committed sample reports, each
 * with a picture of its first screen. Every link is relative, so that it stands below any path of any static host.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { document, site } from "./docs.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "site");

/** The reports of the gallery: where each is, and the question that it answers. */
const REPORTS = [
  ["rangers-vs-marines/report.html", "What would have helped the Marines?", "Qu’est-ce qui aurait aidé les Marines ?"],
  ["pages/effects.html", "What are endurance, drone and medikit worth?", "Que valent endurance, drone et medikit ?"],
  ["pages/hold-or-fire.html", "Fire, hold or counter-charge?", "Tirer, attendre ou contre-charger ?"],
  ["pages/matrix.html", "Who beats whom, ten by ten?", "Qui bat qui, dix contre dix ?"],
  ["pages/sweep.html", "How far is too far?", "À quelle distance est-ce trop loin ?"],
  ["pages/map.html", "Distance and save together", "Distance et sauvegarde ensemble"],
  ["pages/sensitivity.html", "Which number moves the answer most?", "Quel nombre change le plus la réponse ?"],
  ["pages/compare.html", "Before and after", "Avant et après"],
  ["pages/solve.html", "How much cover is enough?", "Combien de couvert suffit ?"],
  ["pages/rank.html", "Which unit is too good?", "Quelle unité est trop forte ?"],
  ["pages/play.html", "What is the best order?", "Quel est le meilleur ordre ?"],
  ["pages/points.html", "What should it cost?", "Combien cela devrait-il coûter ?"],
  ["pages/check.html", "What did the edit move?", "Qu’a déplacé la modification ?"],
  ["pages/fight-in-french.html", "A report in French", "Un rapport en français"],
];
const GALLERIES = {
  en: {
    path: "gallery",
    title: "Gallery",
    lede: "Each report is one file, made by the command at its foot.",
  },
  fr: {
    path: "galerie",
    title: "Galerie",
    lede: "Chaque rapport est un fichier, fait par la commande que donne son pied de page. Tous sont en anglais, sauf le dernier.",
  },
};
const nameOf = (report) => report.replace(/^pages\/|\/report|\.html$/g, "");
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The conclusion that a report begins with. */
const headlineOf = (report) => /<h1>([^<]*)<\/h1>/.exec(readFileSync(join(root, "reports", report), "utf8"))?.[1] ?? "";

/** A gallery in a language: a picture, the question, and the answer as the report says it. */
export function gallery(lang, hasPictures) {
  const { title, lede } = GALLERIES[lang];
  const items = REPORTS.map(([report, en, fr]) => {
    const question = escaped(lang === "en" ? en : fr);
    const name = nameOf(report);
    const picture = hasPictures
      ? `<img src="../gallery/${name}.png" alt="" width="640" height="400" loading="lazy"><br>`
      : "";
    return `<li><a href="../reports/${report}">${picture}${question}</a><br>${headlineOf(report)}</li>`;
  });
  return `<h1>${title}</h1><p>${lede}</p><ul class="gallery">${items.join("\n")}</ul>`;
}

/** First screens of the reports, where there is a Chromium. */
async function pictures() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (executablePath === undefined) return false;
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.5 });
  for (const [report] of REPORTS) {
    await page.goto(pathToFileURL(join(root, "reports", report)).href);
    await page.screenshot({ path: join(out, "gallery", `${nameOf(report)}.png`) });
  }
  await browser.close();
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(out, { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  const { pages, files, titles } = site();
  for (const [path, html] of pages) put(path, html);
  for (const path of files)
    if (existsSync(join(root, path)) && statSync(join(root, path)).isFile())
      cpSync(join(root, path), join(out, path), { recursive: true });
  cpSync(join(root, "playground/dist"), join(out, "playground"), { recursive: true });
  for (const [report] of REPORTS) cpSync(join(root, "reports", report), join(out, "reports", report));
  mkdirSync(join(out, "gallery"), { recursive: true });
  const hasPictures = await pictures();
  for (const [lang, { path, title }] of Object.entries(GALLERIES)) {
    const body = gallery(lang, hasPictures);
    put(`${path}/index.html`, document({ source: `${path}/README.md`, lang, title, body, headings: [], titles }));
  }
  const drawn = hasPictures ? "with pictures" : "without pictures: no Chromium here";
  process.stdout.write(`site/: ${pages.size} pages, the playground, and ${REPORTS.length} reports ${drawn}\n`);
}
