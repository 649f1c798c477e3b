// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A worker that looks for shorter solutions until its time is up. It is one plain script without
// imports, so that a page opened from a file can start it too.
//
//   in   { width, height, board, goal, actions, milliseconds, values }: a board, and a way to the goal
//   out  { actions } for each solution that is shorter than all before,
//        then { proven } once: whether no shorter one exists
//
// It searches by beams. Layer m of a beam holds boards that m moves lead to; of all that one move
// more leads to, the `width` of least value become the next layer. A board's value is the Manhattan
// distance and, where `values` is given, a number for each pair of tiles and their cells
// (docs/values.md), all in sixteenths of a move. Boards whose Manhattan distance leaves no room for a
// shorter solution are dropped; a beam that forgot nothing else and ends without one proves that
// there is none.
//
// On small boards, and where there are values, beams go from the board to the goal, each four times
// as wide as the one before. On all others the distance is a poor guide over hundreds of moves but a
// good one over some dozens. There a beam in stages looks for a solution of its own (stages.js), and
// then beams replace one piece of the shortest after another, then longer pieces.
"use strict";

// Where the page is one file, both scripts are one already.
if (typeof searchStages === "undefined") importScripts("stages.js");

const ONE = 16; // units in a move
const ZERO = 96; // the byte of the number 0 in `values`
const CHILDREN = 3; // of a board: never straight back
const FIRST_WIDTH = 32;
const WIDEST = 65536;
const SMALL = 12; // cells of boards that beams search as a whole
const FIRST_PIECE = 24; // moves
const STAGES_SHARE = 0.7; // of the time

// The numbers of pairs, by tile, cell, other cell and tile there: all symmetric.
function spreadValues(values, cells) {
  if (!values) return null;
  const spread = new Int16Array((cells * cells) ** 2);
  const row = cells * (cells - 1);
  for (let s = 0; s < cells; ++s)
    for (let t = s + 1; t < cells; ++t) {
      const pair = s * (2 * cells - 1 - s) / 2 + t - s - 1;
      for (let a = 0; a < cells; ++a)
        for (let b = 0; b < cells; ++b) {
          if (a === b) continue;
          const number = values[pair * row + a * (cells - 1) + b - (b > a)] - ZERO;
          spread[((s * cells + a) * cells + b) * cells + t] = number;
          spread[((t * cells + b) * cells + a) * cells + s] = number;
        }
    }
  return spread;
}

class Puzzle {
  constructor(width, height, goal, values) {
    this.cells = width * height;
    this.width = width;
    this.spread = spreadValues(values, this.cells);
    this.home = Array.from({ length: this.cells }, (_, tile) => goal.indexOf(tile));
    this.next = new Int16Array(this.cells * 4).fill(-1);
    for (let cell = 0; cell < this.cells; ++cell) {
      if (cell % width < width - 1) this.next[4 * cell] = cell + 1;
      if (cell % width > 0) this.next[4 * cell + 1] = cell - 1;
      if (cell < width * (height - 1)) this.next[4 * cell + 2] = cell + width;
      if (cell >= width) this.next[4 * cell + 3] = cell - width;
    }
    [this.key, this.check] = [0, 1].map(() => Uint32Array.from(
      { length: this.cells * this.cells }, () => Math.random() * 4294967296));
  }

  distance(tile, cell) {
    const home = this.home[tile];
    return Math.abs(home % this.width - cell % this.width) +
      Math.abs(Math.floor(home / this.width) - Math.floor(cell / this.width));
  }

  // The number of two tiles on their cells; the blank is tile 0.
  pair(tile, cell, other, otherCell) {
    return this.spread[((tile * this.cells + cell) * this.cells + otherCell) * this.cells + other];
  }

  // What the pairs of the tile on `cell` add up to.
  pairs(board, base, tile, cell) {
    const { spread, cells } = this;
    let at = (tile * cells + cell) * cells * cells;
    let sum = 0;
    for (let other = 0; other < cells; ++other, at += cells) sum += spread[at + board[base + other]];
    return sum;
  }
}

