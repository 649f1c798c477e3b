// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

// Answers the questions of tests/conformance/README.md by the reader in Go.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"tilebase"
)

func numbers(words []string) []int {
	var found []int
	for _, word := range words {
		number, _ := strconv.Atoi(word)
		found = append(found, number)
	}
	return found
}

func text(board []int) string { return strings.Trim(fmt.Sprint(board), "[]") }

// What is open: one of them, or none.
var (
	set     *tilebase.TableSet
	wordSet *tilebase.WordSet
)

type sized interface {
	Width() int
	Height() int
	WorstCase() int
}

func open(verb string, hexadecimal string) (string, error) {
	bytes, _ := hex.DecodeString(hexadecimal)
	set, wordSet = nil, nil
	var opened sized
	var err error
	if verb == "words" {
		wordSet, err = tilebase.OpenWords(bytes)
		opened = wordSet
	} else {
		set, err = tilebase.Open(bytes)
		opened = set
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%dx%d %d", opened.Width(), opened.Height(), opened.WorstCase()), nil
}

func answerWords(verb, board string) (string, error) {
	if verb == "hint" {
		move, err := wordSet.Hint(board)
		if move == "" {
			move = "-"
		}
		return move, err
	}
	moves, err := wordSet.Solve(board)
	text, count := strings.Join(moves, " "), len(moves)
	if !strings.Contains(text, ">") {
		text = strings.Join(moves, "")
		count = len(text)
	}
	return strings.TrimSpace(fmt.Sprint(count, " ", text)), err
}

func answer(line string) (string, error) {
	words := strings.Fields(line)
	rest := words[1:]
	if words[0] == "open" || words[0] == "words" {
		return open(words[0], strings.Join(rest, ""))
	}
	if wordSet != nil {
		return answerWords(words[0], strings.TrimSpace(line[len(words[0]):]))
	}
	if set == nil {
		return "closed", nil
	}
	switch words[0] {
	case "solve":
		actions, err := set.Solve(numbers(rest))
		return strings.TrimSpace(fmt.Sprint(len(actions), " ", actions)), err
	case "hint":
		hint, err := set.Hint(numbers(rest))
		action := "-"
		if hint.Action != 0 {
			action = string(rune(hint.Action))
		}
		return fmt.Sprintf("%s %d %x %x %d", action, hint.Stage, hint.Goal, hint.Fixed, hint.Remaining), err
	case "scramble":
		seed, _ := strconv.ParseUint(rest[2], 10, 64)
		wish := numbers(rest)
		boards, err := set.Scramble(wish[0], wish[1], seed, wish[3])
		var texts []string
		for _, board := range boards {
			texts = append(texts, text(board))
		}
		return strings.Join(texts, " / "), err
	case "random":
		seed, _ := strconv.ParseUint(rest[0], 10, 64)
		number, _ := strconv.ParseUint(rest[1], 10, 64)
		return text(set.RandomBoard(seed, number)), nil
	}
	return "unsupported", nil
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, end := in.ReadString('\n')
		if end != nil {
			return
		}
		said, err := answer(line)
		var failed *tilebase.Error
		if errors.As(err, &failed) {
			said = "error " + string(failed.Code)
		}
		fmt.Fprintln(out, said)
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}
