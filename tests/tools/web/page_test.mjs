// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// page_test.mjs PAGE SCREENSHOTS CHROMIUM: the page in a headless Chromium, used as people use it:
// by mouse, by touch, by keyboard alone, on a desktop and on a phone. Leaves pictures of it in the
// folder SCREENSHOTS. playwright-core is installed into the folder this runs in; where that cannot
// be, the test is left out (exit code 77).

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

const [PAGE, SCREENSHOTS, CHROMIUM] = process.argv.slice(2);
const SKIPPED = 77;
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
                ".wasm": "application/wasm" };
const SOLVED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];

function loadPlaywright() {
  const require = createRequire(path.join(process.cwd(), "package.json"));
  if (!existsSync("node_modules/playwright-core")) {
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(path.join(import.meta.dirname ?? path.dirname(process.argv[1]), name), name);
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { encoding: "utf8" });
    if (npm.status !== 0) {
      console.log(`left out: npm could not install playwright-core\n${npm.stderr ?? npm.error}`);
      process.exit(SKIPPED);
    }
  }
  return require("playwright-core");
}
const { chromium } = loadPlaywright();

// A static server; `service` may answer first.
function serve(service = () => null) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const answer = service(url);
    const file = path.join(PAGE, url.pathname === "/" ? "index.html" : path.basename(url.pathname));
    if (answer) {
      response.writeHead(answer.status ?? 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer.body));
    } else if (existsSync(file)) {
      response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
      response.end(readFileSync(file));
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const address = (server) => `http://127.0.0.1:${server.address().port}/`;

let server;
let browser;
const profile = mkdtempSync(path.join(tmpdir(), "tilebase-chromium-"));
before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await serve();
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  }).then((context) => context.browser() ?? context);
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(profile, { recursive: true, force: true });
});

const DESKTOP = { width: 1100, height: 760 };
const PHONE = { width: 360, height: 740 };

// Opens the page, with a size of its own and nothing kept from others. Fails on any error in it.
async function visit(use, { viewport = DESKTOP, url = address(server), ...media } = {}) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  try {
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    await page.goto(url);
    await page.waitForFunction(() => /^[0-9]+$/.test(document.querySelector("#left").textContent));
    await use(page);
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
  }
}

const text = (page, id) => page.locator(`#${id}`).textContent();
const left = async (page) => Number(await text(page, "left"));

// The board as a screen reader is told it.
async function board(page) {
  const rows = await text(page, "rows");
  return rows.match(/: [^.]*/g).flatMap((row) => row.slice(2).split(" "))
    .map((word) => word === "blank" ? 0 : Number(word));
}

async function type(page, typed) {
  await page.fill("#text", typed);
  await page.press("#text", "Enter");
}

async function untilLeft(page, count, timeout = 60000) {
  await page.waitForFunction((wanted) =>
    Number(document.querySelector("#left").textContent) === wanted, count, { timeout });
}

async function screenshot(page, name) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

test("a shuffled board is solved, the count falling with every move", async () => {
  await visit(async (page) => {
    assert.ok(await left(page) > 0);
    await page.click("#shuffle");
    // Ends soon, and in several stages.
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 _ 13 14 15");
    await untilLeft(page, 3);
    await page.evaluate(() => {
      window.counts = [];
      new MutationObserver(() => window.counts.push(document.querySelector("#left").textContent))
        .observe(document.querySelector("#left"), { childList: true, characterData: true, subtree: true });
    });
    await page.click("#solve");
    assert.equal(await text(page, "solve"), "Stop");
    await untilLeft(page, 0);
    assert.deepEqual(await board(page), SOLVED);
    assert.equal(await text(page, "status"), "Solved.");
    assert.equal(await text(page, "solve"), "Solve");
    assert.deepEqual([...new Set(await page.evaluate(() => window.counts))], ["2", "1", "0"]);
  });
});

