// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers the questions of tests/conformance/README.md by the reader in Java.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tilebase.TableSet;
import tilebase.TableSet.TilebaseException;
import tilebase.WordSet;

final class Driver {
  private TableSet set;
  private WordSet words;

  private static int[] board(List<String> words) {
    return words.stream().mapToInt(Integer::parseInt).toArray();
  }

  private static String text(int[] board) {
    return Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }

  private String answer(String question) {
    List<String> parts = List.of(question.split(" ", 2));
    String verb = parts.get(0);
    if (verb.equals("open") || verb.equals("words")) return open(verb, parts.size() > 1 ? parts.get(1) : "");
    if (words != null) return answerWords(verb, parts.get(1));
    return set == null ? "closed" : answer(verb, List.of(parts.get(1).split(" ")));
  }

  private String open(String verb, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    set = null;
    words = null;
    if (verb.equals("words")) {
      words = WordSet.open(bytes);
      return words.width() + "x" + words.height() + " " + words.worstCase();
    }
    set = TableSet.open(bytes);
    return set.width() + "x" + set.height() + " " + set.worstCase();
  }

  private String answerWords(String verb, String board) {
    if (verb.equals("hint")) {
      String move = words.hint(board);
      return move.isEmpty() ? "-" : move;
    }
    List<String> moves = words.solve(board);
    boolean isLetters = !String.join("", moves).contains(">");
    String text = String.join(isLetters ? "" : " ", moves);
    return (isLetters ? text.length() : moves.size()) + " " + text;
  }

  private String answer(String verb, List<String> rest) {
    switch (verb) {
      case "solve":
        String actions = set.solve(board(rest));
        return actions.length() + " " + actions;
      case "hint":
        TableSet.Hint hint = set.hint(board(rest));
        return (hint.action() == 0 ? '-' : hint.action()) + " " + hint.stage() + " "
            + Long.toHexString(hint.goal()) + " " + Long.toHexString(hint.fixed()) + " " + hint.remaining();
      case "scramble":
        return set.scramble(Integer.parseInt(rest.get(0)), Integer.parseInt(rest.get(1)),
                Long.parseUnsignedLong(rest.get(2)), Integer.parseInt(rest.get(3)))
            .stream().map(Driver::text).collect(Collectors.joining(" / "));
      case "random":
        return text(set.randomBoard(Long.parseUnsignedLong(rest.get(0)), Long.parseUnsignedLong(rest.get(1))));
      default:
        return "unsupported";
    }
  }

  public static void main(String[] arguments) throws IOException {
    Driver driver = new Driver();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintStream out = new PrintStream(System.out, false);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        out.println(driver.answer(line).strip());
      } catch (TilebaseException e) {
        out.println("error " + e.code.name().toLowerCase(Locale.ROOT));
      }
      if (!in.ready()) out.flush();
    }
    out.flush();
  }
}
