// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

// Package tilebase solves sliding-tile puzzles from what `tilebase export` makes: a raw image or a
// compact form.
//
//	set, err := tilebase.Open(bytes)
//	actions, err := set.Solve(board) // "LURD...": the directions in which tiles slide
//	hint, err := set.Hint(board)     // hint.Action: the next one
//
// A board is its tiles row by row, 0 for the blank. Whatever the bytes are, each call ends, with a
// right answer or an error. A set never changes, so any number of goroutines may use it. Section
// numbers are those of docs/format.md of tilebase.
package tilebase

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math/bits"
)

// Code tells what is wrong.
type Code string

const (
	Argument   Code = "argument"
	Board      Code = "board"
	Unsolvable Code = "unsolvable"
	BoardSize  Code = "board_size"
	Format     Code = "format"
	Version    Code = "version"
	Damaged    Code = "damaged"
	NotFound   Code = "not_found"
)

// Error is what every error of this package is: what was expected, and what was found.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return e.Message }

func failure(code Code, format string, values ...any) *Error {
	return &Error{code, fmt.Sprintf(format, values...)}
}

// need panics, with an *Error that the exported functions return.
func need(condition bool, code Code, format string, values ...any) {
	if !condition {
		panic(failure(code, format, values...))
	}
}

func intact(condition bool, what string, values ...any) {
	need(condition, Damaged, what+" is damaged: export the file again", values...)
}

func returned(err *error) {
	if panicked := recover(); panicked != nil {
		failed, ours := panicked.(*Error)
		if !ours {
			panic(panicked)
		}
		*err = failed
	}
}

// Hint is the next action: 'L', 'R', 'U', 'D', or 0 if the board is solved. The stage brings the
// tiles of Goal home, leaves Fixed alone, and needs Remaining more actions. In a set of tiles, bit
// t-1 is tile t.
type Hint struct {
	Action      byte
	Stage       int
	Goal, Fixed uint64
	Remaining   int
}

// TableSet is an open image or compact form.
type TableSet struct {
	width, height int
	allTiles      uint64
	worstCase     int
	stages        []stage
}

type stage struct {
	tables  []table
	detours []detour
}

type table struct {
	goal, fixed, free, entries uint64
	tracked                    []int
	maxDepth                   int
	policy                     []byte
	reachable                  []byte // empty if all entries can reach the goal
}

// A detour is a solution of the table's entry of this rank.
type detour struct {
	rank    uint64
	actions []int
}

const letters = "LRUD"

// Open opens an image or a compact form.
func Open(data []byte) (set *TableSet, err error) {
	defer returned(&err)
	opened := &TableSet{}
	switch {
	case bytes.HasPrefix(data, []byte("TILEIMAG")):
		opened.openImage(data)
	case bytes.HasPrefix(data, []byte("TBC")) && len(data) > 3:
		opened.openCompact(data)
	default:
		return nil, failure(Format, "expected an image (TILEIMAG) or a compact form (TBC)")
	}
	return opened, nil
}

func (set *TableSet) Width() int  { return set.width }
func (set *TableSet) Height() int { return set.height }

// WorstCase returns a number of actions that no board exceeds.
func (set *TableSet) WorstCase() int { return set.worstCase }

// Solve returns the letters of the actions that solve a board.
func (set *TableSet) Solve(board []int) (actions string, err error) {
	defer returned(&err)
	return string(set.solve(set.checkedPosition(board))), nil
}

