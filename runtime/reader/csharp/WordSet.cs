// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using static Tilebase.TilebaseException;

namespace Tilebase
{
    /// <summary>
    /// Solves boards that are no permutations: with equal tiles, with walls, with several goals, and
    /// warehouses with several blanks. Reads a file of <c>tilebase build --store raw</c>.
    /// <code>
    /// WordSet store = WordSet.Open(File.ReadAllBytes("store.tilebase"));
    /// List&lt;string&gt; steps = store.Solve("..1./_.../.._.");  // what moves in each step: "7>8,13>14", "8>9"
    /// </code>
    /// In a board's text rows are separated by '/', and a cell is a digit or letter (10 to 35), or
    /// cells are numbers between spaces: _ or 0 is a blank, # a wall, . any other tile. Each solution
    /// has the least cost. Whatever the bytes are, each call ends, with a right answer or a
    /// <see cref="TilebaseException"/>. A set never changes, so any number of threads may use it.
    /// docs/format.md of tilebase, section 14, has the terms and the layout.
    /// </summary>
    public sealed class WordSet
    {
        private const int Any = 255, Wall = -1, Other = -3;

        private sealed class Goal
        {
            public long Cost;
            public int[] Word; // the symbol on each open cell, or Any

            public bool Fits(int[] board) => Word.Zip(board, (a, b) => a == Any || a == b).All(each => each);
        }

        // A blank's way from an open cell: left, right, up or down, over so many tiles.
        private struct Run
        {
            public int From, Direction, Length;
        }

        private readonly int metric;      // 0 stm, 1 mtm, 2 steps, 3 line-steps
        private readonly int[] open;      // the open cells, ascending
        private readonly int[][] next;    // beside each open cell, by direction; -1: a wall or the edge
        private readonly int[] label;     // of each symbol; symbol 0 is the blank
        private readonly int[] count;     // of open cells with each symbol
        private readonly List<Goal> goals = new List<Goal>();
        private readonly int side;        // that all goals are on; -1: both sides have states
        private readonly int[] weight;    // of the digit of each class of symbols; that of the last class is 0
        private readonly long[][] choose; // binomials
        private readonly int states, valueBytes;
        private readonly byte[] planes;

        /// <summary>Opens a raw table.</summary>
        public static WordSet Open(byte[] bytes) => new WordSet(new Bytes(bytes));

        public int Width { get; }
        public int Height { get; }

        /// <summary>No board costs more.</summary>
        public int WorstCase { get; }

        /// <summary>
        /// Returns the moves of a solution of the least cost. With one blank a move is the letters of
        /// its slides; with several, FROM>TO for each tile that slides, separated by commas.
        /// </summary>
        public List<string> Solve(string board)
        {
            var moves = new List<string>();
            int[] word = Word(board);
            for (int value = Value(word); !IsGoal(word, value); --value) moves.Add(Move(word, value));
            return moves;
        }

        /// <summary>Returns the first move of that solution, empty at a goal.</summary>
        public string Hint(string board)
        {
            int[] word = Word(board);
            int value = Value(word);
            return IsGoal(word, value) ? "" : Move(word, value);
        }

        private bool IsGoal(int[] word, int cost) => goals.Any(goal => goal.Cost == cost && goal.Fits(word));

        private int Value(int[] word)
        {
            int value = side < 0 || SideOf(word) == side ? ValueAt(Rank(word)) : Unreachable;
            Need(value != Unreachable, Code.Unsolvable, "no moves lead from this board to a goal");
            return value;
        }

        private int Unreachable => (1 << 8 * valueBytes) - 1;

        private int ValueAt(int state) => planes[state] | (valueBytes == 2 ? planes[states + state] << 8 : 0);

