// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tilebase runtime in browsers and Node.js: one question, one answer, by the names of
// docs/question.md. Calls that fail throw a TilebaseError.

/**
 * Tiles row by row, 0 the blank, or text in the command's forms, such as "1 2 3 _". On boards that are no permutations
 * -1 is a wall and -3 any other tile.
 */
export type Board = ArrayLike<number> | string;
export type Action = "L" | "R" | "U" | "D";
export type GoalName = "blank-last" | "blank-first" | "snail" | "spiral" | "columns" | "blank-center";
/** "URD", "U2 R", the blank's directions "DLU", or the numbers of tiles, "8 5 2". */
export type Notation = "letters" | "runs" | "blank" | "tiles";

/** A tilebase_code of tilebase.h. */
export type Code =
  | "ok" | "argument" | "board" | "unsolvable" | "board_size" | "buffer" | "subproblem" | "fixed" | "file"
  | "format" | "version" | "damaged" | "memory" | "not_found" | "no_stages" | "stopped" | "limit"
  | "unsupported";

/** After the code "memory" a set answers nothing more: open it again. */
export class TilebaseError extends Error {
  constructor(code: Code, message: string);
  readonly code: Code;
}

export interface Size {
  width?: number;
  height?: number;
}

/** When a search ends; what is 0 or left out has its default. */
export interface Limits {
  /** Most boards to look at. */
  boards?: number | bigint;
  /** Most time. */
  microseconds?: number | bigint;
}

export interface Question extends Limits, Size {
  board: Board;
  /** The board to end at, or its name; left out: 1, 2, 3, ... and the blank last. */
  to?: Board | GoalName;
  /** By lookup (left out); the shortest within the limits; or a shortest one. */
  want?: "lookup" | "effort" | "shortest";
  /** Of "shortest": how many times its bound a solution may have to end the search; left out: 1. */
  within?: number;
  /** The answer has the numbers of the tiles that slide. */
  tiles?: boolean;
  /** The answer has the stages of a lookup on a board of the set's size. */
  stages?: boolean;
  /** The answer has the slides of each move, from cell to cell. */
  slides?: boolean;
  /** A wanted load on a goal cell of a warehouse stays, or leaves; left out: leaves if the board has more than the table. */
  deliver?: "by_count" | "stay" | "leave";
}

export interface Stage extends Subproblem {
  moves: number;
}

export interface Answer {
  /** The letters; with several blanks moves of cells, "7>8,13>14 8>9". */
  actions: string;
  /** How many there are; with several blanks units of the set's metric. */
  moves: number;
  /** Of equal letters: slides of whole lines. */
  runs: number;
  /** No solution takes fewer moves, or with the metric mtm fewer runs. */
  bound: number;
  /** No solution is shorter. */
  shortest: boolean;
  /** It is one; or it may not be: by stages, by a detour, or a limit ended the search. */
  why: "shortest" | "stages" | "detour" | "limit" | "rule";
  /** Boards. */
  looked_at: number;
  /** That the answer took. */
  microseconds: number;
  /** Moves at the end that lead from the nearest corner to the blank of `to`. */
  detour: number;
  /** That slide, if they were asked for. */
  tiles?: number[];
  /** Tiles that are brought to their places, tiles that are left alone, and moves. */
  stages?: Stage[];
  /** Of each move the slides, from cell to cell, if they were asked for. */
  slides?: Array<Array<[from: number, to: number]>>;
  /** At which the goal begins. */
  goal_cost: number;
  code: Code;
}

/** Bring the tiles of `goal` home without moving those of `fixed`. */
export interface Subproblem {
  goal: number[];
  fixed: number[];
}

/** What the tables say of one board in one subproblem. */
export interface Probe extends Subproblem {
  /** From 0; the number of stages if the board is solved. */
  stage: number;
  /** Actions to the subproblem's goal; null: it cannot be reached. */
  remaining: number | null;
  /** The same after each action; null: no such action. */
  after: Record<Action, number | null>;
  /** The table's action; null at the goal. */
  action: Action | null;
  /** That it slides: 1, or with a set of the metric mtm as many as are one move. */
  tiles: number;
}

/** Lengths of shortest solutions, in moves of the set's metric. */
export interface Analysis {
  /** Of a shortest solution, or of the best one known when a limit ended the search; null: none is. */
  moves: number | null;
  /** No solution has fewer. */
  bound: number;
  /** The same after each move: "L", with whole lines also "L2" of two tiles. */
  after: Record<string, number | null>;
  after_bound: Record<string, number>;
}

