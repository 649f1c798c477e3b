// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// page_test.mjs PAGE SCREENSHOTS CHROMIUM: the page in a headless Chromium, used as people use it:
// by mouse, by touch, by keyboard alone, on a desktop and on a phone. Leaves pictures of it in the
// folder SCREENSHOTS. playwright-core and axe-core are installed into the folder this runs in; where that cannot
// be, the test is left out (exit code 77).

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync,
         writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

const [PAGE, SCREENSHOTS, CHROMIUM] = process.argv.slice(2);
const SKIPPED = 77;
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
                ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };
const SOLVED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];

function loadPlaywright() {
  const require = createRequire(path.join(process.cwd(), "package.json"));
  if (!existsSync("node_modules/axe-core")) {
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(path.join(import.meta.dirname ?? path.dirname(process.argv[1]), name), name);
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { encoding: "utf8" });
    if (npm.status !== 0) {
      console.log(`left out: npm could not install playwright-core and axe-core\n${npm.stderr ?? npm.error}`);
      process.exit(SKIPPED);
    }
  }
  return [require("playwright-core"), require.resolve("axe-core")];
}
const [{ chromium }, AXE] = loadPlaywright();

// A static server; `service` may answer first, or a promise of its.
function serve(service = () => null) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    const answer = await service(url);
    const file = path.join(PAGE, url.pathname === "/" ? "index.html" : path.normalize(url.pathname));
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
// Without a search for shorter solutions unless `settings` has one: then the counts stay.
async function visit(use, { viewport = DESKTOP, url = address(server), settings = { effort: 0 },
                            mayFailToLoad = false, ...media } = {}) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !(mayFailToLoad && /Failed to load/.test(message.text())))
      errors.push(message.text());
  });
  try {
    await page.addInitScript((kept) => {
      if (sessionStorage.length > 0) return;
      sessionStorage.visited = true;
      localStorage.clear();
      localStorage.setItem("tilebase:settings", JSON.stringify(kept));
    }, settings);
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    await page.goto(url);
    await untilAnswered(page);
    await use(page);
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
  }
}

// The first answer comes at once; where the others come from is said when that is open.
const untilAnswered = (page) => page.waitForFunction(() =>
  /^[0-9]+$/.test(document.querySelector("#left").textContent) && document.querySelector("#label").textContent !== "");

const text = (page, id) => page.locator(`#${id}`).textContent();
const left = async (page) => Number(await text(page, "left"));

// The board as a screen reader is told it.
async function board(page) {
  const rows = await text(page, "rows");
  return rows.match(/: [^.]*/g).flatMap((row) => row.slice(2).split(" "))
    .map((word) => word === "blank" ? 0 : Number(word));
}

async function choose(page, width, height = width) {
  await page.click(`#sizes button[value="${Math.min(width, 8)}"]`);
  for (let side = Math.min(width, 8); side < width; ++side) await page.click("#wider");
  for (let side = Math.min(width, 8); side < height; ++side) await page.click("#higher");
  for (let side = width; side > height; --side) await page.click("#lower");
  await page.waitForFunction((tiles) => document.querySelectorAll(".tile").length === tiles,
    width * height - 1);
  await untilAnswered(page);
}

async function type(page, typed) {
  await page.evaluate(() => { document.querySelector("#own").open = true; });
  await page.fill("#text", typed);
  await page.press("#text", "Enter");
}

async function untilLeft(page, count, timeout = 60000) {
  await page.waitForFunction((wanted) =>
    Number(document.querySelector("#left").textContent) === wanted, count, { timeout });
}

async function screenshot(page, name) {
  await page.waitForTimeout(400); // tiles and colours come to rest
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(path.join(SCREENSHOTS, `${name}.webp`), Buffer.from(data, "base64"));
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
    assert.equal((await text(page, "solve")).trim(), "Pause");
    await untilLeft(page, 0);
    assert.deepEqual(await board(page), SOLVED);
    assert.equal(await text(page, "status"), "Solved.");
    assert.equal((await text(page, "solve")).trim(), "Solve");
    assert.deepEqual([...new Set(await page.evaluate(() => window.counts))], ["2", "1", "0"]);
  });
});

const LONGEST = { "2x2": 6, "3x3": 31, "4x4": 109, "5x5": 445 };
for (const [width, height] of [[2, 2], [3, 3], [4, 4], [5, 5], [6, 4], [2, 5]]) {
  const name = `${width}x${height}`;
  test(`a random ${name} board is solved to the end`, async () => {
    await visit(async (page) => {
      await choose(page, width, height);
      const start = await left(page);
      assert.ok(start > 0 && start <= (LONGEST[name] ?? 2000), String(start));
      // As fast as the page goes.
      await page.evaluate(() => {
        const later = window.setTimeout;
        window.setTimeout = (call) => later(call, 0);
      });
      await page.click("#solve");
      await untilLeft(page, 0);
      const cells = width * height;
      assert.deepEqual(await board(page), [...Array(cells).keys()].map((cell) => (cell + 1) % cells));
      assert.match(await text(page, "label"),
        name in LONGEST ? /your device, from [0-9]+\u00a0(bytes|kB) of tables/ : /your device, row by row/);
    });
  });
}