// Hint returns the next action for any board. A player who takes every hint is home within
// WorstCase actions. Nothing has to be kept between two boards.
func (set *TableSet) Hint(board []int) (hint Hint, err error) { // section 13.2
	defer returned(&err)
	at := set.checkedPosition(board)
	for s := len(set.stages) - 1; s >= 0 && at.home != set.allTiles; s-- {
		stage := &set.stages[s]
		t := &stage.tables[len(stage.tables)-1]
		var best []byte
		isFound := false
		if end := at.copy(); t.admits(at) && set.walk(t, end) {
			best, isFound = end.path, true
		}
		astray := bits.OnesCount64((t.goal | t.fixed) &^ at.home)
		for _, detour := range stage.detours {
			for left := astray; left <= len(detour.actions) && (!isFound || left < len(best)); left++ {
				if end := at.copy(); t.play(detour, left, end) {
					best, isFound = end.path, true
				}
			}
		}
		if len(best) > 0 {
			return Hint{best[0], s, t.goal, t.fixed, len(best)}, nil
		}
	}
	intact(at.home == set.allTiles, "the set")
	return Hint{Stage: len(set.stages), Fixed: set.allTiles}, nil
}

// Scramble returns random boards that Solve solves in least to most actions. The same seed gives the
// same boards everywhere. If fewer than one random board in 16,000 will do, it first solves 65,536
// of them, and then walks back from the goal. The error is NotFound if 2^20 boards will not do.
func (set *TableSet) Scramble(least, most int, seed uint64, count int) (boards [][]int, err error) { // section 13.4
	defer returned(&err)
	need(0 <= least && least <= most && count >= 0, Argument, "expected 0 <= least <= most, found %d and %d", least, most)
	limit := most
	if limit > set.worstCase {
		limit = set.worstCase
	}
	draws := random{}
	hits := 0
	for tried := 0; tried < 1<<16 && hits < 4 && least <= limit; tried++ {
		if set.fits(set.randomPosition(&draws), least, limit) {
			hits++
		}
	}
	for tried := 0; len(boards) < count; tried++ {
		need(tried < 1<<20 && least <= limit, NotFound, "found no board of %d to %d actions", least, most)
		if tried == 0 && len(boards)%64 == 0 {
			draws = randomOfBoards(seed, uint64(len(boards)/64))
		}
		var at *position
		if hits == 4 || len(set.stages) == 1 && tried%2 == 0 {
			at = set.randomPosition(&draws)
		} else {
			at = set.walkFromGoal(&draws, limit)
		}
		if set.fits(at, least, limit) {
			boards = append(boards, at.tile)
			tried = -1
		}
	}
	return boards, nil
}

// RandomBoard returns board `number` of the random solvable boards that the seed begins.
func (set *TableSet) RandomBoard(seed, number uint64) []int { // section 13.3
	draws := randomOfBoards(seed, number/64)
	for skip := number % 64; skip > 0; skip-- {
		set.randomPosition(&draws)
	}
	return set.randomPosition(&draws).tile
}

func (set *TableSet) fits(at *position, least, most int) bool {
	moves := len(set.solve(at.copy()))
	return least <= moves && moves <= most
}

// solve solves a position. It returns the path.
func (set *TableSet) solve(at *position) []byte { // section 13.1
	for s := range set.stages {
		stage := &set.stages[s]
		if stage.tables[0].isDone(at) {
			continue
		}
		chosen := 0
		for chosen < len(stage.tables) && !stage.tables[chosen].solves(at) {
			chosen++
		}
		intact(chosen < len(stage.tables), "the set")
		t := &stage.tables[chosen]
		rank := t.rank(at)
		d := 0
		for d < len(stage.detours) && stage.detours[d].rank != rank {
			d++
		}
		if d == len(stage.detours) {
			intact(set.walk(t, at), "a table")
		} else {
			intact(t.play(stage.detours[d], len(stage.detours[d].actions), at), "a detour")
		}
	}
	intact(at.home == set.allTiles, "the last stage")
	return at.path
}

// walk walks towards the table's goal. It returns whether it gets there.
func (set *TableSet) walk(t *table, at *position) bool {
	for begin := len(at.path); !t.isDone(at); {
		isOver := len(at.path) >= set.worstCase || len(at.path)-begin >= t.maxDepth
		if isOver || !at.slide(t.action(t.rank(at))) || !t.admits(at) {
			return false
		}
	}
	return true
}