        // Plays the table's move of a board of this value that is no goal.
        private string Move(int[] word, int value)
        {
            if (metric > 0)
            {
                List<Run> runs = Decode(word, Rank(word));
                string move = Play(word, runs);
                Intact(runs.Count > 0 && ValueAt(Rank(word)) + 1 == value, "the table");
                return move;
            }
            for (int from = 0; from < word.Length; ++from)
                for (int direction = 0; direction < 4 && word[from] == 0; ++direction)
                {
                    int to = next[from][direction];
                    if (to < 0 || word[to] == 0) continue;
                    var after = (int[])word.Clone();
                    string move = Play(after, new List<Run> { new Run { From = from, Direction = direction, Length = 1 } });
                    if (ValueAt(Rank(after)) + 1 != value) continue;
                    after.CopyTo(word, 0);
                    return move;
                }
            Intact(false, "the table");
            return "";
        }

        // The runs of a state's move, by its code. None if the blanks cannot move so.
        private List<Run> Decode(int[] word, int state)
        {
            ulong code = 0, radix = (ulong)(Width + Height);
            for (int plane = planes.Length / states - 1; plane >= valueBytes; --plane)
                code = code << 8 | planes[plane * states + state];
            var runs = new List<Run>();
            bool[] isTaken = word.Select(symbol => symbol == 0).ToArray();
            for (int from = 0; from < word.Length; ++from)
            {
                if (word[from] != 0) continue;
                int to = (int)(code % radix);
                code /= radix;
                int column = open[from] % Width;
                if (to == column) continue;
                int far = to < Width ? to - column : to - Width - open[from] / Width;
                var run = new Run { From = from, Direction = (to < Width ? 0 : 2) + (far < 0 ? 0 : 1), Length = Math.Abs(far) };
                if (far == 0 || run.Length > 1 && metric % 2 == 0) return new List<Run>();
                for (int at = from, i = 0; i < run.Length; ++i)
                {
                    at = next[at][run.Direction];
                    if (at < 0 || isTaken[at]) return new List<Run>();
                    isTaken[at] = true;
                }
                runs.Add(run);
            }
            return code == 0 && (metric >= 2 || runs.Count == 1) ? runs : new List<Run>();
        }

        // Moves the tiles of all runs. Returns the move's text.
        private string Play(int[] word, List<Run> runs)
        {
            var slides = new List<string>();
            foreach (Run run in runs)
            {
                int at = run.From;
                for (int i = 0; i < run.Length; ++i)
                {
                    int tile = next[at][run.Direction];
                    word[at] = word[tile];
                    slides.Add(count[0] == 1 ? "RLDU".Substring(run.Direction, 1) : $"{open[tile]}>{open[at]}");
                    at = tile;
                }
                word[at] = 0;
            }
            return string.Join(count[0] == 1 ? "" : ",", slides);
        }

        // The number of the board's state.
        private int Rank(int[] word)
        {
            int last = weight.Length - 1;
            var seen = new int[weight.Length];   // of each class so far
            var before = new int[weight.Length]; // positions so far that no lower class has taken
            long rank = 0;
            for (int c = 0; c < word.Length; ++c)
            {
                int number = Math.Min(word[c], last);
                int position = number == 0 ? c : before[number];
                if (number < last) rank += choose[position][++seen[number]] * weight[number];
                for (int other = 1; other <= number; ++other) ++before[other];
            }
            return (int)rank;
        }

        // What no move of a permutation changes: its parity and the colour of the blank's cell.
        private int SideOf(int[] word)
        {
            int odd = 0;
            for (int b = 0; b < word.Length; ++b)
            {
                if (word[b] == 0) odd += open[b] / Width + open[b] % Width;
                for (int a = 0; a < b; ++a)
                    if (word[a] > word[b]) ++odd;
            }
            return odd % 2;
        }

