// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// page_bench.mjs PAGE [CHROMIUM] [ROUNDS]: measures how soon the page is there, by the browser's
// own trace, with the processor slowed down four times. Each round is a visit with nothing cached,
// to a page of one word, which shows what the browser itself takes, and to a board of each size.
// Prints medians in milliseconds: the time from the start of the navigation to the first paint with
// contents; how much longer that is than for the one word; and the times from the question, which
// the page asks at its start, to the first answer and to the answer of the tables. Run it in a
// folder where playwright-core is installed, such as build/tests/tools/web after the test web_page.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const [PAGE, CHROMIUM = "/usr/bin/chromium", ROUNDS = "15"] = process.argv.slice(2);
const SLOWER = 4;
const SETTLED = 1500; // milliseconds until Chromium has set up a new window, which takes both of two cores
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css",
                ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };
const ONE_WORD = `<!doctype html><title>one</title><p>word<script>
  for (const mark of ["asked", "answered at once", "answered"]) performance.mark(mark);</script>`;
const PLACES = {
  "one word": "bare.html",
  "3x3": "#3x3:8,1,3,4,0,2,7,6,5",
  "4x4": "#4x4:15,10,0,13,11,4,1,12,3,7,9,8,2,14,6,5",
  "5x5": "#5x5:14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13",
};
const { chromium } = createRequire(path.join(process.cwd(), "package.json"))("playwright-core");

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/bare.html") return response.writeHead(200, { "Content-Type": "text/html" }).end(ONE_WORD);
  const file = path.join(PAGE, pathname === "/" ? "index.html" : path.normalize(pathname));
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  return createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address();

// One visit: milliseconds by the trace's clock.
async function visit(browser, url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const tracing = await browser.newBrowserCDPSession();
  const events = [];
  tracing.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await tracing.send("Tracing.start", { transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["loading", "blink.user_timing"] } });
  await page.waitForTimeout(SETTLED);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("answered").length > 0);
  await page.waitForTimeout(100);
  const complete = new Promise((resolve) => tracing.once("Tracing.tracingComplete", resolve));
  await tracing.send("Tracing.end");
  await complete;
  await context.close();
  const { ts: start, pid } = events.find(({ name, args }) =>
    name === "navigationStart" && args.data?.documentLoaderURL.startsWith("http"));
  const at = (wanted) => (events.find(({ name, pid: own }) => own === pid && name === wanted).ts - start) / 1000;
  const asked = at("asked");
  return { paint: at("firstContentfulPaint"), first: at("answered at once") - asked, tables: at("answered") - asked };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

const browser = await chromium.launch({ executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const address = (place) => `http://127.0.0.1:${port}/${place}`;
const rounds = Object.fromEntries(Object.keys(PLACES).map((name) => [name, []]));
await visit(browser, address(PLACES["4x4"])); // the browser itself starts up
for (let i = 0; i < Number(ROUNDS); ++i)
  for (const [name, place] of Object.entries(PLACES)) rounds[name].push(await visit(browser, address(place)));
console.log(`${os.cpus()[0].model}, ${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)}, ` +
  `Chromium ${browser.version()}, slowed down ${SLOWER} times; medians of ${ROUNDS} in milliseconds`);
console.log("          first paint  more than one word  question to first answer  to that of the tables");
const mediansOf = (visits) => ["paint", "first", "tables"].map((what) => median(visits.map((round) => round[what])));
const [floor] = mediansOf(rounds["one word"]);
for (const [name, visits] of Object.entries(rounds)) {
  const [paint, first, tables] = mediansOf(visits);
  console.log(name.padEnd(8) + [[paint, 13], [paint - floor, 20], [first, 26], [tables, 23]]
    .map(([value, width]) => value.toFixed(0).padStart(width)).join(""));
}
await browser.close();
server.close();
