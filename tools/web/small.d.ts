// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sliding-tile puzzles solved by table lookup, in browsers and Node.js.
//
// A board is its tiles row by row, 0 for the blank; the goal is 1, 2, 3, ... with the blank on the
// last cell, unless another is given. An action is the direction in which a tile slides into the blank.

/**
 * Tiles row by row, 0 for the blank: an array of width*height numbers, an array of rows, or text in
 * the command's forms, such as "1 2 3 _".
 */
export type Board = ArrayLike<number | string | null> | ArrayLike<ArrayLike<number | string | null>> | string;
export type Action = "L" | "R" | "U" | "D";

/** Bring the tiles of `goal` home without moving those of `fixed`. */
export interface Subproblem {
  goal: number[];
  fixed: number[];
}

export interface Solution {
  moves: number;
  /** One letter a move. */
  actions: string;
  /** How the solver went about it; the moves add up. A stage that needs none is left out. */
  stages: Array<Subproblem & { moves: number }>;
}

/** A board to end at instead of 1, 2, 3, ... */
export interface SolveOptions {
  /**
   * Any arrangement that can be reached. Where its blank lies in a corner, solutions are as short
   * as those to 1, 2, 3, ...; elsewhere they lead by the nearest corner, at most
   * (width - 1) / 2 + (height - 1) / 2 moves more.
   */
  to?: Board;
  /**
   * The board may be one in the middle of a game: the solution goes on with what is under way, and
   * so never takes back a move of the solution of an earlier board. `Hints` asks so.
   */
  goingOn?: boolean;
}

/** What the tables say of one board in one subproblem. */
export interface Probe extends Subproblem {
  /** Whether the whole board is; `goal` is then empty. */
  solved: boolean;
  /** From 0; the number of stages where the board is solved. */
  stage: number;
  /** Actions to the subproblem's goal; null where it cannot be reached. */
  remaining: number | null;
  /** The table's action; null at the goal and where it cannot be reached. */
  action: Action | null;
  /**
   * Every action that moves no fixed tile and what remains after it, best first; among equals the
   * table's own comes first. Null: not in these tables, which happens in a compact form alone.
   */
  actions: Array<{ action: Action; remaining: number | null }>;
}

/**
 * Why something failed. `board`: not a board of this size. `unsolvable`: no sequence of moves
 * solves it. `subproblem`: no table for it. `fixed`: a fixed tile is not home. Of `open`: `format`:
 * not an image; `version`: of another version, byte order or word size, or compressed; `damaged`.
 */
export class TilebaseError extends Error {
  readonly code:
    "board" | "unsolvable" | "subproblem" | "fixed" | "format" | "version" | "damaged";
}

/** A table set in a WebAssembly instance of its own. Goes away as any object does. */
export interface Tables {
  readonly width: number;
  readonly height: number;
  /** The plan, as in "ladder:1"; empty for a compact form from elsewhere, which does not say. */
  readonly plan: string;
  readonly stages: number;
  /** No board needs more moves. */
  readonly worstCase: number;
  /** Of the image; 0 for the built-in tables. */
  readonly bytes: number;

  /** Reads a board, which may be unsolvable. Throws a TilebaseError that says what was expected. */
  parse(board: Board): number[];
  /** Null for a board that can be solved, else the reason why not. */
  check(board: Board, options?: SolveOptions): string | null;
  /** All moves to the goal, in microseconds. Throws for what `check` refuses. */
  solve(board: Board, options?: SolveOptions): Solution;
  /**
   * Looks a board up: in the first stage that is not done, or in the given subproblem, for which
   * the set must have a table. Throws for what `check` refuses, and `subproblem` and `fixed`.
   *
   * To follow a solution move by move, use `Hints`: a stage may have to move tiles of earlier
   * stages, and a probe would put them back.
   */
  probe(board: Board, subproblem?: Subproblem): Probe;
}

/** `ladder:1` for the 4x4 board, which is part of the module. Nothing is loaded but the module. */
export function openBuiltIn(): Promise<Tables>;

/**
 * Opens what `tilebase export` or `--format compact` wrote. The bytes are copied and every
 * one of them is checked; they may come from anywhere. Throws a TilebaseError that says what is
 * wrong with them.
 */
export function open(bytes: ArrayBuffer | ArrayBufferView): Promise<Tables>;

/**
 * Takes the WebAssembly module from these bytes, for pages that cannot load small.wasm from
 * beside small.js. Call it before the first `open`.
 */
export function useModule(bytes: ArrayBuffer | ArrayBufferView): void;

/** As Tables.parse, for any size of board. */
export function parseBoard(width: number, height: number, board: Board): number[];

/** The board after an action; null where no tile can slide that way. */
export function slide(board: ArrayLike<number>, width: number, action: Action): number[] | null;

/**
 * Another goal as a matter of names, for solvers that know one goal (`Tables.solve` with `to` uses
 * it): a symmetry and other numbers on the tiles make it 1, 2, 3, ... with the blank last. For
 * boards of any size.
 */
export class Destination {
  constructor(width: number, height: number, goal: ArrayLike<number>);
  /** Moves between the goal's blank and its nearest corner. */
  readonly detour: number;
  /**
   * The board whose way to 1, 2, 3, ... is the way from `board` to the goal, but for the detour. It
   * can be solved where the goal can be reached.
   */
  renamed(board: ArrayLike<number>): number[];
  /** The board that is renamed to this one. */
  original(renamed: ArrayLike<number>): number[];
  /** Actions on a renamed board as those on the original one, and back. */
  mappedActions(actions: string): string;
  /** A way on renamed boards as one on the originals. */
  mapped(solution: Solution): Solution;
  /** A solution of the renamed board as one of the original, with the detour at its end. */
  finish(solution: Solution): Solution;
}

export interface Hint extends Subproblem {
  /** Null where the board is solved. */
  action: Action | null;
  /** Moves to the goal of the whole board, and to the end of this stage of the solution. */
  left: number;
  remaining: number;
  /** Which of the solution's stages, from 0. */
  leg: number;
}

/**
 * A solution as something to follow, for a hint button: it knows what comes next on each board on
 * the way, so that stages which move tiles of earlier ones are followed to their end.
 */
export class Route {
  constructor(width: number, board: ArrayLike<number>, solution: Solution);
  readonly solution: Solution;
  /** Null for a board that is not on the way: solve it and make a new route. */
  hint(board: ArrayLike<number>): Hint | null;
}

/**
 * A hint button: ask it for each board as the player comes to it. A player who takes every hint gets
 * home within `worstCase` moves, also with a new `Hints` for each board. After other moves in between,
 * the hints lead home from there. Throws for what `Tables.check` refuses.
 */
export class Hints {
  constructor(tables: Tables);
  hint(board: Board): Hint;
}
