// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page without a network. What the network gives is kept, and given again where there is none,
// so an old page never hides a new one. Questions to the service are never kept.

const CACHE = "tilebase";
const FILES = ["runtime_worker.js", "tilebase.wasm", "2x2.image", "3x2.image", "2x3.image", "4x2.image", "2x4.image",
               "3x3.image", "4x4.image", "5x5.compact", "5x5.image", "any.image", "warehouse.html"];

// The page, the files that it names, and the tables; a server that answers by itself has none.
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  const page = await fetch("./");
  const named = (await page.clone().text()).matchAll(/ (?:href|src)="([\w.]+)"/g);
  await cache.put("./", page);
  await Promise.allSettled([...FILES, ...[...named].map(([, file]) => file)].map((file) => cache.add(file)));
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
