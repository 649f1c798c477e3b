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
// question while the source is being opened (`answerAtOnce`). `shorter` improves on any of them in
// a worker.

import { Destination, open, useModule } from "./small.js";
import { stagesOf } from "./board.js";
import { peel } from "./peel.js";

const TABLES = { "3x3": "3x3.image", "4x4": "4x4.image", "5x5": "5x5.compact" };
const MODULE = "small.wasm";
const VALUES = { "4x4": "4x4.values", "5x5": "5x5.values" };
const PATIENCE_MS = 3000;
const EFFORT = 10000; // boards looked at for a shorter solution: the most a service takes, about 1 ms

const nameOf = ({ width, height }) => `${width}x${height}`;

// The element of a file that a page in one file has inside (one_file.py), or null.
const inside = (name) => document.getElementById(`file:${name}`);
const insideText = (name) => atob(inside(name).textContent);

// The bytes of a file inside or beside the page.
async function load(name) {
  if (inside(name)) {
    const text = insideText(name);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
  }
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`The file ${name} could not be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}

let module = null; // a promise; none after a failure, such as a network that was away

async function fromTables(shape) {
  const loaded = load(TABLES[nameOf(shape)]);
  module ??= load(MODULE).then(useModule).catch((error) => {
    module = null;
    throw error;
  });
  const [bytes] = await Promise.all([loaded, module]);
  const tables = await open(bytes);
  const size = `${Math.round(bytes.length / 1000)}\u00a0kB`;
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

const values = new Map();

function valuesOf(name) {
  if (!(name in VALUES)) return null;
  if (!values.has(name)) values.set(name, load(VALUES[name]).catch(() => null));
  return values.get(name);
}

function startWorker() {
  return new Worker(inside("effort.js") ? URL.createObjectURL(new Blob(["stages.js", "effort.js"].map(insideText)))
    : new URL("effort.js", import.meta.url));
}

let worker = null;

export function stopShorter() {
  worker?.terminate();
  worker = null;
}

// Looks for solutions shorter than `actions`, for so many milliseconds, in a worker. Calls `found`
// with each and `ended` with whether none is shorter. Ends the search before.
export async function shorter({ board, shape, goal, actions: known, milliseconds }, found, ended) {
  stopShorter();
  const destination = new Destination(shape.width, shape.height, goal);
  const renamed = destination.renamed(board);
  const mine = worker = startWorker();
  mine.onmessage = ({ data: { actions, proven } }) => {
    if (mine !== worker) return;
    if (actions === undefined) {
      stopShorter();
      ended(proven);
    } else {
      found(destination.mapped({ moves: actions.length, actions,
                                 stages: stagesOf(renamed, shape, actions) }));
    }
  };
  const table = await valuesOf(nameOf(shape));
  if (mine === worker)
    mine.postMessage({ ...shape, board: renamed, goal: destination.renamed(goal),
                       actions: destination.mappedActions(known), milliseconds, values: table });
}
