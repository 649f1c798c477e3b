// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page without a network. What the network gives is kept, and given again where there is none,
// so an old page never hides a new one. Questions to the service are never kept.

const CACHE = "tilebase";
const FILES = ["./", "page.css", "page.js", "answers.js", "board.js", "choices.js", "effort.js",
  "end.js", "game.js", "keep.js", "peel.js", "session.js", "timeline.js", "view.js", "tilebase.js",
  "tilebase.wasm", "manifest.json", "icon.svg", "3x3.image", "4x4.image", "4x4.values", "5x5.compact"];

// A server that answers by itself has no tables to keep.
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await Promise.allSettled(FILES.map((file) => cache.add(file)));
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/v1/"))
    return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    try {
      const response = await fetch(request);
      if (response.ok) await cache.put(request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  })());
});
