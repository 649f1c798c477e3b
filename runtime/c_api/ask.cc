// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One question, one answer: tilebase_ask. It reads the question, lets an engine find the letters,
// and tells what they are like.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "runtime/any/big_destination.h"
#include "runtime/any/window_tables.h"
#include "runtime/c_api/set.h"
#include "runtime/c_api/words.h"
#include "runtime/equal_tiles.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/search/any_solver.h"
#include "runtime/solution_stages.h"
#include "runtime/tile_distance.h"
#include "runtime/within_search.h"
#include "tables/board_text.h"
#include "tables/move_text.h"
#include "tables/system/clock.h"

namespace {

using tilebase::BigBoard;
using tilebase::BigDestination;
using tilebase::BigSize;
using tilebase::Board;
using tilebase::Destination;
using tilebase::Geometry;
using tilebase::PlayedBoard;
using tilebase::PolicySet;
using tilebase::c_api::Deliver;
using tilebase::c_api::Guarded;
using tilebase::c_api::Optimal;
using tilebase::c_api::ReadRenamed;
using tilebase::c_api::Receive;
using tilebase::c_api::Threads;

// Boards that an effort without a limit looks at.
constexpr uint64_t kUsualBoards = 10'000;

// A board of a question as numbers of 32 bits.
std::vector<uint32_t> Numbers(const void* board, size_t cells, uint32_t cell_bytes) {
  std::vector<uint32_t> numbers(cells);
  if (cell_bytes == 4)
    memcpy(numbers.data(), board, cells * sizeof(uint32_t));
  else
    std::copy_n(static_cast<const uint8_t*>(board), cells, numbers.begin());
  return numbers;
}

// The same of at most 64 cells, as bytes. What is no byte becomes 255, which is no tile of those.
void ReadBytes(const void* board, size_t cells, uint32_t cell_bytes, uint8_t* bytes) {
  if (cell_bytes != 4) {
    memcpy(bytes, board, cells);
    return;
  }
  for (size_t cell = 0; cell < cells; ++cell) {
    uint32_t number;
    memcpy(&number, static_cast<const char*>(board) + 4 * cell, sizeof(number));
    bytes[cell] = static_cast<uint8_t>(std::min<uint32_t>(number, UINT8_MAX));
  }
}

// The extras of a question, letter by letter.
class Extras {
 public:
  Extras(const tilebase_question& question, PlayedBoard start)
      : question_(question), board_(std::move(start)) {
    const std::vector<uint32_t>& tiles = board_.tiles();
    blank_ = static_cast<uint32_t>(std::find(tiles.begin(), tiles.end(), 0u) - tiles.begin());
  }
  static bool AreWanted(const tilebase_question& question) {
    return question.tiles != nullptr || question.slides != nullptr;
  }

  void Take(std::string_view letters) {
    for (const char letter : letters) {
      const uint32_t tile = board_.Apply(*tilebase::ActionOf(letter));
      const uint32_t width = board_.shape().width;
      const uint32_t from = letter == 'L'   ? blank_ + 1
                            : letter == 'R' ? blank_ - 1
                            : letter == 'U' ? blank_ + width
                                            : blank_ - width;
      if (count_ < question_.tile_capacity) question_.tiles[count_] = tile;
      if (count_ < question_.slide_capacity)
        question_.slides[count_] = {static_cast<uint32_t>(count_), from, blank_};
      blank_ = from;
      ++count_;
    }
  }
  bool fit() const {
    return (question_.tiles == nullptr || count_ <= question_.tile_capacity) &&
           (question_.slides == nullptr || count_ <= question_.slide_capacity);
  }

 private:
  const tilebase_question& question_;
  PlayedBoard board_;
  uint32_t blank_ = 0;
  size_t count_ = 0;
};

class Asking {
 public:
  Asking(const tilebase_set* set, const tilebase_question& question, tilebase_answer* answer)
      : set_(set),
        policies_(set->answers->policies()),
        question_(question),
        answer_(*answer),
        board_bytes_(question.cell_bytes) {}

