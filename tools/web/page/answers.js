// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where the page's answers come from. For each shape of board a source:
//
//   label            what the answers come from, for people to read
//   isShortest       whether no solution is shorter
//   solve(board)     a promise of { moves, actions, stages: [{ goal, fixed, moves }] };
//                    an Error's message is the reason why not
//
// All know one goal, home. Boards that are to end elsewhere are renamed (Destination).
//
// The service answers for its sizes where `tilebase serve` serves the page. Otherwise the tables
// beside the page do, and for all other sizes a search without tables. It also answers the first
// question while the source is being opened (`answerAtOnce`). `shorter` improves on any of them: a
// worker asks the runtime (tools/web/in_worker.js).

import { Destination, open, useModule } from "./small.js";
import { stagesOf } from "./board.js";
import { inside, load } from "./files.js";
import { peel } from "./peel.js";

const TABLES = { "2x2": "2x2.image", "3x2": "3x2.image", "2x3": "2x3.image", "4x2": "4x2.image", "2x4": "2x4.image",
                 "3x3": "3x3.image", "4x4": "4x4.image", "5x5": "5x5.compact" };
const MODULE = "small.wasm";
// Of the worker, for shorter solutions.
const RUNTIME = "tilebase.wasm";
const SETS = { "4x4": "4x4.image", "5x5": "5x5.image" };
const OTHER_SIZES = "any.image";
const ROUNDS = [0.1, 0.3, 0.6]; // parts of the time: the first way comes soon
const PATIENCE_MS = 3000;
const EFFORT = 10000; // boards looked at for a shorter solution: the most a service takes, about 1 ms

const nameOf = ({ width, height }) => `${width}x${height}`;

let module = null; // a promise; none after a failure, such as a network that was away

async function fromTables(shape) {
  const loaded = load(TABLES[nameOf(shape)]);
  module ??= load(MODULE).then(useModule).catch((error) => {
    module = null;
    throw error;
  });
  const [bytes] = await Promise.all([loaded, module]);
  const tables = await open(bytes);
  const size = bytes.length < 1000 ? `${bytes.length}\u00a0bytes` : `${Math.round(bytes.length / 1000)}\u00a0kB`;
  return {
    label: `Solved on your device, from ${size} of tables.`,
    isShortest: tables.stages === 1,
    solve: async (board) => tables.solve(board),
  };
}

// The latest answer of the search: what was answered at once is asked for again.
let searched = { board: "", solution: null };

function search(board, shape) {
  if (searched.board !== String(board) || searched.shape !== nameOf(shape))
    searched = { board: String(board), shape: nameOf(shape), solution: peel(board, shape) };
  return searched.solution;
}

function fromSearch(shape) {
  return {
    label: "Solved on your device, row by row.",
    isShortest: false,
    solve: async (board) => search(board, shape),
  };
}

function fromService({ board: size, plan, tables }) {
  return {
    label: `Solved by this server, from its tables ${plan}.`,
    isShortest: tables?.length === 1,
    async solve(board) {
      const query = new URLSearchParams(
        { board: board.join(" "), size, effort: EFFORT, stages: true });
      const response = await fetch(`v1/solve?${query}`);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.detail ?? `The server answered ${response.status}.`);
      return answer;
    },
  };
}

// The service's table sets, by size; none where there is no service.
async function askService() {
  const sets = new Map();
  if (!location.protocol.startsWith("http")) return sets;
  try {
    const response = await fetch("v1/tables", { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return sets;
    for (const set of (await response.json()).sets) sets.set(set.board, set);
  } catch {
    // Not a service; the page has tables of its own.
  }
  return sets;
}

const service = askService();
const sources = new Map();
const opened = new Set(); // by name: those that answer without being waited for

// A way that is found at once where the source for boards of this shape is not open yet, else null.
export function answerAtOnce(board, shape, goal) {
  if (opened.has(nameOf(shape))) return null;
  const destination = new Destination(shape.width, shape.height, goal);
  return destination.finish(search(destination.renamed(board), shape));
}

// The source for boards of a shape that end at `goal`.
export async function source(shape, goal) {
  const { label, isShortest, solve } = await sourceOf(shape);
  const destination = new Destination(shape.width, shape.height, goal);
  return {
    label,
    isShortest: isShortest && destination.detour === 0,
    solve: async (board) => destination.finish(await solve(destination.renamed(board))),
  };
}

// What failed is tried again at the next call.
function sourceOf(shape) {
  const name = nameOf(shape);
  if (!sources.has(name)) {
    // Where the page has the module inside, its tables are beside it; the question need not be waited for.
    const own = name in TABLES && inside(MODULE) ? fromTables(shape) : null;
    own?.catch(() => {}); // is told where it is waited for
    const source = service.then((sets) => {
      if (sets.has(name)) return fromService(sets.get(name));
      // A server without the tables beside the page solves the other sizes without.
      return name in TABLES && sets.size === 0 ? own ?? fromTables(shape) : fromSearch(shape);
    });
    source.then(() => opened.add(name), () => sources.delete(name));
    sources.set(name, source);
  }
  return sources.get(name);
}

// What a worker starts with, by the name of its table set: a promise of its script's address, the
// compiled module and the set's bytes. Tried again after a failure.
const kits = new Map();

function kitOf(name) {
  if (!kits.has(name)) {
    const script = async () => inside("runtime_worker.js")
      ? URL.createObjectURL(new Blob([await load("runtime_worker.js")], { type: "text/javascript" }))
      : new URL("runtime_worker.js", import.meta.url);
    const kit = Promise.all([script(), load(RUNTIME).then((bytes) => WebAssembly.compile(bytes)), load(name)]);
    kit.catch(() => kits.delete(name));
    kits.set(name, kit);
  }
  return kits.get(name);
}

let worker = null;

export function stopShorter() {
  worker?.terminate();
  worker = null;
}

// Looks for solutions shorter than `actions`, for so many milliseconds, in a worker. Calls `found`
// with each and `ended` with whether none is shorter. Ends the search before. Where there is no
// runtime, as at a service, nothing is found.
export async function shorter({ board, shape, goal, actions: known, milliseconds }, found, ended) {
  stopShorter();
  const destination = new Destination(shape.width, shape.height, goal);
  const renamed = destination.renamed(board);
  const mine = worker = { terminate() {} }; // until its kit is there
  const kit = await kitOf(SETS[nameOf(shape)] ?? OTHER_SIZES).catch(() => null);
  if (mine !== worker) return;
  if (kit === null) {
    stopShorter();
    ended(false);
    return;
  }
  const [script, module, image] = kit;
  const started = worker = new Worker(script);
  let fewest = known.length;
  const ask = (round) => started.postMessage({ id: round, name: "ask", words: [{
    ...shape, board: renamed, want: "effort", microseconds: 1000 * milliseconds * ROUNDS[round],
  }] });
  started.onmessage = ({ data: { id, code, result } }) => {
    if (started !== worker || id === undefined) return; // or it is open
    if (code === undefined && result.moves < fewest) {
      fewest = result.moves;
      const { actions, moves } = result;
      found(destination.mapped({ moves, actions, stages: stagesOf(renamed, shape, actions) }));
    }
    if (code === undefined && !result.shortest && id + 1 < ROUNDS.length) {
      ask(id + 1);
      return;
    }
    stopShorter();
    ended(code === undefined && result.shortest);
  };
  started.postMessage({ module, image });
  ask(0);
}