// play plays the last `count` actions of a detour. It returns whether that finishes the stage.
func (t *table) play(detour detour, count int, at *position) bool {
	for _, action := range detour.actions[len(detour.actions)-count:] {
		if !at.slide(action) {
			return false
		}
	}
	return t.isDone(at) && t.admits(at)
}

func (t *table) isDone(at *position) bool { return t.goal&^at.home == 0 }
func (t *table) admits(at *position) bool { return t.fixed&^at.home == 0 }
func (t *table) action(rank uint64) int   { return int(t.policy[rank/4]>>(rank%4*2)) & 3 }

func (t *table) solves(at *position) bool {
	if !t.admits(at) || len(t.reachable) == 0 {
		return t.admits(at)
	}
	rank := t.rank(at)
	return t.reachable[rank/8]>>(rank%8)&1 != 0
}

// rank returns the number of the board's entry (section 2.3). It requires a board that the table
// admits.
func (t *table) rank(at *position) uint64 {
	positions := uint64(bits.OnesCount64(t.free) - 1)
	others := t.free &^ (1 << at.cell[0])
	rank := uint64(bits.OnesCount64(t.free & (1<<at.cell[0] - 1)))
	for _, tile := range t.tracked {
		rank = rank*positions + uint64(bits.OnesCount64(others&(1<<at.cell[tile]-1)))
		positions--
		others &^= 1 << at.cell[tile]
	}
	return rank
}

// A position is a board on its way.
type position struct {
	width int
	tile  []int  // on each cell
	cell  []int  // of each tile
	home  uint64 // the tiles that are home
	path  []byte // the letters of its actions
}

func (set *TableSet) checkedPosition(board []int) *position {
	cells := set.width * set.height
	need(len(board) == cells, BoardSize, "expected a board of %d cells, found %d", cells, len(board))
	seen := uint64(0)
	for _, tile := range board {
		need(0 <= tile && tile < cells && seen>>uint(tile)&1 == 0, Board, "expected each of 0 to %d once, found %d", cells-1, tile)
		seen |= 1 << tile
	}
	at := set.position(board)
	need(!at.isOdd(), Unsolvable, "no moves solve this board: swap two of its tiles")
	return at
}

func (set *TableSet) position(board []int) *position {
	at := &position{width: set.width, tile: make([]int, len(board)), cell: make([]int, len(board))}
	for cell, tile := range board {
		at.put(tile, cell)
	}
	return at
}

// copy returns the same board with an empty path.
func (at *position) copy() *position {
	return &position{at.width, append([]int(nil), at.tile...), append([]int(nil), at.cell...), at.home, nil}
}

func (at *position) put(tile, cell int) {
	at.tile[cell], at.cell[tile] = tile, cell
	if tile > 0 {
		at.home &^= 1 << (tile - 1)
	}
	if tile == cell+1 {
		at.home |= 1 << cell
	}
}

func (at *position) swap(a, b int) {
	tile := at.tile[a]
	at.put(at.tile[b], a)
	at.put(tile, b)
}

// from returns the cell of the tile that the action slides, or -1.
func (at *position) from(action int) int {
	column := at.cell[0] % at.width
	from := at.cell[0] + [4]int{1, -1, at.width, -at.width}[action]
	if action == 0 && column+1 == at.width || action == 1 && column == 0 || from < 0 || from >= len(at.tile) {
		return -1
	}
	return from
}

// slide applies an action. It returns false if that slides no tile.
func (at *position) slide(action int) bool {
	from := at.from(action)
	if from < 0 {
		return false
	}
	at.swap(from, at.cell[0])
	at.path = append(at.path, letters[action])
	return true
}

// isOdd tells whether no moves solve the board: each changes the inversions and the blank's row in
// step.
func (at *position) isOdd() bool {
	odd := (at.width + 1) % 2 * (len(at.tile)/at.width - 1 - at.cell[0]/at.width)
	for cell, tile := range at.tile {
		for _, before := range at.tile[:cell] {
			if before > tile && tile > 0 {
				odd++
			}
		}
	}
	return odd%2 != 0
}

// SplitMix64.
type random struct{ state uint64 }

