// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A retrieval: a floor of loads and empty cells, the load that is wanted, and the steps that bring it
// to the goal cell. Nothing here draws, waits or asks.

// As the table has it (tools/web/CMakeLists.txt): `empty` is the least number of empty cells.
export const FLOOR = { width: 6, height: 6, goal: 0, empty: 2 };
const CELLS = FLOOR.width * FLOOR.height;
const EMPTY = -1;

// Returns a floor as text, with the wanted load on any cell but the goal.
export function randomText(empty) {
  const cells = [...Array(CELLS).keys()];
  const pick = (from) => cells.splice(from + Math.floor(Math.random() * (cells.length - from)), 1)[0];
  const text = Array(CELLS).fill(".");
  text[pick(FLOOR.goal + 1)] = "1";
  for (let i = 0; i < empty; ++i) text[pick(0)] = "_";
  return textOf(text);
}

// Returns the text of the letters of all cells, its rows separated by "/".
const textOf = (letters) => letters.join("").match(RegExp(`.{${FLOOR.width}}`, "g")).join("/");

// Returns the floor's text in an address, or null if it is none.
export function textFromAddress(hash) {
  const letters = [...hash.replace(/^#/, "").replaceAll("/", "")];
  const count = (letter) => letters.filter((found) => found === letter).length;
  const isFloor = count("1") === 1 && count("_") >= FLOOR.empty && count(".") + count("_") + 1 === CELLS &&
    letters.length === CELLS;
  return isFloor ? textOf(letters) : null;
}

function afterStep(floor, step) {
  const next = [...floor];
  for (const [from] of step) next[from] = EMPTY;
  for (const [from, to] of step) next[to] = floor[from];
  return next;
}

export class Retrieval {
  steps = []; // each a list of moves [from, to], made at once
  at = 0; // how many of them are done
  #floors; // after each number of steps: the number of the load on each cell, or EMPTY

  constructor(text) {
    const letters = [...text.replaceAll("/", "")];
    this.#floors = [letters.map((letter, cell) => letter === "_" ? EMPTY : cell)];
    this.wanted = letters.indexOf("1");
  }

  // The number of the load on each cell; EMPTY on the others. A load keeps its number.
  get floor() {
    return this.#floors[this.at];
  }

  get text() {
    return textOf(this.floor.map((load) => load === EMPTY ? "_" : load === this.wanted ? "1" : "."));
  }

  get empty() {
    return this.floor.filter((load) => load === EMPTY).length;
  }

  get left() {
    return this.steps.length - this.at;
  }

  // The moves that come next, by the cell from which a load moves.
  get next() {
    return new Map(this.steps[this.at]);
  }

  // Takes the steps of an answer to the floor as it is.
  follow(steps) {
    this.#begin(this.floor);
    this.steps = steps;
    for (const step of steps) this.#floors.push(afterStep(this.#floors.at(-1), step));
  }

  #begin(floor) {
    this.#floors = [floor];
    this.steps = [];
    this.at = 0;
  }

  seek(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
  }

  // Wants the load on a cell. Returns why not, or "".
  want(cell) {
    const { floor } = this;
    if (floor[cell] === EMPTY) return "This cell is empty. Choose a load.";
    this.wanted = floor[cell];
    this.#begin(floor);
    return "";
  }

  // Takes the load from a cell, or puts one on it. Returns why not, or "".
  toggle(cell) {
    const floor = [...this.floor];
    if (floor[cell] === this.wanted) return "The wanted load stands here. Choose another cell.";
    if (floor[cell] === EMPTY && this.empty === FLOOR.empty)
      return `The table needs ${FLOOR.empty} empty cells. Empty another one first.`;
    floor[cell] = floor[cell] === EMPTY ? floor.findIndex((_, load) => !floor.includes(load)) : EMPTY;
    this.#begin(floor);
    return "";
  }
}