  // Stores the answer; returns its code.
  int Run() {
    const tilebase::Clock::time_point start = tilebase::Clock::now();
    if (question_.want == TILEBASE_EFFORT && question_.boards == 0 && question_.microseconds == 0)
      question_.boards = kUsualBoards;
    int code = TILEBASE_OK;
    const int guarded = Guarded(question_.message, question_.message_size, [&]() -> absl::Status {
      if (question_.board == nullptr) code = ReadText();
      if (code != TILEBASE_OK) return absl::OkStatus();
      return is_own() ? OfOwnSize(&code) : OfAnySize(&code);
    });
    if (guarded != TILEBASE_OK) code = guarded;
    return End(code, tilebase::SecondsSince(start));
  }

  // The same for a lookup in three steps, so that several boards can be walked together: Begin, the
  // walk of *request, EndLookup. Begin returns false if the question has got its code, or if that
  // is TILEBASE_OK is one for Run.
  bool Begin(tilebase::SolveRequest* request) {
    if (question_.want != TILEBASE_LOOKUP || !is_own() || question_.capacity == 0 ||
        question_.receive != nullptr || Extras::AreWanted(question_) ||
        question_.stages != nullptr || question_.board == nullptr || question_.message != nullptr)
      return false;
    if (Board board, to; ReadEqual(&board, &to)) return false;
    Read(&answer_.code);
    if (answer_.code != TILEBASE_OK || IsSearched()) return false;
    *request = {start_.tile, question_.actions, question_.capacity - 1};
    return true;
  }
  void EndLookup(const tilebase::SolveRequest& request, double seconds) {
    answer_.looked_at = request.count;
    int code = Looked(request, /*by_lookup=*/true);
    if (code == TILEBASE_OK) Finish(&code);
    End(code, seconds);
  }
  bool HasGoalOf(const Asking& other) const {
    return question_.to == other.question_.to && question_.cell_bytes == other.question_.cell_bytes;
  }
  const std::optional<Destination>& destination() const { return destination_; }

 private:
  bool is_own() const {
    const Geometry own = policies_.info().geometry;
    return (question_.width == 0 && question_.height == 0) ||
           (question_.width == own.width && question_.height == own.height);
  }
  // Makes the text a board of numbers of 32 bits.
  int ReadText() {
    uint32_t width = question_.width, height = question_.height;
    if (width == 0 && !tilebase::WindowTables::AreIn(policies_)) {
      width = policies_.info().geometry.width;
      height = policies_.info().geometry.height;
    }
    const auto read = [&] {
      return tilebase_parse_any_board(question_.text, strlen(question_.text), &width, &height,
                                      read_.data(), read_.size(), question_.message,
                                      question_.message_size);
    };
    int code = read();
    if (code != TILEBASE_ERROR_BUFFER) return code;
    read_.resize(size_t{width} * height);
    code = read();
    question_.board = read_.data();
    question_.width = width;
    question_.height = height;
    board_bytes_ = 4;
    return code;
  }
  int End(int code, double seconds) {
    answer_.slides = answer_.moves;
    if (answer_.shortest == 0)
      answer_.why = question_.want != TILEBASE_LOOKUP ? TILEBASE_WHY_LIMIT
                    : answer_.detour != 0             ? TILEBASE_WHY_DETOUR
                                                      : TILEBASE_WHY_STAGES;
    answer_.microseconds = static_cast<uint64_t>(seconds * 1e6);
    return answer_.code = code;
  }
  bool has_limit(uint64_t limit) const { return limit != 0 && limit != TILEBASE_NO_LIMIT; }
  double seconds() const {
    return has_limit(question_.microseconds) ? static_cast<double>(question_.microseconds) * 1e-6
                                             : 0;
  }

  const std::atomic<bool>* cancel() const { return tilebase::c_api::Flag(question_.cancel); }