for (const size of [3, 4, 5]) {
  test(`a random ${size}x${size} board is solved to the end`, async () => {
    await visit(async (page) => {
      await page.check(`input[name=size][value="${size}"]`, { force: true });
      await page.waitForFunction((cells) =>
        document.querySelectorAll(".tile").length === cells - 1 &&
        /^[0-9]+$/.test(document.querySelector("#left").textContent), size * size);
      const start = await left(page);
      assert.ok(start > 0 && start <= { 3: 31, 4: 178, 5: 445 }[size], String(start));
      // As fast as the page goes.
      await page.evaluate(() => {
        const later = window.setTimeout;
        window.setTimeout = (call) => later(call, 0);
      });
      await page.click("#solve");
      await untilLeft(page, 0);
      const solved = [...Array(size * size).keys()].map((cell) => (cell + 1) % (size * size));
      assert.deepEqual(await board(page), solved);
      assert.match(await text(page, "label"), /the tables .* beside this page, [0-9]+\u00a0kB/);
    });
  });
}

test("hints lead to the goal, and the next tile is marked", async () => {
  await visit(async (page) => {
    await page.check('input[name=size][value="3"]', { force: true });
    await type(page, "1 2 3 / 4 5 6 / _ 7 8");
    await untilLeft(page, 2);
    for (const [says, remaining] of [["Slide 7 left.", 1], ["Slide 8 left.", 0]]) {
      await page.click("#hint");
      assert.equal(await text(page, "status"), says);
      assert.equal(await page.locator(".tile.hinted").count(), 1);
      await page.click(".tile.hinted");
      await untilLeft(page, remaining);
    }
    assert.equal(await text(page, "status"), "Solved.");
    for (const button of ["#hint", "#solve"]) {
      assert.equal(await page.getAttribute(button, "aria-disabled"), "true");
      await page.click(button, { force: true });
    }
    assert.equal(await page.locator(".tile.hinted").count(), 0);
    await page.click('.tile[data-tile="8"]');
    await untilLeft(page, 1);
    assert.equal(await page.getAttribute("#hint", "aria-disabled"), "false");
  });
});

test("choosing a size clears the typed board and gives the arrow keys back to the board", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3");
    await page.waitForFunction(() => document.querySelector("#reason").textContent !== "");
    await page.click('input[name=size][value="5"]', { force: true });
    await page.waitForFunction(() => document.querySelectorAll(".tile").length === 24);
    assert.equal(await page.inputValue("#text"), "");
    assert.equal(await text(page, "reason"), "");
    const before = await board(page);
    // One of two opposite keys can always slide a tile; both together may change nothing.
    let slid = false;
    for (const key of ["ArrowLeft", "ArrowRight"]) {
      await page.keyboard.press(key);
      slid ||= JSON.stringify(await board(page)) !== JSON.stringify(before);
    }
    assert.equal(await page.locator(".tile").count(), 24);
    assert.ok(slid);
  });
});

test("hints follow stages that move tiles of earlier ones", async () => {
  await visit(async (page) => {
    await page.check('input[name=size][value="5"]', { force: true });
    await page.waitForFunction(() => document.querySelectorAll(".tile").length === 24);
    await page.waitForFunction(() => Number(document.querySelector("#left").textContent) > 50);
    const limit = await left(page);
    let moves = 0;
    for (; await left(page) > 0; ++moves) {
      assert.ok(moves <= limit);
      await page.evaluate(() => document.querySelector("#hint").click());
      const words = (await text(page, "status")).split(" ");
      const key = { "left.": "Left", "right.": "Right", "up.": "Up", "down.": "Down" }[words[2]];
      await page.locator("#board").press(`Arrow${key}`);
    }
    assert.ok(moves > 50 && moves <= limit);
  });
});

test("tiles are slid by keyboard, mouse and touch", async () => {
  await visit(async (page) => {
    await type(page, SOLVED.join(" "));
    await untilLeft(page, 0);
    await page.focus("#board");
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await board(page)).slice(12), [13, 14, 0, 15]);
    await untilLeft(page, 1);
    await page.keyboard.press("ArrowUp");
    assert.match(await text(page, "status"), /No tile can slide up/);
    await page.click('.tile[data-tile="13"]'); // with 14, which is between
    assert.deepEqual((await board(page)).slice(12), [0, 13, 14, 15]);
    await untilLeft(page, 3);
    await page.click('.tile[data-tile="1"]');
    assert.deepEqual(await board(page), [0, 2, 3, 4, 1, 6, 7, 8, 5, 10, 11, 12, 9, 13, 14, 15]);
    await page.click('.tile[data-tile="11"]'); // neither in line with the blank
    assert.deepEqual((await board(page)).slice(0, 2), [0, 2]);
    const box = await page.locator("#board").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 205);
    await page.mouse.up();
    assert.deepEqual((await board(page)).slice(0, 2), [2, 0]);
  });
});