test("there are boards of every size up to 10x10", async () => {
  await visit(async (page) => {
    await choose(page, 10);
    assert.equal(await page.getAttribute("#wider", "aria-disabled"), "true");
    assert.ok(await left(page) > 500);
  });
});

test("hints lead to the goal, and the next tile is marked", async () => {
  await visit(async (page) => {
    await choose(page, 3);
    await type(page, "1 2 3 / 4 5 6 / _ 7 8");
    await untilLeft(page, 2);
    for (const [says, remaining] of [["Slide 7 left.", 1], ["Slide 8 left.", 0]]) {
      await page.click("#hint");
      assert.equal(await text(page, "status"), says);
      assert.equal(await page.getAttribute(".tile.hinted span", "data-after"), String(remaining));
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

test("choosing a size clears the typed board, and the arrow keys slide tiles with the focus there", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3");
    await page.waitForFunction(() => document.querySelector("#reason").textContent !== "");
    await choose(page, 5);
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
    await choose(page, 5);
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

// Presses the Tab key. Returns the name of what has the focus then; it has an outline.
async function pressTab(page) {
  await page.keyboard.press("Tab");
  const [name, outline] = await page.evaluate(() => {
    const focused = document.activeElement;
    return [focused.id || focused.value || focused.dataset.level || focused.localName,
      getComputedStyle(focused).outlineStyle];
  });
  if (name !== "body") assert.notEqual(outline, "none", name);
  return name;
}

test("the page is used by keyboard alone", async () => {
  await visit(async (page) => {
    const seen = [];
    for (;;) {
      const id = await pressTab(page);
      if (id === "body" || seen.length > 60) break;
      seen.push(id);
      if (id === "summary") await page.keyboard.press("Enter");
      if (id !== "text") continue;
      await page.keyboard.type("1 2 3 4 5 6 7 8 9 10 11 12 13 _ 14 15\n");
      assert.equal(await page.evaluate(() => document.activeElement.id), "board");
      await page.focus("#text");
    }
    for (const id of ["look", "board", "undo", "hint", "solve", "shuffle", "daily", "scrub", "effort", "text", "aim"])
      assert.ok(seen.includes(id), id);
    await untilLeft(page, 2);
    await page.focus("#solve");
    await page.keyboard.press("Space");
    await untilLeft(page, 0);
    assert.equal(await page.evaluate(() => document.activeElement.id), "solve");
    assert.equal(await page.getAttribute("#status", "aria-live"), "polite");
  });
});

test("arrows, WASD and Ctrl+Z work wherever the focus is, but not in a text", async () => {
  await visit(async (page) => {
    await type(page, SOLVED.join(" "));
    await untilLeft(page, 0);
    for (const id of ["board", "hint", "look"]) {
      await page.focus(`#${id}`);
      await page.keyboard.press("KeyD");
      await untilLeft(page, 1);
      await page.keyboard.press("ArrowDown");
      await untilLeft(page, 2);
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await untilLeft(page, 0);
    }
    await page.keyboard.press("Control+y");
    await untilLeft(page, 1);
    await page.focus("#text");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("wasd");
    assert.equal(await left(page), 1);
  });
});

test("moves are counted, undone, done again and begun again", async () => {
  await visit(async (page) => {
    await type(page, SOLVED.join(" "));
    await untilLeft(page, 0);
    await page.click('.tile[data-tile="13"]');
    assert.equal(await text(page, "moves"), "3");
    assert.equal(await text(page, "slides"), "moves, 1 slide");
    await page.keyboard.press("ArrowDown");
    await page.click("#undo");
    await page.click("#undo");
    assert.equal(await text(page, "moves"), "2");
    await page.click("#redo");
    assert.deepEqual((await board(page)).slice(12), [0, 13, 14, 15]);
    await page.click("#restart");
    assert.deepEqual(await board(page), SOLVED);
    for (const [id, off] of [["undo", "true"], ["restart", "true"], ["redo", "false"]])
      assert.equal(await page.getAttribute(`#${id}`, "aria-disabled"), off);
  });
});

test("tiles follow the mouse, and slide back if they are let go too soon", async () => {
  await visit(async (page) => {
    await type(page, SOLVED.join(" "));
    await untilLeft(page, 0);
    await page.waitForTimeout(300); // until all have slid to their places
    const box = await page.locator('.tile[data-tile="14"]').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const shift = async () => (await page.locator('.tile[data-tile="14"]').boundingBox()).x - box.x;
    for (const [share, moved] of [[0.25, 0], [0.7, 1]]) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + share * box.width, y + 3, { steps: 4 });
      assert.ok(Math.abs(await shift() - share * box.width) < 2, String(share));
      assert.equal(await page.locator(".tile.held").count(), 2);
      await page.waitForTimeout(260); // no flick
      await page.mouse.up();
      await page.waitForTimeout(300);
      assert.ok(Math.abs(await shift() - moved * box.width) < 2);
    }
    assert.deepEqual((await board(page)).slice(12), [13, 0, 14, 15]);
  });
});

test("a finger taps tiles and drags them", async () => {
  await visit(async (page) => {
    await type(page, SOLVED.join(" "));
    await untilLeft(page, 0);
    await page.waitForTimeout(300); // until all have slid to their places
    await page.evaluate(() => scrollTo(0, 0));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const touch = (type, points) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const box = await page.locator('.tile[data-tile="15"]').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch("touchStart", [{ x, y }]);
    await touch("touchEnd", []);
    await untilLeft(page, 1);
    await page.waitForTimeout(300);
    await touch("touchStart", [{ x: x + box.width, y }]); // where 15 is now
    for (const share of [0.2, 0.5, 0.8]) await touch("touchMove", [{ x: x + (1 - share) * box.width, y }]);
    await touch("touchEnd", []);
    await untilLeft(page, 0);
    assert.equal(await text(page, "moves"), "2");
  }, { viewport: PHONE });
});

test("a solved board shows your moves beside the fewest", async () => {
  await visit(async (page) => {
    await choose(page, 3);
    await type(page, "1 2 3 / 4 5 6 / _ 7 8");
    await untilLeft(page, 2);
    assert.ok(await page.isHidden("#end"));
    for (const key of ["Down", "Up", "Left", "Left"]) await page.keyboard.press(`Arrow${key}`);
    await page.waitForSelector("#board.won");
    await page.focus("#board");
    assert.equal(await text(page, "endhead"), "Solved!");
    await page.waitForSelector("#track b");
    assert.equal(await page.locator("#track b").count(), 1); // the first step
    assert.match(await text(page, "endtext"), /^4 moves in 3 slides\. 2 moves more than needed\. .* is the move that led away\. It cost two\.$/);
    assert.deepEqual(await page.locator("#bars dd").allTextContents(), ["4", "2"]);
    await page.fill("#scrub", "1");
    assert.match(await text(page, "stage"), /^Move 1 led away: now 3 moves to go\.$/);
  });
});

test("where a game lost moves is shown on larger boards too, as far as it is known", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
    await untilLeft(page, 1);
    for (const key of ["Right", "Down", "Up", "Left", "Left"]) await page.keyboard.press(`Arrow${key}`);
    await page.waitForFunction(() => document.querySelectorAll("#track b").length === 2);
    assert.match(await text(page, "endtext"),
      /^5 moves in 4 slides\. 4 moves more than the best known\. .* the 2 moves that led away, as far as the solver knows\. Each cost two\.$/);
    assert.deepEqual(await page.locator("#bars dd").allTextContents(), ["5", "1"]);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#track b").length === 2);
  });
});

test("a game ends at the goal in its address, at a chosen one, or at one's own", async () => {
  await visit(async (page) => {
    assert.equal(await left(page), 3);
    assert.equal(await page.locator("#goal i").allTextContents().then((all) => all.join("")), "12384765");
    assert.match(await page.getAttribute("#goal", "aria-label"), /Row 2: 8 blank 4\./);
    await page.click("#hint");
    assert.equal(await text(page, "status"), "Slide 6 left.");
    await page.reload();
    await untilLeft(page, 3);
    await page.click("#solve");
    await untilLeft(page, 0);
    assert.ok(await page.locator("#board.won").count() === 1);
    assert.deepEqual(await board(page), [1, 2, 3, 8, 0, 4, 7, 6, 5]);

    await choose(page, 4);
    for (const [name, blank] of [["first", 0], ["spiral", 9], ["last", 15]]) {
      await page.click(`#goals button[value="${name}"]`);
      await untilAnswered(page);
      assert.equal(await page.isHidden("#goal"), name === "last");
      assert.equal(await page.getAttribute(`#goals button[value="${name}"]`, "aria-pressed"), "true");
      await page.evaluate(() => {
        const scrub = document.querySelector("#scrub");
        scrub.value = scrub.max;
        scrub.dispatchEvent(new Event("input"));
      });
      await untilLeft(page, 0);
      assert.equal((await board(page)).indexOf(0), blank);
    }

    await page.evaluate(() => { document.querySelector("#own").open = true; });
    await page.fill("#aim", "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 _");
    await type(page, "15 14 13 12 11 10 9 8 7 6 5 4 3 2 _ 1");
    await untilLeft(page, 1);
    assert.match(page.url(), /:15,14,13,12,11,10,9,8,7,6,5,4,3,2,0,1:15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0$/);
    await type(page, "14 15 13 12 11 10 9 8 7 6 5 4 3 2 1 _");
    assert.match(await text(page, "reason"), /No moves lead from this board to the goal/);
    await page.click("#swap");
    await untilLeft(page, 0); // 14 and 15 are the two
    await page.fill("#aim", "1 2");
    await page.press("#aim", "Enter");
    assert.equal(await page.getAttribute("#aim", "aria-invalid"), "true");
  }, { url: `${address(server)}#3x3:1,2,3,8,4,5,7,0,6:1,2,3,8,0,4,7,6,5` });
});

test("the time line goes back and forth, through the player's moves and the solver's", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 _ 13 14 15");
    await untilLeft(page, 3);
    await page.keyboard.press("ArrowDown");
    await untilLeft(page, 4);
    assert.equal(await page.getAttribute("#scrub", "max"), "5");
    await page.fill("#scrub", "5");
    await untilLeft(page, 0);
    assert.deepEqual(await board(page), SOLVED);
    assert.equal(await text(page, "slides"), "yours, 4 the solver’s");
    await page.click("#back");
    await untilLeft(page, 1);
    await page.fill("#scrub", "0");
    await untilLeft(page, 3);
    await page.click("#next");
    await untilLeft(page, 4);
    assert.ok(await page.locator("#track i").count() >= 2);
  });
});

