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

#include "runtime/any/big_destination.h"
#include "runtime/c_api/set.h"
#include "runtime/search/any_solver.h"
#include "runtime/solution_stages.h"
#include "runtime/tile_distance.h"
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
  for (size_t cell = 0; cell < cells; ++cell) {
    uint32_t number = static_cast<const uint8_t*>(board)[cell];
    if (cell_bytes == 4)
      memcpy(&number, static_cast<const char*>(board) + 4 * cell, sizeof(number));
    bytes[cell] = static_cast<uint8_t>(std::min<uint32_t>(number, UINT8_MAX));
  }
}

class Asking {
 public:
  Asking(const tilebase_set* set, const tilebase_question& question, tilebase_answer* answer)
      : set_(set), policies_(set->answers->policies()), question_(question), answer_(*answer) {}

  // Stores the answer; returns its code.
  int Run() {
    const tilebase::Clock::time_point start = tilebase::Clock::now();
    const Geometry own = policies_.info().geometry;
    const bool is_own = (question_.width == 0 && question_.height == 0) ||
                        (question_.width == own.width && question_.height == own.height);
    if (question_.want == TILEBASE_EFFORT && question_.boards == 0 && question_.microseconds == 0)
      question_.boards = kUsualBoards;
    int code = TILEBASE_OK;
    const int guarded = Guarded(
        nullptr, 0, [&]() -> absl::Status { return is_own ? OfOwnSize(&code) : OfAnySize(&code); });
    if (guarded != TILEBASE_OK) code = guarded;
    if (answer_.shortest == 0)
      answer_.why = question_.want != TILEBASE_LOOKUP ? TILEBASE_WHY_LIMIT
                    : answer_.detour != 0             ? TILEBASE_WHY_DETOUR
                                                      : TILEBASE_WHY_STAGES;
    answer_.microseconds = static_cast<uint64_t>(tilebase::SecondsSince(start) * 1e6);
    return answer_.code = code;
  }

 private:
  bool has_limit(uint64_t limit) const { return limit != 0 && limit != TILEBASE_NO_LIMIT; }
  double seconds() const {
    return has_limit(question_.microseconds) ? static_cast<double>(question_.microseconds) * 1e-6
                                             : 0;
  }

  // A byte as a flag: the same object on every machine that the library is built for.
  static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
  const std::atomic<bool>* cancel() const {
    return reinterpret_cast<const std::atomic<bool>*>(const_cast<const uint8_t*>(question_.cancel));
  }

