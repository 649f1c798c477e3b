// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page: one game, what the solver says of its board, and the controls. Whatever changes `state`
// calls `show`, which draws all of it. Where answers come from is answers.js's; what a game is,
// game.js's; how a new one is chosen, choices.js's.

import { Route, slide } from "./tilebase.js";
import { shorter, source, stopShorter } from "./answers.js";
import { shuffledBoard } from "./board.js";
import { Game } from "./game.js";
import { addressOf, gameFromAddress, keep, recall, recallGame } from "./keep.js";
import { Timeline } from "./timeline.js";
import { BoardView } from "./view.js";
import { showChoices, startChoices } from "./choices.js";
import { showEnd } from "./end.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D",
               KeyA: "L", KeyD: "R", KeyW: "U", KeyS: "D" };
const WORDS = { L: "left", R: "right", U: "up", D: "down" };
const SPEEDS = [[0.5, 400], [1, 170], [2, 85], [5, 34]]; // times, milliseconds a move
const CALM_MS = 400; // the least between two moves without animation
const EFFORTS = [0, 100, 300, 1000]; // milliseconds
const LOOKS = { auto: "automatic", light: "light", dark: "dark" };
const THINK_AFTER_MS = 60; // a player who goes on is not followed by searches

const element = Object.fromEntries(
  [...document.querySelectorAll("[id]")].map((found) => [found.id, found]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const settings = { look: "auto", speed: 1, effort: 2, level: "any", ...recall("settings") };

const state = {
  game: null,
  route: null, // a Route that the solver found
  routeAt: 0, // the steps before the route's first
  shortest: false, // whether no solution is shorter than the route's
  hint: null, // what the route says of the board
  hinted: null, // an action that is pointed out
  staged: false, // whether the stage at work is marked
  playing: null, // a timer
  best: null, // { moves, shortest } from the start, as far as known
};

const view = new BoardView(element.board, {
  push,
  slide: (actions) => { for (const action of actions) if (!push(action)) break; },
});
const timeline = new Timeline(element.track, element.scrub, {
  to(at) {
    stop();
    goTo(at);
    show({ settled: false });
  },
  settled: ask,
});

function say(text) {
  element.status.textContent = text;
}

function saveSettings(changed) {
  Object.assign(settings, changed);
  keep("settings", settings);
}

const clock = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// "1–3, 5"; a range is never broken over lines.
function list(numbers) {
  const runs = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([a, b]) => a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a}\u2060–\u2060${b}`).join(", ");
}

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function showBoard() {
  const { game, hint, hinted, staged } = state;
  const { board, shape } = game;
  const stage = staged && hint && hint.action !== null ? hint : null;
  view.show(board, shape, { stage, hinted, won: game.isSolved && game.at > 0 });
  const rows = [];
  for (let at = 0; at < board.length; at += shape.width)
    rows.push(board.slice(at, at + shape.width).map((number) => number || "blank").join(" "));
  element.rows.textContent = rows.map((row, i) => `Row ${i + 1}: ${row}.`).join(" ");
}

function showNumbers() {
  const { game, hint, shortest } = state;
  const { own, solver, slides } = game.counts;
  element.moves.textContent = own;
  element.slides.textContent = solver > 0 ? `yours, ${solver} the solver’s`
    : own === slides ? (own === 1 ? "move" : "moves") : `moves, ${many(slides, "slide")}`;
  element.slides.title = "A slide moves a whole row at once.";
  element.time.textContent = clock(game.time());
  element.left.textContent = hint ? hint.left : game.isSolved ? 0 : "–";
  element.unit.textContent = `${hint?.left === 1 ? "move" : "moves"} to go` +
    (shortest && hint?.left > 0 ? ", the fewest" : "");
}

function showStage() {
  const { hint, route } = state;
  if (!hint || hint.action === null || hint.goal.length === 0) {
    element.stage.textContent = hint?.action === null ? "Every tile is home." : "";
    return;
  }
  const { goal, fixed, remaining, leg } = hint;
  const stay = fixed.length === 0 ? "" : `, keep ${list(fixed)} there`;
  element.stage.textContent = `The solver’s way, stage ${leg + 1} of ${route.solution.stages.length}: ` +
    `bring ${list(goal)} home${stay}. ${many(remaining, "move")}.`;
}

function disable(button, off) {
  // Not `disabled`, which would take the focus away from a button that was just pressed.
  button.setAttribute("aria-disabled", Boolean(off));
}

function show({ settled = true } = {}) {
  const { game, playing } = state;
  showBoard();
  showNumbers();
  if (settled) {
    timeline.show(game, state.route?.solution ?? null, state.routeAt);
    showStage();
  }
  element.solve.querySelector("b").textContent = playing ? "Pause" : "Solve";
  element.solve.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  disable(element.undo, game.at === 0);
  disable(element.back, game.at === 0);
  disable(element.restart, game.at === 0);
  disable(element.redo, game.at === game.steps.length);
  disable(element.next, game.at === game.steps.length && !state.hint?.action);
  disable(element.hint, game.isSolved);
  disable(element.solve, game.isSolved);
  showEnd(game, state.best, game.isSolved && game.counts.own > 0);
}

let question = 0; // the latest; answers to earlier ones are late
let later = null;

function take(solution, from, at, shortest) {
  state.route = new Route(state.game.shape.width, from, solution);
  state.routeAt = at;
  state.shortest = shortest;
  if (at === 0 && !(state.best?.moves <= solution.moves)) state.best = { moves: solution.moves };
  if (at === 0 && shortest) state.best.shortest = true;
  state.hint = state.route.hint(state.game.board);
  show();
}

// Asks what the solver says of the board, unless the route knows.
async function ask() {
  const { board, shape, at } = state.game;
  const mine = ++question;
  clearTimeout(later);
  stopShorter();
  state.hinted = null;
  state.hint = state.route?.hint(board) ?? null;
  if (state.hint) return show();
  state.route = null;
  show();
  try {
    const answers = await source(shape);
    const solution = await answers.solve(board);
    if (mine !== question) return;
    element.label.textContent = answers.label;
    take(solution, board, at, answers.isShortest);
    if (!answers.isShortest) later = setTimeout(think, THINK_AFTER_MS);
  } catch (error) {
    if (mine === question) say(error.message);
  }
}

// Looks for a shorter way from where the route begins, while the board is still there.
function think() {
  const milliseconds = EFFORTS[settings.effort];
  const { board, shape, at } = state.game;
  const { hint, route } = state;
  if (!milliseconds || !hint?.action) return;
  const actions = route.solution.actions.slice(-hint.left);
  const isHere = () => String(state.game.board) === String(board) && !state.playing;
  shorter(board, shape, { actions, milliseconds },
    (solution) => { if (isHere()) take(solution, board, at, false); },
    (proven) => {
      if (!proven || !isHere()) return;
      state.shortest = true;
      if (at === 0) state.best.shortest = true;
      show();
    }).catch(() => {});
}

function stop() {
  clearTimeout(state.playing);
  state.playing = null;
  state.game?.pause();
}

function begin(game) {
  stop();
  say("");
  Object.assign(state, { game, route: null, hinted: null, staged: false, best: null });
  history.replaceState(null, "", addressOf(game));
  keep("game", game);
  showChoices(game.shape, settings.level);
  return ask();
}

function changed() {
  keep("game", state.game);
  ask();
}

// A person's move: the solver steps back. False where no tile can slide that way.
function push(action) {
  const { game } = state;
  clearTimeout(state.playing);
  state.playing = null;
  if (!game.play(action)) {
    say(`No tile can slide ${WORDS[action]} here.`);
    show();
    return false;
  }
  state.staged = false;
  say(game.isSolved ? "Solved." : "");
  changed();
  return true;
}

// To a place on the time line: steps that were made, then the solver's.
function goTo(at) {
  const { game } = state;
  state.hinted = null;
  game.seek(at);
  while (game.at < at) {
    const action = state.route?.hint(game.board)?.action;
    if (!action || !game.follow(action)) break;
  }
  state.hint = state.route?.hint(game.board) ?? null;
  state.staged = game.at > state.routeAt;
  if (game.isSolved) say("Solved.");
}

function step(by) {
  stop();
  say("");
  goTo(Math.max(0, state.game.at + by));
  changed();
}

function play() {
  const { game } = state;
  goTo(game.at + 1);
  keep("game", game);
  if (game.isSolved || !state.hint?.action) return stop(), ask();
  const [, pace] = SPEEDS[settings.speed];
  state.playing = setTimeout(play, calm.matches ? Math.max(CALM_MS, pace) : pace);
  show();
}

// Ignores a button that looks switched off.
function onClick(name, act) {
  element[name].addEventListener("click", () => {
    if (element[name].getAttribute("aria-disabled") !== "true") act();
  });
}

onClick("undo", () => step(-1));
onClick("back", () => step(-1));
onClick("next", () => step(1));
onClick("redo", () => step(1));
onClick("restart", () => step(-state.game.at));
onClick("solve", () => {
  if (state.playing) return stop(), show();
  say("");
  if (state.hint?.action) {
    state.staged = true;
    play();
  }
});
onClick("hint", () => {
  const { game, hint } = state;
  if (!hint?.action) return;
  stop();
  state.hinted = hint.action;
  state.staged = hint.goal.length > 0;
  const moved = slide(game.board, game.shape.width, hint.action);
  const tile = game.board[moved.indexOf(0)];
  say(`Slide ${tile} ${WORDS[hint.action]}.`);
  show();
});

function showSettings() {
  element.speed.textContent = `Speed ${SPEEDS[settings.speed][0]}×`.replace("0.5", "½");
  element.effort.value = settings.effort;
  element.seconds.textContent = settings.effort === 0 ? "off" : `${EFFORTS[settings.effort] / 1000}\u00a0s`;
  document.documentElement.dataset.look = settings.look;
  element.lookname.textContent = `Colours: ${LOOKS[settings.look]}`;
  element.look.title = element.lookname.textContent;
}
onClick("speed", () => {
  saveSettings({ speed: (settings.speed + 1) % SPEEDS.length });
  showSettings();
});
onClick("look", () => {
  const names = Object.keys(LOOKS);
  saveSettings({ look: names[(names.indexOf(settings.look) + 1) % names.length] });
  showSettings();
});
element.effort.addEventListener("input", () => {
  saveSettings({ effort: Number(element.effort.value) });
  showSettings();
  if (settings.effort === 0) state.route = null;
  if (state.route && !state.shortest) think();
  else ask();
});

// Keys slide tiles wherever the focus is, but in a text and on a slider they do what they do there.
document.addEventListener("keydown", (event) => {
  const { target, key, code } = event;
  if (event.altKey || target.matches("input[type=text]")) return;
  const isSlider = target.matches("input[type=range]");
  if (event.ctrlKey || event.metaKey) {
    const back = key.toLowerCase() === "z" && !event.shiftKey;
    const on = key.toLowerCase() === "y" || (key.toLowerCase() === "z" && event.shiftKey);
    if (!back && !on) return;
    event.preventDefault();
    element[back ? "undo" : "redo"].click();
  } else if (KEYS[code] && !(isSlider && code.startsWith("Arrow"))) {
    event.preventDefault();
    push(KEYS[code]);
  } else if (key === " " && (target === document.body || target === element.board)) {
    event.preventDefault();
    element.solve.click();
  }
});

setInterval(() => {
  if (state.game?.since !== null) element.time.textContent = clock(state.game.time());
}, 500);
addEventListener("pagehide", () => keep("game", state.game));
addEventListener("hashchange", () => {
  const game = gameFromAddress(location.hash);
  if (game) begin(game);
});

const kept = recallGame();
const given = gameFromAddress(location.hash);
const isKept = kept && (!given || addressOf(kept) === addressOf(given));
const first = { width: 4, height: 4 };
showSettings();
begin(isKept ? kept : given ?? new Game(first, shuffledBoard(first)));
startChoices({ settings, saveSettings, say, begin, game: () => state.game });
if (location.protocol.startsWith("http"))
  navigator.serviceWorker?.register("sw.js").catch(() => {});