test("a game survives a reload, and its board is in the address", async () => {
  await visit(async (page) => {
    await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 _ 13 14 15");
    await untilLeft(page, 3);
    assert.ok(page.url().endsWith("#4x4:1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15"));
    await page.keyboard.press("ArrowLeft");
    await page.reload();
    await untilLeft(page, 2);
    assert.equal(await text(page, "moves"), "1");
    await page.goto(`${address(server)}#3x2:1,2,3,4,0,5`);
    await untilLeft(page, 1);
    assert.equal(await page.locator(".tile").count(), 5);
    await page.goto(`${address(server)}#3x2:1,2,3,5,4,0`); // cannot be solved
    assert.equal(await left(page), 1);
  });
});

// As another version of the page, another page of the host or a person may leave it. Fails on any error.
test("whatever is kept on the device, there is a board to play", async () => {
  const shape = { width: 4, height: 4 };
  const good = { shape, start: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15], goal: SOLVED, at: 1, elapsed: 5,
                 daily: null, steps: "R" };
  const today = new Date().toISOString().slice(0, 10);
  const junk = [null, 5, "x", [], [1], {}, true, { shape: null }, { speed: 9, effort: "y", look: 1, level: {} },
    { day: today, moves: null }, { day: today, moves: { "4×4": "x" } }, { day: 1, moves: {} }];
  for (const [name, value] of Object.entries({ shape: { width: 1e9, height: 2 }, start: null, goal: [1], at: -1,
                                               elapsed: "x", daily: 7, steps: null }))
    junk.push({ ...good, [name]: value });
  for (const steps of [5, [1], "xyz", {}]) junk.push({ ...good, steps });
  const texts = [...junk.map((kept) => JSON.stringify(kept)), "{", "", "undefined"];
  await visit(async (page) => {
    // Puts one of the texts there before the page's scripts run.
    await page.addInitScript((kept) => {
      const text = kept[Number(sessionStorage.next)];
      for (const part of ["settings", "daily", "game", "picture"]) localStorage.setItem(`tilebase:${part}`, text);
    }, texts);
    for (const [i, text] of texts.entries()) {
      await page.evaluate((next) => { sessionStorage.next = next; }, i);
      await page.goto(`${address(server)}?${i}`); // no board in the address
      await untilAnswered(page);
      assert.equal(await page.locator(".tile").count(), 15, text);
      for (const name of ["daily", "speed", "look", "hint"]) await page.click(`#${name}`);
    }
  });
  // What is sound is taken.
  await visit(async (page) => {
    await page.addInitScript((kept) => localStorage.setItem("tilebase:game", kept), JSON.stringify(good));
    await page.goto(`${address(server)}?good`);
    await untilLeft(page, 2);
  });
});

