/** Every bench in this folder, one after another: `npm run bench`, or `npm run bench -- shot scaling` for some. */
import { readdirSync } from "node:fs";
import { cpus } from "node:os";

const wanted = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".bench.js"));
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
for (const file of files.sort()) {
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue;
  const { default: bench } = await import(new URL(file, import.meta.url).href);
  await bench();
}
