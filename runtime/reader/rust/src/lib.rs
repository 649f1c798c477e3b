// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

//! Solves sliding-tile puzzles from what `tilebase export` makes: a raw image or a compact form.
//!
//! ```no_run
//! # fn main() -> Result<(), tilebase::Error> {
//! # let (bytes, board) = (std::fs::read("4x4.image").unwrap(), [0u8; 16]);
//! let set = tilebase::TableSet::open(&bytes)?;
//! let actions = set.solve(&board)?; // "LURD...": the directions in which tiles slide
//! let action = set.hint(&board)?.action; // the next one
//! # Ok(())
//! # }
//! ```
//!
//! A board is its tiles row by row, 0 for the blank. Whatever the bytes are, each call ends, with a
//! right answer or an [`Error`]. Section numbers are those of docs/format.md of tilebase.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::{format, string::String, vec, vec::Vec};

mod words;
pub use words::WordSet;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Argument,
    Board,
    Unsolvable,
    BoardSize,
    Format,
    Version,
    Damaged,
    NotFound,
}

/// Says what was expected, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub code: Code,
    pub message: String,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

/// The next action: L, R, U or D; none if the board is solved. The stage brings the tiles of `goal`
/// home, leaves `fixed` alone, and needs `remaining` more actions. In a set of tiles, bit t-1 is
/// tile t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    pub action: Option<char>,
    pub stage: usize,
    pub goal: u64,
    pub fixed: u64,
    pub remaining: u32,
}

/// An open image or compact form.
#[derive(Clone, Debug)]
pub struct TableSet {
    width: usize,
    height: usize,
    all_tiles: u64,
    worst_case: u32,
    stages: Vec<Stage>,
}

#[derive(Clone, Debug)]
struct Stage {
    tables: Vec<Table>,
    detours: Vec<Detour>,
}

/// Without a reachable plane, all entries can reach the goal.
#[derive(Clone, Debug)]
struct Table {
    goal: u64,
    fixed: u64,
    free: u64,
    tracked: Vec<u8>,
    entries: u64,
    max_depth: u32,
    policy: Vec<u8>,
    reachable: Vec<u8>,
}

/// A solution of the table's entry of this rank.
#[derive(Clone, Debug)]
struct Detour {
    rank: u64,
    actions: Vec<u8>,
}

type Result<T> = core::result::Result<T, Error>;
type Part = core::ops::Range<usize>;

macro_rules! need {
    ($condition:expr, $code:ident, $($message:tt)*) => {
        if !$condition {
            return Err(Error { code: Code::$code, message: format!($($message)*) });
        }
    };
}

macro_rules! intact {
    ($condition:expr, $($what:tt)*) => {
        need!($condition, Damaged, "{} is damaged: export the file again", format!($($what)*))
    };
}
pub(crate) use {intact, need};

const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

