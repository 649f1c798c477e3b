// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers the questions of tests/conformance/README.md by the reader in C#.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Tilebase;

internal static class Driver
{
    private static TableSet set;
    private static WordSet wordSet;

    private static string Text(int[] board) => string.Join(" ", board);

    private static byte[] Unhex(string hex) =>
        Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray();

    private static string Open(string verb, string hex)
    {
        byte[] bytes = Unhex(hex);
        set = null;
        wordSet = null;
        if (verb == "words")
        {
            wordSet = WordSet.Open(bytes);
            return $"{wordSet.Width}x{wordSet.Height} {wordSet.WorstCase}";
        }
        set = TableSet.Open(bytes);
        return $"{set.Width}x{set.Height} {set.WorstCase}";
    }

    private static string AnswerWords(string verb, string board)
    {
        if (verb == "hint")
        {
            string move = wordSet.Hint(board);
            return move == "" ? "-" : move;
        }
        List<string> moves = wordSet.Solve(board);
        bool isLetters = !moves.Any(move => move.Contains('>'));
        string text = string.Join(isLetters ? "" : " ", moves);
        return $"{(isLetters ? text.Length : moves.Count)} {text}".TrimEnd();
    }

    private static string Answer(string line)
    {
        string[] words = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
        if (words[0] == "open" || words[0] == "words") return Open(words[0], words.Length > 1 ? words[1] : "");
        if (wordSet != null) return AnswerWords(words[0], line.Substring(words[0].Length + 1));
        if (set == null) return "closed";
        ulong[] numbers = words.Skip(1).Select(ulong.Parse).ToArray();
        int[] board = words[0] == "solve" || words[0] == "hint" ? numbers.Select(number => (int)number).ToArray() : null;
        switch (words[0])
        {
            case "solve":
                string actions = set.Solve(board);
                return $"{actions.Length} {actions}".TrimEnd();
            case "hint":
                Hint hint = set.Hint(board);
                char action = hint.Action == '\0' ? '-' : hint.Action;
                return $"{action} {hint.Stage} {hint.Goal:x} {hint.Fixed:x} {hint.Remaining}";
            case "scramble":
                return string.Join(" / ", set.Scramble((int)numbers[0], (int)numbers[1], numbers[2], (int)numbers[3]).Select(Text));
            case "random":
                return Text(set.RandomBoard(numbers[0], numbers[1]));
        }
        return "unsupported";
    }

    // As in the suite: BoardSize is board_size.
    private static string Name(Code code) =>
        string.Concat(code.ToString().Select((letter, i) => (i > 0 && char.IsUpper(letter) ? "_" : "") + char.ToLowerInvariant(letter)));

    private static void Main()
    {
        var input = new StreamReader(Console.OpenStandardInput());
        var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        for (string line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            try
            {
                output.Write(Answer(line) + "\n");
            }
            catch (TilebaseException e)
            {
                output.Write($"error {Name(e.Code)}\n");
            }
        }
    }
}
