// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C++ face of tilebase.h: a handle that closes itself, and results as values.
//
//   std::string why;
//   std::optional<tilebase::Set> set = tilebase::Set::Open("l1.tilebase", &why);
//   tilebase::Solution solution = set->Solve(board);      // board: one byte a cell, 0 = blank
//   if (solution.code == TILEBASE_OK) use(solution.actions);   // "LURD..."
//
// No exceptions of its own; std::string may throw std::bad_alloc. Thread safety as in tilebase.h.

#ifndef TILEBASE_HPP_
#define TILEBASE_HPP_

#include <tilebase.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilebase {

struct [[nodiscard]] Solution {
  int code = TILEBASE_ERROR_ARGUMENT;
  std::string actions;
};

// A board to end at: the set's own goal, a board, or text: a name such as "snail", or a board.
class Goal {
 public:
  Goal() = default;
  Goal(const std::vector<std::uint8_t>& board) : cells_(board.begin(), board.end()) {}
  Goal(std::vector<std::uint32_t> board) : cells_(std::move(board)) {}
  Goal(std::initializer_list<std::uint32_t> board) : cells_(board) {}
  Goal(std::string text) : text_(std::move(text)) {}
  Goal(const char* text) : text_(text) {}

  // Whether it is the set's own.
  bool is_default() const { return cells_.empty() && text_.empty(); }
  // Its numbers on boards of a size, row by row, or a code and the reason in *why (may be null).
  [[nodiscard]] int Read(std::uint32_t width, std::uint32_t height,
                         std::vector<std::uint32_t>* cells, std::string* why = nullptr) const {
    *cells = cells_;
    if (text_.empty())
      return cells_.size() == std::size_t{width} * height ? TILEBASE_OK : TILEBASE_ERROR_BOARD_SIZE;
    if (width > 1000 || height > 1000) return TILEBASE_ERROR_BOARD_SIZE;
    char message[512] = "";
    cells->resize(std::size_t{width} * height);
    const int code = tilebase_parse_goal(text_.data(), text_.size(), width, height, 4,
                                         cells->data(), cells->size(), message, sizeof(message));
    if (why != nullptr) *why = message;
    return code;
  }

 private:
  std::vector<std::uint32_t> cells_;
  std::string text_;
};

// A question about a board, with the fields of tilebase_question; a lookup home by default.
struct Wish {
  Goal to;
  std::uint32_t want = TILEBASE_LOOKUP;
  std::uint64_t boards = 0;
  std::uint64_t microseconds = 0;
  std::uint32_t threads = 0;
  bool with_tiles = false;   // also the tiles that slide
  bool with_stages = false;  // also the stages of a lookup
  const volatile std::uint8_t* cancel = nullptr;
  double within = 0;
  bool with_slides = false;  // also the cells between which tiles slide
  std::uint32_t deliver = TILEBASE_DELIVER_BY_COUNT;
};

struct [[nodiscard]] Answer : Solution {
  tilebase_answer result = {};
  std::vector<std::uint32_t> tiles;
  std::vector<tilebase_stage> stages;
  std::vector<tilebase_slide> slides;
  std::string message;  // after an error: what was expected and what was found
};

struct [[nodiscard]] Probe {
  int code = TILEBASE_ERROR_ARGUMENT;
  tilebase_probe_result result = {};
};

// Boards that follow one another, as Set::SolveBatch takes them.
struct [[nodiscard]] Scrambles {
  int code = TILEBASE_ERROR_ARGUMENT;
  std::vector<std::uint8_t> boards;
  std::vector<std::size_t> counts;  // the number of actions of each
  unsigned nature = 0;              // TILEBASE_SCRAMBLE_ bits
};

// A board of any size, from text.
struct [[nodiscard]] ParsedBoard {
  int code = TILEBASE_ERROR_ARGUMENT;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint32_t> cells;
  std::string message;  // after an error: what was expected and what was found

  // As the functions of Set take it. Boards of more than 256 cells have no such form.
  std::vector<std::uint8_t> bytes() const { return {cells.begin(), cells.end()}; }
};

