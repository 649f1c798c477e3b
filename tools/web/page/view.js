// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The game as one sees and touches it: its board, its time line and its end. What is here shows what
// it is given and reports what a hand does; it keeps no board of its own.
//
// Each tile has the colour of its home: the solved board runs smoothly from amber to blue, and a tile
// that is not home breaks the run.

import { lineActions } from "./board.js";

const TAP_PX = 6;
const SWIPE_PX = 24;
const FLICK_MS = 220;
const HALF = 0.4; // of a cell: a tile dragged so far goes on
const AXIS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
const ARROWS = { L: "←", R: "→", U: "↑", D: "↓" };

// A colour of OKLCH as the screen's, so that equal lightness looks equally light.
export function colourOf(lightness, chroma, hue) {
  const a = chroma * Math.cos(hue * Math.PI / 180);
  const b = chroma * Math.sin(hue * Math.PI / 180);
  const [l, m, s] = [lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b].map((root) => root ** 3);
  const channels = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s].map((linear) => {
    const c = Math.min(1, Math.max(0, linear));
    return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
  });
  return `rgb(${channels.join(" ")})`;
}

// Of the tile whose home is this cell: amber in the first corner, blue in the last.
export function homeColour({ width, height }, cell) {
  const across = cell % width / (width - 1);
  const down = Math.floor(cell / width) / (height - 1);
  const way = 0.36 * across + 0.64 * down;
  return colourOf(0.555 - 0.03 * Math.sin(Math.PI * way), 0.15 + 0.03 * way, 62 - 168 * way);
}

// Tiles of larger boards have no room for more than what a slide takes off the way or adds to it.
export const hasSmallTiles = ({ width, height }) => Math.max(width, height) > 6;

function hintText({ action, after }, next, shape) {
  if (after[next] === undefined || !hasSmallTiles(shape)) return after[next] ?? "";
  return after[next] <= after[action] ? "−1" : "+1";
}

// A small picture of a goal.
export function drawGoal(frame, shape, goal) {
  frame.style.setProperty("--columns", shape.width);
  frame.style.setProperty("--lines", shape.height);
  frame.replaceChildren(...goal.map((number, cell) => {
    const piece = document.createElement("i");
    if (number === 0) return piece;
    piece.textContent = number;
    piece.style.background = homeColour(shape, cell);
    return piece;
  }));
}

export class BoardView {
  #shape = null;
  #goal = "";
  #board = [];
  #tiles = new Map(); // number -> element
  #surface = document.createElement("div");
  #drag = null;

