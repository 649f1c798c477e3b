// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shorter solutions, found by a worker while the page or the program goes on.

// package.py puts here the worker's text (stages.js and effort.js), so that there is no file for a
// bundler to lose; and, for Node.js, Worker of node:worker_threads and what such a worker lacks.
const SOURCE = null;
const Thread = null;
const BEFORE = "";

// A worker, and what it says from now on.
function start(receive, fail) {
  if (Thread) {
    const thread = new Thread(BEFORE + SOURCE, { eval: true });
    thread.on("message", receive).on("error", fail);
    return thread;
  }
  const url = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = fail;
  URL.revokeObjectURL(url);
  return worker;
}

// shorten.d.ts describes it.
export async function shorten(
  { width, height, board, actions, milliseconds = 300, goal, values = null }, onShorter = () => {}) {
  const cells = width * height;
  goal ??= Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  let worker;
  try {
    return await new Promise((resolve, reject) => {
      worker = start((data) => {
        if (data.actions === undefined) return resolve({ actions, proven: data.proven });
        actions = data.actions;
        onShorter(actions);
      }, reject);
      worker.postMessage({ width, height, board: [...board], goal, actions, milliseconds, values });
    });
  } finally {
    worker?.terminate();
  }
}
