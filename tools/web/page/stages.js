// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Part of the worker (effort.js): a beam for large boards, which goes through stages as that of
// runtime/search/stage_beam.h does, but a tile at a time and without tables. The outermost row or column that remains,
// the shorter of the two, is solved a tile at a time, its last two together; of the many ways to
// bring a tile home the beam keeps those that bring others nearer. The last 3x3 is a beam as a whole.
//
// A frame is what remains of the board, seen so that its first row is to be solved: u along the
// row, v away from it.
"use strict";

const STAGE_WEIGHT = 2;
const POWER = 1.75;
const REST_WEIGHT = 0.3;
const SOON_WEIGHT = 4;
const SOON = 4;
const SLACK = 8; // moves that a stage goes on after a board completed it
const OUTSIDE = 36; // more than any placement in a row end's window takes
const WINDOW = 4; // a row end's window, cells high and at most wide
const FINISHED = 8; // boards that are solved to the end
const MOST_REST = 100; // moves of the end
const GUESSED_RATE = 30; // boards a millisecond, until the clock tells
const LEAST_WIDTH = 4;
const STEP_U = [1, -1, 0, 0];
const STEP_V = [0, 0, 1, -1];

// Moves that a tile takes for so many steps in the direction of its last one, and across.
function stepsCost(along, across) {
  return 5 * (along + across) - 2 * (across > along ? 2 * along + 1 : 2 * across);
}

function frameOf({ width, cells }, left, top) {
  const [columns, rows] = [width - left, cells / width - top];
  const transposed = rows < columns;
  const [stepU, stepV] = transposed ? [width, 1] : [1, width];
  const first = top * width + left;
  const place = (cell) => {
    const [x, y] = [cell % width - left, Math.floor(cell / width) - top];
    return transposed ? [y, x] : [x, y];
  };
  return {
    transposed, width: Math.min(columns, rows), height: Math.max(columns, rows),
    letters: transposed ? "UDLR" : "LRUD", step: [stepU, -stepU, stepV, -stepV],
    cell: (u, v) => first + u * stepU + v * stepV,
    u: Int8Array.from({ length: cells }, (_, cell) => place(cell)[0]),
    v: Int8Array.from({ length: cells }, (_, cell) => place(cell)[1]),
  };
}

// Moves that bring two tiles to the last two cells of the first row of a window, by the cells of
// the blank and of both, each as v * WINDOW + u. The row's other cells stay.
function rowEndDepths(width) {
  const size = WINDOW * WINDOW;
  const depths = new Uint8Array(size ** 3).fill(255);
  const isFree = (u, v) => u >= 0 && u < width && v >= 0 && v < WINDOW && (v > 0 || u >= width - 2);
  const [homeA, homeB] = [width - 2, width - 1];
  const queue = [];
  for (let cell = 0; cell < size; ++cell) {
    if (cell === homeA || cell === homeB || !isFree(cell % WINDOW, cell >> 2)) continue;
    const state = (cell * size + homeA) * size + homeB;
    depths[state] = 0;
    queue.push(state);
  }
  for (const state of queue) {
    const [blank, a, b] = [state >> 8, state >> 4 & 15, state & 15];
    for (let d = 0; d < 4; ++d) {
      const [u, v] = [blank % WINDOW + STEP_U[d], (blank >> 2) + STEP_V[d]];
      if (!isFree(u, v)) continue;
      const from = v * WINDOW + u;
      const next = (from * size + (a === from ? blank : a)) * size + (b === from ? blank : b);
      if (depths[next] !== 255) continue;
      depths[next] = depths[state] + 1;
      queue.push(next);
    }
  }
  return depths;
}

