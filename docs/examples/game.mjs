// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Prints a puzzle, its solution and the first hint, in Node.js with the package tilebase-wasm.
//
//   tilebase build -o 4x4.tilebase && tilebase export 4x4.tilebase -o 4x4.image
//   node game.mjs

import { readFile } from "node:fs/promises";
import { open } from "tilebase-wasm";

const tables = await open(await readFile("4x4.image"));
const [board] = tables.scramble({ moves: [50, 60], seed: 1 }).boards;
console.log(board.join(" "));
console.log(tables.ask({ board }).actions);
console.log(tables.hint(board).action);
