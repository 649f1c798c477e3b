// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

import type { Tables } from "./tilebase.js";

type Methods = {
  [Name in Exclude<keyof Tables, "to"> as Tables[Name] extends (...words: never[]) => unknown ? Name : never]:
    Tables[Name] extends (...words: infer Words) => infer Result
      ? (...words: { [Index in keyof Words]: Cancelled<Words[Index]> }) => Promise<Result> : never;
};

/** Questions and limits may have a signal. */
type Cancelled<Word> = Word extends ArrayLike<unknown> | string | undefined ? Word : Word & { signal?: AbortSignal };

type Properties = {
  readonly [Name in keyof Tables as Tables[Name] extends (...words: never[]) => unknown ? never : Name]: Tables[Name];
};

/**
 * `Tables` in a worker: the same calls but `to`, with promises. They are answered one after another. If the
 * signal of a question is aborted, its promise is rejected with the signal's reason, and the calls
 * after it are answered.
 */
export type WorkerTables = Methods & Properties & {
  /** Ends the worker. Calls without an answer are rejected. */
  close(): void;
};

/**
 * Opens an image, or the 4x4 set that is inside, in a worker of its own. In a page, its content
 * security policy must allow `worker-src blob:`.
 */
export function openInWorker(bytes?: ArrayBuffer | ArrayBufferView): Promise<WorkerTables>;
