// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The files that a page loads. They are beside it, or inside it if it is one file (one_file.py).

// Returns the element of a file that is inside, or null.
export const inside = (name) => document.getElementById(`file:${name}`);

// Returns a file's bytes. A file inside is packed.
export async function load(name) {
  if (inside(name)) {
    const packed = Uint8Array.from(atob(inside(name).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`The file ${name} could not be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
