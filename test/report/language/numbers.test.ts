import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "../../../src/report/language/language.ts";
import { translationOf } from "../../../src/rule/catalogue.ts";
import { filled } from "../../../src/rule/message.ts";

const en = languageOf("en");
const fr = languageOf("fr");
const plainOf = (text: string) => text.replaceAll("\u202f", "").replace(",", ".").replace("−", "-").replace("%", "");
const englishOf = (text: string) => text.replaceAll(",", "").replace("−", "-").replace(" %", "");

describe("numbers", () => {
  it.each([
    [en.number(12345.678), "12,345.7"],
    [fr.number(12345.678), "12\u202f345,7"],
    [en.count(1000000), "1,000,000"],
    [fr.count(1000000), "1\u202f000\u202f000"],
    [fr.count(999), "999"],
    [fr.number(-0.5), "−0,500"],
    [en.percent(0.781), "78.1 %"],
    [fr.percent(0.781), "78,1\u202f%"],
    [fr.percent(0), "0\u202f%"],
    [fr.percent(0.9999), "99,99\u202f%"],
    [fr.percent(1e-9), "< 0,0001\u202f%"],
    [en.number(1.2e-8), "< 0.000001"],
    [fr.number(1.2e-8), "< 0,000001"],
    [fr.number(-5e-30), "> −0,000001"],
    [en.number(1e-6), "0.0000010"],
    [en.signed(1.2e-8, 3), "< +0.000001"],
    [fr.signed(-1.2e-8, 3), "> −0,000001"],
    [en.signed(0, 3), "+0.000"],
    [fr.significant(1.24e-9, 2), "1,2 × 10⁻⁹"],
    [en.significant(3.1e-12, 2), "3.1 × 10⁻¹²"],
    [fr.signed(-2.4, 1), "−2,4"],
    [fr.rounded(-0.04, 1), "+0,0"],
    [fr.list(["a", "b", "c"]), "a, b et c"],
    [en.list(["a", "b", "c"]), "a, b and c"],
    [fr.range("1,0", "2,0"), "1,0 à 2,0"],
  ])("%s", (found, wanted) => expect(found).toBe(wanted));

  it("say the same in both languages, digit for digit", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
        for (const name of ["number", "plain"] as const)
          expect(Number(plainOf(fr[name](value)))).toBe(Number(englishOf(en[name](value))));
        for (const name of ["signed", "rounded", "fixed"] as const)
          expect(Number(plainOf(fr[name](value, digits)))).toBe(Number(englishOf(en[name](value, digits))));
        const share = Math.abs(value) / 1e9;
        expect(Number(plainOf(fr.percent(share)))).toBe(Number(englishOf(en.percent(share))));
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("a language", () => {
  const french = translationOf({
    language: "fr",
    numbers: { decimal: ",", group: " ", percent: " %", and: "et", or: "ou", to: "à" },
    spaces: { narrowBefore: ";!?%", before: ":»", after: "«" },
    articles: { de: ["de ", "d’", "des "], à: ["à ", "à ", "aux "] },
    letters: ["aeiouyéè", "sxz", "", "hiv hériss"],
    sentences: {
      "{} said {}{#x}": "{} : l’avis « {} » ; 5 %!",
      "{} {shot|shots}": "{} {tir|tirs}",
      "sweep of {}": "balayage {de 1}",
      "{} to {}": "{2} {2:perte|pertes} {à 1}",
    },
  });
  const said = (english: string, ...told: (string | number)[]) =>
    filled(french.template(english) ?? english, told, String, french);
  it("sets its spaces, and leaves names alone", () =>
    expect(said("{} said {}{#x}", "a : b ! c'", "x ; y")).toBe(
      "a : b ! c'\u00a0: l’avis «\u00a0x ; y\u00a0»\u202f; 5\u202f%!",
    ));
  it.each([
    [0, "0 tir"],
    [1, "1 tir"],
    [1.9, "1.9 tir"],
    [2, "2 tirs"],
    [-3, "-3 tirs"],
  ])("counts %d as %s", (value, text) => expect(said("{} {shot|shots}", value)).toBe(text));
  it.each([
    ["Ork", "d’Ork"],
    ["Éclaireur", "d’Éclaireur"],
    ["Marine", "de Marine"],
    ["Hellblaster", "de Hellblaster"],
    ["Hivernant", "d’Hivernant"],
    ["Hérisson", "d’Hérisson"],
    ["Héraut", "de Héraut"],
    ["Marines", "des Marines"],
    ["Élémentaires de feu", "des Élémentaires de feu"],
    ["Ork Boyz", "des Ork Boyz"],
    ["Marines (premier camp)", "des Marines (premier camp)"],
    ["Escouade d’assaut", "d’Escouade d’assaut"],
  ])("has the article of %s", (name, text) => expect(said("sweep of {}", name)).toBe(`balayage ${text}`));
  it.each([
    ["0,927", "0,927 perte à Marine"],
    ["1,233", "1,233 perte à Marine"],
    ["≈ 1,9 ± 0,1", "≈ 1,9 ± 0,1 perte à Marine"],
    ["2,000", "2,000 pertes à Marine"],
    ["1 233", "1 233 pertes à Marine"],
    ["1\u202f000\u202f000", "1\u202f000\u202f000 pertes à Marine"],
    ["plusieurs", "plusieurs pertes à Marine"],
  ])("counts %s, which is written already", (text, expected) =>
    expect(said("{} to {}", "Marine", text)).toBe(expected),
  );
  it("sets signs between what is told without a word for it, and is English where it has none", () => {
    expect(said("{}: {}; {}", "a", "b", "c")).toBe("a\u00a0: b\u202f; c");
    expect(said("{2:one|several} of {}, {}", 3, 1)).toBe("one of 3, 1");
  });
});

describe("terms", () => {
  const terms = languageOf("fr", "alpha-omega");
  it.each([
    [terms.metric("out"), "hors combat"],
    [terms.value("state", "pinned"), "bloqué"],
    [terms.value("destroyed", "yes"), "oui"],
    [terms.value("casualties", 3), "3"],
    [terms.side("second"), "second camp"],
    [terms.metric("constructor"), "constructor"],
    [terms.value("toString", "__proto__"), "__proto__"],
    [terms.measure("outcome=down+out"), "au tapis ou hors combat"],
    [terms.measure("casualties@6.second>=2"), "second camp\u00a0: pertes ≥ 2 après le tour 6"],
    [terms.measure("destroyed@rhino=yes"), "rhino\u00a0: détruit"],
    [terms.measure("pointsLost@3.tank"), "réservoir\u00a0: points perdus après le tour 3"],
    [terms.measure("whatever this is"), "whatever this is"],
    [languageOf("en", "alpha-omega").measure("state@6=ready+pinned"), "ready or pinned after turn 6"],
  ])("%s", (found, wanted) => expect(found).toBe(wanted));
});
