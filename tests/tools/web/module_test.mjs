// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// module_test.mjs PACKAGE: the package in Node.js against the command on this machine, which
// TILEBASE names. Prints the sizes that docs/web.md gives.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const PACKAGE = path.resolve(process.argv[2]);
const TILEBASE = process.env.TILEBASE;
const DOCS = path.join(import.meta.dirname ?? path.dirname(process.argv[1]), "../../../docs");
const MODULE_LIMIT = 350_000; // compressed
const BOARD = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5";
const load = (name) => import(pathToFileURL(path.join(PACKAGE, name)));
const { TilebaseError, open, openBuiltIn } = await load("tilebase.js");
const { openInWorker } = await load("worker.node.js");

const directory = mkdtempSync(path.join(tmpdir(), "tilebase-web-"));
after(() => rmSync(directory, { recursive: true }));

const run = (...words) => execFileSync(TILEBASE, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

// A store and an image of it, made once.
const made = new Map();
function madeSet(board, plan, ...words) {
  const key = [board, plan, ...words].join(" ");
  if (!made.has(key)) {
    const [store, image] = ["tilebase", "image"].map((form) => path.join(directory, `${made.size}.${form}`));
    run("build", "-o", store, "--board", board, "--plan", plan, ...words);
    run("export", store, "-o", image);
    made.set(key, { store, image, bytes: readFileSync(image) });
  }
  return made.get(key);
}

// The command's answers, a JSON object a board.
function host(set, boards, ...words) {
  const input = boards.map((board) => board.join(" ")).join("\n") + "\n";
  const result = spawnSync(TILEBASE, ["solve", set.image, "--json", ...words, "-"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(result.stderr, "");
  return result.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

const randomBoards = (tables, count, seed) => Array.from({ length: count }, (_, i) => tables.randomBoard(seed, i));

function refused(call, code) {
  assert.throws(call, (error) => error instanceof TilebaseError && error.code === code && error.message !== "");
}

test("the module is small, compressed", () => {
  const bytes = readFileSync(path.join(PACKAGE, "tilebase.wasm"));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  console.log(`tilebase.wasm: ${bytes.length} bytes, ${gzip} by gzip, ${brotliCompressSync(bytes).length} by brotli`);
  assert.ok(gzip <= MODULE_LIMIT, `at most ${MODULE_LIMIT}`);
});

for (const [board, plan, ...words] of [["4x4", "fitted"], ["3x3", "rest"], ["5x3", "tiny"], ["4x4", "tiny", "--metric", "mtm"]])
  test(`lookups in ${board} ${plan} ${words.join(" ")} are the host's`, async () => {
    const set = madeSet(board, plan, ...words);
    const tables = await open(set.bytes);
    const boards = randomBoards(tables, 500, 1);
    const expected = host(set, boards);
    tables.askBatch(boards.map((tiles) => ({ board: tiles }))).forEach(({ actions, moves, code }, i) => {
      assert.deepEqual({ actions, moves, code }, { actions: expected[i].actions, moves: expected[i].moves, code: "ok" });
    });
    console.log(`${board} ${plan} ${words.join(" ")}: 500/500 boards as on the host`);
  });

test("an effort in boards finds what the host finds", async () => {
  for (const [size, plan, count] of [["4x4", "fitted", 40], ["5x3", "tiny", 20]]) {
    const set = madeSet(size, plan);
    const tables = await open(set.bytes);
    const boards = randomBoards(tables, count, 2);
    const expected = host(set, boards, "--effort", "5000");
    const lookups = tables.askBatch(boards.map((board) => ({ board })));
    boards.forEach((board, i) => {
      const { actions } = tables.ask({ board, want: "effort", boards: 5000 });
      assert.equal(actions, expected[i].actions);
      assert.ok(actions.length <= lookups[i].moves);
    });
  }
});

test("a shortest solution is the host's, and limits end the search", async () => {
  const set = madeSet("4x4", "tiny + pattern:6-6-3");
  const tables = await open(set.bytes);
  const boards = randomBoards(tables, 4, 3);
  const expected = host(set, boards, "--optimal");
  boards.forEach((board, i) => {
    const answer = tables.ask({ board, want: "shortest" });
    assert.deepEqual([answer.moves, answer.bound, answer.shortest], [expected[i].moves, expected[i].moves, true]);
    const limited = tables.ask({ board, want: "shortest", boards: 1000 });
    assert.ok(limited.shortest || limited.bound < limited.moves);
    assert.equal(tables.analyse(board).moves, answer.moves);
  });
});

test("any goal and any size are answered", async () => {
  const tables = await open(madeSet("4x4", "any").bytes);
  const to = "1 2 3 4 / 12 13 14 5 / 11 _ 15 6 / 10 9 8 7";
  for (const [board, size] of [["5x2: 4 7 6 9 8 / 2 1 3 5 _", "5x2"], [BOARD, "4x4"]])
    for (const effort of [[], ["--effort", "20000"]]) {
      const solution = run("solve", madeSet("4x4", "any").image, "--board", size, ...effort, board).trim();
      const answer = tables.ask({ board, ...(effort.length > 0 && { want: "effort", boards: 20000 }) });
      assert.equal(`${answer.moves} ${answer.actions}`, solution);
    }
  const fifteen = await openBuiltIn();
  const { actions } = fifteen.ask({ board: BOARD, to });
  assert.deepEqual(fifteen.apply(BOARD, actions).board, fifteen.parse(to));
  assert.equal(tables.ask({ board: tables.parse("6 5 4 3 2 1 7 / 8 9 10 11 13 _ 12", { width: 7, height: 2 }), width: 7, height: 2 }).code, "ok");
});

test("goals have names, and another goal is for every call", async () => {
  const fifteen = await openBuiltIn();
  const snail = fifteen.parseGoal("snail");
  assert.deepEqual(snail, [1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]);
  const { actions, detour, why, tiles, stages } = fifteen.ask({ board: BOARD, to: "snail", tiles: true, stages: true });
  assert.deepEqual(fifteen.apply(BOARD, actions), { board: snail, moved: tiles });
  assert.deepEqual([why, detour > 0], ["detour", true]);
  assert.equal(stages.reduce((sum, stage) => sum + stage.moves, 0), actions.length);
  const [first] = fifteen.ask({ board: BOARD, stages: true }).stages;
  assert.deepEqual([first.goal, first.fixed], [[1, 2, 3, 4], []]);
  const away = fifteen.to("snail");
  let [board, hint] = [fifteen.parse(BOARD)];
  for (let moves = 0; (hint = away.hint(board, hint)).action !== null; ++moves) {
    assert.ok(moves <= away.worstCase);
    ({ board } = away.apply(board, hint.action));
  }
  assert.deepEqual(board, snail);
  assert.throws(() => fifteen.ask({ board: BOARD, to: "blank-first" }), { code: "unsolvable" });
  assert.throws(() => fifteen.ask({ board: BOARD, to: "snial" }), { code: "board" });
});

test("moves are read and written in every notation", async () => {
  const tables = await openBuiltIn();
  const { actions } = tables.ask({ board: BOARD });
  for (const notation of ["letters", "runs", "blank", "tiles"])
    assert.equal(tables.readMoves(BOARD, tables.writeMoves(BOARD, actions, notation), notation), actions);
  assert.equal(tables.writeMoves("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 _", "RRD"), "R2 D");
  assert.equal(tables.readMoves("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 _", "13"), "RRR");
  assert.equal(tables.apply("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 _", "R3 D2").moved.length, 5);
});

test("hints lead home, and a probe says what a move costs", async () => {
  const tables = await openBuiltIn();
  for (const start of randomBoards(tables, 20, 4)) {
    let [board, moves, hint] = [start, 0, undefined];
    while ((hint = tables.hint(board, hint)).action !== null) {
      board = tables.apply(board, hint.action).board;
      assert.ok(++moves <= tables.worstCase);
    }
    const probe = tables.probe(start);
    assert.equal(probe.after[probe.action], probe.remaining - 1);
    assert.deepEqual(tables.probe(start, probe), probe);
  }
  refused(() => tables.probe(BOARD, { goal: [2], fixed: [] }), "subproblem");
});

test("boards of a wanted difficulty, and what shortest solutions say of them", async () => {
  const eight = await open(madeSet("3x3", "rest").bytes);
  const { boards, lengths, optimal, uniform } = eight.scramble({ count: 3, moves: [30, 31], seed: 5 });
  assert.deepEqual([lengths.every((length) => length >= 30), optimal, uniform], [true, true, true]);
  assert.equal(run("scramble", madeSet("3x3", "rest").image, "--moves", "30..31", "--count", "3", "--seed", "5"),
    boards.map((board) => `${board.join(" ")}\n`).join(""));
  const [board] = boards;
  const { moves, count, listed } = eight.shortestSolutions(board);
  assert.deepEqual([moves, count, new Set(listed).size], [lengths[0], listed.length, listed.length]);
  const after = Object.values(eight.analyse(board).after);
  assert.ok(after.includes(moves - 1));
  const { lengths: left } = eight.analyseGame(board, listed[0]);
  assert.deepEqual(left, Array.from({ length: moves + 1 }, (_, i) => moves - i));
  refused(() => eight.scramble({ moves: [40, 50] }), "not_found");
});

test("what is asked wrong is said in the command's words", async () => {
  const tables = await openBuiltIn();
  for (const text of ["1 2 3", "1 2 2", "7", "1 ".repeat(100)]) {
    const said = spawnSync(TILEBASE, ["solve", madeSet("4x4", "fitted").image, "--", text], { encoding: "utf8" });
    assert.throws(() => tables.ask({ board: text }),
                  ({ code, message }) => code === "board" && (said.stdout + said.stderr).includes(message), said);
  }
  refused(() => tables.ask({ board: [1, 2, 3] }), "board_size");
  refused(() => tables.ask({ board: Array(16).fill(1) }), "board");
  refused(() => tables.ask({ board: "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0" }), "unsolvable");
  refused(() => tables.ask({ board: BOARD, want: "best" }), "argument");
  refused(() => tables.ask({ board: BOARD, want: "shortest" }), "subproblem");
  refused(() => tables.apply(BOARD, "D"), "argument");
  assert.deepEqual(tables.askBatch([{ board: BOARD }, { board: "1 1" }]).map(({ code }) => code), ["ok", "board"]);
});

test("other kinds of bytes are named as what they are", async () => {
  const { store, bytes } = madeSet("3x3", "rest");
  const zstd = path.join(directory, "zstd.image");
  run("export", store, "-o", zstd, "--store", "zstd");
  for (const [source, code, says] of [
    [new ArrayBuffer(0), "format", ""], [new TextEncoder().encode("hello, world"), "format", ""],
    [readFileSync(zstd), "version", "tilebase export --store raw"], ["3x3.image", "format", "bytes, not a path"],
    [bytes.subarray(0, 1000), "damaged", ""],
  ])
    await assert.rejects(open(source), (error) => error.code === code && error.message.includes(says));
});

test("a worker answers, and a search in it can be cancelled", async () => {
  const tables = await openInWorker();
  assert.equal(tables.width, 4);
  const { moves } = await tables.ask({ board: BOARD });
  const cancelling = new AbortController();
  const search = tables.ask({ board: BOARD, want: "effort", boards: 10 ** 12, signal: cancelling.signal });
  const next = tables.ask({ board: BOARD });
  cancelling.abort();
  await assert.rejects(search, { name: "AbortError" });
  assert.equal((await next).moves, moves);
  await assert.rejects(tables.ask({ board: "1 1" }), { name: "TilebaseError", code: "board" });
  await assert.rejects(tables.ask({ board: BOARD, signal: cancelling.signal }), { name: "AbortError" });
  tables.close();
  await assert.rejects(tables.ask({ board: BOARD }), { code: "stopped" });
  await assert.rejects(openInWorker(new Uint8Array(9)), { code: "format" });
});

const project = path.join(directory, "project");
const inProject = (name, text) => {
  writeFileSync(path.join(project, name), text);
  return execFileSync(process.execPath, [name], { cwd: project, encoding: "utf8" });
};

test("the packed package is installed into a new project and used there", () => {
  const list = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", directory],
    { cwd: PACKAGE, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))[0];
  const tables = ["3x3.image", "4x4.image", "5x5.compact"];
  const scripts = ["small", "tilebase", "worker"].flatMap((name) => ["cjs", "d.cts", "d.ts", "js"].map((end) => `${name}.${end}`));
  assert.deepEqual(list.files.map((file) => file.path).sort(),
    ["LICENSE", "README.md", "package.json", "small.wasm", "tilebase.wasm", "worker.node.cjs", "worker.node.js", ...scripts,
     ...tables.map((name) => `tables/${name}`)].sort());
  mkdirSync(project);
  writeFileSync(path.join(project, "package.json"), '{"private": true, "type": "module"}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund",
                       path.join(directory, list.filename)], { cwd: project, stdio: "ignore" });
  const printed = inProject("index.js", `
    import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import { open, openBuiltIn } from "tilebase-wasm";
    import * as small from "tilebase-wasm/small.js";
    import { openInWorker } from "tilebase-wasm/worker.js";

    const { resolve } = createRequire(import.meta.url);
    const load = (name) => readFileSync(resolve("tilebase-wasm/tables/" + name));
    const board = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5";
    console.log((await openBuiltIn()).ask({ board }).moves);
    console.log((await small.openBuiltIn()).solve(board).moves);
    console.log((await open(load("3x3.image"))).ask({ board: "87654321_" }).moves);
    console.log((await small.open(load("5x5.compact"))).worstCase > 200);
    console.log(typeof openInWorker);`);
  assert.equal(printed, "78\n170\n30\ntrue\nfunction\n");
});

test("it can be required, too", () => {
  const printed = inProject("index.cjs", `
    const { openBuiltIn } = require("tilebase-wasm");
    const small = require("tilebase-wasm/small.js");
    const { openInWorker } = require("tilebase-wasm/worker.js");

    (async () => {
      const board = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5";
      const fifteen = await openBuiltIn();
      const worker = await openInWorker();
      const { moves } = await worker.ask({ board, want: "effort", boards: 2000 });
      worker.close();
      console.log(fifteen.ask({ board }).moves, (await small.openBuiltIn()).solve(board).moves, moves < 78);
    })();`);
  assert.equal(printed, "78 170 true\n");
});

// As printed: each line `expression; // value` is held to its value.
test("the examples of the pages run and give what they say", () => {
  copyFileSync(path.join(PACKAGE, "tables/4x4.image"), path.join(project, "4x4.image"));
  let held = 0;
  for (const page of [path.join(PACKAGE, "README.md"), path.join(DOCS, "web.md")])
    for (const [, program] of readFileSync(page, "utf8").matchAll(/^```js\n(.*?)^```/gms)) {
      const lines = program.replace(/^(?!import|const|let|\/\/)(\S.*); \/\/ (.*)$/gm, (_, expression, value) => {
        ++held;
        return `equal(${expression}, ${value});`;
      });
      inProject("example.mjs", `import { equal } from "node:assert/strict";\n${lines}`);
    }
  assert.ok(held >= 8, `${held}`);
});
