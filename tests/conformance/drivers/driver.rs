// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers the questions of tests/conformance/README.md by the reader in Rust.

use std::io::{BufRead, BufReader, Write};
use tilebase::{Code, Error, TableSet, WordSet};

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

fn text(board: &[u8]) -> String {
    board.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn name(code: Code) -> &'static str {
    match code {
        Code::Argument => "argument",
        Code::Board => "board",
        Code::Unsolvable => "unsolvable",
        Code::BoardSize => "board_size",
        Code::Format => "format",
        Code::Version => "version",
        Code::Damaged => "damaged",
        Code::NotFound => "not_found",
    }
}

enum Opened {
    Nothing,
    Tables(TableSet),
    Words(WordSet),
}

fn open(verb: &str, hexadecimal: &str) -> (Opened, Result<String, Error>) {
    let bytes = unhex(hexadecimal);
    let size = |width, height, worst_case| Ok(format!("{}x{} {}", width, height, worst_case));
    if verb == "words" {
        return match WordSet::open(&bytes) {
            Ok(set) => {
                let said = size(set.width(), set.height(), set.worst_case());
                (Opened::Words(set), said)
            }
            Err(error) => (Opened::Nothing, Err(error)),
        };
    }
    match TableSet::open(&bytes) {
        Ok(set) => {
            let said = size(set.width(), set.height(), set.worst_case());
            (Opened::Tables(set), said)
        }
        Err(error) => (Opened::Nothing, Err(error)),
    }
}

fn answer_words(set: &WordSet, verb: &str, board: &str) -> Result<String, Error> {
    if verb == "hint" {
        return set.hint(board).map(|step| if step.is_empty() { "-".into() } else { step });
    }
    let moves = set.solve(board)?;
    let text = moves.join(" ");
    if text.contains('>') {
        return Ok(format!("{} {}", moves.len(), text));
    }
    let letters = moves.concat();
    Ok(format!("{} {}", letters.len(), letters).trim_end().into())
}

fn answer(set: &TableSet, words: &[&str]) -> Result<String, Error> {
    let numbers: Vec<u64> = words[1..].iter().map(|word| word.parse().unwrap()).collect();
    let board: Vec<u8> = numbers.iter().map(|&tile| tile as u8).collect();
    Ok(match words[0] {
        "solve" => set.solve(&board).map(|actions| format!("{} {}", actions.len(), actions).trim_end().into())?,
        "hint" => {
            let hint = set.hint(&board)?;
            let action = hint.action.unwrap_or('-');
            format!("{} {} {:x} {:x} {}", action, hint.stage, hint.goal, hint.fixed, hint.remaining)
        }
        "scramble" => {
            let boards = set.scramble(numbers[0] as u32, numbers[1] as u32, numbers[2], numbers[3] as usize)?;
            boards.iter().map(|board| text(board)).collect::<Vec<_>>().join(" / ")
        }
        "random" => text(&set.random_board(numbers[0], numbers[1])),
        _ => "unsupported".into(),
    })
}

fn main() {
    let mut input = BufReader::new(std::io::stdin());
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut opened = Opened::Nothing;
    let mut line = String::new();
    while input.read_line(&mut line).unwrap() > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let said = if words[0] == "open" || words[0] == "words" {
            let (set, said) = open(words[0], words.get(1).copied().unwrap_or(""));
            opened = set;
            said
        } else {
            match &opened {
                Opened::Nothing => Ok("closed".into()),
                Opened::Tables(set) => answer(set, &words),
                Opened::Words(set) => answer_words(set, words[0], line[words[0].len()..].trim()),
            }
        };
        let said = said.unwrap_or_else(|error| format!("error {}", name(error.code)));
        writeln!(out, "{}", said).unwrap();
        if input.buffer().is_empty() {
            out.flush().unwrap();
        }
        line.clear();
    }
}
