/** What the files are called that the page hands out. */

/** What a scenario is called as a file: by its title, else by its first experiment. */
export function fileOf(scenario: string): string | undefined {
  const title = /^title:[ \t]*(?:\{[ \t]*en:[ \t]*)?(.+?)(?:,[ \t]*fr:.*)?$/mu.exec(scenario)?.[1];
  const experiment = /^experiments:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+["']?([^\s"':#]+)["']?:/mu.exec(
    scenario,
  )?.[1];
  const words = (title ?? experiment)
    ?.normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words ? `${words.join("-").slice(0, 60)}.yaml` : undefined;
}