  // Reads board and destination, and tells what they alone show.
  void Read(int* code) {
    const Geometry geometry = policies_.info().geometry;
    const size_t cells = static_cast<size_t>(geometry.cells());
    uint8_t to[tilebase::kMaxCells];
    ReadBytes(question_.board, cells, board_bytes_, board_);
    if (question_.to == nullptr && !set_->to) {
      *code = policies_.ReadBoard(board_, cells, &start_);
    } else {
      if (question_.to != nullptr)
        ReadBytes(question_.to, cells, question_.cell_bytes, to);
      else
        std::copy_n(set_->goal.tile, cells, to);
      Board renamed;
      *code = ReadRenamed(policies_, board_, to, cells, &destination_, &renamed);
      if (*code == TILEBASE_OK) *code = policies_.ReadBoard(renamed.tile, cells, &start_);
    }
    if (*code != TILEBASE_OK) return;
    if (!policies_.is_mtm())
      answer_.bound = tilebase::TileDistance(
          start_, destination_.has_value() ? destination_->end() : Board::Solved(geometry));
    const auto stages =
        destination_.has_value() ? policies_.StagesTo(*destination_) : policies_.stages();
    is_whole_ = stages.size() == 1;
    by_corner_ = destination_.has_value() && destination_->detour() != 0 &&
                 stages.data() == policies_.stages().data();
  }
  // One table of all tiles knows shortest ways home and to corners; a small search by it finds
  // those to other cells.
  bool IsSearched() const {
    return question_.want == TILEBASE_SHORTEST || (is_whole_ && by_corner_);
  }

  // Stores the board and where it is to go if that has equal tiles. Otherwise returns false.
  bool ReadEqual(Board* board, Board* to) const {
    if (question_.to == nullptr) return false;
    const Geometry geometry = policies_.info().geometry;
    const auto read = [&](const void* numbers, uint32_t cell_bytes, Board* out) {
      out->geometry = geometry;
      ReadBytes(numbers, static_cast<size_t>(geometry.cells()), cell_bytes, out->tile);
      out->blank =
          static_cast<uint8_t>(std::find(out->tile, out->tile + geometry.tiles(), 0) - out->tile);
    };
    read(question_.board, board_bytes_, board);
    read(question_.to, question_.cell_bytes, to);
    return tilebase::HasEqualTiles(*to);
  }

  absl::Status OfEqualTiles(const Board& board, const Board& to, int* code) {
    *code = !tilebase::HaveSameTiles(board, to)   ? TILEBASE_ERROR_BOARD
            : question_.want == TILEBASE_SHORTEST ? TILEBASE_ERROR_SUBPROBLEM
                                                  : TILEBASE_OK;
    if (*code != TILEBASE_OK) return absl::OkStatus();
    const auto found = tilebase::SolveEqualTiles(*set_->answers, board, to, TakenEffort());
    if (!found.ok()) return found.status();
    answer_.bound = found->bound;
    answer_.shortest = found->shortest ? 1 : 0;
    answer_.looked_at = found->looked_at;
    Tell(found->letters);
    *code = Give(found->letters);
    if (Extras::AreWanted(question_)) TellTiles(PlayedBoard(board), found->letters, code);
    return absl::OkStatus();
  }

  // Allocates no more than the engines do if the letters go to a buffer, and no tiles or stages are
  // wanted.
  absl::Status OfOwnSize(int* code) {
    if (Board board, to; ReadEqual(&board, &to)) return OfEqualTiles(board, to, code);
    Read(code);
    if (*code != TILEBASE_OK) return absl::OkStatus();
    std::string letters;
    if (IsSearched()) {
      absl::Status status = Search(&letters, code);
      if (!status.ok() || *code != TILEBASE_OK) return status;
      Tell(letters);
      *code = Give(letters);
      if (question_.want == TILEBASE_LOOKUP && question_.stages != nullptr)
        TellStages({{start_.geometry.all_tiles(), 0, letters.size()}}, code);
      TellTiles(letters, code);
      return status;
    }
    if (question_.receive == nullptr && question_.actions != nullptr) {
      const size_t room = question_.capacity == 0 ? 0 : question_.capacity - 1;
      absl::Status status = Look(question_.actions, room, code);
      if (status.ok() && *code == TILEBASE_OK) Finish(code);
      return status;
    }
    letters.resize(destination_.has_value() ? policies_.MostLettersTo(*destination_)
                                            : policies_.info().certified_worst_case);
    absl::Status status = Look(letters.data(), letters.size(), code);
    if (!status.ok() || *code != TILEBASE_OK) return status;
    letters.resize(static_cast<size_t>(answer_.moves));
    Tell(letters);
    *code = Give(letters);
    TellTiles(letters, code);
    return status;
  }
  // Of letters that are in the asker's buffer.
  void Finish(int* code) {
    if (question_.capacity == 0) *code = TILEBASE_ERROR_BUFFER;
    const std::string_view letters(question_.actions, static_cast<size_t>(answer_.moves));
    Tell(letters);
    if (question_.capacity != 0) question_.actions[answer_.moves] = 0;
    TellTiles(letters, code);
  }