        // Reads a board.
        private int[] Word(string text)
        {
            var cells = new List<int>();
            string[] rows = text.Split('/', '\n').Select(row => row.Trim()).Where(row => row != "").ToArray();
            bool isSpaced = rows.Any(row => Regex.IsMatch(row, "[ \t,]"));
            bool isNumber = Width == 1 && rows.Length > 1; // in a board of width 1, a row is a number
            for (int r = 0; r < rows.Length; ++r)
            {
                cells.AddRange(Regex.Split(rows[r], isSpaced || isNumber ? "[ \t\r,]+" : "").Where(cell => cell != "").Select(Cell));
                Need(rows.Length == 1 || cells.Count == (r + 1) * Width, Code.Board, "expected rows of {0} cells", Width);
            }
            Need(cells.Count == Width * Height, Code.Board, "expected {0} cells, found {1}", Width * Height, cells.Count);
            var word = new int[open.Length];
            var found = new int[count.Length];
            int opened = 0;
            for (int c = 0; c < cells.Count; ++c)
            {
                bool isOpen = opened < open.Length && open[opened] == c;
                Need(isOpen == (cells[c] != Wall), Code.Board, "cell {0}: expected {1}", c, isOpen ? "no wall" : "a wall");
                if (!isOpen) continue;
                word[opened] = Symbol(cells[c]);
                ++found[word[opened++]];
            }
            Need(found.SequenceEqual(count), Code.Board, "expected {0} of the blank and each tile, found {1}",
                string.Join(" ", count), string.Join(" ", found));
            return word;
        }

        private static int Cell(string text)
        {
            if (text == "_") return 0;
            if (text == "#") return Wall;
            if (text == ".") return Other;
            if (Regex.IsMatch(text, "^[A-Za-z]$")) return char.ToLowerInvariant(text[0]) - 'a' + 10;
            Need(Regex.IsMatch(text, "^0*[0-9]{1,4}$"), Code.Board, "expected a tile, _ for a blank, # or ., found {0}", text);
            return int.Parse(text.Substring(Math.Max(0, text.Length - 4)));
        }

        private int Symbol(int value)
        {
            int rest = label[label.Length - 1] == 0 ? label.Length - 1 : -1;
            int named = value > 0 ? Array.IndexOf(label, value) : -1;
            if (named > 0) return named;
            bool isBlank = value == 0 || rest < 0 && count[0] == 1 && value == open.Length;
            Need(isBlank || rest > 0, Code.Board, "expected tiles of the board, found {0}", value);
            return isBlank ? 0 : rest;
        }

