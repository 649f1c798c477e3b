// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards of any size without tables, as a person does: a row or a column at a time, one tile
// after another and the last two together. For each such step a breadth-first search over the cells
// of its tiles and of the blank finds the fewest moves; tiles that are home stay. The answers are
// long, but found at once, and sizes without tables have them.

import { groupsOf } from "./board.js";

const MOVES = ["L", "R", "U", "D"];

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

// The fewest moves that bring `tiles` (at most three) home without moving those in `fixed`. A state
// is the cells of the blank and of the tiles, as the digits of a number.
function bringHome(board, next, tiles, fixed) {
  const cells = board.length;
  const places = [0, ...tiles].map((tile) => board.indexOf(tile));
  const weights = places.map((_, i) => cells ** i);
  const came = new Int32Array(cells ** places.length); // 1 + the state before
  const by = new Uint8Array(came.length);
  const first = places.reduce((sum, cell, i) => sum + cell * weights[i], 0);
  const last = tiles.reduce((sum, tile, i) => sum + (tile - 1) * weights[i + 1], 0);
  came[first] = first + 1;
  const queue = [first];
  for (const state of queue) {
    const blank = state % cells;
    if (state - blank === last) {
      let actions = "";
      for (let at = state; at !== first; at = came[at] - 1) actions = MOVES[by[at]] + actions;
      return actions;
    }
    for (let move = 0; move < 4; ++move) {
      const from = next[4 * blank + move];
      if (from < 0 || fixed[from]) continue;
      let then = state + from - blank;
      for (let i = 1; i < places.length; ++i)
        if (Math.floor(state / weights[i]) % cells === from) then += (blank - from) * weights[i];
      if (came[then] !== 0) continue;
      came[then] = state + 1;
      by[then] = move;
      queue.push(then);
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
      const actions = bringHome(board, next, tiles, fixed);
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