test("the page is used by keyboard alone", async () => {
  await visit(async (page) => {
    const seen = [];
    for (let i = 0; i < 8; ++i) {
      await page.keyboard.press("Tab");
      const [id, outline] = await page.evaluate(() => {
        const focused = document.activeElement;
        const drawn = focused.name === "size" ? focused.nextElementSibling : focused;
        return [focused.id || focused.name || focused.type, getComputedStyle(drawn).outlineStyle];
      });
      if (id === undefined || id === "") break;
      seen.push(id);
      assert.notEqual(outline, "none", id);
      if (id === "size") {
        await page.keyboard.press("ArrowLeft"); // 4x4 to 3x3
        await page.waitForFunction(() => document.querySelectorAll(".tile").length === 8);
      }
      if (id === "text") {
        await page.keyboard.type("1 2 3 4 5 6 7 _ 8");
        await page.keyboard.press("Enter");
        await untilLeft(page, 1);
      }
    }
    assert.deepEqual(seen, ["board", "shuffle", "hint", "solve", "size", "text", "submit"]);
    await page.focus("#solve");
    await page.keyboard.press("Space");
    await untilLeft(page, 0);
    assert.equal(await page.evaluate(() => document.activeElement.id), "solve");
    assert.equal(await page.getAttribute("#status", "aria-live"), "polite");
    for (const name of ["#board", "#text", "#shuffle"]) {
      const labels = await page.locator(name).evaluate((found) =>
        found.ariaLabel ?? found.labels?.[0]?.textContent ?? found.textContent);
      assert.ok(labels.length > 3, name);
    }
  });
});

test("a board that is no board is refused with the reason", async () => {
  await visit(async (page) => {
    const before = await board(page);
    for (const [typed, reason] of [
      ["1 2 3", /3 numbers; expected 16 numbers/],
      ["1 1", /Tile 1 occurs twice/],
      ["2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 _", /cannot be solved/],
    ]) {
      await type(page, typed);
      await page.waitForFunction((source) =>
        new RegExp(source).test(document.querySelector("#reason").textContent), reason.source);
      assert.equal(await page.getAttribute("#text", "aria-invalid"), "true");
      assert.deepEqual(await board(page), before);
    }
    assert.equal(await text(page, "swap"), "Swap 14 and 15");
    await page.click("#swap");
    await page.waitForFunction(() => document.querySelector("#reason").textContent === "");
    assert.ok(await page.isHidden("#swap"));
    assert.deepEqual((await board(page)).slice(0, 2), [2, 1]);
    assert.deepEqual((await board(page)).slice(13), [15, 14, 0]);
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
    await untilLeft(page, 1);
  });
});

test("the stage at work is shown: tiles of G, tiles of R", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3 4 9 7 15 8 _ 13 5 11 14 10 6 12");
    await page.waitForFunction(() => /Stage/.test(document.querySelector("#stage").textContent));
    const shown = (await text(page, "stage")).replaceAll("\u2060", "");
    const goal = await page.locator(".tile.goal").allTextContents();
    const fixed = await page.locator(".tile.fixed").allTextContents();
    assert.deepEqual(goal.map(Number), [4, 5, 6]);
    assert.deepEqual(fixed.map(Number), [1, 2, 3]);
    assert.match(shown, /^Stage 1 of 3, 15 moves: bring 4–6 home, leave 1–3 alone\.$/);
  });
});