  // `on.push(action)` for a swipe, `on.slide(actions)` for tiles that a tap or a drag has moved.
  constructor(frame, on) {
    this.frame = frame;
    this.on = on;
    this.#surface.className = "surface";
    frame.append(this.#surface);
    frame.addEventListener("pointerdown", (event) => this.#press(event));
    frame.addEventListener("pointermove", (event) => this.#follow(event));
    frame.addEventListener("pointerup", (event) => this.#release(event));
    frame.addEventListener("pointercancel", () => this.#letGo());
  }

  #make(shape, goal) {
    this.#shape = shape;
    this.#goal = String(goal);
    const { width, height } = shape;
    this.frame.style.setProperty("--w", width);
    this.frame.style.setProperty("--h", height);
    this.#tiles.clear();
    // In the order of the numbers. First comes the piece that the puzzle leaves out; it drops in when
    // all others are home.
    const pieces = Array.from(goal, (_, number) => {
      const cell = goal.indexOf(number);
      const piece = document.createElement("div");
      piece.className = number === 0 ? "missing" : "tile";
      piece.style.setProperty("--home", homeColour(shape, cell));
      piece.style.setProperty("--home-column", cell % width);
      piece.style.setProperty("--home-row", Math.floor(cell / width));
      piece.append(document.createElement("span"));
      if (number === 0) return piece;
      piece.dataset.tile = number;
      piece.firstChild.textContent = number;
      this.#tiles.set(number, piece);
      return piece;
    });
    this.#surface.replaceChildren(...pieces);
  }

  // `stage`: { goal, fixed } to mark, or null. `hinted`: { action, after } to point out, or null;
  // `after` maps each legal action to the moves to go after it.
  show(board, { shape, goal }, { stage = null, hinted = null, won = false } = {}) {
    if (shape.width !== this.#shape?.width || this.#goal !== String(goal)) this.#make(shape, goal);
    this.#board = board;
    const { width } = shape;
    const moving = new Set(stage?.goal);
    const fixed = new Set(stage?.fixed);
    board.forEach((number, cell) => {
      if (number === 0) return;
      const next = lineActions(board, shape, cell);
      const arrow = hinted !== null && next === hinted.action ? ARROWS[next] : "";
      const name = ["tile", next && "near", moving.has(number) && "goal", fixed.has(number) && "fixed",
        arrow && "hinted"].filter(Boolean).join(" ");
      const after = hinted ? hintText(hinted, next, shape) : "";
      const tile = this.#tiles.get(number);
      const looks = [cell, name, after].join();
      if (looks === tile.looks) return; // most tiles are as they were
      tile.looks = looks;
      tile.style.setProperty("--column", cell % width);
      tile.style.setProperty("--row", Math.floor(cell / width));
      tile.className = name;
      tile.firstChild.dataset.arrow = arrow;
      if (after === "") delete tile.firstChild.dataset.after;
      else tile.firstChild.dataset.after = after;
    });
    this.frame.classList.toggle("staged", stage !== null);
    this.frame.classList.toggle("won", won);
  }

  #press(event) {
    if (this.#drag || !event.isPrimary || event.button > 0) return;
    const tile = event.target.closest?.(".tile");
    const cell = tile ? this.#board.indexOf(Number(tile.dataset.tile)) : -1;
    const actions = cell < 0 ? "" : lineActions(this.#board, this.#shape, cell);
    const size = this.#surface.clientWidth / this.#shape.width;
    this.#drag = { x: event.clientX, y: event.clientY, at: event.timeStamp, actions, size, cell,
                   moving: this.#between(cell, actions), share: 0 };
    this.frame.setPointerCapture?.(event.pointerId);
  }

  // The tiles that the actions move: from the pressed one to the blank.
  #between(cell, actions) {
    const step = { L: -1, R: 1, U: -this.#shape.width, D: this.#shape.width }[actions[0]];
    return Array.from(actions, (_, i) => this.#tiles.get(this.#board[cell + i * step]));
  }

  #follow(event) {
    const drag = this.#drag;
    if (!drag || drag.actions === "") return;
    const [right, down] = AXIS[drag.actions[0]];
    const way = (event.clientX - drag.x) * right + (event.clientY - drag.y) * down;
    if (drag.share === 0 && way < TAP_PX) return;
    drag.share = Math.min(1, Math.max(0.001, way / drag.size));
    for (const tile of drag.moving) {
      tile.classList.add("held");
      tile.style.setProperty("--dx", `${100 * drag.share * right}%`);
      tile.style.setProperty("--dy", `${100 * drag.share * down}%`);
    }
  }

  #letGo() {
    for (const tile of this.#drag?.moving ?? []) {
      tile.classList.remove("held");
      tile.style.removeProperty("--dx");
      tile.style.removeProperty("--dy");
    }
    this.#drag = null;
  }

  #release(event) {
    const drag = this.#drag;
    if (!drag) return;
    this.#letGo();
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    const isTap = Math.max(Math.abs(x), Math.abs(y)) < TAP_PX;
    const isFlick = event.timeStamp - drag.at < FLICK_MS && drag.share > 0.1;
    if (drag.actions !== "" && (isTap || drag.share > HALF || isFlick)) {
      this.on.slide(drag.actions);
    } else if (drag.share === 0 && Math.max(Math.abs(x), Math.abs(y)) >= SWIPE_PX) {
      this.on.push(Math.abs(x) > Math.abs(y) ? (x < 0 ? "L" : "R") : (y < 0 ? "U" : "D"));
    }
  }
}

// The game as a line: the moves made, and ahead of them the solver's way to the end with a colour
// for each stage. Dragging along it goes back and forth in time.
export class Timeline {
  #drawn = "";

  // `to(at)` is called while the line is dragged, `settled()` when it is let go.
  constructor(track, scrub, { to, settled }) {
    this.track = track;
    this.scrub = scrub;
    scrub.addEventListener("input", () => to(Number(scrub.value)));
    scrub.addEventListener("change", settled);
  }

  // `routeAt`: after how many steps the solution's first move comes. `lost`: the steps that led away
  // from the goal.
  show(game, solution, routeAt, lost) {
    const stages = solution?.stages ?? [];
    const total = Math.max(game.steps.length, solution ? routeAt + solution.moves : 0);
    const own = solution ? routeAt : game.steps.length;
    this.scrub.max = total;
    this.scrub.value = game.at;
    this.scrub.setAttribute("aria-valuetext", `move ${game.at} of ${total}`);
    const parts = [{ moves: own, colour: null }, ...stages.map(({ goal, moves }) =>
      ({ moves, colour: homeColour(game.shape, game.goal.indexOf(goal[goal.length >> 1])) }))];
    const drawn = JSON.stringify([parts, lost, total]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const marks = lost.map((step) => {
      const mark = document.createElement("b");
      mark.style.setProperty("--place", (step - 0.5) / total);
      return mark;
    });
    this.track.replaceChildren(...marks, ...parts.filter(({ moves }) => moves > 0).map(({ moves, colour }) => {
      const part = document.createElement("i");
      part.style.setProperty("--moves", moves);
      if (colour === null) part.className = "own";
      else part.style.setProperty("--home", colour);
      return part;
    }));
  }
}

// What a player sees when the last tile is home: their moves beside the best known.

const find = (name) => document.getElementById(name);

function verdict(own, best) {
  if (!best) return "";
  if (own < best.moves) return "Fewer moves than the solver found.";
  if (own === best.moves)
    return best.shortest ? "Perfect: nobody can do it in fewer moves."
      : "As few moves as the solver found.";
  const more = own - best.moves;
  return `${more} ${more === 1 ? "move" : "moves"} more than ${best.shortest ? "needed" : "the best known"}.`;
}

function bar(name, moves, most, colour) {
  const title = document.createElement("dt");
  title.textContent = name;
  const length = document.createElement("dd");
  length.textContent = moves;
  length.style.setProperty("--share", moves / most);
  length.style.setProperty("--home", colour);
  return [title, length];
}

function awayText(count, isKnown) {
  if (count === 0) return "";
  const told = count === 1 ? "The dot on the time line is the move that led away"
    : `The dots on the time line are the ${count} moves that led away`;
  return ` ${told}${isKnown ? "" : ", as far as the solver knows"}.${count === 1 ? " It" : " Each"} cost two.`;
}

// `best`: { moves, shortest } of the start, or null. `lost`: { steps, isKnown }, those that led away
// from the goal.
export function showEnd(game, best, lost, isOver) {
  find("end").hidden = !isOver;
  if (!isOver) return;
  const { own, solver, slides } = game.counts;
  find("endhead").textContent = solver === 0 ? "Solved!" : "Solved together";
  find("endtext").textContent = solver === 0
    ? `${own} moves in ${slides} slides. ${verdict(own, best)}`
    : `${own} moves yours, ${solver} the solver’s.`;
  if (solver === 0) find("endtext").textContent += awayText(lost.steps.length, lost.isKnown);
  const shown = Math.max(own + solver, best?.moves ?? 0);
  const last = game.board.length - 1;
  find("bars").replaceChildren(
    ...bar(solver === 0 ? "You" : "Both", own + solver, shown, homeColour(game.shape, 0)),
    ...(best ? bar(best.shortest ? "Fewest" : "Best known", best.moves, shown, homeColour(game.shape, last)) : []));
}
