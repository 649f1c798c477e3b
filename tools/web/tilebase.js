// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C++ runtime in JavaScript: every answer that tilebase.h gives, by tilebase.wasm (runtime.cc).
// The interface is described in tilebase.d.ts. This file lays out the structs of tilebase.h and
// turns numbers into objects; an instance of the module is one table set.

const ACTIONS = "LRUD";

// As tilebase_code.
const CODES = ["ok", "argument", "board", "unsolvable", "board_size", "buffer", "subproblem", "fixed", "file",
               "format", "version", "damaged", "memory", "not_found", "no_stages", "stopped", "limit",
               "unsupported"];
// As tilebase_want, tilebase_why, tilebase_deliver, tilebase_metric and tilebase_notation.
const WANTS = ["lookup", "effort", "shortest"];
const WHYS = ["shortest", "stages", "detour", "limit", "rule"];
const DELIVERS = ["by_count", "stay", "leave"];
const METRICS = ["stm", "mtm", "steps", "line-steps"];
const NOTATIONS = ["letters", "runs", "blank", "tiles"];
const BUFFER = CODES.indexOf("buffer");
const CHECK_CONTENT = 1; // a flag of open: bytes may come from anywhere
const NONE = 2 ** 32 - 1;
const SCRAMBLE_OPTIMAL = 1;
const SCRAMBLE_UNIFORM = 2;
const MOST_CELLS = 64; // of a table set
const MOST_STAGES = 64; // a stage has a tile at least
const MESSAGE_BYTES = 1024;
const WORD_BYTES = 8; // what a struct is aligned to
// Letters beyond the certified worst case, for a zero and a detour to the blank of `to`.
const MORE_LETTERS = 17;
const USUAL_SLIDES = 1024; // for which there is room at first

export class TilebaseError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TilebaseError";
    this.code = code;
  }
}

// The structs of tilebase.h: names in its order, with their types. A field that it gains at the end
// is one more here, if it is of use; the size tells the library which fields are given.
const TYPES = {
  u8: [1, "Uint8"], char: [1, "Uint8"], u32: [4, "Uint32"], i32: [4, "Int32"], size: [4, "Uint32"], u64: [8, "BigUint64"],
  f64: [8, "Float64"],
};

function struct(fields) {
  let [end, at] = [0, {}];
  for (const [name, described] of Object.entries(fields)) {
    const [type, count = 1] = described.split(" ");
    const [bytes, kind] = TYPES[type];
    end = Math.ceil(end / bytes) * bytes;
    at[name] = { offset: end, bytes, kind, count: Number(count) };
    end += bytes * count;
  }
  return { at, size: Math.ceil(end / WORD_BYTES) * WORD_BYTES };
}

const Question = struct({
  board: "size", to: "size", width: "u32", height: "u32", cell_bytes: "u32", want: "u32", boards: "u64",
  microseconds: "u64", threads: "u32", actions: "size", capacity: "size", receive: "size", context: "size",
  tiles: "size", tile_capacity: "size", stages: "size", stage_capacity: "size", cancel: "size",
  within: "f64", text: "size", slides: "size", slide_capacity: "size", deliver: "u32", message: "size",
  message_size: "size",
});
const SLIDE_BYTES = 12; // in an array
const Slide = struct({ move: "u32", from: "u32", to: "u32" });
const Stage = struct({ goal: "u64", fixed: "u64", moves: "u64" });
const Answer = struct({
  moves: "u64", runs: "u64", bound: "u64", looked_at: "u64", microseconds: "u64", shortest: "u32", detour: "u32",
  code: "i32", why: "u32", stages: "u32", slides: "u64", goal_cost: "u64",
});
const Info = struct({
  width: "u32", height: "u32", stages: "u32", tables: "u32", certified_worst_case: "u32", file_bytes: "u64",
  memory_bytes: "u64", probes_lead_home: "u32", any_size: "u32", metric: "u32", blanks: "u32", kinds: "u32",
  wanted: "u32",
});
const Limits = struct({ boards: "u64", microseconds: "u64", threads: "u32" });
const Analysis = struct({ moves: "u32", bound: "u32", after: "i32 28", after_bound: "i32 28" });
const Shortest = struct({ count: "u64", moves: "u32", complete: "u32" });
const Probe = struct({
  goal: "u64", fixed: "u64", stage: "u32", remaining: "i32", after: "i32 4", action: "char", tiles: "u8",
});
const Wish = struct({ min_moves: "u32", max_moves: "u32", seed: "u64", tries: "u64", optimal: "u32" });

