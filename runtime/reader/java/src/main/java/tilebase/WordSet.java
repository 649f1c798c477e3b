// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

package tilebase;

import static tilebase.TableSet.intact;
import static tilebase.TableSet.need;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tilebase.TableSet.Bytes;
import tilebase.TableSet.Code;

/**
 * Solves boards that are no permutations: with equal tiles, with walls, with several goals, and
 * warehouses with several blanks. Reads a file of {@code tilebase build --store raw}.
 *
 * <pre>{@code
 * WordSet store = WordSet.open(Files.readAllBytes(Path.of("store.tilebase")));
 * List<String> steps = store.solve("..1./_.../.._.");  // "7>8,13>14", "8>9": what moves in each step
 * }</pre>
 *
 * <p>In a board's text rows are separated by '/', and a cell is a digit or letter (10 to 35), or cells
 * are numbers between spaces: _ or 0 is a blank, # a wall, . any other tile. Each solution has the
 * least cost. Whatever the bytes are, each call ends, with a right answer or a
 * {@link TableSet.TilebaseException}. A set never changes, so any number of threads may use it.
 * docs/format.md of tilebase, section 14, has the terms and the layout.
 */
public final class WordSet {
  private static final int ANY = 255;
  private static final int WALL = -1;
  private static final int OTHER = -3;

  /** The symbol on each open cell, or ANY. */
  private record Goal(long cost, int[] word) {
    boolean fits(int[] board) {
      for (int c = 0; c < word.length; ++c) if (word[c] != ANY && word[c] != board[c]) return false;
      return true;
    }
  }

  /** A blank's way from an open cell: left, right, up or down, over so many tiles. */
  private record Run(int from, int direction, int length) {}

  private final int width;
  private final int height;
  private final int metric;      // 0 stm, 1 mtm, 2 steps, 3 line-steps
  private final int[] open;      // the open cells, ascending
  private final int[][] next;    // beside each open cell, by direction; -1: a wall or the edge
  private final int[] label;     // of each symbol; symbol 0 is the blank
  private final int[] count;     // of open cells with each symbol
  private final List<Goal> goals = new ArrayList<>();
  private final int worstCase;
  private final int side;        // that all goals are on; -1: both sides have states
  private final int[] weight;    // of the digit of each class of symbols; that of the last class is 0
  private final long[][] choose; // binomials
  private final int states;
  private final int valueBytes;
  private final byte[] planes;

  /** Opens a raw table. */
  public static WordSet open(byte[] bytes) {
    return new WordSet(new Bytes(bytes));
  }

  public int width() { return width; }
  public int height() { return height; }
  /** No board costs more. */
  public int worstCase() { return worstCase; }

  /**
   * Returns the moves of a solution of the least cost. With one blank a move is the letters of its
   * slides; with several, FROM>TO for each tile that slides, separated by commas.
   */
  public List<String> solve(String board) {
    List<String> moves = new ArrayList<>();
    int[] word = word(board);
    for (int value = value(word); !isGoal(word, value); --value) moves.add(move(word, value));
    return moves;
  }

  /** Returns the first move of that solution, empty at a goal. */
  public String hint(String board) {
    int[] word = word(board);
    int value = value(word);
    return isGoal(word, value) ? "" : move(word, value);
  }

  private boolean isGoal(int[] word, int cost) {
    return goals.stream().anyMatch(goal -> goal.cost == cost && goal.fits(word));
  }

  private int value(int[] word) {
    int value = side < 0 || sideOf(word) == side ? valueAt(rank(word)) : unreachable();
    need(value != unreachable(), Code.UNSOLVABLE, "no moves lead from this board to a goal");
    return value;
  }

  private int unreachable() {
    return (1 << 8 * valueBytes) - 1;
  }

  private int valueAt(int state) {
    return planes[state] & 0xff | (valueBytes == 2 ? (planes[states + state] & 0xff) << 8 : 0);
  }

