// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The controls that choose a board: size, difficulty, the day's, one's own, a picture; and those
// that hand it on.

import { parseBoard, slide } from "./tilebase.js";
import { source } from "./answers.js";
import { LEAST, MOST, OPPOSITE, dailyBoard, isSolvable, legalActions, shuffledBoard, solvedBoard,
         withLastTilesSwapped } from "./board.js";
import { Game } from "./game.js";
import { keep, pictureOf, readPicture, recall } from "./keep.js";

const element = (name) => document.getElementById(name);
const SQUARES = [2, 3, 4, 5, 6, 7, 8];
// Shares of the moves that the solver needs for a random board, and a walk's longest try.
const LEVELS = { easy: [0.12, 0.3], medium: [0.4, 0.65] };
const SAMPLES = 4;
const CHECK_EVERY = 3;

// A board that the solver needs a wanted number of moves for: on a random walk from the goal, the
// first one that has it.
async function boardOf(level, shape) {
  if (!(level in LEVELS)) return shuffledBoard(shape);
  const answers = await source(shape);
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

async function startNew(shape = page.game().shape) {
  let board;
  try {
    board = await boardOf(page.settings.level, shape);
  } catch {
    board = shuffledBoard(shape);
  }
  page.begin(new Game(shape, board));
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
export function showChoices({ width, height }, level) {
  showDaily({ width, height });
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
  element("text").value = "";
  refuse("");
  startNew(shape);
}

// Says why the typed board is refused, and offers to swap two tiles where that helps.
function refuse(reason, board = null) {
  element("reason").textContent = reason;
  element("text").setAttribute("aria-invalid", reason !== "");
  element("swap").hidden = board === null;
  if (board === null) return;
  element("swap").textContent = `Swap ${board.length - 2} and ${board.length - 1}`;
  element("swap").onclick = () => {
    element("text").value = withLastTilesSwapped(board).map((number) => number || "_").join(" ");
    element("text").focus();
    setTyped(element("text").value);
  };
}

function setTyped(text) {
  const { shape } = page.game();
  let board;
  try {
    board = parseBoard(shape.width, shape.height, text);
  } catch ({ message }) {
    refuse(`${message[0].toUpperCase()}${message.slice(1)}.`);
    return;
  }
  if (isSolvable(board, shape)) {
    refuse("");
    page.begin(new Game(shape, board));
    element("board").focus({ preventScroll: true });
  } else {
    refuse("No moves solve this board. Swap two tiles and it can be solved.", board);
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

// What they act on: { settings, saveSettings, say, begin, game }, of page.js.
let page;

export function startChoices(actions) {
  page = actions;
  element("sizes").replaceChildren(...SQUARES.map((side) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.value = side;
    chip.textContent = `${side}×${side}`;
    return chip;
  }));
  element("sizes").addEventListener("click", ({ target }) => {
    if (target.value) resize({ width: Number(target.value), height: Number(target.value) });
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
    setTyped(element("text").value);
  });
  element("picture").addEventListener("change", choosePicture);
  element("plain").addEventListener("click", () => {
    keep("picture", null);
    showPicture(null);
  });
  element("copylink").addEventListener("click", () => copy("Link", location.href));
  element("copymoves").addEventListener("click", () => copy("Moves", page.game().done.toUpperCase()));
  element("copyimage").addEventListener("click", () => {
    const { board, shape } = page.game();
    copy("Picture", pictureOf(board, shape));
  });
  showPicture(recall("picture"));
  showChoices(page.game().shape, page.settings.level);
}
