// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using static Tilebase.TilebaseException;

namespace Tilebase
{
    /// <summary>What is wrong.</summary>
    public enum Code { Argument, Board, Unsolvable, BoardSize, Format, Version, Damaged, NotFound }

    /// <summary>Says what was expected, and what was found.</summary>
    public sealed class TilebaseException : Exception
    {
        public TilebaseException(Code code, string message) : base(message) { Code = code; }

        public Code Code { get; }

        internal static void Need(bool condition, Code code, string message, params object[] values)
        {
            if (!condition) throw new TilebaseException(code, string.Format(message, values));
        }

        internal static void Intact(bool condition, string what, params object[] values) =>
            Need(condition, Code.Damaged, what + " is damaged: export the file again", values);
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

        private readonly List<Stage> stages = new List<Stage>();
        private ulong allTiles;

        private TableSet() { }

        /// <summary>Opens an image or a compact form.</summary>
        public static TableSet Open(byte[] bytes)
        {
            var file = new Bytes(bytes);
            var set = new TableSet();
            if (file.Text(0, 8) == "TILEIMAG") set.OpenImage(file);
            else if (file.Text(0, 3) == "TBC" && file.Size > 3) set.OpenCompact(file);
            else Need(false, Code.Format, "expected an image (TILEIMAG) or a compact form (TBC)");
            return set;
        }

        public int Width { get; private set; }
        public int Height { get; private set; }

        /// <summary>No board needs more actions.</summary>
        public int WorstCase { get; private set; }

        /// <summary>Returns the letters of the actions that solve a board.</summary>
        public string Solve(params int[] board) => Solve(CheckedPosition(board)).ToString();