const BACK = [1, 0, 3, 2];
const LETTERS = "LRUD";

// One beam. Returns { actions } or null, and `forgot`, whether boards were left out for want of room.
function beam(puzzle, start, width, atMost, deadline) {
  const { cells, next, key, check } = puzzle; // boards are told apart by 64 random bits
  const room = width * CHILDREN + 1; // the start alone has four
  let boards = new Uint8Array(width * cells);
  let other = new Uint8Array(width * cells);
  let [blank, far, value, hash, sum] = Array.from({ length: 5 }, () => new Int32Array(width));
  const from = new Int32Array(room);
  const [move, childFar] = [new Uint8Array(room), new Int32Array(room)];
  const [childValue, childHash, childSum] = Array.from({ length: 3 }, () => new Int32Array(room));
  const slots = 1 << Math.ceil(Math.log2(room * 2 + 1));
  const seen = new Int32Array(slots); // 1 + child
  const parents = [];
  const steps = [];
  let forgot = false;

  boards.set(start);
  blank[0] = start.indexOf(0);
  start.forEach((tile, cell) => {
    if (tile === 0) return;
    far[0] += puzzle.distance(tile, cell);
    hash[0] ^= key[tile * cells + cell];
    sum[0] ^= check[tile * cells + cell];
  });
  let count = 1;
  for (let made = 0; count > 0; ++made) {
    if (performance.now() > deadline) return { actions: null, forgot: true };
    seen.fill(0);
    let children = 0;
    for (let parent = 0; parent < count; ++parent) {
      const base = parent * cells;
      const hole = blank[parent];
      const last = made === 0 ? -1 : steps[made - 1][parent];
      for (let action = 0; action < 4; ++action) {
        const source = next[4 * hole + action];
        if (source < 0 || (last >= 0 && action === BACK[last])) continue;
        const tile = boards[base + source];
        const distance = far[parent] + puzzle.distance(tile, hole) - puzzle.distance(tile, source);
        if (made + 1 + distance >= atMost) continue;
        if (distance === 0) return { actions: spell(parents, steps, parent, action), forgot };
        const mixed = hash[parent] ^ key[tile * cells + source] ^ key[tile * cells + hole];
        const checked = sum[parent] ^ check[tile * cells + source] ^ check[tile * cells + hole];
        let slot = mixed & slots - 1;
        while (seen[slot] !== 0 &&
            (childHash[seen[slot] - 1] !== mixed || childSum[seen[slot] - 1] !== checked))
          slot = slot + 1 & slots - 1;
        if (seen[slot] !== 0) continue;
        let worth = value[parent] + ONE * (distance - far[parent]);
        if (puzzle.spread !== null) {
          worth -= puzzle.pairs(boards, base, tile, source) + puzzle.pairs(boards, base, 0, hole) -
            puzzle.pair(tile, source, 0, hole);
          boards[base + source] = 0;
          boards[base + hole] = tile;
          worth += puzzle.pairs(boards, base, tile, hole) + puzzle.pairs(boards, base, 0, source) -
            puzzle.pair(tile, hole, 0, source);
          boards[base + source] = tile;
          boards[base + hole] = 0;
        }
        from[children] = parent;
        move[children] = action;
        childFar[children] = distance;
        childValue[children] = worth;
        childHash[children] = mixed;
        childSum[children] = checked;
        seen[slot] = ++children;
      }
    }
    forgot ||= children > width;
    const kept = leastOf(childValue, children, width);
    const [parent, step] = [new Int32Array(kept.length), new Uint8Array(kept.length)];
    const then = Array.from({ length: 5 }, () => new Int32Array(width));
    for (let i = 0; i < kept.length; ++i) {
      const child = kept[i];
      const base = from[child] * cells;
      const hole = blank[from[child]];
      const source = next[4 * hole + move[child]];
      for (let cell = 0; cell < cells; ++cell) other[i * cells + cell] = boards[base + cell];
      other[i * cells + hole] = boards[base + source];
      other[i * cells + source] = 0;
      then[0][i] = source;
      then[1][i] = childFar[child];
      then[2][i] = childValue[child];
      then[3][i] = childHash[child];
      then[4][i] = childSum[child];
      parent[i] = from[child];
      step[i] = move[child];
    }
    parents.push(parent);
    steps.push(step);
    [boards, other] = [other, boards];
    [blank, far, value, hash, sum] = then;
    count = kept.length;
  }
  return { actions: null, forgot };
}

