// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A game with its solver beside it. After every step the session asks what the solver says of the
// board, follows the solver's way as long as the game is on it, and looks for a shorter one while
// the player thinks. It draws nothing: `on.show()` is called whenever something has changed.

import { Route, slide } from "./tilebase.js";
import { shorter, source, stopShorter } from "./answers.js";
import { legalActions } from "./board.js";
import { keep } from "./keep.js";

const THINK_AFTER_MS = 60; // a player who goes on is not followed by searches

export class Session {
  game = null;
  route = null; // a Route that the solver found
  routeAt = 0; // the steps before the route's first
  shortest = false; // whether no solution is shorter than the route's
  hint = null; // what the route says of the board
  hinted = null; // { action, after }: what is pointed out, and the moves to go after each slide
  lost = []; // the player's steps that led away from the goal, where the tables know
  staged = false; // whether the stage at work is marked
  best = null; // { moves, shortest } from the start, as far as known
  label = ""; // where the answers come from
  #question = 0; // the latest; answers to earlier ones are late
  #later = null; // a timer

  // `on`: { show(), fail(message), milliseconds() }, the last for searches.
  constructor(on) {
    this.on = on;
  }

  begin(game) {
    Object.assign(this, { game, route: null, hinted: null, lost: [], staged: false, best: null });
    return this.changed();
  }

  get isOver() {
    return this.game.isSolved && this.game.counts.own > 0;
  }

  // The stage to mark on the board, or null.
  get stage() {
    const isStaged = this.staged && this.hint?.goal.length > 0 && this.route.solution.stages.length > 1;
    return isStaged ? this.hint : null;
  }

  // A player's move. False where no tile can slide that way.
  push(action) {
    const { game } = this;
    if (!game.play(action)) return false;
    this.staged = false;
    this.lost = [];
    this.changed();
    if (game.isSolved) this.#findLost(game).catch(() => {});
    return true;
  }

  // To a place on the time line: steps that were made, then the solver's. `changed` is for after.
  goTo(at) {
    const { game } = this;
    this.hinted = null;
    game.seek(at);
    while (game.at < at) {
      const action = this.route?.hint(game.board)?.action;
      if (!action || !game.follow(action)) break;
    }
    this.hint = this.route?.hint(game.board) ?? null;
    this.staged = game.at > this.routeAt;
  }

  changed() {
    keep("game", this.game);
    return this.ask();
  }

  #take(solution, from, at, shortest) {
    this.route = new Route(this.game.shape.width, from, solution);
    this.routeAt = at;
    this.shortest = shortest;
    if (at === 0 && !(this.best?.moves <= solution.moves)) this.best = { moves: solution.moves };
    if (at === 0 && shortest) this.best.shortest = true;
    this.hint = this.route.hint(this.game.board);
    this.on.show();
  }

  // Asks what the solver says of the board, unless the route knows.
  async ask() {
    const { board, shape, at } = this.game;
    const mine = ++this.#question;
    clearTimeout(this.#later);
    stopShorter();
    this.hinted = null;
    this.hint = this.route?.hint(board) ?? null;
    if (this.hint) return this.on.show();
    this.route = null;
    this.on.show();
    try {
      const answers = await source(shape);
      const solution = await answers.solve(board);
      if (mine !== this.#question) return;
      this.label = answers.label;
      this.#take(solution, board, at, answers.isShortest);
      if (!answers.isShortest) this.#later = setTimeout(() => this.think(), THINK_AFTER_MS);
    } catch (error) {
      if (mine === this.#question) this.on.fail(error.message);
    }
  }

  // Looks for a shorter way from the board as it is, while it stays so.
  think() {
    const milliseconds = this.on.milliseconds();
    const { hint, route, game: { board, shape, at } } = this;
    if (!milliseconds || !hint?.action) return;
    const actions = route.solution.actions.slice(-hint.left);
    const isHere = () => String(this.game.board) === String(board);
    shorter(board, shape, { actions, milliseconds },
      (solution) => { if (isHere()) this.#take(solution, board, at, false); },
      (proven) => {
        if (!proven || !isHere()) return;
        this.shortest = true;
        if (at === 0) this.best.shortest = true;
        this.on.show();
      }).catch(() => {});
  }

  forgetRoute() {
    this.route = null;
  }

  // Points the next action out, and what each legal one leaves to go. Returns it, or null.
  point() {
    const { game: { board, shape }, hint } = this;
    if (!hint?.action) return null;
    const { action, left } = hint;
    const hinted = this.hinted = { action, after: { [action]: left - 1 } };
    this.staged = true;
    this.on.show();
    (async () => {
      const answers = await source(shape);
      for (const other of legalActions(board, shape)) {
        if (other === action) continue;
        const { moves } = await answers.solve(slide(board, shape.width, other));
        hinted.after[other] = Math.min(moves, left + 1); // one can always go back
      }
      if (this.hinted === hinted) this.on.show();
    })().catch(() => {});
    return action;
  }

  // Only tables that know the shortest way can tell which steps led away.
  async #findLost(game) {
    const answers = await source(game.shape);
    if (!answers.isShortest || game.counts.solver > 0) return;
    const lost = [];
    let board = game.start;
    let { moves } = await answers.solve(board);
    for (const [i, action] of [...game.done].entries()) {
      board = slide(board, game.shape.width, action);
      const before = moves;
      ({ moves } = await answers.solve(board));
      if (moves > before) lost.push(i + 1);
    }
    if (game !== this.game || !game.isSolved) return;
    this.lost = lost;
    this.on.show();
  }
}