        /// <summary>
        /// Returns the next action for any board. A player who takes every hint is home within
        /// WorstCase actions. Nothing has to be kept between two boards. (Section 13.2.)
        /// </summary>
        public Hint Hint(params int[] board)
        {
            Position at = CheckedPosition(board);
            for (int s = stages.Count - 1; s >= 0 && at.Home != allTiles; --s)
            {
                Table table = stages[s].Tables.Last();
                var end = new Position(this, at.Tile);
                StringBuilder best = table.Admits(at) && Walk(table, end) ? end.Path : null;
                int astray = Bits.Count((table.Goal | table.Fixed) & ~at.Home);
                foreach (Detour detour in stages[s].Detours)
                    for (int left = astray; left <= detour.Actions.Length && (best == null || left < best.Length); ++left)
                    {
                        end = new Position(this, at.Tile);
                        if (Play(table, detour, left, end)) best = end.Path;
                    }
                if (best != null && best.Length > 0) return new Hint(best[0], s, table.Goal, table.Fixed, best.Length);
            }
            Intact(at.Home == allTiles, "the set");
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
            Need(0 <= least && least <= most && count >= 0, Code.Argument,
                "expected 0 <= least <= most, found {0} and {1}", least, most);
            int limit = Math.Min(most, WorstCase);
            var random = new SplitMix(0);
            int hits = 0;
            for (int tried = 0; tried < 1 << 16 && hits < 4 && least <= limit; ++tried)
                if (Fits(RandomPosition(random), least, limit)) ++hits;
            var boards = new List<int[]>();
            for (int tried = 0; boards.Count < count; ++tried)
            {
                Need(tried < 1 << 20 && least <= limit, Code.NotFound, "found no board of {0} to {1} actions", least, most);
                if (tried == 0 && boards.Count % 64 == 0) random = SplitMix.OfBoards(seed, (ulong)boards.Count / 64);
                bool isUniform = hits == 4 || stages.Count == 1 && tried % 2 == 0;
                Position at = isUniform ? RandomPosition(random) : WalkFromGoal(random, limit);
                if (!Fits(at, least, limit)) continue;
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

        private bool Fits(Position at, int least, int most)
        {
            int moves = Solve(new Position(this, at.Tile)).Length;
            return least <= moves && moves <= most;
        }

        // Solves a position. Returns its path. (Section 13.1.)
        private StringBuilder Solve(Position at)
        {
            foreach (Stage stage in stages)
            {
                if (stage.Tables[0].IsDone(at)) continue;
                Table table = stage.Tables.Find(each => each.Solves(at));
                Intact(table != null, "the set");
                long rank = table.Rank(at);
                Detour detour = stage.Detours.Find(each => each.Rank == rank);
                Intact(detour == null ? Walk(table, at) : Play(table, detour, detour.Actions.Length, at), "a table");
            }
            Intact(at.Home == allTiles, "the last stage");
            return at.Path;
        }

        // Walks towards the table's goal. Returns whether it gets there.
        private bool Walk(Table table, Position at)
        {
            int limit = Math.Min(WorstCase, at.Path.Length + table.MaxDepth);
            while (!table.IsDone(at))
                if (at.Path.Length >= limit || !at.Slide(table.Action(table.Rank(at))) || !table.Admits(at)) return false;
            return true;
        }

        // Plays the last `count` actions of a detour. Returns whether that finishes the stage.
        private static bool Play(Table table, Detour detour, int count, Position at) =>
            detour.Actions.Skip(detour.Actions.Length - count).All(at.Slide) && table.IsDone(at) && table.Admits(at);

        private Position CheckedPosition(int[] board)
        {
            int cells = Width * Height;
            Need(board.Length == cells, Code.BoardSize, "expected {0} cells, found {1}", cells, board.Length);
            ulong seen = 0;
            foreach (int tile in board)
            {
                Need(0 <= tile && tile < cells && (seen >> tile & 1) == 0, Code.Board,
                    "expected each of 0 to {0} once, found {1}", cells - 1, tile);
                seen |= 1UL << tile;
            }
            var at = new Position(this, board);
            Need(!at.IsOdd(), Code.Unsolvable, "no moves solve this board: swap two of its tiles");
            return at;
        }

        private sealed class Table
        {
            public ulong Goal, Fixed, Free;
            public int[] Tracked;
            public long Entries;
            public int MaxDepth;
            // One after another. Without a reachable plane, all entries can reach the goal.
            public byte[] Planes;

            public int PolicyBytes => (int)((Entries + 3) / 4);
            public bool IsDone(Position at) => (Goal & ~at.Home) == 0;
            public bool Admits(Position at) => (Fixed & ~at.Home) == 0;

            // The number of the board's entry (section 2.3). Requires a board that the table admits.
            public long Rank(Position at)
            {
                int positions = Bits.Count(Free) - 1;
                ulong others = Free & ~(1UL << at.Cell[0]);
                long rank = Bits.Count(Free & (1UL << at.Cell[0]) - 1);
                foreach (int tile in Tracked)
                {
                    rank = rank * positions-- + Bits.Count(others & (1UL << at.Cell[tile]) - 1);
                    others &= ~(1UL << at.Cell[tile]);
                }
                return rank;
            }

            public int Action(long rank) => Planes[(int)(rank / 4)] >> (int)(rank % 4 * 2) & 3;

            public bool Solves(Position at)
            {
                if (!Admits(at) || Planes.Length == PolicyBytes) return Admits(at);
                long rank = Rank(at);
                return (Planes[PolicyBytes + (int)(rank / 8)] >> (int)(rank % 8) & 1) != 0;
            }
        }

        // A solution of the table's entry of this rank.
        private sealed class Detour
        {
            public long Rank;
            public int[] Actions;
        }

        private sealed class Stage
        {
            public readonly List<Table> Tables = new List<Table>();
            public readonly List<Detour> Detours = new List<Detour>();
        }

        // A board on its way.
        private sealed class Position
        {
            public readonly int[] Tile; // on each cell
            public readonly int[] Cell; // of each tile
            public ulong Home;          // the tiles that are home
            public readonly StringBuilder Path = new StringBuilder();
            private readonly int width;

            public Position(TableSet set, int[] board)
            {
                width = set.Width;
                Tile = new int[board.Length];
                Cell = new int[board.Length];
                for (int cell = 0; cell < board.Length; ++cell) Put(board[cell], cell);
            }

            private void Put(int tile, int cell)
            {
                Tile[cell] = tile;
                Cell[tile] = cell;
                if (tile > 0) Home &= ~(1UL << tile - 1);
                if (tile == cell + 1) Home |= 1UL << cell;
            }

            public void Swap(int a, int b)
            {
                int tile = Tile[a];
                Put(Tile[b], a);
                Put(tile, b);
            }

            // The cell of the tile that the action slides, or -1.
            public int From(int action)
            {
                int column = Cell[0] % width;
                if (action == 0 && column + 1 == width || action == 1 && column == 0) return -1;
                int from = Cell[0] + (action == 0 ? 1 : action == 1 ? -1 : action == 2 ? width : -width);
                return from < Tile.Length ? from : -1;
            }

            // Applies an action. Returns false if it slides no tile.
            public bool Slide(int action)
            {
                int from = From(action);
                if (from < 0) return false;
                Swap(from, Cell[0]);
                Path.Append(Letters[action]);
                return true;
            }

            // Whether no moves solve the board: each changes the inversions and the blank's row in step.
            public bool IsOdd()
            {
                int odd = (width + 1) % 2 * ((Tile.Length - 1) / width - Cell[0] / width);
                for (int b = 1; b < Tile.Length; ++b)
                    for (int a = 0; a < b; ++a)
                        if (Tile[a] > Tile[b] && Tile[b] > 0) ++odd;
                return odd % 2 != 0;
            }
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

        private Position Solved()
        {
            int cells = Width * Height;
            return new Position(this, Enumerable.Range(1, cells).Select(tile => tile % cells).ToArray());
        }

        private Position RandomPosition(SplitMix random)
        {
            Position at = Solved();
            for (int cell = at.Tile.Length - 1; cell > 0; --cell) at.Swap(cell, random.Below(cell + 1));
            int first = at.Tile[0] == 0 ? 1 : 0;
            if (at.IsOdd()) at.Swap(first, at.Tile[first + 1] == 0 ? first + 2 : first + 1);
            return at;
        }

        private Position WalkFromGoal(SplitMix random, int most)
        {
            Position at = Solved();
            int action = -2;
            for (int left = random.Below(most + 1); left > 0; --left)
            {
                int back = action ^ 1;
                int[] choices = Enumerable.Range(0, 4).Where(each => each != back && at.From(each) >= 0).ToArray();
                action = choices[random.Below(choices.Length)];
                at.Slide(action);
            }
            return at;
        }

        // Section 12.
        private void OpenCompact(Bytes file)
        {
            CheckVersion("compact form", file.U8(3));
            int end = file.Size - 4;
            Intact(end >= 16 && file.U32(8) == file.Size && file.U8(7) == 0, "the compact form");
            Intact(file.U32(end) == file.Crc32(end), "the compact form");
            SetSize(file.U8(4), file.U8(5), file.U32(12));
            int setBytes = (Width * Height + 7) / 8;
            int at = 16;
            ulong home = 0;
            for (int s = 0; s < file.U8(6); ++s)
            {
                int policy = at + 9 + 2 * setBytes;
                Intact(policy <= end && file.U32(at) + file.U32(at + 4) <= end - policy, "stage {0}", s);
                int detour = policy + (int)file.U32(at);
                int next = detour + (int)file.U32(at + 4);
                ulong goal = file.Number(at + 9, setBytes), @fixed = file.Number(at + 9 + setBytes, setBytes);
                Table table = NewTable(goal, @fixed, file.U8(at + 8), int.MaxValue, file.Copy(policy, detour));
                Intact(detour - policy == table.PolicyBytes && (@fixed & ~home) == 0, "stage {0}", s);
                var stage = new Stage { Tables = { table } };
                while (detour < next)
                {
                    var actions = new int[file.U8(detour + 3)];
                    int begin = detour + 4;
                    Intact(actions.Length > 0 && begin + (actions.Length + 3) / 4 <= next, "stage {0}", s);
                    for (int i = 0; i < actions.Length; ++i) actions[i] = file.U8(begin + i / 4) >> i % 4 * 2 & 3;
                    stage.Detours.Add(new Detour { Rank = (long)file.Number(detour, 3), Actions = actions });
                    detour = begin + (actions.Length + 3) / 4;
                }
                stages.Add(stage);
                home |= goal;
                at = next;
            }
            Intact(at == end && home == allTiles, "the compact form");
        }

        // A part of an image, or the tables of a stage.
        private struct Part
        {
            public int Begin, End;

            public int Size => End - Begin;
        }

        // Section 11; the records: 3 to 5; the rules: 7.
        private void OpenImage(Bytes file)
        {
            List<Part> parts = Directory(file);
            int set = parts[0].Begin, end = parts[0].End;
            Intact(end - set >= 40 && file.Text(set, 8) == "TILEBASE", "the set record");
            bool isJoined = file.U16(set + 8) == 3; // the worst case is joined at the seams (section 3)
            if (!isJoined) CheckVersion("set record", file.U16(set + 8));
            int stageCount = file.U16(set + 16);
            int used = 32 + 8 * stageCount + file.U16(set + 18) + file.U16(set + 20);
            file.CheckRecord("the set record", set, end, (used + 7) / 8 * 8 + 8);
            int tables = parts.Count / 4;
            Intact(file.U32(set + 12) == tables && file.IsZero(set + used, end - 8), "the set record");
            SetSize(file.U8(set + 10), file.U8(set + 11), file.U32(set + 24));
            var runs = new List<Part>();
            for (int s = 0; s < stageCount; ++s)
            {
                long first = file.U32(set + 32 + 8 * s), next = first + file.U32(set + 36 + 8 * s);
                Intact(first < next && next <= tables, "the set record");
                runs.Add(new Part { Begin = (int)first, End = (int)next });
            }
            for (int t = 0; t < tables; ++t)
            {
                Part record = parts[1 + 4 * t];
                Intact(record.Size >= 80, "the record of table {0}", t);
                int fit = file.U8(record.Begin + 62) == 2 ? 192 : 0;
                file.CheckRecord("a table record", record.Begin, record.End, 88 + 8 * file.U16(record.Begin + 60) + fit);
            }
            OpenStages(file, parts, runs);
            int[] depths = stages.Select(stage => stage.Tables.Max(table => table.MaxDepth)).ToArray();
            long joined = isJoined ? file.U32(set + 28) : depths.Sum();
            Intact(WorstCase == depths.Sum() && joined <= WorstCase && joined >= depths.Max()
                && file.U16(set + 22) == 0 && (isJoined || file.U32(set + 28) == 0), "the worst case");
            WorstCase = (int)joined;
        }

        private static List<Part> Directory(Bytes file)
        {
            Intact(file.Size >= 32, "the image");
            int order = file.U16(8), width = file.U8(10);
            Need(order != 0xfffe && (order != 0xfeff || width != 4), Code.Version,
                "image: expected little-endian and offsets of 64 bits");
            Intact(order == 0xfeff && width == 8, "the image");
            CheckVersion("image", file.U16(12));
            long count = file.U32(24);
            long end = 40 + 16 * count;
            Intact(file.U64(16) == (ulong)file.Size && count % 4 == 1 && count > 1 && end <= file.Size, "the directory");
            Intact(file.U8(11) == 0 && file.U16(14) == 0 && file.U32(28) == 0, "the directory");
            file.CheckRecord("the directory", 0, (int)end, end);
            var parts = new List<Part>();
            for (int entry = 32; parts.Count < count; entry += 16)
            {
                long begin = AfterZeros(file, end);
                ulong size = file.U64(entry + 8);
                Intact(file.U64(entry) == (ulong)begin && size <= (ulong)(file.Size - begin), "the directory");
                end = begin + (long)size;
                parts.Add(new Part { Begin = (int)begin, End = (int)end });
            }
            Intact(AfterZeros(file, end) == file.Size, "the image");
            return parts;
        }

        // Where the next part begins.
        private static long AfterZeros(Bytes file, long end)
        {
            long begin = (end + 15) / 16 * 16;
            Intact(begin <= file.Size && file.IsZero((int)end, (int)begin), "the image");
            return begin;
        }

        // Opens the stages of the first part of the plan that ends at home. Others are not used.
        private void OpenStages(Bytes file, List<Part> parts, List<Part> runs)
        {
            int begin = 0, metric = 0; // the part's first stage, and its metric
            ulong home = 0;
            bool endsAtHome = true;
            for (int s = 0; s < runs.Count && stages.Count == 0; ++s)
            {
                int record = parts[1 + 4 * runs[s].Begin].Begin;
                if (home == 0)
                {
                    begin = s;
                    metric = file.U8(record + 62);
                    endsAtHome = true;
                    if (metric == 1 || metric == 2 || metric == 4) continue; // a pattern, values or bounds
                }
                Intact(file.U8(record + 62) == metric && file.U64(record + 8) == home, "stage {0}", s);
                for (int t = runs[s].Begin; t < runs[s].End; ++t) endsAtHome &= file.U8(parts[1 + 4 * t].Begin + 65) == 0;
                home |= file.U64(record) & allTiles;
                if (home != allTiles) continue;
                home = 0;
                if (!endsAtHome) continue;
                Need(metric == 0, Code.Version, "expected stages of single moves: 'tilebase build' makes such a set");
                foreach (Part run in runs.GetRange(begin, s + 1 - begin))
                {
                    var stage = new Stage();
                    for (int t = run.Begin; t < run.End; ++t)
                        stage.Tables.Add(OpenTable(file, t, parts.GetRange(1 + 4 * t, 4), t + 1 == run.End));
                    stages.Add(stage);
                }
            }
            Intact(home == 0, "the last stage");
            Need(stages.Count > 0, Code.Version, "expected stages that end at home: 'tilebase build' makes such a set");
        }

        private Table OpenTable(Bytes file, int number, List<Part> parts, bool isLast)
        {
            int at = parts[0].Begin;
            Part index = parts[1];
            Need(file.U8(at + 64) == 0, Code.Version, "table {0} is compressed: export the image with --raw", number);
            ulong goal = file.U64(at), @fixed = file.U64(at + 8);
            int tiles = Bits.Count(goal);
            int others = Width * Height - 1 - Bits.Count(@fixed) - tiles;
            // Parity tells where the last tiles are if fewer than two others are left.
            int tracked = Math.Max(0, tiles - Math.Max(0, 2 - others));
            byte[] policy = file.Copy(parts[2].Begin, parts[2].End), reachable = file.Copy(parts[3].Begin, parts[3].End);
            byte[] planes = policy.Concat(reachable).ToArray();
            Table table = NewTable(goal, @fixed, tracked, file.U16(at + 60), planes);
            Intact(file.U64(at + 16) == (ulong)table.Entries && policy.Length == table.PolicyBytes
                && reachable.Length == (isLast ? 0 : (table.Entries + 7) / 8) && file.U8(at + 63) == (isLast ? 0 : 1)
                && file.U32(at + 56) == 65536 && file.IsZero(at + 66, at + 72), "the record of table {0}", number);
            int blocks = (policy.Length + 65535) / 65536 + (reachable.Length + 65535) / 65536;
            file.CheckRecord("an index", index.Begin, index.End, 16 * blocks + 8);
            var content = new Bytes(planes);
            int begin = 0;
            for (int entry = index.Begin; entry < index.End - 8; entry += 16)
            {
                int size = Math.Min(65536, (begin < policy.Length ? policy.Length : planes.Length) - begin);
                Intact(file.U64(entry) == (ulong)begin && file.U64(entry + 8) == content.Hash(begin, size), "table {0}", number);
                begin += size;
            }
            Intact(file.U64(at + 40) == content.Hash(0, begin), "table {0}", number);
            return table;
        }

        // The lowest `tracked` tiles of the goal make up the rank.
        private Table NewTable(ulong goal, ulong @fixed, int tracked, int maxDepth, byte[] planes)
        {
            Intact(goal != 0 && (goal & @fixed) == 0 && ((goal | @fixed) & ~allTiles) == 0 && tracked <= Bits.Count(goal), "a table");
            ulong free = (allTiles << 1 | 1) & ~@fixed;
            long entries = 1;
            for (int i = 0; i <= tracked; ++i)
            {
                entries *= Bits.Count(free) - i;
                Intact(entries <= 1L << 33, "a table");
            }
            return new Table
            {
                Goal = goal,
                Fixed = @fixed,
                Free = free,
                Tracked = Enumerable.Range(1, 63).Where(tile => (goal >> tile - 1 & 1) != 0).Take(tracked).ToArray(),
                Entries = entries,
                MaxDepth = (int)Math.Min(maxDepth, entries),
                Planes = planes,
            };
        }

        private void SetSize(int width, int height, long worstCase)
        {
            Intact(Math.Min(width, height) >= 2 && Math.Max(width, height) <= 8 && worstCase <= 63 * 65535, "the size");
            Width = width;
            Height = height;
            WorstCase = (int)worstCase;
            allTiles = (1UL << width * height - 1) - 1;
        }

        private static void CheckVersion(string what, int version)
        {
            Need(version <= 1, Code.Version, "{0}: expected version 1, found {1}", what, version);
            Intact(version == 1, "the {0}", what);
        }
    }

    internal static class Bits
    {
        public static int Count(ulong set)
        {
            set -= set >> 1 & 0x5555555555555555;
            set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
            return (int)((set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
        }
    }

    // The bytes of a file: little-endian numbers, and the hash XXH3-64 with seed 0.
    internal sealed class Bytes
    {
        private readonly byte[] data;

        public Bytes(byte[] bytes) { data = bytes; }

        public int Size => data.Length;

        public int U8(int at) => data[at];
        public int U16(int at) => data[at] | data[at + 1] << 8;
        public long U32(int at) => Word(at);
        public ulong U64(int at) => Word(at) | (ulong)Word(at + 4) << 32;
        public ulong Number(int at, int size) => size == 0 ? 0 : Number(at + 1, size - 1) << 8 | data[at];
        public byte[] Copy(int begin, int end) => new ArraySegment<byte>(data, begin, end - begin).ToArray();
        public bool IsZero(int begin, int end) => Copy(begin, end).All(each => each == 0);
        public string Text(int at, int length) => string.Concat(data.Skip(at).Take(length).Select(each => (char)each));

        private uint Word(int at) => (uint)(U16(at) | U16(at + 2) << 16);

        // A record ends with its hash.
        public void CheckRecord(string what, int begin, int end, long length) =>
            Intact(end - begin == length && Hash(begin, end - begin - 8) == U64(end - 8), what);

        public uint Crc32(int size)
        {
            uint crc = ~0u;
            for (int i = 0; i < size; ++i)
            {
                crc ^= data[i];
                for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
            }
            return ~crc;
        }

        private const ulong Prime1 = 0x9E3779B185EBCA87, Prime2 = 0xC2B2AE3D27D4EB4F, Prime3 = 0x165667B19E3779F9;
        private static readonly Bytes Secret = new Bytes(FromHex(
            "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f" +
            "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
            "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
            "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
            "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e" +
            "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"));

        private static byte[] FromHex(string hex) =>
            Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray();

        // Of at least one byte.
        public ulong Hash(int at, int size)
        {
            if (size <= 3)
            {
                ulong h = (ulong)data[at] << 16 | (ulong)data[at + size / 2] << 24 | data[at + size - 1] | (ulong)size << 8;
                h ^= Secret.Word(0) ^ Secret.Word(4);
                h = (h ^ h >> 33) * Prime2;
                h = (h ^ h >> 29) * Prime3;
                return h ^ h >> 32;
            }
            if (size <= 8)
            {
                ulong h = Word(at + size - 4) + ((ulong)Word(at) << 32) ^ Secret.U64(8) ^ Secret.U64(16);
                h = (h ^ (h << 49 | h >> 15) ^ (h << 24 | h >> 40)) * 0x9FB21C651E98DF25;
                h = (h ^ (h >> 35) + (ulong)size) * 0x9FB21C651E98DF25;
                return h ^ h >> 28;
            }
            if (size <= 16)
            {
                ulong low = Secret.U64(24) ^ Secret.U64(32) ^ U64(at);
                ulong high = Secret.U64(40) ^ Secret.U64(48) ^ U64(at + size - 8);
                ulong swapped = 0;
                for (int i = 0; i < 8; ++i) swapped = swapped << 8 | low >> 8 * i & 0xff;
                return Avalanche((ulong)size + swapped + high + Fold(low, high));
            }
            ulong hash = (ulong)size * Prime1;
            if (size <= 128)
            {
                for (int i = 0; i <= (size - 1) / 32; ++i)
                    hash += Mix(at + 16 * i, 32 * i) + Mix(at + size - 16 * (i + 1), 32 * i + 16);
                return Avalanche(hash);
            }
            if (size <= 240)
            {
                for (int i = 0; i < 8; ++i) hash += Mix(at + 16 * i, 16 * i);
                hash = Avalanche(hash);
                for (int i = 8; i < size / 16; ++i) hash += Mix(at + 16 * i, 16 * i - 125);
                return Avalanche(hash + Mix(at + size - 16, 119));
            }
            ulong[] lanes = { 0xC2B2AE3D, Prime1, Prime2, Prime3, 0x85EBCA77C2B2AE63, 0x85EBCA77, 0x27D4EB2F165667C5, 0x9E3779B1 };
            for (int i = 0; i < (size - 1) / 64; ++i)
            {
                AddStripe(at + 64 * i, i % 16 * 8, lanes);
                for (int l = 0; l < 8 && i % 16 == 15; ++l)
                    lanes[l] = (lanes[l] ^ lanes[l] >> 47 ^ Secret.U64(128 + 8 * l)) * 0x9E3779B1;
            }
            AddStripe(at + size - 64, 121, lanes);
            for (int l = 0; l < 8; l += 2)
                hash += Fold(lanes[l] ^ Secret.U64(11 + 8 * l), lanes[l + 1] ^ Secret.U64(19 + 8 * l));
            return Avalanche(hash);
        }

        private void AddStripe(int at, int key, ulong[] lanes)
        {
            for (int l = 0; l < 8; ++l)
            {
                ulong value = U64(at + 8 * l);
                ulong keyed = value ^ Secret.U64(key + 8 * l);
                lanes[l ^ 1] += value;
                lanes[l] += (keyed & 0xffffffff) * (keyed >> 32);
            }
        }

        private ulong Mix(int at, int key) =>
            Fold(U64(at) ^ Secret.U64(key), U64(at + 8) ^ Secret.U64(key + 8));

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

    }
}
