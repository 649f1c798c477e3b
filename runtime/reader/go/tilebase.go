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
	data          []byte
	width, height int
	allTiles      uint64
	worstCase     int
	stages        []stage
}

type stage struct {
	tables       []table
	detours, end int // where its detours begin and end; images have none
}

type table struct {
	goal, fixed, free, entries uint64
	tracked                    []int
	policy, reachable          int // where its planes begin; reachable is 0 if all entries are
	maxDepth                   int
}

func (s *stage) last() *table { return &s.tables[len(s.tables)-1] }

const (
	letters = "LRUD"
	never   = 1<<31 - 1
)

// Open opens an image or a compact form. Do not change the bytes afterwards.
func Open(data []byte) (set *TableSet, err error) {
	defer returned(&err)
	opened := &TableSet{data: data}
	switch {
	case bytes.HasPrefix(data, []byte("TILEIMAG")):
		opened.openImage()
	case bytes.HasPrefix(data, []byte("TBC")) && len(data) > 3:
		opened.openCompact()
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
	var found []byte
	set.solve(set.position(board), &found)
	return string(found), nil
}

// Hint returns the next action for any board. A player who takes every hint is home within
// WorstCase actions. Nothing has to be kept between two boards.
func (set *TableSet) Hint(board []int) (hint Hint, err error) { // section 13.2
	defer returned(&err)
	at := set.position(board)
	for s := len(set.stages) - 1; s >= 0 && at.home != set.allTiles; s-- {
		stage := &set.stages[s]
		t := stage.last()
		best, action := never, -1
		if t.admits(at) {
			if best = set.walk(t, at.copy(), nil, set.worstCase); best != never && best > 0 {
				action = set.actionAt(t.policy, t.rank(at))
			}
		}
		astray := bits.OnesCount64((t.goal | t.fixed) &^ at.home)
		for d := stage.detours; d < stage.end; d = set.afterDetour(d) {
			length := int(set.data[d+3])
			for left := astray; left <= length && left < best; left++ {
				if set.play(t, d, length-left, at.copy(), nil) {
					best, action = left, set.actionAt(d+4, uint64(length-left))
				}
			}
		}
		if action >= 0 {
			return Hint{letters[action], s, t.goal, t.fixed, best}, nil
		}
	}
	need(at.home == set.allTiles, Damaged, "tables: no stage leads on from a board")
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
		if moves := set.solve(set.randomPosition(&draws), nil); least <= moves && moves <= limit {
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
		if moves := set.solve(at.copy(), nil); least <= moves && moves <= limit {
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

// solve solves a position and appends the letters, if they are wanted. It returns how many there are.
func (set *TableSet) solve(at *position, actions *[]byte) int { // section 13.1
	count := 0
	for s := range set.stages {
		stage := &set.stages[s]
		if stage.tables[0].isDone(at) {
			continue
		}
		chosen := 0
		for chosen < len(stage.tables) && !set.solves(&stage.tables[chosen], at) {
			chosen++
		}
		need(chosen < len(stage.tables), Damaged, "tables: none solves a board")
		t := &stage.tables[chosen]
		rank := t.rank(at)
		detour := stage.detours
		for detour < stage.end && uint64(set.u32(detour)&0xffffff) != rank {
			detour = set.afterDetour(detour)
		}
		done := never
		if detour == stage.end {
			done = set.walk(t, at, actions, set.worstCase-count)
		} else if set.play(t, detour, 0, at, actions) {
			done = int(set.data[detour+3])
		}
		need(done != never, Damaged, "tables: an entry does not lead to the goal")
		count += done
	}
	need(at.home == set.allTiles, Damaged, "tables: the last stage does not end at home")
	return count
}

// walk walks to the table's goal. It returns the number of actions, or never.
func (set *TableSet) walk(t *table, at *position, actions *[]byte, limit int) int {
	count := 0
	for ; !t.isDone(at); count++ {
		if count >= limit || count >= t.maxDepth ||
			!at.slide(set.actionAt(t.policy, t.rank(at)), actions) || !t.admits(at) {
			return never
		}
	}
	return count
}

// play plays a detour from its action `first` on. It returns whether that brings the stage to its end.
func (set *TableSet) play(t *table, detour, first int, at *position, actions *[]byte) bool {
	for i := first; i < int(set.data[detour+3]); i++ {
		if !at.slide(set.actionAt(detour+4, uint64(i)), actions) {
			return false
		}
	}
	return t.isDone(at) && t.admits(at)
}

func (set *TableSet) afterDetour(detour int) int {
	return detour + 4 + (int(set.data[detour+3])+3)/4
}

func (set *TableSet) actionAt(plane int, index uint64) int {
	return int(set.data[plane+int(index/4)]>>(index%4*2)) & 3
}

func (set *TableSet) solves(t *table, at *position) bool {
	if !t.admits(at) || t.reachable == 0 {
		return t.admits(at)
	}
	rank := t.rank(at)
	return set.data[t.reachable+int(rank/8)]>>(rank%8)&1 != 0
}

func (t *table) isDone(at *position) bool { return t.goal&^at.home == 0 }
func (t *table) admits(at *position) bool { return t.fixed&^at.home == 0 }

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
}

func (set *TableSet) position(board []int) *position {
	cells := set.width * set.height
	need(len(board) == cells, BoardSize, "expected a board of %d cells, found %d", cells, len(board))
	at := &position{set.width, append([]int(nil), board...), make([]int, cells), 0}
	seen := uint64(0)
	for cell, tile := range board {
		need(0 <= tile && tile < cells && seen>>uint(tile)&1 == 0, Board,
			"expected each of 0 to %d once, found %d on cell %d", cells-1, tile, cell)
		seen |= 1 << tile
		at.cell[tile] = cell
		if tile == cell+1 {
			at.home |= 1 << cell
		}
	}
	need(!set.isOdd(board), Unsolvable, "no moves solve this board: swap two of its tiles")
	return at
}

func (at *position) copy() *position {
	return &position{at.width, append([]int(nil), at.tile...), append([]int(nil), at.cell...), at.home}
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

// slide applies an action and appends its letter. It returns false if that slides no tile.
func (at *position) slide(action int, actions *[]byte) bool {
	from, to := at.from(action), at.cell[0]
	if from < 0 {
		return false
	}
	moved := at.tile[from]
	at.tile[to], at.tile[from] = moved, 0
	at.cell[moved], at.cell[0] = to, from
	at.home &^= 1 << (moved - 1)
	if moved == to+1 {
		at.home |= 1 << to
	}
	if actions != nil {
		*actions = append(*actions, letters[action])
	}
	return true
}

// isOdd tells whether no moves solve the board: each changes the inversions and the blank's row in
// step.
func (set *TableSet) isOdd(board []int) bool {
	odd := 0
	for cell, tile := range board {
		if tile == 0 {
			odd += (set.width + 1) % 2 * (set.height - 1 - cell/set.width)
			continue
		}
		for _, before := range board[:cell] {
			if before > tile {
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

func (set *TableSet) solvedBoard() []int {
	board := make([]int, set.width*set.height)
	for cell := range board[1:] {
		board[cell] = cell + 1
	}
	return board
}

func (set *TableSet) randomPosition(draws *random) *position {
	board := set.solvedBoard()
	for cell := len(board) - 1; cell > 0; cell-- {
		other := draws.below(cell + 1)
		board[cell], board[other] = board[other], board[cell]
	}
	if set.isOdd(board) {
		var tiles []int // the first two cells that have one
		for cell := 0; len(tiles) < 2; cell++ {
			if board[cell] != 0 {
				tiles = append(tiles, cell)
			}
		}
		board[tiles[0]], board[tiles[1]] = board[tiles[1]], board[tiles[0]]
	}
	return set.position(board)
}

func (set *TableSet) walkFromGoal(draws *random, most int) *position {
	at := set.position(set.solvedBoard())
	back := -1
	for left := draws.below(most + 1); left > 0; left-- {
		var choices []int
		for action := 0; action < 4; action++ {
			if action != back && at.from(action) >= 0 {
				choices = append(choices, action)
			}
		}
		action := choices[draws.below(len(choices))]
		at.slide(action, nil)
		back = action ^ 1
	}
	return at
}

func (set *TableSet) openCompact() { // section 12
	data := set.data
	checkVersion("compact form", int(data[3]))
	end := len(data) - 4
	need(end >= 16 && uint64(set.u32(8)) == uint64(len(data)) && data[7] == 0, Damaged, "compact form: expected another length")
	need(set.u32(end) == crc32.ChecksumIEEE(data[:end]), Damaged, "compact form: its CRC-32 is wrong")
	set.setSize(data[4], data[5], set.u32(12))
	setBytes := (set.width*set.height + 7) / 8
	at := 16
	home := uint64(0)
	for s := 0; s < int(data[6]); s++ {
		policy := at + 9 + 2*setBytes
		need(policy <= end && uint64(set.u32(at))+uint64(set.u32(at+4)) <= uint64(end-policy), Damaged,
			"compact form: stage %d ends outside", s)
		detours := policy + int(set.u32(at))
		next := detours + int(set.u32(at+4))
		t := set.table(set.tiles(at+9, setBytes), set.tiles(at+9+setBytes, setBytes), int(data[at+8]), never)
		t.policy = policy
		need(uint64(detours-policy) == (t.entries+3)/4 && t.fixed&^home == 0, Damaged, "compact form: stage %d does not follow", s)
		for d := detours; d < next; d = set.afterDetour(d) {
			need(next-d > 4 && data[d+3] > 0 && set.afterDetour(d) <= next, Damaged, "compact form: a detour ends outside")
		}
		set.stages = append(set.stages, stage{[]table{t}, detours, next})
		home |= t.goal
		at = next
	}
	need(at == end && home == set.allTiles, Damaged, "compact form: expected stages of all tiles")
}

func (set *TableSet) tiles(at, size int) uint64 {
	tiles := uint64(0)
	for i := size - 1; i >= 0; i-- {
		tiles = tiles<<8 | uint64(set.data[at+i])
	}
	return tiles
}

// A part of an image: where it begins and ends.
type part struct{ begin, end int }

func (p part) size() int { return p.end - p.begin }

func (set *TableSet) openImage() { // section 11; the records: 3 to 5; the rules: 7
	parts := set.openDirectory()
	record := parts[0].begin
	need(parts[0].size() >= 40 && string(set.data[record:record+8]) == "TILEBASE", Damaged, "set record: expected TILEBASE")
	isJoined := set.u16(record+8) == 3 // the worst case is joined at the seams (section 3)
	if !isJoined {
		checkVersion("set record", set.u16(record+8))
	}
	stages := set.u16(record + 16)
	used := 32 + 8*stages + set.u16(record+18) + set.u16(record+20)
	set.checkRecord("set record", parts[0], (used+7)/8*8+8)
	hasZeros := isJoined || set.u16(record+22) == 0 && set.u32(record+28) == 0
	need(hasZeros && set.isZero(record+used, parts[0].end-8), Damaged,
		"set record: expected zeros")
	tables := len(parts) / 4
	need(int64(set.u32(record+12)) == int64(tables) && tables > 0, Damaged, "set record: expected %d tables, found %d", tables, set.u32(record+12))
	set.setSize(set.data[record+10], set.data[record+11], set.u32(record+24))
	for t := 0; t < tables; t++ {
		at := parts[1+4*t]
		need(at.size() >= 80, Damaged, "table record: expected at least 80 bytes, found %d", at.size())
		size := 88 + 8*set.u16(at.begin+60)
		if set.data[at.begin+62] == 2 {
			size += 192
		}
		set.checkRecord("table record", at, size)
	}
	var runs [][]int // the tables of each stage: the first, and the one after the last
	for s := 0; s < stages; s++ {
		first, count := uint64(set.u32(record+32+8*s)), uint64(set.u32(record+36+8*s))
		need(count > 0 && first+count <= uint64(tables), Damaged, "set: stage %d has no such tables", s)
		runs = append(runs, []int{int(first), int(first + count)})
	}
	set.openStages(parts, runs)
	if isJoined {
		set.takeJoined(int64(set.u32(record+28)), set.u16(record+22))
	}
}

func (set *TableSet) takeJoined(actions int64, slides int) {
	deepest := 0
	for s := range set.stages {
		for _, each := range set.stages[s].tables {
			if each.maxDepth > deepest {
				deepest = each.maxDepth
			}
		}
	}
	need(int64(deepest) <= actions && actions <= int64(set.worstCase) && slides == 0, Damaged,
		"set: expected a joined worst case of %d to %d, found %d", deepest, set.worstCase, actions)
	set.worstCase = int(actions)
}

func (set *TableSet) openDirectory() []part {
	size := uint64(len(set.data))
	need(size >= 32, Damaged, "image: expected at least 32 bytes, found %d", size)
	order, width := set.u16(8), set.data[10]
	need(order != 0xfffe && (order != 0xfeff || width != 4), Version, "image: expected little-endian and offsets of 64 bits")
	need(order == 0xfeff && width == 8, Damaged, "image: expected a byte order mark and offsets of 8 bytes")
	checkVersion("image", set.u16(12))
	need(set.data[11] == 0 && set.u16(14) == 0 && set.u32(28) == 0, Damaged, "image: expected zeros")
	need(set.u64(16) == size, Damaged, "image: expected %d bytes, found %d", set.u64(16), size)
	count := uint64(set.u32(24))
	end := 40 + 16*count
	need(count%4 == 1 && end <= size, Damaged, "image: a directory of %d parts does not fit", count)
	set.checkRecord("directory", part{0, int(end)}, int(end))
	parts := make([]part, count)
	for i := 0; ; i++ {
		begin := (end + 15) / 16 * 16
		need(begin <= size && set.isZero(int(end), int(begin)), Damaged, "image: expected zeros before part %d", i)
		if i == len(parts) {
			need(begin == size, Damaged, "image: its parts end at %d of %d", begin, size)
			return parts
		}
		length := set.u64(40 + 16*i)
		need(set.u64(32+16*i) == begin && length <= size-begin, Damaged, "image: part %d does not follow", i)
		end = begin + length
		parts[i] = part{int(begin), int(end)}
	}
}

// openStages opens the stages of the first staged part that ends at home. Others are not used.
func (set *TableSet) openStages(parts []part, runs [][]int) {
	record := func(table int) int { return parts[1+4*table].begin }
	begin, end, metric, endsAtHome := 0, 0, byte(0), false
	for !endsAtHome && end < len(runs) {
		begin = end
		metric = set.data[record(runs[begin][0])+62]
		if metric == 1 || metric == 2 { // a pattern, or values
			end++
			continue
		}
		endsAtHome = true
		for home := uint64(0); home != set.allTiles; end++ {
			need(end < len(runs), Damaged, "set: expected stages of all tiles")
			at := record(runs[end][0])
			need(set.data[at+62] == metric && set.u64(at+8) == home, Damaged, "set: stage %d does not follow", end)
			for t := runs[end][0]; t < runs[end][1]; t++ {
				endsAtHome = endsAtHome && set.data[record(t)+65] == 0
			}
			home |= set.u64(at) & set.allTiles
		}
	}
	need(endsAtHome && metric == 0, Version, "expected stages of single moves: 'tilebase build' makes such a set")
	depths := 0
	for _, run := range runs[begin:end] {
		opened := stage{}
		deepest := 0
		for t := run[0]; t < run[1]; t++ {
			opened.tables = append(opened.tables, set.openTable(t, parts[1+4*t:5+4*t], t+1 == run[1]))
			if depth := opened.last().maxDepth; depth > deepest {
				deepest = depth
			}
		}
		set.stages = append(set.stages, opened)
		depths += deepest
	}
	need(depths == set.worstCase, Damaged, "set: expected worst case %d, found %d", depths, set.worstCase)
}

func (set *TableSet) openTable(number int, parts []part, isLast bool) table {
	index, policy, reachable, at := parts[1], parts[2], parts[3], parts[0].begin
	need(set.data[at+64] == 0, Version, "table %d is compressed: export the image with --raw", number)
	goal, fixed := set.u64(at), set.u64(at+8)
	// Parity tells where the last tiles are if fewer than two others are left.
	tracked := bits.OnesCount64(goal)
	for others := set.width*set.height - 1 - tracked - bits.OnesCount64(fixed); others < 2 && tracked > 0; others++ {
		tracked--
	}
	t := set.table(goal, fixed, tracked, set.u16(at+60))
	t.policy = policy.begin
	kind, reachableBytes := byte(0), uint64(0)
	if !isLast {
		t.reachable, kind, reachableBytes = reachable.begin, 1, (t.entries+7)/8
	}
	need(set.u64(at+16) == t.entries && uint64(policy.size()) == (t.entries+3)/4 && uint64(reachable.size()) == reachableBytes &&
		set.data[at+63] == kind && set.u32(at+56) == 65536 && set.isZero(at+66, at+72), Damaged,
		"table %d: expected %d entries", number, t.entries)
	blocks := (policy.size()+65535)/65536 + (reachable.size()+65535)/65536
	set.checkRecord("index record", index, 16*blocks+8)
	content := append(append([]byte(nil), set.data[policy.begin:policy.end]...), set.data[reachable.begin:reachable.end]...)
	begin := 0
	for entry := index.begin; entry < index.end-8; entry += 16 {
		end := len(content)
		if begin < policy.size() {
			end = policy.size()
		}
		if end > begin+65536 {
			end = begin + 65536
		}
		need(set.u64(entry) == uint64(begin) && set.u64(entry+8) == xxh3(content[begin:end]), Damaged,
			"table %d: the block at %d has another hash", number, begin)
		begin = end
	}
	need(set.u64(at+40) == xxh3(content), Damaged, "table %d: its content has another hash", number)
	return t
}

// table makes a table without planes. The lowest `tracked` tiles of the goal make up the rank.
func (set *TableSet) table(goal, fixed uint64, tracked, maxDepth int) table {
	need(goal != 0 && goal&fixed == 0 && (goal|fixed)&^set.allTiles == 0 && tracked <= bits.OnesCount64(goal), Damaged,
		"table: expected disjoint sets of tiles of the board, the goal not empty")
	t := table{goal: goal, fixed: fixed, free: (set.allTiles<<1 | 1) &^ fixed, entries: 1, maxDepth: maxDepth}
	for rest := goal; len(t.tracked) < tracked; rest &= rest - 1 {
		t.tracked = append(t.tracked, bits.TrailingZeros64(rest)+1)
	}
	for i := 0; i <= tracked; i++ {
		t.entries *= uint64(bits.OnesCount64(t.free) - i)
		need(t.entries <= 1<<33, Damaged, "table: expected at most 2^33 entries")
	}
	if t.entries < uint64(maxDepth) {
		t.maxDepth = int(t.entries)
	}
	return t
}

func (set *TableSet) setSize(width, height byte, worstCase uint32) {
	need(2 <= width && width <= 8 && 2 <= height && height <= 8 && worstCase <= 63*65535, Damaged,
		"expected a board of 2x2 to 8x8, found %dx%d", width, height)
	set.width, set.height, set.worstCase = int(width), int(height), int(worstCase)
	set.allTiles = 1<<(set.width*set.height-1) - 1
}

func checkVersion(what string, version int) {
	need(version <= 1, Version, "%s: expected version 1, found %d", what, version)
	need(version == 1, Damaged, "%s: expected version 1, found 0", what)
}

func (set *TableSet) checkRecord(what string, at part, size int) {
	need(at.size() == size, Damaged, "%s: expected %d bytes, found %d", what, size, at.size())
	need(xxh3(set.data[at.begin:at.end-8]) == set.u64(at.end-8), Damaged, "%s: it has another hash", what)
}

func (set *TableSet) u16(at int) int    { return int(binary.LittleEndian.Uint16(set.data[at:])) }
func (set *TableSet) u32(at int) uint32 { return binary.LittleEndian.Uint32(set.data[at:]) }
func (set *TableSet) u64(at int) uint64 { return binary.LittleEndian.Uint64(set.data[at:]) }

func (set *TableSet) isZero(begin, end int) bool {
	return len(bytes.Trim(set.data[begin:end], "\x00")) == 0
}

// The default secret of XXH3.
var secret = mustDecode("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f" +
	"cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
	"3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
	"a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
	"eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e" +
	"2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")

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

// xxh3 returns XXH3-64 with seed 0, of at least one byte.
func xxh3(in []byte) uint64 {
	size := len(in)
	switch {
	case size <= 3:
		word := uint64(in[0])<<16 | uint64(in[size/2])<<24 | uint64(in[size-1]) | uint64(size)<<8
		h := word ^ read32(secret, 0) ^ read32(secret, 4)
		h = (h ^ h>>33) * prime2
		h = (h ^ h>>29) * prime3
		return h ^ h>>32
	case size <= 8:
		h := (read32(in, size-4) + read32(in, 0)<<32) ^ key(8) ^ key(16)
		h = (h ^ bits.RotateLeft64(h, 49) ^ bits.RotateLeft64(h, 24)) * 0x9FB21C651E98DF25
		h = (h ^ (h>>35 + uint64(size))) * 0x9FB21C651E98DF25
		return h ^ h>>28
	case size <= 16:
		low := key(24) ^ key(32) ^ read64(in, 0)
		high := key(40) ^ key(48) ^ read64(in, size-8)
		return avalanche(uint64(size) + bits.ReverseBytes64(low) + high + fold(low, high))
	}
	hash := uint64(size) * prime1
	if size <= 128 {
		for i := 0; i <= (size-1)/32; i++ {
			hash += mix(in, 16*i, 32*i) + mix(in, size-16*(i+1), 32*i+16)
		}
		return avalanche(hash)
	}
	if size <= 240 {
		for i := 0; i < 8; i++ {
			hash += mix(in, 16*i, 16*i)
		}
		hash = avalanche(hash)
		for i := 8; i < size/16; i++ {
			hash += mix(in, 16*i, 16*i-125)
		}
		return avalanche(hash + mix(in, size-16, 119))
	}
	lanes := [8]uint64{0xC2B2AE3D, prime1, prime2, prime3, 0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, 0x9E3779B1}
	addStripe := func(at, secretAt int) {
		for l := range lanes {
			value := read64(in, at+8*l)
			keyed := value ^ key(secretAt+8*l)
			lanes[l^1] += value
			lanes[l] += keyed & 0xffffffff * (keyed >> 32)
		}
	}
	for i := 0; i < (size-1)/64; i++ {
		addStripe(64*i, i%16*8)
		for l := 0; l < 8 && i%16 == 15; l++ {
			lanes[l] = (lanes[l] ^ lanes[l]>>47 ^ key(128+8*l)) * 0x9E3779B1
		}
	}
	addStripe(size-64, 121)
	for l := 0; l < 8; l += 2 {
		hash += fold(lanes[l]^key(11+8*l), lanes[l+1]^key(19+8*l))
	}
	return avalanche(hash)
}

func read32(in []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint32(in[at:])) }
func read64(in []byte, at int) uint64 { return binary.LittleEndian.Uint64(in[at:]) }
func key(at int) uint64               { return read64(secret, at) }

func mix(in []byte, at, secretAt int) uint64 {
	return fold(read64(in, at)^key(secretAt), read64(in, at+8)^key(secretAt+8))
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
