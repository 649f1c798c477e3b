// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sliding-tile puzzles solved by table lookup. The interface is described in tilebase.d.ts; this
// file is what lies between it and tilebase.wasm (module.cc): text in, objects out.

const ACTIONS = "LRUD";

// Offsets in the module's `exchange`.
const AT = {
  width: 64, height: 68, stages: 72, worstCase: 76, plan: 80, planSize: 84, actions: 88,
  message: 92, messageSize: 96, legs: 100, goal: 104, fixed: 112, stage: 120, remaining: 124,
  after: 128, action: 144, leg: 152,
};
const LEG_BYTES = 24;
const NO_ACTION = -1;
const UNKNOWN = -2;
const PAGE_BYTES = 65536;

// As in tilebase.h.
const CODES = { 6: "subproblem", 7: "fixed", 9: "format", 10: "version", 11: "damaged" };
const TEXTS = {
  subproblem: "the table set has no table for this subproblem",
  fixed: "a tile that is to stay is not home on this board",
  damaged: "the table set is damaged; build or download it again",
};

export class TilebaseError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TilebaseError";
    this.code = code;
  }
}

let compiled; // a promise of the module, once for all table sets

async function compile() {
  const url = new URL("tilebase.wasm", import.meta.url);
  if (url.protocol !== "file:") {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return WebAssembly.compile(await readFile(url));
}

export function useModule(bytes) {
  compiled = WebAssembly.compile(bytes);
}

async function instantiate() {
  compiled ??= compile();
  try {
    return (await WebAssembly.instantiate(await compiled, {})).exports;
  } catch (error) {
    compiled = undefined; // such as a network that was away: the next call tries again
    throw error;
  }
}

// Makes the memory reach to `end`.
function reserve(memory, end) {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

export async function openBuiltIn() {
  const module = await instantiate();
  module.open_built_in();
  return new Tables(module, "ladder:1", 0);
}

export async function open(source) {
  const bytes = source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const module = await instantiate();
  reserve(module.memory, module.image() + bytes.length);
  new Uint8Array(module.memory.buffer).set(bytes, module.image());
  const code = module.open(bytes.length);
  const text = (address, size) => {
    const view = new DataView(module.memory.buffer, module.exchange());
    return String.fromCharCode(...new Uint8Array(
      module.memory.buffer, view.getUint32(address, true), view.getUint32(size, true)));
  };
  if (code !== 0) throw new TilebaseError(CODES[code], text(AT.message, AT.messageSize));
  return new Tables(module, text(AT.plan, AT.planSize), bytes.length);
}

// A set of tiles as a list, from 64 bits at `at`, and back.
function readTiles(view, at) {
  const tiles = [];
  for (let bit = 0; bit < 64; ++bit)
    if (view.getUint8(at + (bit >> 3)) >> (bit & 7) & 1) tiles.push(bit + 1);
  return tiles;
}

function writeTiles(view, at, tiles) {
  const bytes = new Uint8Array(8);
  for (const tile of tiles) bytes[tile - 1 >> 3] |= 1 << (tile - 1 & 7);
  bytes.forEach((byte, i) => view.setUint8(at + i, byte));
}

class Tables {
  #module;

  constructor(module, plan, bytes) {
    this.#module = module;
    const view = this.#view();
    this.width = view.getUint32(AT.width, true);
    this.height = view.getUint32(AT.height, true);
    this.stages = view.getUint32(AT.stages, true);
    this.worstCase = view.getUint32(AT.worstCase, true);
    this.plan = plan;
    this.bytes = bytes;
    reserve(module.memory, view.getUint32(AT.actions, true) + this.worstCase);
    Object.freeze(this);
  }

  // The memory may have grown since the last call, and a view does not grow with it.
  #view() {
    return new DataView(this.#module.memory.buffer, this.#module.exchange());
  }

  parse(text) {
    return parseBoard(this.width, this.height, text);
  }

  check(board, options) {
    try {
      this.#put(board, options);
      return null;
    } catch (error) {
      if (error instanceof TilebaseError) return error.message;
      throw error;
    }
  }

  solve(board, options) {
    const destination = this.#put(board, options);
    const moves = this.#module.solve();
    if (moves < 0) throw new TilebaseError("damaged", TEXTS.damaged);
    const view = this.#view();
    const stages = [];
    for (let i = 0; i < view.getUint32(AT.legs, true); ++i) {
      const at = AT.leg + LEG_BYTES * i;
      stages.push({
        goal: readTiles(view, at),
        fixed: readTiles(view, at + 8),
        moves: view.getUint32(at + 16, true),
      });
    }
    const letters = new Uint8Array(
      this.#module.memory.buffer, view.getUint32(AT.actions, true), moves);
    const solution = { moves, actions: new TextDecoder().decode(letters), stages };
    return destination ? destination.finish(solution) : solution;
  }

  probe(board, subproblem) {
    this.#put(board);
    let code;
    if (subproblem === undefined) {
      code = this.#module.probe();
    } else {
      const view = this.#view();
      writeTiles(view, AT.goal, subproblem.goal);
      writeTiles(view, AT.fixed, subproblem.fixed);
      code = this.#module.probe_subproblem();
    }
    if (code !== 0) throw new TilebaseError(CODES[code], TEXTS[CODES[code]]);
    const view = this.#view();
    const number = view.getInt32(AT.action, true);
    const action = number === NO_ACTION ? null : ACTIONS[number];
    const actions = [...ACTIONS]
      .map((letter, i) => ({ action: letter, remaining: view.getInt32(AT.after + 4 * i, true) }))
      .filter(({ remaining }) => remaining !== NO_ACTION)
      .map((entry) => entry.remaining === UNKNOWN ? { ...entry, remaining: null } : entry);
    const depth = ({ remaining }) => remaining ?? Infinity;
    actions.sort((a, b) => depth(a) < depth(b) ? -1 : depth(a) > depth(b) ? 1
      : (b.action === action) - (a.action === action));
    const remaining = view.getInt32(AT.remaining, true);
    return {
      solved: view.getInt32(AT.stage, true) === this.stages,
      stage: view.getInt32(AT.stage, true),
      goal: readTiles(view, AT.goal),
      fixed: readTiles(view, AT.fixed),
      remaining: remaining < 0 ? null : remaining,
      action,
      actions,
    };
  }

  #read(board) {
    return typeof board === "string"
      ? this.parse(board)
      : readTilesOfBoard(this.width, this.height, Array.from(board));
  }

  // Hands a board to the module, checked; renamed where it is to end at `to`, for which it returns
  // the destination.
  #put(board, { to } = {}) {
    let tiles = this.#read(board);
    const destination = to === undefined ? null
      : new Destination(this.width, this.height, this.#read(to));
    if (destination) tiles = destination.renamed(tiles);
    new Uint8Array(this.#module.memory.buffer, this.#module.exchange()).set(tiles);
    const parity = this.#module.check();
    if (parity === 0) return destination;
    if (destination)
      throw new TilebaseError("unsolvable",
        "no moves lead from this board to that goal: one of the two can be brought to 1, 2, 3, " +
        "..., the other cannot; swap any two tiles of one of them");
    const [arrangement, blank] = parity === 2 ? ["odd", "even"] : ["even", "odd"];
    throw new TilebaseError("unsolvable",
      `this board cannot be solved: its arrangement is an ${arrangement} permutation but the ` +
      `blank is an ${blank} number of steps from the last cell, and every move changes both; ` +
      "swap any two tiles to get a board that can be solved");
  }
}

// The same rules and words as the command's (tables/board_text.h).
export function parseBoard(width, height, text) {
  const cells = width * height;
  let words = text.split(/[ \t\r\n\v\f,/]+/).filter((word) => word !== "");
  if (words.length === 0) throw badBoard(width, height, "empty board; ");
  if (words.length === 1 && cells <= 9 && words[0].length === cells) words = [...words[0]];
  return readTilesOfBoard(width, height, words, (word) => {
    if (word === "_" || /^[0-9]{1,4}$/.test(word) && Number(word) === cells) return 0;
    return /^[0-9]{1,4}$/.test(word) ? Number(word) : -1;
  });
}

function readTilesOfBoard(width, height, words, tileOf = (number) => number) {
  const cells = width * height;
  const tiles = [];
  for (const [cell, word] of words.slice(0, cells).entries()) {
    const tile = tileOf(word);
    const place = cell + 1;
    if (!Number.isInteger(tile) || tile < 0 || tile >= cells)
      throw badBoard(width, height,
        `${quoted(String(word))} in place ${place} is not a tile of this board; `);
    if (tiles.includes(tile))
      throw badBoard(width, height, tile === 0
        ? `two blanks, the second in place ${place} (0, _ and ${cells} all mean the blank); `
        : `tile ${tile} occurs twice, again in place ${place}; `);
    tiles.push(tile);
  }
  if (words.length !== cells)
    throw badBoard(width, height, words.length > 64
      ? "more than 64 numbers; "
      : `${words.length} number${words.length === 1 ? "" : "s"}; `);
  return tiles;
}

function badBoard(width, height, what) {
  const cells = width * height;
  return new TilebaseError("board",
    `${what}expected ${cells} numbers, 0 to ${cells - 1} (0 or _ is the blank), ` +
    `for a ${width}x${height} board`);
}

function quoted(word) {
  const shown = word.slice(0, 24).replace(/[^ -~]/g, "?");
  return `'${shown}${word.length > 24 ? "..." : ""}'`;
}

export function slide(board, width, action) {
  const blank = board.indexOf(0);
  const tile = blank + { L: 1, R: -1, U: width, D: -width }[action];
  const sameRow = Math.floor(tile / width) === Math.floor(blank / width);
  if (!(tile >= 0 && tile < board.length) || ((action === "L" || action === "R") && !sameRow))
    return null;
  const next = Array.from(board);
  next[blank] = next[tile];
  next[tile] = 0;
  return next;
}

const OPPOSITE = { L: "R", R: "L", U: "D", D: "U" };
const TRANSPOSED = { L: "U", R: "D", U: "L", D: "R" };

// tables/destination.h has the idea.
export class Destination {
  #cells; // where the symmetry lays each cell
  #from = []; // and back
  #letters; // the action of which it makes each
  #back = ""; // from the corner to the destination
  #number = [0]; // of each tile, on a renamed board
  #tile = [0]; // and back

  constructor(width, height, goal) {
    const blank = goal.indexOf(0);
    const [column, row] = [blank % width, Math.floor(blank / width)];
    const left = 2 * column < width - 1;
    const top = 2 * row < height - 1;
    const columns = left ? column : width - 1 - column;
    const rows = top ? row : height - 1 - row;
    const transposed = width === height && rows > columns;
    const [across, over] = transposed ? [top, left] : [left, top]; // left and right, top and bottom
    this.#cells = Array.from({ length: width * height }, (_, cell) => {
      const place = [cell % width, Math.floor(cell / width)];
      const [x, y] = transposed ? place.reverse() : place;
      return (over ? height - 1 - y : y) * width + (across ? width - 1 - x : x);
    });
    this.#cells.forEach((to, cell) => { this.#from[to] = cell; });
    const line = across ? "RL" : "LR";
    const pile = over ? "DU" : "UD";
    const [l, r, u, d] = transposed ? [...line, ...pile].map((letter) => TRANSPOSED[letter])
                                    : line + pile;
    this.#letters = { L: l, R: r, U: u, D: d };
    const up = transposed ? columns : rows;
    this.#back = this.mappedActions("D".repeat(up) + "R".repeat(rows + columns - up));
    const along = (left ? "R" : "L").repeat(columns);
    const down = (top ? "D" : "U").repeat(rows);
    let cornered = Array.from(goal);
    for (const action of transposed ? down + along : along + down)
      cornered = slide(cornered, width, action);
    cornered.forEach((tile, cell) => {
      if (tile === 0) return;
      this.#number[tile] = this.#cells[cell] + 1;
      this.#tile[this.#number[tile]] = tile;
    });
  }

  get detour() {
    return this.#back.length;
  }

  renamed(board) {
    return this.#from.map((cell) => this.#number[board[cell]]);
  }

  original(renamed) {
    return this.#cells.map((cell) => this.#tile[renamed[cell]]);
  }

  mappedActions(actions) {
    return actions.replace(/./g, (action) => this.#letters[action]);
  }

  mapped({ moves, actions, stages }) {
    return { moves, actions: this.mappedActions(actions), stages: this.#stagesOf(stages, moves) };
  }

  finish({ actions, stages }) {
    let way = this.mappedActions(actions);
    for (const action of this.#back)
      way = way.at(-1) === OPPOSITE[action] ? way.slice(0, -1) : way + action;
    return { moves: way.length, actions: way, stages: this.#stagesOf(stages, way.length) };
  }

  // What comes after the last stage, or takes back what came last, counts as the last one's.
  #stagesOf(renamed, moves) {
    const tiles = (numbers) => numbers.map((number) => this.#tile[number]).sort((a, b) => a - b);
    const stages = [];
    let left = moves;
    for (const stage of renamed) {
      const own = Math.min(stage.moves, left);
      if (own > 0)
        stages.push({ goal: tiles(stage.goal), fixed: tiles(stage.fixed), moves: own });
      left -= own;
    }
    if (left > 0 && stages.length === 0)
      stages.push({ goal: tiles([...this.#tile.keys()].slice(1)), fixed: [], moves: 0 });
    if (left > 0) stages.at(-1).moves += left;
    return stages;
  }
}

export class Route {
  #places = new Map(); // board -> number of actions done

  constructor(width, board, solution) {
    this.solution = solution;
    let current = Array.from(board);
    this.#places.set(String(current), 0);
    for (let done = 0; done < solution.moves; ++done) {
      current = slide(current, width, solution.actions[done]);
      this.#places.set(String(current), done + 1);
    }
  }

  hint(board) {
    const done = this.#places.get(String(Array.from(board)));
    if (done === undefined) return null;
    const left = this.solution.moves - done;
    let end = 0;
    for (const [leg, { goal, fixed, moves }] of this.solution.stages.entries()) {
      end += moves;
      if (done < end)
        return { action: this.solution.actions[done], left, remaining: end - done, leg, goal, fixed };
    }
    return { action: null, left, remaining: 0, leg: this.solution.stages.length,
             goal: [], fixed: [] };
  }
}

export class Hints {
  #tables;
  #route = null;

  constructor(tables) {
    this.#tables = tables;
  }

  hint(board) {
    const tiles = typeof board === "string" ? this.#tables.parse(board) : Array.from(board);
    const hint = this.#route?.hint(tiles);
    if (hint) return hint;
    this.#route = new Route(this.#tables.width, tiles, this.#tables.solve(tiles));
    return this.#route.hint(tiles);
  }
}
