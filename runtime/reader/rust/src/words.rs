// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

use crate::{intact, need, xxh3, Bytes, Code, Error, Result};
use alloc::{format, string::String, string::ToString, vec, vec::Vec};

const ANY: u8 = 255;
const WALL: i32 = -1;
const OTHER: i32 = -3;

/// Solves boards that are no permutations: with equal tiles, with walls, with several goals, and
/// warehouses with several blanks. Reads a file of `tilebase build --store raw`.
///
/// ```no_run
/// # fn main() -> Result<(), tilebase::Error> {
/// # let bytes = std::fs::read("store.tilebase").unwrap();
/// let store = tilebase::WordSet::open(&bytes)?;
/// let steps = store.solve("..1./_.../.._.")?; // "7>8,13>14", "8>9": what moves in each step
/// # Ok(())
/// # }
/// ```
///
/// In a board's text rows are separated by '/', and a cell is a digit or letter (10 to 35), or cells
/// are numbers between spaces: _ or 0 is a blank, # a wall, . any other tile. Each solution has the
/// least cost. docs/format.md of tilebase, section 14, has the terms and the layout.
#[derive(Clone, Debug)]
pub struct WordSet {
    width: usize,
    height: usize,
    metric: u8,                    // 0 stm, 1 mtm, 2 steps, 3 line-steps
    open: Vec<usize>,              // the open cells, ascending
    next: Vec<[Option<usize>; 4]>, // the open cells to the left, right, above and below
    label: Vec<u64>,               // of each symbol; symbol 0 is the blank
    count: Vec<usize>,             // of open cells with each symbol
    goals: Vec<(u64, Vec<u8>)>,    // the cost, and the symbol on each open cell, or ANY
    worst_case: u32,
    side: Option<usize>,   // that all goals are on; none: both sides have states
    weight: Vec<u64>,      // of the digit of each class of symbols; that of the last class is 0
    choose: Vec<Vec<u64>>, // binomials
    states: usize,
    value_bytes: usize,
    planes: Vec<u8>,
}

/// A blank's way from an open cell: left, right, up or down, over so many tiles.
struct Run {
    from: usize,
    direction: usize,
    length: usize,
}

impl WordSet {
    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// No board costs more.
    pub fn worst_case(&self) -> u32 {
        self.worst_case
    }

    /// Returns the moves of a solution of the least cost. With one blank a move is the letters of its
    /// slides; with several, FROM>TO for each tile that slides, separated by commas.
    pub fn solve(&self, board: &str) -> Result<Vec<String>> {
        let mut moves = Vec::new();
        let mut word = self.word(board)?;
        let mut value = self.value(&word)?;
        while !self.is_goal(&word, value) {
            moves.push(self.play_move(&mut word, value)?);
            value -= 1;
        }
        Ok(moves)
    }

    /// Returns the first move of that solution, empty at a goal.
    pub fn hint(&self, board: &str) -> Result<String> {
        let mut word = self.word(board)?;
        let value = self.value(&word)?;
        if self.is_goal(&word, value) {
            return Ok(String::new());
        }
        self.play_move(&mut word, value)
    }

    fn is_goal(&self, word: &[u8], value: u32) -> bool {
        let fits = |goal: &[u8]| goal.iter().zip(word).all(|(&a, &b)| a == ANY || a == b);
        self.goals.iter().any(|(cost, goal)| *cost == u64::from(value) && fits(goal))
    }

    fn value(&self, word: &[u8]) -> Result<u32> {
        let unreachable = (1 << (8 * self.value_bytes)) - 1;
        let has_states = self.side.map_or(true, |side| self.side_of(word) == side);
        let value = if has_states { self.value_at(self.rank(word)) } else { unreachable };
        need!(value != unreachable, Unsolvable, "no moves lead from this board to a goal");
        Ok(value)
    }

    fn value_at(&self, state: usize) -> u32 {
        let byte = |plane: usize| u32::from(self.planes[plane * self.states + state]);
        byte(0) | if self.value_bytes == 2 { byte(1) << 8 } else { 0 }
    }

    /// Plays the table's move of a board of this value that is no goal.
    fn play_move(&self, word: &mut [u8], value: u32) -> Result<String> {
        if self.metric > 0 {
            let runs = self.decode(word, self.rank(word)).unwrap_or_default();
            let text = self.play(word, &runs);
            intact!(!runs.is_empty() && self.value_at(self.rank(word)) + 1 == value, "the table");
            return Ok(text);
        }
        for from in 0..word.len() {
            for direction in 0..4 {
                let is_run = word[from] == 0 && self.next[from][direction].map_or(false, |to| word[to] != 0);
                if !is_run {
                    continue;
                }
                let mut after = word.to_vec();
                let text = self.play(&mut after, &[Run { from, direction, length: 1 }]);
                if self.value_at(self.rank(&after)) + 1 == value {
                    word.copy_from_slice(&after);
                    return Ok(text);
                }
            }
        }
        intact!(false, "the table");
        Ok(String::new())
    }