func randomOfBoards(seed, group uint64) random {
	if group == 0 {
		return random{seed}
	}
	first := random{seed + group*0xd1342543de82ef95}
	return random{first.next()}
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) below(bound int) int {
	for {
		draw := r.next() >> 32
		value := draw % uint64(bound)
		if draw-value+uint64(bound) <= 1<<32 {
			return int(value)
		}
	}
}

func (set *TableSet) solved() *position {
	board := make([]int, set.width*set.height)
	for cell := range board[1:] {
		board[cell] = cell + 1
	}
	return set.position(board)
}

func (set *TableSet) randomPosition(draws *random) *position {
	at := set.solved()
	for cell := len(at.tile) - 1; cell > 0; cell-- {
		at.swap(cell, draws.below(cell+1))
	}
	if at.isOdd() {
		first, second := 0, 1 // the first two cells that have a tile
		if at.cell[0] < 2 {
			first, second = 1-at.cell[0], 2
		}
		at.swap(first, second)
	}
	return at
}

func (set *TableSet) walkFromGoal(draws *random, most int) *position {
	at := set.solved()
	back := -1
	for left := draws.below(most + 1); left > 0; left-- {
		var choices []int
		for action := 0; action < 4; action++ {
			if action != back && at.from(action) >= 0 {
				choices = append(choices, action)
			}
		}
		action := choices[draws.below(len(choices))]
		at.slide(action)
		back = action ^ 1
	}
	return at
}

func (set *TableSet) openCompact(data file) { // section 12
	checkVersion("compact form", int(data[3]))
	end := len(data) - 4
	intact(end >= 16 && int64(data.u32(8)) == int64(len(data)) && data[7] == 0, "the compact form")
	intact(data.u32(end) == crc32.ChecksumIEEE(data[:end]), "the compact form")
	set.setSize(data[4], data[5], data.u32(12))
	setBytes := (set.width*set.height + 7) / 8
	at := 16
	home := uint64(0)
	for s := 0; s < int(data[6]); s++ {
		policy := at + 9 + 2*setBytes
		intact(policy <= end && uint64(data.u32(at))+uint64(data.u32(at+4)) <= uint64(end-policy), "stage %d", s)
		begin := policy + int(data.u32(at))
		next := begin + int(data.u32(at+4))
		goal, fixed := data.number(at+9, setBytes), data.number(at+9+setBytes, setBytes)
		t := set.table(goal, fixed, int(data[at+8]), 1<<31-1, data[policy:begin], nil)
		intact(uint64(len(t.policy)) == (t.entries+3)/4 && fixed&^home == 0, "stage %d", s)
		opened := stage{tables: []table{t}}
		for begin < next {
			d := detour{data.number(begin, 3), make([]int, data[begin+3])}
			begin += 4
			length := (len(d.actions) + 3) / 4
			intact(length > 0 && begin+length <= next, "stage %d", s)
			for i := range d.actions {
				d.actions[i] = int(data[begin+i/4]>>(i%4*2)) & 3
			}
			opened.detours = append(opened.detours, d)
			begin += length
		}
		set.stages = append(set.stages, opened)
		home |= goal
		at = next
	}
	intact(at == end && home == set.allTiles, "the compact form")
}

// A part of an image, or the tables of a stage.
type part struct{ begin, end int }

func (p part) size() int { return p.end - p.begin }

