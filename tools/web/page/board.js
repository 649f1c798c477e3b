// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards as plain values. A board is its tiles row by row, 0 for the blank; a shape is { width,
// height }. An action is the direction in which a tile slides: L, R, U or D. Nothing here draws,
// waits or remembers.

import { Destination, slide } from "./small.js";

export const LEAST = 2;
export const MOST = 10;
export const OPPOSITE = { L: "R", R: "L", U: "D", D: "U" };

export const solvedBoard = ({ width, height }) =>
  Array.from({ length: width * height }, (_, cell) => (cell + 1) % (width * height));

// From the outside in, the blank at the end.
function spiralBoard({ width, height }) {
  const board = Array(width * height).fill(0);
  let [column, row, right, down] = [0, 0, 1, 0];
  for (let tile = 1; tile < board.length; ++tile) {
    board[row * width + column] = tile;
    const isFree = (x, y) => x >= 0 && x < width && y >= 0 && y < height && board[y * width + x] === 0;
    if (!isFree(column + right, row + down)) [right, down] = [-down, right];
    column += right;
    row += down;
  }
  return board;
}

// What a game can end at. Each has the name of its choice, and what there is to do.
export const GOALS = {
  last: { name: "Gap last", task: "Put the tiles in order, the gap last.", of: solvedBoard },
  first: { name: "Gap first", task: "Put the tiles in order, the gap first.",
           of: ({ width, height }) => [...Array(width * height).keys()] },
  spiral: { name: "Spiral", task: "Put the tiles in a spiral, as in the small picture.", of: spiralBoard },
};

// Which of the goals a board is; undefined for one's own.
export const goalName = (goal, shape) =>
  Object.keys(GOALS).find((name) => String(GOALS[name].of(shape)) === String(goal));

// Whether moves lead from here to home: every move changes the parity of the arrangement and
// the parity of the blank's distance from its corner.
export function isSolvable(board, { width, height }) {
  const blank = board.indexOf(0);
  let odd = (width - 1 - blank % width + height - 1 - Math.floor(blank / width)) % 2;
  const home = board.map((tile) => (tile || board.length) - 1);
  for (let cell = 0; cell < home.length; ++cell)
    while (home[cell] !== cell) {
      const other = home[cell];
      [home[cell], home[other]] = [home[other], home[cell]];
      odd ^= 1;
    }
  return odd === 0;
}

export const isReachable = (board, shape, goal) =>
  isSolvable(new Destination(shape.width, shape.height, goal).renamed(board), shape);

// The two last tiles change places: that makes an unsolvable board solvable, and the other way.
export function withLastTilesSwapped(board) {
  const [a, b] = [board.length - 2, board.length - 1];
  return board.map((tile) => tile === a ? b : tile === b ? a : tile);
}

// Uniform over the solvable boards other than the goal. `random` returns numbers in [0, 1).
export function shuffledBoard(shape, random = Math.random) {
  const board = solvedBoard(shape);
  do {
    for (let i = board.length - 1; i > 0; --i) {
      const j = Math.floor(random() * (i + 1));
      [board[i], board[j]] = [board[j], board[i]];
    }
    if (isSolvable(board, shape)) continue;
    const swapped = withLastTilesSwapped(board);
    board.splice(0, board.length, ...swapped);
  } while (String(board) === String(solvedBoard(shape)));
  return board;
}

// Mulberry32: the same numbers for the same text, on every machine.
export function randomFrom(text) {
  let seed = 2166136261;
  for (const letter of text) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}

// The board that everyone gets on this day.
export const dailyBoard = (shape, day) =>
  shuffledBoard(shape, randomFrom(`tilebase ${day} ${shape.width}x${shape.height}`));

export const legalActions = (board, { width }) =>
  [..."LRUD"].filter((action) => slide(board, width, action) !== null);

// The actions that slide the tile on `cell`, and those between it and the blank, by one cell. None
// if it is not in line with the blank.
export function lineActions(board, { width }, cell) {
  const blank = board.indexOf(0);
  const rows = Math.floor(blank / width) - Math.floor(cell / width);
  const columns = blank % width - cell % width;
  if (cell === blank || (rows !== 0 && columns !== 0)) return "";
  const action = rows > 0 ? "D" : rows < 0 ? "U" : columns > 0 ? "R" : "L";
  return action.repeat(Math.abs(rows + columns));
}

// Moves as some count them: a whole row slid at once is one.
export const countSlides = (actions) => actions.replace(/(.)\1*/g, "x").length;

// The steps of a solved game that led away from the goal. ways[i]: moves of a way home from its i-th
// board, as short as known. From each board one can also go back or on along the game, so no two
// neighbours differ by more than a move; a step that led away adds one to the way instead of taking
// one off, and costs two. `fewest`: the way from the start, with what its neighbours tell.
export function stepsAway(ways) {
  const known = [...ways];
  for (let i = known.length - 2; i >= 0; --i) known[i] = Math.min(known[i], known[i + 1] + 1);
  for (let i = 1; i < known.length; ++i) known[i] = Math.min(known[i], known[i - 1] + 1);
  const steps = [];
  for (let i = 1; i < known.length; ++i) if (known[i] > known[i - 1]) steps.push(i);
  return { steps, fewest: known[0] };
}

// Groups of tiles in the order in which a person solves a board: a row or a column at a time,
// always of the longer side, and at last the 2x2 corner.
export function groupsOf({ width, height }) {
  const groups = [];
  let top = 0;
  let left = 0;
  const tile = (row, column) => row * width + column + 1;
  while (height - top > 2 || width - left > 2) {
    const group = [];
    if (height - top >= width - left) {
      for (let column = left; column < width; ++column) group.push(tile(top, column));
      ++top;
    } else {
      for (let row = top; row < height; ++row) group.push(tile(row, left));
      ++left;
    }
    groups.push(group);
  }
  groups.push([tile(top, left), tile(top, left + 1), tile(top + 1, left)]);
  return groups;
}

// Cuts a solution into stages: a group's stage ends when its tiles, and those of the groups before
// it, are home for good.
export function stagesOf(board, shape, actions) {
  const last = new Map(); // tile -> the number of actions after which it stays
  let current = board;
  [...actions].forEach((action, done) => {
    const next = slide(current, shape.width, action);
    last.set(current[next.indexOf(0)], done + 1);
    current = next;
  });
  const stages = [];
  const fixed = [];
  let end = 0;
  for (const goal of groupsOf(shape)) {
    const until = Math.max(end, ...goal.map((tile) => last.get(tile) ?? 0));
    if (until > end) stages.push({ goal, fixed: [...fixed], moves: until - end });
    fixed.push(...goal);
    end = until;
  }
  return stages;
}