    /// The runs of a state's move, by its code. None if the blanks cannot move so.
    fn decode(&self, word: &[u8], state: usize) -> Option<Vec<Run>> {
        let planes = self.planes[state..].iter().step_by(self.states).skip(self.value_bytes);
        let mut code = planes.rev().fold(0, |code, &byte| code << 8 | u64::from(byte));
        let base = (self.width + self.height) as u64;
        let mut is_taken: Vec<bool> = word.iter().map(|&symbol| symbol == 0).collect();
        let mut runs = Vec::new();
        for from in (0..word.len()).filter(|&cell| word[cell] == 0) {
            let to = (code % base) as usize;
            code /= base;
            let (row, column) = (self.open[from] / self.width, self.open[from] % self.width);
            if to == column {
                continue;
            }
            let (to, begin, axis) = if to < self.width { (to, column, 0) } else { (to - self.width, row, 2) };
            let (direction, length) = if to < begin { (axis, begin - to) } else { (axis + 1, to - begin) };
            if length == 0 || length > 1 && self.metric % 2 == 0 {
                return None;
            }
            let mut at = from;
            for _ in 0..length {
                at = self.next[at][direction]?;
                if is_taken[at] {
                    return None;
                }
                is_taken[at] = true;
            }
            runs.push(Run { from, direction, length });
        }
        if code != 0 || self.metric < 2 && runs.len() != 1 {
            return None;
        }
        Some(runs)
    }

    /// Moves the tiles of all runs. Returns the move's text.
    fn play(&self, word: &mut [u8], runs: &[Run]) -> String {
        let mut slides = Vec::new();
        for run in runs {
            let mut at = run.from;
            for _ in 0..run.length {
                let tile = self.next[at][run.direction].unwrap_or(at);
                word[at] = word[tile];
                slides.push(match self.count[0] {
                    1 => "RLDU"[run.direction..run.direction + 1].to_string(),
                    _ => format!("{}>{}", self.open[tile], self.open[at]),
                });
                at = tile;
            }
            word[at] = 0;
        }
        slides.join(if self.count[0] == 1 { "" } else { "," })
    }

    /// The number of the board's state.
    fn rank(&self, word: &[u8]) -> usize {
        let last = self.weight.len() - 1;
        let mut seen = vec![0; self.weight.len()]; // of each class so far
        let mut before = vec![0; self.weight.len()]; // positions so far that no lower class has taken
        let mut rank = 0;
        for (cell, &symbol) in word.iter().enumerate() {
            let number = usize::from(symbol).min(last);
            let position = if number == 0 { cell } else { before[number] };
            if number < last {
                seen[number] += 1;
                rank += self.choose[position][seen[number]] * self.weight[number];
            }
            before[1..=number].iter_mut().for_each(|positions| *positions += 1);
        }
        rank as usize
    }

    /// What no move of a permutation changes: its parity and the colour of the blank's cell.
    fn side_of(&self, word: &[u8]) -> usize {
        let mut odd = 0;
        for (cell, &symbol) in word.iter().enumerate() {
            if symbol == 0 {
                odd += self.open[cell] / self.width + self.open[cell] % self.width;
            }
            odd += word[..cell].iter().filter(|&&before| before > symbol).count();
        }
        odd % 2
    }