impl TableSet {
    /// Opens an image or a compact form.
    pub fn open(data: &[u8]) -> Result<Self> {
        let mut set = TableSet { width: 0, height: 0, all_tiles: 0, worst_case: 0, stages: Vec::new() };
        if data.starts_with(b"TILEIMAG") {
            set.open_image(Bytes(data))?;
        } else if data.starts_with(b"TBC") && data.len() > 3 {
            set.open_compact(Bytes(data))?;
        } else {
            need!(false, Format, "expected an image (TILEIMAG) or a compact form (TBC)");
        }
        Ok(set)
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// No board needs more actions.
    pub fn worst_case(&self) -> u32 {
        self.worst_case
    }

    /// Returns the letters of the actions that solve a board.
    pub fn solve(&self, board: &[u8]) -> Result<String> {
        self.solve_position(self.checked_position(board)?)
    }

    /// Returns the next action for any board. A player who takes every hint is home within
    /// `worst_case` actions. Nothing has to be kept between two boards. (Section 13.2.)
    pub fn hint(&self, board: &[u8]) -> Result<Hint> {
        let at = self.checked_position(board)?;
        for (number, stage) in self.stages.iter().enumerate().rev().filter(|_| at.home != self.all_tiles) {
            let table = stage.tables.last().unwrap();
            let mut end = at.clone();
            let mut best = if table.admits(&at) && self.walk(table, &mut end) { Some(end.path) } else { None };
            let astray = ((table.goal | table.fixed) & !at.home).count_ones() as usize;
            for detour in &stage.detours {
                for left in astray..=detour.actions.len() {
                    let mut end = at.clone();
                    if best.as_ref().map_or(true, |path| left < path.len()) && table.play(detour, left, &mut end) {
                        best = Some(end.path);
                    }
                }
            }
            let path = best.unwrap_or_default();
            if !path.is_empty() {
                let (action, remaining) = (path.chars().next(), path.len() as u32);
                return Ok(Hint { action, stage: number, goal: table.goal, fixed: table.fixed, remaining });
            }
        }
        intact!(at.home == self.all_tiles, "the set");
        Ok(Hint { action: None, stage: self.stages.len(), goal: 0, fixed: self.all_tiles, remaining: 0 })
    }

    /// Returns random boards that `solve` solves in `least` to `most` actions. The same seed gives
    /// the same boards everywhere. If fewer than one random board in 16,000 will do, this first
    /// solves 65,536 of them, and then walks back from the goal. The error is `NotFound` if 2^20
    /// boards will not do. (Section 13.4.)
    pub fn scramble(&self, least: u32, most: u32, seed: u64, count: usize) -> Result<Vec<Vec<u8>>> {
        need!(least <= most, Argument, "expected least <= most, found {} and {}", least, most);
        let wanted = least..=most.min(self.worst_case);
        let moves = |at: &Position| self.solve_position(self.position(&at.tile)).map(|path| path.len() as u32);
        let mut random = Random(0);
        let mut hits = 0;
        let mut tried = 0;
        while tried < 1 << 16 && hits < 4 && !wanted.is_empty() {
            hits += u32::from(wanted.contains(&moves(&self.random_position(&mut random))?));
            tried += 1;
        }
        let mut boards = Vec::new();
        tried = 0;
        while boards.len() < count {
            need!(tried < 1 << 20 && !wanted.is_empty(), NotFound, "found no board of {} to {} actions", least, most);
            if tried == 0 && boards.len() % 64 == 0 {
                random = Random::of_boards(seed, boards.len() as u64 / 64);
            }
            let at = if hits == 4 || self.stages.len() == 1 && tried % 2 == 0 {
                self.random_position(&mut random)
            } else {
                self.walk_from_goal(&mut random, *wanted.end())
            };
            tried += 1;
            if wanted.contains(&moves(&at)?) {
                boards.push(at.tile);
                tried = 0;
            }
        }
        Ok(boards)
    }

    /// Returns board `number` of the random solvable boards that `seed` begins. (Section 13.3.)
    pub fn random_board(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut random = Random::of_boards(seed, number / 64);
        for _ in 0..number % 64 {
            self.random_position(&mut random);
        }
        self.random_position(&mut random).tile
    }

    /// Solves a position. Returns its path. (Section 13.1.)
    fn solve_position(&self, mut at: Position) -> Result<String> {
        for stage in &self.stages {
            if stage.tables[0].is_done(&at) {
                continue;
            }
            let table = stage.tables.iter().find(|table| table.solves(&at));
            intact!(table.is_some(), "the set");
            let table = table.unwrap();
            let rank = table.rank(&at);
            let is_done = match stage.detours.iter().find(|detour| detour.rank == rank) {
                Some(detour) => table.play(detour, detour.actions.len(), &mut at),
                None => self.walk(table, &mut at),
            };
            intact!(is_done, "a table");
        }
        intact!(at.home == self.all_tiles, "the last stage");
        Ok(at.path)
    }

    /// Walks towards the table's goal. Returns whether it gets there.
    fn walk(&self, table: &Table, at: &mut Position) -> bool {
        let limit = (self.worst_case as usize).min(at.path.len() + table.max_depth as usize);
        while !table.is_done(at) {
            if at.path.len() >= limit || !at.slide(table.action(table.rank(at))) || !table.admits(at) {
                return false;
            }
        }
        true
    }

    fn checked_position(&self, board: &[u8]) -> Result<Position> {
        let cells = self.width * self.height;
        need!(board.len() == cells, BoardSize, "expected a board of {} cells, found {}", cells, board.len());
        let mut seen = 0u64;
        for &tile in board {
            let fits = usize::from(tile) < cells && seen >> tile & 1 == 0;
            need!(fits, Board, "expected each of 0 to {} once, found {}", cells - 1, tile);
            seen |= 1 << tile;
        }
        let at = self.position(board);
        need!(!at.is_odd(), Unsolvable, "no moves solve this board: swap two of its tiles");
        Ok(at)
    }

    fn position(&self, board: &[u8]) -> Position {
        let (tile, cell) = (board.to_vec(), vec![0; board.len()]);
        let mut at = Position { width: self.width, tile, cell, home: 0, path: String::new() };
        for (cell, &tile) in board.iter().enumerate() {
            at.put(tile, cell);
        }
        at
    }

    fn solved(&self) -> Position {
        self.position(&(1..(self.width * self.height) as u8).chain([0]).collect::<Vec<u8>>())
    }

    fn random_position(&self, random: &mut Random) -> Position {
        let mut at = self.solved();
        for cell in (1..at.tile.len()).rev() {
            at.swap(cell, random.below(cell as u64 + 1) as usize);
        }
        if at.is_odd() {
            let tiles: Vec<usize> = (0..3).filter(|&cell| at.tile[cell] != 0).collect();
            at.swap(tiles[0], tiles[1]);
        }
        at
    }

    fn walk_from_goal(&self, random: &mut Random, most: u32) -> Position {
        let mut at = self.solved();
        let mut back = u8::MAX;
        for _ in 0..random.below(u64::from(most) + 1) {
            let choices: Vec<u8> = (0..4).filter(|&a| a != back && at.from(a).is_some()).collect();
            let action = choices[random.below(choices.len() as u64) as usize];
            at.slide(action);
            back = action ^ 1;
        }
        at
    }

    /// Section 12.
    fn open_compact(&mut self, data: Bytes) -> Result<()> {
        check_version("compact form", u64::from(data.0[3]))?;
        let end = data.0.len().saturating_sub(4);
        intact!(end >= 16 && data.u32(8) == data.0.len() as u64 && data.0[7] == 0, "the compact form");
        intact!(data.u32(end) == u64::from(crc32(&data.0[..end])), "the compact form");
        self.set_size(data.0[4], data.0[5], data.u32(12))?;
        let set_bytes = (self.width * self.height + 7) / 8;
        let mut at = 16;
        let mut home = 0;
        for number in 0..data.0[6] {
            let policy = at + 9 + 2 * set_bytes;
            intact!(policy <= end && data.u32(at) + data.u32(at + 4) <= (end - policy) as u64, "stage {}", number);
            let mut begin = policy + data.u32(at) as usize;
            let next = begin + data.u32(at + 4) as usize;
            let (goal, fixed) = (data.number(at + 9, set_bytes), data.number(at + 9 + set_bytes, set_bytes));
            let table = self.table(goal, fixed, data.0[at + 8].into(), u64::MAX, &data.0[policy..begin], &[])?;
            let follows = table.policy.len() as u64 == (table.entries + 3) / 4 && fixed & !home == 0;
            intact!(follows, "stage {}", number);
            let mut detours = Vec::new();
            while begin < next {
                let count = usize::from(data.0[begin + 3]);
                let after = begin + 4 + (count + 3) / 4;
                intact!(count > 0 && after <= next, "stage {}", number);
                let actions = (0..count).map(|i| data.0[begin + 4 + i / 4] >> (i % 4 * 2) & 3).collect();
                detours.push(Detour { rank: data.number(begin, 3), actions });
                begin = after;
            }
            self.stages.push(Stage { tables: vec![table], detours });
            home |= goal;
            at = next;
        }
        intact!(at == end && home == self.all_tiles, "the compact form");
        Ok(())
    }

    /// Section 11; the records: 3 to 5; the rules: 7.
    fn open_image(&mut self, data: Bytes) -> Result<()> {
        let parts = directory(data)?;
        let Part { start: set, end } = parts[0];
        intact!(end - set >= 40 && data.0[set..].starts_with(b"TILEBASE"), "the set record");
        let is_joined = data.u16(set + 8) == 3; // the worst case is joined at the seams (section 3)
        if !is_joined {
            check_version("set record", data.u16(set + 8))?;
        }
        let stages = data.u16(set + 16) as usize;
        let used = 32 + 8 * stages + (data.u16(set + 18) + data.u16(set + 20)) as usize;
        data.check_record("the set record", &parts[0], (used + 7) / 8 * 8 + 8)?;
        let tables = parts.len() / 4;
        intact!(data.u32(set + 12) == tables as u64 && data.is_zero(set + used, end - 8), "the set record");
        self.set_size(data.0[set + 10], data.0[set + 11], data.u32(set + 24))?;
        let mut runs = Vec::new(); // the tables of each stage
        for stage in 0..stages {
            let first = data.u32(set + 32 + 8 * stage);
            let next = first + data.u32(set + 36 + 8 * stage);
            intact!(first < next && next <= tables as u64, "the set record");
            runs.push(first as usize..next as usize);
        }
        for part in parts[1..].iter().step_by(4) {
            intact!(part.len() >= 80, "a table record");
            let fit = if data.0[part.start + 62] == 2 { 192 } else { 0 };
            data.check_record("a table record", part, 88 + 8 * data.u16(part.start + 60) as usize + fit)?;
        }
        self.open_stages(data, &parts, &runs)?;
        let depth = |stage: &Stage| stage.tables.iter().map(|table| table.max_depth).max().unwrap_or(0);
        let sum = self.stages.iter().map(depth).sum::<u32>();
        let deepest = self.stages.iter().map(depth).max().unwrap_or(0);
        let joined = if is_joined { data.u32(set + 28) as u32 } else { sum };
        let zeros = data.u16(set + 22) == 0 && (is_joined || data.u32(set + 28) == 0);
        intact!(zeros && self.worst_case == sum && (deepest..=sum).contains(&joined), "the worst case");
        self.worst_case = joined;
        Ok(())
    }

    /// Opens the stages of the first part of the plan that ends at home. Others are not used.
    fn open_stages(&mut self, data: Bytes, parts: &[Part], runs: &[Part]) -> Result<()> {
        let record = |table: usize| parts[1 + 4 * table].start;
        let (mut begin, mut metric, mut home, mut ends_at_home) = (0, 0, 0, true);
        for (number, run) in runs.iter().enumerate() {
            let at = record(run.start);
            if !self.stages.is_empty() {
                break;
            }
            if home == 0 {
                begin = number;
                metric = data.0[at + 62];
                ends_at_home = true;
                if metric == 1 || metric == 2 || metric == 4 {
                    continue; // a pattern, or values
                }
            }
            intact!(data.0[at + 62] == metric && data.u64(at + 8) == home, "stage {}", number);
            ends_at_home &= run.clone().all(|table| data.0[record(table) + 65] == 0);
            home |= data.u64(at) & self.all_tiles;
            if home != self.all_tiles {
                continue;
            }
            home = 0;
            if !ends_at_home {
                continue;
            }
            need!(metric == 0, Version, "expected stages of single moves: 'tilebase build' makes such a set");
            for run in &runs[begin..=number] {
                let open = |table| self.open_table(data, table, &parts[1 + 4 * table..5 + 4 * table], table + 1 == run.end);
                let tables = run.clone().map(open).collect::<Result<Vec<Table>>>()?;
                self.stages.push(Stage { tables, detours: Vec::new() });
            }
        }
        intact!(home == 0, "the last stage");
        need!(!self.stages.is_empty(), Version, "expected stages that end at home: 'tilebase build' makes such a set");
        Ok(())
    }

    fn open_table(&self, data: Bytes, number: usize, parts: &[Part], is_last: bool) -> Result<Table> {
        let (index, at) = (&parts[1], parts[0].start);
        let planes = [&data.0[parts[2].clone()], &data.0[parts[3].clone()]];
        need!(data.0[at + 64] == 0, Version, "table {} is compressed: export the image with --raw", number);
        let (goal, fixed) = (data.u64(at), data.u64(at + 8));
        // Parity tells where the last tiles are if fewer than two others are left.
        let others = ((self.width * self.height - 1) as u32).saturating_sub(goal.count_ones() + fixed.count_ones());
        let tracked = goal.count_ones().saturating_sub(2u32.saturating_sub(others));
        let table = self.table(goal, fixed, tracked, data.u16(at + 60), planes[0], planes[1])?;
        let is_sound = data.u64(at + 16) == table.entries
            && planes[0].len() as u64 == (table.entries + 3) / 4
            && planes[1].len() as u64 == if is_last { 0 } else { (table.entries + 7) / 8 }
            && data.0[at + 63] == u8::from(!is_last)
            && data.u32(at + 56) == 65536
            && data.is_zero(at + 66, at + 72);
        intact!(is_sound, "the record of table {}", number);
        let blocks = || planes.iter().flat_map(|plane| plane.chunks(65536));
        data.check_record("an index", index, 16 * blocks().count() + 8)?;
        let mut begin = 0;
        for (i, block) in blocks().enumerate() {
            let entry = index.start + 16 * i;
            intact!(data.u64(entry) == begin && data.u64(entry + 8) == xxh3(block), "table {}", number);
            begin += block.len() as u64;
        }
        intact!(data.u64(at + 40) == xxh3(&planes.concat()), "table {}", number);
        Ok(table)
    }

    /// The lowest `tracked` tiles of the goal make up the rank.
    fn table(&self, goal: u64, fixed: u64, tracked: u32, depth: u64, policy: &[u8], reachable: &[u8]) -> Result<Table> {
        let is_sound = goal != 0 && goal & fixed == 0 && (goal | fixed) & !self.all_tiles == 0;
        intact!(is_sound && tracked <= goal.count_ones(), "a table");
        let tracked: Vec<u8> = (1..64).filter(|tile| goal >> (tile - 1) & 1 != 0).take(tracked as usize).collect();
        let free = (self.all_tiles << 1 | 1) & !fixed;
        let mut entries = 1;
        for i in 0..=tracked.len() as u32 {
            entries *= u64::from(free.count_ones() - i);
            intact!(entries <= 1 << 33, "a table");
        }
        let max_depth = depth.min(entries).min(u64::from(u32::MAX)) as u32;
        let (policy, reachable) = (policy.to_vec(), reachable.to_vec());
        Ok(Table { goal, fixed, free, tracked, entries, max_depth, policy, reachable })
    }

    fn set_size(&mut self, width: u8, height: u8, worst_case: u64) -> Result<()> {
        let fits = (2..=8).contains(&width) && (2..=8).contains(&height) && worst_case <= 63 * 65535;
        intact!(fits, "the size");
        self.width = usize::from(width);
        self.height = usize::from(height);
        self.worst_case = worst_case as u32;
        self.all_tiles = (1 << (self.width * self.height - 1)) - 1;
        Ok(())
    }
}

/// The parts of an image.
fn directory(data: Bytes) -> Result<Vec<Part>> {
    let size = data.0.len() as u64;
    intact!(size >= 32, "the image");
    let (order, width) = (data.u16(8), data.0[10]);
    let is_other = order == 0xfffe || order == 0xfeff && width == 4;
    need!(!is_other, Version, "image: expected little-endian and offsets of 64 bits");
    intact!(order == 0xfeff && width == 8, "the image");
    check_version("image", data.u16(12))?;
    let count = data.u32(24);
    let mut end = 40 + 16 * count;
    intact!(data.u64(16) == size && count % 4 == 1 && count > 1 && end <= size, "the directory");
    intact!(data.0[11] == 0 && data.u16(14) == 0 && data.u32(28) == 0, "the directory");
    data.check_record("the directory", &(0..end as usize), end as usize)?;
    let mut parts = Vec::new();
    for entry in (32..end as usize - 8).step_by(16) {
        let (begin, length) = (after_zeros(data, end)?, data.u64(entry + 8));
        intact!(data.u64(entry) == begin && length <= size - begin, "the directory");
        end = begin + length;
        parts.push(begin as usize..end as usize);
    }
    intact!(after_zeros(data, end)? == size, "the image");
    Ok(parts)
}

/// Where the next part begins.
fn after_zeros(data: Bytes, end: u64) -> Result<u64> {
    let begin = (end + 15) / 16 * 16;
    intact!(begin <= data.0.len() as u64 && data.is_zero(end as usize, begin as usize), "the image");
    Ok(begin)
}

fn check_version(what: &str, version: u64) -> Result<()> {
    need!(version <= 1, Version, "{}: expected version 1, found {}", what, version);
    intact!(version == 1, "the {}", what);
    Ok(())
}

/// A file: little-endian numbers, and records that end with their hash.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn number(self, at: usize, size: usize) -> u64 {
        self.0[at..at + size].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn u16(self, at: usize) -> u64 {
        self.number(at, 2)
    }