func (set *TableSet) openImage(data file) { // section 11; the records: 3 to 5; the rules: 7
	parts := directory(data)
	at, end := parts[0].begin, parts[0].end
	intact(end-at >= 40 && string(data[at:at+8]) == "TILEBASE", "the set record")
	isJoined := data.u16(at+8) == 3 // the worst case is joined at the seams (section 3)
	if !isJoined {
		checkVersion("set record", data.u16(at+8))
	}
	stages := data.u16(at + 16)
	used := 32 + 8*stages + data.u16(at+18) + data.u16(at+20)
	data.checkRecord("the set record", parts[0], (used+7)/8*8+8)
	tables := len(parts) / 4
	intact(int64(data.u32(at+12)) == int64(tables) && data.isZero(at+used, end-8), "the set record")
	set.setSize(data[at+10], data[at+11], data.u32(at+24))
	var runs []part
	for s := 0; s < stages; s++ {
		first, count := uint64(data.u32(at+32+8*s)), uint64(data.u32(at+36+8*s))
		intact(count > 0 && first+count <= uint64(tables), "the set record")
		runs = append(runs, part{int(first), int(first + count)})
	}
	for t := 0; t < tables; t++ {
		record := parts[1+4*t]
		intact(record.size() >= 80, "the record of table %d", t)
		size := 88 + 8*data.u16(record.begin+60)
		if data[record.begin+62] == 2 {
			size += 192
		}
		data.checkRecord("a table record", record, size)
	}
	set.openStages(data, parts, runs)
	sum, deepest := 0, 0
	for _, stage := range set.stages {
		depth := 0
		for _, t := range stage.tables {
			if t.maxDepth > depth {
				depth = t.maxDepth
			}
		}
		sum += depth
		if depth > deepest {
			deepest = depth
		}
	}
	joined := sum
	if isJoined {
		joined = int(data.u32(at + 28))
	}
	intact(set.worstCase == sum && deepest <= joined && joined <= sum && data.u16(at+22) == 0 &&
		(isJoined || data.u32(at+28) == 0), "the worst case")
	set.worstCase = joined
}

func directory(data file) []part {
	size := uint64(len(data))
	intact(size >= 32, "the image")
	order, width := data.u16(8), data[10]
	need(order != 0xfffe && (order != 0xfeff || width != 4), Version, "image: expected little-endian and offsets of 64 bits")
	intact(order == 0xfeff && width == 8, "the image")
	checkVersion("image", data.u16(12))
	count := uint64(data.u32(24))
	end := 40 + 16*count
	intact(data.u64(16) == size && count%4 == 1 && count > 1 && end <= size, "the directory")
	intact(data[11] == 0 && data.u16(14) == 0 && data.u32(28) == 0, "the directory")
	data.checkRecord("the directory", part{0, int(end)}, int(end))
	// next returns where the part begins that follows `end`.
	next := func() uint64 {
		begin := (end + 15) / 16 * 16
		intact(begin <= size && data.isZero(int(end), int(begin)), "the image")
		return begin
	}
	parts := make([]part, count)
	for i := range parts {
		begin, length := next(), data.u64(40+16*i)
		intact(data.u64(32+16*i) == begin && length <= size-begin, "the directory")
		end = begin + length
		parts[i] = part{int(begin), int(end)}
	}
	intact(next() == size, "the image")
	return parts
}

// openStages opens the stages of the first part of the plan that ends at home. Others are not used.
func (set *TableSet) openStages(data file, parts, runs []part) {
	begin, metric, home, endsAtHome := 0, byte(0), uint64(0), true
	for s := 0; s < len(runs) && len(set.stages) == 0; s++ {
		record := parts[1+4*runs[s].begin].begin
		if home == 0 {
			begin, metric, endsAtHome = s, data[record+62], true
			if metric == 1 || metric == 2 || metric == 4 { // a pattern, values or bounds
				continue
			}
		}
		intact(data[record+62] == metric && data.u64(record+8) == home, "stage %d", s)
		for t := runs[s].begin; t < runs[s].end; t++ {
			endsAtHome = endsAtHome && data[parts[1+4*t].begin+65] == 0
		}
		home |= data.u64(record) & set.allTiles
		if home != set.allTiles {
			continue
		}
		home = 0
		if !endsAtHome {
			continue
		}
		need(metric == 0, Version, "expected stages of single moves: 'tilebase build' makes such a set")
		for _, run := range runs[begin : s+1] {
			opened := stage{}
			for t := run.begin; t < run.end; t++ {
				opened.tables = append(opened.tables, set.openTable(data, t, parts[1+4*t:5+4*t], t+1 == run.end))
			}
			set.stages = append(set.stages, opened)
		}
	}
	intact(home == 0, "the last stage")
	need(len(set.stages) > 0, Version, "expected stages that end at home: 'tilebase build' makes such a set")
}

