// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set that answers in a worker, so the page or the program goes on, and a search can be
// cancelled. worker.d.ts describes it.

import { Tables, TilebaseError, builtIn, bytesOf, theModule } from "./tilebase.js";

// package.py puts here the worker's text (tilebase.js and in_worker.js), so that there is no file
// for a bundler to lose; and, for Node.js, Worker of node:worker_threads and what such a worker
// lacks.
const SOURCE = null;
const Thread = null;
const BEFORE = "";

// Questions have a `to` of their own.
const METHODS = Object.getOwnPropertyNames(Tables.prototype).filter((name) => !["constructor", "to"].includes(name));
const OPENING = 0;

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

class WorkerTables {
  #module;
  #image;
  #worker = null;
  #calls = new Map(); // that have no answer yet, by number, in order
  #last = OPENING;

  constructor(module, image) {
    this.#module = module;
    this.#image = image;
  }

  // Starts a worker, with the calls that the last one has not answered.
  start() {
    this.#worker = start(({ id, result, code, message }) => {
      const { resolve, reject } = this.#calls.get(id);
      this.#calls.delete(id);
      if (code === undefined) resolve(result);
      else reject(new TilebaseError(code, message));
    }, (error) => this.#end(error));
    const opening = { id: OPENING, module: this.#module, image: this.#image };
    return new Promise((resolve, reject) => {
      this.#calls = new Map([[OPENING, { message: opening, resolve, reject }], ...this.#calls]);
      for (const { message } of this.#calls.values()) this.#worker.postMessage(message);
    });
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }

  close() {
    this.#end(new TilebaseError("stopped", "the table set was closed"));
  }

  // Whatever the words are, one may hold a signal.
  async call(name, words) {
    const signals = words.map((word) => word?.signal).filter((signal) => signal !== undefined);
    words = words.map((word) => {
      if (word?.signal === undefined) return word;
      const { signal, ...others } = word;
      return others;
    });
    for (const signal of signals) signal.throwIfAborted();
    if (this.#worker === null) throw new TilebaseError("stopped", "the table set was closed");
    const id = ++this.#last;
    const message = { id, name, words };
    let abort;
    try {
      return await new Promise((resolve, reject) => {
        this.#calls.set(id, { message, resolve, reject });
        this.#worker.postMessage(message);
        abort = ({ target }) => {
          this.#calls.delete(id);
          this.#calls.delete(OPENING);
          this.#worker.terminate();
          this.start().catch(() => {});
          reject(target.reason);
        };
        for (const signal of signals) signal.addEventListener("abort", abort);
      });
    } finally {
      for (const signal of signals) signal.removeEventListener("abort", abort);
    }
  }
}

for (const name of METHODS)
  WorkerTables.prototype[name] = function (...words) {
    return this.call(name, words);
  };

export async function openInWorker(source) {
  const tables = new WorkerTables(await theModule(), source === undefined ? await builtIn() : bytesOf(source).slice());
  try {
    Object.assign(tables, await tables.start());
  } catch (error) {
    tables.close();
    throw error;
  }
  return tables;
}
