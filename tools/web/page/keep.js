// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What outlives the page: the game and the settings on the device, board and goal in the address. A
// device that keeps nothing, as in a private window, is no error.

import { MOST, LEAST, isReachable, solvedBoard } from "./board.js";
import { Game } from "./game.js";
import { homeColour } from "./view.js";

const NAME = "tilebase";

const isNumber = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => isNumber(value, 0, Number.MAX_SAFE_INTEGER);

// What each setting may be.
const SETTINGS = {
  look: (value) => ["auto", "light", "dark"].includes(value),
  speed: (value) => isNumber(value, 0, 3),
  effort: (value) => isNumber(value, 0, 10),
  level: (value) => ["easy", "medium", "any"].includes(value),
};

// Whether a value is what this page would keep. What is kept may be of another version of it, or of
// another page of the same host.
const IS_KEPT = {
  settings: isObject,
  daily: (value) => isObject(value) && typeof value.day === "string" && isObject(value.moves) &&
    Object.values(value.moves).every(isCount),
  game: (value) => isObject(value) && isGame(value) && /^[lrud]*$/i.test(value.steps) &&
    typeof value.steps === "string" && isCount(value.at) && Number.isFinite(value.elapsed) &&
    (value.daily === null || typeof value.daily === "string"),
  picture: (value) => /^data:image\/\w+;base64,[\w+/=]*$/.test(value),
};

// Returns what was kept as this part if it is safe to use, else null.
export function recall(part) {
  try {
    const value = JSON.parse(localStorage.getItem(`${NAME}:${part}`));
    return IS_KEPT[part](value) ? value : null;
  } catch {
    return null;
  }
}

// Returns the settings that were kept and have a sound value.
function recallSettings() {
  const kept = recall("settings") ?? {};
  const names = Object.keys(SETTINGS).filter((name) => SETTINGS[name](kept[name]));
  return Object.fromEntries(names.map((name) => [name, kept[name]]));
}

// False if there is no room.
export function keep(part, value) {
  try {
    localStorage.setItem(`${NAME}:${part}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const settings = { look: "auto", speed: 1, effort: 3, level: "any", ...recallSettings() };

export function saveSettings(changed) {
  Object.assign(settings, changed);
  keep("settings", settings);
}

// Keeps the pages themselves, for when there is no network (sw.js).
export function keepPages() {
  if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("sw.js").catch(() => {});
}

function isShape(shape) {
  return isObject(shape) && [shape.width, shape.height].every((side) => isNumber(side, LEAST, MOST));
}

function isBoard(board, shape) {
  const cells = shape.width * shape.height;
  return Array.isArray(board) && board.length === cells && new Set(board).size === cells &&
    board.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < cells);
}

const isGame = ({ shape, start, goal }) =>
  isShape(shape) && isBoard(start, shape) && isBoard(goal, shape) && isReachable(start, shape, goal);

// "#4x4:15,10,0,13,..." and back, with ":" and the goal after it where that is not home. Null for
// anything else.
export function addressOf({ shape, start, goal }) {
  const end = String(goal) === String(solvedBoard(shape)) ? "" : `:${goal}`;
  return `#${shape.width}x${shape.height}:${start}${end}`;
}

export function gameFromAddress(hash) {
  const plain = hash.replace(/%2c/gi, ",").replace(/%3a/gi, ":"); // as some programs pass it on
  const [, width, height, tiles, end] =
    /^#(\d{1,2})x(\d{1,2}):([\d,]+)(?::([\d,]+))?$/.exec(plain) ?? [];
  const shape = { width: Number(width), height: Number(height) };
  if (!isShape(shape)) return null;
  const numbers = (text) => text.split(",").map(Number);
  const start = numbers(tiles);
  const goal = end === undefined ? solvedBoard(shape) : numbers(end);
  return isGame({ shape, start, goal }) ? new Game(shape, start, { goal }) : null;
}

export function recallGame() {
  const kept = recall("game");
  return kept && new Game(kept.shape, kept.start, kept);
}

// The board as a picture: a promise of a PNG.
export function pictureOf(board, { shape, goal }) {
  const cell = Math.floor(960 / Math.max(shape.width, shape.height));
  const canvas = document.createElement("canvas");
  canvas.width = cell * (shape.width + 0.3);
  canvas.height = cell * (shape.height + 0.3);
  const pen = canvas.getContext("2d");
  const box = (x, y, width, height, radius, colour) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
    pen.fill();
  };
  box(0, 0, canvas.width, canvas.height, cell * 0.26, "#22201c");
  pen.font = `600 ${cell * 0.42}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  board.forEach((tile, place) => {
    if (tile === 0) return;
    const x = cell * (place % shape.width + 0.15);
    const y = cell * (Math.floor(place / shape.width) + 0.15);
    box(x + cell * 0.03, y + cell * 0.03, cell * 0.94, cell * 0.94, cell * 0.16,
      homeColour(shape, goal.indexOf(tile)));
    pen.fillStyle = "#fff";
    pen.fillText(tile, x + cell / 2, y + cell / 2);
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// A chosen picture, cut to the board's shape and small enough to keep: a data URL.
export async function readPicture(file, { width, height }) {
  const image = await createImageBitmap(file);
  const scale = Math.min(image.width / width, image.height / height);
  const unit = Math.min(scale, 900 / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = width * unit;
  canvas.height = height * unit;
  canvas.getContext("2d").drawImage(image,
    (image.width - width * scale) / 2, (image.height - height * scale) / 2,
    width * scale, height * scale, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.82);
}
