// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

package tilebase;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Solves sliding-tile puzzles from what {@code tilebase export} makes: a raw image or a compact form.
 *
 * <pre>{@code
 * TableSet set = TableSet.open(Files.readAllBytes(Path.of("4x4.image")));
 * String actions = set.solve(board);        // "LURD...": the directions in which tiles slide
 * char action = set.hint(board).action();   // the next one
 * }</pre>
 *
 * <p>A board is its tiles row by row, 0 for the blank. Whatever the bytes are, each call ends, with a
 * right answer or a {@link TilebaseException}. A set never changes, so any number of threads may use
 * it. Section numbers are those of docs/format.md of tilebase.
 */
public final class TableSet {
  /** What is wrong. */
  public enum Code { ARGUMENT, BOARD, UNSOLVABLE, BOARD_SIZE, FORMAT, VERSION, DAMAGED, NOT_FOUND }

  /** Says what was expected, and what was found. */
  public static final class TilebaseException extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final Code code;

    TilebaseException(Code code, String message) {
      super(message);
      this.code = code;
    }
  }

  static void need(boolean condition, Code code, String message, Object... values) {
    if (!condition) throw new TilebaseException(code, String.format(message, values));
  }

  static void intact(boolean condition, String what, Object... values) {
    need(condition, Code.DAMAGED, what + " is damaged: export the file again", values);
  }

  /**
   * The next action: L, R, U, D, or 0 if the board is solved. The stage brings the tiles of
   * {@code goal} home, leaves {@code fixed} alone, and needs {@code remaining} more actions. In a set
   * of tiles, bit t-1 is tile t.
   */
  public record Hint(char action, int stage, long goal, long fixed, int remaining) {}

  /** The planes follow one another. Without a reachable plane, all entries can reach the goal. */
  private record Table(long goal, long fixed, long free, int[] tracked, long entries, int maxDepth,
      byte[] planes) {
    int policyBytes() { return (int) ((entries + 3) / 4); }
    boolean isDone(Position at) { return (goal & ~at.home) == 0; }
    boolean admits(Position at) { return (fixed & ~at.home) == 0; }

    /** The number of the board's entry (section 2.3). Requires a board that the table admits. */
    long rank(Position at) {
      int positions = Long.bitCount(free) - 1;
      long others = free & ~(1L << at.cell[0]);
      long rank = Long.bitCount(free & (1L << at.cell[0]) - 1);
      for (int tile : tracked) {
        rank = rank * positions-- + Long.bitCount(others & (1L << at.cell[tile]) - 1);
        others &= ~(1L << at.cell[tile]);
      }
      return rank;
    }

    int action(long rank) { return planes[(int) (rank / 4)] >> 2 * (rank % 4) & 3; }

    boolean solves(Position at) {
      if (!admits(at) || planes.length == policyBytes()) return admits(at);
      long rank = rank(at);
      return (planes[policyBytes() + (int) (rank / 8)] >> rank % 8 & 1) != 0;
    }
  }

  /** A solution of the table's entry of this rank. */
  private record Detour(long rank, int[] actions) {}

  private record Stage(List<Table> tables, List<Detour> detours) {}

  private static final String LETTERS = "LRUD";

  private final List<Stage> stages = new ArrayList<>();
  private int width;
  private int height;
  private long allTiles;
  private int worstCase;

  private TableSet() {}

  /** Opens an image or a compact form. */
  public static TableSet open(byte[] bytes) {
    Bytes in = new Bytes(bytes);
    TableSet set = new TableSet();
    if (in.text(0, 8).equals("TILEIMAG")) set.openImage(in);
    else if (in.text(0, 3).equals("TBC") && in.size > 3) set.openCompact(in);
    else need(false, Code.FORMAT, "expected an image (TILEIMAG) or a compact form (TBC)");
    return set;
  }

  public int width() { return width; }
  public int height() { return height; }
  /** No board needs more actions. */
  public int worstCase() { return worstCase; }

  /** Returns the letters of the actions that solve a board. */
  public String solve(int... board) {
    return solve(position(board)).toString();
  }

  /**
   * Returns the next action for any board. A player who takes every hint is home within
   * {@link #worstCase} actions. Nothing has to be kept between two boards.
   */
  public Hint hint(int... board) { // section 13.2
    Position at = position(board);
    for (int s = stages.size() - 1; s >= 0 && at.home != allTiles; --s) {
      Stage stage = stages.get(s);
      Table table = stage.tables.get(stage.tables.size() - 1);
      Position end = new Position(at.tile);
      CharSequence best = table.admits(at) && walk(table, end) ? end.path : null;
      int astray = Long.bitCount((table.goal | table.fixed) & ~at.home);
      for (Detour detour : stage.detours)
        for (int left = astray; left <= detour.actions.length && (best == null || left < best.length()); ++left) {
          end = new Position(at.tile);
          if (play(table, detour, left, end)) best = end.path;
        }
      if (best != null && best.length() > 0)
        return new Hint(best.charAt(0), s, table.goal, table.fixed, best.length());
    }
    intact(at.home == allTiles, "the set");
    return new Hint((char) 0, stages.size(), 0, allTiles, 0);
  }

  /**
   * Returns random boards that {@link #solve} solves in least to most actions. The same seed gives
   * the same boards everywhere. If fewer than one random board in 16,000 will do, this first solves
   * 65,536 of them, and then walks back from the goal. Throws NOT_FOUND if 2^20 boards will not do.
   */
  public List<int[]> scramble(int least, int most, long seed, int count) { // section 13.4
    need(0 <= least && least <= most && count >= 0, Code.ARGUMENT,
        "expected 0 <= least <= most, found %d and %d", least, most);
    int limit = Math.min(most, worstCase);
    Random random = new Random(0);
    int hits = 0;
    for (int tried = 0; tried < 1 << 16 && hits < 4 && least <= limit; ++tried)
      if (fits(randomPosition(random), least, limit)) ++hits;
    List<int[]> boards = new ArrayList<>();
    for (int tried = 0; boards.size() < count; ++tried) {
      need(tried < 1 << 20 && least <= limit, Code.NOT_FOUND, "found no board of %d to %d actions", least, most);
      if (tried == 0 && boards.size() % 64 == 0) random = Random.ofBoards(seed, boards.size() / 64);
      boolean isUniform = hits == 4 || stages.size() == 1 && tried % 2 == 0;
      Position at = isUniform ? randomPosition(random) : walkFromGoal(random, limit);
      if (!fits(at, least, limit)) continue;
      boards.add(at.tile);
      tried = -1;
    }
    return boards;
  }

  /** Returns board {@code number} of the random solvable boards that {@code seed} begins. */
  public int[] randomBoard(long seed, long number) { // section 13.3
    Random random = Random.ofBoards(seed, number >>> 6);
    for (long skip = number & 63; skip > 0; --skip) randomPosition(random);
    return randomPosition(random).tile;
  }

  private boolean fits(Position at, int least, int most) {
    int moves = solve(new Position(at.tile)).length();
    return least <= moves && moves <= most;
  }

  /** Solves a position. Returns its path. */
  private CharSequence solve(Position at) { // section 13.1
    for (Stage stage : stages) {
      if (stage.tables.get(0).isDone(at)) continue;
      Table table = null;
      for (Table each : stage.tables) if (table == null && each.solves(at)) table = each;
      intact(table != null, "the set");
      long rank = table.rank(at);
      Detour detour = null;
      for (Detour each : stage.detours) if (each.rank == rank) detour = each;
      intact(detour == null ? walk(table, at) : play(table, detour, detour.actions.length, at), "a table");
    }
    intact(at.home == allTiles, "the last stage");
    return at.path;
  }

  /** Walks towards the table's goal. Returns whether it gets there. */
  private boolean walk(Table table, Position at) {
    int limit = Math.min(worstCase, at.path.length() + table.maxDepth);
    while (!table.isDone(at))
      if (at.path.length() >= limit || !at.slide(table.action(table.rank(at))) || !table.admits(at)) return false;
    return true;
  }

  /** Plays the last {@code count} actions of a detour. Returns whether that finishes the stage. */
  private static boolean play(Table table, Detour detour, int count, Position at) {
    for (int i = detour.actions.length - count; i < detour.actions.length; ++i)
      if (!at.slide(detour.actions[i])) return false;
    return table.isDone(at) && table.admits(at);
  }

  /** Checks a board. */
  private Position position(int... board) {
    int cells = width * height;
    need(board.length == cells, Code.BOARD_SIZE, "expected %d cells, found %d", cells, board.length);
    long seen = 0;
    for (int tile : board) {
      need(0 <= tile && tile < cells && (seen >> tile & 1) == 0, Code.BOARD,
          "expected each of 0 to %d once, found %d", cells - 1, tile);
      seen |= 1L << tile;
    }
    Position at = new Position(board);
    need(!at.isOdd(), Code.UNSOLVABLE, "no moves solve this board: swap two of its tiles");
    return at;
  }

  /** A board on its way. */
  private final class Position {
    final int[] tile = new int[width * height]; // on each cell
    final int[] cell = new int[width * height]; // of each tile
    long home;                                  // the tiles that are home
    final StringBuilder path = new StringBuilder();

    Position(int... board) {
      for (int c = 0; c < board.length; ++c) put(board[c], c);
    }

    private void put(int t, int c) {
      tile[c] = t;
      cell[t] = c;
      if (t > 0) home = home & ~(1L << t - 1) | (t == c + 1 ? 1L << c : 0);
    }

    void swap(int a, int b) {
      int t = tile[a];
      put(tile[b], a);
      put(t, b);
    }

    /** The cell of the tile that the action slides, or -1. */
    int from(int action) {
      int column = cell[0] % width;
      if (action == 0 && column + 1 == width || action == 1 && column == 0) return -1;
      int from = cell[0] + (action == 0 ? 1 : action == 1 ? -1 : action == 2 ? width : -width);
      return from < tile.length ? from : -1;
    }

    /** Applies an action. Returns false if it slides no tile. */
    boolean slide(int action) {
      int from = from(action);
      if (from < 0) return false;
      swap(from, cell[0]);
      path.append(LETTERS.charAt(action));
      return true;
    }

    /** Whether no moves solve the board: each changes the inversions and the blank's row in step. */
    boolean isOdd() {
      int odd = (width + 1) % 2 * (height - 1 - cell[0] / width);
      for (int b = 1; b < tile.length; ++b)
        for (int a = 0; a < b; ++a) if (tile[a] > tile[b] && tile[b] > 0) ++odd;
      return odd % 2 != 0;
    }
  }

  /** SplitMix64. */
  private static final class Random {
    private long state;

    Random(long seed) { state = seed; }

    static Random ofBoards(long seed, long group) {
      return new Random(group == 0 ? seed : new Random(seed + group * 0xd1342543de82ef95L).next());
    }

    long next() {
      long z = state += 0x9e3779b97f4a7c15L;
      z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
      z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
      return z ^ z >>> 31;
    }

    int below(int bound) {
      while (true) {
        long draw = next() >>> 32;
        long value = draw % bound;
        if (draw - value + bound <= 1L << 32) return (int) value;
      }
    }
  }

  private Position solved() {
    int cells = width * height;
    return new Position(IntStream.rangeClosed(1, cells).map(tile -> tile % cells).toArray());
  }

  private Position randomPosition(Random random) {
    Position at = solved();
    for (int cell = at.tile.length - 1; cell > 0; --cell) at.swap(cell, random.below(cell + 1));
    int first = at.tile[0] == 0 ? 1 : 0;
    if (at.isOdd()) at.swap(first, at.tile[first + 1] == 0 ? first + 2 : first + 1);
    return at;
  }

  private Position walkFromGoal(Random random, int most) {
    Position at = solved();
    int action = -2;
    for (int left = random.below(most + 1); left > 0; --left) {
      int back = action ^ 1;
      int[] choices = IntStream.range(0, 4).filter(each -> each != back && at.from(each) >= 0).toArray();
      action = choices[random.below(choices.length)];
      at.slide(action);
    }
    return at;
  }

  private void openCompact(Bytes in) { // section 12
    checkVersion("compact form", in.u8(3));
    int end = in.size - 4;
    intact(end >= 16 && in.u32(8) == in.size && in.u8(7) == 0, "the compact form");
    CRC32 crc = new CRC32();
    crc.update(in.copy(0, end));
    intact(in.u32(end) == crc.getValue(), "the compact form");
    setSize(in.u8(4), in.u8(5), in.u32(12));
    int setBytes = (width * height + 7) / 8;
    int at = 16;
    long home = 0;
    for (int s = 0; s < in.u8(6); ++s) {
      int policy = at + 9 + 2 * setBytes;
      intact(policy <= end && in.u32(at) + in.u32(at + 4) <= end - policy, "stage %d", s);
      int detour = policy + (int) in.u32(at);
      int next = detour + (int) in.u32(at + 4);
      long goal = in.number(at + 9, setBytes);
      long fixed = in.number(at + 9 + setBytes, setBytes);
      Table table = table(goal, fixed, in.u8(at + 8), Integer.MAX_VALUE, in.copy(policy, detour));
      intact(detour - policy == table.policyBytes() && (fixed & ~home) == 0, "stage %d", s);
      List<Detour> detours = new ArrayList<>();
      while (detour < next) {
        int[] actions = new int[in.u8(detour + 3)];
        int begin = detour + 4;
        intact(actions.length > 0 && begin + (actions.length + 3) / 4 <= next, "stage %d", s);
        for (int i = 0; i < actions.length; ++i) actions[i] = in.u8(begin + i / 4) >> 2 * (i % 4) & 3;
        detours.add(new Detour(in.number(detour, 3), actions));
        detour = begin + (actions.length + 3) / 4;
      }
      stages.add(new Stage(List.of(table), detours));
      home |= goal;
      at = next;
    }
    intact(at == end && home == allTiles, "the compact form");
  }

  /** A part of an image, or the tables of a stage. */
  private record Part(int begin, int end) {
    int size() { return end - begin; }
  }

  private void openImage(Bytes in) { // section 11; the records: 3 to 5; the rules: 7
    List<Part> parts = directory(in);
    int set = parts.get(0).begin;
    int end = parts.get(0).end;
    intact(end - set >= 40 && in.text(set, 8).equals("TILEBASE"), "the set record");
    boolean isJoined = in.u16(set + 8) == 3; // the worst case is joined at the seams (section 3)
    if (!isJoined) checkVersion("set record", in.u16(set + 8));
    int stageCount = in.u16(set + 16);
    int used = 32 + 8 * stageCount + in.u16(set + 18) + in.u16(set + 20);
    in.checkRecord("the set record", set, end, (used + 7) / 8 * 8 + 8);
    int tables = parts.size() / 4;
    intact(in.u32(set + 12) == tables && in.isZero(set + used, end - 8), "the set record");
    setSize(in.u8(set + 10), in.u8(set + 11), in.u32(set + 24));
    List<Part> runs = new ArrayList<>();
    for (int s = 0; s < stageCount; ++s) {
      long first = in.u32(set + 32 + 8 * s);
      long next = first + in.u32(set + 36 + 8 * s);
      intact(first < next && next <= tables, "the set record");
      runs.add(new Part((int) first, (int) next));
    }
    for (int t = 0; t < tables; ++t) {
      Part record = parts.get(1 + 4 * t);
      intact(record.size() >= 80, "the record of table %d", t);
      int fit = in.u8(record.begin + 62) == 2 ? 192 : 0;
      in.checkRecord("a table record", record.begin, record.end, 88 + 8 * in.u16(record.begin + 60) + fit);
    }
    openStages(in, parts, runs);
    int[] depths = stages.stream().mapToInt(
        stage -> stage.tables.stream().mapToInt(Table::maxDepth).max().getAsInt()).toArray();
    int sum = Arrays.stream(depths).sum();
    long joined = isJoined ? in.u32(set + 28) : sum;
    intact(worstCase == sum && joined <= sum && joined >= Arrays.stream(depths).max().getAsInt()
        && in.u16(set + 22) == 0 && (isJoined || in.u32(set + 28) == 0), "the worst case");
    worstCase = (int) joined;
  }

  private static List<Part> directory(Bytes in) {
    intact(in.size >= 32, "the image");
    int order = in.u16(8);
    need(order != 0xfffe && (order != 0xfeff || in.u8(10) != 4), Code.VERSION,
        "image: expected little-endian and offsets of 64 bits");
    intact(order == 0xfeff && in.u8(10) == 8, "the image");
    checkVersion("image", in.u16(12));
    long count = in.u32(24);
    long end = 40 + 16 * count;
    intact(in.u64(16) == in.size && count % 4 == 1 && count > 1 && end <= in.size, "the directory");
    intact(in.u8(11) == 0 && in.u16(14) == 0 && in.u32(28) == 0, "the directory");
    in.checkRecord("the directory", 0, (int) end, end);
    List<Part> parts = new ArrayList<>();
    for (int entry = 32; parts.size() < count; entry += 16) {
      long begin = afterZeros(in, end);
      long size = in.u64(entry + 8);
      intact(in.u64(entry) == begin && 0 <= size && size <= in.size - begin, "the directory");
      end = begin + size;
      parts.add(new Part((int) begin, (int) end));
    }
    intact(afterZeros(in, end) == in.size, "the image");
    return parts;
  }

  /** Where the next part begins. */
  private static long afterZeros(Bytes in, long end) {
    long begin = (end + 15) / 16 * 16;
    intact(begin <= in.size && in.isZero((int) end, (int) begin), "the image");
    return begin;
  }

  /** Opens the stages of the first part of the plan that ends at home. Others are not used. */
  private void openStages(Bytes in, List<Part> parts, List<Part> runs) {
    int begin = 0; // the part's first stage
    long home = 0;
    int metric = 0;
    boolean endsAtHome = true;
    for (int s = 0; s < runs.size() && stages.isEmpty(); ++s) {
      int record = parts.get(1 + 4 * runs.get(s).begin).begin;
      if (home == 0) {
        begin = s;
        metric = in.u8(record + 62);
        endsAtHome = true;
        if (metric == 1 || metric == 2 || metric == 4) continue; // a pattern, values or bounds
      }
      intact(in.u8(record + 62) == metric && in.u64(record + 8) == home, "stage %d", s);
      for (int t = runs.get(s).begin; t < runs.get(s).end; ++t)
        endsAtHome &= in.u8(parts.get(1 + 4 * t).begin + 65) == 0;
      home |= in.u64(record) & allTiles;
      if (home != allTiles) continue;
      home = 0;
      if (!endsAtHome) continue;
      need(metric == 0, Code.VERSION, "expected stages of single moves: 'tilebase build' makes such a set");
      for (Part run : runs.subList(begin, s + 1)) {
        List<Table> tables = new ArrayList<>();
        for (int t = run.begin; t < run.end; ++t)
          tables.add(openTable(in, t, parts.subList(1 + 4 * t, 5 + 4 * t), t + 1 == run.end));
        stages.add(new Stage(tables, List.of()));
      }
    }
    intact(home == 0, "the last stage");
    need(!stages.isEmpty(), Code.VERSION, "expected stages that end at home: 'tilebase build' makes such a set");
  }

  private Table openTable(Bytes in, int number, List<Part> parts, boolean isLast) {
    int at = parts.get(0).begin;
    Part index = parts.get(1);
    need(in.u8(at + 64) == 0, Code.VERSION, "table %d is compressed: export the image with --raw", number);
    long goal = in.u64(at);
    long fixed = in.u64(at + 8);
    int tiles = Long.bitCount(goal);
    int others = width * height - 1 - Long.bitCount(fixed) - tiles;
    // Parity tells where the last tiles are if fewer than two others are left.
    int tracked = Math.max(0, tiles - Math.max(0, 2 - others));
    byte[] policy = in.copy(parts.get(2).begin, parts.get(2).end);
    byte[] reachable = in.copy(parts.get(3).begin, parts.get(3).end);
    byte[] planes = Arrays.copyOf(policy, policy.length + reachable.length);
    System.arraycopy(reachable, 0, planes, policy.length, reachable.length);
    Table table = table(goal, fixed, tracked, in.u16(at + 60), planes);
    intact(in.u64(at + 16) == table.entries && policy.length == table.policyBytes()
        && reachable.length == (isLast ? 0 : (table.entries + 7) / 8) && in.u8(at + 63) == (isLast ? 0 : 1)
        && in.u32(at + 56) == 65536 && in.isZero(at + 66, at + 72), "the record of table %d", number);
    int blocks = (policy.length + 65535) / 65536 + (reachable.length + 65535) / 65536;
    in.checkRecord("an index", index.begin, index.end, 16 * blocks + 8);
    Bytes content = new Bytes(planes);
    int begin = 0;
    for (int entry = index.begin; entry < index.end - 8; entry += 16) {
      int size = Math.min(65536, (begin < policy.length ? policy.length : planes.length) - begin);
      intact(in.u64(entry) == begin && in.u64(entry + 8) == content.hash(begin, size), "table %d", number);
      begin += size;
    }
    intact(in.u64(at + 40) == content.hash(0, begin), "table %d", number);
    return table;
  }

  /** The lowest {@code tracked} tiles of the goal make up the rank. */
  private Table table(long goal, long fixed, int tracked, int maxDepth, byte[] planes) {
    intact(goal != 0 && (goal & fixed) == 0 && ((goal | fixed) & ~allTiles) == 0
        && tracked <= Long.bitCount(goal), "a table");
    int[] tiles = IntStream.rangeClosed(1, 63).filter(t -> (goal >> t - 1 & 1) != 0).limit(tracked).toArray();
    long free = (allTiles << 1 | 1) & ~fixed;
    long entries = 1;
    for (int i = 0; i <= tracked; ++i) {
      entries *= Long.bitCount(free) - i;
      intact(entries <= 1L << 33, "a table");
    }
    return new Table(goal, fixed, free, tiles, entries, (int) Math.min(maxDepth, entries), planes);
  }

  private void setSize(int width, int height, long worstCase) {
    intact(Math.min(width, height) >= 2 && Math.max(width, height) <= 8 && worstCase <= 63 * 65535, "the size");
    this.width = width;
    this.height = height;
    this.worstCase = (int) worstCase;
    allTiles = (1L << width * height - 1) - 1;
  }

  private static void checkVersion(String what, int version) {
    need(version <= 1, Code.VERSION, "%s: expected version 1, found %d", what, version);
    intact(version == 1, "the %s", what);
  }

  /** The bytes of a file: little-endian numbers, and the hash XXH3-64 with seed 0. */
  static final class Bytes {
    final int size;
    private final ByteBuffer in;

    Bytes(byte[] bytes) {
      size = bytes.length;
      in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    int u8(int at) { return in.get(at) & 0xff; }
    int u16(int at) { return in.getShort(at) & 0xffff; }
    long u32(int at) { return in.getInt(at) & 0xffffffffL; }
    long u64(int at) { return in.getLong(at); }
    byte[] copy(int begin, int end) { return Arrays.copyOfRange(in.array(), begin, end); }

    long number(int at, int bytes) {
      return bytes == 0 ? 0 : number(at + 1, bytes - 1) << 8 | u8(at);
    }

    String text(int at, int length) {
      return new String(in.array(), at, Math.min(length, size - at), StandardCharsets.ISO_8859_1);
    }

    boolean isZero(int begin, int end) {
      return IntStream.range(begin, end).allMatch(at -> u8(at) == 0);
    }

    /** A record ends with its hash. */
    void checkRecord(String what, int begin, int end, long length) {
      intact(end - begin == length && hash(begin, end - begin - 8) == u64(end - 8), what);
    }

    private static final long P32 = 0x9E3779B1L;
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final Bytes SECRET = new Bytes(new byte[192]);

    static {
      String hex = "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
          + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
          + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
          + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
          + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
          + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e";
      for (int i = 0; i < 192; ++i)
        SECRET.in.put(i, (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16));
    }

    /** Of at least one byte. */
    long hash(int at, int size) {
      if (size <= 3) {
        long h = u8(at) << 16 | (long) u8(at + size / 2) << 24 | u8(at + size - 1) | size << 8;
        h ^= SECRET.u32(0) ^ SECRET.u32(4);
        h = (h ^ h >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
      }
      if (size <= 8) {
        long h = u32(at + size - 4) + (u32(at) << 32) ^ SECRET.u64(8) ^ SECRET.u64(16);
        h = (h ^ Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24)) * 0x9FB21C651E98DF25L;
        h = (h ^ (h >>> 35) + size) * 0x9FB21C651E98DF25L;
        return h ^ h >>> 28;
      }
      if (size <= 16) {
        long low = SECRET.u64(24) ^ SECRET.u64(32) ^ u64(at);
        long high = SECRET.u64(40) ^ SECRET.u64(48) ^ u64(at + size - 8);
        return avalanche(size + Long.reverseBytes(low) + high + fold(low, high));
      }
      long hash = size * P1;
      if (size <= 128) {
        for (int i = 0; i <= (size - 1) / 32; ++i)
          hash += mix(at + 16 * i, 32 * i) + mix(at + size - 16 * (i + 1), 32 * i + 16);
        return avalanche(hash);
      }
      if (size <= 240) {
        for (int i = 0; i < 8; ++i) hash += mix(at + 16 * i, 16 * i);
        hash = avalanche(hash);
        for (int i = 8; i < size / 16; ++i) hash += mix(at + 16 * i, 16 * i - 125);
        return avalanche(hash + mix(at + size - 16, 119));
      }
      long[] lanes = {0xC2B2AE3DL, P1, P2, P3, 0x85EBCA77C2B2AE63L, 0x85EBCA77L, 0x27D4EB2F165667C5L, P32};
      for (int i = 0; i < (size - 1) / 64; ++i) {
        addStripe(at + 64 * i, i % 16 * 8, lanes);
        for (int l = 0; l < 8 && i % 16 == 15; ++l)
          lanes[l] = (lanes[l] ^ lanes[l] >>> 47 ^ SECRET.u64(128 + 8 * l)) * P32;
      }
      addStripe(at + size - 64, 121, lanes);
      for (int l = 0; l < 8; l += 2)
        hash += fold(lanes[l] ^ SECRET.u64(11 + 8 * l), lanes[l + 1] ^ SECRET.u64(19 + 8 * l));
      return avalanche(hash);
    }

    private void addStripe(int at, int key, long[] lanes) {
      for (int l = 0; l < 8; ++l) {
        long value = u64(at + 8 * l);
        long keyed = value ^ SECRET.u64(key + 8 * l);
        lanes[l ^ 1] += value;
        lanes[l] += (keyed & 0xffffffffL) * (keyed >>> 32);
      }
    }

    private long mix(int at, int key) {
      return fold(u64(at) ^ SECRET.u64(key), u64(at + 8) ^ SECRET.u64(key + 8));
    }

    /** The two halves of the 128-bit product, exclusive or. */
    private static long fold(long a, long b) {
      return a * b ^ Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    private static long avalanche(long h) {
      h = (h ^ h >>> 37) * 0x165667919E3779F9L;
      return h ^ h >>> 32;
    }
  }
}