    /// Reads a board.
    fn word(&self, text: &str) -> Result<Vec<u8>> {
        let rows: Vec<&str> = text.split(&['/', '\n'][..]).map(str::trim).filter(|row| !row.is_empty()).collect();
        let is_spaced = rows.iter().any(|row| row.contains(&[' ', '\t', ','][..]));
        let is_number = self.width == 1 && rows.len() > 1; // in a board of width 1, a row is a number
        let mut cells = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let separators: &[char] = if is_spaced || is_number { &[' ', '\t', '\r', ','] } else { &[] };
            for token in row.split(separators).filter(|token| !token.is_empty()) {
                let is_whole = is_spaced || is_number;
                let mut letters = [0; 4];
                if is_whole {
                    cells.push(cell(token)?);
                } else {
                    for letter in token.chars() {
                        cells.push(cell(letter.encode_utf8(&mut letters))?);
                    }
                }
            }
            let is_row = rows.len() == 1 || cells.len() == (number + 1) * self.width;
            need!(is_row, Board, "expected rows of {} cells", self.width);
        }
        let size = self.width * self.height;
        need!(cells.len() == size, Board, "expected {} cells, found {}", size, cells.len());
        let mut word = Vec::new();
        let mut found = vec![0; self.count.len()];
        for (cell, &value) in cells.iter().enumerate() {
            let is_open = self.open.get(word.len()) == Some(&cell);
            need!(is_open == (value != WALL), Board, "cell {}: expected walls where the set has them", cell);
            if is_open {
                let symbol = self.symbol(value)?;
                found[symbol] += 1;
                word.push(symbol as u8);
            }
        }
        let fits = found == self.count;
        need!(fits, Board, "expected {:?} of the blank and each tile, found {:?}", self.count, found);
        Ok(word)
    }

    fn symbol(&self, value: i32) -> Result<usize> {
        let last = self.label.len() - 1;
        let has_rest = self.label[last] == 0;
        if let Some(at) = self.label.iter().position(|&label| value > 0 && label == value as u64) {
            return Ok(at);
        }
        if value == 0 || !has_rest && self.count[0] == 1 && value == self.open.len() as i32 {
            return Ok(0);
        }
        need!(has_rest, Board, "expected tiles of the board, found {}", value);
        Ok(last)
    }

    /// Opens a raw table.
    pub fn open(data: &[u8]) -> Result<Self> {
        let (bytes, size) = (Bytes(data), data.len() as u64);
        need!(size >= 14 && data.starts_with(b"TILEIMAG"), Format, "expected a table file (TILEIMAG)");
        let version = bytes.u16(12);
        let is_known = bytes.u16(8) == 0xfeff && data[10] == 8 && version <= 2;
        need!(is_known, Version, "expected format version 2");
        need!(version == 2, Format, "expected format version 2, found {}: open it as a TableSet", version);
        intact!(size >= 64 && xxh3(&data[..56]) == bytes.u64(56) && bytes.u64(48) == 0 && bytes.u64(16) == size, "the head");
        let mut end = 64;
        for length in [24, 32, 40] {
            intact!(bytes.u64(length) <= size - end, "the head");
            end += bytes.u64(length);
        }
        let index = 64 + bytes.u64(24) as usize;
        let begin = index + bytes.u64(32) as usize;
        intact!(end == size && index >= 128 && begin - index >= 8, "the head");
        bytes.check_record("the record", &(64..index), index - 64)?;
        let (width, height) = (bytes.u16(64) as usize, bytes.u16(66) as usize);
        let (metric, value_bytes) = (data[68], usize::from(data[69]));
        need!(metric <= 3 && data[71] == 0, Version, "expected a known metric, and '--store raw'");
        let (opened, blanks, symbols) = (bytes.u16(72), bytes.u16(74), bytes.u16(76));
        let (goals, greatest) = (bytes.u32(80), bytes.u32(84));
        let lists = 120 + 2 * opened + 4 * symbols + goals * (4 + opened) + 8 * (greatest + 1) + bytes.u16(78);
        intact!(greatest < 65535 && (lists + 7) / 8 * 8 + 8 == index as u64, "the record");
        intact!(bytes.is_zero(lists as usize, index - 8), "the record");
        let fits = width > 0 && height > 0 && width * height <= 512 && opened <= (width * height) as u64;
        intact!(fits && (1..=8).contains(&blanks) && (1..=250).contains(&symbols), "the record");
        let mut at = 120;
        let mut take = |size: usize| {
            at += size;
            bytes.number(at - size, size)
        };
        let open: Vec<usize> = (0..opened).map(|_| take(2) as usize).collect();
        let ascends = open.windows(2).all(|pair| pair[0] < pair[1]);
        intact!(ascends && open.last().map_or(false, |&cell| cell < width * height), "the open cells");
        let (mut label, mut count) = (vec![0], vec![blanks as usize]);
        for symbol in 1..=symbols {
            let before = label[label.len() - 1];
            let number = take(2);
            let is_next = number > before || number == 0 && symbol == symbols;
            label.push(number);
            count.push(take(2) as usize);
            intact!(is_next && number <= 9999 && count[count.len() - 1] > 0, "the list of tiles");
        }
        intact!(count.iter().sum::<usize>() == open.len() && goals > 0, "the record");
        let mut listed = Vec::new();
        for _ in 0..goals {
            let cost = take(4);
            let word: Vec<u8> = (0..opened).map(|_| take(1) as u8).collect();
            let fits = |symbol: usize| word.iter().filter(|&&each| usize::from(each) == symbol).count() <= count[symbol];
            let known = word.iter().all(|&symbol| symbol == ANY || usize::from(symbol) < count.len());
            intact!(cost <= 10000 && known && (0..count.len()).all(fits), "a goal");
            listed.push((cost, word));
        }
        let histogram: Vec<u64> = (0..=greatest).map(|_| take(8)).collect();
        intact!(histogram.iter().all(|&states| states <= size) && histogram.last() > Some(&0), "the histogram");
        let reachable = histogram.iter().sum::<u64>();
        intact!(reachable == bytes.u64(96), "the histogram");
        intact!(data[at..lists as usize].iter().all(|letter| (b' '..=b'~').contains(letter)), "the record");
        let next = neighbours(width, &open);
        let worst_case = greatest as u32;
        let (weight, choose, planes) = (Vec::new(), binomials(open.len(), &count), data[begin..].to_vec());
        let mut set = WordSet {
            width, height, metric, open, next, label, count, goals: listed, worst_case, side: None, weight, choose,
            states: 0, value_bytes, planes,
        };
        set.set_ranks(size)?;
        let mut code_bytes = usize::from(metric > 0);
        let codes = ((width + height) as u128).pow(blanks as u32);
        while metric > 0 && code_bytes < 8 && codes > 1 << (8 * code_bytes) {
            code_bytes += 1;
        }
        let length = set.planes.len();
        intact!(bytes.u64(88) == set.states as u64 && reachable <= set.states as u64, "the record");
        intact!(value_bytes == if worst_case < 255 { 1 } else { 2 } && usize::from(data[70]) == code_bytes, "the record");
        let is_whole = bytes.u64(112) == length as u64 && length == set.states * (value_bytes + code_bytes);
        intact!(is_whole, "the record");
        bytes.check_record("the index", &(index..begin), (length + 65535) / 65536 * 16 + 8)?;
        for (i, block) in set.planes.chunks(65536).enumerate() {
            let entry = index + 16 * i;
            intact!(bytes.u64(entry) == 65536 * i as u64 && bytes.u64(entry + 8) == xxh3(block), "a block");
        }
        intact!(bytes.u64(104) == xxh3(&set.planes), "the table");
        Ok(set)
    }

    /// Sets what `rank` needs. There may be no more than `most` states.
    fn set_ranks(&mut self, most: u64) -> Result<()> {
        let is_permutation = self.open.len() >= 3 && self.count.iter().all(|&count| count == 1);
        let side = self.side_of(&self.goals[0].1);
        let is_on_side = |goal: &(u64, Vec<u8>)| !goal.1.contains(&ANY) && self.side_of(&goal.1) == side;
        let is_halved = is_permutation && self.goals.iter().all(is_on_side);
        if is_halved {
            self.side = Some(side);
        }
        // Of a permutation on one side, the last two symbols count as one class.
        self.weight = vec![0; self.count.len() - usize::from(is_halved)];
        let last = self.weight.len() - 1;
        let mut states = 1;
        let mut left = 0;
        for symbol in (0..self.count.len()).rev() {
            left += self.count[symbol];
            if symbol < last {
                self.weight[symbol] = states;
                states *= self.choose[left][self.count[symbol]];
                intact!(states <= most, "the record");
            }
        }
        self.states = states as usize;
        Ok(())
    }
}