  // Allocates no more than the engines do if the letters go to a buffer, and no tiles or stages are
  // wanted.
  absl::Status OfOwnSize(int* code) {
    const Geometry geometry = policies_.info().geometry;
    const size_t cells = static_cast<size_t>(geometry.cells());
    uint8_t board[tilebase::kMaxCells], to[tilebase::kMaxCells];
    ReadBytes(question_.board, cells, question_.cell_bytes, board);
    const bool goes_home = question_.to == nullptr && !set_->to;
    if (question_.to != nullptr)
      ReadBytes(question_.to, cells, question_.cell_bytes, to);
    else
      std::copy_n(set_->goal.tile, cells, to);
    std::optional<Destination> destination;
    Board start;
    if (!goes_home) {
      Board renamed;
      *code = ReadRenamed(policies_, board, to, cells, &destination, &renamed);
      if (*code == TILEBASE_OK) *code = policies_.ReadBoard(renamed.tile, cells, &start);
    } else {
      *code = policies_.ReadBoard(board, cells, &start);
    }
    if (*code != TILEBASE_OK) return absl::OkStatus();
    if (!policies_.is_mtm())
      answer_.bound = tilebase::TileDistance(
          start, destination.has_value() ? destination->end() : Board::Solved(geometry));
    // One table of all tiles knows shortest ways home and to corners; a small search by it finds
    // those to other cells.
    const auto stages =
        destination.has_value() ? policies_.StagesTo(*destination) : policies_.stages();
    const bool is_whole = stages.size() == 1;
    const bool by_corner = destination.has_value() && destination->detour() != 0 &&
                           stages.data() == policies_.stages().data();
    if (question_.want == TILEBASE_SHORTEST || (is_whole && by_corner)) {
      std::string letters;
      absl::Status status = Search(start, destination, &letters, code);
      if (!status.ok() || *code != TILEBASE_OK) return status;
      Tell(letters);
      *code = Give(letters);
      if (question_.want == TILEBASE_LOOKUP && question_.stages != nullptr)
        TellStages({{geometry.all_tiles(), 0, letters.size()}}, code);
      TellTiles(Start(geometry, board), letters, code);
      return status;
    }
    if (is_whole) answer_.shortest = 1;
    if (question_.receive == nullptr && question_.actions != nullptr) {
      const size_t room = question_.capacity == 0 ? 0 : question_.capacity - 1;
      absl::Status status = Look(start, destination, question_.actions, room, code);
      if (status.ok() && *code == TILEBASE_OK) {
        if (question_.capacity == 0) *code = TILEBASE_ERROR_BUFFER;
        const std::string_view letters(question_.actions, static_cast<size_t>(answer_.moves));
        Tell(letters);
        if (question_.capacity != 0) question_.actions[answer_.moves] = 0;
        TellTiles(Start(geometry, board), letters, code);
      }
      return status;
    }
    std::string letters(destination.has_value() ? policies_.MostLettersTo(*destination)
                                                : policies_.info().certified_worst_case,
                        ' ');
    absl::Status status = Look(start, destination, letters.data(), letters.size(), code);
    if (!status.ok() || *code != TILEBASE_OK) return status;
    letters.resize(static_cast<size_t>(answer_.moves));
    Tell(letters);
    *code = Give(letters);
    TellTiles(Start(geometry, board), letters, code);
    return status;
  }

  // As a board to play on, where the tiles' numbers are wanted.
  std::optional<PlayedBoard> Start(Geometry geometry, const uint8_t* board) const {
    if (question_.tiles == nullptr) return std::nullopt;
    return PlayedBoard({geometry.width, geometry.height}, {board, board + geometry.cells()});
  }
  void TellTiles(std::optional<PlayedBoard> start, std::string_view letters, int* code) const {
    if (question_.tiles == nullptr) return;
    const std::vector<uint32_t> moved = tilebase::MovedTiles(*std::move(start), letters);
    if (moved.size() > question_.tile_capacity) *code = TILEBASE_ERROR_BUFFER;
    std::copy_n(moved.begin(), std::min(moved.size(), question_.tile_capacity), question_.tiles);
  }