  void TellTiles(std::string_view letters, int* code) const {
    if (!Extras::AreWanted(question_)) return;
    const Geometry geometry = policies_.info().geometry;
    TellTiles(PlayedBoard({geometry.width, geometry.height}, {board_, board_ + geometry.cells()}),
              letters, code);
  }
  void TellTiles(PlayedBoard start, std::string_view letters, int* code) const {
    Extras extras(question_, std::move(start));
    extras.Take(letters);
    if (!extras.fit()) *code = TILEBASE_ERROR_BUFFER;
  }

  tilebase::Effort TakenEffort() const {
    tilebase::Effort effort;
    if (question_.want != TILEBASE_EFFORT) return effort;
    effort.boards = question_.boards == 0 ? UINT64_MAX : question_.boards;
    if (has_limit(question_.microseconds)) effort.microseconds = question_.microseconds;
    effort.cancel = cancel();
    return effort;
  }

  // By lookup, and with effort. Stores the moves, also if they do not fit.
  absl::Status Look(char* letters, size_t room, int* code) {
    const tilebase::Effort effort = TakenEffort();
    tilebase::SolveRequest request{start_.tile, letters, room};
    std::vector<tilebase::SolvedStage> walk;
    if (question_.stages != nullptr && question_.want == TILEBASE_LOOKUP) {
      walk.resize(policies_.StagesTo(destination_.value_or(Destination(set_->goal))).size());
      request.stages = walk.data();
    }
    const absl::Status status =
        destination_.has_value()
            ? set_->answers->SolveTo(*destination_, effort, &request, &answer_.looked_at)
            : set_->answers->Solve(effort, &request, &answer_.looked_at);
    *code = Looked(request, effort.none());
    if (status.ok() && *code == TILEBASE_OK && request.stages != nullptr)
      TellStages(tilebase::WalkStages(policies_, destination_.value_or(Destination(set_->goal)),
                                      request.count, walk),
                 code);
    return status;
  }
  // Takes over what the tables, or look-ahead, have found; returns its code.
  int Looked(const tilebase::SolveRequest& request, bool by_lookup) {
    answer_.moves = request.count;
    if (request.code != TILEBASE_OK) return request.code;
    if (destination_.has_value()) destination_->Map(request.letters, request.count);
    if (by_corner_ && by_lookup) answer_.detour = static_cast<uint32_t>(destination_->detour());
    if (is_whole_ || request.shortest) answer_.shortest = 1;
    return TILEBASE_OK;
  }

  void TellStages(const std::vector<tilebase::SolutionStage>& stages, int* code) {
    for (const tilebase::SolutionStage& stage : stages) {
      if (stage.moves == 0) continue;
      if (answer_.stages < question_.stage_capacity)
        question_.stages[answer_.stages] = {stage.goal, stage.fixed, stage.moves};
      ++answer_.stages;
    }
    if (answer_.stages > question_.stage_capacity) *code = TILEBASE_ERROR_BUFFER;
  }

