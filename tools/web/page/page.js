// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page: a session drawn, and the controls that act on it. Whatever changes the session ends in
// `show`, which draws all of it. How a new board is chosen is choices.js's.

import { slide } from "./small.js";
import { GOALS, goalName, shuffledBoard } from "./board.js";
import { rememberDaily, showChoices, startChoices } from "./choices.js";
import { disable, element, onClick, say, showPlaying } from "./controls.js";
import { Game } from "./game.js";
import { addressOf, gameFromAddress, keep, keepPages, recallGame, saveSettings, settings } from "./keep.js";
import { Session } from "./session.js";
import { BoardView, Timeline, drawGoal, hasSmallTiles, showEnd } from "./view.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D",
               KeyA: "L", KeyD: "R", KeyW: "U", KeyS: "D" };
const WORDS = { L: "left", R: "right", U: "up", D: "down" };
const SPEEDS = [[0.5, 400], [1, 170], [2, 85], [5, 34]]; // times, milliseconds a move
const CALM_MS = 400; // the least between two moves without animation
const EFFORT_MS = 100; // a step of the slider

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let playing = null; // a timer
let pointed = null; // the action that was said last

const session = new Session({
  show,
  fail: say,
  milliseconds: () => playing ? 0 : EFFORT_MS * settings.effort,
});
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
  settled: () => session.changed(),
});

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
  const { game, hinted, stage } = session;
  view.show(game.board, game, { stage, hinted, won: game.isSolved && game.at > 0 });
  element.rows.textContent = spoken(game.board, game.shape);
}

// A board as it is read out.
function spoken(board, { width }) {
  const rows = [];
  for (let at = 0; at < board.length; at += width)
    rows.push(board.slice(at, at + width).map((number) => number || "blank").join(" "));
  return rows.map((row, i) => `Row ${i + 1}: ${row}.`).join(" ");
}

// What there is to do, with a picture where it is not the usual.
function showGoal({ shape, goal }) {
  const name = goalName(goal, shape);
  element.status.dataset.task = GOALS[name]?.task ?? "Make the board look like the small picture.";
  element.goal.hidden = name === "last";
  if (name === "last") return;
  drawGoal(element.goal, shape, goal);
  element.goal.setAttribute("aria-label", `The goal. ${spoken(goal, shape)}`);
}

function showNumbers() {
  const { game, hint, shortest } = session;
  const { own, solver, slides } = game.counts;
  element.moves.textContent = own;
  element.slides.textContent = solver > 0 ? `yours, ${solver} the solver’s`
    : own === slides ? (own === 1 ? "move" : "moves") : `moves, ${many(slides, "slide")}`;
  element.slides.title = "A slide moves a whole row at once.";
  element.time.textContent = clock(game.time());
  element.left.textContent = hint ? hint.left : game.isSolved ? 0 : "–";
  element.unit.textContent = `${hint?.left === 1 ? "move" : "moves"} to go` +
    (shortest && hint?.left > 0 ? ", the fewest" : "");
  showEffort();
}

function showEffort() {
  const { gain } = session;
  element.seconds.textContent = settings.effort === 0 ? "off" : `${settings.effort * EFFORT_MS / 1000}\u00a0s` +
    (gain > 0 ? `: ${many(gain, "move")} fewer` : "");
}

function showStage() {
  const { game, hint, hinted, lost, route } = session;
  if (lost.steps.includes(game.at)) {
    element.stage.textContent = `Move ${game.at} led away${lost.isKnown ? "" : ", as far as the solver knows"}: ` +
      `now ${many(hint?.left ?? 0, "move")} to go.`;
    return;
  }
  if (!hint || hint.action === null || hint.goal.length === 0) {
    element.stage.textContent = hint?.action === null ? "Every tile is home." : "";
    return;
  }
  const { goal, fixed, remaining, leg } = hint;
  const corners = !hinted ? "" : hasSmallTiles(game.shape) ? " In the corners: what that slide adds to the way."
    : " In the corners: moves to go after that slide.";
  if (route.solution.stages.length === 1) {
    element.stage.textContent = `${session.shortest ? "The shortest" : "The solver’s"} way home: ` +
      `${many(hint.left, "move")}.${corners}`;
    return;
  }
  const stay = fixed.length === 0 ? "" : `, keep ${list(fixed)} there`;
  element.stage.textContent = `The solver’s way, stage ${leg + 1} of ${route.solution.stages.length}: ` +
    `bring ${list(goal)} home${stay}. ${many(remaining, "move")}.${corners}`;
}

