// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page of a warehouse: a retrieval drawn, and the controls that act on it. Whatever changes it
// ends in `show`, which draws all of it. The runtime answers on the page itself: a lookup for each step.

import { disable, element, onClick, say, showPlaying } from "./controls.js";
import { load } from "./files.js";
import { keepPages } from "./keep.js";
import { FLOOR, Retrieval, randomText, textFromAddress } from "./retrieval.js";
import { open, useModule } from "./tilebase.js";

const PACE_MS = 700; // a step
const ARROWS = new Map([[-1, "←"], [1, "→"], [-FLOOR.width, "↑"], [FLOOR.width, "↓"]]); // by to - from
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let retrieval = new Retrieval(textFromAddress(location.hash) ?? randomText(FLOOR.empty));
let answer = null; // of the tables, to the floor before the first step
let chooses = "wanted"; // what a click on a cell chooses
let playing = null; // a timer

async function openTables() {
  useModule(await load("tilebase.wasm"));
  const tables = await open(await load("warehouse.tilebase"));
  element.label.textContent = `Answered on your device, from ${Math.round(tables.bytes / 1000)}\u00a0kB of tables.`;
  return tables;
}
const opened = openTables();

const tiles = new Map(); // by the number of the load
const surface = element.board.appendChild(document.createElement("div"));
surface.className = "surface";
const cells = document.createElement("div");
cells.className = "cells";
surface.append(cells);
cells.append(...Array.from({ length: FLOOR.width * FLOOR.height }, (_, cell) => {
  const button = document.createElement("button");
  button.type = "button";
  button.value = cell;
  button.classList.toggle("goal", cell === FLOOR.goal);
  return button;
}));

function makeTile(load) {
  const tile = document.createElement("div");
  tile.setAttribute("aria-hidden", true); // the button on the cell says it
  tile.append(document.createElement("span"));
  surface.append(tile);
  tiles.set(load, tile);
  return tile;
}

function showFloor() {
  const { floor, next, wanted } = retrieval;
  for (const [load, tile] of tiles)
    if (!floor.includes(load)) {
      tile.remove();
      tiles.delete(load);
    }
  floor.forEach((load, cell) => {
    const [row, column] = [Math.floor(cell / FLOOR.width), cell % FLOOR.width];
    const what = load < 0 ? "empty" : load === wanted ? "wanted load" : "load";
    const arrow = next.has(cell) ? ARROWS.get(next.get(cell) - cell) : "";
    cells.children[cell].setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}: ${what}` +
      (cell === FLOOR.goal ? ", goal" : ""));
    if (load < 0) return;
    const tile = tiles.get(load) ?? makeTile(load);
    tile.className = ["tile", load === wanted && "wanted", arrow && "hinted"].filter(Boolean).join(" ");
    tile.style.setProperty("--column", column);
    tile.style.setProperty("--row", row);
    tile.firstChild.dataset.arrow = arrow;
  });
}

function verdict({ shortest, bound }, empty) {
  if (shortest && empty === FLOOR.empty)
    return `No plan has fewer steps: the table knows every floor with ${empty} empty cells.`;
  if (shortest) return "No plan has fewer steps: the distance alone takes as many.";
  return `The table knows floors with ${FLOOR.empty} empty cells. Here are ${empty}, so a rule makes the plan; ` +
    `no plan has fewer than ${bound} steps.`;
}

function show() {
  const { at, left, next, steps } = retrieval;
  showFloor();
  element.at.textContent = at;
  element.left.textContent = answer ? left : "–";
  element.unit.textContent = `${left === 1 ? "step" : "steps"} to go` +
    (answer?.shortest && left > 0 ? ", the fewest" : "");
  element.empty.textContent = retrieval.empty;
  element.verdict.textContent = answer ? verdict(answer, retrieval.empty) : "";
  element.next.textContent = next.size === 0 ? "" :
    `Step ${at + 1}, all at once: ${[...next].map(([from, to]) => `${from}\u00a0to\u00a0${to}`).join(", ")}. ` +
    "Cells are counted row by row from 0.";
  element.status.dataset.fresh = at === 0;
  showPlaying(element.play, playing, "Play");
  for (const name of ["back", "restart"]) disable(element[name], at === 0);
  for (const name of ["play", "step"]) disable(element[name], left === 0);
  for (const button of element.chooses.children) button.setAttribute("aria-pressed", button.value === chooses);
  if (steps.length === 0 && answer) say("The wanted load stands on the goal cell.");
}

function stop() {
  clearTimeout(playing);
  playing = null;
}

// Asks for the steps from the floor as it is.
async function ask() {
  stop();
  answer = null;
  history.replaceState(null, "", `#${retrieval.text}`);
  show();
  try {
    const tables = await opened;
    answer = tables.ask({ board: retrieval.text, slides: true });
    retrieval.follow(answer.slides);
    show();
  } catch ({ message }) {
    say(message);
  }
}

function goTo(at) {
  retrieval.seek(at);
  say(retrieval.left === 0 ? "The wanted load stands on the goal cell." : "");
}

function step(by) {
  stop();
  goTo(retrieval.at + by);
  if (retrieval.left > 0) say(`${retrieval.at} of ${retrieval.steps.length} steps are done.`);
  show();
}

function play() {
  goTo(retrieval.at + 1);
  playing = retrieval.left > 0 ? setTimeout(play, PACE_MS) : null;
  show();
}

function choose(cell) {
  stop();
  const reason = chooses === "wanted" ? retrieval.want(cell) : retrieval.toggle(cell);
  say(reason);
  if (reason === "") ask();
  else show();
}

// The Tab key stops at a single cell. Arrow keys lead to the others.
function focusCell(cell) {
  for (const button of cells.children) button.tabIndex = -1;
  cells.children[cell].tabIndex = 0;
}

cells.addEventListener("click", ({ target }) => {
  if (target.value) choose(Number(target.value));
});
cells.addEventListener("focusin", ({ target }) => focusCell(Number(target.value)));
cells.addEventListener("keydown", (event) => {
  const [right, down] = KEYS[event.key] ?? [0, 0];
  if (right === 0 && down === 0) return;
  event.preventDefault();
  const cell = Number(event.target.value);
  const [column, row] = [cell % FLOOR.width + right, Math.floor(cell / FLOOR.width) + down];
  if (column >= 0 && column < FLOOR.width && row >= 0 && row < FLOOR.height)
    cells.children[row * FLOOR.width + column].focus();
});

onClick("play", () => {
  if (!playing) return play();
  stop();
  show();
});
onClick("back", () => step(-1));
onClick("step", () => step(1));
onClick("restart", () => step(-retrieval.at));
onClick("new", () => {
  retrieval = new Retrieval(randomText(retrieval.empty));
  say("");
  ask();
});
element.chooses.addEventListener("click", ({ target }) => {
  if (!target.value) return;
  chooses = target.value;
  show();
});
addEventListener("hashchange", () => {
  const text = textFromAddress(location.hash);
  if (text === null) return;
  retrieval = new Retrieval(text);
  say("");
  ask();
});

focusCell(FLOOR.goal);
ask();
keepPages();
