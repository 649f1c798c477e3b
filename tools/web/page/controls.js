// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The controls that all pages share: elements by id, buttons that can look switched off, the line that
// is read out, and the colours.

import { saveSettings, settings } from "./keep.js";

const LOOKS = { auto: "automatic", light: "light", dark: "dark" };

export const element = Object.fromEntries(
  [...document.querySelectorAll("[id]")].map((found) => [found.id, found]));

export function say(text) {
  element.status.textContent = text;
}

export function disable(button, off) {
  // Not `disabled`, which would take the focus away from a button that was just pressed.
  button.setAttribute("aria-disabled", Boolean(off));
}

// Ignores a button that looks switched off.
export function onClick(name, act) {
  element[name].addEventListener("click", () => {
    if (element[name].getAttribute("aria-disabled") !== "true") act();
  });
}

// Shows on a button whether a click plays or pauses.
export function showPlaying(button, isPlaying, name) {
  button.querySelector("b").textContent = isPlaying ? "Pause" : name;
  button.querySelector("use").setAttribute("href", isPlaying ? "#i-pause" : "#i-play");
}

function showLook() {
  document.documentElement.dataset.look = settings.look;
  element.lookname.textContent = `Colours: ${LOOKS[settings.look]}`;
  element.look.title = element.lookname.textContent;
}

onClick("look", () => {
  const names = Object.keys(LOOKS);
  saveSettings({ look: names[(names.indexOf(settings.look) + 1) % names.length] });
  showLook();
});
showLook();