// Searches for a second, again and again: a busy machine may need more than one.
async function untilShorter(page, count) {
  for (let searches = 0; await left(page) > count; ++searches) {
    assert.ok(searches < 30);
    await page.fill("#effort", "9");
    await page.fill("#effort", "10");
    await page.waitForTimeout(1500);
  }
}

test("more time finds shorter solutions, in a worker", async () => {
  await visit(async (page) => {
    await type(page, "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5");
    await untilLeft(page, 78);
    await untilShorter(page, 70);
    assert.match(await text(page, "seconds"), /^1\u00a0s: [0-9]+ moves fewer$/);
    await choose(page, 3, 2);
    await page.waitForFunction(() => /the fewest/.test(document.querySelector("#unit").textContent));
  });
});

test("the daily board is the same for everyone, and levels differ", async () => {
  await visit(async (page) => {
    await page.click("#daily");
    const first = await board(page);
    assert.match(await text(page, "status"), /Today’s 4×4 board/);
    await page.click('#levels button[data-level="easy"]');
    await page.waitForFunction(() => Number(document.querySelector("#left").textContent) < 30);
    assert.notDeepEqual(await board(page), first);
    await page.click("#daily");
    assert.deepEqual(await board(page), first);
  });
});

test("a board of today that is solved is marked, with the moves it took", async () => {
  await visit(async (page) => {
    await choose(page, 2);
    await page.click("#daily");
    await untilAnswered(page);
    for (let limit = 20; await left(page) > 0 && limit > 0; --limit) {
      await page.click("#hint");
      await page.click(".tile.hinted");
    }
    assert.match(await text(page, "daily"), /Today ✓/);
    await page.reload();
    await untilAnswered(page);
    await page.click("#daily");
    assert.match(await text(page, "status"), /You solved today’s 2×2 board in [0-9]+ moves\./);
    await choose(page, 3);
    assert.doesNotMatch(await text(page, "daily"), /✓/);
  });
});

