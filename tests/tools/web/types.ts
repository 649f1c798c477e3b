// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A program that TypeScript must take, and lines that it must refuse (types_test.mjs). It is not run.

import { open, openBuiltIn, TilebaseError, type Answer, type Question } from "tilebase-wasm";
import { openInWorker } from "tilebase-wasm/worker.js";
import { Hints, openBuiltIn as openSmall } from "tilebase-wasm/small.js";

const fifteen = await openBuiltIn();
const question: Question = { board: "1 2 3", want: "effort", boards: 10n };
const answer: Answer = fifteen.ask(question);
const moves: number = answer.moves + answer.looked_at;
const worker = await openInWorker(new Uint8Array(3));
const later: Promise<Answer> = worker.ask({ board: [1, 2], signal: AbortSignal.timeout(5) });
const width: number = worker.width;
const named: string | null = (await worker.hint("1 2 3")).action;
const boards: number[][] = (await worker.scramble({ moves: [1, 2] })).boards;
const there: number[][] = [fifteen.parseGoal("snail"), fifteen.to("columns").ask({ board: "", tiles: true }).tiles ?? []];
// @ts-expect-error: no such notation
fifteen.writeMoves("", "RRD", "words");
// @ts-expect-error: no such want
fifteen.ask({ board: "", want: "best" });
// @ts-expect-error: a number is no board
fifteen.ask({ board: 5 });
// @ts-expect-error: a signal is for workers
fifteen.ask({ board: "", signal: AbortSignal.timeout(5) });
new Hints(await openSmall()).hint("1").action satisfies string | null;
(await open(new ArrayBuffer(3))).analyse("").after_bound["L2"] satisfies number | undefined;
try { worker.close(); } catch (error) { if (error instanceof TilebaseError) error.code satisfies string; }
