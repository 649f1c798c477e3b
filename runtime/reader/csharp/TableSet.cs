// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Tilebase
{
    /// <summary>What is wrong.</summary>
    public enum Code { Argument, Board, Unsolvable, BoardSize, Format, Version, Damaged, NotFound }

    /// <summary>Says what was expected, and what was found.</summary>
    public sealed class TilebaseException : Exception
    {
        public TilebaseException(Code code, string message) : base(message) { Code = code; }

        public Code Code { get; }
    }

    /// <summary>
    /// The next action: L, R, U, D, or '\0' if the board is solved. The stage brings the tiles of
    /// Goal home, leaves Fixed alone, and needs Remaining more actions. In a set of tiles, bit t-1
    /// is tile t.
    /// </summary>
    public readonly struct Hint
    {
        public Hint(char action, int stage, ulong goal, ulong @fixed, int remaining)
        {
            Action = action;
            Stage = stage;
            Goal = goal;
            Fixed = @fixed;
            Remaining = remaining;
        }

        public char Action { get; }
        public int Stage { get; }
        public ulong Goal { get; }
        public ulong Fixed { get; }
        public int Remaining { get; }
    }

    /// <summary>
    /// Solves sliding-tile puzzles from what <c>tilebase export</c> makes: a raw image or a compact
    /// form.
    /// <code>
    /// TableSet set = TableSet.Open(File.ReadAllBytes("4x4.image"));
    /// string actions = set.Solve(board);     // "LURD...": the directions in which tiles slide
    /// char action = set.Hint(board).Action;  // the next one
    /// </code>
    /// A board is its tiles row by row, 0 for the blank. Whatever the bytes are, each call ends, with
    /// a right answer or a <see cref="TilebaseException"/>. A set never changes, so any number of
    /// threads may use it. Section numbers are those of docs/format.md of tilebase.
    /// </summary>
    public sealed class TableSet
    {
        private const string Letters = "LRUD";
        private const int Never = int.MaxValue;

        private readonly byte[] data;
        private readonly List<Stage> stages = new List<Stage>();
        private ulong allTiles;

        private TableSet(byte[] bytes)
        {
            data = bytes;
            if (StartsWith(0, "TILEIMAG")) OpenImage();
            else if (StartsWith(0, "TBC") && data.Length > 3) OpenCompact();
            else throw new TilebaseException(Code.Format, "expected an image (TILEIMAG) or a compact form (TBC)");
        }

        /// <summary>Opens an image or a compact form. Do not change the bytes afterwards.</summary>
        public static TableSet Open(byte[] bytes) => new TableSet(bytes);

        public int Width { get; private set; }
        public int Height { get; private set; }

        /// <summary>No board needs more actions.</summary>
        public int WorstCase { get; private set; }

        /// <summary>Returns the letters of the actions that solve a board.</summary>
        public string Solve(params int[] board)
        {
            var letters = new StringBuilder();
            Solve(new Position(this, board), letters);
            return letters.ToString();
        }

        /// <summary>
        /// Returns the next action for any board. A player who takes every hint is home within
        /// WorstCase actions. Nothing has to be kept between two boards. (Section 13.2.)
        /// </summary>
        public Hint Hint(params int[] board)
        {
            var at = new Position(this, board);
            for (int s = stages.Count - 1; s >= 0 && at.Home != allTiles; --s)
            {
                Stage stage = stages[s];
                Table table = stage.Tables[stage.Tables.Count - 1];
                int best = table.Admits(at) ? Walk(table, new Position(at), null, WorstCase) : Never;
                int action = best == Never || best == 0 ? -1 : ActionAt(table.Policy, table.Rank(at));
                int astray = Count((table.Goal | table.Fixed) & ~at.Home);
                for (int d = stage.Detours; d < stage.End; d = AfterDetour(d))
                    for (int left = astray, length = data[d + 3]; left <= length && left < best; ++left)
                        if (Play(table, d, length - left, new Position(at), null))
                        {
                            best = left;
                            action = ActionAt(d + 4, length - left);
                        }
                if (action >= 0) return new Hint(Letters[action], s, table.Goal, table.Fixed, best);
            }
            Need(at.Home == allTiles, "tables: no stage leads on from a board");
            return new Hint('\0', stages.Count, 0, allTiles, 0);
        }

        /// <summary>
        /// Returns random boards that Solve solves in least to most actions. The same seed gives the
        /// same boards everywhere. If fewer than one random board in 16,000 will do, this first
        /// solves 65,536 of them, and then walks back from the goal. Throws NotFound if 2^20 boards
        /// will not do. (Section 13.4.)
        /// </summary>
        public List<int[]> Scramble(int least, int most, ulong seed, int count)
        {
            if (least < 0 || least > most || count < 0)
                throw new TilebaseException(Code.Argument, $"expected 0 <= least <= most, found {least} and {most}");
            int limit = Math.Min(most, WorstCase);
            var random = new SplitMix(0);
            int hits = 0;
            for (int tried = 0; tried < 1 << 16 && hits < 4 && least <= limit; ++tried)
            {
                int moves = Solve(RandomPosition(random), null);
                if (moves >= least && moves <= limit) ++hits;
            }
            var boards = new List<int[]>();
            for (int tried = 0; boards.Count < count; ++tried)
            {
                if (tried == 1 << 20 || least > limit)
                    throw new TilebaseException(Code.NotFound, $"found no board of {least} to {most} actions");
                if (tried == 0 && boards.Count % 64 == 0) random = SplitMix.OfBoards(seed, (ulong)boards.Count / 64);
                bool isUniform = hits == 4 || stages.Count == 1 && tried % 2 == 0;
                Position at = isUniform ? RandomPosition(random) : WalkFromGoal(random, limit);
                int moves = Solve(new Position(at), null);
                if (moves < least || moves > limit) continue;
                boards.Add(at.Tile);
                tried = -1;
            }
            return boards;
        }

        /// <summary>
        /// Returns board number `number` of the random solvable boards that the seed begins.
        /// (Section 13.3.)
        /// </summary>
        public int[] RandomBoard(ulong seed, ulong number)
        {
            SplitMix random = SplitMix.OfBoards(seed, number / 64);
            for (ulong skip = number % 64; skip > 0; --skip) RandomPosition(random);
            return RandomPosition(random).Tile;
        }

        private sealed class Table
        {
            public ulong Goal, Fixed, Free;
            public int[] Tracked;
            public long Entries;
            public int MaxDepth;
            public int Policy, Reachable; // where its planes begin; Reachable is 0 if all entries are

            public bool IsDone(Position at) => (Goal & ~at.Home) == 0;
            public bool Admits(Position at) => (Fixed & ~at.Home) == 0;

            // The number of the board's entry (section 2.3). Requires a board that the table admits.
            public long Rank(Position at)
            {
                int positions = Count(Free) - 1;
                ulong others = Free & ~(1UL << at.Cell[0]);
                long rank = Count(Free & (1UL << at.Cell[0]) - 1);
                foreach (int tile in Tracked)
                {
                    rank = rank * positions-- + Count(others & (1UL << at.Cell[tile]) - 1);
                    others &= ~(1UL << at.Cell[tile]);
                }
                return rank;
            }
        }

        private sealed class Stage
        {
            public List<Table> Tables = new List<Table>();
            public int Detours, End; // where its detours begin and end; images have none
        }

        // Solves a position and appends the letters, if they are wanted. Returns how many there are.
        // (Section 13.1.)
        private int Solve(Position at, StringBuilder letters)
        {
            int count = 0;
            foreach (Stage stage in stages)
            {
                if (stage.Tables[0].IsDone(at)) continue;
                Table table = stage.Tables.Find(some => some.Admits(at) && IsReachable(some, at));
                Need(table != null, "tables: none solves a board");
                long rank = table.Rank(at);
                int detour = stage.Detours;
                while (detour < stage.End && (U32(detour) & 0xffffff) != rank) detour = AfterDetour(detour);
                int done = detour == stage.End ? Walk(table, at, letters, WorstCase - count)
                    : Play(table, detour, 0, at, letters) ? data[detour + 3] : Never;
                Need(done != Never, "tables: an entry does not lead to the goal");
                count += done;
            }
            Need(at.Home == allTiles, "tables: the last stage does not end at home");
            return count;
        }

        // Walks to the table's goal. Returns the number of actions, or Never.
        private int Walk(Table table, Position at, StringBuilder letters, int limit)
        {
            int count = 0;
            for (; !table.IsDone(at); ++count)
            {
                if (count >= Math.Min(limit, table.MaxDepth)) return Never;
                if (!at.Slide(ActionAt(table.Policy, table.Rank(at)), letters) || !table.Admits(at)) return Never;
            }
            return count;
        }

        // Plays a detour from its action `first` on. Returns whether that brings the stage to its end.
        private bool Play(Table table, int detour, int first, Position at, StringBuilder letters)
        {
            for (int i = first; i < data[detour + 3]; ++i)
                if (!at.Slide(ActionAt(detour + 4, i), letters)) return false;
            return table.IsDone(at) && table.Admits(at);
        }

        private int AfterDetour(int detour) => detour + 4 + (data[detour + 3] + 3) / 4;

        private int ActionAt(int plane, long index) => data[(int)(plane + index / 4)] >> (int)(index % 4 * 2) & 3;

        private bool IsReachable(Table table, Position at)
        {
            long rank = table.Rank(at);
            return table.Reachable == 0 || (data[(int)(table.Reachable + rank / 8)] >> (int)(rank % 8) & 1) != 0;
        }

        // A board on its way.
        private sealed class Position
        {
            public readonly int[] Tile; // on each cell
            public readonly int[] Cell; // of each tile
            public ulong Home;          // the tiles that are home
            private readonly int width;

            public Position(TableSet set, int[] board)
            {
                int cells = set.Width * set.Height;
                if (board.Length != cells)
                    throw new TilebaseException(Code.BoardSize, $"expected {cells} cells, found {board.Length}");
                width = set.Width;
                Tile = (int[])board.Clone();
                Cell = new int[cells];
                ulong seen = 0;
                for (int cell = 0; cell < cells; ++cell)
                {
                    int tile = Tile[cell];
                    if (tile < 0 || tile >= cells || (seen >> tile & 1) != 0)
                        throw new TilebaseException(Code.Board, $"expected each of 0 to {cells - 1} once, found {tile} on cell {cell}");
                    seen |= 1UL << tile;
                    Cell[tile] = cell;
                    if (tile == cell + 1) Home |= 1UL << cell;
                }
                if (set.IsOdd(Tile))
                    throw new TilebaseException(Code.Unsolvable, "no moves solve this board: swap two of its tiles");
            }

            public Position(Position from)
            {
                width = from.width;
                Tile = (int[])from.Tile.Clone();
                Cell = (int[])from.Cell.Clone();
                Home = from.Home;
            }

            // The cell of the tile that the action slides, or -1.
            public int From(int action)
            {
                int column = Cell[0] % width;
                if (action == 0 && column + 1 == width || action == 1 && column == 0) return -1;
                int from = Cell[0] + (action == 0 ? 1 : action == 1 ? -1 : action == 2 ? width : -width);
                return from < Tile.Length ? from : -1;
            }

            // Applies an action and appends its letter. Returns false if that slides no tile.
            public bool Slide(int action, StringBuilder letters)
            {
                int to = Cell[0];
                int from = From(action);
                if (from < 0) return false;
                int moved = Tile[from];
                Tile[to] = moved;
                Tile[from] = 0;
                Cell[moved] = to;
                Cell[0] = from;
                Home &= ~(1UL << moved - 1);
                if (moved == to + 1) Home |= 1UL << to;
                letters?.Append(Letters[action]);
                return true;
            }
        }

        // Whether no moves solve the board: each changes the inversions and the blank's row in step.
        private bool IsOdd(int[] board)
        {
            int odd = 0;
            for (int cell = 0; cell < board.Length; ++cell)
            {
                if (board[cell] == 0) odd += (Width + 1) % 2 * (Height - 1 - cell / Width);
                for (int before = 0; before < cell && board[cell] != 0; ++before)
                    if (board[before] > board[cell]) ++odd;
            }
            return odd % 2 != 0;
        }

        private sealed class SplitMix
        {
            private ulong state;

            public SplitMix(ulong seed) { state = seed; }

            public static SplitMix OfBoards(ulong seed, ulong group) =>
                new SplitMix(group == 0 ? seed : new SplitMix(seed + group * 0xd1342543de82ef95).Next());

            private ulong Next()
            {
                ulong z = state += 0x9e3779b97f4a7c15;
                z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
                z = (z ^ z >> 27) * 0x94d049bb133111eb;
                return z ^ z >> 31;
            }

            public int Below(int bound)
            {
                while (true)
                {
                    ulong draw = Next() >> 32;
                    ulong value = draw % (ulong)bound;
                    if (draw - value + (ulong)bound <= 1UL << 32) return (int)value;
                }
            }
        }

        private int[] SolvedBoard()
        {
            var board = new int[Width * Height];
            for (int cell = 0; cell + 1 < board.Length; ++cell) board[cell] = cell + 1;
            return board;
        }

        private Position RandomPosition(SplitMix random)
        {
            int[] board = SolvedBoard();
            for (int cell = board.Length - 1; cell > 0; --cell) Swap(board, cell, random.Below(cell + 1));
            int first = board[0] == 0 ? 1 : 0;
            if (IsOdd(board)) Swap(board, first, board[first + 1] == 0 ? first + 2 : first + 1);
            return new Position(this, board);
        }

        private static void Swap(int[] board, int a, int b)
        {
            int tile = board[a];
            board[a] = board[b];
            board[b] = tile;
        }

        private Position WalkFromGoal(SplitMix random, int most)
        {
            var at = new Position(this, SolvedBoard());
            int back = -1;
            for (int left = random.Below(most + 1); left > 0; --left)
            {
                var choices = new List<int>(4);
                for (int a = 0; a < 4; ++a)
                    if (a != back && at.From(a) >= 0) choices.Add(a);
                int action = choices[random.Below(choices.Count)];
                at.Slide(action, null);
                back = action ^ 1;
            }
            return at;
        }

        // Section 12.
        private void OpenCompact()
        {
            CheckVersion("compact form", data[3]);
            int end = data.Length - 4;
            Need(end >= 16 && U32(8) == data.Length && data[7] == 0, "compact form: expected another length");
            Need(U32(end) == Crc32(end), "compact form: its CRC-32 is wrong");
            SetSize(data[4], data[5], U32(12));
            int setBytes = (Width * Height + 7) / 8;
            int at = 16;
            ulong home = 0;
            for (int s = 0; s < data[6]; ++s)
            {
                int policy = at + 9 + 2 * setBytes;
                Need(policy <= end && U32(at) + U32(at + 4) <= end - policy, $"compact form: stage {s} ends outside");
                int detours = (int)(policy + U32(at));
                int next = (int)(detours + U32(at + 4));
                Table table = NewTable(Tiles(at + 9, setBytes), Tiles(at + 9 + setBytes, setBytes), data[at + 8], Never);
                table.Policy = policy;
                Need(detours - policy == (table.Entries + 3) / 4 && (table.Fixed & ~home) == 0, $"compact form: stage {s} does not follow");
                for (int d = detours; d < next; d = AfterDetour(d))
                    Need(next - d > 4 && data[d + 3] > 0 && AfterDetour(d) <= next, "compact form: a detour ends outside");
                stages.Add(new Stage { Tables = { table }, Detours = detours, End = next });
                home |= table.Goal;
                at = next;
            }
            Need(at == end && home == allTiles, "compact form: expected stages of all tiles");
        }

        private uint Crc32(int size)
        {
            uint crc = ~0u;
            for (int i = 0; i < size; ++i)
            {
                crc ^= data[i];
                for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
            }
            return ~crc;
        }

        private ulong Tiles(int at, int size)
        {
            ulong set = 0;
            for (int i = 0; i < size; ++i) set |= (ulong)data[at + i] << 8 * i;
            return set;
        }

        private struct Part
        {
            public int Begin, End;

            public int Size => End - Begin;
        }

        // Section 11; the records: 3 to 5; the rules: 7.
        private void OpenImage()
        {
            List<Part> parts = OpenDirectory();
            int set = parts[0].Begin;
            Need(parts[0].Size >= 40 && StartsWith(set, "TILEBASE"), "set record: expected TILEBASE");
            bool isJoined = U16(set + 8) == 3; // the worst case is joined at the seams (section 3)
            if (!isJoined) CheckVersion("set record", U16(set + 8));
            int stageCount = U16(set + 16);
            int used = 32 + 8 * stageCount + U16(set + 18) + U16(set + 20);
            CheckRecord("set record", parts[0], (used + 7) / 8 * 8 + 8);
            bool hasZeros = isJoined || (U16(set + 22) == 0 && U32(set + 28) == 0);
            Need(hasZeros && IsZero(set + used, parts[0].End - 8), "set record: expected zeros");
            int tables = parts.Count / 4;
            Need(U32(set + 12) == tables && tables > 0, $"set record: expected {tables} tables, found {U32(set + 12)}");
            SetSize(data[set + 10], data[set + 11], U32(set + 24));
            for (int t = 0; t < tables; ++t)
            {
                Part record = parts[1 + 4 * t];
                Need(record.Size >= 80, $"table record: expected at least 80 bytes, found {record.Size}");
                int fit = data[record.Begin + 62] == 2 ? 192 : 0;
                CheckRecord("table record", record, 88 + 8 * U16(record.Begin + 60) + fit);
            }
            var runs = new List<Part>(); // the tables of each stage
            for (int s = 0; s < stageCount; ++s)
            {
                long first = U32(set + 32 + 8 * s), count = U32(set + 36 + 8 * s);
                Need(count > 0 && first + count <= tables, $"set: stage {s} has no such tables");
                runs.Add(new Part { Begin = (int)first, End = (int)(first + count) });
            }
            OpenStages(parts, runs);
            if (!isJoined) return;
            long joined = U32(set + 28);
            int deepest = stages.Max(stage => stage.Tables.Max(table => table.MaxDepth));
            Need(deepest <= joined && joined <= WorstCase && U16(set + 22) == 0,
                $"set: expected a joined worst case of {deepest} to {WorstCase}, found {joined}");
            WorstCase = (int)joined;
        }

        private List<Part> OpenDirectory()
        {
            Need(data.Length >= 32, $"image: expected at least 32 bytes, found {data.Length}");
            if (U16(8) == 0xfffe || U16(8) == 0xfeff && data[10] == 4)
                throw new TilebaseException(Code.Version, "image: expected little-endian and offsets of 64 bits");
            Need(U16(8) == 0xfeff && data[10] == 8, "image: expected a byte order mark and offsets of 8 bytes");
            CheckVersion("image", U16(12));
            Need(data[11] == 0 && U16(14) == 0 && U32(28) == 0, "image: expected zeros");
            Need(U64(16) == (ulong)data.Length, $"image: expected {U64(16)} bytes, found {data.Length}");
            long count = U32(24);
            long end = 40 + 16 * count;
            Need(count % 4 == 1 && end <= data.Length, $"image: a directory of {count} parts does not fit");
            CheckRecord("directory", new Part { End = (int)end }, (int)end);
            var parts = new List<Part>();
            while (true)
            {
                long begin = (end + 15) / 16 * 16;
                Need(begin <= data.Length && IsZero((int)end, (int)begin), $"image: expected zeros before part {parts.Count}");
                if (parts.Count == count)
                {
                    Need(begin == data.Length, $"image: its parts end at {begin} of {data.Length}");
                    return parts;
                }
                int entry = 32 + 16 * parts.Count;
                ulong size = U64(entry + 8);
                Need(U64(entry) == (ulong)begin && size <= (ulong)(data.Length - begin), $"image: part {parts.Count} does not follow");
                end = begin + (long)size;
                parts.Add(new Part { Begin = (int)begin, End = (int)end });
            }
        }

        // Opens the stages of the first staged part that ends at home. Others are not used.
        private void OpenStages(List<Part> parts, List<Part> runs)
        {
            int begin = 0, end = 0, metric = 0;
            bool endsAtHome = false;
            while (!endsAtHome && end < runs.Count)
            {
                begin = end;
                metric = data[parts[1 + 4 * runs[begin].Begin].Begin + 62];
                if (metric == 1 || metric == 2) // a pattern, or values
                {
                    ++end;
                    continue;
                }
                endsAtHome = true;
                for (ulong home = 0; home != allTiles; ++end)
                {
                    Need(end < runs.Count, "set: expected stages of all tiles");
                    int record = parts[1 + 4 * runs[end].Begin].Begin;
                    Need(data[record + 62] == metric && U64(record + 8) == home, $"set: stage {end} does not follow");
                    for (int t = runs[end].Begin; t < runs[end].End; ++t)
                        endsAtHome &= data[parts[1 + 4 * t].Begin + 65] == 0;
                    home |= U64(record) & allTiles;
                }
            }
            if (!endsAtHome || metric != 0)
                throw new TilebaseException(Code.Version, "expected stages of single moves: 'tilebase build' makes such a set");
            long depths = 0;
            for (int s = begin; s < end; ++s)
            {
                var stage = new Stage();
                for (int t = runs[s].Begin; t < runs[s].End; ++t)
                    stage.Tables.Add(OpenTable(t, parts, t + 1 == runs[s].End));
                stages.Add(stage);
                depths += stage.Tables.Max(table => table.MaxDepth);
            }
            Need(depths == WorstCase, $"set: expected worst case {depths}, found {WorstCase}");
        }

        private Table OpenTable(int number, List<Part> parts, bool isLast)
        {
            int record = parts[1 + 4 * number].Begin;
            Part index = parts[2 + 4 * number], policy = parts[3 + 4 * number], reachable = parts[4 + 4 * number];
            if (data[record + 64] != 0)
                throw new TilebaseException(Code.Version, $"table {number} is compressed: export the image with --raw");
            int tiles = Count(U64(record));
            int others = Width * Height - 1 - Count(U64(record + 8)) - tiles;
            // Parity tells where the last tiles are if fewer than two others are left.
            int tracked = Math.Max(0, tiles - Math.Max(0, 2 - others));
            Table table = NewTable(U64(record), U64(record + 8), tracked, U16(record + 60));
            table.Policy = policy.Begin;
            table.Reachable = isLast ? 0 : reachable.Begin;
            Need(U64(record + 16) == (ulong)table.Entries && policy.Size == (table.Entries + 3) / 4
                && reachable.Size == (isLast ? 0 : (table.Entries + 7) / 8) && data[record + 63] == (isLast ? 0 : 1)
                && U32(record + 56) == 65536 && IsZero(record + 66, record + 72), $"table {number}: expected {table.Entries} entries");
            int blocks = (policy.Size + 65535) / 65536 + (reachable.Size + 65535) / 65536;
            CheckRecord("index record", index, 16 * blocks + 8);
            var content = new byte[policy.Size + reachable.Size];
            Array.Copy(data, policy.Begin, content, 0, policy.Size);
            Array.Copy(data, reachable.Begin, content, policy.Size, reachable.Size);
            int begin = 0;
            for (int entry = index.Begin; entry < index.End - 8; entry += 16)
            {
                int size = Math.Min(65536, (begin < policy.Size ? policy.Size : content.Length) - begin);
                Need(U64(entry) == (ulong)begin && U64(entry + 8) == Xxh3(content, begin, size), $"table {number}: the block at {begin} has another hash");
                begin += size;
            }
            Need(U64(record + 40) == Xxh3(content, 0, begin), $"table {number}: its content has another hash");
            return table;
        }

        // The lowest `tracked` tiles of the goal make up the rank.
        private Table NewTable(ulong goal, ulong @fixed, int tracked, int maxDepth)
        {
            Need(goal != 0 && (goal & @fixed) == 0 && ((goal | @fixed) & ~allTiles) == 0 && tracked <= Count(goal),
                "table: expected disjoint sets of tiles of the board, the goal not empty");
            ulong free = (allTiles << 1 | 1) & ~@fixed;
            long entries = 1;
            for (int i = 0; i <= tracked; ++i)
            {
                entries *= Count(free) - i;
                Need(entries <= 1L << 33, "table: expected at most 2^33 entries");
            }
            return new Table
            {
                Goal = goal,
                Fixed = @fixed,
                Free = free,
                Tracked = Enumerable.Range(1, 63).Where(tile => (goal >> tile - 1 & 1) != 0).Take(tracked).ToArray(),
                Entries = entries,
                MaxDepth = (int)Math.Min(maxDepth, entries),
            };
        }

        private void SetSize(int width, int height, long worstCase)
        {
            Need(Math.Min(width, height) >= 2 && Math.Max(width, height) <= 8 && worstCase <= 63 * 65535,
                $"expected a board of 2x2 to 8x8, found {width}x{height}");
            Width = width;
            Height = height;
            WorstCase = (int)worstCase;
            allTiles = (1UL << width * height - 1) - 1;
        }

        private static void CheckVersion(string what, int version)
        {
            if (version > 1) throw new TilebaseException(Code.Version, $"{what}: expected version 1, found {version}");
            Need(version == 1, $"{what}: expected version 1, found 0");
        }

        private void CheckRecord(string what, Part record, int size)
        {
            Need(record.Size == size, $"{what}: expected {size} bytes, found {record.Size}");
            Need(Xxh3(data, record.Begin, size - 8) == U64(record.End - 8), $"{what}: it has another hash");
        }

        private static void Need(bool condition, string message)
        {
            if (!condition) throw new TilebaseException(Code.Damaged, message);
        }

        private int U16(int at) => data[at] | data[at + 1] << 8;
        private long U32(int at) => (long)Read32(data, at);
        private ulong U64(int at) => Read64(data, at);

        private bool StartsWith(int at, string letters)
        {
            for (int i = 0; i < letters.Length; ++i)
                if (at + i >= data.Length || data[at + i] != letters[i]) return false;
            return true;
        }

        private bool IsZero(int begin, int end)
        {
            for (int at = begin; at < end; ++at)
                if (data[at] != 0) return false;
            return true;
        }

        private static int Count(ulong set)
        {
            set -= set >> 1 & 0x5555555555555555;
            set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
            return (int)((set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
        }

        // XXH3-64 with seed 0 and its default secret.

        private const ulong Prime1 = 0x9E3779B185EBCA87, Prime2 = 0xC2B2AE3D27D4EB4F, Prime3 = 0x165667B19E3779F9;
        private static readonly byte[] Secret = FromHex(
            "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f" +
            "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
            "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
            "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
            "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e" +
            "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

        private static byte[] FromHex(string hex) =>
            Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray();

        // Of at least one byte.
        private static ulong Xxh3(byte[] bytes, int at, int size)
        {
            if (size <= 3)
            {
                ulong h = (ulong)bytes[at] << 16 | (ulong)bytes[at + size / 2] << 24 | bytes[at + size - 1] | (ulong)size << 8;
                h ^= Read32(Secret, 0) ^ Read32(Secret, 4);
                h = (h ^ h >> 33) * Prime2;
                h = (h ^ h >> 29) * Prime3;
                return h ^ h >> 32;
            }
            if (size <= 8)
            {
                ulong h = Read32(bytes, at + size - 4) + (Read32(bytes, at) << 32) ^ Key(8) ^ Key(16);
                h = (h ^ (h << 49 | h >> 15) ^ (h << 24 | h >> 40)) * 0x9FB21C651E98DF25;
                h = (h ^ (h >> 35) + (ulong)size) * 0x9FB21C651E98DF25;
                return h ^ h >> 28;
            }
            if (size <= 16)
            {
                ulong low = Key(24) ^ Key(32) ^ Read64(bytes, at);
                ulong high = Key(40) ^ Key(48) ^ Read64(bytes, at + size - 8);
                ulong swapped = 0;
                for (int i = 0; i < 8; ++i) swapped = swapped << 8 | low >> 8 * i & 0xff;
                return Avalanche((ulong)size + swapped + high + Fold(low, high));
            }
            ulong hash = (ulong)size * Prime1;
            if (size <= 128)
            {
                for (int i = 0; i <= (size - 1) / 32; ++i)
                    hash += Mix(bytes, at + 16 * i, 32 * i) + Mix(bytes, at + size - 16 * (i + 1), 32 * i + 16);
                return Avalanche(hash);
            }
            if (size <= 240)
            {
                for (int i = 0; i < 8; ++i) hash += Mix(bytes, at + 16 * i, 16 * i);
                hash = Avalanche(hash);
                for (int i = 8; i < size / 16; ++i) hash += Mix(bytes, at + 16 * i, 16 * i - 125);
                return Avalanche(hash + Mix(bytes, at + size - 16, 119));
            }
            ulong[] lanes = { 0xC2B2AE3D, Prime1, Prime2, Prime3, 0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, 0x9E3779B1 };
            for (int i = 0; i < (size - 1) / 64; ++i)
            {
                AddStripe(bytes, at + 64 * i, i % 16 * 8, lanes);
                for (int l = 0; l < 8 && i % 16 == 15; ++l) lanes[l] = (lanes[l] ^ lanes[l] >> 47 ^ Key(128 + 8 * l)) * 0x9E3779B1;
            }
            AddStripe(bytes, at + size - 64, 121, lanes);
            for (int l = 0; l < 8; l += 2) hash += Fold(lanes[l] ^ Key(11 + 8 * l), lanes[l + 1] ^ Key(19 + 8 * l));
            return Avalanche(hash);
        }

        private static void AddStripe(byte[] bytes, int at, int key, ulong[] lanes)
        {
            for (int l = 0; l < 8; ++l)
            {
                ulong value = Read64(bytes, at + 8 * l);
                ulong keyed = value ^ Key(key + 8 * l);
                lanes[l ^ 1] += value;
                lanes[l] += (keyed & 0xffffffff) * (keyed >> 32);
            }
        }

        private static ulong Mix(byte[] bytes, int at, int key) =>
            Fold(Read64(bytes, at) ^ Key(key), Read64(bytes, at + 8) ^ Key(key + 8));

        // The two halves of the 128-bit product, exclusive or.
        private static ulong Fold(ulong a, ulong b)
        {
            ulong a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
            ulong middle = a1 * b0 + (a0 * b0 >> 32);
            ulong cross = a0 * b1 + (middle & 0xffffffff);
            return a * b ^ a1 * b1 + (middle >> 32) + (cross >> 32);
        }

        private static ulong Avalanche(ulong h)
        {
            h = (h ^ h >> 37) * 0x165667919E3779F9;
            return h ^ h >> 32;
        }

        private static ulong Key(int at) => Read64(Secret, at);
        private static ulong Read32(byte[] from, int at) =>
            from[at] | (ulong)from[at + 1] << 8 | (ulong)from[at + 2] << 16 | (ulong)from[at + 3] << 24;
        private static ulong Read64(byte[] from, int at) => Read32(from, at) | Read32(from, at + 4) << 32;
    }
}
