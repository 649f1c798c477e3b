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

final class Driver {
  private TableSet set;

  private static int[] board(List<String> words) {
    return words.stream().mapToInt(Integer::parseInt).toArray();
  }

  private static String text(int[] board) {
    return Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }

  private String answer(String question) {
    List<String> words = List.of(question.split(" "));
    List<String> rest = words.subList(1, words.size());
    if (set == null && !words.get(0).equals("open")) return "closed";
    switch (words.get(0)) {
      case "open":
        set = null;
        set = TableSet.open(rest.isEmpty() ? new byte[0] : HexFormat.of().parseHex(rest.get(0)));
        return set.width() + "x" + set.height() + " " + set.worstCase();
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
