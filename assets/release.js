/** What `npm version` does before it commits: the change log must tell of the release, and src/version.ts says its number. */
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const heading = readFileSync("CHANGELOG.md", "utf8")
  .split("\n")
  .find((line) => line.startsWith("## "));
if (heading !== `## ${version}` && !heading?.startsWith(`## ${version} (2`)) {
  process.stderr.write(
    `CHANGELOG.md begins with "${heading}": its first section has to be "## ${version}" or "## ${version} (date)"\n`,
  );
  process.exitCode = 1;
} else {
  const file = "src/version.ts";
  writeFileSync(file, readFileSync(file, "utf8").replace(/VERSION = "[^"]*"/, `VERSION = "${version}"`));
}
