// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

package tilebase

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

const (
	anySymbol = 255
	wallCell  = -1
	otherTile = -3
)

// WordSet solves boards that are no permutations: with equal tiles, with walls, with several goals,
// and warehouses with several blanks. It reads a file of `tilebase build --store raw`.
//
//	store, err := tilebase.OpenWords(bytes)
//	steps, err := store.Solve("..1./_.../.._.") // "7>8,13>14", "8>9": what moves in each step
//
// In a board's text rows are separated by '/', and a cell is a digit or letter (10 to 35), or cells
// are numbers between spaces: _ or 0 is a blank, # a wall, . any other tile. Each solution has the
// least cost. docs/format.md of tilebase, section 14, has the terms and the layout.
type WordSet struct {
	width, height int
	metric        int     // 0 stm, 1 mtm, 2 steps, 3 line-steps
	open          []int   // the open cells, ascending
	next          [][]int // beside each open cell, by direction; -1: a wall or the edge
	label         []int   // of each symbol; symbol 0 is the blank
	count         []int   // of open cells with each symbol
	goals         []goal
	worstCase     int
	side          int     // that all goals are on; -1: both sides have states
	weight        []int   // of the digit of each class of symbols; that of the last class is 0
	choose        [][]int // binomials
	states        int
	valueBytes    int
	planes        []byte
}

type goal struct {
	cost int
	word []int // the symbol on each open cell, or anySymbol
}

// A run is a blank's way from an open cell: left, right, up or down, over so many tiles.
type run struct{ from, direction, length int }

// OpenWords opens a raw table.
func OpenWords(data []byte) (set *WordSet, err error) {
	defer returned(&err)
	opened := &WordSet{}
	opened.read(data)
	return opened, nil
}

func (set *WordSet) Width() int  { return set.width }
func (set *WordSet) Height() int { return set.height }

// WorstCase returns a cost that no board exceeds.
func (set *WordSet) WorstCase() int { return set.worstCase }

// Solve returns the moves of a solution of the least cost. With one blank a move is the letters of
// its slides; with several, FROM>TO for each tile that slides, separated by commas.
func (set *WordSet) Solve(board string) (moves []string, err error) {
	defer returned(&err)
	word := set.word(board)
	for value := set.value(word); !set.isGoal(word, value); value-- {
		moves = append(moves, set.move(word, value))
	}
	return moves, nil
}

// Hint returns the first move of that solution, empty at a goal.
func (set *WordSet) Hint(board string) (move string, err error) {
	defer returned(&err)
	word := set.word(board)
	if value := set.value(word); !set.isGoal(word, value) {
		move = set.move(word, value)
	}
	return move, nil
}

func (set *WordSet) isGoal(word []int, cost int) bool {
	for _, goal := range set.goals {
		fits := goal.cost == cost
		for c, symbol := range goal.word {
			fits = fits && (symbol == anySymbol || symbol == word[c])
		}
		if fits {
			return true
		}
	}
	return false
}

func (set *WordSet) value(word []int) int {
	unreachable := 1<<(8*set.valueBytes) - 1
	value := unreachable
	if set.side < 0 || set.sideOf(word) == set.side {
		value = set.valueAt(set.rank(word))
	}
	need(value != unreachable, Unsolvable, "no moves lead from this board to a goal")
	return value
}

func (set *WordSet) valueAt(state int) int {
	value := int(set.planes[state])
	if set.valueBytes == 2 {
		value |= int(set.planes[set.states+state]) << 8
	}
	return value
}

// move plays the table's move of a board of this value that is no goal.
func (set *WordSet) move(word []int, value int) string {
	if set.metric > 0 {
		runs := set.decode(word, set.rank(word))
		move := set.play(word, runs)
		intact(len(runs) > 0 && set.valueAt(set.rank(word))+1 == value, "the table")
		return move
	}
	for from, symbol := range word {
		for direction := 0; direction < 4 && symbol == 0; direction++ {
			to := set.next[from][direction]
			if to < 0 || word[to] == 0 {
				continue
			}
			after := append([]int(nil), word...)
			move := set.play(after, []run{{from, direction, 1}})
			if set.valueAt(set.rank(after))+1 == value {
				copy(word, after)
				return move
			}
		}
	}
	intact(false, "the table")
	return ""
}

