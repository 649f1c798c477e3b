// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sliding-tile puzzles solved by table lookup. The interface is described in small.d.ts; this
// file connects it to small.wasm (small.cc): text in, objects out.

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

// small.wasm as base64 text: package.py puts it here, so that there is no file for a bundler to
// lose. The page, which has the module elsewhere, hands it to useModule.
const INSIDE = null;

let compiled; // a promise of the module, once for all table sets

export function useModule(bytes) {
  compiled = WebAssembly.compile(bytes);
}

async function instantiate() {
  if (!compiled) useModule(Uint8Array.from(atob(INSIDE), (letter) => letter.charCodeAt(0)));
  return (await WebAssembly.instantiate(await compiled, {})).exports;
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

function bytesOf(source) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const kind = Object.prototype.toString.call(source).slice(8, -1);
  if (/^(Shared)?ArrayBuffer$/.test(kind)) return new Uint8Array(source);
  throw new TilebaseError("format", "expected the bytes of an image, an ArrayBuffer or a view of one; found " +
    (typeof source === "string" ? `${quoted(source)}: bytes, not a path; read the file first, in a page with ` +
      "(await fetch(url)).arrayBuffer(), in Node.js with readFile of node:fs/promises" : kind));
}

export async function open(source) {
  const bytes = bytesOf(source);
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

  parse(board) {
    return parseBoard(this.width, this.height, board);
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
    const moves = options?.goingOn ? this.#module.go_on() : this.#module.solve();
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


  // Checks a board and passes it to the module. With `to`, renames it first and returns the
  // destination.
  #put(board, { to } = {}) {
    let tiles = this.parse(board);
    const destination = to === undefined ? null
      : new Destination(this.width, this.height, this.parse(to));
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

// Boards as text, by the same rules and in the same words as the command's (tables/board_reader.cc,
// which tells why). The page parses without the module, so this is written twice;
// tests/tools/web/small_test.mjs holds the two to the same answers.

// Codes of a cell's text, before the whole text shows the meaning of letters. Smaller codes are
// numbers.
const MARK = 2 ** 24; // may stand for the blank
const LETTER = MARK + 1; // of a; the 25 that follow are those of b to z
const NO_CELL = LETTER + 26; // nothing that a cell may hold
const MOST_CHARACTERS = 36; // cells of a board that has a character for each
const MOST_CELLS = 64; // of a table set
const SEPARATOR = /[ \t\n\v\f\r,/;|[\](){}"'#]/;
const KINDS = ["bracket", "slash", "line", "semicolon"]; // of rows' ends, the strongest first

function codeOf(word) {
  if (/^\d{1,7}$/.test(word)) return Number(word);
  if (/^[a-z]$/i.test(word)) return LETTER + parseInt(word, 36) - 10;
  if (word === "_") return 0;
  return /^([.*-]|-1|None|null|)$/.test(word) ? MARK : NO_CELL;
}

function sizeOf(word) {
  const [, width, height] = /^(\d{1,7})x(\d{1,7})$/i.exec(word)?.map(Number) ?? [];
  return width > 0 && height > 0 ? { width, height } : null;
}

const isWithin = ({ width, height }) => [width, height].every((side) => side >= 2 && side <= 1000);

// The words of a text, ends of rows between them as { end: kind }, and the size that it says.
function scan(text, shape) {
  const found = { tokens: [], size: null };
  let hasAny = false;
  text.split(/[\n\r]/).forEach((line, i) => {
    if (i > 0) found.tokens.push({ end: "line" });
    const content = line.split("#")[0];
    let at = 0;
    if (/^[-=+|: \t\v\f]*$/.test(content) && content.match(/[-=+]/g)?.length > 1) return; // a frame
    const label = /^([^,/;|[\](){}"'#:]*):/.exec(content);
    if (label) {
      const word = label[1].replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, "");
      if (word.length <= 32) {
        if (!hasAny) found.size = sizeOf(word) ?? found.size;
        at = label[0].length;
      }
    } else if (!hasAny) {
      const [before, word] = /^[ \t\v\f]*([^ \t\v\f,]*)/.exec(content);
      const said = sizeOf(word);
      // 2x3 may also be the first row of a board, with x for the blank.
      const isRow = said && word.length === shape.width &&
        (said.width !== shape.width || said.height !== shape.height);
      if (said && isWithin(said) && !isRow) {
        found.size = said;
        at = before.length;
      }
    }
    let [afterComma, afterBar, hasCell] = [false, false, false];
    const cell = (word) => {
      found.tokens.push(word);
      [afterComma, afterBar, hasCell, hasAny] = [false, false, true, true];
    };
    const end = (kind) => {
      found.tokens.push({ end: kind });
      [afterComma, afterBar, hasCell] = [false, false, false];
    };
    while (at < content.length) {
      const letter = content[at++];
      if (letter === "/") end("slash");
      else if (letter === ";") end("semicolon");
      else if ("])}".includes(letter)) end("bracket");
      else if (letter === ",") {
        if (afterComma) cell("");
        afterComma = hasCell;
      } else if (letter === "|") {
        if (afterBar) cell("");
        afterBar = true;
      } else if (!SEPARATOR.test(letter)) {
        const begin = at - 1;
        while (at < content.length && !SEPARATOR.test(content[at]) &&
               !(content[at] === "-" && /\w-\w/.test(content.slice(at - 1, at + 2)))) ++at;
        cell(content.slice(begin, at));
        if (content[at] === "-") ++at; // a hyphen between two cells
      }
    }
  });
  return found;
}

// The rows of a text that one kind of mark ends, or all.
class Rows {
  count = 0;
  first = 0; // cells of the first row
  uneven = 0; // the number of the first row that has others; 0: none
  unevenCells = 0;
  underWay = 0;

  end() {
    if (this.underWay === 0) return;
    ++this.count;
    if (this.count === 1) this.first = this.underWay;
    else if (this.underWay !== this.first && this.uneven === 0)
      [this.uneven, this.unevenCells] = [this.count, this.underWay];
    this.underWay = 0;
  }

  // One number a line is a list, not rows.
  get saysNothing() {
    return this.count < 2 || (this.uneven === 0 && this.first === 1);
  }

  are({ width, height }) {
    return this.uneven === 0 && this.count === height && this.first === width;
  }
}

// `skip` words at the beginning are no cells. `characters`: a cell is a character.
function layoutOf(tokens, skip, characters) {
  const rows = Object.fromEntries([...KINDS, "any"].map((kind) => [kind, new Rows()]));
  const words = tokens.filter((token) => typeof token === "string");
  let left = skip;
  let inLine = 0;
  const lines = []; // how many words each has, of those that have any
  for (const token of tokens) {
    if (token.end) {
      rows[token.end].end();
      rows.any.end();
      if (token.end === "line" && inLine > 0) {
        lines.push(inLine);
        inLine = 0;
      }
      continue;
    }
    ++inLine;
    if (left-- > 0) continue;
    for (const some of Object.values(rows)) some.underWay += characters ? token.length : 1;
  }
  if (inLine > 0) lines.push(inLine);
  for (const some of Object.values(rows)) some.end();
  const own = words.slice(skip);
  return { words: own, lines, rows, hasRows: Object.values(rows).some(({ count }) => count > 1) };
}

function isCharacters({ words, hasRows }, { width, height }) {
  const cells = width * height;
  if (cells > MOST_CHARACTERS || words.length === 0) return false;
  if (words[0].length === cells) return words.length === 1 || (words.length === 2 && !hasRows);
  return words.length === height && words.every(({ length }) => length === width);
}

// How many words on a line before the cells are the size: `3`, `3 -1` or `3 3`.
function sizeWords({ words, lines }, { width, height }) {
  const count = lines[0];
  if (lines.length < 2 || count > 2) return 0;
  if (![width * height, height, 1].includes(words.length - count)) return 0;
  const [side, other] = words.map(codeOf);
  const fits = (a, b) => side === a && (count === 1 || other === b || other === MARK);
  return fits(width, height) || fits(height, width) ? count : 0;
}

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function badBoard({ width, height }, what) {
  const cells = width * height;
  return new TilebaseError("board",
    `${what}; expected ${cells} numbers, 0 to ${cells - 1} (0 or _ is the blank), ` +
    `for a ${width}x${height} board`);
}

function badRows({ width, height }, rows) {
  const what = rows.uneven > 0 ? `row ${rows.uneven} has ${many(rows.unevenCells, "number")}`
    : `${rows.count} rows of ${rows.first}`;
  return new TilebaseError("board",
    `${what}; expected ${height} rows of ${width} (${width}x${height} is ${width} wide, ${height} high)`);
}

// The tile that each code is, MARK for a mark, or NO_CELL.
function tileReader(codes, cells) {
  const hasTens = codes.some((code) => code >= 10 && code < MARK);
  const hasDigit = codes.some((code) => code >= 1 && code <= 9);
  const letters = codes.filter((code) => code >= LETTER && code < NO_CELL).length;
  const first = !hasDigit && !hasTens && letters + 1 >= cells ? 1 : 10;
  return (code) => {
    if (code === MARK || code === NO_CELL) return code;
    let tile = code;
    if (code >= LETTER) {
      tile = hasTens ? NO_CELL : first + code - LETTER;
      if (tile > cells && (code === LETTER + 1 || code === LETTER + 23)) return MARK; // b or x
    }
    return tile === cells ? 0 : tile < cells ? tile : NO_CELL;
  };
}

function readText(shape, text) {
  const cells = shape.width * shape.height;
  const { tokens, size } = scan(text, shape);
  if (size && (size.width !== shape.width || size.height !== shape.height))
    throw new TilebaseError("board", `the text says ${size.width}x${size.height}; ` +
      `expected a ${shape.width}x${shape.height} board (WIDTHxHEIGHT)`);
  let layout = layoutOf(tokens, 0, false);
  const skip = layout.words.length === cells ? 0 : sizeWords(layout, shape);
  if (skip > 0) layout = layoutOf(tokens, skip, false);
  const characters = layout.words.length !== cells && isCharacters(layout, shape);
  if (characters) layout = layoutOf(tokens, skip, true);

  const words = characters ? [...layout.words.slice(0, shape.height).join("").slice(0, cells),
                              ...layout.words.slice(layout.words[0].length === cells ? 1 : shape.height)]
    : layout.words;
  const own = words.slice(0, cells);
  const codes = own.map(codeOf);
  const wrong = (place) => badBoard(shape, `${quoted(own[place])} in place ${place + 1} is not a tile of this board`);
  if (words.length === 0) throw badBoard(shape, "empty board");
  if (codes.includes(NO_CELL)) throw wrong(codes.indexOf(NO_CELL));
  const rows = KINDS.map((kind) => layout.rows[kind]).find(({ saysNothing }) => !saysNothing);
  if (rows && !rows.are(shape) && !layout.rows.any.are(shape)) throw badRows(shape, rows);

  const tileOf = tileReader(codes, cells);
  const tiles = [];
  const seen = new Set();
  for (const [place, code] of codes.entries()) {
    let tile = tileOf(code);
    if (tile === NO_CELL) throw wrong(place);
    if (tile === MARK) tile = 0;
    if (seen.has(tile))
      throw badBoard(shape, tile === 0
        ? `two blanks, the second in place ${place + 1} (0, _ and ${cells} all mean the blank)`
        : `tile ${tile} occurs twice, again in place ${place + 1}`);
    seen.add(tile);
    tiles.push(tile);
  }
  // The length of a solution may follow; it changes with each move as the blank's distance does.
  const blank = tiles.indexOf(0);
  const distance = shape.width - 1 - blank % shape.width + shape.height - 1 - Math.floor(blank / shape.width);
  const length = words.length === cells + 1 && !layout.hasRows ? words[cells] : "";
  const isLength = /^\d{1,7}$/.test(length) && (Number(length) - distance) % 2 === 0;
  if (words.length !== cells && !isLength)
    throw badBoard(shape, cells <= MOST_CELLS && words.length > MOST_CELLS
      ? `more than ${MOST_CELLS} numbers` : many(words.length, "number"));
  return tiles;
}

export function parseBoard(width, height, board) {
  const cells = width * height;
  if (typeof board === "string") return readText({ width, height }, board);
  if (typeof board !== "object" || board === null || !(Symbol.iterator in board || "length" in board))
    throw new TilebaseError("board",
      `expected a board: text, or an array of tiles row by row, 0 for the blank; found ${
        board === null ? "null" : typeof board === "object" ? "another object" : typeof board}`);
  const tiles = Array.from(board);
  const isPlain = tiles.length === cells && new Set(tiles).size === cells &&
    tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < cells);
  if (isPlain) return tiles;
  // Rows, numbers as text and the other blanks, as in text.
  const words = (list) => Array.from(list, (tile) => String(tile ?? null)).join(",");
  const isRow = (row) => Array.isArray(row) || ArrayBuffer.isView(row);
  return readText({ width, height },
    tiles.some(isRow) ? tiles.map((row) => isRow(row) ? words(row) : words([row])).join("/") : words(tiles));
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
  #cells; // the image of each cell by the symmetry
  #from = []; // and back
  #letters; // the action that it maps to each action
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

  // Actions after the last stage, or that undo its last actions, count as the last stage's.
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
    const tiles = this.#tables.parse(board);
    const hint = this.#route?.hint(tiles);
    if (hint) return hint;
    this.#route = new Route(this.#tables.width, tiles, this.#tables.solve(tiles, { goingOn: true }));
    return this.#route.hint(tiles);
  }
}