// Reads a board of the given size; 0 and 0 take the text's own (tilebase_parse_board).
inline ParsedBoard ParseBoard(std::string_view text, std::uint32_t width = 0,
                              std::uint32_t height = 0) {
  ParsedBoard parsed;
  char message[512] = "";
  std::uint32_t known_width = width, known_height = height;
  parsed.code = tilebase_parse_any_board(text.data(), text.size(), &known_width, &known_height,
                                         nullptr, 0, message, sizeof(message));
  if (parsed.code == TILEBASE_ERROR_BUFFER) {
    parsed.width = known_width;
    parsed.height = known_height;
    parsed.cells.resize(std::size_t{known_width} * known_height);
    parsed.code = tilebase_parse_any_board(text.data(), text.size(), &parsed.width, &parsed.height,
                                           parsed.cells.data(), parsed.cells.size(), message,
                                           sizeof(message));
  }
  if (parsed.code != TILEBASE_OK) parsed.cells.clear();
  parsed.message = message;
  return parsed;
}

// The board of this number in the sequence of a seed (tilebase_random_board); empty where the size
// cannot be.
inline std::vector<std::uint8_t> RandomBoard(std::uint32_t width, std::uint32_t height,
                                             std::uint64_t seed, std::uint64_t number = 0) {
  if (width > 8 || height > 8) return {};
  std::vector<std::uint8_t> board(std::size_t{width} * height);
  if (tilebase_random_board(width, height, seed, number, board.data(), board.size()) != TILEBASE_OK)
    board.clear();
  return board;
}

// TILEBASE_OK, or why no moves lead from the board to the goal, by default 1, 2, 3, ... and the
// blank last (tilebase_check_board).
inline int CheckBoard(std::uint32_t width, std::uint32_t height,
                      const std::vector<std::uint8_t>& board,
                      const std::vector<std::uint8_t>& goal = {}) {
  if (!goal.empty() && goal.size() != board.size()) return TILEBASE_ERROR_BOARD_SIZE;
  return tilebase_check_board(width, height, board.data(), goal.empty() ? nullptr : goal.data(),
                              board.size());
}

// Plays moves, "R3 D2 l", on *board (tilebase_apply_actions). *why (may be null) says what is
// wrong.
[[nodiscard]] inline int ApplyActions(std::uint32_t width, std::uint32_t height,
                                      std::vector<std::uint8_t>* board, std::string_view actions,
                                      std::string* why = nullptr) {
  char message[512] = "";
  const int code =
      tilebase_apply_actions(width, height, board->data(), board->size(), actions.data(),
                             actions.size(), nullptr, 0, nullptr, message, sizeof(message));
  if (why != nullptr) *why = message;
  return code;
}

// Moves as letters, or as text in a notation.
struct [[nodiscard]] Moves {
  int code = TILEBASE_ERROR_ARGUMENT;
  std::string text;
  std::string message;  // after an error
};

// Reads the moves of a text from a board (tilebase_read_moves); writes letters in a notation
// (tilebase_write_moves).
inline Moves ReadMoves(std::uint32_t width, std::uint32_t height,
                       const std::vector<std::uint8_t>& board, std::string_view text,
                       std::uint32_t notation = TILEBASE_LETTERS) {
  Moves moves;
  if (board.size() != std::size_t{width} * height) return {TILEBASE_ERROR_BOARD_SIZE, {}, {}};
  char message[512] = "";
  std::size_t count = 0;
  const auto read = [&](std::size_t capacity) {
    moves.text.resize(capacity);
    moves.code =
        tilebase_read_moves(width, height, 1, board.data(), text.data(), text.size(), notation,
                            moves.text.data(), moves.text.size(), &count, message, sizeof(message));
    moves.text.resize(moves.code == TILEBASE_OK ? count : 0);
  };
  read(text.size() + 1);
  if (moves.code == TILEBASE_ERROR_BUFFER) read(count + 1);
  moves.message = message;
  return moves;
}
inline Moves WriteMoves(std::uint32_t width, std::uint32_t height,
                        const std::vector<std::uint8_t>& board, std::string_view actions,
                        std::uint32_t notation) {
  Moves moves;
  if (board.size() != std::size_t{width} * height) return {TILEBASE_ERROR_BOARD_SIZE, {}, {}};
  char message[512] = "";
  std::size_t size = 0;
  const auto write = [&](std::size_t capacity) {
    moves.text.resize(capacity);
    moves.code = tilebase_write_moves(width, height, 1, board.data(), actions.data(),
                                      actions.size(), notation, moves.text.data(),
                                      moves.text.size(), &size, message, sizeof(message));
    moves.text.resize(moves.code == TILEBASE_OK ? size : 0);
  };
  write(4 * actions.size() + 1);
  if (moves.code == TILEBASE_ERROR_BUFFER) write(size + 1);
  moves.message = message;
  return moves;
}