    fn u32(self, at: usize) -> u64 {
        self.number(at, 4)
    }

    fn u64(self, at: usize) -> u64 {
        self.number(at, 8)
    }

    fn is_zero(self, begin: usize, end: usize) -> bool {
        self.0[begin..end].iter().all(|&byte| byte == 0)
    }

    fn check_record(self, what: &str, part: &Part, size: usize) -> Result<()> {
        intact!(part.len() == size && xxh3(&self.0[part.start..part.end - 8]) == self.u64(part.end - 8), "{}", what);
        Ok(())
    }
}

impl Table {
    fn is_done(&self, at: &Position) -> bool {
        self.goal & !at.home == 0
    }

    fn admits(&self, at: &Position) -> bool {
        self.fixed & !at.home == 0
    }

    fn action(&self, rank: u64) -> u8 {
        self.policy[(rank / 4) as usize] >> (rank % 4 * 2) & 3
    }

    fn solves(&self, at: &Position) -> bool {
        if !self.admits(at) || self.reachable.is_empty() {
            return self.admits(at);
        }
        let rank = self.rank(at);
        self.reachable[(rank / 8) as usize] >> (rank % 8) & 1 != 0
    }

    /// Plays the last `count` actions of a detour. Returns whether that finishes the stage.
    fn play(&self, detour: &Detour, count: usize, at: &mut Position) -> bool {
        detour.actions[detour.actions.len() - count..].iter().all(|&action| at.slide(action))
            && self.is_done(at)
            && self.admits(at)
    }

