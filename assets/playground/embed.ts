/**
 * `<crible-chart>`: a live chart in any page. What stands in it, a picture, is shown until the numbers are there, and
 * stays where they cannot be: in print, without scripts, in a rulebook. It is light or dark as its reader likes; on a page
 * that is always light, `crible-chart { color-scheme: light }`.
 *
 *     <crible-chart question="r=alpha-omega&k=volley&a=rangers&d=marines" vary="defender.save situation.distance">
 *       <img src="rangers.svg" alt="Rangers against Marines">
 *     </crible-chart>
 *     <script type="module" src="crible-chart.js"></script>
 */
import { parseAddress, plainAddress, type Shared } from "../../dist/playground/address.js";
import { AddressError } from "../../dist/playground/address-error.js";
import type { Control } from "../../dist/playground/card.js";
import { changed, type Query } from "../../dist/playground/question.js";
import { stepped } from "../../dist/playground/step.js";
import type { Tag } from "../../dist/playground/words.js";
import { Client } from "./client.js";
import { WORDS } from "./words.js";

/** The stream and the engine of this build. */
declare const MADE: string;

/** One worker for all charts of a page. */
let shared: Client | undefined;

const STYLE = `
:host { display: block; font: 15px/1.4 system-ui, sans-serif; max-width: 720px; color-scheme: light dark;
  color: light-dark(#1c2126, #e9edf0); background: light-dark(#fff, #1d2226) }
img { display: block; max-width: 100%; height: auto }
p { margin: 0.4em 0; display: flex; flex-wrap: wrap; gap: 0.3em 1em; align-items: center }
button { font: inherit; min-width: 2.2em; min-height: 2em }
output { display: inline-block; min-width: 3em; text-align: center; font-weight: 600 }
p { padding: 0 0.8em }
a { color: light-dark(#1b4f72, #7fc0ea) }
small { color: light-dark(#55606a, #a9b4bd) }
`;

class CribleChart extends HTMLElement {
  static readonly observedAttributes = ["question", "vary", "lang"];
  #question: Query | undefined;
  #made: string | undefined;
  /** Of a game of one's own. */
  #texts: Pick<Shared, "text" | "beside"> = {};
  #asked = 0;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    root.append(document.createElement("slot"));
    const sheet = new CSSStyleSheet(); // which a page's policy for styles lets pass
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void this.#open();
    });
    seen.observe(this);
  }

  attributeChangedCallback(): void {
    if (this.#asked > 0) void this.#open();
  }

  get #lang(): Tag {
    return (this.closest("[lang]")?.getAttribute("lang") ?? "en").startsWith("fr") ? "fr" : "en";
  }

  async #open(): Promise<void> {
    try {
      const address = await parseAddress((this.getAttribute("question") ?? "").replace(/^.*#/, ""));
      if (address === undefined) throw new AddressError("no question");
      const { question, text, beside } = address;
      shared ??= new Client(() => {});
      const own = text === undefined ? undefined : await shared.own(this.#lang, { ...beside, "scenario.yaml": text });
      this.#question = own ? { ...question, ruleset: own.ruleset } : question;
      this.#texts = own ? { ...(text === undefined ? {} : { text }), ...(beside ? { beside } : {}) } : {};
      this.#made = address.made;
      await this.#ask();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #ask(): Promise<void> {
    const question = this.#question!;
    shared ??= new Client(() => {});
    const turn = ++this.#asked;
    const [picture, answer] = await Promise.all([
      shared.ask(this.#lang, "picture", question, undefined, undefined, "both"),
      shared.ask(this.#lang, "ask", question),
    ]);
    if (turn !== this.#asked) return;
    const words = WORDS[this.#lang];
    const parts: HTMLElement[] = [];
    if (picture !== undefined) {
      const image = document.createElement("img");
      image.src = `data:image/svg+xml,${encodeURIComponent(picture.svg)}`;
      image.alt = picture.text;
      parts.push(image);
    } else parts.push(said("p", answer.is === "impossible" ? `${answer.text} (${answer.rule})` : words.wrong));
    const paths = (this.getAttribute("vary") ?? "").split(/\s+/).filter((path) => path !== "");
    const { cards } = answer;
    const all = [
      ...cards.units.flatMap((unit) => [unit, ...unit.parts]).flatMap((card) => card.controls),
      ...cards.situation,
    ];
    const line = document.createElement("p");
    for (const path of paths) {
      const control = all.find((one) => one.path === path);
      if (control) line.append(this.#stepper(control, answer.terms[`.${control.field}`]!));
    }
    if (line.childElementCount > 0) parts.push(line);
    const link = document.createElement("a");
    link.href = `${new URL("./", import.meta.url).href}#${plainAddress({ question, ...this.#texts })}`;
    link.textContent = words.title;
    const made = document.createElement("p");
    made.append(link);
    if (this.#made !== undefined && this.#made !== MADE) made.append(said("small", words.other(this.#made, MADE)));
    parts.push(made);
    const focused = this.shadowRoot!.activeElement?.getAttribute("data-step");
    this.shadowRoot!.replaceChildren(...parts);
    if (focused) this.shadowRoot!.querySelector<HTMLElement>(`[data-step="${CSS.escape(focused)}"]`)?.focus();
  }

  #stepper(control: Control, label: string): HTMLElement {
    const words = WORDS[this.#lang];
    const group = document.createElement("span");
    const step = (by: number, text: string, name: string) => {
      const button = document.createElement("button");
      const to = stepped(control, by);
      button.type = "button";
      button.textContent = text;
      button.disabled = to === undefined;
      button.setAttribute("aria-label", name);
      button.dataset.step = `${control.path} ${by}`;
      button.onclick = () => {
        this.#question = changed(this.#question!, control.path, to === control.base ? undefined : to);
        this.#ask().catch((error: unknown) => this.#fail(error));
      };
      return button;
    };
    const value = said("output", control.value ?? "–");
    group.append(`${label} `, step(-1, "−", words.less(label)), value, step(1, "+", words.oneMore(label)));
    return group;
  }

  /** The picture that the page brought stays, with a word of why. */
  #fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.shadowRoot!.replaceChildren(document.createElement("slot"), said("small", why));
  }
}

function said(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

if (!customElements.get("crible-chart")) customElements.define("crible-chart", CribleChart);