func (set *TableSet) openTable(data file, number int, parts []part, isLast bool) table {
	at, index := parts[0].begin, parts[1]
	policy, reachable := data[parts[2].begin:parts[2].end], data[parts[3].begin:parts[3].end]
	need(data[at+64] == 0, Version, "table %d is compressed: export the image with --raw", number)
	goal, fixed := data.u64(at), data.u64(at+8)
	// Parity tells where the last tiles are if fewer than two others are left.
	tracked := bits.OnesCount64(goal)
	for others := set.width*set.height - 1 - tracked - bits.OnesCount64(fixed); others < 2 && tracked > 0; others++ {
		tracked--
	}
	t := set.table(goal, fixed, tracked, data.u16(at+60), policy, reachable)
	kind, reachableBytes := byte(0), uint64(0)
	if !isLast {
		kind, reachableBytes = 1, (t.entries+7)/8
	}
	intact(data.u64(at+16) == t.entries && uint64(len(policy)) == (t.entries+3)/4 && uint64(len(reachable)) == reachableBytes &&
		data[at+63] == kind && data.u32(at+56) == 65536 && data.isZero(at+66, at+72), "the record of table %d", number)
	blocks := (len(policy)+65535)/65536 + (len(reachable)+65535)/65536
	data.checkRecord("an index", index, 16*blocks+8)
	content := file(append(append([]byte(nil), policy...), reachable...))
	begin := 0
	for entry := index.begin; entry < index.end-8; entry += 16 {
		end := len(content)
		if begin < len(policy) {
			end = len(policy)
		}
		if end > begin+65536 {
			end = begin + 65536
		}
		intact(data.u64(entry) == uint64(begin) && data.u64(entry+8) == content[begin:end].hash(), "table %d", number)
		begin = end
	}
	intact(data.u64(at+40) == content.hash(), "table %d", number)
	return t
}

// table makes a table. The lowest `tracked` tiles of the goal make up the rank.
func (set *TableSet) table(goal, fixed uint64, tracked, maxDepth int, policy, reachable []byte) table {
	intact(goal != 0 && goal&fixed == 0 && (goal|fixed)&^set.allTiles == 0 && tracked <= bits.OnesCount64(goal), "a table")
	t := table{goal: goal, fixed: fixed, free: (set.allTiles<<1 | 1) &^ fixed, entries: 1, maxDepth: maxDepth}
	t.policy, t.reachable = append([]byte(nil), policy...), append([]byte(nil), reachable...)
	for rest := goal; len(t.tracked) < tracked; rest &= rest - 1 {
		t.tracked = append(t.tracked, bits.TrailingZeros64(rest)+1)
	}
	for i := 0; i <= tracked; i++ {
		t.entries *= uint64(bits.OnesCount64(t.free) - i)
		intact(t.entries <= 1<<33, "a table")
	}
	if t.entries < uint64(maxDepth) {
		t.maxDepth = int(t.entries)
	}
	return t
}

func (set *TableSet) setSize(width, height byte, worstCase uint32) {
	intact(2 <= width && width <= 8 && 2 <= height && height <= 8 && worstCase <= 63*65535, "the size")
	set.width, set.height, set.worstCase = int(width), int(height), int(worstCase)
	set.allTiles = 1<<(set.width*set.height-1) - 1
}

func checkVersion(what string, version int) {
	need(version <= 1, Version, "%s: expected version 1, found %d", what, version)
	intact(version == 1, "the %s", what)
}

// A file is its bytes: little-endian numbers, and the hash XXH3-64 with seed 0.
type file []byte

func (f file) u16(at int) int    { return int(binary.LittleEndian.Uint16(f[at:])) }
func (f file) u32(at int) uint32 { return binary.LittleEndian.Uint32(f[at:]) }
func (f file) u64(at int) uint64 { return binary.LittleEndian.Uint64(f[at:]) }

