// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a player sees when the last tile is home: their moves beside the best known.

import { homeColour } from "./view.js";

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
