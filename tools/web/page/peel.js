// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards of any size without tables, as a person does: a row or a column at a time, one tile
// after another and the last two together. For each such step a search over the cells of its tiles
// and of the blank finds a short way; tiles that are home stay. The answers are long, but found at
// once, and sizes without tables have them.

import { groupsOf } from "./board.js";

const MOVES = ["L", "R", "U", "D"];
const STEP = 3; // moves that a tile's step takes, about

// For each cell and move the cell of the tile that slides into it, or -1.
function neighboursOf({ width, height }) {
  const next = new Int16Array(width * height * 4).fill(-1);
  for (let cell = 0; cell < width * height; ++cell) {
    if (cell % width < width - 1) next[4 * cell] = cell + 1;
    if (cell % width > 0) next[4 * cell + 1] = cell - 1;
    if (cell < width * (height - 1)) next[4 * cell + 2] = cell + width;
    if (cell >= width) next[4 * cell + 3] = cell - width;
  }
  return next;
}

// Steps of a group: [1, 2, 3, 4] is 1, then 2, then 3 and 4.
function stepsOf(group) {
  const single = group.slice(0, -2).map((tile) => [tile]);
  return [...single, group.slice(-2)];
}

// Moves that bring `tiles` (at most three) home without moving those in `fixed`. A state is the
// places of the blank and of the tiles among the cells that are free, as the digits of a number.
// States are looked at in the order of the moves made and what the tiles still have to go, three
// moves a step: hardly longer than the fewest moves, and large boards take a tenth of the states.
function bringHome(board, shape, next, tiles, fixed) {
  const free = board.map((_, cell) => cell).filter((cell) => !fixed[cell]);
  const slot = new Int16Array(board.length).fill(-1);
  free.forEach((cell, i) => { slot[cell] = i; });
  const count = free.length;
  const neighbour = Int16Array.from({ length: 4 * count }, (_, i) => slot[next[4 * free[i >> 2] + i % 4]] ?? -1);
  const away = tiles.map((tile) => Uint8Array.from(free, (cell) =>
    STEP * (Math.abs(cell % shape.width - (tile - 1) % shape.width) +
            Math.abs(Math.floor(cell / shape.width) - Math.floor((tile - 1) / shape.width)))));
  const weights = [0, ...tiles].map((_, i) => count ** i);
  const digit = (state, i) => Math.floor(state / weights[i]) % count;
  const first = [0, ...tiles].reduce((sum, tile, i) => sum + slot[board.indexOf(tile)] * weights[i], 0);
  const last = tiles.reduce((sum, tile, i) => sum + slot[tile - 1] * weights[i + 1], 0);
  const came = new Int32Array(count ** weights.length); // 1 + the state before
  const by = new Uint8Array(came.length);
  const made = new Uint16Array(came.length);
  came[first] = first + 1;
  const queues = [[first]]; // by moves made and still to go
  for (let sum = 0; sum < queues.length; ++sum)
    for (const state of queues[sum] ?? []) {
      const blank = state % count;
      if (state - blank === last) {
        let actions = "";
        for (let at = state; at !== first; at = came[at] - 1) actions = MOVES[by[at]] + actions;
        return actions;
      }
      for (let move = 0; move < 4; ++move) {
        const from = neighbour[4 * blank + move];
        if (from < 0) continue;
        let then = state + from - blank;
        for (let i = 1; i < weights.length; ++i)
          if (digit(state, i) === from) then += (blank - from) * weights[i];
        if (came[then] !== 0) continue;
        came[then] = state + 1;
        by[then] = move;
        made[then] = made[state] + 1;
        let order = made[then];
        for (let i = 1; i < weights.length; ++i) order += away[i - 1][digit(then, i)];
        (queues[Math.max(order, sum)] ??= []).push(then);
      }
    }
  throw new Error("This board cannot be solved.");
}

// { moves, actions, stages: [{ goal, fixed, moves }] }
export function peel(start, shape) {
  const board = [...start];
  const next = neighboursOf(shape);
  const fixed = new Uint8Array(board.length);
  const home = [];
  const stages = [];
  let all = "";
  for (const goal of groupsOf(shape)) {
    const before = all.length;
    const isLast = home.length + goal.length === board.length - 1;
    for (const tiles of isLast ? [goal] : stepsOf(goal)) {
      const actions = bringHome(board, shape, next, tiles, fixed);
      for (const action of actions) {
        const blank = board.indexOf(0);
        const from = next[4 * blank + MOVES.indexOf(action)];
        board[blank] = board[from];
        board[from] = 0;
      }
      all += actions;
      for (const tile of tiles) fixed[tile - 1] = 1;
    }
    if (all.length > before)
      stages.push({ goal, fixed: [...home], moves: all.length - before });
    home.push(...goal);
  }
  return { moves: all.length, actions: all, stages };
}