func (f file) number(at, size int) uint64 {
	number := uint64(0)
	for i := size - 1; i >= 0; i-- {
		number = number<<8 | uint64(f[at+i])
	}
	return number
}

func (f file) isZero(begin, end int) bool { return len(bytes.Trim(f[begin:end], "\x00")) == 0 }

// checkRecord checks a record's length, and the hash at its end.
func (f file) checkRecord(what string, at part, size int) {
	intact(at.size() == size && f[at.begin:at.end-8].hash() == f.u64(at.end-8), what)
}

// The default secret of XXH3.
var secret = file(mustDecode("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f" +
	"cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
	"3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
	"a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
	"eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e" +
	"2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"))

func mustDecode(text string) []byte {
	decoded, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return decoded
}

const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
)

// hash returns the hash of at least one byte.
func (f file) hash() uint64 {
	size := len(f)
	switch {
	case size <= 3:
		word := uint64(f[0])<<16 | uint64(f[size/2])<<24 | uint64(f[size-1]) | uint64(size)<<8
		h := word ^ uint64(secret.u32(0)^secret.u32(4))
		h = (h ^ h>>33) * prime2
		h = (h ^ h>>29) * prime3
		return h ^ h>>32
	case size <= 8:
		h := (uint64(f.u32(size-4)) + uint64(f.u32(0))<<32) ^ secret.u64(8) ^ secret.u64(16)
		h = (h ^ bits.RotateLeft64(h, 49) ^ bits.RotateLeft64(h, 24)) * 0x9FB21C651E98DF25
		h = (h ^ (h>>35 + uint64(size))) * 0x9FB21C651E98DF25
		return h ^ h>>28
	case size <= 16:
		low := secret.u64(24) ^ secret.u64(32) ^ f.u64(0)
		high := secret.u64(40) ^ secret.u64(48) ^ f.u64(size-8)
		return avalanche(uint64(size) + bits.ReverseBytes64(low) + high + fold(low, high))
	}
	hash := uint64(size) * prime1
	if size <= 128 {
		for i := 0; i <= (size-1)/32; i++ {
			hash += f.mix(16*i, 32*i) + f.mix(size-16*(i+1), 32*i+16)
		}
		return avalanche(hash)
	}
	if size <= 240 {
		for i := 0; i < 8; i++ {
			hash += f.mix(16*i, 16*i)
		}
		hash = avalanche(hash)
		for i := 8; i < size/16; i++ {
			hash += f.mix(16*i, 16*i-125)
		}
		return avalanche(hash + f.mix(size-16, 119))
	}
	lanes := [8]uint64{0xC2B2AE3D, prime1, prime2, prime3, 0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, 0x9E3779B1}
	addStripe := func(at, secretAt int) {
		for l := range lanes {
			value := f.u64(at + 8*l)
			keyed := value ^ secret.u64(secretAt+8*l)
			lanes[l^1] += value
			lanes[l] += keyed & 0xffffffff * (keyed >> 32)
		}
	}
	for i := 0; i < (size-1)/64; i++ {
		addStripe(64*i, i%16*8)
		for l := 0; l < 8 && i%16 == 15; l++ {
			lanes[l] = (lanes[l] ^ lanes[l]>>47 ^ secret.u64(128+8*l)) * 0x9E3779B1
		}
	}
	addStripe(size-64, 121)
	for l := 0; l < 8; l += 2 {
		hash += fold(lanes[l]^secret.u64(11+8*l), lanes[l+1]^secret.u64(19+8*l))
	}
	return avalanche(hash)
}

func (f file) mix(at, secretAt int) uint64 {
	return fold(f.u64(at)^secret.u64(secretAt), f.u64(at+8)^secret.u64(secretAt+8))
}

// fold returns the two halves of the 128-bit product, exclusive or.
func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

func avalanche(h uint64) uint64 {
	h = (h ^ h>>37) * 0x165667919E3779F9
	return h ^ h>>32
}