class Set {
 public:
  // Nothing, and the reason in *why (may be null), where the file cannot be used.
  [[nodiscard]] static std::optional<Set> Open(const std::string& path, std::string* why = nullptr,
                                               unsigned flags = 0) {
    char message[512] = "";
    tilebase_set* handle = nullptr;
    const int code = tilebase_open(path.c_str(), flags, &handle, message, sizeof(message));
    return Opened(code, handle, message, why);
  }
  // A flat image in memory, which has to stay as long as the set.
  [[nodiscard]] static std::optional<Set> OpenImage(const void* image, std::size_t size,
                                                    std::string* why = nullptr,
                                                    unsigned flags = 0) {
    char message[512] = "";
    tilebase_set* handle = nullptr;
    const int code = tilebase_open_image(image, size, flags, &handle, message, sizeof(message));
    return Opened(code, handle, message, why);
  }

  // With options as in tilebase_open_with; `options = {}` means the defaults.
  [[nodiscard]] static std::optional<Set> OpenWith(const std::string& path,
                                                   const tilebase_open_options& options,
                                                   std::string* why = nullptr) {
    char message[512] = "";
    tilebase_set* handle = nullptr;
    if (tilebase_open_with(path.c_str(), &options, sizeof(options), &handle, message,
                           sizeof(message)) != TILEBASE_OK) {
      if (why != nullptr) *why = message;
      return std::nullopt;
    }
    return Set(handle);
  }

  // The same tables with another goal, for all that the functions below do (tilebase_open_to).
  // Nothing, and the reason in *why (may be null), if `to` is no board of the set's size.
  [[nodiscard]] std::optional<Set> To(const Goal& to, std::string* why = nullptr) const {
    const tilebase_set_info info = Info();
    std::vector<std::uint32_t> cells;
    int code = to.Read(info.width, info.height, &cells, why);
    tilebase_set* handle = nullptr;
    if (code == TILEBASE_OK) {
      const std::vector<std::uint8_t> bytes(cells.begin(), cells.end());
      code = tilebase_open_to(handle_.get(), bytes.data(), bytes.size(), &handle);
    }
    if (code == TILEBASE_OK) return Set(handle);
    if (why != nullptr && why->empty()) *why = tilebase_error_text(code);
    return std::nullopt;
  }

  // Decodes what a lazy set has not decoded yet; checks every entry. A tilebase_code, and where it
  // is not TILEBASE_OK the reason in *why (may be null).
  [[nodiscard]] int Prepare(std::string* why = nullptr) const {
    char message[512] = "";
    const int code = tilebase_prepare(handle_.get(), message, sizeof(message));
    if (why != nullptr) *why = message;
    return code;
  }
  [[nodiscard]] int Verify(unsigned threads = 1, std::string* why = nullptr) const {
    char message[512] = "";
    const int code = tilebase_verify(handle_.get(), threads, message, sizeof(message));
    if (why != nullptr) *why = message;
    return code;
  }

  tilebase_set_info Info() const {
    tilebase_set_info info = {};
    tilebase_info(handle_.get(), &info, sizeof(info));
    return info;
  }

  Solution Solve(const std::vector<std::uint8_t>& board) const {
    Solution solution;
    solution.actions.resize(Info().certified_worst_case + 1);
    std::size_t count = 0;
    solution.code = tilebase_solve(handle_.get(), board.data(), board.size(),
                                   solution.actions.data(), solution.actions.size(), &count);
    solution.actions.resize(solution.code == TILEBASE_OK ? count : 0);
    return solution;
  }

  // One question, one answer (tilebase_ask): `wish` has the fields of tilebase_question.
  Answer Ask(const std::vector<std::uint8_t>& board, const Wish& wish = {}) const {
    const tilebase_set_info info = Info();
    if (board.size() != std::size_t{info.width} * info.height)
      return Refused(TILEBASE_ERROR_BOARD_SIZE);
    tilebase_question question = {};
    question.board = board.data();
    question.width = info.width;
    question.height = info.height;
    return Ask(question, wish);
  }
  // A board of any size, with a set of plan `any`.
  Answer Ask(const ParsedBoard& board, const Wish& wish = {}) const {
    if (board.cells.empty() || board.cells.size() != std::size_t{board.width} * board.height)
      return Refused(TILEBASE_ERROR_BOARD_SIZE);
    tilebase_question question = {};
    question.board = board.cells.data();
    question.width = board.width;
    question.height = board.height;
    question.cell_bytes = 4;
    return Ask(question, wish);
  }
  // A board's text, in the forms of the set's boards (docs/boards.md).
  Answer Ask(std::string_view text, const Wish& wish = {}) const {
    const std::string ended(text);
    tilebase_question question = {};
    question.text = ended.c_str();
    return Ask(question, wish);
  }
  // An answer, with its own code, for each board.
  std::vector<Answer> AskBatch(const std::vector<std::vector<std::uint8_t>>& boards,
                               const Wish& wish = {}) const {
    std::vector<Answer> answers;
    answers.reserve(boards.size());
    for (const std::vector<std::uint8_t>& board : boards) answers.push_back(Ask(board, wish));
    return answers;
  }