  /** Plays the table's move of a board of this value that is no goal. */
  private String move(int[] word, int value) {
    if (metric > 0) {
      List<Run> runs = decode(word, rank(word));
      String move = runs.isEmpty() ? "" : play(word, runs);
      intact(!move.isEmpty() && valueAt(rank(word)) + 1 == value, "the table");
      return move;
    }
    for (int from = 0; from < word.length; ++from)
      for (int direction = 0; direction < 4 && word[from] == 0; ++direction) {
        int to = next[from][direction];
        if (to < 0 || word[to] == 0) continue;
        int[] after = word.clone();
        String move = play(after, List.of(new Run(from, direction, 1)));
        if (valueAt(rank(after)) + 1 != value) continue;
        System.arraycopy(after, 0, word, 0, word.length);
        return move;
      }
    intact(false, "the table");
    return "";
  }

  /** The runs of a state's move, by its code. None if the blanks cannot move so. */
  private List<Run> decode(int[] word, int state) {
    long code = 0;
    for (int plane = planes.length / states - 1; plane >= valueBytes; --plane)
      code = code << 8 | planes[plane * states + state] & 0xff;
    List<Run> runs = new ArrayList<>();
    boolean[] isTaken = new boolean[word.length];
    for (int c = 0; c < word.length; ++c) isTaken[c] = word[c] == 0;
    for (int from = 0; from < word.length; ++from) {
      if (word[from] != 0) continue;
      int to = (int) Long.remainderUnsigned(code, width + height);
      code = Long.divideUnsigned(code, width + height);
      int column = open[from] % width;
      if (to == column) continue;
      int far = to < width ? to - column : to - width - open[from] / width;
      Run run = new Run(from, (to < width ? 0 : 2) + (far < 0 ? 0 : 1), Math.abs(far));
      if (far == 0 || run.length > 1 && metric % 2 == 0) return List.of();
      for (int at = from, i = 0; i < run.length; ++i) {
        at = next[at][run.direction];
        if (at < 0 || isTaken[at]) return List.of();
        isTaken[at] = true;
      }
      runs.add(run);
    }
    return code == 0 && (metric >= 2 || runs.size() == 1) ? runs : List.of();
  }

  /** Moves the tiles of all runs. Returns the move's text. */
  private String play(int[] word, List<Run> runs) {
    List<String> slides = new ArrayList<>();
    for (Run run : runs) {
      int at = run.from;
      for (int i = 0; i < run.length; ++i) {
        int tile = next[at][run.direction];
        word[at] = word[tile];
        slides.add(count[0] == 1 ? "RLDU".substring(run.direction, run.direction + 1) : open[tile] + ">" + open[at]);
        at = tile;
      }
      word[at] = 0;
    }
    return String.join(count[0] == 1 ? "" : ",", slides);
  }

  /** The number of the board's state. */
  private int rank(int[] word) {
    int last = weight.length - 1;
    int[] seen = new int[weight.length];   // of each class so far
    int[] before = new int[weight.length]; // positions so far that no lower class has taken
    long rank = 0;
    for (int c = 0; c < word.length; ++c) {
      int number = Math.min(word[c], last);
      int position = number == 0 ? c : before[number];
      if (number < last) rank += choose[position][++seen[number]] * weight[number];
      for (int other = 1; other <= number; ++other) ++before[other];
    }
    return (int) rank;
  }

  /** What no move of a permutation changes: its parity and the colour of the blank's cell. */
  private int sideOf(int[] word) {
    int odd = 0;
    for (int b = 0; b < word.length; ++b) {
      if (word[b] == 0) odd += open[b] / width + open[b] % width;
      for (int a = 0; a < b; ++a) if (word[a] > word[b]) ++odd;
    }
    return odd % 2;
  }

