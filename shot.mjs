import { chromium } from "playwright-core";
const [,, file, width, sel, out, height] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const p = await b.newPage({ viewport: { width: +width, height: +(height ?? 800) } });
await p.goto("file://" + file);
await p.waitForTimeout(300);
if (sel === "page") await p.screenshot({ path: out }); else await p.locator(sel).first().screenshot({ path: out });
await b.close();