// decode returns the runs of a state's move, by its code; none if the blanks cannot move so.
func (set *WordSet) decode(word []int, state int) []run {
	code := uint64(0)
	for plane := len(set.planes)/set.states - 1; plane >= set.valueBytes; plane-- {
		code = code<<8 | uint64(set.planes[plane*set.states+state])
	}
	var runs []run
	isTaken := make([]bool, len(word))
	for c, symbol := range word {
		isTaken[c] = symbol == 0
	}
	base := uint64(set.width + set.height)
	for from, symbol := range word {
		if symbol != 0 {
			continue
		}
		to := int(code % base)
		code /= base
		row, column := set.open[from]/set.width, set.open[from]%set.width
		if to == column {
			continue
		}
		far, direction := to-column, 0
		if to >= set.width {
			far, direction = to-set.width-row, 2
		}
		length := -far
		if far >= 0 {
			length = far
			direction++
		}
		if length == 0 || length > 1 && set.metric%2 == 0 {
			return nil
		}
		for at, i := from, 0; i < length; i++ {
			at = set.next[at][direction]
			if at < 0 || isTaken[at] {
				return nil
			}
			isTaken[at] = true
		}
		runs = append(runs, run{from, direction, length})
	}
	if code != 0 || set.metric < 2 && len(runs) != 1 {
		return nil
	}
	return runs
}

// play moves the tiles of all runs. It returns the move's text.
func (set *WordSet) play(word []int, runs []run) string {
	var slides []string
	for _, run := range runs {
		at := run.from
		for i := 0; i < run.length; i++ {
			tile := set.next[at][run.direction]
			word[at] = word[tile]
			if set.count[0] == 1 {
				slides = append(slides, "RLDU"[run.direction:run.direction+1])
			} else {
				slides = append(slides, strconv.Itoa(set.open[tile])+">"+strconv.Itoa(set.open[at]))
			}
			at = tile
		}
		word[at] = 0
	}
	if set.count[0] == 1 {
		return strings.Join(slides, "")
	}
	return strings.Join(slides, ",")
}

// rank returns the number of the board's state.
func (set *WordSet) rank(word []int) int {
	last := len(set.weight) - 1
	seen := make([]int, len(set.weight))   // of each class so far
	before := make([]int, len(set.weight)) // positions so far that no lower class has taken
	rank := 0
	for c, number := range word {
		if number > last {
			number = last
		}
		position := before[number]
		if number == 0 {
			position = c
		}
		if number < last {
			seen[number]++
			rank += set.choose[position][seen[number]] * set.weight[number]
		}
		for other := 1; other <= number; other++ {
			before[other]++
		}
	}
	return rank
}

// sideOf returns what no move of a permutation changes: its parity and the colour of the blank's
// cell.
func (set *WordSet) sideOf(word []int) int {
	odd := 0
	for b, symbol := range word {
		if symbol == 0 {
			odd += set.open[b]/set.width + set.open[b]%set.width
		}
		for _, before := range word[:b] {
			if before > symbol {
				odd++
			}
		}
	}
	return odd % 2
}

// word reads a board.
func (set *WordSet) word(text string) []int {
	rows := strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == '\n' })
	var cells []int
	lines := 0
	isSpaced := false
	for r, row := range rows {
		rows[r] = strings.TrimSpace(row)
		isSpaced = isSpaced || strings.ContainsAny(rows[r], " \t,")
		if rows[r] != "" {
			lines++
		}
	}
	for _, row := range rows {
		if row == "" {
			continue
		}
		words := strings.Split(row, "")
		if isSpaced || set.width == 1 && lines > 1 { // in a board of width 1, a row is a number
			words = strings.FieldsFunc(row, func(c rune) bool { return strings.ContainsRune(" \t\r,", c) })
		}
		for _, word := range words {
			cells = append(cells, cellOf(word))
		}
		need(lines == 1 || len(cells)%set.width == 0, Board, "expected rows of %d cells", set.width)
	}
	need(len(cells) == set.width*set.height && (lines == 1 || lines == set.height), Board,
		"expected %d cells, found %d", set.width*set.height, len(cells))
	word := make([]int, 0, len(set.open))
	found := make([]int, len(set.count))
	for c, value := range cells {
		isOpen := len(word) < len(set.open) && set.open[len(word)] == c
		need(isOpen == (value != wallCell), Board, "cell %d: expected walls where the set has them", c)
		if isOpen {
			word = append(word, set.symbol(value))
			found[word[len(word)-1]]++
		}
	}
	for s := range found {
		need(found[s] == set.count[s], Board, "expected %d of the blank and each tile, found %d", set.count, found)
	}
	return word
}