    /// The number of the board's entry (section 2.3). Requires a board that the table admits.
    fn rank(&self, at: &Position) -> u64 {
        let below = |set: u64, cell: usize| u64::from((set & ((1 << cell) - 1)).count_ones());
        let mut positions = u64::from(self.free.count_ones() - 1);
        let mut others = self.free & !(1 << at.cell[0]);
        let mut rank = below(self.free, at.cell[0]);
        for &tile in &self.tracked {
            let cell = at.cell[usize::from(tile)];
            rank = rank * positions + below(others, cell);
            positions -= 1;
            others &= !(1 << cell);
        }
        rank
    }
}

/// A board on its way.
#[derive(Clone)]
struct Position {
    width: usize,
    tile: Vec<u8>,    // on each cell
    cell: Vec<usize>, // of each tile
    home: u64,        // the tiles that are home
    path: String,     // the letters of its actions
}

impl Position {
    fn put(&mut self, tile: u8, cell: usize) {
        self.tile[cell] = tile;
        self.cell[usize::from(tile)] = cell;
        if tile > 0 {
            self.home &= !(1 << (tile - 1));
        }
        if usize::from(tile) == cell + 1 {
            self.home |= 1 << cell;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        let tile = self.tile[a];
        self.put(self.tile[b], a);
        self.put(tile, b);
    }

    /// The cell of the tile that the action slides, if there is one.
    fn from(&self, action: u8) -> Option<usize> {
        let blank = self.cell[0];
        let column = blank % self.width;
        match action {
            0 if column + 1 < self.width => Some(blank + 1),
            1 if column > 0 => Some(blank - 1),
            2 if blank + self.width < self.tile.len() => Some(blank + self.width),
            3 if blank >= self.width => Some(blank - self.width),
            _ => None,
        }
    }

    /// Applies an action. Returns false if it slides no tile.
    fn slide(&mut self, action: u8) -> bool {
        if let Some(from) = self.from(action) {
            self.swap(from, self.cell[0]);
            self.path.push(LETTERS[usize::from(action)]);
            return true;
        }
        false
    }

    /// Whether no moves solve the board: each changes the inversions and the blank's row in step.
    fn is_odd(&self) -> bool {
        let mut odd = (self.width + 1) % 2 * (self.tile.len() / self.width - 1 - self.cell[0] / self.width);
        for (cell, &tile) in self.tile.iter().enumerate().filter(|(_, &tile)| tile > 0) {
            odd += self.tile[..cell].iter().filter(|&&before| before > tile).count();
        }
        odd % 2 != 0
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn of_boards(seed: u64, group: u64) -> Random {
        match group {
            0 => Random(seed),
            _ => Random(Random(seed.wrapping_add(group.wrapping_mul(0xd1342543de82ef95))).next()),
        }
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        loop {
            let draw = self.next() >> 32;
            let value = draw % bound;
            if draw - value + bound <= 1 << 32 {
                return value;
            }
        }
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xEDB88320 & (crc & 1).wrapping_neg()))
    })
}