  // By lookup, and with effort. Stores the moves, also if they do not fit.
  absl::Status Look(const Board& start, const std::optional<Destination>& destination,
                    char* letters, size_t room, int* code) {
    tilebase::Effort effort;
    if (question_.want == TILEBASE_EFFORT) {
      effort.boards = question_.boards == 0 ? UINT64_MAX : question_.boards;
      if (has_limit(question_.microseconds)) effort.microseconds = question_.microseconds;
      effort.cancel = cancel();
    }
    tilebase::SolveRequest request{start.tile, letters, room};
    std::vector<tilebase::SolvedStage> walk;
    if (question_.stages != nullptr && question_.want == TILEBASE_LOOKUP) {
      walk.resize(policies_.StagesTo(destination.value_or(Destination(set_->goal))).size());
      request.stages = walk.data();
    }
    const absl::Status status =
        destination.has_value()
            ? set_->answers->SolveTo(*destination, effort, &request, &answer_.looked_at)
            : set_->answers->Solve(effort, &request, &answer_.looked_at);
    *code = request.code;
    answer_.moves = request.count;
    if (!status.ok() || *code != TILEBASE_OK) return status;
    if (destination.has_value()) {
      destination->Map(letters, request.count);
      const bool by_corner = policies_.StagesTo(*destination).data() == policies_.stages().data();
      if (by_corner && effort.none()) answer_.detour = static_cast<uint32_t>(destination->detour());
    }
    if (request.shortest) answer_.shortest = 1;
    if (request.stages != nullptr)
      TellStages(tilebase::WalkStages(policies_, destination.value_or(Destination(set_->goal)),
                                      request.count, walk),
                 code);
    return status;
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

  absl::Status Search(const Board& start, const std::optional<Destination>& destination,
                      std::string* letters, int* code) {
    *code = tilebase_prepare_optimal(set_, question_.threads, nullptr, 0);
    if (*code != TILEBASE_OK) return absl::OkStatus();
    tilebase::OptimalLimits limits;
    if (has_limit(question_.boards)) limits.nodes = question_.boards;
    limits.seconds = seconds();
    limits.threads = Threads(question_.threads);
    limits.cancel = cancel();
    const tilebase::OptimalSearch& search = Optimal(set_);
    const tilebase::OptimalAnswer found = destination.has_value()
                                              ? search.SolveTo(*destination, start, limits)
                                              : search.Solve(start, limits);
    answer_.looked_at = found.nodes;
    answer_.bound = std::max<uint64_t>(answer_.bound, static_cast<uint64_t>(found.bound));
    answer_.shortest = found.proven ? 1 : 0;
    // There is a solution by lookup, unless the tables are damaged.
    if (!found.found) *code = TILEBASE_ERROR_DAMAGED;
    *letters = found.letters;
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
    std::vector<uint32_t> tiles = Numbers(question_.board, cells, question_.cell_bytes);
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
      if (question_.tiles != nullptr)
        TellTiles(PlayedBoard({question_.width, question_.height}, std::move(tiles)), *letters,
                  code);
      return absl::OkStatus();
    }
    // Letters as they come, for solutions of millions of moves.
    std::optional<PlayedBoard> played;  // of whom the tiles' numbers are wanted
    if (question_.tiles != nullptr)
      played.emplace(tilebase::BoardShape{question_.width, question_.height}, std::move(tiles));
    size_t written = 0;
    char last = 0;
    const auto take = [&](std::string_view letters) {
      for (const char letter : letters)
        if (std::exchange(last, letter) != letter) ++answer_.runs;
      for (size_t i = 0; played && i < letters.size(); ++i)
        if (const uint32_t tile = played->Apply(*tilebase::ActionOf(letters[i]));
            answer_.moves + i < question_.tile_capacity)
          question_.tiles[answer_.moves + i] = tile;
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
    if (played && answer_.moves > question_.tile_capacity) *code = TILEBASE_ERROR_BUFFER;
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
};

bool IsQuestion(const tilebase_question& question) {
  return question.board != nullptr && question.want <= TILEBASE_SHORTEST &&
         (question.cell_bytes <= 1 || question.cell_bytes == 4) &&
         (question.width == 0) == (question.height == 0) &&
         (question.actions != nullptr || question.capacity == 0) &&
         (question.tiles != nullptr || question.tile_capacity == 0) &&
         (question.stages != nullptr || question.stage_capacity == 0) &&
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
  const int code = Asking(set, given, &found).Run();
  if (answer != nullptr) Deliver(found, answer, answer_size);
  return code;
}

int tilebase_ask_batch(const tilebase_set* set, const tilebase_question* questions,
                       size_t question_size, size_t count, tilebase_answer* answers,
                       size_t answer_size) {
  if (set == nullptr || (count != 0 && (questions == nullptr || answers == nullptr)))
    return TILEBASE_ERROR_ARGUMENT;
  int first_error = TILEBASE_OK;
  for (size_t i = 0; i < count; ++i) {
    const void* const question = reinterpret_cast<const char*>(questions) + i * question_size;
    void* const answer = reinterpret_cast<char*>(answers) + i * answer_size;
    tilebase_answer found = {};
    tilebase_question given = {};
    found.code = TILEBASE_ERROR_ARGUMENT;
    if (Receive(static_cast<const tilebase_question*>(question), question_size, &given) &&
        IsQuestion(given))
      Asking(set, given, &found).Run();
    Deliver(found, answer, answer_size);
    if (first_error == TILEBASE_OK) first_error = found.code;
  }
  return first_error;
}

}  // extern "C"
