// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where the page's answers come from: the service, where `tilebase serve` serves the page, else the
// WebAssembly module with the tables beside the page. For each size of board a source:
//
//   label            what the answers come from, for people to read
//   solve(board)     a promise of { moves, actions, stages: [{ goal, fixed, moves }] };
//                    an Error's message is the reason why not

import { open } from "./tilebase.js";

const TABLES = { 3: "3x3.image", 4: "4x4.image", 5: "5x5.compact" };
const PLANS = { 3: "1-8", 4: "ladder:3", 5: "ladder:2" };
const PATIENCE_MS = 3000;
const EFFORT = 10000; // lookups for a shorter solution: the most a service takes, about 1 ms

async function fromModule(size) {
  const response = await fetch(new URL(TABLES[size], import.meta.url));
  if (!response.ok)
    throw new Error(`The tables ${TABLES[size]} could not be loaded (${response.status}).`);
  const bytes = await response.arrayBuffer();
  const tables = await open(bytes);
  return {
    label: `the tables ${PLANS[size]} beside this page, ${Math.round(bytes.byteLength / 1000)}\u00a0kB`,
    solve: async (board) => tables.solve(board),
  };
}

function fromService({ board: shape, plan }) {
  return {
    label: `this server’s tables ${plan}`,
    async solve(board) {
      const query = new URLSearchParams(
        { board: board.join(" "), size: shape, effort: EFFORT, stages: true });
      const response = await fetch(`v1/solve?${query}`);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.detail ?? `The server answered ${response.status}.`);
      return answer;
    },
  };
}

// The service's table sets for square boards, by size; none where there is no service.
async function askService() {
  const sets = new Map();
  if (!location.protocol.startsWith("http")) return sets;
  try {
    const response = await fetch("v1/tables", { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return sets;
    const answer = await response.json();
    for (const set of answer.sets) {
      const [width, height] = set.board.split("x").map(Number);
      if (width === height) sets.set(width, set);
    }
  } catch {
    // Not a service; the page has tables of its own.
  }
  return sets;
}

const service = askService();
const sources = new Map();

// A promise of the sizes that have a source, ascending.
export async function sizes() {
  const sets = await service;
  return (sets.size > 0 ? [...sets.keys()] : Object.keys(TABLES).map(Number)).sort((a, b) => a - b);
}

// The source for boards of size x size. What failed is tried again at the next call.
export function source(size) {
  if (!sources.has(size)) {
    const opened = service.then((sets) => {
      const set = sets.get(size);
      return set ? fromService(set) : fromModule(size);
    });
    opened.catch(() => sources.delete(size));
    sources.set(size, opened);
  }
  return sources.get(size);
}
