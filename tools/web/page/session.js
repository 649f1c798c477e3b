// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A game with its solver beside it. After every step the session asks what the solver says of the
// board, follows the solver's way as long as the game is on it, and looks for a shorter one while
// the player thinks. It draws nothing: `on.show()` is called whenever something has changed.

import { Route, slide } from "./small.js";
import { answerAtOnce, shorter, source, stopShorter } from "./answers.js";
import { legalActions, stepsAway } from "./board.js";
import { keep } from "./keep.js";

const THINK_AFTER_MS = 60; // a player who goes on is not followed by searches
// A played game is looked over: so many of its boards get an answer, where answers are not the
// shortest there are, and so many of these a search of so long.
const ANSWERED = 48;
const SEARCHED = 8;
const SEARCH_MS = 150;
const YIELD_EVERY = 4; // boards, so that the page stays alive

const NOTHING_LOST = { steps: [], isKnown: true };

export class Session {
  game = null;
  route = null; // a Route that the solver found
  routeAt = 0; // the steps before the route's first
  gain = 0; // moves that searches took off the answer
  shortest = false; // whether no solution is shorter than the route's
  hint = null; // what the route says of the board
  hinted = null; // { action, after }: what is pointed out, and the moves to go after each slide
  lost = NOTHING_LOST; // the player's steps that led away from the goal; whether that is sure
  staged = false; // whether the stage at work is marked
  best = null; // { moves, shortest } from the start, as far as known
  label = ""; // where the answers come from, once that is known
  #isFirst = false; // whether the route is an answer at once, and a better one is being waited for
  #question = 0; // the latest; answers to earlier ones are late
  #later = null; // a timer

  // `on`: { show(), fail(message), milliseconds() }, the last for searches.
  constructor(on) {
    this.on = on;
  }

  begin(game) {
    Object.assign(this, { game, route: null, hinted: null, lost: NOTHING_LOST, staged: false, best: null, label: "" });
    if (this.isOver) this.#findLost(game).catch(() => {});
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
    this.lost = NOTHING_LOST;
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

  #take(solution, from, at, shortest, gain = 0) {
    this.gain = gain;
    this.route = new Route(this.game.shape.width, from, solution);
    this.routeAt = at;
    this.shortest = shortest;
    if (at === 0 && !(this.best?.moves <= solution.moves)) this.best = { moves: solution.moves };
    if (at === 0 && shortest) this.best.shortest = true;
    this.hint = this.route.hint(this.game.board);
    if (this.hinted) this.#pointAgain();
    this.on.show();
  }

  // What is pointed out keeps up with a shorter way.
  #pointAgain() {
    const { action, left } = this.hint;
    const after = Object.entries(this.hinted.after).map(([other, moves]) => [other, Math.min(moves, left + 1)]);
    this.hinted = { action, after: { ...Object.fromEntries(after), [action]: left - 1 } };
  }

  // Asks what the solver says of the board, unless the route knows.
  async ask() {
    const { board, shape, goal, at } = this.game;
    const mine = ++this.#question;
    clearTimeout(this.#later);
    stopShorter();
    this.hinted = null;
    this.hint = this.route?.hint(board) ?? null;
    if (!this.hint) this.route = null;
    this.on.show();
    if (this.hint && !this.#isFirst) return;
    performance.mark("asked");
    try {
      if (!this.hint) this.#takeFirst(answerAtOnce(board, shape, goal), board, at);
      const answers = await source(shape, goal);
      const solution = await answers.solve(board);
      if (mine !== this.#question) return;
      if (String(this.game.board) !== String(board)) return this.ask(); // the first answer was followed
      this.label = answers.label;
      const isBetter = !this.hint || answers.isShortest || solution.moves < this.hint.left;
      this.#isFirst = false;
      if (isBetter) this.#take(solution, board, at, answers.isShortest);
      else this.on.show();
      performance.mark("answered");
      if (!answers.isShortest) this.#later = setTimeout(() => this.think(), THINK_AFTER_MS);
    } catch (error) {
      if (mine === this.#question) this.on.fail(error.message);
    }
  }

  #takeFirst(solution, board, at) {
    this.#isFirst = solution !== null;
    if (!solution) return;
    this.#take(solution, board, at, false);
    performance.mark("answered at once");
  }

  // Looks for a shorter way from the board as it is, while it stays so.
  think() {
    const milliseconds = this.on.milliseconds();
    const { hint, route, game: { board, shape, goal, at } } = this;
    if (!milliseconds || !hint?.action) return;
    const actions = route.solution.actions.slice(-hint.left);
    const { gain } = this;
    const isHere = () => String(this.game.board) === String(board);
    shorter({ board, shape, goal, actions, milliseconds },
      (solution) => { if (isHere()) this.#take(solution, board, at, false, gain + actions.length - solution.moves); },
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
    const { game: { board, shape, goal }, hint } = this;
    if (!hint?.action) return null;
    const { action, left } = hint;
    const hinted = this.hinted = { action, after: { [action]: left - 1 } };
    this.staged = true;
    this.on.show();
    (async () => {
      const answers = await source(shape, goal);
      for (const other of legalActions(board, shape)) {
        if (other === action) continue;
        const { moves } = await answers.solve(slide(board, shape.width, other));
        hinted.after[other] = Math.min(moves, left + 1); // one can always go back
      }
      if (!this.hinted || String(this.game.board) !== String(board)) return;
      this.hinted.after = { ...hinted.after, ...this.hinted.after };
      this.#pointAgain();
      this.on.show();
    })().catch(() => {});
    return action;
  }

  // Which steps of a solved game led away: against the shortest ways where tables know them, else
  // against the best that answers, searches and the game itself tell of its boards.
  async #findLost(game) {
    const { boards, shape, goal, done } = game;
    const last = done.length;
    if (game.counts.solver > 0 || last === 0) return;
    const isHere = () => game === this.game && game.isSolved && game.done === done;
    const answers = await source(shape, goal);
    const ways = boards.map((_, at) => last - at);
    const note = () => {
      const { steps, fewest } = stepsAway(ways);
      this.lost = { steps, isKnown: answers.isShortest };
      if (!(this.best?.moves <= fewest)) this.best = { moves: fewest };
      this.on.show();
    };
    ways[0] = Math.min(ways[0], this.best?.moves ?? Infinity);
    const every = answers.isShortest ? 1 : Math.ceil(last / ANSWERED);
    const known = new Map(); // by place
    for (let at = 0; at < last; at += every) {
      const { moves, actions } = await answers.solve(boards[at]);
      if (known.size % YIELD_EVERY === 0) await new Promise((resolve) => setTimeout(resolve));
      if (!isHere()) return;
      known.set(at, moves < ways[at] ? actions : done.slice(at));
      ways[at] = Math.min(ways[at], moves);
    }
    note();
    if (answers.isShortest) return;
    const places = [...known.keys()];
    for (let i = 0; i < SEARCHED; ++i) {
      const at = places[Math.floor(i * places.length / SEARCHED)];
      await new Promise((resolve, reject) => shorter(
        { board: boards[at], shape, goal, actions: known.get(at).toUpperCase(), milliseconds: SEARCH_MS },
        ({ moves }) => { ways[at] = Math.min(ways[at], moves); }, resolve).catch(reject));
      if (!isHere()) return;
    }
    note();
  }
}