        private WordSet(Bytes file)
        {
            Need(file.Size >= 14 && file.Text(0, 8) == "TILEIMAG", Code.Format, "expected a table file (TILEIMAG)");
            int version = file.U16(12);
            Need(file.U16(8) == 0xfeff && file.U8(10) == 8 && version <= 2, Code.Version, "expected format version 2");
            Need(version == 2, Code.Format, "expected format version 2, found {0}: open it as a TableSet", version);
            Intact(file.Size >= 64 && file.Hash(0, 56) == file.U64(56) && file.U64(48) == 0
                && file.U64(16) == (ulong)file.Size, "the head");
            ulong end = 64;
            for (int length = 24; length < 48; length += 8)
            {
                Intact(file.U64(length) <= (ulong)file.Size - end, "the head");
                end += file.U64(length);
            }
            int index = 64 + (int)file.U64(24), begin = index + (int)file.U64(32);
            Intact(end == (ulong)file.Size && index >= 128 && begin - index >= 8, "the head");
            file.CheckRecord("the record", 64, index, index - 64);
            Width = file.U16(64);
            Height = file.U16(66);
            metric = file.U8(68);
            valueBytes = file.U8(69);
            Need(metric <= 3 && file.U8(71) == 0, Code.Version, "expected a known metric, and '--store raw'");
            open = new int[file.U16(72)];
            label = new int[1 + file.U16(76)];
            count = new int[label.Length];
            count[0] = file.U16(74);
            long goalCount = file.U32(80);
            WorstCase = (int)Math.Min(file.U32(84), 65535);
            int at = 120;
            long used = at + 2 * open.Length + 4 * (label.Length - 1) + goalCount * (4 + open.Length)
                + 8 * (WorstCase + 1) + file.U16(78);
            Intact((used + 7) / 8 * 8 + 8 == index && file.IsZero((int)used, index - 8) && WorstCase < 65535, "the record");
            Intact(Width > 0 && Height > 0 && (long)Width * Height <= 512 && open.Length <= Width * Height
                && 1 <= count[0] && count[0] <= 8 && 2 <= label.Length && label.Length <= 251, "the record");
            for (int c = 0; c < open.Length; ++c, at += 2)
            {
                open[c] = file.U16(at);
                Intact(open[c] < Width * Height && (c == 0 || open[c - 1] < open[c]), "the open cells");
            }
            for (int s = 1; s < label.Length; ++s, at += 4)
            {
                label[s] = file.U16(at);
                count[s] = file.U16(at + 2);
                bool isRest = label[s] == 0 && s == label.Length - 1;
                Intact(count[s] > 0 && label[s] <= 9999 && (label[s] > label[s - 1] || isRest), "the list of tiles");
            }
            Intact(count.Sum() == open.Length && goalCount > 0, "the record");
            for (; goals.Count < goalCount; at += 4 + open.Length)
            {
                var left = (int[])count.Clone();
                var goal = new Goal { Cost = file.U32(at), Word = file.Copy(at + 4, at + 4 + open.Length).Select(each => (int)each).ToArray() };
                Intact(goal.Cost <= 10000 && goal.Word.All(s => s == Any || s < left.Length && left[s]-- > 0), "a goal");
                goals.Add(goal);
            }
            ulong sum = 0;
            for (int value = 0; value <= WorstCase; ++value, at += 8)
            {
                Intact(file.U64(at) <= (ulong)file.Size, "the histogram");
                sum += file.U64(at);
            }
            Intact(file.U64(at - 8) > 0 && sum == file.U64(96), "the histogram");
            Intact(file.Copy(at, (int)used).All(letter => ' ' <= letter && letter <= '~'), "the record");
            next = Neighbours();
            bool isHalved = open.Length >= 3 && count.All(each => each == 1)
                && goals.All(goal => !goal.Word.Contains(Any) && SideOf(goal.Word) == SideOf(goals[0].Word));
            side = isHalved ? SideOf(goals[0].Word) : -1;
            // Of a permutation on one side, the last two symbols count as one class.
            weight = new int[label.Length - (isHalved ? 1 : 0)];
            choose = Binomials(open.Length, count.Max());
            long product = 1;
            for (int s = label.Length - 1, left = 0; s >= 0; --s)
            {
                left += count[s];
                if (s >= weight.Length - 1) continue;
                weight[s] = (int)product;
                product *= choose[left][count[s]];
                Intact(product <= file.Size, "the record");
            }
            states = (int)product;
            int codeBytes = metric == 0 ? 0 : 1;
            while (metric > 0 && codeBytes < 8 && Math.Pow(Width + Height, count[0]) > Math.Pow(256, codeBytes)) ++codeBytes;
            Intact(file.U64(88) == (ulong)states && sum <= (ulong)states && valueBytes == (WorstCase < 255 ? 1 : 2)
                && file.U8(70) == codeBytes && file.U64(112) == (ulong)(file.Size - begin)
                && file.Size - begin == (long)states * (valueBytes + codeBytes), "the record");
            planes = file.Copy(begin, file.Size);
            file.CheckRecord("the index", index, begin, (planes.Length + 65535) / 65536 * 16 + 8);
            for (int block = 0; block < planes.Length; block += 65536, index += 16)
                Intact(file.U64(index) == (ulong)block
                    && file.U64(index + 8) == file.Hash(begin + block, Math.Min(65536, planes.Length - block)), "a block");
            Intact(file.U64(104) == file.Hash(begin, planes.Length), "the table");
        }

        private int[][] Neighbours()
        {
            int[] number = Enumerable.Range(0, Width * Height).Select(cell => Array.IndexOf(open, cell)).ToArray();
            return open.Select(cell => new[]
            {
                cell % Width > 0 ? number[cell - 1] : -1, (cell + 1) % Width > 0 ? number[cell + 1] : -1,
                cell >= Width ? number[cell - Width] : -1, cell + Width < number.Length ? number[cell + Width] : -1,
            }).ToArray();
        }

        // Pascal's triangle, cut off at a number that no table reaches.
        private static long[][] Binomials(int most, int columns)
        {
            var choose = new long[most + 1][];
            for (int n = 0; n <= most; ++n)
            {
                choose[n] = new long[columns + 1];
                choose[n][0] = 1;
                for (int k = 1; n > 0 && k <= columns; ++k)
                    choose[n][k] = Math.Min(1L << 32, choose[n - 1][k - 1] + choose[n - 1][k]);
            }
            return choose;
        }
    }
}