  // Answers a question with `within`. Every set can: the bound may come from anywhere.
  absl::Status SearchWithin(std::string* letters, int* code) {
    const tilebase::OptimalSearch* search = nullptr;
    if (tilebase::OptimalSearch::IsFor(policies_.source().plan())) {
      *code = tilebase_prepare_optimal(set_, question_.threads, nullptr, 0);
      if (*code != TILEBASE_OK) return absl::OkStatus();
      search = &Optimal(set_);
    }
    const Destination end =
        destination_.value_or(Destination(Board::Solved(policies_.info().geometry)));
    return Take(tilebase::WithinSearch(*set_->answers, search)
                    .Solve(question_.within, end, start_, Limits()),
                letters, code);
  }

  absl::Status Search(std::string* letters, int* code) {
    if (question_.within > 1) return SearchWithin(letters, code);
    *code = tilebase_prepare_optimal(set_, question_.threads, nullptr, 0);
    if (*code != TILEBASE_OK) return absl::OkStatus();
    const tilebase::OptimalSearch& search = Optimal(set_);
    return Take(destination_.has_value() ? search.SolveTo(*destination_, start_, Limits())
                                         : search.Solve(start_, Limits()),
                letters, code);
  }

  tilebase::OptimalLimits Limits() const {
    tilebase::OptimalLimits limits;
    if (has_limit(question_.boards)) limits.nodes = question_.boards;
    limits.seconds = seconds();
    limits.threads = Threads(question_.threads);
    limits.cancel = cancel();
    return limits;
  }

  absl::Status Take(const absl::StatusOr<tilebase::OptimalAnswer>& found, std::string* letters,
                    int* code) {
    if (!found.ok()) return found.status();
    answer_.looked_at = found->nodes;
    answer_.bound = std::max<uint64_t>(answer_.bound, static_cast<uint64_t>(found->bound));
    answer_.shortest = found->proven ? 1 : 0;
    // There is a solution by lookup, unless the tables are damaged.
    if (!found->found) *code = TILEBASE_ERROR_DAMAGED;
    *letters = found->letters;
    return absl::OkStatus();
  }

  // Boards of other sizes, by a set of windows.
  absl::Status OfAnySize(int* code) {
    const auto size = tilebase::MakeBigSize(question_.width, question_.height);
    if (!size.ok()) {
      *code = TILEBASE_ERROR_BOARD_SIZE;
      return absl::OkStatus();
    }
    if (absl::Status status = policies_.PrepareAll(); !status.ok()) return status;
    const auto solver = tilebase::AnySolver::Create(policies_);
    if (!solver.ok()) {
      *code = TILEBASE_ERROR_BOARD_SIZE;
      return absl::OkStatus();
    }
    if (question_.want == TILEBASE_SHORTEST) {
      *code = TILEBASE_ERROR_SUBPROBLEM;
      return absl::OkStatus();
    }
    const size_t cells = static_cast<size_t>(size->cells());
    std::vector<uint32_t> tiles = Numbers(question_.board, cells, board_bytes_);
    absl::StatusOr<BigDestination> to = BigDestination(*size);
    if (question_.to != nullptr)
      to = BigDestination::Create(*size, Numbers(question_.to, cells, question_.cell_bytes));
    auto board = BigBoard::FromTiles(*size, tiles);
    if (board.ok() && to.ok()) board = to->Renamed(*board);
    if (!board.ok() || !to.ok() || !board->IsSolvable()) {
      *code = board.ok() && to.ok() ? TILEBASE_ERROR_UNSOLVABLE : TILEBASE_ERROR_BOARD;
      return absl::OkStatus();
    }
    const std::string& detour = to->detour();
    std::optional<Extras> extras;
    if (Extras::AreWanted(question_))
      extras.emplace(question_, PlayedBoard({question_.width, question_.height}, std::move(tiles)));
    answer_.bound = static_cast<uint64_t>(
        std::max<int64_t>(board->ManhattanDistance() - static_cast<int64_t>(detour.size()), 0));
    if (question_.want == TILEBASE_EFFORT && tilebase::AnySolver::TakesEffort(*board)) {
      auto letters = solver->SolveWithEffort(
          *board, {.boards = has_limit(question_.boards) ? question_.boards : 0,
                   .microseconds = has_limit(question_.microseconds) ? question_.microseconds : 0,
                   .cancel = cancel()});
      if (!letters.ok()) return letters.status();
      *letters += detour;
      answer_.detour = static_cast<uint32_t>(detour.size());
      Tell(*letters);
      *code = Give(*letters);
      if (extras) extras->Take(*letters);
      if (extras && !extras->fit()) *code = TILEBASE_ERROR_BUFFER;
      return absl::OkStatus();
    }
    // Letters as they come, for solutions of millions of moves.
    size_t written = 0;
    char last = 0;
    const auto take = [&](std::string_view letters) {
      for (const char letter : letters)
        if (std::exchange(last, letter) != letter) ++answer_.runs;
      if (extras) extras->Take(letters);
      answer_.moves += letters.size();
      if (question_.receive != nullptr)
        return question_.receive(question_.context, letters.data(), letters.size()) == 0;
      if (question_.actions != nullptr && answer_.moves < question_.capacity)
        std::copy(letters.begin(), letters.end(), question_.actions + written);
      written = static_cast<size_t>(answer_.moves);
      return true;
    };
    absl::Status status = solver->Solve(&*board, take);
    if (status.ok() && !detour.empty() && !take(detour)) status = absl::CancelledError("");
    answer_.looked_at = answer_.moves;
    answer_.detour = static_cast<uint32_t>(detour.size());
    if (answer_.moves == answer_.bound) answer_.shortest = 1;
    if (extras && !extras->fit()) *code = TILEBASE_ERROR_BUFFER;
    if (absl::IsCancelled(status)) {
      *code = TILEBASE_ERROR_STOPPED;
      return absl::OkStatus();
    }
    if (status.ok() && question_.receive == nullptr && question_.actions != nullptr) {
      if (answer_.moves < question_.capacity)
        question_.actions[answer_.moves] = 0;
      else
        *code = TILEBASE_ERROR_BUFFER;
    }
    return status;
  }

