// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Four questions to one table set: by lookup, with effort, shortest, and to another goal.
// four_questions.{c,cc,py,sh} ask the same and print the same lines.
//
//   tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
//   tilebase export four.tilebase -o four.image
//   node four_questions.mjs four.image

import { readFile } from "node:fs/promises";
import { open } from "tilebase-wasm";

const tables = await open(await readFile(process.argv[2]));
for (const [name, question] of [
  ["lookup", { board: "8 6 7/2 5 4/3 0 1" }],
  ["effort", { board: "8 6 7/2 5 4/3 0 1", want: "effort", boards: 1000 }],
  ["shortest", { board: "8 6 7/2 5 4/3 0 1", want: "shortest" }],
  ["snail", { board: "8 6 3/2 5 4/7 0 1", to: "snail" }],
]) {
  const { moves, shortest, bound, detour, actions } = tables.ask(question);
  const known = shortest ? "the fewest" : `at least ${bound}`;
  console.log(`${name}: ${moves} moves, ${known}${detour ? `, detour ${detour}` : ""}: ${actions}`);
}
