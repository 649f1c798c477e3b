// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// bundlers_test.mjs PACKAGE BUNDLER...: a page that uses the package, bundled by each as its own
// guide says, with nothing set for tilebase; then the bundle is run. The bundlers are installed into
// the folder this runs in; where that cannot be, the test is left out (exit code 77).

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const [PACKAGE, ...NAMES] = process.argv.slice(2);
const SKIPPED = 77;

// One script, not for a page of its own: it says what it found.
const USE = `
  import { openBuiltIn } from "tilebase-wasm";
  import * as small from "tilebase-wasm/small.js";
  import { openInWorker } from "tilebase-wasm/worker.js";
  const board = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5";
  const { moves } = (await openBuiltIn()).ask({ board });
  console.log(moves, (await small.openBuiltIn()).solve(board).moves, typeof openInWorker);
  if (globalThis.WORKER) {
    const tables = await openInWorker();
    console.log((await tables.ask({ board, want: "effort", boards: 2000 })).moves < moves);
    tables.close();
  }
`;

// Each makes a script of index.js or index.html, and tells where it is.
const BUNDLERS = {
  esbuild: {
    packages: ["esbuild@0.28"],
    bundle() {
      run("esbuild", "index.js", "--bundle", "--format=esm", "--platform=browser", "--outfile=esbuild.mjs");
      return "esbuild.mjs";
    },
  },
  // For Node.js, where the worker is a thread.
  "esbuild-node": {
    packages: ["esbuild@0.28"],
    says: "78 170 function\ntrue",
    bundle() {
      run("esbuild", "index.js", "--bundle", "--format=esm", "--platform=node", "--banner:js=globalThis.WORKER = 1;",
        "--outfile=node.mjs");
      return "node.mjs";
    },
  },
  rollup: {
    packages: ["rollup@4", "@rollup/plugin-node-resolve@16"],
    bundle() {
      run("rollup", "index.js", "--format", "es", "-p", "node-resolve={browser:true}", "--file", "rollup.mjs");
      return "rollup.mjs";
    },
  },
  webpack: {
    packages: ["webpack@5"],
    bundle() {
      writeFileSync("make.cjs", `require("webpack")({
        mode: "production", context: __dirname, entry: "./index.js", target: "web",
        output: { path: __dirname, filename: "webpack.mjs" },
        performance: false, // its advice on sizes
      }, (error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? stats.toString();
      });`);
      execFileSync(process.execPath, ["make.cjs"], { stdio: "pipe" });
      return "webpack.mjs";
    },
  },
  vite: {
    packages: ["vite@6"],
    bundle() {
      writeFileSync("vite.config.js",
        'export default { build: { modulePreload: false, target: "esnext", outDir: "vite" } };');
      run("vite", "build");
      return script("vite/assets");
    },
  },
  parcel: {
    packages: ["parcel@2"],
    bundle() {
      run("parcel", "build", "index.html", "--no-cache", "--dist-dir", "parcel");
      return script("parcel");
    },
  },
};

function run(name, ...words) {
  return execFileSync(path.resolve("node_modules/.bin", name), words, { encoding: "utf8", stdio: "pipe" });
}

function script(folder) {
  const [name] = readdirSync(folder).filter((file) => file.endsWith(".js"));
  cpSync(path.join(folder, name), `${folder.split("/")[0]}.mjs`);
  return `${folder.split("/")[0]}.mjs`;
}

function install() {
  writeFileSync("package.json", '{ "private": true, "type": "module", "browserslist": "last 1 chrome version" }');
  const packages = [...new Set(NAMES.flatMap((name) => BUNDLERS[name].packages))];
  const npm = spawnSync("npm",
    ["install", "--no-save", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=1", ...packages],
    { encoding: "utf8" });
  if (npm.status !== 0) {
    console.log(`left out: npm could not install ${packages.join(" ")}\n${npm.stderr ?? npm.error}`);
    process.exit(SKIPPED);
  }
}

install();
rmSync("node_modules/tilebase-wasm", { recursive: true, force: true });
mkdirSync("node_modules", { recursive: true });
cpSync(PACKAGE, "node_modules/tilebase-wasm", { recursive: true });
writeFileSync("index.js", USE);
writeFileSync("index.html", '<!doctype html>\n<script type="module" src="index.js"></script>\n');

for (const name of NAMES)
  test(`${name} makes a script that works`, () => {
    const file = BUNDLERS[name].bundle();
    const printed = spawnSync(process.execPath, [file], { encoding: "utf8" });
    assert.equal(printed.stdout.trim(), BUNDLERS[name].says ?? "78 170 function", printed.stderr);
    // What is for Node.js stays out of a page.
    if (!name.endsWith("-node")) assert.doesNotMatch(readFileSync(file, "utf8"), /["'`]node:/);
    assert.ok(existsSync(file));
  });
