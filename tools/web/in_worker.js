// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The other side of worker.js, behind tilebase.js in one text: opens the table set that it is sent,
// and answers calls, one after another.

import { TilebaseError, open, useModule } from "./tilebase.js";

let tables;

onmessage = async ({ data: { module, image, id, name, words } }) => {
  try {
    let result;
    if (module) {
      useModule(module);
      tables = open(image);
      result = { ...await tables };
    } else {
      result = (await tables)[name](...words);
    }
    postMessage({ id, result });
  } catch (error) {
    if (!(error instanceof TilebaseError)) throw error;
    postMessage({ id, code: error.code, message: error.message });
  }
};
