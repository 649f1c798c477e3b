// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Four questions to one table set: by lookup, with effort, shortest, and to another goal.
// A fifth goes to a set of boards with equal tiles.
// four_questions.{c,cc,py,sh} ask the same and print the same lines.
//
//   tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
//   tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
//   tilebase export four.tilebase -o four.image
//   node four_questions.mjs four.image picture.tilebase

import { readFile } from "node:fs/promises";
import { open } from "tilebase-wasm";

const four = await open(await readFile(process.argv[2]));
const picture = await open(await readFile(process.argv[3]));
for (const [name, tables, question] of [
  ["lookup", four, { board: "8 6 7/2 5 4/3 0 1" }],
  ["effort", four, { board: "8 6 7/2 5 4/3 0 1", want: "effort", boards: 1000 }],
  ["shortest", four, { board: "8 6 7/2 5 4/3 0 1", want: "shortest" }],
  ["snail", four, { board: "8 6 3/2 5 4/7 0 1", to: "snail" }],
  ["picture", picture, { board: "42_/132/341" }],
]) {
  const { moves, shortest, bound, detour, actions } = tables.ask(question);
  const known = shortest ? "the fewest" : `at least ${bound}`;
  console.log(`${name}: ${moves} moves, ${known}${detour ? `, detour ${detour}` : ""}: ${actions}`);
}
