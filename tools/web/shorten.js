// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shorter solutions in a browser, found by the worker effort.js while the page goes on.

// shorten.d.ts describes it.
export function shorten({ width, height, board, actions, milliseconds = 300, goal, values = null },
                        onShorter = () => {}) {
  const cells = width * height;
  goal ??= Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  const worker = new Worker(new URL("effort.js", import.meta.url));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.actions !== undefined) {
        actions = data.actions;
        onShorter(actions);
      } else {
        resolve({ actions, proven: data.proven });
      }
    };
    worker.onerror = reject;
    worker.postMessage({ width, height, board: [...board], goal, actions, milliseconds, values });
  }).finally(() => worker.terminate());
}
