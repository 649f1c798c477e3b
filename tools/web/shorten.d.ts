// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

export interface ShortenRequest {
  width: number;
  height: number;
  /** Tiles row by row, 0 for the blank. */
  board: ArrayLike<number> & Iterable<number>;
  /** A solution of the board, as Tables.solve gives. */
  actions: string;
  /** How long to look; 300 where it is left out. */
  milliseconds?: number;
  /** Where the solution leads; left out: 1, 2, 3, ... with the blank on the last cell. */
  goal?: number[];
  /** For 4x4 and 5x5 the bytes of tables/4x4.values or 5x5.values, which lead to much shorter
   *  solutions. */
  values?: Uint8Array | null;
}

/**
 * Looks for shorter solutions in a worker of its own; in a page, its content security policy must
 * allow `worker-src blob:`. Calls `onShorter` with each that is shorter than all before. At the end
 * gives the last one, or the solution that was given, and whether none is shorter.
 */
export function shorten(request: ShortenRequest, onShorter?: (actions: string) => void):
  Promise<{ actions: string; proven: boolean }>;