test("tiles show a picture that stays on the device", async () => {
  await visit(async (page) => {
    await page.evaluate(() => { document.querySelector("#own").open = true; });
    await page.setInputFiles("#picture", { name: "dot.svg.png", mimeType: "image/png", buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64") });
    await page.waitForSelector("#board.pictured");
    await page.reload();
    await page.waitForSelector("#board.pictured");
    await page.evaluate(() => { document.querySelector("#own").open = true; });
    await page.click("#plain");
    assert.equal(await page.locator("#board.pictured").count(), 0);
  });
});

test("the first question is answered before the tables are there, and they take over while it is played", async () => {
  let arrive;
  const tables = new Promise((resolve) => { arrive = resolve; });
  const other = await serve(({ pathname }) => pathname === "/4x4.image" ? tables : null);
  try {
    await visit(async (page) => {
      await page.goto(`${address(other)}#4x4:15,10,0,13,11,4,1,12,3,7,9,8,2,14,6,5`);
      await page.waitForFunction(() => Number(document.querySelector("#left").textContent) > 0);
      const first = await left(page);
      await page.click("#solve");
      await untilLeft(page, first - 2);
      assert.equal(await text(page, "label"), "");
      arrive(null);
      await page.waitForFunction(() => /211\u00a0kB of tables/.test(document.querySelector("#label").textContent));
      await page.click("#solve");
      const moves = Number((await page.getAttribute("#scrub", "aria-valuetext")).match(/of (\d+)/)[1]);
      assert.ok(moves <= first, `${moves} ${first}`);
      await page.fill("#scrub", String(moves));
      assert.deepEqual(await board(page), SOLVED);
    });
  } finally {
    other.close();
  }
});

test("the page works without a network once it was there", async () => {
  const other = await serve();
  try {
    await visit(async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      other.closeAllConnections();
      await new Promise((resolve) => other.close(resolve));
      await page.reload();
      await untilAnswered(page);
      await choose(page, 3);
      assert.match(await text(page, "label"), /46\u00a0kB of tables/);
      await page.click("#warehouse a");
      await untilAnswered(page);
      assert.match(await text(page, "label"), /43\u00a0kB of tables/);
    }, { url: address(other), mayFailToLoad: true });
  } finally {
    other.close();
  }
});

test("the page as one file needs no server", async () => {
  await visit(async (page) => {
    assert.match(await text(page, "label"), /211\u00a0kB of tables/);
    await untilShorter(page, 70);
    await page.reload();
    await untilAnswered(page);
  }, { url: `file://${path.resolve(PAGE, "tilebase.html")}#4x4:15,10,0,13,11,4,1,12,3,7,9,8,2,14,6,5`,
       settings: { effort: 10 } });
});

test("script and style take at most 60 kB compressed, and all files are kept for offline", () => {
  const files = readdirSync(PAGE, { withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ name }) => name).filter((name) => name !== "tilebase.html");
  const code = files.filter((name) => /\.(js|css|html)$/.test(name) && name !== "warehouse.html"); // which has all inside
  const bytes = code.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(PAGE, name))).length, 0);
  console.log(`script, style, document and module: ${bytes} bytes compressed`);
  assert.ok(bytes <= 60000, String(bytes));
  const kept = ["sw.js", "index.html"].map((name) => readFileSync(path.join(PAGE, name), "utf8")).join();
  for (const name of files)
    assert.ok(["sw.js", "index.html"].includes(name) || kept.includes(`"${name}"`), name);
});

test("links lead to the page's documentation and its source", async () => {
  await visit(async (page) => {
    const links = await page.locator("#links a").evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(links.length, 3);
    for (const link of links) assert.ok((await (await fetch(link)).text()).length > 1000, link);
    await page.click("#warehouse a");
    await untilAnswered(page);
    for (const link of await page.locator("#links a").evaluateAll((all) => all.map(({ href }) => href)))
      assert.ok((await (await fetch(link)).text()).length > 1000, link);
  });
});

