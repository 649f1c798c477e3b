// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The controls that choose a board: size, goal, difficulty, the day's, one's own, a picture; and
// those that hand it on.

import { Destination, parseBoard, slide } from "./small.js";
import { source } from "./answers.js";
import { GOALS, LEAST, MOST, OPPOSITE, dailyBoard, goalName, isReachable, legalActions, shuffledBoard,
         solvedBoard, withLastTilesSwapped } from "./board.js";
import { Game } from "./game.js";
import { keep, pictureOf, readPicture, recall } from "./keep.js";

const element = (name) => document.getElementById(name);
const SQUARES = [2, 3, 4, 5, 6, 7, 8];
// Shares of the moves that the solver needs for a random board, and a walk's longest try.
const LEVELS = { easy: [0.12, 0.3], medium: [0.4, 0.65] };
const SAMPLES = 4;
const CHECK_EVERY = 3;

// A board that the solver needs a wanted number of moves for, to home: on a random walk from there,
// the first one that has it.
async function boardOf(level, shape) {
  if (!(level in LEVELS)) return shuffledBoard(shape);
  const answers = await source(shape, solvedBoard(shape));
  let sum = 0;
  for (let i = 0; i < SAMPLES; ++i) sum += (await answers.solve(shuffledBoard(shape))).moves;
  const [least, most] = LEVELS[level].map((share) => Math.max(1, share * sum / SAMPLES));
  let board = solvedBoard(shape);
  let last = null;
  for (let made = 1; made < sum * 4; ++made) {
    const actions = legalActions(board, shape).filter((action) => action !== OPPOSITE[last]);
    last = actions[Math.floor(Math.random() * actions.length)];
    board = slide(board, shape.width, last);
    if (made % CHECK_EVERY !== 0 || made < least) continue;
    const { moves } = await answers.solve(board);
    if (moves >= least && moves <= most) return board;
  }
  return shuffledBoard(shape);
}

async function startNew({ shape, goal } = page.game()) {
  let board;
  try {
    board = await boardOf(page.settings.level, shape);
  } catch {
    board = shuffledBoard(shape);
  }
  const start = new Destination(shape.width, shape.height, goal).original(board);
  page.begin(new Game(shape, start, { goal }));
}

const today = () => new Date().toISOString().slice(0, 10);

const sizeOf = ({ width, height }) => `${width}×${height}`;

// The player's moves on a board of today, by its size.
function solvedToday() {
  const kept = recall("daily");
  return kept?.day === today() ? kept.moves : {};
}

// Remembers a solved board of today, with the fewest moves that it took the player.
export function rememberDaily({ daily, shape, counts: { own, solver } }) {
  if (daily !== today() || solver > 0) return;
  const moves = solvedToday();
  const name = sizeOf(shape);
  keep("daily", { day: daily, moves: { ...moves, [name]: Math.min(own, moves[name] ?? own) } });
  showDaily(shape);
}

function showDaily(shape) {
  element("daily").lastChild.textContent = solvedToday()[sizeOf(shape)] ? "Today ✓" : "Today";
}

function startDaily() {
  const { shape } = page.game();
  const day = today();
  page.begin(new Game(shape, dailyBoard(shape, day), { daily: day }));
  const moves = solvedToday()[sizeOf(shape)];
  page.say(moves ? `You solved today’s ${sizeOf(shape)} board in ${moves} moves.`
    : `Today’s ${sizeOf(shape)} board: everyone gets the same.`);
}

// Which of the choices hold now.
export function showChoices({ shape, goal }, level) {
  const { width, height } = shape;
  showDaily(shape);
  const aim = goalName(goal, shape);
  for (const chip of element("goals").children)
    chip.setAttribute("aria-pressed", chip.value === aim);
  for (const chip of element("sizes").children)
    chip.setAttribute("aria-pressed", width === height && Number(chip.value) === width);
  for (const chip of element("levels").children)
    chip.setAttribute("aria-pressed", chip.dataset.level === level);
  element("columns").textContent = width;
  element("lines").textContent = height;
  for (const [name, side, end] of [["narrower", width, LEAST], ["wider", width, MOST],
    ["lower", height, LEAST], ["higher", height, MOST]])
    element(name).setAttribute("aria-disabled", side === end);
}

function resize(shape) {
  if ([shape.width, shape.height].some((side) => side < LEAST || side > MOST)) return;
  for (const name of ["text", "aim"]) element(name).value = "";
  refuse("");
  const game = page.game();
  startNew({ shape, goal: GOALS[goalName(game.goal, game.shape) ?? "last"].of(shape) });
}

