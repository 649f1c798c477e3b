// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page: a board to slide, and what the tables say of it after every move. One `state`; whatever
// changes it calls `show`. Where answers come from is answers.js's.

import { Route, parseBoard, slide } from "./tilebase.js";
import { sizes, source } from "./answers.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
const WORDS = { L: "left", R: "right", U: "up", D: "down" };
const ARROWS = { L: "←", R: "→", U: "↑", D: "↓" };
const STEP_MS = 170; // a move while solving; a little more than a tile takes
const CALM_STEP_MS = 400; // without animation
const SWIPE_PX = 24;

const element = Object.fromEntries(
  [...document.querySelectorAll("[id]")].map((found) => [found.id, found]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const surface = document.createElement("div");
element.board.append(surface);

const state = {
  size: 4,
  board: [],
  route: null, // a Route from the board or one before it
  hint: null, // what the route says of the board
  hinted: null, // an action that is being shown
  playing: null, // a timer
};

const solvedBoard = (size) => [...Array(size * size).keys()].map((cell) => (cell + 1) % (size * size));
const tiles = new Map(); // number -> element

// "1–3, 5"; a range is never broken over lines.
function list(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([a, b]) => a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a}\u2060–\u2060${b}`).join(", ");
}

function makeTiles() {
  tiles.clear();
  surface.style.setProperty("--size", state.size);
  surface.replaceChildren(...solvedBoard(state.size).slice(0, -1).map((number) => {
    const tile = document.createElement("div");
    tile.className = "tile";
    tile.dataset.tile = number;
    tile.append(document.createElement("span"));
    tile.firstChild.textContent = number;
    tiles.set(number, tile);
    return tile;
  }));
}

function showBoard() {
  const { board, size, hint, hinted } = state;
  const goal = new Set(hint?.goal);
  const fixed = new Set(hint?.fixed);
  const done = hint?.action === null;
  const next = hinted && slide(board, size, hinted);
  board.forEach((number, cell) => {
    if (number === 0) return;
    const tile = tiles.get(number);
    tile.style.setProperty("--row", Math.floor(cell / size));
    tile.style.setProperty("--column", cell % size);
    tile.classList.toggle("goal", goal.has(number) || done);
    tile.classList.toggle("fixed", fixed.has(number));
    const isHinted = next !== null && next[cell] === 0;
    tile.classList.toggle("hinted", isHinted);
    tile.firstChild.dataset.arrow = isHinted ? ARROWS[hinted] : "";
  });
  const rows = [];
  for (let at = 0; at < board.length; at += size)
    rows.push(board.slice(at, at + size).map((number) => number || "blank").join(" "));
  element.rows.textContent = rows.map((row, i) => `Row ${i + 1}: ${row}.`).join(" ");
}

function showSolution() {
  const { hint, route } = state;
  element.left.textContent = hint ? hint.left : "–";
  element.unit.textContent = hint?.left === 1 ? "move to go" : "moves to go";
  const stages = route?.solution.stages ?? [];
  if (!hint) {
    element.stage.textContent = "";
  } else if (hint.action === null) {
    element.stage.textContent = "Solved: every tile is home.";
  } else {
    const { goal, fixed, remaining, leg } = hint;
    const what = goal.length === 0 ? "" : `: bring ${list(goal)} home`;
    const stay = fixed.length === 0 ? "" : `, leave ${list(fixed)} alone`;
    element.stage.textContent = `Stage ${leg + 1} of ${stages.length}, ` +
      `${remaining} ${remaining === 1 ? "move" : "moves"}${what}${stay}.`;
  }
  element.track.replaceChildren(...stages.map((stage, leg) => {
    const part = document.createElement("i");
    part.style.setProperty("--moves", stage.moves);
    const done = !hint ? 0 : leg < hint.leg ? 1 : leg > hint.leg ? 0 : 1 - hint.remaining / stage.moves;
    part.style.setProperty("--done", done);
    return part;
  }));
}

function show() {
  showBoard();
  showSolution();
  element.solve.textContent = state.playing ? "Stop" : "Solve";
  // Not `disabled`, which would take the focus away from a button that was just pressed.
  const solved = state.hint?.action === null;
  for (const button of [element.hint, element.solve]) button.setAttribute("aria-disabled", solved);
}

function say(text) {
  element.status.textContent = text;
}

let question = 0; // the latest; answers to earlier ones are late

// Asks what the tables say of the board, unless the route knows.
async function ask() {
  const { board, size } = state;
  const mine = ++question;
  state.hinted = null;
  state.hint = state.route?.hint(board) ?? null;
  show();
  if (state.hint) return;
  try {
    const answers = await source(size);
    const solution = await answers.solve(board);
    if (mine !== question) return;
    element.label.textContent = `Answers from ${answers.label}.`;
    state.route = new Route(size, board, solution);
    state.hint = state.route.hint(board);
    show();
  } catch (error) {
    if (mine === question) say(error.message);
  }
}

function stop() {
  clearTimeout(state.playing);
  state.playing = null;
}

function begin(board) {
  stop();
  say("");
  state.board = board;
  state.route = null;
  return ask();
}

// One move; false where no tile can slide that way.
function move(action) {
  const next = slide(state.board, state.size, action);
  if (next === null) return false;
  state.board = next;
  say("");
  ask();
  if (state.hint?.action === null) say("Solved.");
  return true;
}

function play() {
  const action = state.hint?.action;
  if (!action) {
    stop();
    show();
    return;
  }
  state.playing = setTimeout(play, calm.matches ? CALM_STEP_MS : STEP_MS);
  move(action);
  if (state.hint?.action === null) stop();
  show();
}

// A person's move: the solver steps back.
function push(action) {
  stop();
  if (!move(action)) say(`No tile can slide ${WORDS[action]} here.`);
  show();
}

// Slides the tile on `cell`, and those between it and the blank.
function pushCell(cell) {
  const { board, size } = state;
  const blank = board.indexOf(0);
  const rows = Math.floor(blank / size) - Math.floor(cell / size);
  const columns = blank % size - cell % size;
  if (cell === blank || (rows !== 0 && columns !== 0)) return;
  const action = rows > 0 ? "D" : rows < 0 ? "U" : columns > 0 ? "R" : "L";
  for (let i = Math.abs(rows + columns); i > 0; --i) push(action);
}

function isSolvable(board, size) {
  let inversions = 0;
  board.forEach((a, i) => board.slice(i).forEach((b) => { inversions += a > b && b !== 0; }));
  if (size % 2 === 0) inversions += size - 1 - Math.floor(board.indexOf(0) / size);
  return inversions % 2 === 0;
}

function shuffled(size) {
  const board = solvedBoard(size);
  for (let i = board.length - 1; i > 0; --i) {
    const j = Math.floor(Math.random() * (i + 1));
    [board[i], board[j]] = [board[j], board[i]];
  }
  if (!isSolvable(board, size)) {
    const [a, b] = [...board.keys()].filter((cell) => board[cell] !== 0);
    [board[a], board[b]] = [board[b], board[a]];
  }
  return board;
}

// Says why the typed board is refused, and offers to swap two tiles where that helps.
function refuse(reason, swapped = null) {
  element.reason.textContent = reason;
  element.text.setAttribute("aria-invalid", reason !== "");
  element.swap.hidden = swapped === null;
  if (swapped === null) return;
  const size = state.size;
  element.swap.textContent = `Swap ${size * size - 2} and ${size * size - 1}`;
  element.swap.onclick = () => {
    element.text.value = swapped.map((number) => number || "_").join(" ");
    element.text.focus();
    setTyped(element.text.value);
  };
}

function setTyped(text) {
  const { size } = state;
  let board;
  try {
    board = parseBoard(size, size, text);
  } catch ({ message }) {
    refuse(`${message[0].toUpperCase()}${message.slice(1)}.`);
    return;
  }
  if (isSolvable(board, size)) {
    refuse("");
    begin(board);
    return;
  }
  const [a, b] = [size * size - 2, size * size - 1];
  refuse("This board cannot be solved. It can with any two tiles swapped.",
    board.map((number) => number === a ? b : number === b ? a : number));
}

function setSize(size) {
  state.size = size;
  element.text.placeholder = size === 3 ? "8 7 6 5 4 3 2 1 _" : "1 2 3 … _";
  element.text.value = "";
  refuse("");
  makeTiles();
  begin(shuffled(size));
}

element.shuffle.addEventListener("click", () => begin(shuffled(state.size)));
element.hint.addEventListener("click", () => {
  const action = state.hint?.action;
  if (!action) return;
  stop();
  state.hinted = action;
  const moved = slide(state.board, state.size, action);
  const tile = state.board[moved.indexOf(0)];
  say(`Slide ${tile} ${WORDS[action]}.`);
  show();
});
element.solve.addEventListener("click", () => {
  if (state.playing) {
    stop();
    show();
  } else {
    play();
  }
});
element.board.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  push(action);
});

// A tap slides the tile under it; a swipe slides whatever can go that way.
let pressed = null;
element.board.addEventListener("pointerdown", (event) => {
  pressed = { x: event.clientX, y: event.clientY };
});
element.board.addEventListener("pointerup", (event) => {
  if (!pressed) return;
  const x = event.clientX - pressed.x;
  const y = event.clientY - pressed.y;
  pressed = null;
  if (Math.max(Math.abs(x), Math.abs(y)) >= SWIPE_PX) {
    push(Math.abs(x) > Math.abs(y) ? (x < 0 ? "L" : "R") : (y < 0 ? "U" : "D"));
    return;
  }
  const tile = event.target.closest?.(".tile");
  if (tile) pushCell(state.board.indexOf(Number(tile.dataset.tile)));
});
element.board.addEventListener("pointercancel", () => { pressed = null; });

element.typed.addEventListener("submit", (event) => {
  event.preventDefault();
  setTyped(element.text.value);
});

function offerSizes(offered) {
  element.sizes.replaceChildren(element.sizes.querySelector("legend"), ...offered.map((size) => {
    const label = document.createElement("label");
    label.innerHTML = `<input type="radio" name="size" value="${size}"><span>${size}×${size}</span>`;
    label.firstChild.checked = size === state.size;
    return label;
  }));
}
element.sizes.addEventListener("change", (event) => setSize(Number(event.target.value)));
// The arrow keys are for the board again once a size is chosen with the mouse or a finger.
element.sizes.addEventListener("click", (event) => {
  if (event.detail > 0) element.board.focus({ preventScroll: true });
});

const DEFAULT_SIZE = 4;
setSize(DEFAULT_SIZE);
sizes().then((offered) => {
  if (!offered.includes(state.size)) setSize(offered[0]);
  const shown = [...element.sizes.querySelectorAll("input")].map(({ value }) => Number(value));
  if (String(offered) !== String(shown)) offerSizes(offered);
});
