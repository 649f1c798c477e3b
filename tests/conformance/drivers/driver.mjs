// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// driver.mjs PACKAGE: answers the questions of tests/conformance/README.md by the npm package. Compact
// forms are not for it.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { TilebaseError, open } = await import(pathToFileURL(path.join(path.resolve(process.argv[2]), "tilebase.js")));

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
    const { moves, actions } = tables.ask({ board });
    return `${moves} ${actions}`.trim();
  }
  if (question === "hint") {
    const { action, stage, goal, fixed, remaining } = tables.hint(board);
    return `${action ?? "-"} ${stage} ${bits(goal)} ${bits(fixed)} ${remaining}`;
  }
  if (question === "scramble") {
    const [least, most, , count] = board;
    const { boards } = tables.scramble({ count, moves: [least, most], seed: BigInt(words[2]) });
    return boards.map((tiles) => tiles.join(" ")).join(" / ");
  }
  if (question === "random") return tables.randomBoard(BigInt(words[0]), BigInt(words[1])).join(" ");
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