test("a service that serves the page is asked instead", async () => {
  const asked = [];
  const other = await serve((url) => {
    if (url.pathname === "/v1/tables") return { body: { sets: [{ board: "4x4", plan: "large" }] } };
    if (url.pathname !== "/v1/solve") return null;
    asked.push(url.searchParams.get("board"));
    assert.deepEqual(["size", "effort", "stages"].map((name) => url.searchParams.get(name)),
      ["4x4", "10000", "true"]);
    return asked.length === 2
      ? { status: 400, body: { title: "no", detail: "no such board here" } }
      : { body: { moves: 1, actions: "L", stages: [{ goal: [15], fixed: [14], moves: 1 }] } };
  });
  try {
    await visit(async (page) => {
      assert.match(await text(page, "label"), /this server’s tables large/);
      assert.equal(await left(page), 1);
      assert.deepEqual(await page.locator("input[name=size]").evaluateAll((found) =>
        found.map((radio) => [radio.value, radio.checked])), [["4", true]]);
      await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
      await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
      assert.equal(await text(page, "status"), "no such board here");
      await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
      await untilLeft(page, 1);
      await page.click("#solve");
      await untilLeft(page, 0);
      assert.equal(asked.at(-1), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15");
    }, { url: address(other) });
  } finally {
    other.close();
  }
});

test("the service itself serves the page and answers it", async (context) => {
  const command = process.env.TILEBASE;
  const folder = mkdtempSync(path.join(tmpdir(), "tilebase-service-"));
  const set = path.join(folder, "ladder5.tilebase");
  const built = spawnSync(command, ["build", "-o", set, "--plan", "ladder:5"], { encoding: "utf8" });
  assert.equal(built.status, 0, built.stderr);
  const service = spawn(command, ["serve", set, "--listen", "127.0.0.1:0"]);
  try {
    const said = await new Promise((resolve) => {
      let all = "";
      service.stderr.on("data", (data) => {
        all += data;
        if (/listening on [0-9.:]+/.test(all)) resolve(all);
      });
      service.on("exit", () => resolve(all));
    });
    if (/Boost/.test(said)) return context.skip("built without the service");
    const where = said.match(/listening on ([0-9.:]+)/);
    assert.ok(where, said);
    await visit(async (page) => {
      assert.match(await text(page, "label"), /this server’s tables ladder:5/);
      await type(page, "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5");
      // Fewer than the 86 of the tables' own solution, and in stages.
      await page.waitForFunction(() => Number(document.querySelector("#left").textContent) <= 80);
      assert.match(await text(page, "stage"), /^Stage 1 of [23], [0-9]+ moves: bring /);
      assert.ok(await page.locator(".tile.goal").count() >= 5);
      await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
      await page.click("#solve");
      await untilLeft(page, 0);
      assert.deepEqual(await board(page), SOLVED);
    }, { url: `http://${where[1]}/` });
  } finally {
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const [name, viewport] of [["desktop", DESKTOP], ["phone", PHONE]])
  for (const colorScheme of ["light", "dark"])
    test(`${name}, ${colorScheme}: nothing is wider than the window, text can be read`, async () => {
      await visit(async (page) => {
        await type(page, "1 2 3 4 9 7 15 8 _ 13 5 11 14 10 6 12");
        await page.waitForFunction(() => document.querySelectorAll(".tile.fixed").length === 3);
        await page.click("#hint");
        await screenshot(page, `${name}-${colorScheme}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        await type(page, "9".repeat(200));
        await page.waitForFunction(() => document.querySelector("#reason").textContent !== "");
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        for (const [of, least] of [["body", 7], [".tile.goal span", 4.5], [".tile.fixed span", 4.5],
          [".legend li", 4.5], ["#reason", 4.5], ["#solve", 4.5]])
          assert.ok(await page.evaluate(contrast, of) >= least, of);
      }, { viewport, colorScheme });
    });

// The contrast of an element's text with what is behind it, as WCAG counts it. Runs in the page.
function contrast(selector) {
  const channels = (color) => color.match(/[0-9.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((c) => c / 255)
      .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let behind = document.querySelector(selector);
  const ink = luminance(getComputedStyle(behind).color);
  while (channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const ground = luminance(getComputedStyle(behind).backgroundColor);
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}

test("without motion where that is asked for", async () => {
  await visit(async (page) => {
    const duration = await page.locator(".tile").first().evaluate((tile) =>
      getComputedStyle(tile).transitionDuration);
    assert.equal(duration, "0s");
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
    await untilLeft(page, 1);
    await page.click("#solve");
    await untilLeft(page, 0);
  }, { reducedMotion: "reduce" });
});