  struct BoardAnalysis {
    int code = TILEBASE_ERROR_ARGUMENT;
    tilebase_board_analysis result = {};
  };
  // The exact length of a board and after each action (tilebase_analyse_board).
  BoardAnalysis AnalyseBoard(const std::vector<std::uint8_t>& board,
                             const tilebase_optimal_limits& limits = {}) const {
    BoardAnalysis analysis;
    analysis.code = tilebase_analyse_board(handle_.get(), board.data(), board.size(), &limits,
                                           sizeof limits, &analysis.result, sizeof analysis.result);
    return analysis;
  }

  struct GameAnalysis {
    int code = TILEBASE_ERROR_ARGUMENT;
    std::vector<std::uint32_t>
        lengths;                        // before the first move of the set's metric, and after each
    std::vector<std::uint32_t> bounds;  // below a length: the limits ended its search
  };
  // Where a game lost moves (tilebase_analyse_game).
  GameAnalysis AnalyseGame(const std::vector<std::uint8_t>& board, const std::string& actions,
                           const tilebase_optimal_limits& limits = {}) const {
    GameAnalysis analysis;
    analysis.lengths.resize(actions.size() + 1);
    analysis.bounds.resize(actions.size() + 1);
    std::size_t moves = 0;
    analysis.code = tilebase_analyse_game(handle_.get(), board.data(), board.size(), actions.data(),
                                          actions.size(), &limits, sizeof limits,
                                          analysis.lengths.data(), analysis.bounds.data(), &moves);
    const std::size_t known = analysis.code == TILEBASE_OK ? moves + 1 : 0;
    analysis.lengths.resize(known);
    analysis.bounds.resize(known);
    return analysis;
  }

  struct ShortestSolutions {
    int code = TILEBASE_ERROR_ARGUMENT;
    tilebase_shortest result = {};
    std::vector<std::string> listed;
  };
  // Counts the shortest solutions and lists the first ones (tilebase_shortest_solutions).
  ShortestSolutions Shortest(const std::vector<std::uint8_t>& board, std::uint64_t most_listed,
                             std::uint64_t most_boards = 0,
                             const tilebase_optimal_limits& limits = {}) const {
    ShortestSolutions shortest;
    const auto receive = [](void* listed, const char* letters, std::size_t count) {
      static_cast<std::vector<std::string>*>(listed)->emplace_back(letters, count);
      return 0;
    };
    shortest.code = tilebase_shortest_solutions(
        handle_.get(), board.data(), board.size(), &limits, sizeof limits, most_boards, most_listed,
        receive, &shortest.listed, &shortest.result, sizeof shortest.result);
    return shortest;
  }

  // Boards of `cells` bytes that follow one another, solved several at a time: as many solutions.
  std::vector<Solution> SolveBatch(const std::vector<std::uint8_t>& boards) const {
    const tilebase_set_info info = Info();
    const std::size_t cells = std::size_t{info.width} * info.height;
    const std::size_t capacity = std::size_t{info.certified_worst_case} + 1;
    const std::size_t count = boards.size() / cells;
    std::vector<Solution> solutions(count);
    std::string actions(count * capacity, 0);
    std::vector<std::size_t> counts(count);
    std::vector<int> codes(count);
    tilebase_solve_batch(handle_.get(), boards.data(), cells, count, actions.data(), capacity,
                         counts.data(), codes.data());
    for (std::size_t i = 0; i < count; ++i) {
      solutions[i].code = codes[i];
      if (codes[i] == TILEBASE_OK) solutions[i].actions = actions.substr(i * capacity, counts[i]);
    }
    return solutions;
  }

  Probe Look(const std::vector<std::uint8_t>& board) const {
    Probe probe;
    probe.code = tilebase_probe(handle_.get(), board.data(), board.size(), &probe.result,
                                sizeof(probe.result));
    return probe;
  }
  // The same in the subproblem (goal, fixed).
  Probe Look(const std::vector<std::uint8_t>& board, std::uint64_t goal,
             std::uint64_t fixed) const {
    Probe probe;
    probe.code = tilebase_probe_subproblem(handle_.get(), board.data(), board.size(), goal, fixed,
                                           &probe.result, sizeof(probe.result));
    return probe;
  }