/** Before and after each move of a game. */
export interface Game {
  lengths: Array<number | null>;
  bounds: number[];
}

export interface Shortest {
  moves: number;
  /** How many shortest solutions there are. */
  count: number;
  /** False: most_boards was met, so there are at least `count`. */
  complete: boolean;
  /** The first ones. */
  listed: string[];
}

export interface Scrambles {
  boards: number[][];
  /** Moves that each needs. */
  lengths: number[];
  /** The lengths are those of shortest solutions. */
  optimal: boolean;
  /** Every board of that difficulty is equally likely. */
  uniform: boolean;
}

export interface ScrambleWish {
  /** How many boards; 1 if left out. */
  count?: number;
  /** Moves that each needs, or the least and the most. */
  moves: number | [least: number, most: number];
  /** The same seed makes the same boards everywhere. Left out: a random one. */
  seed?: number | bigint;
  /** Most boards looked at for each. */
  tries?: number | bigint;
  /** By the length of a shortest solution, in sets that know it. */
  optimal?: boolean;
}

/** A table set, in an instance of the module. Goes away as any object does. */
export class Tables {
  private constructor();
  readonly width: number;
  readonly height: number;
  readonly stages: number;
  /** No board of this size needs more moves by lookup. */
  readonly worstCase: number;
  /** Whether `ask` takes boards of other sizes. */
  readonly anySize: boolean;
  /** What costs 1. */
  readonly metric: "stm" | "mtm" | "steps" | "line-steps";
  /** Of a board. */
  readonly blanks: number;
  /** Of tiles on boards that are no permutations; 0: plain boards. */
  readonly kinds: number;
  /** Loads of a warehouse's table; 0: no warehouse. */
  readonly wanted: number;
  /** Of the image. */
  readonly bytes: number;

  /** Reads a board, which may be unsolvable. */
  parse(board: Board, size?: Size): number[];
  /** The same for a goal, which may be a name. */
  parseGoal(goal: Board | GoalName, size?: Size): number[];
  /** The same tables with another goal for all calls: hints, probes, scrambles. They share the memory. */
  to(goal: Board | GoalName): Tables;
  /** Answers one question. A search holds up the thread: `openInWorker` does not. */
  ask(question: Question): Answer;
  /** Answers many; each answer has its code. */
  askBatch(questions: Question[]): Answer[];
  /** Does now what the first question of this kind would do: decode tables. */
  prepare(want: "effort" | "shortest"): void;
  /**
   * A hint button: the next action for this board. A player who takes every hint is home within
   * `worstCase` moves. Pass the last hint, if there is one: the next stays in its subproblem.
   */
  hint(board: Board, last?: Subproblem): Probe;
  /** Looks a board up in the first stage that is not done, or in the given subproblem. */
  probe(board: Board, subproblem?: Subproblem): Probe;
  /** The length of a shortest solution, and that after each move. */
  analyse(board: Board, limits?: Limits): Analysis;
  /** Where a game lost moves. */
  analyseGame(board: Board, actions: string, limits?: Limits): Game;
  /** All shortest solutions of a board. */
  shortestSolutions(board: Board,
                    limits?: Limits & { most_listed?: number; most_boards?: number }): Shortest;
  /** Random boards of a wanted difficulty: of so many moves by lookup, or with `optimal` of a shortest solution. */
  scramble(wish: ScrambleWish): Scrambles;
  /** Board `number` of the sequence that `seed` begins; each board is equally likely. */
  randomBoard(seed: number | bigint, number?: number | bigint): number[];
  /** Plays moves, in letters of either case, with counts or without, "R3 D2 l", or as numbers of tiles. */
  apply(board: Board, moves: string): { board: number[]; moved: number[] };
  /** The letters of moves in a notation. Throws if one slides no tile. */
  readMoves(board: Board, text: string, notation?: Notation): string;
  /** The letters as moves in a notation; left out: "runs". */
  writeMoves(board: Board, actions: string, notation?: Notation): string;
}

/** Opens a raw image, as `tilebase export` writes it. Every byte is checked; they may come from anywhere. */
export function open(bytes: ArrayBuffer | ArrayBufferView): Promise<Tables>;

/** Opens the 4x4 set that is inside: `fitted`, the set that `tilebase build` makes. */
export function openBuiltIn(): Promise<Tables>;

/** Takes the module tilebase.wasm from these bytes. Call it before the first `open`. */
export function useModule(module: BufferSource | WebAssembly.Module): void;
