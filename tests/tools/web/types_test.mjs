// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// types_test.mjs PACKAGE: the package's types, checked by tsc as a program of types.ts sees them. tsc is
// installed into the folder this runs in; where that cannot be, the test is left out (exit code 77).

import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const [PACKAGE] = process.argv.slice(2);
const SKIPPED = 77;
const OPTIONS = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
const run = (name, ...words) => spawnSync(name, words, { encoding: "utf8" });

writeFileSync("package.json", '{ "private": true, "type": "module" }');
const npm = run("npm", "install", "--no-save", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=1",
                "typescript@5");
if (npm.status !== 0) {
  console.log(`left out: npm could not install typescript\n${npm.stderr ?? npm.error}`);
  process.exit(SKIPPED);
}
rmSync("node_modules/tilebase-wasm", { recursive: true, force: true });
mkdirSync("node_modules", { recursive: true });
cpSync(PACKAGE, "node_modules/tilebase-wasm", { recursive: true });
copyFileSync(path.join(import.meta.dirname ?? path.dirname(process.argv[1]), "types.ts"), "types.ts");
for (const words of [["--module", "nodenext", "--moduleResolution", "nodenext"],
                     ["--module", "esnext", "--moduleResolution", "bundler"]]) {
  const { status, stdout } = run("node_modules/.bin/tsc", ...OPTIONS, ...words, "types.ts");
  console.log(`tsc ${words.join(" ")}: ${status === 0 ? "no errors" : stdout}`);
  if (status !== 0) process.exitCode = 1;
}