// tilebase.wasm and the 4x4 set, compressed, as base64 text: package.py puts them here, so that there
// is no file for a bundler to lose. The page, which has the module elsewhere, hands it to useModule.
const INSIDE = null;
const BUILT_IN = null;

let compiled; // a promise of the module, once for all table sets

export function useModule(module) {
  compiled = module instanceof WebAssembly.Module ? Promise.resolve(module) : WebAssembly.compile(module);
}

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The compiled module, for a worker to use.
export function theModule() {
  compiled ??= unpacked(INSIDE).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

export const builtIn = () => unpacked(BUILT_IN);

// What the module imports of its system (wasi-libc): a clock, and a place for a last message.
const SUCCESS = 0;
const NOT_SUPPORTED = 52;

class Runtime {
  #memory;
  #freed = []; // addresses to free after the call
  #letters = null; // that the running call hands over
  #isBroken = false;

  static async create() {
    const runtime = new Runtime();
    const { exports } = await WebAssembly.instantiate(await theModule(), runtime.#imports());
    runtime.exports = exports;
    runtime.#memory = exports.memory;
    exports._initialize();
    return runtime;
  }

  #imports() {
    return {
      tilebase: {
        fail: () => { throw new TilebaseError("memory", "not enough memory; open the table set again"); },
        receive: (letters, count) => {
          this.#letters.push(this.text(letters, count));
          return 0;
        },
      },
      wasi_snapshot_preview1: {
        clock_time_get: (id, _, result) => {
          const now = id === 0 ? Date.now() : performance.now();
          this.view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
          return SUCCESS;
        },
        fd_write: () => NOT_SUPPORTED,
        fd_seek: () => NOT_SUPPORTED,
        fd_close: () => NOT_SUPPORTED,
      },
    };
  }

  // The memory may have grown since the last call, and a view does not grow with it.
  view() {
    return new DataView(this.#memory.buffer);
  }

  bytes(at, count) {
    return new Uint8Array(this.#memory.buffer, at, count);
  }

  text(at, count) {
    return new TextDecoder().decode(this.bytes(at, count));
  }

  numbers(at, count) {
    return [...new Uint32Array(this.bytes(at, 4 * count).slice().buffer)];
  }

  textAt(at) {
    return this.text(at, this.bytes(at).indexOf(0));
  }

  // Memory until the end of the call (`using`).
  take(count) {
    const at = this.exports.malloc(Math.max(count, 1));
    if (at === 0) throw new TilebaseError("memory", "not enough memory");
    this.#freed.push(at);
    return at;
  }

  put(bytes) {
    const at = this.take(bytes.byteLength);
    this.bytes(at, bytes.byteLength).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return at;
  }

  // A struct with these fields, and zeros.
  putStruct({ at: places, size }, values = {}) {
    const start = this.take(size);
    this.bytes(start, size).fill(0);
    const view = this.view();
    for (const [name, value] of Object.entries(values)) {
      const { offset, kind } = places[name];
      if (value) view[`set${kind}`](start + offset, kind === "BigUint64" ? BigInt(value) : Number(value), true);
    }
    return start;
  }

  // Its fields: numbers, or arrays of them; sets of tiles are left as they are.
  getStruct({ at: places }, start) {
    const view = this.view();
    const values = {};
    for (const [name, { offset, bytes, kind, count }] of Object.entries(places)) {
      const get = (i) => view[`get${kind}`](start + offset + bytes * i, true);
      values[name] = count === 1 ? get(0) : Array.from({ length: count }, (_, i) => get(i));
    }
    return values;
  }

  // Runs `work`, which may call the module. Collects letters in `letters`.
  using(work, letters = null) {
    if (this.#isBroken) throw new TilebaseError("memory", "a call has failed before; open the table set again");
    this.#letters = letters;
    try {
      const result = work(this.exports);
      for (const at of this.#freed) this.exports.free(at);
      return result;
    } catch (error) {
      // What a call threw has left the module in the midst of something.
      const isOurs = error instanceof TilebaseError && error.code !== "memory";
      if (isOurs) for (const at of this.#freed) this.exports.free(at);
      else this.#isBroken = true;
      if (error instanceof WebAssembly.RuntimeError) throw new TilebaseError("memory", `the module has stopped: ${error.message}`);
      throw error;
    } finally {
      this.#freed = [];
      this.#letters = null;
    }
  }

  failure(code, message = this.textAt(this.exports.tilebase_error_text(code))) {
    return new TilebaseError(CODES[code] ?? "argument", message);
  }

  check(code, message) {
    if (code !== 0) throw this.failure(code, message || undefined);
  }
}

export function bytesOf(source) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const kind = Object.prototype.toString.call(source).slice(8, -1);
  if (/^(Shared)?ArrayBuffer$/.test(kind)) return new Uint8Array(source);
  throw new TilebaseError("format", "expected the bytes of an image, an ArrayBuffer or a view of one; found " +
    (typeof source === "string" ? `${JSON.stringify(source.slice(0, 40))}: bytes, not a path; read the file first, in a ` +
      "page with (await fetch(url)).arrayBuffer(), in Node.js with readFile of node:fs/promises" : kind));
}

export async function open(source) {
  const bytes = bytesOf(source);
  const runtime = await Runtime.create();
  const at = runtime.exports.malloc(bytes.length + 1); // stays
  if (at === 0) throw new TilebaseError("memory", "not enough memory for the table set");
  runtime.bytes(at, bytes.length).set(bytes);
  return runtime.using((library) => {
    const [set, message] = [runtime.take(4), runtime.take(MESSAGE_BYTES)];
    const code = library.tilebase_open_image(at, bytes.length, CHECK_CONTENT, set, message, MESSAGE_BYTES);
    runtime.check(code, code === 0 ? "" : runtime.textAt(message));
    return new Tables(runtime, runtime.view().getUint32(set, true), bytes.length);
  });
}

export const openBuiltIn = async () => open(await builtIn());

function numberOf(what, names, name) {
  if (names.includes(name)) return names.indexOf(name);
  throw new TilebaseError("argument", `${what} ${JSON.stringify(name)}: expected one of ${names.join(", ")}`);
}

function tilesOf(bits) {
  const tiles = [];
  for (let tile = 1; bits !== 0n; ++tile, bits >>= 1n) if (bits & 1n) tiles.push(tile);
  return tiles;
}

const bitsOf = (tiles) => [...tiles].reduce((bits, tile) => bits | 1n << BigInt(tile - 1), 0n);
const orNull = (number, none) => number === none ? null : number;

export class Tables {
  #runtime;
  #set;

  // Made by `open` and `to`.
  constructor(runtime, set, bytes) {
    this.#runtime = runtime;
    this.#set = set;
    const at = runtime.putStruct(Info);
    runtime.check(runtime.exports.tilebase_info(set, at, Info.size));
    const info = runtime.getStruct(Info, at);
    this.width = info.width;
    this.height = info.height;
    this.stages = info.stages;
    this.worstCase = info.certified_worst_case;
    this.anySize = info.any_size === 1;
    this.metric = METRICS[info.metric];
    this.blanks = info.blanks;
    this.kinds = info.kinds;
    this.wanted = info.wanted;
    this.bytes = bytes;
    Object.freeze(this);
  }

  // The numbers of cells; on boards that are no permutations some are negative.
  #signed(numbers) {
    return [...(this.kinds > 0 ? Int32Array.from(numbers) : numbers)];
  }

  // Size and tiles of what names a board: text, or an array.
  #read(board, { width = 0, height = 0 } = {}) {
    const runtime = this.#runtime;
    if (this.kinds > 0 && typeof board === "string") return this.#readText(board);
    if (typeof board !== "string") {
      const tiles = Uint32Array.from(board);
      if (width === 0) {
        const side = Math.sqrt(tiles.length);
        const isOwn = !this.anySize || tiles.length === this.width * this.height || !Number.isInteger(side);
        [width, height] = isOwn ? [this.width, this.height] : [side, side];
      }
      if (tiles.length === width * height) return { width, height, tiles };
      throw runtime.failure(CODES.indexOf(this.anySize ? "board" : "board_size"));
    }
    if (width === 0 && !this.anySize) ({ width, height } = this);
    return runtime.using((library) => {
      const text = new TextEncoder().encode(board);
      const from = runtime.put(text);
      const size = runtime.put(Uint32Array.of(width, height));
      const message = runtime.take(MESSAGE_BYTES);
      const most = Math.max(width * height, text.length);
      const cells = runtime.take(4 * most);
      const code = library.tilebase_parse_any_board(from, text.length, size, size + 4, cells, most, message, MESSAGE_BYTES);
      runtime.check(code, CODES[code] === "board" ? runtime.textAt(message) : undefined);
      [width, height] = runtime.numbers(size, 2);
      return { width, height, tiles: new Uint32Array(runtime.bytes(cells, 4 * width * height).slice().buffer) };
    });
  }

  // The same of boards that are no permutations.
  #readText(board) {
    const runtime = this.#runtime;
    const { width, height } = this;
    return runtime.using((library) => {
      const text = new TextEncoder().encode(board);
      const [cells, message] = [runtime.take(4 * width * height), runtime.take(MESSAGE_BYTES)];
      const code = library.tilebase_read_board(this.#set, runtime.put(text), text.length, 4, cells, width * height, message,
                                               MESSAGE_BYTES);
      runtime.check(code, CODES[code] === "board" ? runtime.textAt(message) : undefined);
      return { width, height, tiles: new Uint32Array(runtime.bytes(cells, 4 * width * height).slice().buffer) };
    });
  }

  // A goal is a board, or a name.
  #goal(goal, { width, height }) {
    if (typeof goal !== "string") return this.#read(goal, { width, height }).tiles;
    const runtime = this.#runtime;
    return runtime.using((library) => {
      const text = new TextEncoder().encode(goal);
      const [cells, message] = [runtime.take(4 * width * height), runtime.take(MESSAGE_BYTES)];
      const code = library.tilebase_parse_goal(runtime.put(text), text.length, width, height, 4, cells, width * height,
                                               message, MESSAGE_BYTES);
      runtime.check(code, CODES[code] === "board" ? runtime.textAt(message) : undefined);
      return new Uint32Array(runtime.bytes(cells, 4 * width * height).slice().buffer);
    });
  }

  // A board of the set's size, as bytes.
  #own(board) {
    const { tiles } = this.#read(board, this);
    if (this.kinds > 0) return Uint8Array.from(tiles); // the last bytes are negative numbers
    if (tiles.some((tile) => tile > 255)) throw this.#runtime.failure(CODES.indexOf("board"));
    return Uint8Array.from(tiles);
  }

  parse(board, size) {
    return this.#signed(this.#read(board, size).tiles);
  }

  parseGoal(goal, { width, height } = this) {
    return [...this.#goal(goal, { width, height })];
  }

  to(goal) {
    const runtime = this.#runtime;
    const tiles = Uint8Array.from(this.#goal(goal, this));
    return runtime.using((library) => {
      const set = runtime.take(4);
      runtime.check(library.tilebase_open_to(this.#set, runtime.put(tiles), tiles.length, set));
      return new Tables(runtime, runtime.view().getUint32(set, true), this.bytes);
    });
  }

  ask(question) {
    const { board, to, want = "lookup", boards = 0, microseconds = 0, within = 0, tiles = false, stages = false,
            slides = false, deliver = "by_count" } = question;
    const runtime = this.#runtime;
    const { width, height, tiles: cells } = this.#read(board, question);
    const goal = to === undefined ? null : this.#goal(to, { width, height });
    // The letters of plain boards of the set's size have a bound.
    const isOwn = width === this.width && height === this.height && this.kinds === 0;
    const letters = [];
    return runtime.using((library) => {
      const asked = {
        board: runtime.put(cells), to: goal && runtime.put(goal), width, height, cell_bytes: 4,
        want: numberOf("want", WANTS, want), boards, microseconds, within,
        deliver: numberOf("deliver", DELIVERS, deliver), ...this.#room("message", "message_size", 1, MESSAGE_BYTES),
        // Without a bound, the letters come in pieces.
        ...(isOwn ? this.#room("actions", "capacity", 1, this.worstCase + MORE_LETTERS) : { receive: library.receiver() }),
        ...(stages && this.#room("stages", "stage_capacity", Stage.size, MOST_STAGES)),
      };
      const answered = runtime.putStruct(Answer);
      let [answer, room] = [null, USUAL_SLIDES];
      for (;;) {
        letters.length = 0;
        if (tiles) Object.assign(asked, this.#room("tiles", "tile_capacity", 4, room));
        if (slides) Object.assign(asked, this.#room("slides", "slide_capacity", SLIDE_BYTES, room));
        const code = library.tilebase_ask(this.#set, runtime.putStruct(Question, asked), Question.size, answered, Answer.size);
        answer = runtime.getStruct(Answer, answered);
        const isShort = code === BUFFER && answer.slides > BigInt(room);
        if (!isShort) runtime.check(code, code === 0 ? "" : runtime.textAt(asked.message));
        if (!isShort) break;
        room = Number(answer.slides);
      }
      const moves = Number(answer.moves);
      const actions = isOwn ? runtime.text(asked.actions, moves) : letters.join("");
      return {
        actions,
        moves,
        runs: Number(answer.runs),
        bound: Number(answer.bound),
        shortest: answer.shortest === 1,
        why: WHYS[answer.why],
        looked_at: Number(answer.looked_at),
        microseconds: Number(answer.microseconds),
        detour: answer.detour,
        ...(tiles && { tiles: this.#signed(runtime.numbers(asked.tiles, Number(answer.slides))) }),
        ...(slides && { slides: this.#moves(asked.slides, Number(answer.slides)) }),
        goal_cost: Number(answer.goal_cost),
        ...(stages && { stages: Array.from({ length: answer.stages }, (_, i) => {
          const stage = runtime.getStruct(Stage, asked.stages + Stage.size * i);
          return { goal: tilesOf(stage.goal), fixed: tilesOf(stage.fixed), moves: Number(stage.moves) };
        }) }),
        code: "ok",
      };
    }, letters);
  }

  // The slides of each move, from cell to cell.
  #moves(start, count) {
    const moves = [];
    for (let i = 0; i < count; ++i) {
      const { move, from, to } = this.#runtime.getStruct(Slide, start + SLIDE_BYTES * i);
      (moves[move] ??= []).push([from, to]);
    }
    return moves;
  }

  // The two fields of a struct that name a place for `count` things.
  #room(place, capacity, bytes, count) {
    return { [place]: this.#runtime.take(bytes * count), [capacity]: count };
  }

  askBatch(questions) {
    return questions.map((question) => {
      try {
        return this.ask(question);
      } catch (error) {
        if (!(error instanceof TilebaseError) || error.code === "memory") throw error;
        return { actions: "", moves: 0, runs: 0, bound: 0, shortest: false, why: "limit", looked_at: 0, microseconds: 0,
                 detour: 0, goal_cost: 0, code: error.code };
      }
    });
  }

  // Does now what the first question of a kind would do.
  prepare(want) {
    const runtime = this.#runtime;
    runtime.using((library) => {
      const message = runtime.take(MESSAGE_BYTES);
      const prepare = want === "shortest" ? library.tilebase_prepare_optimal : library.tilebase_prepare_effort;
      const code = prepare(this.#set, 1, message, MESSAGE_BYTES);
      runtime.check(code, code === 0 ? "" : runtime.textAt(message));
    });
  }

  hint(board, last) {
    return this.#probed(board, (library, cells, size, result) =>
      library.tilebase_hint(this.#set, cells, size, result, Probe.size), last);
  }

  probe(board, subproblem) {
    return this.#probed(board, (library, cells, size, result) => subproblem === undefined
      ? library.tilebase_probe(this.#set, cells, size, result, Probe.size)
      : library.tilebase_probe_subproblem(this.#set, cells, size, bitsOf(subproblem.goal), bitsOf(subproblem.fixed),
                                          result, Probe.size));
  }

  #probed(board, ask, last = { goal: [], fixed: [] }) {
    const runtime = this.#runtime;
    const tiles = this.#own(board);
    return runtime.using((library) => {
      const given = { goal: bitsOf(last.goal), fixed: bitsOf(last.fixed) };
      const result = runtime.putStruct(Probe, given);
      runtime.check(ask(library, runtime.put(tiles), tiles.length, result));
      const found = runtime.getStruct(Probe, result);
      return {
        goal: tilesOf(found.goal),
        fixed: tilesOf(found.fixed),
        stage: found.stage,
        remaining: orNull(found.remaining, -1),
        after: Object.fromEntries([...ACTIONS].map((action, i) => [action, orNull(found.after[i], -1)])),
        action: found.action === 0 ? null : String.fromCharCode(found.action),
        tiles: found.tiles,
      };
    });
  }

  #limits({ boards = 0, microseconds = 0 } = {}) {
    return [this.#runtime.putStruct(Limits, { boards, microseconds }), Limits.size];
  }

  analyse(board, limits) {
    const runtime = this.#runtime;
    const tiles = this.#own(board);
    return runtime.using((library) => {
      const result = runtime.putStruct(Analysis);
      runtime.check(library.tilebase_analyse_board(this.#set, runtime.put(tiles), tiles.length, ...this.#limits(limits),
                                                   result, Analysis.size));
      const found = runtime.getStruct(Analysis, result);
      const named = (lengths, none) => Object.fromEntries(lengths
        .map((length, i) => [ACTIONS[Math.floor(i / 7)] + (i % 7 === 0 ? "" : i % 7 + 1), length])
        .filter(([, length]) => length !== -1)
        .map(([name, length]) => [name, orNull(length, none)]));
      return { moves: orNull(found.moves, NONE), bound: found.bound, after: named(found.after, 2 ** 31 - 1),
               after_bound: named(found.after_bound) };
    });
  }

  analyseGame(board, actions, limits) {
    const runtime = this.#runtime;
    const tiles = this.#own(board);
    return runtime.using((library) => {
      const letters = new TextEncoder().encode(actions);
      const bytes = 4 * (letters.length + 1);
      const [lengths, bounds, moves] = [runtime.take(bytes), runtime.take(bytes), runtime.take(4)];
      runtime.check(library.tilebase_analyse_game(this.#set, runtime.put(tiles), tiles.length, runtime.put(letters),
                                                  letters.length, ...this.#limits(limits), lengths, bounds, moves));
      const count = runtime.view().getUint32(moves, true) + 1;
      return { lengths: runtime.numbers(lengths, count).map((length) => orNull(length, NONE)),
               bounds: runtime.numbers(bounds, count) };
    });
  }

  shortestSolutions(board, { most_listed = 100, most_boards = 100_000, ...limits } = {}) {
    const runtime = this.#runtime;
    const tiles = this.#own(board);
    const listed = [];
    return runtime.using((library) => {
      const result = runtime.putStruct(Shortest);
      runtime.check(library.tilebase_shortest_solutions(
        this.#set, runtime.put(tiles), tiles.length, ...this.#limits(limits), BigInt(most_boards), BigInt(most_listed),
        library.receiver(), 0, result, Shortest.size));
      const found = runtime.getStruct(Shortest, result);
      return { moves: found.moves, count: Number(found.count), complete: found.complete === 1, listed };
    }, listed);
  }

  scramble({ count = 1, moves, seed = Math.floor(Math.random() * 2 ** 53), tries = 0, optimal = false }) {
    const runtime = this.#runtime;
    const [least, most] = typeof moves === "number" ? [moves, moves] : moves;
    const cells = this.width * this.height;
    return runtime.using((library) => {
      const wish = runtime.putStruct(Wish, { min_moves: least, max_moves: most, seed, tries, optimal });
      const [boards, counts, nature] = [runtime.take(cells * count), runtime.take(4 * count), runtime.take(4)];
      runtime.check(library.tilebase_scramble(this.#set, wish, Wish.size, boards, cells, count, counts, nature));
      const kinds = runtime.view().getUint32(nature, true);
      return {
        boards: Array.from({ length: count }, (_, i) => [...runtime.bytes(boards + cells * i, cells)]
          .map((tile) => this.kinds > 0 && tile > 252 ? tile - 256 : tile)),
        lengths: runtime.numbers(counts, count),
        optimal: (kinds & SCRAMBLE_OPTIMAL) !== 0,
        uniform: (kinds & SCRAMBLE_UNIFORM) !== 0,
      };
    });
  }

  randomBoard(seed, number = 0) {
    const runtime = this.#runtime;
    const cells = this.width * this.height;
    return runtime.using((library) => {
      const board = runtime.take(MOST_CELLS);
      runtime.check(library.tilebase_random_board(this.width, this.height, BigInt(seed), BigInt(number), board, cells));
      return [...runtime.bytes(board, cells)];
    });
  }

  apply(board, moves) {
    const runtime = this.#runtime;
    const tiles = this.#own(board);
    return runtime.using((library) => {
      const text = new TextEncoder().encode(moves);
      const [at, count, message] = [runtime.put(tiles), runtime.take(4), runtime.take(MESSAGE_BYTES)];
      const [moved, capacity] = this.#fitting(count, text.length, (room, size) => library.tilebase_apply_actions(
        this.width, this.height, at, tiles.length, runtime.put(text), text.length, room, size, count, message, MESSAGE_BYTES),
        message);
      return { board: [...runtime.bytes(at, tiles.length)], moved: [...runtime.bytes(moved, capacity)] };
    });
  }

  readMoves(board, text, notation = "letters") {
    const runtime = this.#runtime;
    const { width, height, tiles } = this.#read(board);
    return runtime.using((library) => {
      const from = new TextEncoder().encode(text);
      const [count, message] = [runtime.take(4), runtime.take(MESSAGE_BYTES)];
      const [actions, length] = this.#fitting(count, from.length, (room, size) => library.tilebase_read_moves(
        width, height, 4, runtime.put(tiles), runtime.put(from), from.length, numberOf("notation", NOTATIONS, notation), room,
        size, count, message, MESSAGE_BYTES), message);
      return runtime.text(actions, length);
    });
  }

  writeMoves(board, actions, notation = "runs") {
    const runtime = this.#runtime;
    const { width, height, tiles } = this.#read(board);
    return runtime.using((library) => {
      const from = new TextEncoder().encode(actions);
      const [count, message] = [runtime.take(4), runtime.take(MESSAGE_BYTES)];
      const [text, length] = this.#fitting(count, 2 * from.length, (room, size) => library.tilebase_write_moves(
        width, height, 4, runtime.put(tiles), runtime.put(from), from.length, numberOf("notation", NOTATIONS, notation), room,
        size, count, message, MESSAGE_BYTES), message);
      return runtime.text(text, length);
    });
  }

  // What `call` writes, and how much, which it stores at `count`: with the room that is guessed, or else
  // with the room that it asks for.
  #fitting(count, guess, call, message) {
    const runtime = this.#runtime;
    let size = guess + 1; // for a zero
    let room = runtime.take(size);
    let code = call(room, size);
    if (code === BUFFER) {
      size = runtime.view().getUint32(count, true) + 1;
      room = runtime.take(size);
      code = call(room, size);
    }
    runtime.check(code, CODES[code] === "argument" ? runtime.textAt(message) : undefined);
    return [room, runtime.view().getUint32(count, true)];
  }
}
