// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// play_test.mjs PAGE: the page's modules without a browser: boards, games, the search without
// tables, and the worker that looks for shorter solutions.

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
cpSync(process.argv[2], folder, { recursive: true });
writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
const load = (name) => import(pathToFileURL(path.join(folder, name)));
const { countSlides, dailyBoard, groupsOf, isSolvable, isSolved, legalActions, lineActions, randomFrom,
        shuffledBoard, solvedBoard, stagesOf, withLastTilesSwapped } = await load("board.js");
const { Game } = await load("game.js");
const { peel } = await load("peel.js");
const { open, slide } = await load("tilebase.js");

const shapes = [];
for (let width = 2; width <= 8; ++width)
  for (let height = 2; height <= 8; ++height) shapes.push({ width, height });
const afterAll = (board, { width }, actions) =>
  [...actions].reduce((now, action) => slide(now, width, action), board);

// Runs the worker's script as a worker would. All messages that it posts.
function search(message) {
  const posted = [];
  const worker = vm.createContext({ performance, postMessage: (data) => posted.push(data) });
  vm.runInContext(readFileSync(path.join(folder, "effort.js"), "utf8"), worker);
  worker.onmessage({ data: message });
  return posted;
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

test("the worker finds shorter solutions, each shorter than the last", () => {
  for (const shape of [{ width: 4, height: 4 }, { width: 6, height: 5 }]) {
    const board = shuffledBoard(shape, randomFrom("worker"));
    const { actions } = peel(board, shape);
    const values = shape.width === 4 ? new Uint8Array(readFileSync(path.join(folder, "4x4.values"))) : null;
    const posted = search({ ...shape, board, actions, milliseconds: 2000, values });
    assert.equal(posted.pop().proven, false);
    assert.ok(posted.length > 0);
    let last = actions.length;
    for (const found of posted) {
      assert.ok(found.actions.length < last);
      assert.ok(isSolved(afterAll(board, shape, found.actions)));
      last = found.actions.length;
    }
  }
});

test("the worker proves that solutions of small boards are shortest", async () => {
  const shape = { width: 3, height: 3 };
  const tables = await open(readFileSync(path.join(folder, "3x3.image")));
  let board = solvedBoard(shape);
  for (const action of "RDLDRRULURDDLULDRRUL") {
    board = slide(board, 3, action) ?? board;
    if (isSolved(board)) continue;
    const { actions } = peel(board, shape);
    const posted = search({ ...shape, board, actions, milliseconds: 60000, values: null });
    assert.equal(posted.pop().proven, true);
    assert.equal(posted.at(-1)?.actions.length ?? actions.length, tables.solve(board).moves);
  }
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