  // The next action for this board, for a hint button that leads home however the player plays in
  // between; see tilebase_hint. *hint is zeros, or the last hint.
  [[nodiscard]] int Hint(const std::vector<std::uint8_t>& board,
                         tilebase_probe_result* hint) const {
    return tilebase_hint(handle_.get(), board.data(), board.size(), hint, sizeof(*hint));
  }

  // Random boards of a wanted difficulty, as tilebase_scramble makes them; none with an error.
  Scrambles Scramble(const tilebase_scramble_wish& wish, std::size_t count = 1) const {
    const tilebase_set_info info = Info();
    const std::size_t cells = std::size_t{info.width} * info.height;
    Scrambles scrambles;
    scrambles.boards.resize(count * cells);
    scrambles.counts.resize(count);
    scrambles.code = tilebase_scramble(handle_.get(), &wish, sizeof(wish), scrambles.boards.data(),
                                       cells, count, scrambles.counts.data(), &scrambles.nature);
    if (scrambles.code != TILEBASE_OK) {
      scrambles.boards.clear();
      scrambles.counts.clear();
    }
    return scrambles;
  }

  const tilebase_set* get() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(tilebase_set* set) const { tilebase_close(set); }
  };
  explicit Set(tilebase_set* handle) : handle_(handle) {}
  static constexpr std::size_t kMostStages = 64;
  static constexpr std::size_t kUsualSlides = 1024;
  static Answer Refused(int code) {
    Answer answer;
    answer.code = answer.result.code = code;
    return answer;
  }
  // `question` has the board.
  Answer Ask(tilebase_question question, const Wish& wish) const {
    Answer answer;
    char message[512] = "";
    question.message = message;
    question.message_size = sizeof message;
    std::vector<std::uint32_t> to;
    std::vector<std::uint8_t> to_bytes;
    if (!wish.to.is_default()) {
      const tilebase_set_info info = Info();
      const bool is_sized = question.width != 0;
      if (const int code = wish.to.Read(is_sized ? question.width : info.width,
                                        is_sized ? question.height : info.height, &to);
          code != TILEBASE_OK)
        return Refused(code);
      to_bytes.assign(to.begin(), to.end());
      question.to =
          question.cell_bytes == 4 ? static_cast<const void*>(to.data()) : to_bytes.data();
    }
    question.want = wish.want;
    question.boards = wish.boards;
    question.microseconds = wish.microseconds;
    question.threads = wish.threads;
    question.within = wish.within;
    question.cancel = wish.cancel;
    question.deliver = wish.deliver;
    if (wish.with_stages) answer.stages.resize(kMostStages);
    question.stages = answer.stages.empty() ? nullptr : answer.stages.data();
    question.stage_capacity = answer.stages.size();
    question.context = &answer.actions;
    question.receive = [](void* actions, const char* letters, std::size_t count) {
      static_cast<std::string*>(actions)->append(letters, count);
      return 0;
    };
    // How many slides there are, the answer tells: if they are more, ask again.
    for (std::size_t room = kUsualSlides;; room = static_cast<std::size_t>(answer.result.slides)) {
      answer.actions.clear();
      answer.tiles.resize(wish.with_tiles ? room : 0);
      answer.slides.resize(wish.with_slides ? room : 0);
      question.tiles = answer.tiles.empty() ? nullptr : answer.tiles.data();
      question.tile_capacity = answer.tiles.size();
      question.slides = answer.slides.empty() ? nullptr : answer.slides.data();
      question.slide_capacity = answer.slides.size();
      answer.code = tilebase_ask(handle_.get(), &question, sizeof question, &answer.result,
                                 sizeof answer.result);
      if (answer.code != TILEBASE_ERROR_BUFFER || answer.result.slides <= room) break;
    }
    const std::size_t slides =
        answer.code == TILEBASE_OK ? static_cast<std::size_t>(answer.result.slides) : 0;
    if (wish.with_tiles) answer.tiles.resize(slides);
    if (wish.with_slides) answer.slides.resize(slides);
    answer.stages.resize(answer.result.stages);
    answer.message = message;
    return answer;
  }
  static std::optional<Set> Opened(int code, tilebase_set* handle, const char* message,
                                   std::string* why) {
    if (code == TILEBASE_OK) return Set(handle);
    if (why != nullptr) *why = message;
    return std::nullopt;
  }

  std::unique_ptr<tilebase_set, Close> handle_;
};

}  // namespace tilebase

#endif  // TILEBASE_HPP_