  void Tell(std::string_view letters) {
    answer_.moves = letters.size();
    answer_.runs = tilebase::CountRuns(letters);
    const uint64_t length = policies_.is_mtm() ? answer_.runs : answer_.moves;
    if (length == answer_.bound) answer_.shortest = 1;
    if (answer_.shortest != 0) answer_.bound = length;
  }

  int Give(std::string_view letters) const {
    if (question_.receive != nullptr) {
      const bool is_taken = letters.empty() || question_.receive(question_.context, letters.data(),
                                                                 letters.size()) == 0;
      return is_taken ? TILEBASE_OK : TILEBASE_ERROR_STOPPED;
    }
    if (question_.actions == nullptr) return TILEBASE_OK;
    if (letters.size() >= question_.capacity) return TILEBASE_ERROR_BUFFER;
    std::copy(letters.begin(), letters.end(), question_.actions);
    question_.actions[letters.size()] = 0;
    return TILEBASE_OK;
  }

  const tilebase_set* const set_;
  const PolicySet& policies_;
  tilebase_question question_;
  tilebase_answer& answer_;
  std::vector<uint32_t> read_;  // the board of a text
  uint32_t board_bytes_;        // of its numbers
  // Only for a board of the set's size:
  uint8_t board_[tilebase::kMaxCells];
  std::optional<Destination> destination_;
  Board start_;             // renamed where there is a destination
  bool is_whole_ = false;   // one table of all tiles leads there
  bool by_corner_ = false;  // the tables lead to a corner, and the blank goes on from it
};

// Answers a sound question alone.
int AskAlone(const tilebase_set* set, const tilebase_question& question, tilebase_answer* answer) {
  if (question.message_size != 0) *question.message = 0;
  const int code = set->words != nullptr ? tilebase::c_api::AskWords(set, question, answer)
                                         : Asking(set, question, answer).Run();
  if (code != TILEBASE_OK && question.message_size != 0 && *question.message == 0)
    tilebase::c_api::Tell(tilebase_error_text(code), question.message, question.message_size);
  return code;
}

// Some questions of a batch. Lookups with one goal are walked together, so that one board's wait
// for memory is another's time to move.
class Several {
 public:
  explicit Several(const tilebase_set* set) : set_(set) {}