// Says what is pointed out, once.
function sayHint() {
  const { game: { board, shape }, hinted } = session;
  if (hinted && hinted.action !== pointed)
    say(`Slide ${board[slide(board, shape.width, hinted.action).indexOf(0)]} ${WORDS[hinted.action]}.`);
  pointed = hinted?.action ?? null;
}

function show({ settled = true } = {}) {
  const { game, hint, lost, route, routeAt } = session;
  showBoard();
  sayHint();
  showNumbers();
  if (settled) {
    timeline.show(game, route?.solution ?? null, routeAt, lost.steps);
    showStage();
  }
  element.label.textContent = session.label;
  element.status.dataset.fresh = game.at === 0;
  showPlaying(element.solve, playing, "Solve");
  for (const name of ["undo", "back", "restart"]) disable(element[name], game.at === 0);
  disable(element.redo, game.at === game.steps.length);
  disable(element.next, game.at === game.steps.length && !hint?.action);
  for (const name of ["hint", "solve"]) disable(element[name], game.isSolved);
  showEnd(game, session.best, lost, session.isOver);
}

function stop() {
  clearTimeout(playing);
  playing = null;
  session.game?.pause();
}

function begin(game) {
  stop();
  say("");
  history.replaceState(null, "", addressOf(game));
  showChoices(game, settings.level);
  showGoal(game);
  return session.begin(game);
}

// A person's move: the solver steps back. False where no tile can slide that way.
function push(action) {
  clearTimeout(playing);
  playing = null;
  const slid = session.push(action);
  if (!slid) show();
  else if (session.game.isSolved) rememberDaily(session.game);
  say(!slid ? `No tile can slide ${WORDS[action]} here.` : session.game.isSolved ? "Solved." : "");
  return slid;
}

function goTo(at) {
  session.goTo(at);
  if (session.game.isSolved) say("Solved.");
}

function step(by) {
  stop();
  say("");
  goTo(Math.max(0, session.game.at + by));
  session.changed();
}

function play() {
  const { game } = session;
  goTo(game.at + 1);
  if (game.isSolved || !session.hint?.action) return stop(), session.changed();
  keep("game", game);
  const [, pace] = SPEEDS[settings.speed];
  playing = setTimeout(play, calm.matches ? Math.max(CALM_MS, pace) : pace);
  show();
}

onClick("undo", () => step(-1));
onClick("back", () => step(-1));
onClick("next", () => step(1));
onClick("redo", () => step(1));
onClick("restart", () => step(-session.game.at));
onClick("solve", () => {
  if (playing) return stop(), show();
  say("");
  if (session.hint?.action) play();
});
onClick("hint", () => {
  stop();
  session.point();
});

function showSettings() {
  element.speed.textContent = `Speed ${SPEEDS[settings.speed][0]}×`.replace("0.5", "½");
  element.effort.value = settings.effort;
}
onClick("speed", () => {
  saveSettings({ speed: (settings.speed + 1) % SPEEDS.length });
  showSettings();
});
element.effort.addEventListener("input", () => {
  saveSettings({ effort: Number(element.effort.value) });
  showEffort();
  if (settings.effort === 0) session.forgetRoute(); // back to the first answer
  session.ask();
  if (!session.shortest) session.think();
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
  if (session.game.since !== null) element.time.textContent = clock(session.game.time());
}, 500);
addEventListener("pagehide", () => keep("game", session.game));
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
startChoices({ settings, saveSettings, say, begin, game: () => session.game });
keepPages();
