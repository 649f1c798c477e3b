// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// firefox_test.mjs PAGE FIREFOX: the pages as one file in a headless Firefox, by keys, mouse and touch.
// Firefox is driven by Marionette, its own protocol: messages are a length, a colon and JSON.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

const [PAGE, FIREFOX] = process.argv.slice(2);
const PATIENCE_MS = 60000;

async function until(asked, what) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    const found = await asked();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

class Marionette {
  #waiting = new Map(); // number -> { resolve, reject }
  #number = 0;
  #rest = Buffer.alloc(0);

  constructor(socket) {
    this.socket = socket;
    socket.on("data", (data) => this.#read(data));
  }

  #read(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const colon = this.#rest.indexOf(":");
      const length = Number(this.#rest.subarray(0, colon));
      if (colon < 0 || this.#rest.length < colon + 1 + length) return;
      const message = JSON.parse(this.#rest.subarray(colon + 1, colon + 1 + length));
      this.#rest = this.#rest.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // the greeting
      const [, number, error, result] = message;
      const { resolve, reject } = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  }

  send(name, parameters = {}) {
    const text = JSON.stringify([0, ++this.#number, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(this.#number, { resolve, reject }));
  }
}

let firefox;
let driver;
const profile = mkdtempSync(path.join(tmpdir(), "tilebase-firefox-"));
before(async () => {
  writeFileSync(path.join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
  firefox = spawn(FIREFOX, ["--marionette", "--headless", "--no-remote", "--profile", profile],
    { stdio: "ignore" });
  const file = path.join(profile, "MarionetteActivePort");
  const port = await until(() => existsSync(file) && Number(readFileSync(file, "utf8")), "Firefox");
  driver = new Marionette(connect(port, "127.0.0.1"));
  await driver.send("WebDriver:NewSession");
});
after(async () => {
  await driver?.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
  driver?.socket.destroy();
  firefox?.kill();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const run = async (script) => (await driver.send("WebDriver:ExecuteScript", { script, args: [] })).value;
const text = (id) => run(`return document.getElementById("${id}").textContent`);
const untilLeft = (count) => until(async () => await text("left") === String(count), `${count} moves to go`);

async function open(board, page = "tilebase.html") {
  await driver.send("WebDriver:Navigate", { url: "about:blank" });
  await driver.send("WebDriver:Navigate", { url: `file://${path.resolve(PAGE, page)}#${board}` });
  await until(async () => /^\d+$/.test(await text("left")), "an answer");
  await run("document.getElementById('restart').click()"); // a board played before is kept
  await pause(400); // until its tiles have slid back
}

// Keys to whatever has the focus; a pointer along a way of { x, y }, shares of the board.
const press = (...keys) => driver.send("WebDriver:PerformActions", { actions: [{ type: "key", id: "keys",
  actions: keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] });
async function move(pointerType, from, to) {
  const box = JSON.parse(await run("return JSON.stringify(document.getElementById('board').getBoundingClientRect())"));
  const at = ({ x, y }, duration) => ({ type: "pointerMove", duration, origin: "viewport",
    x: Math.round(box.x + x * box.width), y: Math.round(box.y + y * box.height) });
  await driver.send("WebDriver:PerformActions", { actions: [{ type: "pointer", id: pointerType,
    parameters: { pointerType }, actions: [at(from, 0), { type: "pointerDown", button: 0 },
      at(to, 300), { type: "pointerUp", button: 0 }] }] });
}

const SOLVED = "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0";
const [LEFT, RIGHT, DOWN, ENTER, CONTROL] = ["\ue012", "\ue014", "\ue015", "\ue007", "\ue009"];

test("a board is solved, and the time line goes back", async () => {
  await open("4x4:1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15");
  await untilLeft(3);
  await run("document.getElementById('solve').click()");
  await untilLeft(0);
  assert.ok(await run("return document.getElementById('board').classList.contains('won')"));
  await run("document.getElementById('back').click()");
  await untilLeft(1);
});

test("more time finds shorter solutions, in a worker", async () => {
  await open("4x4:15,10,0,13,11,4,1,12,3,7,9,8,2,14,6,5");
  await until(async () => {
    await run("const effort = document.getElementById('effort'); effort.value = 10; effort.dispatchEvent(new Event('input'))");
    await pause(1500); // a busy machine may need more than one search
    return Number(await text("left")) <= 70;
  }, "a shorter one");
});

test("tiles are slid by keys", async () => {
  await open(SOLVED);
  await untilLeft(0);
  await press(RIGHT, "s");
  await untilLeft(2);
  await driver.send("WebDriver:PerformActions", { actions: [{ type: "key", id: "keys", actions: [
    { type: "keyDown", value: CONTROL }, { type: "keyDown", value: "z" }, { type: "keyUp", value: "z" },
    { type: "keyUp", value: CONTROL }] }] });
  await untilLeft(1);
  await press(LEFT, DOWN, LEFT);
  await untilLeft(1);
});

for (const kind of ["mouse", "touch"])
  test(`tiles are tapped and dragged by ${kind}`, async () => {
    await open(SOLVED);
    await untilLeft(0);
    const [first, third, fourth] = [0.15, 0.6, 0.85].map((x) => ({ x, y: 0.85 }));
    await move(kind, third, fourth); // dragged a cell to the right
    await untilLeft(1);
    await move(kind, first, first); // tapped: it and the one between
    await untilLeft(3);
    assert.equal(await text("slides"), "moves, 1 slide");
  });

test("a load is retrieved from a warehouse, and another one is chosen by keys", async () => {
  await open("_...._/....../....../....../....../.....1", "warehouse.html");
  const label = (cell) => run(`return document.querySelector(".cells").children[${cell}].getAttribute("aria-label")`);
  assert.equal(await text("left"), "24");
  assert.equal(await label(35), "Row 6, column 6: wanted load");
  for (let left = 23; left >= 0; --left) {
    await run("document.getElementById('step').click()");
    assert.equal(await text("left"), String(left));
  }
  assert.equal(await label(0), "Row 1, column 1: wanted load, goal");
  await run("document.querySelector('.cells').children[0].focus()");
  await press(RIGHT, DOWN, ENTER);
  await until(async () => await label(7) === "Row 2, column 2: wanted load", "the load that was chosen");
  await until(async () => Number(await text("left")) > 0, "its steps");
  await run("document.getElementById('play').click()");
  await untilLeft(0);
  assert.equal(await label(0), "Row 1, column 1: wanted load, goal");
});
