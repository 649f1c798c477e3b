// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Prints a puzzle, its solution and the first hint, in Node.js with the package tilebase-wasm.
//
//   tilebase build -o 4x4.tilebase && tilebase export 4x4.tilebase -o 4x4.compact --format compact
//   node game.mjs

import { readFile } from "node:fs/promises";
import { Hints, open } from "tilebase-wasm";

const tables = await open(await readFile("4x4.compact"));
const board = [15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5];
console.log(board.join(" "));
console.log(tables.solve(board).actions);
console.log(new Hints(tables).hint(board).action);
