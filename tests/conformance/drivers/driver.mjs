// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// driver.mjs PACKAGE: answers the questions of tests/conformance/README.md by the npm package. The
// package reports no stage for a hint, which is printed as `?`, and calls a board of another size
// no board.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { Hints, TilebaseError, open } =
  await import(pathToFileURL(path.join(path.resolve(process.argv[2]), "tilebase.js")));

const bits = (tiles) => tiles.reduce((set, tile) => set | 1n << BigInt(tile - 1), 0n).toString(16);

let tables = null;

async function answer([question, ...words]) {
  if (question === "open") {
    tables = null;
    tables = await open(Uint8Array.from((words[0] ?? "").match(/../g) ?? [], (byte) => parseInt(byte, 16)));
    return `${tables.width}x${tables.height} ${tables.worstCase}`;
  }
  if (tables === null) return "closed";
  const board = words.map(Number);
  if (question === "solve") {
    const { moves, actions } = tables.solve(board);
    return `${moves} ${actions}`.trim();
  }
  if (question === "hint") {
    const { action, goal, fixed, remaining } = new Hints(tables).hint(board);
    return action === null ? "-" : `${action} ? ${bits(goal)} ${bits(fixed)} ${remaining}`;
  }
  return "unsupported";
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  let said;
  try {
    said = await answer(line.trim().split(" "));
  } catch (error) {
    if (!(error instanceof TilebaseError)) throw error;
    said = `error ${error.code}`;
  }
  process.stdout.write(`${said}\n`);
}