  /** Reads a board. */
  private int[] word(String text) {
    List<Integer> cells = new ArrayList<>();
    String[] rows = Arrays.stream(text.split("[/\n]")).map(String::strip).filter(row -> !row.isEmpty())
        .toArray(String[]::new);
    boolean isSpaced = Arrays.stream(rows).anyMatch(row -> row.matches(".*[ \t,].*"));
    for (int r = 0; r < rows.length; ++r) {
      boolean isNumber = width == 1 && rows.length > 1; // in a board of width 1, a row is a number
      for (String cell : rows[r].split(isSpaced || isNumber ? "[ \t\r,]+" : ""))
        if (!cell.isEmpty()) cells.add(cell(cell));
      need(rows.length == 1 || cells.size() == (r + 1) * width, Code.BOARD, "expected rows of %d cells", width);
    }
    need(cells.size() == width * height, Code.BOARD, "expected %d cells, found %d", width * height, cells.size());
    int[] word = new int[open.length];
    int[] found = new int[count.length];
    int opened = 0;
    for (int c = 0; c < cells.size(); ++c) {
      boolean isOpen = opened < open.length && open[opened] == c;
      need(isOpen == (cells.get(c) != WALL), Code.BOARD, "cell %d: expected %s", c, isOpen ? "no wall" : "a wall");
      if (!isOpen) continue;
      word[opened] = symbol(cells.get(c));
      ++found[word[opened++]];
    }
    need(Arrays.equals(found, count), Code.BOARD, "expected %s of the blank and each tile, found %s",
        Arrays.toString(count), Arrays.toString(found));
    return word;
  }

  private static int cell(String text) {
    char first = text.charAt(0);
    if (text.length() == 1 && "_#.".indexOf(first) >= 0) return first == '_' ? 0 : first == '#' ? WALL : OTHER;
    if (text.matches("[A-Za-z]")) return Character.toLowerCase(first) - 'a' + 10;
    need(text.matches("0*[0-9]{1,4}"), Code.BOARD, "expected a tile, _ for a blank, # or ., found %s", text);
    return Integer.parseInt(text.substring(Math.max(0, text.length() - 4)));
  }

  private int symbol(int value) {
    int rest = label[label.length - 1] == 0 ? label.length - 1 : -1;
    for (int s = 1; s < label.length; ++s) if (value > 0 && label[s] == value) return s;
    boolean isBlank = value == 0 || rest < 0 && count[0] == 1 && value == open.length;
    need(isBlank || rest > 0, Code.BOARD, "expected tiles of the board, found %d", value);
    return isBlank ? 0 : rest;
  }