class StageBeam {
  constructor(puzzle, board, deadline) {
    this.puzzle = puzzle;
    this.cells = puzzle.cells;
    this.height = puzzle.cells / puzzle.width;
    this.start = performance.now();
    this.deadline = deadline;
    this.lookedAt = 0;
    this.ends = new Map(); // row ends' depths, by width
    this.recent = new Int32Array(1 << 18);
    this.weight = new Float32Array(this.cells + 1); // of tiles
    const longest = Math.max(puzzle.width, this.height);
    this.soon = SOON * longest;
    const scale = REST_WEIGHT * (longest / 10) ** (1 - POWER);
    this.far = Float32Array.from({ length: longest + 1 }, (_, steps) => scale * steps ** POWER);
    this.stageOf = new Int32Array(this.cells + 1); // when a tile's turn comes
    let number = 0;
    this.#eachFrame((frame) => {
      for (let u = 0; u < frame.width; ++u) this.stageOf[frame.cell(u, 0) + 1] = ++number;
    });
    for (let tile = 1; tile < this.cells; ++tile) this.stageOf[tile] ||= number + 1;
    let hash = 0;
    board.forEach((tile, cell) => { hash ^= puzzle.key[tile * this.cells + cell]; });
    this.entries = [{ board: Uint8Array.from(board), blank: board.indexOf(0), hash, depth: 0, path: null, last: -1 }];
  }

  // Calls act(frame) for each row; false from it ends that. Returns what remains.
  #eachFrame(act) {
    let [left, top] = [0, 0];
    for (;;) {
      const frame = frameOf(this.puzzle, left, top);
      if (frame.height < WINDOW) return { left, top };
      if (act(frame) === false) return null;
      if (frame.transposed) ++left;
      else ++top;
    }
  }

  // A solution, or null where the beam got lost.
  solve() {
    const rest = this.#eachFrame((frame) => {
      for (let column = 0; column < frame.width - 1; ++column)
        if (!this.#solveStage(frame, column)) return false;
      return true;
    });
    return rest && this.#finish(rest);
  }

  #farOf(tile, cell) {
    const { width } = this.puzzle;
    const home = tile - 1;
    return this.weight[tile] * (this.far[Math.abs(cell % width - home % width)] +
      this.far[Math.abs(Math.floor(cell / width) - Math.floor(home / width))]);
  }

  // Boards to keep a move, at least a few: what is left of the time, by a guess at the moves that are left.
  #widthOf(frame, column) {
    const moves = 1.3 * ((frame.height - column / frame.width) * frame.width) ** 1.5 + 20;
    const now = performance.now();
    const spent = now - this.start;
    const rate = this.lookedAt < 10000 ? GUESSED_RATE : this.lookedAt / spent;
    return Math.max(LEAST_WIDTH, Math.floor((this.deadline - now) * rate / moves));
  }

  // Moves from here to the tile's home in (column, 0): exact where nothing solved is in the way.
  #single({ u, v }, tile, blank, column) {
    const [tu, bu, bv] = [u[tile], u[blank], v[blank]];
    const tv = v[tile];
    const across = column - tu;
    let up = tv;
    if (across === 0 && up === 0) return 0;
    let more = 0;
    if (across > 0 && up > 0) { // not beside the solved part of the row
      --up;
      more = 5;
    }
    const way = (frontU, frontV, isBarred) => Math.abs(bu - frontU) + Math.abs(bv - frontV) + (isBarred ? 3 : 1);
    let best = Infinity;
    if (up > 0) best = way(tu, tv - 1, bu === tu && bv > tv) + stepsCost(up - 1, Math.abs(across));
    if (across !== 0) {
      const step = Math.sign(across);
      best = Math.min(best, way(tu + step, tv, bv === tv && (bu - tu) * step < 0) +
        stepsCost(Math.abs(across) - 1, up));
    }
    return best + more;
  }

  #rowEnd({ u, v, width }, a, b, blank) {
    const inside = Math.min(width, WINDOW);
    const first = width - inside;
    const past = (cell) => Math.max(0, first - u[cell]) + Math.max(0, v[cell] - (WINDOW - 1));
    const near = (cell) => Math.abs(u[cell] - u[blank]) + Math.abs(v[cell] - v[blank]);
    const [pastA, pastB] = [past(a), past(b)];
    if (pastA + pastB > 0)
      return OUTSIDE + 4 * (pastA + pastB) + Math.min(pastA > 0 ? near(a) : Infinity, pastB > 0 ? near(b) : Infinity);
    if (past(blank) > 0) return OUTSIDE + past(blank);
    if (!this.ends.has(inside)) this.ends.set(inside, rowEndDepths(inside));
    const at = (cell) => v[cell] * WINDOW + u[cell] - first;
    return this.ends.get(inside)[(at(blank) << 8) + (at(a) << 4) + at(b)];
  }

  #solveStage(frame, column) {
    const width = this.#widthOf(frame, column);
    const homeA = frame.cell(column, 0);
    const homeB = column === frame.width - 2 ? frame.cell(column + 1, 0) : -1;
    for (let tile = 1; tile < this.cells; ++tile) {
      const later = this.stageOf[tile] - this.stageOf[homeA + 1];
      this.weight[tile] = later <= 0 ? 0 : 1 + SOON_WEIGHT * Math.exp(-later / this.soon);
    }
    if (homeB >= 0) this.weight[homeB + 1] = 0;
    const done = [];
    let entries = [];
    for (const entry of this.entries) {
      entry.a = entry.board.indexOf(homeA + 1);
      entry.b = homeB < 0 ? -1 : entry.board.indexOf(homeB + 1);
      entry.rest = 0;
      for (let cell = 0; cell < this.cells; ++cell)
        if (entry.board[cell] !== 0) entry.rest += this.#farOf(entry.board[cell], cell);
      (entry.a === homeA && entry.b === homeB ? done : entries).push(entry);
    }
    this.recent.fill(0);
    const most = 40 + 8 * (frame.width + frame.height);
    let slack = SLACK;
    for (let made = 0; made < most && entries.length > 0; ++made) {
      if (done.length > 0 && (slack-- === 0 || done.length >= 2 * width)) break;
      entries = this.#advance(frame, column, homeA, homeB, width, entries, done);
    }
    done.sort((x, y) => x.depth + x.rest - y.depth - y.rest);
    this.entries = done.slice(0, width);
    return this.entries.length > 0;
  }

  // All boards a move on: the best of what they lead to. What completes the stage joins `done`.
  #advance(frame, column, homeA, homeB, width, entries, done) {
    const { u, v, step, letters } = frame;
    const { cells, recent, puzzle: { key } } = this;
    const room = 4 * entries.length;
    const [parents, values] = [new Int32Array(room), new Int32Array(room)];
    const [directions, rests, hashes] = [new Uint8Array(room), new Float32Array(room), new Int32Array(room)];
    let count = 0;
    for (let i = 0; i < entries.length; ++i) {
      const { board, blank, a, b, hash, rest, depth, last } = entries[i];
      for (let d = 0; d < 4; ++d) {
        if (d === (last ^ 1) && last >= 0) continue;
        const [nextU, nextV] = [u[blank] + STEP_U[d], v[blank] + STEP_V[d]];
        if (nextU < 0 || nextU >= frame.width || nextV < 0 || nextV >= frame.height ||
            (nextV === 0 && nextU < column)) continue;
        const to = blank + step[d];
        const tile = board[to];
        const mixed = hash ^ key[tile * cells + to] ^ key[tile * cells + blank] ^ key[blank] ^ key[to];
        if (recent[mixed & recent.length - 1] === mixed) continue; // an equal board was met
        recent[mixed & recent.length - 1] = mixed;
        hashes[count] = mixed;
        const nextA = to === a ? blank : a;
        const stage = homeB < 0 ? this.#single(frame, nextA, to, column)
          : this.#rowEnd(frame, nextA, to === b ? blank : b, to);
        parents[count] = i;
        directions[count] = d;
        rests[count] = rest + this.#farOf(tile, blank) - this.#farOf(tile, to);
        values[count] = ONE * (depth + rests[count] + STAGE_WEIGHT * stage);
        ++count;
      }
    }
    this.lookedAt += room;
    const into = [];
    for (const i of leastOf(values, count, width)) {
      const { board, blank, a, b, depth, path } = entries[parents[i]];
      const to = blank + step[directions[i]];
      const next = board.slice();
      next[blank] = board[to];
      next[to] = 0;
      const entry = { board: next, blank: to, a: to === a ? blank : a, b: to === b ? blank : b,
                      hash: hashes[i], rest: rests[i], depth: depth + 1, last: directions[i],
                      path: { letter: letters[directions[i]], before: path } };
      if (entry.a !== homeA || entry.b !== homeB) {
        into.push(entry);
      } else {
        entry.last = -1;
        done.push(entry);
      }
    }
    return into;
  }

  // Solves the rectangle in the corner, for the best boards. The shortest of the solutions.
  #finish({ left, top }) {
    const { width } = this.puzzle;
    const rest = Object.create(this.puzzle);
    rest.next = this.puzzle.next.map((cell) => cell % width < left || cell < top * width ? -1 : cell);
    let best = null;
    for (const { board, depth, path } of this.entries.slice(0, FINISHED)) {
      const atMost = Math.min(MOST_REST, (best?.length ?? Infinity) - depth);
      const isHome = board.every((tile, cell) => tile === 0 || tile === cell + 1);
      const end = isHome ? "" : beam(rest, [...board], 64, atMost, Infinity).actions;
      if (end === null || end.length >= atMost) continue;
      let way = "";
      for (let move = path; move !== null; move = move.before) way = move.letter + way;
      best = way + end;
    }
    return best;
  }
}

// A solution by stages, soon after the deadline at the latest, or null. Requires that the goal is home.
function searchStages(puzzle, board, deadline) {
  return new StageBeam(puzzle, board, deadline).solve();
}
