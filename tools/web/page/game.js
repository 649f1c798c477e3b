// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One game: a start, a goal, the steps from the start, and how many of them are done. Steps that are undone stay
// and can be done again, until another step is made in their place. A step is a letter: upper case
// for the player's, lower case for the solver's.

import { slide } from "./small.js";
import { OPPOSITE, countSlides, solvedBoard } from "./board.js";

export class Game {
  constructor(shape, start,
              { goal = solvedBoard(shape), steps = "", at = 0, elapsed = 0, daily = null } = {}) {
    this.shape = shape;
    this.start = start;
    this.goal = goal;
    this.board = start;
    this.steps = "";
    this.at = 0;
    this.elapsed = elapsed; // milliseconds of play before `since`
    this.since = null; // when the clock began to run, or null
    this.daily = daily; // the day whose board this is
    for (const step of steps) if (!this.#make(step)) break;
    this.seek(at);
  }

  // Makes a step in place of those undone. False where no tile can slide that way.
  #make(step) {
    const next = slide(this.board, this.shape.width, step.toUpperCase());
    if (next === null) return false;
    this.board = next;
    if (this.steps[this.at] !== step) this.steps = this.steps.slice(0, this.at) + step;
    ++this.at;
    return true;
  }

  play(action, now = Date.now()) {
    if (!this.#make(action)) return false;
    this.since ??= now;
    if (this.isSolved) this.pause(now);
    return true;
  }

  follow(action, now = Date.now()) {
    this.pause(now);
    return this.#make(action.toLowerCase());
  }

  undo() {
    if (this.at === 0) return false;
    --this.at;
    const action = this.steps[this.at].toUpperCase();
    this.board = slide(this.board, this.shape.width, OPPOSITE[action]);
    return true;
  }

  redo() {
    if (this.at === this.steps.length) return false;
    const action = this.steps[this.at].toUpperCase();
    this.board = slide(this.board, this.shape.width, action);
    ++this.at;
    return true;
  }

  // To where `at` steps are done, within those there are.
  seek(at) {
    while (this.at > at && this.undo());
    while (this.at < at && this.redo());
  }

  pause(now = Date.now()) {
    this.elapsed = this.time(now);
    this.since = null;
  }

  time(now = Date.now()) {
    return this.elapsed + (this.since === null ? 0 : now - this.since);
  }

  get done() {
    return this.steps.slice(0, this.at);
  }

  // Whether the next step to do again is the solver's.
  get isSolversNext() {
    return /[a-z]/.test(this.steps[this.at] ?? "");
  }

  get isSolved() {
    return String(this.board) === String(this.goal);
  }

  // The boards from the start to where the game is.
  get boards() {
    const boards = [this.start];
    for (const step of this.done) boards.push(slide(boards.at(-1), this.shape.width, step.toUpperCase()));
    return boards;
  }

  // Of the steps done: the player's, the solver's, and the player's with rows counted once.
  get counts() {
    const own = this.done.replace(/[a-z]/g, "");
    return { own: own.length, solver: this.at - own.length, slides: countSlides(own) };
  }

  toJSON() {
    return {
      shape: this.shape, start: this.start, goal: this.goal, at: this.at, elapsed: this.time(), daily: this.daily,
      steps: this.isSolversNext ? this.done : this.steps,
    };
  }
}