// The numbers of the `width` children of least value, by counting.
function leastOf(values, count, width) {
  const all = Int32Array.from({ length: count }, (_, i) => i);
  if (count <= width) return all;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < count; ++i) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  const often = new Int32Array(high - low + 2);
  for (let i = 0; i < count; ++i) ++often[values[i] - low];
  let limit = 0;
  for (let below = often[0]; below < width; below += often[++limit]);
  const below = all.filter((i) => values[i] - low < limit);
  const equal = all.filter((i) => values[i] - low === limit).subarray(0, width - below.length);
  const kept = new Int32Array(width);
  kept.set(below);
  kept.set(equal, below.length);
  return kept;
}

function spell(parents, steps, last, action) {
  let actions = LETTERS[action];
  for (let made = parents.length - 1, at = last; made >= 0; at = parents[made--][at])
    actions = LETTERS[steps[made][at]] + actions;
  return actions;
}

// Beams from the board to the goal. Whether the last solution is proven to be a shortest one.
function searchWhole(puzzle, board, atMost, deadline) {
  for (let width = FIRST_WIDTH; width <= WIDEST && performance.now() < deadline; width *= 4) {
    const { actions, forgot } = beam(puzzle, board, width, atMost, deadline);
    if (actions !== null) {
      atMost = actions.length;
      postMessage({ actions });
    } else if (!forgot) {
      return true;
    }
  }
  return false;
}

function boardAfter(puzzle, board, actions) {
  const next = [...board];
  let hole = next.indexOf(0);
  for (const action of actions) {
    const source = puzzle.next[4 * hole + LETTERS.indexOf(action)];
    next[hole] = next[source];
    next[source] = 0;
    hole = source;
  }
  return next;
}

// Replaces pieces of the solution by shorter ones that lead to the same board.
function searchPieces(puzzle, board, actions, deadline) {
  for (let piece = FIRST_PIECE, width = FIRST_WIDTH; piece < 2 * actions.length && width <= WIDEST;
    piece = Math.ceil(piece * 1.5), width *= 2) {
    const before = actions.length;
    for (let at = 0; at + 4 < actions.length; at += piece >> 2) {
      if (performance.now() > deadline) break;
      const way = actions.slice(at, at + piece);
      const from = boardAfter(puzzle, board, actions.slice(0, at));
      boardAfter(puzzle, from, way).forEach((tile, cell) => { puzzle.home[tile] = cell; });
      const found = beam(puzzle, from, width, way.length, deadline);
      if (found.actions !== null)
        actions = actions.slice(0, at) + found.actions + actions.slice(at + piece);
    }
    if (actions.length < before) postMessage({ actions });
    if (performance.now() > deadline) return;
  }
}

onmessage = ({ data: { width, height, board, goal, actions, milliseconds, values } }) => {
  const deadline = performance.now() + milliseconds;
  const puzzle = new Puzzle(width, height, goal, values);
  const isWhole = values || puzzle.cells <= SMALL;
  const proven = isWhole ? searchWhole(puzzle, board, actions.length, deadline) : false;
  if (!isWhole) {
    const isHome = goal.every((tile, cell) => tile === (cell + 1) % goal.length);
    const found = isHome ? searchStages(puzzle, board, deadline - (1 - STAGES_SHARE) * milliseconds) : null;
    if (found !== null && found.length < actions.length) {
      actions = found;
      postMessage({ actions });
    }
    searchPieces(puzzle, board, actions, deadline);
  }
  postMessage({ proven });
};
