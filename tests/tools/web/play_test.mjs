// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// play_test.mjs PAGE SOURCES: the page's modules without a browser: boards, games, the search without
// tables, and the worker that finds shorter solutions.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

// Node.js takes .js files for modules only beside a package.json that says so.
const folder = mkdtempSync(path.join(tmpdir(), "tilebase-play-"));
after(() => rmSync(folder, { recursive: true }));
const [PAGE, SOURCES] = process.argv.slice(2);
for (const from of [PAGE, path.join(SOURCES, "page")]) cpSync(from, folder, { recursive: true });
cpSync(path.join(PAGE, "../tilebase-wasm/small.js"), path.join(folder, "small.js"));
writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
const load = (name) => import(pathToFileURL(path.join(folder, name)));
const { GOALS, countSlides, dailyBoard, goalName, groupsOf, isReachable, isSolvable, legalActions,
        lineActions, randomFrom, shuffledBoard, solvedBoard, stagesOf, stepsAway,
        withLastTilesSwapped } = await load("board.js");
const { Game } = await load("game.js");
const { peel } = await load("peel.js");
const { open, slide } = await load("small.js");

const shapes = [];
for (let width = 2; width <= 8; ++width)
  for (let height = 2; height <= 8; ++height) shapes.push({ width, height });
const afterAll = (board, { width }, actions) =>
  [...actions].reduce((now, action) => slide(now, width, action), board);

const isSolved = (board) => board.every((tile, cell) => tile === (cell + 1) % board.length);

const read = (name) => readFileSync(path.join(folder, name));

// What the worker's script answers to a question, as a worker would run it.
async function ask(set, question) {
  const posted = [];
  const worker = vm.createContext({
    performance, WebAssembly, TextEncoder, TextDecoder, postMessage: (data) => posted.push(data),
  });
  vm.runInContext(read("runtime_worker.js").toString(), worker);
  await worker.onmessage({ data: { module: await WebAssembly.compile(read("tilebase.wasm")), image: read(set) } });
  await worker.onmessage({ data: { id: 0, name: "ask", words: [question] } });
  return posted.at(-1).result;
}

test("half of all boards can be solved, and moves keep it so", () => {
  for (const shape of [{ width: 2, height: 2 }, { width: 3, height: 2 }]) {
    const seen = new Set([String(solvedBoard(shape))]);
    for (const key of seen) {
      const board = key.split(",").map(Number);
      assert.ok(isSolvable(board, shape));
      assert.ok(!isSolvable(withLastTilesSwapped(board), shape));
      for (const action of legalActions(board, shape)) seen.add(String(slide(board, shape.width, action)));
    }
    assert.equal(seen.size, { 4: 12, 6: 360 }[shape.width * shape.height]);
  }
});

test("every shape is solved without tables, in stages that add up", () => {
  for (const shape of shapes) {
    const board = shuffledBoard(shape, randomFrom(`${shape.width}${shape.height}`));
    const { moves, actions, stages } = peel(board, shape);
    assert.equal(moves, actions.length);
    assert.ok(isSolved(afterAll(board, shape, actions)), JSON.stringify(shape));
    for (const found of [stages, stagesOf(board, shape, actions)])
      assert.equal(found.reduce((sum, stage) => sum + stage.moves, 0), moves);
    assert.deepEqual(groupsOf(shape).flat().sort((a, b) => a - b), solvedBoard(shape).slice(0, -1));
  }
});

test("the worker finds shorter solutions of every size", async () => {
  for (const [shape, set] of [[{ width: 4, height: 4 }, "4x4.image"], [{ width: 5, height: 5 }, "5x5.image"],
    [{ width: 6, height: 5 }, "any.image"], [{ width: 8, height: 2 }, "any.image"]]) {
    const board = shuffledBoard(shape, randomFrom("worker"));
    const { actions } = peel(board, shape);
    const found = await ask(set, { ...shape, board, want: "effort", boards: 100_000 });
    assert.ok(isSolved(afterAll(board, shape, found.actions)));
    assert.ok(found.moves < 0.85 * actions.length, `${found.moves} of ${actions.length}`);
  }
});