test("a board that is no board is refused with the reason", async () => {
  await visit(async (page) => {
    const before = await board(page);
    for (const [typed, reason] of [
      ["1 2 3", /3 numbers; expected 16 numbers/],
      ["1 1", /Tile 1 occurs twice/],
      ["2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 _", /No moves solve this board/],
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
    await page.waitForFunction(() => /stage 1/.test(document.querySelector("#stage").textContent));
    await page.click("#hint");
    const shown = (await text(page, "stage")).replaceAll("\u2060", "");
    const goal = await page.locator(".tile.goal").allTextContents();
    const fixed = await page.locator(".tile.fixed").allTextContents();
    assert.deepEqual(goal.map(Number), [5, 9, 13]);
    assert.deepEqual(fixed.map(Number), [1, 2, 3, 4]);
    assert.match(shown, /^The solver’s way, stage 1 of 2: bring 5, 9, 13 home, keep 1–4 there\. [0-9]+ moves\. In the corners: /);
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
      assert.match(await text(page, "label"), /this server, from its tables large/);
      assert.equal(await left(page), 1);
      await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
      await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
      assert.equal(await text(page, "status"), "no such board here");
      await type(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15");
      await untilLeft(page, 1);
      await page.click("#solve");
      await untilLeft(page, 0);
      assert.equal(asked.at(-1), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15");
    }, { url: address(other), mayFailToLoad: true });
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
      assert.match(await text(page, "label"), /this server, from its tables ladder:5/);
      assert.ok(await page.isHidden("#warehouse")); // the service has no such page
      for (const link of await page.locator("#links a").evaluateAll((all) => all.map(({ href }) => href)))
        assert.equal((await fetch(link)).status, 200, link);
      await type(page, "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5");
      // Fewer than the 86 of the tables' own solution, and in stages.
      await page.waitForFunction(() => Number(document.querySelector("#left").textContent) <= 80);
      assert.match(await text(page, "stage"), /stage 1 of [23]: bring /);
      await page.click("#hint");
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

const WINDOWS = { desktop: DESKTOP, phone: PHONE, side: { width: 740, height: 360 },
                  wide: { width: 1920, height: 1080 }, small: { width: 320, height: 568 } };
for (const [name, viewport] of Object.entries(WINDOWS))
  test(`${name}: the board is the largest thing, and nothing is wider than the window`, async () => {
    await visit(async (page) => {
      for (const [width, height] of [[4, 4], [8, 3], [2, 6]]) {
        await choose(page, width, height);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        const frame = await page.locator("#board").boundingBox();
        assert.ok(frame.height <= viewport.height && frame.width <= viewport.width);
        assert.ok(Math.max(frame.width / viewport.width, frame.height / viewport.height) > 0.55,
          `${width}x${height}: ${frame.width}x${frame.height}`);
      }
    }, { viewport });
  });

for (const [name, viewport] of [["desktop", DESKTOP], ["phone", PHONE]])
  for (const colorScheme of ["light", "dark"])
    test(`${name}, ${colorScheme}: text can be read, and axe-core finds nothing`, async () => {
      await visit(async (page) => {
        await type(page, "1 2 3 4 9 7 15 8 _ 13 5 11 14 10 6 12");
        await untilAnswered(page);
        for (const tile of [1, 4, 8, 13, 15])
          assert.ok(await page.evaluate(contrast, `.tile[data-tile="${tile}"] span`) >= 4.5, `tile ${tile}`);
        await page.click("#hint");
        await type(page, "9".repeat(200));
        await page.waitForFunction(() => document.querySelector("#reason").textContent !== "");
        await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        for (const [of, least] of [["body", 7], [".tile.goal span", 4.5], [".stage", 4.5],
          ["#reason", 4.5], ["#solve", 4.5]])
          assert.ok(await page.evaluate(contrast, of) >= least, of);
        await page.addScriptTag({ path: AXE });
        const { violations } = await page.evaluate(() => axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
      }, { viewport, colorScheme });
    });

for (const [name, viewport, colorScheme, board, keys] of [
  ["another goal", WINDOWS.wide, "light", "3x3:8,1,3,2,0,4,7,6,5:1,2,3,8,0,4,7,6,5", []],
  ["won", WINDOWS.small, "dark", "4x4:1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15", ["Down", "Up", "Left", "Left", "Left"]],
])
  test(`${name}: axe-core finds nothing`, async () => {
    await visit(async (page) => {
      await press(page, keys);
      await page.waitForTimeout(2000); // the wave
      await page.addScriptTag({ path: AXE });
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
    }, { viewport, colorScheme, url: `${address(server)}#${board}` });
  });

// The page of a warehouse. A floor is a letter for each cell, as in its address without "/".
const CORNER = "_...._/....../....../....../....../.....1";
const warehouse = (floor) => `${address(server)}warehouse.html#${floor}`;

// Returns the floor by the labels that a screen reader reads.
async function toldFloor(page) {
  const labels = await page.locator(".cells button").evaluateAll((all) => all.map((cell) => cell.ariaLabel));
  labels.forEach((label, cell) =>
    assert.ok(label.startsWith(`Row ${Math.floor(cell / 6) + 1}, column ${cell % 6 + 1}: `), label));
  return labels.map((label) => /: empty/.test(label) ? "_" : /: wanted load/.test(label) ? "1" : ".").join("");
}

// Returns the floor by the places of its tiles.
async function drawnFloor(page) {
  const letters = Array(36).fill("_");
  const tiles = await page.locator(".tile").evaluateAll((all) => all.map(({ style, classList }) =>
    [6 * style.getPropertyValue("--row") + Number(style.getPropertyValue("--column")), classList.contains("wanted")]));
  for (const [cell, isWanted] of tiles) letters[cell] = isWanted ? "1" : ".";
  assert.equal(letters.filter((letter) => letter !== "_").length, tiles.length);
  return letters.join("");
}

// Makes all moves of a step, "8>2,14>13", at once. Each goes to a neighbour that is empty or becomes so.
function moved(floor, step) {
  const moves = step.split(",").map((move) => move.split(">").map(Number));
  const next = [...floor];
  for (const [from] of moves) next[from] = "_";
  for (const [from, to] of moves) {
    const [across, down] = [Math.abs(to % 6 - from % 6), Math.abs(Math.floor(to / 6) - Math.floor(from / 6))];
    assert.ok(across + down === 1 && next[to] === "_" && floor[from] !== "_", step);
    next[to] = floor[from];
  }
  return next.join("");
}

test("a load is retrieved in the steps that the command gives, forth and back", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tilebase-warehouse-"));
  const set = path.join(folder, "warehouse.tilebase");
  const run = (...words) => spawnSync(process.env.TILEBASE, words, { encoding: "utf8" });
  try {
    const built = run("build", "-o", set, ..."--board 6x6 --wanted 1 --blanks 2 --goal-cells 0 --metric steps".split(" "));
    assert.equal(built.status, 0, built.stderr);
    for (const [start, isFewest] of [[CORNER, true], [CORNER.replace("...1", "_..1"), false]])
      await visit(async (page) => {
        const [count, ...steps] = run("solve", set, start).stdout.trim().split(" ");
        assert.equal(Number(count), steps.length);
        assert.equal(/, the fewest/.test(await text(page, "unit")), isFewest);
        assert.match(await text(page, "verdict"), isFewest ? /^No plan has fewer steps/ : /a rule makes/);
        const floors = [start.replaceAll("/", "")];
        for (const [i, step] of steps.entries()) {
          assert.equal(await left(page), steps.length - i);
          assert.equal(await text(page, "next"), `Step ${i + 1}, all at once: ` +
            `${step.replaceAll(">", "\u00a0to\u00a0").replaceAll(",", ", ")}. Cells are counted row by row from 0.`);
          assert.equal(await page.locator(".tile.hinted").count(), step.split(",").length);
          await page.click("#step");
          floors.push(moved(floors[i], step));
          assert.equal(await toldFloor(page), floors[i + 1]);
          assert.equal(await drawnFloor(page), floors[i + 1]);
        }
        assert.equal(await left(page), 0);
        assert.equal(floors.at(-1)[0], "1");
        assert.equal(await text(page, "status"), "The wanted load stands on the goal cell.");
        for (const name of ["step", "play"]) assert.equal(await page.getAttribute(`#${name}`, "aria-disabled"), "true");
        for (let i = steps.length - 1; i >= 0; --i) {
          await page.click("#back");
          assert.equal(await toldFloor(page), floors[i]);
        }
        assert.equal(await page.getAttribute("#back", "aria-disabled"), "true");
      }, { url: warehouse(start) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a retrieval is played, paused and begun again", async () => {
  await visit(async (page) => {
    await page.click("#play");
    assert.equal((await text(page, "play")).trim(), "Pause");
    await untilLeft(page, 22);
    await page.click("#play");
    assert.equal((await text(page, "play")).trim(), "Play");
    const paused = await toldFloor(page);
    await page.click("#restart");
    assert.equal(await toldFloor(page), CORNER.replaceAll("/", ""));
    for (let left = 24; left > 22; --left) await page.click("#step");
    assert.equal(await toldFloor(page), paused);
    await page.evaluate(() => {
      const later = window.setTimeout;
      window.setTimeout = (call) => later(call, 0);
    });
    await page.click("#play");
    await untilLeft(page, 0);
    assert.match(await toldFloor(page), /^1/);
    assert.equal((await text(page, "play")).trim(), "Play");
    await page.click("#new");
    await page.waitForFunction(() => Number(document.querySelector("#left").textContent) > 0);
    assert.match(await toldFloor(page), /^[^1]/);
    assert.equal(await text(page, "empty"), "2");
  }, { url: warehouse(CORNER) });
});

test("a click chooses the wanted load, or which cells are empty, and the floor is in the address", async () => {
  await visit(async (page) => {
    const click = (cell) => page.click(`.cells button[value="${cell}"]`);
    await click(14);
    assert.equal((await toldFloor(page)).indexOf("1"), 14);
    await untilAnswered(page);
    assert.match(await text(page, "unit"), /the fewest/);
    const exact = await left(page);
    await click(0);
    assert.equal(await text(page, "status"), "This cell is empty. Choose a load.");
    await page.click('#chooses button[value="empty"]');
    await click(0);
    assert.match(await text(page, "status"), /^The table needs 2 empty cells/);
    await click(14);
    assert.match(await text(page, "status"), /^The wanted load stands here/);
    for (const cell of [7, 8, 20]) await click(cell);
    await untilAnswered(page);
    assert.equal(await text(page, "empty"), "5");
    assert.ok(await left(page) <= exact);
    assert.match(await text(page, "verdict"), /Here are 5, so a rule makes the plan|the distance alone takes as many/);
    await click(0);
    await page.click("#step");
    const floor = await toldFloor(page);
    assert.equal(floor.replaceAll(/[^_]/g, "").length, 4);
    // A choice begins at the floor as it is now.
    await click(35);
    assert.equal(await toldFloor(page), `${floor.slice(0, 35)}_`);
    assert.equal(await drawnFloor(page), `${floor.slice(0, 35)}_`);
    await page.reload();
    await untilAnswered(page);
    assert.equal(await toldFloor(page), `${floor.slice(0, 35)}_`);
    await page.goto(warehouse("no floor"));
    assert.equal(await toldFloor(page), `${floor.slice(0, 35)}_`);
  }, { url: warehouse(CORNER) });
});

test("a warehouse is used by keyboard alone, and shown without motion where that is asked for", async () => {
  await visit(async (page) => {
    for (const id of ["look", "0", "back", "play", "step", "restart", "new", "wanted", "empty", "summary", "body"])
      assert.equal(await pressTab(page), id);
    await page.focus('.cells button[value="0"]');
    await press(page, ["Left", "Up", "Right", "Down", "Down"]);
    await page.keyboard.press("Enter");
    assert.equal((await toldFloor(page)).indexOf("1"), 13);
    assert.equal(await page.evaluate(() => document.activeElement.value), "13");
    await untilAnswered(page);
    await page.focus("#step");
    for (let steps = await left(page); steps > 0; --steps) await page.keyboard.press("Space");
    assert.match(await toldFloor(page), /^1/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "step");
    assert.equal(await page.getAttribute("#status", "aria-live"), "polite");
    const tile = page.locator(".tile").first();
    assert.equal(await tile.evaluate((tile) => getComputedStyle(tile).transitionDuration), "0s");
  }, { url: warehouse(CORNER), reducedMotion: "reduce" });
});

for (const [name, colorScheme] of [["desktop", "light"], ["phone", "dark"], ["side", "light"], ["small", "dark"]])
  test(`${name}, ${colorScheme}: a warehouse fits the window, and axe-core finds nothing`, async () => {
    const viewport = WINDOWS[name];
    await visit(async (page) => {
      const frame = await page.locator("#board").boundingBox();
      assert.ok(Math.max(frame.width / viewport.width, frame.height / viewport.height) > 0.55);
      await page.click("#step");
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
      await page.addScriptTag({ path: AXE });
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
    }, { viewport, colorScheme, reducedMotion: "reduce", url: warehouse("._.._./.._.../_...._/..._../_..._./._...1") });
  });

// The pictures of docs/web.md and docs/storage.md.
const FIFTEEN = "15,10,0,13,11,4,1,12,3,7,9,8,2,14,6,5";
const press = async (page, keys) => {
  for (const key of keys) await page.keyboard.press(`Arrow${key}`);
};
const PICTURES = [
  ["desktop", DESKTOP, "light", `#4x4:${FIFTEEN}`, () => {}],
  ["phone", PHONE, "dark", `#4x4:${FIFTEEN}`, (page) => page.click("#hint")],
  ["goal", PHONE, "light", "#3x3:8,1,3,2,0,4,7,6,5:1,2,3,8,0,4,7,6,5", () => {}],
  ["10x10", DESKTOP, "dark", `#4x4:${FIFTEEN}`, async (page) => {
    await choose(page, 10);
    await page.click("#daily");
    await untilAnswered(page);
  }],
  ["timeline", DESKTOP, "light", `#4x4:${FIFTEEN}`, async (page) => {
    await press(page, ["Left", "Up", "Right", "Up"]);
    await page.fill("#scrub", "44");
  }],
  ["won", DESKTOP, "dark", "#4x4:1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15", async (page) => {
    await press(page, ["Down", "Up", "Left", "Left", "Left"]);
    await page.waitForTimeout(2000); // the wave
  }],
  ["warehouse", DESKTOP, "light", `warehouse.html#${CORNER}`, async (page) => {
    for (let step = 0; step < 15; ++step) await page.click("#step");
  }],
];
for (const [name, viewport, colorScheme, place, use] of PICTURES)
  test(`a picture: ${name}`, async () => {
    await visit(async (page) => {
      await use(page);
      await page.waitForTimeout(1000); // the search ends
      await screenshot(page, name);
    }, { viewport, colorScheme, url: `${address(server)}${place}`, settings: {} });
  });

test("dark and light can be chosen, and stay", async () => {
  await visit(async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const seen = [await ground()];
    await page.click("#look"); // light
    await page.click("#look"); // dark
    seen.push(await ground());
    await page.reload();
    await untilAnswered(page);
    seen.push(await ground());
    assert.notEqual(seen[0], seen[1]);
    assert.equal(seen[1], seen[2]);
  }, { colorScheme: "light" });
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
