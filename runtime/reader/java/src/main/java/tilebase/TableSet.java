// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

package tilebase;

import java.util.ArrayList;
import java.util.List;
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

  /**
   * The next action: L, R, U, D, or 0 if the board is solved. The stage brings the tiles of
   * {@code goal} home, leaves {@code fixed} alone, and needs {@code remaining} more actions. In a set
   * of tiles, bit t-1 is tile t.
   */
  public record Hint(char action, int stage, long goal, long fixed, int remaining) {}

  /** The offsets are those of its planes; reachable is 0 if all entries can reach the goal. */
  private record Table(long goal, long fixed, int[] tracked, long free, long entries, int policy,
      int reachable, int maxDepth) {
    boolean isDone(Position at) {
      return (goal & ~at.home) == 0;
    }

    boolean admits(Position at) {
      return (fixed & ~at.home) == 0;
    }

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
  }

  /** Detours begin and end at these offsets. Images have none. */
  private record Stage(List<Table> tables, int detours, int end) {
    Table last() {
      return tables.get(tables.size() - 1);
    }
  }

  private static final String LETTERS = "LRUD";
  private static final int NEVER = Integer.MAX_VALUE;

  private final byte[] data;
  private final List<Stage> stages = new ArrayList<>();
  private int width;
  private int height;
  private long allTiles;
  private int worstCase;

  /** Opens an image or a compact form. Do not change the bytes afterwards. */
  public static TableSet open(byte[] bytes) {
    return new TableSet(bytes);
  }

  private TableSet(byte[] bytes) {
    data = bytes;
    if (startsWith(0, "TILEIMAG")) openImage();
    else if (startsWith(0, "TBC") && data.length > 3) openCompact();
    else throw new TilebaseException(Code.FORMAT, "expected an image (TILEIMAG) or a compact form (TBC)");
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }

  /** No board needs more actions. */
  public int worstCase() {
    return worstCase;
  }

  /** Returns the letters of the actions that solve a board. */
  public String solve(int... board) {
    StringBuilder letters = new StringBuilder();
    solve(new Position(board), letters);
    return letters.toString();
  }

  /**
   * Returns the next action for any board. A player who takes every hint is home within
   * {@link #worstCase} actions. Nothing has to be kept between two boards.
   */
  public Hint hint(int... board) { // section 13.2
    Position at = new Position(board);
    for (int s = stages.size() - 1; s >= 0 && at.home != allTiles; --s) {
      Stage stage = stages.get(s);
      Table table = stage.last();
      int best = table.admits(at) ? walk(table, new Position(at), null, worstCase) : NEVER;
      int action = best == NEVER || best == 0 ? -1 : actionAt(table.policy, table.rank(at));
      int astray = Long.bitCount((table.goal | table.fixed) & ~at.home);
      for (int d = stage.detours; d < stage.end; d = afterDetour(d))
        for (int left = astray, length = u8(d + 3); left <= length && left < best; ++left)
          if (play(table, d, length - left, new Position(at), null)) {
            best = left;
            action = actionAt(d + 4, length - left);
          }
      if (action >= 0) return new Hint(LETTERS.charAt(action), s, table.goal, table.fixed, best);
    }
    need(at.home == allTiles, "tables: no stage leads on from a board");
    return new Hint((char) 0, stages.size(), 0, allTiles, 0);
  }

  /**
   * Returns random boards that {@link #solve} solves in least to most actions. The same seed gives
   * the same boards everywhere. If fewer than one random board in 16,000 will do, this first solves
   * 65,536 of them, and then walks back from the goal. Throws NOT_FOUND if 2^20 boards will not do.
   */
  public List<int[]> scramble(int least, int most, long seed, int count) { // section 13.4
    if (least < 0 || least > most || count < 0)
      throw new TilebaseException(Code.ARGUMENT, "expected 0 <= least <= most, found " + least + " and " + most);
    int limit = Math.min(most, worstCase);
    Random random = new Random(0);
    int hits = 0;
    for (int tried = 0; tried < 1 << 16 && hits < 4 && least <= limit; ++tried) {
      int moves = solve(randomPosition(random), null);
      if (moves >= least && moves <= limit) ++hits;
    }
    List<int[]> boards = new ArrayList<>();
    for (int tried = 0; boards.size() < count; ++tried) {
      if (tried == 1 << 20 || least > limit)
        throw new TilebaseException(Code.NOT_FOUND, "found no board of " + least + " to " + most + " actions");
      if (tried == 0 && boards.size() % 64 == 0) random = Random.ofBoards(seed, boards.size() / 64);
      boolean isUniform = hits == 4 || stages.size() == 1 && tried % 2 == 0;
      Position at = isUniform ? randomPosition(random) : walkFromGoal(random, limit);
      int moves = solve(new Position(at), null);
      if (moves < least || moves > limit) continue;
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

  /** Solves a position and appends the letters, if they are wanted. Returns how many there are. */
  private int solve(Position at, StringBuilder letters) { // section 13.1
    int count = 0;
    for (Stage stage : stages) {
      if (stage.tables.get(0).isDone(at)) continue;
      Table table = stage.tables.stream().filter(some -> some.admits(at) && isReachable(some, at))
          .findFirst().orElseThrow(() -> damaged("tables: none solves a board"));
      long rank = table.rank(at);
      int detour = stage.detours;
      while (detour < stage.end && (u32(detour) & 0xffffff) != rank) detour = afterDetour(detour);
      boolean detours = detour < stage.end;
      int done = !detours ? walk(table, at, letters, worstCase - count)
          : play(table, detour, 0, at, letters) ? u8(detour + 3) : NEVER;
      need(done != NEVER, "tables: an entry does not lead to the goal");
      count += done;
    }
    need(at.home == allTiles, "tables: the last stage does not end at home");
    return count;
  }

  /** Walks to the table's goal. Returns the number of actions, or NEVER. */
  private int walk(Table table, Position at, StringBuilder letters, int limit) {
    int count = 0;
    for (; !table.isDone(at); ++count) {
      if (count >= Math.min(limit, table.maxDepth)) return NEVER;
      if (!at.slide(actionAt(table.policy, table.rank(at)), letters) || !table.admits(at)) return NEVER;
    }
    return count;
  }

  /** Plays a detour from its action `first` on. Returns whether that brings the stage to its end. */
  private boolean play(Table table, int detour, int first, Position at, StringBuilder letters) {
    for (int i = first; i < u8(detour + 3); ++i)
      if (!at.slide(actionAt(detour + 4, i), letters)) return false;
    return table.isDone(at) && table.admits(at);
  }

  private int afterDetour(int detour) {
    return detour + 4 + (u8(detour + 3) + 3) / 4;
  }

  private int actionAt(int plane, long index) {
    return u8((int) (plane + index / 4)) >> 2 * (index % 4) & 3;
  }

  private boolean isReachable(Table table, Position at) {
    long rank = table.rank(at);
    return table.reachable == 0 || (u8((int) (table.reachable + rank / 8)) >> rank % 8 & 1) != 0;
  }

  /** A board on its way: the tile on each cell, the cell of each tile, and the tiles at home. */
  private final class Position {
    final int[] tile;
    final int[] cell;
    long home;

    Position(int... board) {
      int cells = width * height;
      if (board.length != cells)
        throw new TilebaseException(Code.BOARD_SIZE, "expected " + cells + " cells, found " + board.length);
      tile = board.clone();
      cell = new int[cells];
      long seen = 0;
      for (int c = 0; c < cells; ++c) {
        int t = tile[c];
        if (t < 0 || t >= cells || (seen >> t & 1) != 0)
          throw new TilebaseException(Code.BOARD, "expected each of 0 to " + (cells - 1) + " once, found " + t + " on cell " + c);
        seen |= 1L << t;
        cell[t] = c;
        if (t == c + 1) home |= 1L << c;
      }
      if (isOdd(tile)) throw new TilebaseException(Code.UNSOLVABLE, "no moves solve this board: swap two of its tiles");
    }

    Position(Position from) {
      tile = from.tile.clone();
      cell = from.cell.clone();
      home = from.home;
    }

    /** The cell of the tile that the action slides, or -1. */
    int from(int action) {
      int column = cell[0] % width;
      if (action == 0 && column + 1 == width || action == 1 && column == 0) return -1;
      int from = cell[0] + (action == 0 ? 1 : action == 1 ? -1 : action == 2 ? width : -width);
      return from < tile.length ? from : -1;
    }

    /** Applies an action and appends its letter. Returns false if it slides no tile. */
    boolean slide(int action, StringBuilder letters) {
      int to = cell[0];
      int from = from(action);
      if (from < 0) return false;
      int moved = tile[from];
      tile[to] = moved;
      tile[from] = 0;
      cell[moved] = to;
      cell[0] = from;
      home = home & ~(1L << moved - 1) | (moved == to + 1 ? 1L << to : 0);
      if (letters != null) letters.append(LETTERS.charAt(action));
      return true;
    }
  }

  /** Whether no moves solve the board: each changes the inversions and the blank's row in step. */
  private boolean isOdd(int[] board) {
    int odd = 0;
    for (int c = 0; c < board.length; ++c) {
      if (board[c] == 0) odd += width % 2 == 0 ? height - 1 - c / width : 0;
      for (int before = 0; before < c; ++before) odd += board[c] != 0 && board[before] > board[c] ? 1 : 0;
    }
    return odd % 2 != 0;
  }

  /** SplitMix64. */
  private static final class Random {
    private long state;

    Random(long seed) {
      state = seed;
    }

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

  private int[] solvedBoard() {
    int[] board = new int[width * height];
    for (int cell = 0; cell + 1 < board.length; ++cell) board[cell] = cell + 1;
    return board;
  }

  private Position randomPosition(Random random) {
    int[] board = solvedBoard();
    for (int cell = board.length - 1; cell > 0; --cell) swap(board, cell, random.below(cell + 1));
    int first = board[0] == 0 ? 1 : 0;
    if (isOdd(board)) swap(board, first, board[first + 1] == 0 ? first + 2 : first + 1);
    return new Position(board);
  }

  private static void swap(int[] board, int a, int b) {
    int tile = board[a];
    board[a] = board[b];
    board[b] = tile;
  }

  private Position walkFromGoal(Random random, int most) {
    Position at = new Position(solvedBoard());
    int back = -1;
    for (int left = random.below(most + 1); left > 0; --left) {
      int[] choices = new int[4];
      int count = 0;
      for (int action = 0; action < 4; ++action)
        if (action != back && at.from(action) >= 0) choices[count++] = action;
      int action = choices[random.below(count)];
      at.slide(action, null);
      back = action ^ 1;
    }
    return at;
  }

  private void openCompact() { // section 12
    checkVersion("compact form", u8(3));
    int end = data.length - 4;
    need(end >= 16 && u32(8) == data.length && u8(7) == 0, "compact form: expected another length");
    CRC32 crc = new CRC32();
    crc.update(data, 0, end);
    need(u32(end) == crc.getValue(), "compact form: its CRC-32 is wrong");
    setSize(u8(4), u8(5), u32(12));
    int setBytes = (width * height + 7) / 8;
    int at = 16;
    long home = 0;
    for (int s = 0; s < u8(6); ++s) {
      int policy = at + 9 + 2 * setBytes;
      need(policy <= end && u32(at) + u32(at + 4) <= end - policy, "compact form: stage " + s + " ends outside");
      int detours = (int) (policy + u32(at));
      int next = (int) (detours + u32(at + 4));
      Table table = table(tiles(at + 9, setBytes), tiles(at + 9 + setBytes, setBytes), u8(at + 8), policy, 0, NEVER);
      need(detours - policy == (table.entries + 3) / 4 && (table.fixed & ~home) == 0, "compact form: stage " + s + " does not follow");
      for (int d = detours; d < next; d = afterDetour(d))
        need(next - d > 4 && u8(d + 3) > 0 && afterDetour(d) <= next, "compact form: a detour ends outside");
      stages.add(new Stage(List.of(table), detours, next));
      home |= table.goal;
      at = next;
    }
    need(at == end && home == allTiles, "compact form: expected stages of all tiles");
  }

  private long tiles(int at, int size) {
    long set = 0;
    for (int i = 0; i < size; ++i) set |= (long) u8(at + i) << 8 * i;
    return set;
  }

  private void openImage() { // section 11; the records: 3 to 5; the rules: 7
    int[] part = openDirectory(); // part i lies from part[2*i] to part[2*i+1]
    int set = part[0];
    need(part[1] - set >= 40 && startsWith(set, "TILEBASE"), "set record: expected TILEBASE");
    boolean isJoined = u16(set + 8) == 3; // the worst case is joined at the seams (section 3)
    if (!isJoined) checkVersion("set record", u16(set + 8));
    int stageCount = u16(set + 16);
    int used = 32 + 8 * stageCount + u16(set + 18) + u16(set + 20);
    checkRecord("set record", part, 0, (used + 7) / 8 * 8 + 8);
    boolean hasZeros = isJoined || u16(set + 22) == 0 && u32(set + 28) == 0;
    need(hasZeros && isZero(set + used, part[1] - 8), "set record: expected zeros");
    int tables = part.length / 8;
    need(u32(set + 12) == tables && tables > 0, "set record: expected " + tables + " tables, found " + u32(set + 12));
    setSize(u8(set + 10), u8(set + 11), u32(set + 24));
    for (int t = 0; t < tables; ++t) {
      int record = part[2 + 8 * t];
      need(part[3 + 8 * t] - record >= 80, "table record: expected at least 80 bytes");
      checkRecord("table record", part, 1 + 4 * t, 88 + 8 * u16(record + 60) + (u8(record + 62) == 2 ? 192 : 0));
    }
    for (int s = 0; s < stageCount; ++s)
      need(u32(set + 36 + 8 * s) > 0 && u32(set + 32 + 8 * s) + u32(set + 36 + 8 * s) <= tables, "set: stage " + s + " has no such tables");
    openStages(part, set, stageCount);
    if (isJoined) takeJoined(u32(set + 28), u16(set + 22));
  }

  private void takeJoined(long actions, int slides) {
    int deepest = 0;
    for (Stage stage : stages)
      for (Table table : stage.tables()) deepest = Math.max(deepest, table.maxDepth());
    need(deepest <= actions && actions <= worstCase && slides == 0,
        "set: expected a joined worst case of " + deepest + " to " + worstCase + ", found " + actions);
    worstCase = (int) actions;
  }

  private int[] openDirectory() {
    need(data.length >= 32, "image: expected at least 32 bytes, found " + data.length);
    if (u16(8) == 0xfffe || u16(8) == 0xfeff && u8(10) == 4)
      throw new TilebaseException(Code.VERSION, "image: expected little-endian and offsets of 64 bits");
    need(u16(8) == 0xfeff && u8(10) == 8, "image: expected a byte order mark and offsets of 8 bytes");
    checkVersion("image", u16(12));
    need(u8(11) == 0 && u16(14) == 0 && u32(28) == 0, "image: expected zeros");
    need(u64(16) == data.length, "image: expected " + u64(16) + " bytes, found " + data.length);
    long parts = u32(24);
    long end = 40 + 16 * parts;
    need(parts % 4 == 1 && end <= data.length, "image: a directory of " + parts + " parts does not fit");
    checkRecord("directory", new int[] {0, (int) end}, 0, end);
    int[] part = new int[(int) (2 * parts)];
    for (int i = 0; i <= parts; ++i) {
      long begin = (end + 15) / 16 * 16;
      need(begin <= data.length && isZero((int) end, (int) begin), "image: expected zeros before part " + i);
      end = begin;
      if (i == parts) break;
      long size = u64(40 + 16 * i);
      need(u64(32 + 16 * i) == begin && size >= 0 && size <= data.length - begin, "image: part " + i + " does not follow");
      end = begin + size;
      part[2 * i] = (int) begin;
      part[2 * i + 1] = (int) end;
    }
    need(end == data.length, "image: its parts end at " + end + " of " + data.length);
    return part;
  }

  /** Opens the stages of the first staged part that ends at home. Others are not used. */
  private void openStages(int[] part, int set, int stageCount) {
    int begin = 0;
    int end = 0;
    int metric = -1;
    for (boolean endsAtHome = false; !endsAtHome && end < stageCount; ) {
      begin = end;
      metric = u8(part[2 + 8 * firstTable(set, begin)] + 62);
      if (metric == 1 || metric == 2) { // a pattern, or values
        ++end;
        continue;
      }
      endsAtHome = true;
      for (long home = 0; home != allTiles; ++end) {
        need(end < stageCount, "set: expected stages of all tiles");
        int record = part[2 + 8 * firstTable(set, end)];
        need(u8(record + 62) == metric && u64(record + 8) == home, "set: stage " + end + " does not follow");
        for (int t = firstTable(set, end); t < endTable(set, end); ++t)
          endsAtHome &= u8(part[2 + 8 * t] + 65) == 0;
        home |= u64(record) & allTiles;
      }
      if (!endsAtHome) metric = -1;
    }
    if (metric != 0)
      throw new TilebaseException(Code.VERSION, "expected stages of single moves: 'tilebase build' makes such a set");
    long depths = 0;
    for (int s = begin; s < end; ++s) {
      List<Table> tables = new ArrayList<>();
      for (int t = firstTable(set, s); t < endTable(set, s); ++t)
        tables.add(openTable(part, t, t + 1 == endTable(set, s)));
      stages.add(new Stage(tables, 0, 0));
      depths += tables.stream().mapToInt(Table::maxDepth).max().orElse(0);
    }
    need(depths == worstCase, "set: expected worst case " + depths + ", found " + worstCase);
  }

  private int firstTable(int set, int stage) {
    return (int) u32(set + 32 + 8 * stage);
  }

  private int endTable(int set, int stage) {
    return firstTable(set, stage) + (int) u32(set + 36 + 8 * stage);
  }

  private Table openTable(int[] part, int t, boolean isLast) {
    String name = "table " + t + ": ";
    int p = 2 + 8 * t;
    int record = part[p];
    if (u8(record + 64) != 0)
      throw new TilebaseException(Code.VERSION, name + "it is compressed: export the image with --raw");
    int tiles = Long.bitCount(u64(record));
    int others = width * height - 1 - Long.bitCount(u64(record + 8)) - tiles;
    // Parity tells where the last tiles are if fewer than two others are left.
    int tracked = Math.max(0, tiles - Math.max(0, 2 - others));
    int policyBytes = part[p + 5] - part[p + 4];
    int reachableBytes = part[p + 7] - part[p + 6];
    Table table = table(u64(record), u64(record + 8), tracked, part[p + 4], isLast ? 0 : part[p + 6],
        u16(record + 60));
    need(u64(record + 16) == table.entries && policyBytes == (table.entries + 3) / 4
        && reachableBytes == (isLast ? 0 : (table.entries + 7) / 8) && u8(record + 63) == (isLast ? 0 : 1)
        && u32(record + 56) == 65536 && isZero(record + 66, record + 72), name + "expected " + table.entries + " entries");
    int blocks = (policyBytes + 65535) / 65536 + (reachableBytes + 65535) / 65536;
    checkRecord("index record", part, 2 + 4 * t, 16 * blocks + 8);
    byte[] content = new byte[policyBytes + reachableBytes];
    System.arraycopy(data, part[p + 4], content, 0, policyBytes);
    System.arraycopy(data, part[p + 6], content, policyBytes, reachableBytes);
    int at = 0;
    for (int index = part[p + 2]; index < part[p + 3] - 8; index += 16) {
      int size = Math.min(65536, (at < policyBytes ? policyBytes : content.length) - at);
      need(u64(index) == at && u64(index + 8) == xxh3(content, at, size), name + "the block at " + at + " has another hash");
      at += size;
    }
    need(u64(record + 40) == xxh3(content, 0, at), name + "its content has another hash");
    return table;
  }

  private Table table(long goal, long fixed, int tracked, int policy, int reachable, int maxDepth) {
    need(goal != 0 && (goal & fixed) == 0 && ((goal | fixed) & ~allTiles) == 0 && tracked <= Long.bitCount(goal),
        "table: expected disjoint sets of tiles of the board, the goal not empty");
    int[] tiles = new int[tracked];
    long rest = goal;
    for (int i = 0; i < tracked; ++i, rest &= rest - 1) tiles[i] = Long.numberOfTrailingZeros(rest) + 1;
    long free = (allTiles << 1 | 1) & ~fixed;
    long entries = 1;
    for (int i = 0; i <= tracked; ++i) {
      entries *= Long.bitCount(free) - i;
      need(entries <= 1L << 33, "table: expected at most 2^33 entries");
    }
    return new Table(goal, fixed, tiles, free, entries, policy, reachable, (int) Math.min(maxDepth, entries));
  }

  private void setSize(int width, int height, long worstCase) {
    need(Math.min(width, height) >= 2 && Math.max(width, height) <= 8 && worstCase <= 63 * 65535,
        "expected a board of 2x2 to 8x8, found " + width + "x" + height);
    this.width = width;
    this.height = height;
    this.worstCase = (int) worstCase;
    allTiles = (1L << width * height - 1) - 1;
  }

  private void checkVersion(String what, int version) {
    if (version > 1) throw new TilebaseException(Code.VERSION, what + ": expected version 1, found " + version);
    need(version == 1, what + ": expected version 1, found 0");
  }

  private void checkRecord(String what, int[] part, int i, long size) {
    int begin = part[2 * i];
    int end = part[2 * i + 1];
    need(end - begin == size, what + ": expected " + size + " bytes, found " + (end - begin));
    need(xxh3(data, begin, end - begin - 8) == u64(end - 8), what + ": it has another hash");
  }

  private static TilebaseException damaged(String message) {
    return new TilebaseException(Code.DAMAGED, message);
  }

  private static void need(boolean condition, String message) {
    if (!condition) throw damaged(message);
  }

  private int u8(int at) {
    return data[at] & 0xff;
  }

  private int u16(int at) {
    return u8(at) | u8(at + 1) << 8;
  }

  private long u32(int at) {
    return read32(data, at);
  }

  private long u64(int at) {
    return read64(data, at);
  }

  private boolean startsWith(int at, String letters) {
    for (int i = 0; i < letters.length(); ++i)
      if (at + i >= data.length || data[at + i] != letters.charAt(i)) return false;
    return true;
  }

  private boolean isZero(int begin, int end) {
    for (int at = begin; at < end; ++at) if (data[at] != 0) return false;
    return true;
  }

  // XXH3-64 with seed 0.

  private static final byte[] SECRET = new byte[192];
  private static final long P32 = 0x9E3779B1L;
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;

  static {
    String hex = "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
        + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
        + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
        + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
        + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
        + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e";
    for (int i = 0; i < 192; ++i) SECRET[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
  }

  /** Of at least one byte. */
  private static long xxh3(byte[] in, int at, int size) {
    if (size <= 3) {
      long h = (in[at] & 0xff) << 16 | (in[at + size / 2] & 0xffL) << 24 | in[at + size - 1] & 0xff | size << 8;
      h ^= read32(SECRET, 0) ^ read32(SECRET, 4);
      h = (h ^ h >>> 33) * P2;
      h = (h ^ h >>> 29) * P3;
      return h ^ h >>> 32;
    }
    if (size <= 8) {
      long h = read32(in, at + size - 4) + (read32(in, at) << 32) ^ secret(8) ^ secret(16);
      h = (h ^ Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24)) * 0x9FB21C651E98DF25L;
      h = (h ^ (h >>> 35) + size) * 0x9FB21C651E98DF25L;
      return h ^ h >>> 28;
    }
    if (size <= 16) {
      long low = secret(24) ^ secret(32) ^ read64(in, at);
      long high = secret(40) ^ secret(48) ^ read64(in, at + size - 8);
      return avalanche(size + Long.reverseBytes(low) + high + fold(low, high));
    }
    long hash = size * P1;
    if (size <= 128) {
      for (int i = 0; i <= (size - 1) / 32; ++i)
        hash += mix(in, at + 16 * i, 32 * i) + mix(in, at + size - 16 * (i + 1), 32 * i + 16);
      return avalanche(hash);
    }
    if (size <= 240) {
      for (int i = 0; i < 8; ++i) hash += mix(in, at + 16 * i, 16 * i);
      hash = avalanche(hash);
      for (int i = 8; i < size / 16; ++i) hash += mix(in, at + 16 * i, 16 * i - 125);
      return avalanche(hash + mix(in, at + size - 16, 119));
    }
    long[] lanes = {0xC2B2AE3DL, P1, P2, P3, 0x85EBCA77C2B2AE63L, 0x85EBCA77L, 0x27D4EB2F165667C5L, P32};
    for (int i = 0; i < (size - 1) / 64; ++i) {
      addStripe(in, at + 64 * i, i % 16 * 8, lanes);
      for (int l = 0; l < 8 && i % 16 == 15; ++l) lanes[l] = (lanes[l] ^ lanes[l] >>> 47 ^ secret(128 + 8 * l)) * P32;
    }
    addStripe(in, at + size - 64, 121, lanes);
    for (int l = 0; l < 8; l += 2) hash += fold(lanes[l] ^ secret(11 + 8 * l), lanes[l + 1] ^ secret(19 + 8 * l));
    return avalanche(hash);
  }

  private static void addStripe(byte[] in, int at, int key, long[] lanes) {
    for (int l = 0; l < 8; ++l) {
      long value = read64(in, at + 8 * l);
      long keyed = value ^ secret(key + 8 * l);
      lanes[l ^ 1] += value;
      lanes[l] += (keyed & 0xffffffffL) * (keyed >>> 32);
    }
  }

  private static long mix(byte[] in, int at, int key) {
    return fold(read64(in, at) ^ secret(key), read64(in, at + 8) ^ secret(key + 8));
  }

  /** The two halves of the 128-bit product, exclusive or. */
  private static long fold(long a, long b) {
    return a * b ^ Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  private static long avalanche(long h) {
    h = (h ^ h >>> 37) * 0x165667919E3779F9L;
    return h ^ h >>> 32;
  }

  private static long secret(int at) {
    return read64(SECRET, at);
  }

  private static long read32(byte[] in, int at) {
    return in[at] & 0xff | (in[at + 1] & 0xff) << 8 | (in[at + 2] & 0xff) << 16 | (in[at + 3] & 0xffL) << 24;
  }

  private static long read64(byte[] in, int at) {
    return read32(in, at) | read32(in, at + 4) << 32;
  }
}