  private WordSet(Bytes in) {
    need(in.size >= 14 && in.text(0, 8).equals("TILEIMAG"), Code.FORMAT, "expected a table file (TILEIMAG)");
    need(in.u16(8) == 0xfeff && in.u8(10) == 8 && in.u16(12) <= 2, Code.VERSION, "expected format version 2");
    need(in.u16(12) == 2, Code.FORMAT, "expected format version 2, found %d: open it as a TableSet", in.u16(12));
    intact(in.size >= 64 && in.hash(0, 56) == in.u64(56) && in.u64(48) == 0 && in.u64(16) == in.size, "the head");
    long end = 64;
    for (int length = 24; length < 48; length += 8) {
      intact(0 <= in.u64(length) && in.u64(length) <= in.size - end, "the head");
      end += in.u64(length);
    }
    int index = 64 + (int) in.u64(24);
    int begin = index + (int) in.u64(32);
    intact(end == in.size && index >= 128 && begin - index >= 8, "the head");
    in.checkRecord("the record", 64, index, index - 64);
    width = in.u16(64);
    height = in.u16(66);
    metric = in.u8(68);
    valueBytes = in.u8(69);
    need(metric <= 3 && in.u8(71) == 0, Code.VERSION, "expected a known metric, and '--store raw'");
    open = new int[in.u16(72)];
    label = new int[1 + in.u16(76)];
    count = new int[label.length];
    count[0] = in.u16(74);
    worstCase = (int) Math.min(in.u32(84), 65535);
    int at = 120;
    long used = at + 2L * open.length + 4L * (label.length - 1) + in.u32(80) * (4 + open.length)
        + 8L * (worstCase + 1) + in.u16(78);
    intact((used + 7) / 8 * 8 + 8 == index && in.isZero((int) used, index - 8) && worstCase < 65535, "the record");
    intact(width > 0 && height > 0 && width * height <= 512 && open.length <= width * height
        && 1 <= count[0] && count[0] <= 8 && 2 <= label.length && label.length <= 251, "the record");
    for (int c = 0; c < open.length; ++c, at += 2) {
      open[c] = in.u16(at);
      intact(open[c] < width * height && (c == 0 || open[c - 1] < open[c]), "the open cells");
    }
    for (int s = 1; s < label.length; ++s, at += 4) {
      label[s] = in.u16(at);
      count[s] = in.u16(at + 2);
      intact(count[s] > 0 && label[s] <= 9999 && (label[s] > label[s - 1] || label[s] == 0 && s == label.length - 1),
          "the list of tiles");
    }
    intact(Arrays.stream(count).sum() == open.length && in.u32(80) > 0, "the record");
    for (long g = in.u32(80); g > 0; --g, at += 4 + open.length) {
      Goal goal = new Goal(in.u32(at), new int[open.length]);
      int[] left = count.clone();
      for (int c = 0; c < open.length; ++c) {
        int symbol = goal.word[c] = in.u8(at + 4 + c);
        intact(symbol == ANY || symbol < left.length && left[symbol]-- > 0, "a goal");
      }
      intact(goal.cost <= 10000, "a goal");
      goals.add(goal);
    }
    long sum = 0;
    for (int value = 0; value <= worstCase; ++value, at += 8) {
      intact(0 <= in.u64(at) && in.u64(at) <= in.size, "the histogram");
      sum += in.u64(at);
    }
    intact(in.u64(at - 8) > 0 && sum == in.u64(96), "the histogram");
    for (; at < used; ++at) intact(in.u8(at) >= ' ' && in.u8(at) <= '~', "the record");
    next = neighbours();
    boolean isHalved = open.length >= 3 && Arrays.stream(count).allMatch(each -> each == 1)
        && goals.stream().allMatch(goal -> Arrays.stream(goal.word).noneMatch(each -> each == ANY))
        && goals.stream().map(goal -> sideOf(goal.word)).distinct().count() == 1;
    side = isHalved ? sideOf(goals.get(0).word) : -1;
    // Of a permutation on one side, the last two symbols count as one class.
    weight = new int[label.length - (isHalved ? 1 : 0)];
    choose = binomials(open.length, Arrays.stream(count).max().getAsInt());
    long product = 1;
    int left = 0;
    for (int s = label.length - 1; s >= 0; --s) {
      left += count[s];
      if (s >= weight.length - 1) continue;
      weight[s] = (int) product;
      product *= choose[left][count[s]];
      intact(product <= in.size, "the record");
    }
    states = (int) product;
    int codeBytes = 0;
    while (metric > 0 && codeBytes < 8 && (codeBytes == 0 || Math.pow(width + height, count[0]) > Math.pow(256, codeBytes)))
      ++codeBytes;
    intact(in.u64(88) == states && sum <= states && valueBytes == (worstCase < 255 ? 1 : 2) && in.u8(70) == codeBytes
        && in.u64(112) == in.size - begin && in.size - begin == (long) states * (valueBytes + codeBytes), "the record");
    planes = in.copy(begin, in.size);
    in.checkRecord("the index", index, begin, (planes.length + 65535L) / 65536 * 16 + 8);
    for (int block = 0; block < planes.length; block += 65536, index += 16)
      intact(in.u64(index) == block && in.u64(index + 8) == in.hash(begin + block, Math.min(65536, planes.length - block)),
          "a block");
    intact(in.u64(104) == in.hash(begin, planes.length), "the table");
  }

  private int[][] neighbours() {
    int[] number = new int[width * height];
    Arrays.fill(number, -1);
    for (int c = 0; c < open.length; ++c) number[open[c]] = c;
    int[][] next = new int[open.length][];
    for (int c = 0; c < open.length; ++c) {
      int cell = open[c];
      next[c] = new int[] {cell % width > 0 ? number[cell - 1] : -1,
          (cell + 1) % width > 0 ? number[cell + 1] : -1, cell >= width ? number[cell - width] : -1,
          cell + width < number.length ? number[cell + width] : -1};
    }
    return next;
  }

  /** Pascal's triangle, cut off at a number that no table reaches. */
  private static long[][] binomials(int most, int columns) {
    long[][] choose = new long[most + 1][columns + 1];
    for (int n = 0; n <= most; ++n)
      for (int k = 0; k <= columns; ++k)
        choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : Math.min(1L << 32, choose[n - 1][k - 1] + choose[n - 1][k]);
    return choose;
  }
}
