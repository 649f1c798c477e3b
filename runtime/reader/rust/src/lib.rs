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

/// An open image or compact form. It borrows the bytes.
#[derive(Clone, Debug)]
pub struct TableSet<'a> {
    data: &'a [u8],
    width: usize,
    height: usize,
    all_tiles: u64,
    worst_case: u32,
    stages: Vec<Stage>,
}

#[derive(Clone, Debug)]
struct Stage {
    tables: Vec<Table>,
    detours: usize, // where its detours begin and end; images have none
    end: usize,
}

#[derive(Clone, Debug)]
struct Table {
    goal: u64,
    fixed: u64,
    free: u64,
    tracked: Vec<u8>,
    entries: u64,
    max_depth: u32,
    policy: usize,            // where its planes begin
    reachable: Option<usize>, // none if all entries can reach the goal
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

const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

impl<'a> TableSet<'a> {
    /// Opens an image or a compact form.
    pub fn open(data: &'a [u8]) -> Result<Self> {
        let mut set = TableSet { data, width: 0, height: 0, all_tiles: 0, worst_case: 0, stages: Vec::new() };
        if data.starts_with(b"TILEIMAG") {
            set.open_image()?;
        } else if data.starts_with(b"TBC") && data.len() > 3 {
            set.open_compact()?;
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
        let mut letters = String::new();
        self.solve_position(&mut self.position(board)?, &mut letters)?;
        Ok(letters)
    }

    /// Returns the next action for any board. A player who takes every hint is home within
    /// `worst_case` actions. Nothing has to be kept between two boards. (Section 13.2.)
    pub fn hint(&self, board: &[u8]) -> Result<Hint> {
        let at = self.position(board)?;
        for (number, stage) in self.stages.iter().enumerate().rev() {
            let table = stage.tables.last().unwrap();
            if at.home == self.all_tiles {
                break;
            }
            let mut best = u32::MAX;
            let mut action = None;
            if table.admits(&at) {
                if let Some(count) = self.walk(table, &mut at.clone(), &mut String::new(), self.worst_case) {
                    best = count;
                    action = if count == 0 { None } else { Some(self.action_at(table.policy, table.rank(&at))) };
                }
            }
            let astray = ((table.goal | table.fixed) & !at.home).count_ones();
            let mut detour = stage.detours;
            while detour < stage.end {
                let length = u32::from(self.data[detour + 3]);
                for left in astray..=length {
                    let first = length - left;
                    if left < best && self.play(table, detour, first, &mut at.clone(), &mut String::new()) {
                        best = left;
                        action = Some(self.action_at(detour + 4, u64::from(first)));
                    }
                }
                detour = self.after_detour(detour);
            }
            if let Some(action) = action {
                let action = Some(LETTERS[action]);
                return Ok(Hint { action, stage: number, goal: table.goal, fixed: table.fixed, remaining: best });
            }
        }
        need!(at.home == self.all_tiles, Damaged, "tables: no stage leads on from a board");
        Ok(Hint { action: None, stage: self.stages.len(), goal: 0, fixed: self.all_tiles, remaining: 0 })
    }

    /// Returns random boards that `solve` solves in `least` to `most` actions. The same seed gives
    /// the same boards everywhere. If fewer than one random board in 16,000 will do, this first
    /// solves 65,536 of them, and then walks back from the goal. The error is `NotFound` if 2^20
    /// boards will not do. (Section 13.4.)
    pub fn scramble(&self, least: u32, most: u32, seed: u64, count: usize) -> Result<Vec<Vec<u8>>> {
        need!(least <= most, Argument, "expected least <= most, found {} and {}", least, most);
        let wanted = least..=most.min(self.worst_case);
        let moves = |at: &Position| self.solve_position(&mut at.clone(), &mut String::new());
        let mut random = Random(0);
        let mut hits = 0;
        let mut tried = 0;
        while tried < 1 << 16 && hits < 4 && !wanted.is_empty() {
            hits += u32::from(wanted.contains(&moves(&self.random_position(&mut random)?)?));
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
                self.random_position(&mut random)?
            } else {
                self.walk_from_goal(&mut random, *wanted.end())?
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
    pub fn random_board(&self, seed: u64, number: u64) -> Result<Vec<u8>> {
        let mut random = Random::of_boards(seed, number / 64);
        for _ in 0..number % 64 {
            self.random_position(&mut random)?;
        }
        Ok(self.random_position(&mut random)?.tile)
    }

    /// Solves a position and appends the letters. Returns how many there are. (Section 13.1.)
    fn solve_position(&self, at: &mut Position, letters: &mut String) -> Result<u32> {
        let mut count = 0;
        for stage in self.stages.iter().filter(|stage| !stage.tables.is_empty()) {
            if stage.tables[0].is_done(at) {
                continue;
            }
            let table = stage.tables.iter().find(|table| self.solves(table, at));
            need!(table.is_some(), Damaged, "tables: none solves a board");
            let table = table.unwrap();
            let rank = table.rank(at);
            let mut detour = stage.detours;
            while detour < stage.end && u64::from(self.u32(detour) & 0xffffff) != rank {
                detour = self.after_detour(detour);
            }
            let done = if detour == stage.end {
                self.walk(table, at, letters, self.worst_case.saturating_sub(count))
            } else if self.play(table, detour, 0, at, letters) {
                Some(u32::from(self.data[detour + 3]))
            } else {
                None
            };
            need!(done.is_some(), Damaged, "tables: an entry does not lead to the goal");
            count += done.unwrap();
        }
        need!(at.home == self.all_tiles, Damaged, "tables: the last stage does not end at home");
        Ok(count)
    }

    /// Walks to the table's goal. Returns the number of actions, if it gets there.
    fn walk(&self, table: &Table, at: &mut Position, letters: &mut String, limit: u32) -> Option<u32> {
        let mut count = 0;
        while !table.is_done(at) {
            let action = self.action_at(table.policy, table.rank(at));
            if count >= limit.min(table.max_depth) || !at.slide(action, letters) || !table.admits(at) {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// Plays a detour from its action `first` on. Returns whether that brings the stage to its end.
    fn play(&self, table: &Table, detour: usize, first: u32, at: &mut Position, letters: &mut String) -> bool {
        (first..u32::from(self.data[detour + 3]))
            .all(|i| at.slide(self.action_at(detour + 4, u64::from(i)), letters))
            && table.is_done(at)
            && table.admits(at)
    }

    fn after_detour(&self, detour: usize) -> usize {
        detour + 4 + (usize::from(self.data[detour + 3]) + 3) / 4
    }

    fn action_at(&self, plane: usize, index: u64) -> usize {
        usize::from(self.data[plane + (index / 4) as usize] >> (index % 4 * 2) & 3)
    }

    fn solves(&self, table: &Table, at: &Position) -> bool {
        table.admits(at)
            && table.reachable.map_or(true, |plane| {
                let rank = table.rank(at);
                self.data[plane + (rank / 8) as usize] >> (rank % 8) & 1 != 0
            })
    }

    fn position(&self, board: &[u8]) -> Result<Position> {
        let cells = self.width * self.height;
        need!(board.len() == cells, BoardSize, "expected a board of {} cells, found {}", cells, board.len());
        let mut at = Position { width: self.width, tile: board.to_vec(), cell: vec![0; cells], home: 0 };
        let mut seen = 0u64;
        for (cell, &tile) in board.iter().enumerate() {
            let fits = usize::from(tile) < cells && seen >> tile & 1 == 0;
            need!(fits, Board, "expected each of 0 to {} once, found {} on cell {}", cells - 1, tile, cell);
            seen |= 1 << tile;
            at.cell[usize::from(tile)] = cell;
            if usize::from(tile) == cell + 1 {
                at.home |= 1 << cell;
            }
        }
        need!(!self.is_odd(board), Unsolvable, "no moves solve this board: swap two of its tiles");
        Ok(at)
    }

    /// Whether no moves solve the board: each changes the inversions and the blank's row in step.
    fn is_odd(&self, board: &[u8]) -> bool {
        let mut odd = 0;
        for (cell, &tile) in board.iter().enumerate() {
            if tile == 0 {
                odd += (self.width + 1) % 2 * (self.height - 1 - cell / self.width);
            } else {
                odd += board[..cell].iter().filter(|&&before| before > tile).count();
            }
        }
        odd % 2 != 0
    }

    fn solved_board(&self) -> Vec<u8> {
        (1..(self.width * self.height) as u8).chain([0]).collect()
    }

    fn random_position(&self, random: &mut Random) -> Result<Position> {
        let mut board = self.solved_board();
        for cell in (1..board.len()).rev() {
            board.swap(cell, random.below(cell as u64 + 1) as usize);
        }
        if self.is_odd(&board) {
            let tiles: Vec<usize> = (0..3).filter(|&cell| board[cell] != 0).collect();
            board.swap(tiles[0], tiles[1]);
        }
        self.position(&board)
    }

    fn walk_from_goal(&self, random: &mut Random, most: u32) -> Result<Position> {
        let mut at = self.position(&self.solved_board())?;
        let mut back = usize::MAX;
        for _ in 0..random.below(u64::from(most) + 1) {
            let choices: Vec<usize> = (0..4).filter(|&a| a != back && at.from(a).is_some()).collect();
            let action = choices[random.below(choices.len() as u64) as usize];
            at.slide(action, &mut String::new());
            back = action ^ 1;
        }
        Ok(at)
    }

    /// Section 12.
    fn open_compact(&mut self) -> Result<()> {
        let data = self.data;
        check_version("compact form", u32::from(data[3]))?;
        let end = data.len().saturating_sub(4);
        let fits = end >= 16 && self.u32(8) as usize == data.len() && data[7] == 0;
        need!(fits, Damaged, "compact form: expected another length");
        need!(self.u32(end) == crc32(&data[..end]), Damaged, "compact form: its CRC-32 is wrong");
        self.set_size(data[4], data[5], self.u32(12))?;
        let set_bytes = (self.width * self.height + 7) / 8;
        let mut at = 16;
        let mut home = 0;
        for number in 0..data[6] {
            let policy = at + 9 + 2 * set_bytes;
            let fits = policy <= end && u64::from(self.u32(at)) + u64::from(self.u32(at + 4)) <= (end - policy) as u64;
            need!(fits, Damaged, "compact form: stage {} ends outside", number);
            let detours = policy + self.u32(at) as usize;
            let next = detours + self.u32(at + 4) as usize;
            let goal = self.tiles(at + 9, set_bytes);
            let fixed = self.tiles(at + 9 + set_bytes, set_bytes);
            let table = self.table(goal, fixed, u32::from(data[at + 8]), u32::MAX, policy)?;
            let follows = (detours - policy) as u64 == (table.entries + 3) / 4 && fixed & !home == 0;
            need!(follows, Damaged, "compact form: stage {} does not follow", number);
            let mut detour = detours;
            while detour < next {
                let fits = next - detour > 4 && data[detour + 3] > 0 && self.after_detour(detour) <= next;
                need!(fits, Damaged, "compact form: a detour ends outside");
                detour = self.after_detour(detour);
            }
            self.stages.push(Stage { tables: vec![table], detours, end: next });
            home |= goal;
            at = next;
        }
        need!(at == end && home == self.all_tiles, Damaged, "compact form: expected stages of all tiles");
        Ok(())
    }

    fn tiles(&self, at: usize, size: usize) -> u64 {
        self.data[at..at + size].iter().rev().fold(0, |set, &byte| set << 8 | u64::from(byte))
    }

    /// Section 11; the records: 3 to 5; the rules: 7.
    fn open_image(&mut self) -> Result<()> {
        let parts = self.open_directory()?;
        let Part { start: set, end } = parts[0];
        need!(end - set >= 40 && self.data[set..].starts_with(b"TILEBASE"), Damaged, "set record: expected TILEBASE");
        let is_joined = self.u16(set + 8) == 3; // the worst case is joined at the seams (section 3)
        if !is_joined {
            check_version("set record", self.u16(set + 8))?;
        }
        let stages = self.u16(set + 16) as usize;
        let used = 32 + 8 * stages + (self.u16(set + 18) + self.u16(set + 20)) as usize;
        self.check_record("set record", &parts[0], (used + 7) / 8 * 8 + 8)?;
        let zeros = is_joined || self.u16(set + 22) == 0 && self.u32(set + 28) == 0;
        need!(zeros && self.is_zero(set + used, end - 8), Damaged, "set record: expected zeros");
        let tables = parts.len() / 4;
        let found = self.u32(set + 12) as usize;
        need!(found == tables && tables > 0, Damaged, "set record: expected {} tables, found {}", tables, found);
        self.set_size(self.data[set + 10], self.data[set + 11], self.u32(set + 24))?;
        for part in parts[1..].iter().step_by(4) {
            need!(part.len() >= 80, Damaged, "table record: expected at least 80 bytes, found {}", part.len());
            let fit = if self.data[part.start + 62] == 2 { 192 } else { 0 };
            self.check_record("table record", part, 88 + 8 * self.u16(part.start + 60) as usize + fit)?;
        }
        let mut runs = Vec::new(); // the tables of each stage
        for number in 0..stages {
            let first = u64::from(self.u32(set + 32 + 8 * number));
            let count = u64::from(self.u32(set + 36 + 8 * number));
            need!(count > 0 && first + count <= tables as u64, Damaged, "set: stage {} has no such tables", number);
            runs.push(first as usize..(first + count) as usize);
        }
        self.open_stages(&parts, &runs)?;
        if is_joined {
            let joined = self.u32(set + 28);
            let tables = self.stages.iter().flat_map(|stage| &stage.tables);
            let deepest = tables.map(|table| table.max_depth).max().unwrap_or(0);
            let fits = (deepest..=self.worst_case).contains(&joined) && self.u16(set + 22) == 0;
            let most = self.worst_case;
            need!(fits, Damaged, "set: expected a joined worst case of {} to {}, found {}", deepest, most, joined);
            self.worst_case = joined;
        }
        Ok(())
    }

    fn open_directory(&self) -> Result<Vec<Part>> {
        let size = self.data.len() as u64;
        need!(size >= 32, Damaged, "image: expected at least 32 bytes, found {}", size);
        let (order, width) = (self.u16(8), self.data[10]);
        let other = order == 0xfffe || order == 0xfeff && width == 4;
        need!(!other, Version, "image: expected little-endian and offsets of 64 bits");
        need!(order == 0xfeff && width == 8, Damaged, "image: expected a byte order mark and offsets of 8 bytes");
        check_version("image", self.u16(12))?;
        need!(self.data[11] == 0 && self.u16(14) == 0 && self.u32(28) == 0, Damaged, "image: expected zeros");
        need!(self.u64(16) == size, Damaged, "image: expected {} bytes, found {}", self.u64(16), size);
        let count = u64::from(self.u32(24));
        let mut end = 40 + 16 * count;
        need!(count % 4 == 1 && end <= size, Damaged, "image: a directory of {} parts does not fit", count);
        self.check_record("directory", &(0..end as usize), end as usize)?;
        let mut parts = Vec::new();
        for entry in (32..end as usize - 8).step_by(16).chain([0]) {
            let begin = (end + 15) / 16 * 16;
            let zeros = begin <= size && self.is_zero(end as usize, begin as usize);
            need!(zeros, Damaged, "image: expected zeros before part {}", parts.len());
            if entry == 0 {
                need!(begin == size, Damaged, "image: its parts end at {} of {}", begin, size);
                break;
            }
            let length = self.u64(entry + 8);
            let follows = self.u64(entry) == begin && length <= size - begin;
            need!(follows, Damaged, "image: part {} does not follow", parts.len());
            end = begin + length;
            parts.push(begin as usize..end as usize);
        }
        Ok(parts)
    }

    /// Opens the stages of the first staged part that ends at home. Others are not used.
    fn open_stages(&mut self, parts: &[Part], runs: &[Part]) -> Result<()> {
        let data = self.data;
        let record = |table: usize| parts[1 + 4 * table].start;
        let (mut begin, mut end, mut metric, mut ends_at_home) = (0, 0, 0, false);
        while !ends_at_home && end < runs.len() {
            begin = end;
            metric = data[record(runs[begin].start) + 62];
            if metric == 1 || metric == 2 {
                end += 1; // a pattern, or values
                continue;
            }
            ends_at_home = true;
            let mut home = 0;
            while home != self.all_tiles {
                need!(end < runs.len(), Damaged, "set: expected stages of all tiles");
                let at = record(runs[end].start);
                let follows = data[at + 62] == metric && self.u64(at + 8) == home;
                need!(follows, Damaged, "set: stage {} does not follow", end);
                ends_at_home &= runs[end].clone().all(|table| data[record(table) + 65] == 0);
                home |= self.u64(at) & self.all_tiles;
                end += 1;
            }
        }
        need!(ends_at_home && metric == 0, Version, "expected stages of single moves: 'tilebase build' makes such a set");
        let mut depths = 0;
        for run in &runs[begin..end] {
            let mut tables = Vec::new();
            for table in run.clone() {
                tables.push(self.open_table(table, &parts[1 + 4 * table..5 + 4 * table], table + 1 == run.end)?);
            }
            depths += tables.iter().map(|table| table.max_depth).max().unwrap_or(0);
            self.stages.push(Stage { tables, detours: 0, end: 0 });
        }
        need!(depths == self.worst_case, Damaged, "set: expected worst case {}, found {}", depths, self.worst_case);
        Ok(())
    }

    fn open_table(&self, number: usize, parts: &[Part], is_last: bool) -> Result<Table> {
        let (index, policy, reachable, at) = (&parts[1], &parts[2], &parts[3], parts[0].start);
        need!(self.data[at + 64] == 0, Version, "table {} is compressed: export the image with --raw", number);
        let (goal, fixed) = (self.u64(at), self.u64(at + 8));
        // Parity tells where the last tiles are if fewer than two others are left.
        let others = ((self.width * self.height - 1) as u32).saturating_sub(goal.count_ones() + fixed.count_ones());
        let tracked = goal.count_ones().saturating_sub(2u32.saturating_sub(others));
        let mut table = self.table(goal, fixed, tracked, self.u16(at + 60), policy.start)?;
        let mut reachable_bytes = 0;
        if !is_last {
            table.reachable = Some(reachable.start);
            reachable_bytes = (table.entries + 7) / 8;
        }
        let is_sound = self.u64(at + 16) == table.entries
            && policy.len() as u64 == (table.entries + 3) / 4
            && reachable.len() as u64 == reachable_bytes
            && self.data[at + 63] == u8::from(!is_last)
            && self.u32(at + 56) == 65536
            && self.is_zero(at + 66, at + 72);
        need!(is_sound, Damaged, "table {}: expected {} entries", number, table.entries);
        let planes = [&self.data[policy.clone()], &self.data[reachable.clone()]];
        let blocks = || planes.iter().flat_map(|plane| plane.chunks(65536));
        self.check_record("index record", index, 16 * blocks().count() + 8)?;
        let mut begin = 0;
        for (i, block) in blocks().enumerate() {
            let entry = index.start + 16 * i;
            let is_right = self.u64(entry) == begin && self.u64(entry + 8) == xxh3(block);
            need!(is_right, Damaged, "table {}: the block at {} has another hash", number, begin);
            begin += block.len() as u64;
        }
        need!(self.u64(at + 40) == xxh3(&planes.concat()), Damaged, "table {}: its content has another hash", number);
        Ok(table)
    }

    /// The lowest `tracked` tiles of the goal make up the rank.
    fn table(&self, goal: u64, fixed: u64, tracked: u32, max_depth: u32, policy: usize) -> Result<Table> {
        let is_sound = goal != 0 && goal & fixed == 0 && (goal | fixed) & !self.all_tiles == 0;
        need!(is_sound && tracked <= goal.count_ones(), Damaged, "table: expected disjoint sets of tiles of the board");
        let tracked: Vec<u8> = (1..64).filter(|tile| goal >> (tile - 1) & 1 != 0).take(tracked as usize).collect();
        let free = (self.all_tiles << 1 | 1) & !fixed;
        let mut entries = 1;
        for i in 0..=tracked.len() as u32 {
            entries *= u64::from(free.count_ones() - i);
            need!(entries <= 1 << 33, Damaged, "table: expected at most 2^33 entries");
        }
        let max_depth = u64::from(max_depth).min(entries) as u32;
        Ok(Table { goal, fixed, free, tracked, entries, max_depth, policy, reachable: None })
    }

    fn set_size(&mut self, width: u8, height: u8, worst_case: u32) -> Result<()> {
        let fits = (2..=8).contains(&width) && (2..=8).contains(&height) && worst_case <= 63 * 65535;
        need!(fits, Damaged, "expected a board of 2x2 to 8x8, found {}x{}", width, height);
        self.width = usize::from(width);
        self.height = usize::from(height);
        self.worst_case = worst_case;
        self.all_tiles = (1 << (self.width * self.height - 1)) - 1;
        Ok(())
    }

    fn check_record(&self, what: &str, part: &Part, size: usize) -> Result<()> {
        need!(part.len() == size, Damaged, "{}: expected {} bytes, found {}", what, size, part.len());
        let hash = xxh3(&self.data[part.start..part.end - 8]);
        need!(hash == self.u64(part.end - 8), Damaged, "{}: it has another hash", what);
        Ok(())
    }

    fn u16(&self, at: usize) -> u32 {
        self.tiles(at, 2) as u32
    }

    fn u32(&self, at: usize) -> u32 {
        read32(self.data, at) as u32
    }

    fn u64(&self, at: usize) -> u64 {
        read64(self.data, at)
    }

    fn is_zero(&self, begin: usize, end: usize) -> bool {
        self.data[begin..end].iter().all(|&byte| byte == 0)
    }
}

fn check_version(what: &str, version: u32) -> Result<()> {
    need!(version <= 1, Version, "{}: expected version 1, found {}", what, version);
    need!(version == 1, Damaged, "{}: expected version 1, found 0", what);
    Ok(())
}

impl Table {
    fn is_done(&self, at: &Position) -> bool {
        self.goal & !at.home == 0
    }

    fn admits(&self, at: &Position) -> bool {
        self.fixed & !at.home == 0
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

/// A board on its way: the tile on each cell, the cell of each tile, and the tiles that are home.
#[derive(Clone)]
struct Position {
    width: usize,
    tile: Vec<u8>,
    cell: Vec<usize>,
    home: u64,
}

impl Position {
    /// The cell of the tile that the action slides, if there is one.
    fn from(&self, action: usize) -> Option<usize> {
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

    /// Applies an action and appends its letter. Returns false if that slides no tile.
    fn slide(&mut self, action: usize, letters: &mut String) -> bool {
        let from = match self.from(action) {
            Some(from) => from,
            None => return false,
        };
        let to = self.cell[0];
        let moved = usize::from(self.tile[from]);
        self.tile.swap(to, from);
        self.cell.swap(0, moved);
        self.home &= !(1 << (moved - 1));
        self.home |= u64::from(moved == to + 1) << to;
        letters.push(LETTERS[action]);
        true
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
            let h = word ^ read32(&SECRET, 0) ^ read32(&SECRET, 4);
            let h = (h ^ h >> 33).wrapping_mul(PRIME2);
            let h = (h ^ h >> 29).wrapping_mul(PRIME3);
            h ^ h >> 32
        }
        4..=8 => {
            let h = read32(input, size - 4).wrapping_add(read32(input, 0) << 32) ^ secret(8) ^ secret(16);
            let h = (h ^ h.rotate_left(49) ^ h.rotate_left(24)).wrapping_mul(0x9FB21C651E98DF25);
            let h = (h ^ (h >> 35).wrapping_add(length)).wrapping_mul(0x9FB21C651E98DF25);
            h ^ h >> 28
        }
        9..=16 => {
            let low = secret(24) ^ secret(32) ^ read64(input, 0);
            let high = secret(40) ^ secret(48) ^ read64(input, size - 8);
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
        let value = read64(stripe, 8 * l);
        let keyed = value ^ secret(key + 8 * l);
        lanes[l ^ 1] = lanes[l ^ 1].wrapping_add(value);
        lanes[l] = lanes[l].wrapping_add((keyed & 0xffffffff) * (keyed >> 32));
    }
}

fn mix(input: &[u8], at: usize, key: usize) -> u64 {
    fold(read64(input, at) ^ secret(key), read64(input, at + 8) ^ secret(key + 8))
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
    read64(&SECRET, at)
}

fn read32(from: &[u8], at: usize) -> u64 {
    from[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn read64(from: &[u8], at: usize) -> u64 {
    read32(from, at) | read32(from, at + 4) << 32
}