  // Requires a sound question, and fewer than kBatchSize since Finish.
  void Add(const tilebase_question& question, tilebase_answer* answer) {
    if (set_->words == nullptr &&
        asking_[count_].emplace(set_, question, answer).Begin(&walk_[count_]))
      ++count_;
    else if (answer->code == TILEBASE_OK)
      AskAlone(set_, question, answer);
  }
  // Answers what was added.
  void Finish() {
    for (size_t begin = 0, end = 0; begin < count_; begin = end) {
      const PolicySet& policies = set_->answers->policies();
      while (end < count_ && asking_[end]->HasGoalOf(*asking_[begin])) ++end;
      const absl::Span<tilebase::SolveRequest> walks(walk_ + begin, end - begin);
      const tilebase::Clock::time_point start = tilebase::Clock::now();
      if (const auto& destination = asking_[begin]->destination())
        policies.SolveLettersTo(*destination, walks);
      else
        policies.SolveLetters(walks);
      const double each = tilebase::SecondsSince(start) / static_cast<double>(walks.size());
      for (size_t i = begin; i < end; ++i) asking_[i]->EndLookup(walk_[i], each);
    }
    count_ = 0;
  }

 private:
  const tilebase_set* const set_;
  size_t count_ = 0;
  std::optional<Asking> asking_[tilebase::kBatchSize];
  tilebase::SolveRequest walk_[tilebase::kBatchSize];
};

bool IsQuestion(const tilebase_question& question) {
  return (question.board != nullptr) != (question.text != nullptr) &&
         question.want <= TILEBASE_SHORTEST &&
         (question.cell_bytes <= 1 || question.cell_bytes == 4) &&
         (question.width == 0) == (question.height == 0) &&
         (question.actions != nullptr || question.capacity == 0) &&
         (question.tiles != nullptr || question.tile_capacity == 0) &&
         (question.stages != nullptr || question.stage_capacity == 0) &&
         (question.slides != nullptr || question.slide_capacity == 0) &&
         (question.message != nullptr || question.message_size == 0) &&
         question.deliver <= TILEBASE_DELIVER_LEAVE &&
         (question.within == 0 || question.within >= 1) &&
         tilebase::c_api::CanBe(question.capacity, 1);
}

}  // namespace

extern "C" {

int tilebase_ask(const tilebase_set* set, const tilebase_question* question, size_t question_size,
                 tilebase_answer* answer, size_t answer_size) {
  tilebase_question given = {};
  if (set == nullptr || question == nullptr || !Receive(question, question_size, &given) ||
      !IsQuestion(given))
    return TILEBASE_ERROR_ARGUMENT;
  tilebase_answer found = {};
  const int code = AskAlone(set, given, &found);
  if (answer != nullptr) Deliver(found, answer, answer_size);
  return code;
}

int tilebase_ask_batch(const tilebase_set* set, const tilebase_question* questions,
                       size_t question_size, size_t count, tilebase_answer* answers,
                       size_t answer_size) {
  if (set == nullptr || (count != 0 && (questions == nullptr || answers == nullptr)))
    return TILEBASE_ERROR_ARGUMENT;
  int first_error = TILEBASE_OK;
  Several several(set);
  for (size_t i = 0; i < count;) {
    tilebase_answer found[tilebase::kBatchSize] = {};
    const size_t begin = i;
    for (; i < count && i - begin < tilebase::kBatchSize; ++i) {
      const void* const question = reinterpret_cast<const char*>(questions) + i * question_size;
      tilebase_question given = {};
      if (Receive(static_cast<const tilebase_question*>(question), question_size, &given) &&
          IsQuestion(given))
        several.Add(given, &found[i - begin]);
      else
        found[i - begin].code = TILEBASE_ERROR_ARGUMENT;
    }
    several.Finish();
    for (size_t j = begin; j < i; ++j) {
      Deliver(found[j - begin], reinterpret_cast<char*>(answers) + j * answer_size, answer_size);
      if (first_error == TILEBASE_OK) first_error = found[j - begin].code;
    }
  }
  return first_error;
}

}  // extern "C"