// XXH3-64 with seed 0 and its default secret.

const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4, 0x6d, 0xe9,
    0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78,
    0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6,
    0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f,
    0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31,
    0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff,
    0xfa, 0x13, 0x63, 0xeb, 0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f,
    0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
];
const PRIME1: u64 = 0x9E3779B185EBCA87;
const PRIME2: u64 = 0xC2B2AE3D27D4EB4F;
const PRIME3: u64 = 0x165667B19E3779F9;

/// Of at least one byte.
fn xxh3(input: &[u8]) -> u64 {
    let size = input.len();
    let length = size as u64;
    let mut hash = length.wrapping_mul(PRIME1);
    match size {
        0..=3 => {
            let byte = |at: usize| u64::from(input[at]);
            let word = byte(0) << 16 | byte(size / 2) << 24 | byte(size - 1) | length << 8;
            let h = word ^ Bytes(&SECRET).u32(0) ^ Bytes(&SECRET).u32(4);
            let h = (h ^ h >> 33).wrapping_mul(PRIME2);
            let h = (h ^ h >> 29).wrapping_mul(PRIME3);
            h ^ h >> 32
        }
        4..=8 => {
            let h = Bytes(input).u32(size - 4).wrapping_add(Bytes(input).u32(0) << 32) ^ secret(8) ^ secret(16);
            let h = (h ^ h.rotate_left(49) ^ h.rotate_left(24)).wrapping_mul(0x9FB21C651E98DF25);
            let h = (h ^ (h >> 35).wrapping_add(length)).wrapping_mul(0x9FB21C651E98DF25);
            h ^ h >> 28
        }
        9..=16 => {
            let low = secret(24) ^ secret(32) ^ Bytes(input).u64(0);
            let high = secret(40) ^ secret(48) ^ Bytes(input).u64(size - 8);
            let sum = length.wrapping_add(low.swap_bytes()).wrapping_add(high);
            avalanche(sum.wrapping_add(fold(low, high)))
        }
        17..=128 => {
            for i in 0..=(size - 1) / 32 {
                let last = mix(input, size - 16 * (i + 1), 32 * i + 16);
                hash = hash.wrapping_add(mix(input, 16 * i, 32 * i)).wrapping_add(last);
            }
            avalanche(hash)
        }
        129..=240 => {
            hash = (0..8).fold(hash, |h, i| h.wrapping_add(mix(input, 16 * i, 16 * i)));
            hash = (8..size / 16).fold(avalanche(hash), |h, i| h.wrapping_add(mix(input, 16 * i, 16 * i - 125)));
            avalanche(hash.wrapping_add(mix(input, size - 16, 119)))
        }
        _ => {
            let mut lanes =
                [0xC2B2AE3D, PRIME1, PRIME2, PRIME3, 0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, 0x9E3779B1];
            for i in 0..(size - 1) / 64 {
                add_stripe(&mut lanes, &input[64 * i..], i % 16 * 8);
                if i % 16 == 15 {
                    for (l, lane) in lanes.iter_mut().enumerate() {
                        *lane = (*lane ^ *lane >> 47 ^ secret(128 + 8 * l)).wrapping_mul(0x9E3779B1);
                    }
                }
            }
            add_stripe(&mut lanes, &input[size - 64..], 121);
            for l in (0..8).step_by(2) {
                hash = hash.wrapping_add(fold(lanes[l] ^ secret(11 + 8 * l), lanes[l + 1] ^ secret(19 + 8 * l)));
            }
            avalanche(hash)
        }
    }
}

fn add_stripe(lanes: &mut [u64; 8], stripe: &[u8], key: usize) {
    for l in 0..8 {
        let value = Bytes(stripe).u64(8 * l);
        let keyed = value ^ secret(key + 8 * l);
        lanes[l ^ 1] = lanes[l ^ 1].wrapping_add(value);
        lanes[l] = lanes[l].wrapping_add((keyed & 0xffffffff) * (keyed >> 32));
    }
}

fn mix(input: &[u8], at: usize, key: usize) -> u64 {
    fold(Bytes(input).u64(at) ^ secret(key), Bytes(input).u64(at + 8) ^ secret(key + 8))
}

/// The two halves of the 128-bit product, exclusive or.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

fn avalanche(h: u64) -> u64 {
    let h = (h ^ h >> 37).wrapping_mul(0x165667919E3779F9);
    h ^ h >> 32
}

fn secret(at: usize) -> u64 {
    Bytes(&SECRET).u64(at)
}