func cellOf(text string) int {
	switch text {
	case "_":
		return 0
	case "#":
		return wallCell
	case ".":
		return otherTile
	}
	if letter := text[0] | 32; len(text) == 1 && 'a' <= letter && letter <= 'z' {
		return int(letter-'a') + 10
	}
	number, err := strconv.ParseUint(text, 10, 32)
	need(err == nil && number <= 9999, Board, "expected a tile, _ for a blank, # or ., found %s", text)
	return int(number)
}

func (set *WordSet) symbol(value int) int {
	rest := len(set.label) - 1
	if set.label[rest] != 0 {
		rest = -1
	}
	for s := 1; s < len(set.label) && value > 0; s++ {
		if set.label[s] == value {
			return s
		}
	}
	if value == 0 || rest < 0 && set.count[0] == 1 && value == len(set.open) {
		return 0
	}
	need(rest > 0, Board, "expected tiles of the board, found %d", value)
	return rest
}

func (set *WordSet) read(data file) {
	need(len(data) >= 14 && string(data[:8]) == "TILEIMAG", Format, "expected a table file (TILEIMAG)")
	version := data.u16(12)
	need(data.u16(8) == 0xfeff && data[10] == 8 && version <= 2, Version, "expected format version 2")
	need(version == 2, Format, "expected format version 2, found %d: open it with Open", version)
	size := uint64(len(data))
	intact(size >= 64 && data[:56].hash() == data.u64(56) && data.u64(48) == 0 && data.u64(16) == size, "the head")
	end := uint64(64)
	for length := 24; length < 48; length += 8 {
		intact(data.u64(length) <= size-end, "the head")
		end += data.u64(length)
	}
	index := 64 + int(data.u64(24))
	begin := index + int(data.u64(32))
	intact(end == size && index >= 128 && begin-index >= 8, "the head")
	data.checkRecord("the record", part{64, index}, index-64)
	set.width, set.height, set.metric, set.valueBytes = data.u16(64), data.u16(66), int(data[68]), int(data[69])
	need(set.metric <= 3 && data[71] == 0, Version, "expected a known metric, and '--store raw'")
	set.open, set.label = make([]int, data.u16(72)), make([]int, 1+data.u16(76))
	set.count = make([]int, len(set.label))
	set.count[0] = data.u16(74)
	goals, worstCase := data.u32(80), data.u32(84)
	at := 120
	lists := uint64(at + 2*len(set.open) + 4*(len(set.label)-1) + data.u16(78))
	lists += uint64(goals)*uint64(4+len(set.open)) + 8*(uint64(worstCase)+1)
	intact(worstCase < 65535 && (lists+7)/8*8+8 == uint64(index), "the record")
	used := int(lists)
	set.worstCase = int(worstCase)
	intact(data.isZero(used, index-8), "the record")
	intact(0 < set.width && 0 < set.height && set.width*set.height <= 512 && len(set.open) <= set.width*set.height &&
		1 <= set.count[0] && set.count[0] <= 8 && 2 <= len(set.label) && len(set.label) <= 251, "the record")
	for c := range set.open {
		set.open[c] = data.u16(at)
		intact(set.open[c] < set.width*set.height && (c == 0 || set.open[c-1] < set.open[c]), "the open cells")
		at += 2
	}
	total, most := set.count[0], set.count[0]
	isPermutation := set.count[0] == 1
	for s := 1; s < len(set.label); s++ {
		set.label[s], set.count[s] = data.u16(at), data.u16(at+2)
		isRest := set.label[s] == 0 && s == len(set.label)-1
		intact(set.count[s] > 0 && set.label[s] <= 9999 && (set.label[s] > set.label[s-1] || isRest), "the list of tiles")
		total += set.count[s]
		if set.count[s] > most {
			most = set.count[s]
		}
		isPermutation = isPermutation && set.count[s] == 1
		at += 4
	}
	intact(total == len(set.open) && goals > 0, "the record")
	isHalved := isPermutation && len(set.open) >= 3
	for len(set.goals) < int(goals) {
		read := goal{int(data.u32(at)), make([]int, len(set.open))}
		left := append([]int(nil), set.count...)
		for c := range read.word {
			symbol := int(data[at+4+c])
			read.word[c] = symbol
			if symbol == anySymbol {
				isHalved = false
				continue
			}
			intact(symbol < len(left) && left[symbol] > 0, "a goal")
			left[symbol]--
		}
		intact(read.cost <= 10000, "a goal")
		set.goals = append(set.goals, read)
		at += 4 + len(set.open)
		isHalved = isHalved && set.sideOf(read.word) == set.sideOf(set.goals[0].word)
	}
	sum := uint64(0)
	for value := 0; value <= set.worstCase; value++ {
		intact(data.u64(at) <= size, "the histogram")
		sum += data.u64(at)
		at += 8
	}
	intact(data.u64(at-8) > 0 && sum == data.u64(96), "the histogram")
	for _, letter := range data[at:used] {
		intact(' ' <= letter && letter <= '~', "the record")
	}
	set.side = -1
	classes := len(set.label)
	if isHalved { // the last two symbols count as one class
		set.side = set.sideOf(set.goals[0].word)
		classes--
	}
	set.choose = binomials(len(set.open), most)
	set.weight = make([]int, classes)
	set.states = 1
	for s, left := len(set.label)-1, 0; s >= 0; s-- {
		left += set.count[s]
		if s < classes-1 {
			set.weight[s] = set.states
			states := uint64(set.states) * uint64(set.choose[left][set.count[s]])
			intact(states <= size, "the record")
			set.states = int(states)
		}
	}
	codeBytes := 0
	for set.metric > 0 && codeBytes < 8 &&
		(codeBytes == 0 || math.Pow(float64(set.width+set.height), float64(set.count[0])) > math.Pow(256, float64(codeBytes))) {
		codeBytes++
	}
	set.planes = append([]byte(nil), data[begin:]...)
	isWide := set.worstCase >= 255
	intact(data.u64(88) == uint64(set.states) && sum <= uint64(set.states) && isWide == (set.valueBytes == 2) &&
		(isWide || set.valueBytes == 1) && int(data[70]) == codeBytes && data.u64(112) == uint64(len(set.planes)) &&
		len(set.planes) == set.states*(set.valueBytes+codeBytes), "the record")
	data.checkRecord("the index", part{index, begin}, (len(set.planes)+65535)/65536*16+8)
	for block := 0; block < len(set.planes); block += 65536 {
		end := block + 65536
		if end > len(set.planes) {
			end = len(set.planes)
		}
		intact(data.u64(index) == uint64(block) && data.u64(index+8) == file(set.planes[block:end]).hash(), "a block")
		index += 16
	}
	intact(data.u64(104) == file(set.planes).hash(), "the table")
	set.next = set.neighbours()
}

// neighbours returns the open cells to the left, right, above and below each open cell.
func (set *WordSet) neighbours() [][]int {
	number := func(cell int) int {
		at := sort.SearchInts(set.open, cell)
		if at < len(set.open) && set.open[at] == cell {
			return at
		}
		return -1
	}
	var next [][]int
	for _, cell := range set.open {
		beside := []int{-1, -1, number(cell - set.width), number(cell + set.width)}
		if cell%set.width > 0 {
			beside[0] = number(cell - 1)
		}
		if (cell+1)%set.width > 0 {
			beside[1] = number(cell + 1)
		}
		next = append(next, beside)
	}
	return next
}

// binomials returns Pascal's triangle, cut off at a number that no table reaches.
func binomials(most, columns int) [][]int {
	choose := make([][]int, most+1)
	for n := range choose {
		choose[n] = make([]int, columns+1)
		choose[n][0] = 1
		for k := 1; n > 0 && k <= columns; k++ {
			choose[n][k] = choose[n-1][k-1] + choose[n-1][k]
			if choose[n][k] > 1<<31-1 {
				choose[n][k] = 1<<31 - 1
			}
		}
	}
	return choose
}
