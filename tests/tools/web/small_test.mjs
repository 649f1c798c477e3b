// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// small_test.mjs PACKAGE: the package's small module in Node.js against the command on this machine,
// which TILEBASE names. Prints the sizes that docs/web.md gives.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const PACKAGE = path.resolve(process.argv[2]);
const TILEBASE = process.env.TILEBASE;
const MODULE_LIMIT = 29 * 1024;
const BOARDS = 10000;
const { Destination, Hints, Route, TilebaseError, open, openBuiltIn, parseBoard, slide } =
  await import(pathToFileURL(path.join(PACKAGE, "small.js")));

const directory = mkdtempSync(path.join(tmpdir(), "tilebase-web-"));
after(() => rmSync(directory, { recursive: true }));

function run(...words) {
  return execFileSync(TILEBASE, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

// A store, made once.
const stores = new Map();
function store(board, plan) {
  const key = `${board} ${plan}`;
  if (!stores.has(key)) {
    stores.set(key, path.join(directory, `${stores.size}.tilebase`));
    run("build", "-o", stores.get(key), "--board", board, "--plan", plan);
  }
  return stores.get(key);
}

function exported(board, plan, ...words) {
  const file = path.join(directory, "exported");
  run("export", store(board, plan), "-o", file, "--force", ...words);
  return readFileSync(file);
}

// Small, and the same everywhere (mulberry32).
function random(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
}

function randomBoards(tables, count, seed) {
  const draw = random(seed);
  const cells = tables.width * tables.height;
  return Array.from({ length: count }, () => {
    const board = Array.from({ length: cells }, (_, i) => i);
    for (let i = cells - 1; i > 0; --i) {
      const j = Math.floor(draw() * (i + 1));
      [board[i], board[j]] = [board[j], board[i]];
    }
    if (tables.check(board) !== null) {
      const [a, b] = board.map((tile, cell) => [tile, cell]).filter(([tile]) => tile !== 0);
      [board[a[1]], board[b[1]]] = [b[0], a[0]];
    }
    return board;
  });
}

function hostSolutions(file, boards) {
  const input = boards.map((board) => board.join(" ")).join("\n") + "\n";
  const result = spawnSync(TILEBASE, ["solve", file, "-", "--json"],
    { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout.trimEnd().split("\n").map((line) => {
    const solution = JSON.parse(line);
    // The command also lists the stages that need no move, and says more.
    const { moves, actions, stages } = solution;
    return { moves, actions, stages: stages.filter((stage) => stage.moves > 0) };
  });
}

async function refusal(bytes) {
  try {
    await open(bytes);
  } catch (error) {
    assert.ok(error instanceof TilebaseError, error.stack);
    assert.ok(error.message.length > 0);
    return error;
  }
  return null;
}

test("the module with its tables is small", () => {
  const bytes = readFileSync(path.join(PACKAGE, "small.wasm"));
  const glue = statSync(path.join(PACKAGE, "small.js")).size;
  assert.ok(TILEBASE, "TILEBASE must name the command");
  console.log(`small.wasm: ${bytes.length} bytes with its tables, ` +
    `${gzipSync(bytes, { level: 9 }).length} compressed; small.js: ${glue}`);
  assert.ok(bytes.length <= MODULE_LIMIT, `at most ${MODULE_LIMIT}`);
});

test("files of every released format version solve as they did", async () => {
  const golden = process.env.TILEBASE_GOLDEN;
  let count = 0;
  for (const folder of readdirSync(golden).filter((name) => name.startsWith("format-"))) {
    const known = JSON.parse(readFileSync(path.join(golden, folder, "answers.json"), "utf8"))["raw.tbimg"];
    for (const file of ["raw.tbimg", "compact.tbc"]) {
      const tables = await open(readFileSync(path.join(golden, folder, file)));
      known.boards.forEach((board, i) => {
        const { moves, actions } = tables.solve(parseBoard(3, 3, board));
        assert.equal(`${moves} ${actions}`, known.solutions[i]);
        ++count;
      });
    }
  }
  console.log(`golden files in WebAssembly: ${count}/${count} boards solved as they were`);
});

test("the built-in tables solve as the host does", async () => {
  const tables = await openBuiltIn();
  assert.deepEqual([tables.width, tables.height, tables.plan, tables.stages], [4, 4, "ladder:1", 15]);
  const boards = randomBoards(tables, BOARDS, 1);
  const expected = hostSolutions(store("4x4", "ladder:1"), boards);
  boards.forEach((board, i) => {
    const { moves, actions, stages } = tables.solve(board);
    assert.deepEqual({ moves, actions }, { moves: expected[i].moves, actions: expected[i].actions });
    assert.deepEqual(stages.map((stage) => stage.moves), expected[i].stages.map((s) => s.moves));
  });
  console.log(`built-in ladder:1: ${boards.length}/${boards.length} boards as on the host`);
});

for (const [board, plan, form, count] of [
  ["4x4", "ladder:3", ["--raw"], BOARDS],
  ["4x4", "ladder:1", ["--raw", "--tables", "plan"], BOARDS],
  ["3x3", "1-8", ["--raw"], BOARDS],
  ["5x5", "ladder:2", ["--raw"], 2000],
  ["5x5", "ladder:2", ["--format", "compact"], 2000],
  ["5x3", "1-3/4-6,11/rest", ["--raw"], 2000],
  ["2x5", "1/2/rest", ["--raw"], 500],
]) {
  test(`${board} ${plan} ${form.join(" ")} solves as the host does`, async () => {
    const bytes = exported(board, plan, ...form);
    const tables = await open(bytes);
    const boards = randomBoards(tables, count, 2);
    const expected = hostSolutions(store(board, plan), boards);
    const start = performance.now();
    const found = boards.map((cells) => tables.solve(cells));
    const micros = (performance.now() - start) * 1000 / count;
    console.log(`${board} ${plan} ${form.join(" ")}: ${bytes.length} bytes, ${count}/${count} boards as on ` +
      `the host, ${micros.toFixed(1)} us each`);
    // A compact form keeps one table a stage, so it may name a subproblem otherwise.
    const subproblem = form.includes("compact") ? {} : { goal: 0, fixed: 0 };
    const compared = ({ moves, actions, stages }) => ({ moves, actions, stages: stages.map(
      (stage) => Object.fromEntries(Object.entries(stage).filter(
        ([key]) => key === "moves" || key in subproblem))) });
    assert.deepEqual(found.map(compared), expected.map(compared));
    assert.deepEqual(tables.solve(parseBoard(tables.width, tables.height,
      [...boards[0].keys()].map((i) => i + 1).join("/"))), { moves: 0, actions: "", stages: [] });
  });
}

test("an image's probes are the host's", async () => {
  const file = store("4x4", "ladder:3");
  const tables = await open(exported("4x4", "ladder:3", "--raw"));
  for (const board of randomBoards(tables, 40, 3)) {
    assert.deepEqual(tables.probe(board), JSON.parse(run("probe", file, "--json", board.join(" "))));
    // From where the last stage of a solution begins: grown tables are among those.
    const { actions, stages } = tables.solve(board);
    let late = board;
    for (const action of actions.slice(0, actions.length - stages.at(-1).moves))
      late = slide(late, 4, action);
    const found = JSON.parse(run("probe", file, "--json", late.join(" ")));
    assert.deepEqual(tables.probe(late), found);
    assert.deepEqual(tables.probe(late, found), found);
  }
  const solved = tables.probe("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0");
  assert.deepEqual([solved.solved, solved.action, solved.remaining, solved.actions, solved.stage],
    [true, null, 0, [], 5]);
});

test("asking for the same subproblem until it is done follows the solution", async () => {
  const tables = await open(exported("4x4", "ladder:1", "--raw"));
  for (const start of randomBoards(tables, 50, 4)) {
    let board = start;
    let actions = "";
    for (let probe = tables.probe(board); !probe.solved;) {
      assert.deepEqual(probe.actions[0], { action: probe.action, remaining: probe.remaining - 1 });
      actions += probe.action;
      board = slide(board, 4, probe.action);
      probe = tables.probe(board, probe);
      if (probe.remaining === 0) probe = tables.probe(board);
    }
    assert.equal(actions, tables.solve(start).actions);
  }
  const board = "5 2 3 4 1 6 7 8 9 10 11 12 13 15 14 _";
  assert.throws(() => tables.probe(board, { goal: [2], fixed: [1] }), { code: "fixed" });
  assert.throws(() => tables.probe(board, { goal: [2], fixed: [] }), { code: "subproblem" });
});

test("a compact form's probes say what a solution does", async () => {
  const tables = await openBuiltIn();
  let unknown = 0;
  for (const start of randomBoards(tables, 300, 5)) {
    const { actions, stages } = tables.solve(start);
    let board = start;
    let done = 0;
    for (const { goal, fixed, moves } of stages) {
      const probe = tables.probe(board);
      assert.deepEqual([probe.goal, probe.fixed, probe.remaining, probe.action],
        [goal, fixed, moves, actions[done]]);
      assert.deepEqual(probe.actions[0], { action: probe.action, remaining: moves - 1 });
      const others = probe.actions.map(({ remaining }) => remaining);
      unknown += others.includes(null);
      for (const left of others) assert.ok(left === null || left >= moves - 1);
      if (others.length > 1 && !others.includes(null))
        assert.deepEqual(tables.probe(board, probe), probe);
      for (let i = 0; i < moves; ++i) board = slide(board, 4, actions[done++]);
    }
  }
  assert.ok(unknown > 0);
});

const homeOf = (tables) => [...Array(tables.width * tables.height).keys()].slice(1).concat(0);

test("any board is solved to any other, as the host does", async () => {
  let pairs = 0;
  for (const [size, plan] of [["3x3", "1-8"], ["4x4", "ladder:3"], ["5x3", "1-3/4-6,11/rest"], ["2x5", "1/2/rest"]]) {
    const tables = await open(exported(size, plan, "--raw"));
    const swap = (board) => board.map((tile) => tile === 1 ? 2 : tile === 2 ? 1 : tile);
    const starts = randomBoards(tables, 28, 10);
    const goals = [...randomBoards(tables, 25, 11), homeOf(tables), starts[26], swap(homeOf(tables))];
    starts.forEach((start, i) => {
      const to = goals[i];
      const text = (board) => board.join(" ");
      const host = spawnSync(TILEBASE, ["solve", store(size, plan), "--to", text(to), "-"],
        { input: `${text(start)}\n`, encoding: "utf8" }).stdout.trimEnd();
      const why = tables.check(start, { to });
      if (host.startsWith("error: ")) {
        assert.ok(host.slice("error: ".length).startsWith(why), `${host}\n${why}`);
        assert.throws(() => tables.solve(start, { to }), { code: "unsolvable" });
        assert.equal(tables.check(swap(start), { to }), null);
        return;
      }
      assert.equal(why, null);
      const solution = tables.solve(start, { to: i % 2 ? to : text(to) });
      assert.equal(`${solution.moves} ${solution.actions}`.trimEnd(), host);
      assert.equal(solution.stages.reduce((sum, { moves }) => sum + moves, 0), solution.moves);
      const route = new Route(tables.width, start, solution);
      let board = start;
      for (let hint; (hint = route.hint(board)).action !== null;)
        board = slide(board, tables.width, hint.action);
      assert.deepEqual(board, to);
      const destination = new Destination(tables.width, tables.height, to);
      assert.deepEqual(destination.original(destination.renamed(start)), start);
      let letters = "LRUD"; // the symmetry may be a quarter turn
      for (let turn = 0; turn < 4; ++turn) letters = destination.mappedActions(letters);
      assert.equal(letters, "LRUD");
      ++pairs;
    });
  }
  console.log(`to other goals: ${pairs}/${pairs} pairs of boards as on the host`);
});

test("a route is followed to its end, and a board off the way is told", async () => {
  const tables = await openBuiltIn();
  for (const start of randomBoards(tables, 100, 6)) {
    const route = new Route(4, start, tables.solve(start));
    let board = start;
    let left = route.solution.moves;
    for (let hint = route.hint(board); hint.action !== null; hint = route.hint(board)) {
      assert.ok(hint.left <= left-- && hint.remaining > 0 && hint.goal.length > 0);
      board = slide(board, 4, hint.action);
    }
    assert.deepEqual(board, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
    const away = [..."LRUD"].map((action) => slide(start, 4, action))
      .filter((next) => next !== null && route.hint(next) === null);
    assert.ok(away.length > 0);
  }
});

test("hints lead home, whatever the player does in between", async () => {
  const sets = [await openBuiltIn(), await open(exported("3x3", "ladder:1", "--raw"))];
  for (const tables of sets) {
    const home = homeOf(tables);
    for (const start of randomBoards(tables, 100, 9)) {
      const hints = new Hints(tables);
      let board = start;
      for (let i = 0; i < 40; ++i) {
        // Every fifth move is the player's own.
        const { action } = hints.hint(board);
        const own = [..."LRUD"].map((letter) => slide(board, tables.width, letter));
        board = (i % 5 === 4 || action === null)
          ? own.filter((next) => next !== null)[i % 2] : slide(board, tables.width, action);
      }
      let moves = 0;
      for (let hint; (hint = hints.hint(board)).action !== null; ++moves) {
        assert.ok(moves < tables.worstCase);
        board = slide(board, tables.width, hint.action);
      }
      assert.deepEqual(board, home);
    }
  }
});

test("hints lead home with nothing kept between two boards", async () => {
  let boards = 0;
  for (const bytes of [null, ["4x4", "ladder:1", "--raw"], ["3x3", "ladder:1", "--format", "compact"],
    ["3x3", "1-4/rest + values:pairs"]]) {
    const tables = bytes ? await open(exported(...bytes)) : await openBuiltIn();
    for (const start of randomBoards(tables, 200, 21)) {
      let board = start;
      let moves = 0;
      for (let hint; (hint = new Hints(tables).hint(board)).action !== null; ++moves) {
        assert.ok(moves < tables.worstCase);
        board = slide(board, tables.width, hint.action);
      }
      assert.deepEqual(board, homeOf(tables));
      ++boards;
    }
  }
  console.log(`home by new hints: ${boards}/${boards} boards`);
});

test("what is wrong with a board is said in the command's words", async () => {
  const eight = await open(exported("3x3", "ladder:1", "--raw"));
  const fifteen = await openBuiltIn();
  for (const [tables, size, text] of [
    [fifteen, "4x4", ""], [fifteen, "4x4", "1 2 3"], [fifteen, "4x4", "7"],
    [fifteen, "4x4", "1 2 x"], [fifteen, "4x4", "1 2 2"], [fifteen, "4x4", "0 16"],
    [fifteen, "4x4", "1 2 17 \u0001\u0002"], [fifteen, "4x4", "-1"], [fifteen, "4x4", "00001"],
    [fifteen, "4x4", "1 2 " + "very".repeat(20)], [fifteen, "4x4", "1 ".repeat(100)],
    [fifteen, "4x4", [...Array(17).keys()].join(",")],
    [fifteen, "4x4", "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 _"],
    [fifteen, "4x4", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15 0"],
    [fifteen, "4x4", "2 1 3 4/5 6 7 8/9 10 11 12/13 14 0 15"], [eight, "3x3", "12345678"],
    [eight, "3x3", "1234567899"], [eight, "3x3", "21345678_"], [eight, "3x3", "123456780"],
    [eight, "3x3", "123456789"], [eight, "3x3", "1,2,3/4,5,6/7,8,9"],
  ]) {
    const host = spawnSync(TILEBASE, ["solve", store(size, "ladder:1"), "-"],
      { input: `${text}\n`, encoding: "utf8" });
    // An empty line is no board to the command.
    const expected = text === "" ? fifteen.check("") :
      host.stdout.startsWith("error: ") ? host.stdout.slice("error: ".length).replace(/; write a board a line.*|; or say --to blank-first.*/, "").trimEnd() : null;
    assert.equal(tables.check(text), expected, text);
  }
  assert.equal(fifteen.check([1, 2, 3]), fifteen.check("1 2 3"));
  for (const board of [[1.5, 2], [NaN], [99], ["one"]])
    assert.match(fifteen.check(board), /is not a tile of this board/);
  for (const board of [null, undefined, 5, {}, true]) {
    assert.match(fifteen.check(board), /^expected a board: text, or an array/);
    assert.throws(() => fifteen.solve(board), { name: "TilebaseError", code: "board" });
    assert.throws(() => fifteen.probe(board), { name: "TilebaseError", code: "board" });
    assert.throws(() => new Hints(fifteen).hint(board), { name: "TilebaseError", code: "board" });
  }
  for (const board of [[[1, 2, 3], [4, 5, 6], [7, 0, 8]], ["1", "2", "3", "4", "5", "6", "7", "0", "8"],
    [1, 2, 3, 4, 5, 6, 7, null, 8], "[[1,2,3],[4,5,6],[7,0,8]]", ["1 2 3", "4 5 6", "7 0 8"].join("/"),
    Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0, 8)])
    assert.equal(eight.solve(board).actions, "L");
  assert.throws(() => fifteen.solve("1 2 3"), { name: "TilebaseError", code: "board" });
  assert.throws(() => fifteen.solve("2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0"), { code: "unsolvable" });
});

// A text of a board as people write it, or nearly.
function boardText(draw, board, { width, height }) {
  const pick = (...choices) => choices[Math.floor(draw() * choices.length)];
  const blank = pick("0", "_", String(board.length), ".", "x", "None", "");
  const between = pick(" ", ",", ", ", "|", "-", ";");
  const perRow = pick(width, width, width, height, board.length);
  const rows = [];
  for (let at = 0; at < board.length; at += perRow)
    rows.push(board.slice(at, at + perRow).map((tile) => tile === 0 ? blank : tile).join(between));
  const text = pick("", "", "[[", `${width}x${height}: `, `${width}\n`, "# c\n", "+--+--+\n|") +
    rows.join(pick("/", "\n", "],[", ",\n")) + pick("", "", "]]", "\n# c", " 20", " 21");
  const at = Math.floor(draw() * text.length);
  return draw() < 0.6 ? text : text.slice(0, at) + pick("", "1", "x", "17", ",", "/", "|", "_", ":", "=") + text.slice(at + 1);
}

test("text of boards is read as the command reads it", async () => {
  const draw = random(17);
  let refused = 0;
  let total = 0;
  for (const size of ["3x3", "2x4", "4x4"]) {
    const tables = await open(exported(size, "ladder:1"));
    for (const board of randomBoards(tables, 40, 17)) {
      const text = boardText(draw, board, tables);
      const host = spawnSync(TILEBASE, ["probe", "--json", store(size, "ladder:1"), "--", text], { encoding: "utf8" });
      assert.equal(tables.check(text), JSON.parse(host.stdout).error ?? null, JSON.stringify(text));
      refused += host.status !== 0;
      ++total;
    }
  }
  console.log(`texts judged as by the command: ${total}, of which ${refused} were refused`);
  assert.ok(refused > total / 8 && refused < total * 7 / 8);
});

test("other kinds of bytes are named as what they are", async () => {
  const sound = exported("3x3", "ladder:1", "--raw");
  const changed = (at, value) => {
    const bytes = Uint8Array.from(sound);
    bytes.set(value, at);
    return bytes;
  };
  for (const [bytes, code, says] of [
    [new ArrayBuffer(0), "format", "not a tilebase image"],
    [new TextEncoder().encode("hello, world"), "format", "not a tilebase image"],
    [readFileSync(store("3x3", "ladder:1")), "format", "tilebase export"],
    [exported("3x3", "ladder:1", "--store", "zstd"), "version", "export the image with --raw"],
    [exported("3x3", "pattern:4-4"), "version", "'tilebase build -o FILE'"],
    ["3x3.image", "format", "'3x3.image': bytes, not a path"], [null, "format", "found Null"],
    [changed(8, [0xfe, 0xff]), "version", "big-endian"],
    [changed(10, [4]), "version", "found 32"],
    [changed(12, [2]), "version", "format version 2"],
    [sound.subarray(0, 1000), "damaged", "bytes, found 1000"],
    [Uint8Array.of(84, 66, 67, 2, 0), "version", "version 2"],
    [Uint8Array.of(84, 66, 67, 1, 0), "damaged", "compact form"],
  ]) {
    const error = await refusal(bytes);
    assert.equal(error?.code, code, `${says}: ${error?.message}`);
    assert.ok(error.message.includes(says), error.message);
  }
});

test("every kind of damage is an error, and none a trap", async () => {
  const draw = random(8);
  let refused = 0;
  let tried = 0;
  for (const sound of [exported("3x3", "ladder:1", "--raw"), exported("3x3", "ladder:1", "--format",
    "compact")]) {
    const attempt = async (bytes) => {
      ++tried;
      refused += await refusal(bytes) !== null;
    };
    for (let i = 0; i < 400; ++i)
      await attempt(sound.subarray(0, Math.floor(draw() * sound.length)));
    for (let i = 0; i < 1200; ++i) {
      const bytes = Uint8Array.from(sound);
      bytes[Math.floor(draw() * bytes.length)] ^= 1 << Math.floor(draw() * 8);
      await attempt(bytes);
    }
    await attempt(Uint8Array.of(...sound, 0));
  }
  console.log(`damaged table sets refused: ${refused}/${tried}`);
  assert.equal(refused, tried);
});

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// What an attacker does: changes a form and makes its CRC right.
test("a compact form that was made up leads nowhere, and never astray", async () => {
  const sound = exported("3x3", "ladder:1", "--format", "compact");
  const draw = random(9);
  const pick = (count) => Math.floor(draw() * count);
  let opened = 0;
  let damaged = 0;
  for (let i = 0; i < 600; ++i) {
    const form = Uint8Array.from(sound);
    for (let changes = 1 + pick(3); changes > 0; --changes)
      form[16 + pick(pick(2) ? 48 : form.length - 20)] = pick(256);
    new DataView(form.buffer).setUint32(form.length - 4, crc32(form.subarray(0, -4)), true);
    let tables;
    try {
      tables = await open(form);
    } catch (error) {
      assert.ok(error instanceof TilebaseError, error.stack);
      continue;
    }
    ++opened;
    for (const board of randomBoards(tables, 3, i))
      for (const ask of [() => tables.solve(board), () => tables.probe(board),
        () => tables.probe(board, { goal: [1], fixed: [] })])
        try {
          const answer = ask();
          if (answer.moves === undefined) continue; // a probe
          let end = board;
          for (const action of answer.actions) end = slide(end, 3, action);
          assert.deepEqual(end, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
        } catch (error) {
          assert.ok(error instanceof TilebaseError, error.stack);
          damaged += error.code === "damaged";
        }
  }
  console.log(`made-up compact forms: ${opened} of 600 opened, ${damaged} times damaged`);
  assert.ok(opened > 200 && damaged > 100);
});