test("every goal is a board, reached from those that can be renamed to solvable ones", () => {
  for (const shape of shapes)
    for (const [name, { of }] of Object.entries(GOALS)) {
      const goal = of(shape);
      assert.deepEqual([...goal].sort((a, b) => a - b), [...goal.keys()]);
      assert.equal(goalName(goal, shape), name);
      let board = goal;
      for (const action of "LURDLLUURRDDLURDULLDRU") board = slide(board, shape.width, action) ?? board;
      assert.ok(isReachable(board, shape, goal));
      assert.ok(!isReachable(withLastTilesSwapped(board), shape, goal));
    }
  assert.deepEqual(GOALS.spiral.of({ width: 3, height: 3 }), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
  assert.deepEqual(GOALS.spiral.of({ width: 4, height: 2 }), [1, 2, 3, 4, 0, 7, 6, 5]);
});

test("tables of small boards give shortest solutions, by the breadth-first search's measure", async () => {
  for (const shape of [{ width: 2, height: 2 }, { width: 3, height: 2 }, { width: 2, height: 3 }]) {
    const home = solvedBoard(shape);
    const depth = new Map([[String(home), 0]]);
    for (const [key, moves] of depth)
      for (const action of legalActions(key.split(",").map(Number), shape)) {
        const next = String(slide(key.split(",").map(Number), shape.width, action));
        if (!depth.has(next)) depth.set(next, moves + 1);
      }
    const tables = await open(read(`${shape.width}x${shape.height}.image`));
    assert.equal(tables.stages, 1);
    for (const [key, moves] of depth) assert.equal(tables.solve(key.split(",").map(Number)).moves, moves);
  }
});

test("steps that led away are those that add to the way, and each costs two", () => {
  assert.deepEqual(stepsAway([2, 3, 2, 1, 0]), { steps: [1], fewest: 2 });
  // What answers do not know, the game and their neighbours tell: 9 is 3, for one can go on.
  assert.deepEqual(stepsAway([2, 9, 2, 1, 0]), { steps: [1], fewest: 2 });
  assert.deepEqual(stepsAway([4, 3, 2, 1, 0]), { steps: [], fewest: 4 });
  assert.deepEqual(stepsAway([9, 1, 4, 3, 2, 1, 0]), { steps: [2, 3], fewest: 2 });
});

test("a game undoes, does again, and is what it was when it is kept", () => {
  const shape = { width: 3, height: 3 };
  const game = new Game(shape, solvedBoard(shape));
  for (const action of "RDL") assert.ok(game.play(action, 1000));
  assert.ok(!game.play("L", 1500));
  assert.deepEqual(game.counts, { own: 3, solver: 0, slides: 3 });
  assert.equal(game.time(3000), 2000);
  game.undo();
  assert.ok(game.redo() && !game.redo());
  game.follow("U", 4000);
  game.undo();
  const kept = new Game(shape, game.start, JSON.parse(JSON.stringify(game)));
  assert.equal(kept.steps, "RDL"); // what the solver would have done is not kept
  assert.deepEqual(kept.board, game.board);
  assert.equal(kept.time(), 3000);
  game.seek(1);
  game.play("R", 5000);
  assert.equal(game.steps, "RR");
});

test("the board of a day is the same everywhere, and rows count as one slide", () => {
  assert.deepEqual(dailyBoard({ width: 3, height: 3 }, "2026-01-01"),
    dailyBoard({ width: 3, height: 3 }, "2026-01-01"));
  const shape = { width: 4, height: 4 };
  assert.equal(lineActions(solvedBoard(shape), shape, 12), "RRR");
  assert.equal(lineActions(solvedBoard(shape), shape, 0), "");
  assert.equal(countSlides("RRRDDL"), 3);
});