fn cell(text: &str) -> Result<i32> {
    let first = text.as_bytes()[0];
    match text {
        "_" => return Ok(0),
        "#" => return Ok(WALL),
        "." => return Ok(OTHER),
        _ if text.len() == 1 && first.is_ascii_alphabetic() => return Ok(i32::from(first | 32) - 97 + 10),
        _ => (),
    }
    let number = text.parse::<u32>().ok().filter(|&number| number <= 9999 && first.is_ascii_digit());
    need!(number.is_some(), Board, "expected a tile, _ for a blank, # or ., found {}", text);
    Ok(number.unwrap_or(0) as i32)
}

/// The open cells to the left, right, above and below each open cell.
fn neighbours(width: usize, open: &[usize]) -> Vec<[Option<usize>; 4]> {
    let number = |is_inside: bool, cell: usize| if is_inside { open.binary_search(&cell).ok() } else { None };
    open.iter()
        .map(|&cell| {
            [
                number(cell % width > 0, cell.wrapping_sub(1)),
                number((cell + 1) % width > 0, cell + 1),
                number(cell >= width, cell.wrapping_sub(width)),
                number(true, cell + width),
            ]
        })
        .collect()
}

/// Pascal's triangle, cut off at a number that no table reaches.
fn binomials(most: usize, count: &[usize]) -> Vec<Vec<u64>> {
    let columns = count.iter().max().map_or(0, |&count| count);
    let mut choose = vec![vec![0; columns + 1]; most + 1];
    for n in 0..=most {
        choose[n][0] = 1;
        for k in 1..=if n > 0 { columns } else { 0 } {
            choose[n][k] = (choose[n - 1][k - 1] + choose[n - 1][k]).min(1 << 32);
        }
    }
    choose
}
