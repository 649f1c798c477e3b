// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The game as a line: the moves made, and ahead of them the solver's way to the end with a colour
// for each stage. Dragging along it goes back and forth in time.

import { homeColour } from "./view.js";

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