// Says why what is typed in the field `name` is refused, and offers to swap two tiles where that helps.
function refuse(reason, name = null, board = null) {
  element("reason").textContent = reason;
  for (const field of ["text", "aim"]) element(field).setAttribute("aria-invalid", field === name);
  element("swap").hidden = board === null;
  if (board === null) return;
  element("swap").textContent = `Swap ${board.length - 2} and ${board.length - 1}`;
  element("swap").onclick = () => {
    element("text").value = withLastTilesSwapped(board).map((number) => number || "_").join(" ");
    element("text").focus();
    setTyped();
  };
}

// The board in the field `name`, or null where it is refused.
function typedBoard(name, { width, height }) {
  try {
    return parseBoard(width, height, element(name).value);
  } catch ({ message }) {
    refuse(`${message[0].toUpperCase()}${message.slice(1)}.`, name);
    return null;
  }
}

// A goal that is not typed is the one there was; a board that is not typed is a new one.
function setTyped() {
  const game = page.game();
  const { shape } = game;
  const hasGoal = element("aim").value.trim() !== "";
  const goal = hasGoal ? typedBoard("aim", shape) : game.goal;
  if (goal === null) return;
  const isNew = hasGoal && element("text").value.trim() === "";
  const board = isNew ? null : typedBoard("text", shape);
  if (board === null && !isNew) return;
  if (isNew || isReachable(board, shape, goal)) {
    refuse("");
    if (isNew) startNew({ shape, goal });
    else page.begin(new Game(shape, board, { goal }));
    element("board").focus({ preventScroll: true });
  } else if (goalName(goal, shape) === "last") {
    refuse("No moves solve this board. Swap two tiles and it can be solved.", "text", board);
  } else {
    refuse("No moves lead from this board to the goal. Swap two tiles and they do.", "text", board);
  }
}

function showPicture(url) {
  element("board").classList.toggle("pictured", Boolean(url));
  element("plain").hidden = !url;
  if (url) element("board").style.setProperty("--picture", `url("${url}")`);
  else element("board").style.removeProperty("--picture");
}

async function choosePicture() {
  const [file] = element("picture").files;
  if (!file) return;
  try {
    const url = await readPicture(file, page.game().shape);
    showPicture(url);
    if (!keep("picture", url)) page.say("The picture is too large to keep: it is gone after this visit.");
  } catch {
    page.say("This file is no picture that the browser can read.");
  }
  element("picture").value = "";
}

async function copy(what, data) {
  try {
    if (typeof data === "string") await navigator.clipboard.writeText(data);
    else await navigator.clipboard.write([new ClipboardItem({ "image/png": data })]);
    page.say(`${what} copied.`);
  } catch {
    page.say(typeof data === "string" ? `Copy this: ${data}` : "This browser cannot copy pictures.");
  }
}

function makeChip(value, name) {
  const chip = document.createElement("button");
  chip.type = "button";
  chip.value = value;
  chip.textContent = name;
  return chip;
}

// What they act on: { settings, saveSettings, say, begin, game }, of page.js.
let page;

export function startChoices(actions) {
  page = actions;
  element("sizes").replaceChildren(...SQUARES.map((side) => makeChip(side, `${side}×${side}`)));
  element("sizes").addEventListener("click", ({ target }) => {
    if (target.value) resize({ width: Number(target.value), height: Number(target.value) });
  });
  element("goals").replaceChildren(...Object.entries(GOALS).map(([name, goal]) => makeChip(name, goal.name)));
  element("goals").addEventListener("click", ({ target }) => {
    const { shape } = page.game();
    if (target.value) startNew({ shape, goal: GOALS[target.value].of(shape) });
  });
  for (const [name, columns, rows] of [["narrower", -1, 0], ["wider", 1, 0], ["lower", 0, -1],
    ["higher", 0, 1]])
    element(name).addEventListener("click", () => {
      const { width, height } = page.game().shape;
      resize({ width: width + columns, height: height + rows });
    });
  element("levels").addEventListener("click", ({ target }) => {
    if (!target.dataset.level) return;
    page.saveSettings({ level: target.dataset.level });
    startNew();
  });
  element("shuffle").addEventListener("click", () => startNew());
  element("daily").addEventListener("click", startDaily);
  element("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    setTyped();
  });
  element("picture").addEventListener("change", choosePicture);
  element("plain").addEventListener("click", () => {
    keep("picture", null);
    showPicture(null);
  });
  element("copylink").addEventListener("click", () => copy("Link", location.href));
  element("copymoves").addEventListener("click", () => copy("Moves", page.game().done.toUpperCase()));
  element("copyimage").addEventListener("click", () => {
    const game = page.game();
    copy("Picture", pictureOf(game.board, game));
  });
  showPicture(recall("picture"));
  showChoices(page.game(), page.settings.level);
}
