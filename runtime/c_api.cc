// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface over AnsweringSet. Nothing here decides anything: arguments are checked, errors
// become codes, and no exception leaves.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/analysis.h"
#include "runtime/answering_set.h"
#include "runtime/any/any_solver.h"
#include "runtime/optimal_search.h"
#include "runtime/scramble.h"
#include "runtime/tilebase.h"
#include "runtime/verify/verify.h"
#include "tables/destination.h"
#include "tables/image/image_reader.h"
#include "tables/open_source.h"

struct tilebase_set {
  std::unique_ptr<const tilebase::AnsweringSet> answers;
  uint64_t memory_bytes = UINT64_MAX;  // most that may be used
  // What tilebase_solve_optimal asks; made once, under the mutex.
  mutable std::mutex making_optimal;
  mutable std::unique_ptr<const tilebase::OptimalSearch> owned_optimal;
  mutable std::atomic<const tilebase::OptimalSearch*> optimal{nullptr};
};

namespace {

using tilebase::Board;

int CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return TILEBASE_OK;
    case absl::StatusCode::kFailedPrecondition:
      return TILEBASE_ERROR_FORMAT;
    case absl::StatusCode::kUnimplemented:
      return TILEBASE_ERROR_VERSION;
    case absl::StatusCode::kDataLoss:
      return TILEBASE_ERROR_DAMAGED;
    case absl::StatusCode::kResourceExhausted:
      return TILEBASE_ERROR_MEMORY;
    case absl::StatusCode::kDeadlineExceeded:
      return TILEBASE_ERROR_LIMIT;
    default:
      return TILEBASE_ERROR_FILE;
  }
}

// Allocates nothing: it tells that there is no memory, too.
void Tell(std::string_view text, char* message, size_t message_size) {
  if (message == nullptr || message_size == 0) return;
  const size_t length = std::min(text.size(), message_size - 1);
  std::memcpy(message, text.data(), length);
  message[length] = 0;
}

// Copies the part of a result that the caller's header knows.
template <typename Result>
int Deliver(const Result& from, void* to, size_t size) {
  std::memcpy(to, &from, std::min(size, sizeof(Result)));
  return TILEBASE_OK;
}

// Takes over the part of an argument that the caller's header knows. Returns false where it asks
// for something that this library does not know.
template <typename Argument>
bool Receive(const Argument* from, size_t size, Argument* to) {
  std::memcpy(to, from, std::min(size, sizeof(Argument)));
  const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(from);
  return size <= sizeof(Argument) ||
         std::all_of(bytes + sizeof(Argument), bytes + size, [](uint8_t b) { return b == 0; });
}

size_t Cells(const tilebase_set* set) {
  return static_cast<size_t>(set->answers->policies().info().geometry.cells());
}

// No object is larger, so no array of more elements lies behind a pointer.
constexpr size_t kMostBytes = PTRDIFF_MAX;
bool CanBe(size_t count, size_t element_bytes) {
  return element_bytes == 0 || count <= kMostBytes / element_bytes;
}

// One byte of the capacity is for the zero at the end.
tilebase::SolveRequest Request(const uint8_t* board, char* actions, size_t capacity) {
  tilebase::SolveRequest request;
  request.cells = board;
  request.letters = actions;
  request.capacity = capacity == 0 ? 0 : capacity - 1;
  return request;
}

int Finish(tilebase::SolveRequest* solution, size_t capacity) {
  if (solution->code != TILEBASE_OK) return solution->code;
  if (capacity == 0) return TILEBASE_ERROR_BUFFER;
  solution->letters[solution->count] = 0;
  return TILEBASE_OK;
}

// More threads than this gain nothing anywhere.
int Threads(unsigned threads) { return static_cast<int>(std::clamp(threads, 1u, 1024u)); }

// Does what may allocate: whatever goes wrong becomes a code and a message.
template <typename Work>
int Guarded(char* message, size_t message_size, Work work) {
  try {
    const absl::Status status = work();
    if (!status.ok())
      Tell({status.message().data(), status.message().size()}, message, message_size);
    return CodeOf(status);
  } catch (const std::bad_alloc&) {
    Tell(tilebase_error_text(TILEBASE_ERROR_MEMORY), message, message_size);
    return TILEBASE_ERROR_MEMORY;
  } catch (const std::exception& error) {
    Tell(error.what(), message, message_size);
    return TILEBASE_ERROR_FILE;
  }
}

// What all ways to open have in common. `source` is called with what the options say of reading.
template <typename Source>
int Open(bool is_named, const tilebase_open_options* options, size_t options_size,
         tilebase_set** set, char* message, size_t message_size, Source source) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  *set = nullptr;
  tilebase_open_options given = {};
  if (!is_named || options == nullptr || !Receive(options, options_size, &given) ||
      (given.flags & ~(TILEBASE_CHECK_CONTENT | TILEBASE_LAZY)) != 0) {
    Tell(tilebase_error_text(TILEBASE_ERROR_ARGUMENT), message, message_size);
    return TILEBASE_ERROR_ARGUMENT;
  }
  bool has_stages = true;
  const int code = Guarded(message, message_size, [&]() -> absl::Status {
    tilebase::OpenOptions reading;
    reading.check_content = (given.flags & TILEBASE_CHECK_CONTENT) != 0;
    reading.threads = Threads(given.threads);
    if (given.memory_bytes != 0) reading.most_copied = 0;  // the copy would be memory, too
    auto opened = source(reading);
    if (!opened.ok()) return opened.status();
    tilebase::PolicySetOptions keeping;
    keeping.threads = Threads(given.threads);
    keeping.lazy = (given.flags & TILEBASE_LAZY) != 0;
    if (given.memory_bytes != 0) keeping.memory_bytes = given.memory_bytes;
    if (given.shortcut_bytes != 0)
      keeping.shortcut_bytes =
          given.shortcut_bytes == TILEBASE_NO_SHORTCUTS ? 0 : given.shortcut_bytes;
    has_stages = (*opened)->plan().staged() != nullptr;
    auto answers = tilebase::AnsweringSet::Create(*std::move(opened), keeping);
    if (!answers.ok()) return answers.status();
    auto made = std::make_unique<tilebase_set>();
    made->answers = *std::move(answers);
    made->memory_bytes = keeping.memory_bytes;
    *set = made.release();
    return absl::OkStatus();
  });
  return code == TILEBASE_ERROR_FORMAT && !has_stages ? TILEBASE_ERROR_NO_STAGES : code;
}

// Does work(board, analyst), which asks the analyst within the limits.
template <typename Work>
int Analyse(const tilebase_set* set, const uint8_t* board, size_t board_size,
            const tilebase_optimal_limits* limits, size_t limits_size, Work work) {
  tilebase_optimal_limits given = {};
  if (set == nullptr || board == nullptr ||
      (limits != nullptr && !Receive(limits, limits_size, &given)))
    return TILEBASE_ERROR_ARGUMENT;
  const tilebase::PolicySet& policies = set->answers->policies();
  Board start;
  if (const int code = policies.ReadBoard(board, board_size, &start); code != TILEBASE_OK)
    return code;
  if (const int code = tilebase_prepare_optimal(set, given.threads, nullptr, 0);
      code != TILEBASE_OK)
    return code;
  return Guarded(nullptr, 0, [&]() -> absl::Status {
    tilebase::AnalysisLimits within;
    if (given.nodes != 0) within.nodes = given.nodes;
    within.seconds = static_cast<double>(given.microseconds) * 1e-6;
    within.threads = Threads(given.threads);
    tilebase::Analyst analyst(*set->optimal.load(std::memory_order_acquire), within);
    return work(start, &analyst);
  });
}

// The start of a way from `board` to `goal`, as a board to be brought home. Where no moves lead
// from one to the other, *start cannot be solved; that is no error here.
int ReadRenamed(const tilebase::PolicySet& policies, const uint8_t* board, const uint8_t* goal,
                size_t board_size, std::optional<tilebase::Destination>* destination,
                Board* start) {
  Board from, to;
  for (const auto& [bytes, read] : {std::pair(board, &from), std::pair(goal, &to)}) {
    const int code = policies.ReadBoard(bytes, board_size, read);
    if (code != TILEBASE_OK && code != TILEBASE_ERROR_UNSOLVABLE) return code;
  }
  *start = destination->emplace(to).Renamed(from);
  return TILEBASE_OK;
}

// tilebase_solve_optimal_to; goal null: home.
int SolveOptimal(const tilebase_set* set, const uint8_t* board, const uint8_t* goal,
                 size_t board_size, const tilebase_optimal_limits* limits, size_t limits_size,
                 char* actions, size_t capacity, size_t* count, tilebase_optimal_result* result,
                 size_t result_size) {
  tilebase_optimal_limits given = {};
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      (limits != nullptr && !Receive(limits, limits_size, &given)))
    return TILEBASE_ERROR_ARGUMENT;
  const tilebase::PolicySet& policies = set->answers->policies();
  Board start, renamed;
  std::optional<tilebase::Destination> destination;
  if (goal != nullptr) {
    const int code = ReadRenamed(policies, board, goal, board_size, &destination, &renamed);
    if (code != TILEBASE_OK) return code;
    board = renamed.tile;
  }
  if (const int code = policies.ReadBoard(board, board_size, &start); code != TILEBASE_OK)
    return code;
  if (const int code = tilebase_prepare_optimal(set, given.threads, nullptr, 0);
      code != TILEBASE_OK)
    return code;
  tilebase::OptimalAnswer answer;
  const int code = Guarded(nullptr, 0, [&] {
    tilebase::OptimalLimits search;
    if (given.nodes != 0) search.nodes = given.nodes;
    search.seconds = static_cast<double>(given.microseconds) * 1e-6;
    search.threads = Threads(given.threads);
    const tilebase::OptimalSearch& optimal = *set->optimal.load(std::memory_order_acquire);
    answer = destination.has_value() ? optimal.SolveTo(*destination, start, search)
                                     : optimal.Solve(start, search);
    return absl::OkStatus();
  });
  if (code != TILEBASE_OK) return code;
  // There is a solution by lookup, unless the tables are damaged.
  if (!answer.found) return TILEBASE_ERROR_DAMAGED;
  if (count != nullptr) *count = answer.letters.size();
  if (result != nullptr)
    Deliver(tilebase_optimal_result{answer.nodes, static_cast<uint32_t>(answer.bound),
                                    answer.proven ? 1u : 0u},
            result, result_size);
  if (answer.letters.size() >= capacity) return TILEBASE_ERROR_BUFFER;
  std::copy(answer.letters.begin(), answer.letters.end(), actions);
  actions[answer.letters.size()] = 0;
  return TILEBASE_OK;
}

uint32_t Best(const tilebase::LengthRange& length) {
  return length.has_solution() ? static_cast<uint32_t>(length.most) : UINT32_MAX;
}

}  // namespace

extern "C" {

const char* tilebase_version(void) { return TILEBASE_VERSION; }

const char* tilebase_error_text(int code) {
  switch (code) {
    case TILEBASE_OK:
      return "no error";
    case TILEBASE_ERROR_ARGUMENT:
      return "a null pointer, or a size that cannot be";
    case TILEBASE_ERROR_BOARD:
      return "not a board: each of 0 to cells-1 must occur once";
    case TILEBASE_ERROR_UNSOLVABLE:
      return "this board cannot be solved: the parities of its arrangement and of the blank's "
             "distance from the last cell disagree";
    case TILEBASE_ERROR_BOARD_SIZE:
      return "a board of another size than the table set's";
    case TILEBASE_ERROR_BUFFER:
      return "the output buffer is too short";
    case TILEBASE_ERROR_SUBPROBLEM:
      return "the table set has no table for this subproblem";
    case TILEBASE_ERROR_FIXED:
      return "a tile that is to stay is not home on this board";
    case TILEBASE_ERROR_FILE:
      return "the table file is missing or cannot be read";
    case TILEBASE_ERROR_FORMAT:
      return "the file is not a table set";
    case TILEBASE_ERROR_VERSION:
      return "the table set is of a newer version of the format or for another kind of machine";
    case TILEBASE_ERROR_DAMAGED:
      return "the table set is damaged; build or download it again";
    case TILEBASE_ERROR_MEMORY:
      return "not enough memory";
    case TILEBASE_ERROR_NOT_FOUND:
      return "no board of the wanted difficulty exists, or none was met within the tries";
    case TILEBASE_ERROR_NO_STAGES:
      return "a table set of patterns alone: it has no stages to solve by";
    case TILEBASE_ERROR_STOPPED:
      return "the function that receives the solution wanted no more";
    case TILEBASE_ERROR_LIMIT:
      return "the limits ended the search before the answer was known";
    default:
      return "unknown error";
  }
}

int tilebase_open(const char* path, unsigned flags, tilebase_set** set, char* message,
                  size_t message_size) {
  tilebase_open_options options = {};
  options.flags = flags;
  return tilebase_open_with(path, &options, sizeof(options), set, message, message_size);
}

int tilebase_open_with(const char* path, const tilebase_open_options* options, size_t options_size,
                       tilebase_set** set, char* message, size_t message_size) {
  return Open(
      path != nullptr, options, options_size, set, message, message_size,
      [&](const tilebase::OpenOptions& reading) { return tilebase::OpenSource(path, reading); });
}

int tilebase_open_image(const void* image, size_t image_size, unsigned flags, tilebase_set** set,
                        char* message, size_t message_size) {
  tilebase_open_options options = {};
  options.flags = flags;
  return Open(image != nullptr, &options, sizeof(options), set, message, message_size,
              [&](const tilebase::OpenOptions& reading)
                  -> absl::StatusOr<std::shared_ptr<const tilebase::TableSource>> {
                return tilebase::ImageReader::FromBytes(
                    {static_cast<const uint8_t*>(image), image_size}, "image in memory", reading);
              });
}

int tilebase_prepare(const tilebase_set* set, char* message, size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  return Guarded(message, message_size, [&] { return set->answers->policies().PrepareAll(); });
}

int tilebase_verify(const tilebase_set* set, unsigned threads, char* message, size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  return Guarded(message, message_size, [&]() -> absl::Status {
    const tilebase::PolicySet& policies = set->answers->policies();
    tilebase::VerifyOptions options;
    options.threads = Threads(threads);
    absl::Status status = policies.source().CheckContent(options.threads);
    for (size_t i = 0; status.ok() && i < policies.tables().size(); ++i) {
      if (!policies.IsWhole(i)) {
        status = tilebase::VerifyStoredTable(policies.source(), i, options);
        continue;
      }
      status = policies.Prepare(i);
      const tilebase::PolicyTable& table = policies.tables()[i];
      if (status.ok())
        status = tilebase::VerifyTable(policies.source().tables()[i],
                                       table.is_mtm ? table.slides : table.policy, table.reachable,
                                       options);
    }
    return status;
  });
}

void tilebase_close(tilebase_set* set) { delete set; }

int tilebase_info(const tilebase_set* set, tilebase_set_info* info, size_t info_size) {
  if (set == nullptr || info == nullptr) return TILEBASE_ERROR_ARGUMENT;
  const tilebase::PolicySet& policies = set->answers->policies();
  const tilebase::SetInfo& from = policies.info();
  tilebase_set_info result = {};
  result.width = from.geometry.width;
  result.height = from.geometry.height;
  result.stages = static_cast<uint32_t>(policies.stages().size());
  result.tables = static_cast<uint32_t>(policies.tables().size());
  result.certified_worst_case = from.certified_worst_case;
  result.file_bytes = policies.source().file_bytes();
  result.memory_bytes = set->answers->memory_bytes();
  result.probes_lead_home = policies.source().HasGrownStage() ? 0 : 1;
  return Deliver(result, info, info_size);
}

int tilebase_solve(const tilebase_set* set, const uint8_t* board, size_t board_size, char* actions,
                   size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  tilebase::SolveRequest solution = Request(board, actions, capacity);
  set->answers->policies().SolveLetters(&solution);
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_prepare_effort(const tilebase_set* set, unsigned threads, char* message,
                            size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  return Guarded(message, message_size,
                 [&] { return set->answers->PrepareEffort(Threads(threads)); });
}

int tilebase_solve_effort(const tilebase_set* set, const uint8_t* board, size_t board_size,
                          uint64_t lookups, uint64_t microseconds, char* actions, size_t capacity,
                          size_t* count) {
  if (lookups == 0 && microseconds == 0)
    return tilebase_solve(set, board, board_size, actions, capacity, count);
  if (set == nullptr || board == nullptr || (actions == nullptr && capacity != 0) ||
      !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  tilebase::SolveRequest solution = Request(board, actions, capacity);
  const tilebase::Effort effort{lookups == 0 ? UINT64_MAX : lookups, microseconds};
  const int failed = Guarded(nullptr, 0, [&] { return set->answers->Solve(effort, &solution); });
  if (failed != TILEBASE_OK) return failed;
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_solve_to(const tilebase_set* set, const uint8_t* board, const uint8_t* goal,
                      size_t board_size, uint64_t lookups, uint64_t microseconds, char* actions,
                      size_t capacity, size_t* count) {
  if (set == nullptr || board == nullptr || goal == nullptr ||
      (actions == nullptr && capacity != 0) || !CanBe(capacity, 1))
    return TILEBASE_ERROR_ARGUMENT;
  std::optional<tilebase::Destination> destination;
  Board renamed;
  if (const int failed =
          ReadRenamed(set->answers->policies(), board, goal, board_size, &destination, &renamed);
      failed != TILEBASE_OK)
    return failed;
  tilebase::SolveRequest solution = Request(renamed.tile, actions, capacity);
  tilebase::Effort effort{lookups, microseconds};
  if (lookups == 0 && microseconds != 0) effort.lookups = UINT64_MAX;
  const int failed =
      Guarded(nullptr, 0, [&] { return set->answers->SolveTo(*destination, effort, &solution); });
  if (failed != TILEBASE_OK) return failed;
  if (solution.code == TILEBASE_OK) destination->Map(actions, solution.count);
  const int code = Finish(&solution, capacity);
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = solution.count;
  return code;
}

int tilebase_prepare_optimal(const tilebase_set* set, unsigned threads, char* message,
                             size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->optimal.load(std::memory_order_acquire) != nullptr) return TILEBASE_OK;
  const tilebase::PolicySet& policies = set->answers->policies();
  if (!tilebase::OptimalSearch::IsFor(policies.source().plan())) {
    Tell("the set has neither pattern tables nor one stage of all tiles, nor the metric mtm",
         message, message_size);
    return TILEBASE_ERROR_SUBPROBLEM;
  }
  return Guarded(message, message_size, [&]() -> absl::Status {
    const std::lock_guard<std::mutex> lock(set->making_optimal);
    if (set->owned_optimal != nullptr) return absl::OkStatus();
    const uint64_t used = set->answers->memory_bytes();
    const uint64_t left = set->memory_bytes == UINT64_MAX
                              ? UINT64_MAX
                              : set->memory_bytes - std::min(used, set->memory_bytes);
    auto made = tilebase::OptimalSearch::Create(policies.shared_source(), &policies,
                                                Threads(threads), left);
    if (!made.ok()) return made.status();
    set->owned_optimal = *std::move(made);
    set->optimal.store(set->owned_optimal.get(), std::memory_order_release);
    return absl::OkStatus();
  });
}

int tilebase_solve_optimal(const tilebase_set* set, const uint8_t* board, size_t board_size,
                           const tilebase_optimal_limits* limits, size_t limits_size, char* actions,
                           size_t capacity, size_t* count, tilebase_optimal_result* result,
                           size_t result_size) {
  return SolveOptimal(set, board, nullptr, board_size, limits, limits_size, actions, capacity,
                      count, result, result_size);
}

int tilebase_solve_optimal_to(const tilebase_set* set, const uint8_t* board, const uint8_t* goal,
                              size_t board_size, const tilebase_optimal_limits* limits,
                              size_t limits_size, char* actions, size_t capacity, size_t* count,
                              tilebase_optimal_result* result, size_t result_size) {
  if (goal == nullptr) return TILEBASE_ERROR_ARGUMENT;
  return SolveOptimal(set, board, goal, board_size, limits, limits_size, actions, capacity, count,
                      result, result_size);
}

int tilebase_analyse_board(const tilebase_set* set, const uint8_t* board, size_t board_size,
                           const tilebase_optimal_limits* limits, size_t limits_size,
                           tilebase_board_analysis* result, size_t result_size) {
  if (result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  tilebase_board_analysis found;
  std::fill_n(&found.after[0][0], sizeof(found.after) / sizeof(found.after[0][0]), -1);
  std::fill_n(&found.after_bound[0][0], sizeof(found.after) / sizeof(found.after[0][0]), -1);
  const int code = Analyse(
      set, board, board_size, limits, limits_size,
      [&](const Board& start, tilebase::Analyst* analyst) -> absl::Status {
        const auto analysis = analyst->Moves(start);
        if (!analysis.ok()) return analysis.status();
        found.moves = Best(analysis->length);
        found.bound = static_cast<uint32_t>(analysis->length.least);
        for (const auto& move : analysis->moves) {
          const int action = static_cast<int>(move.action);
          const auto best = static_cast<int32_t>(std::min<uint32_t>(Best(move.after), INT32_MAX));
          found.after[action][move.tiles - 1] = best;
          found.after_bound[action][move.tiles - 1] = move.after.least;
        }
        return absl::OkStatus();
      });
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_analyse_game(const tilebase_set* set, const uint8_t* board, size_t board_size,
                          const char* actions, size_t count, const tilebase_optimal_limits* limits,
                          size_t limits_size, uint32_t* lengths, uint32_t* bounds, size_t* moves) {
  if (lengths == nullptr || (actions == nullptr && count != 0)) return TILEBASE_ERROR_ARGUMENT;
  const std::string_view letters(actions, count);
  bool playable = true;
  const int code = Analyse(set, board, board_size, limits, limits_size,
                           [&](const Board& start, tilebase::Analyst* analyst) -> absl::Status {
                             if (!(playable = tilebase::CheckGame(start, letters).ok()))
                               return absl::OkStatus();
                             const auto found = analyst->Game(start, letters, {});
                             if (!found.ok()) return found.status();
                             if (bounds == nullptr && !tilebase::IsExact(*found))
                               return absl::DeadlineExceededError("the limits ended a search");
                             for (size_t i = 0; i < found->size(); ++i) {
                               lengths[i] = Best((*found)[i]);
                               if (bounds != nullptr)
                                 bounds[i] = static_cast<uint32_t>((*found)[i].least);
                             }
                             if (moves != nullptr) *moves = found->size() - 1;
                             return absl::OkStatus();
                           });
  return playable ? code : TILEBASE_ERROR_ARGUMENT;
}

int tilebase_shortest_solutions(const tilebase_set* set, const uint8_t* board, size_t board_size,
                                const tilebase_optimal_limits* limits, size_t limits_size,
                                uint64_t most_boards, uint64_t most_listed,
                                tilebase_receive receive, void* context, tilebase_shortest* result,
                                size_t result_size) {
  if (result == nullptr || (receive == nullptr && most_listed != 0)) return TILEBASE_ERROR_ARGUMENT;
  tilebase_shortest found = {};
  tilebase::ShortestSolutions solutions;
  const int code = Analyse(set, board, board_size, limits, limits_size,
                           [&](const Board& start, tilebase::Analyst* analyst) -> absl::Status {
                             const auto length = analyst->Length(start);
                             if (!length.ok()) return length.status();
                             if (!length->is_exact())
                               return absl::DeadlineExceededError("the limits ended the search");
                             auto shortest =
                                 analyst->Shortest(start, length->least, most_listed,
                                                   most_boards == 0 ? UINT64_MAX : most_boards, {});
                             if (!shortest.ok()) return shortest.status();
                             solutions = *std::move(shortest);
                             found = {solutions.count, static_cast<uint32_t>(length->least),
                                      solutions.complete ? 1u : 0u};
                             return absl::OkStatus();
                           });
  if (code != TILEBASE_OK) return code;
  for (const std::string& letters : solutions.listed)
    if (receive(context, letters.data(), letters.size()) != 0) return TILEBASE_ERROR_STOPPED;
  return Deliver(found, result, result_size);
}

int tilebase_solve_batch(const tilebase_set* set, const uint8_t* boards, size_t board_size,
                         size_t board_count, char* actions, size_t capacity, size_t* counts,
                         int* codes) {
  if (set == nullptr || (boards == nullptr && board_count != 0) ||
      (actions == nullptr && capacity != 0 && board_count != 0) ||
      !CanBe(board_count, std::max({board_size, capacity, sizeof(size_t)})))
    return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  int first_error = TILEBASE_OK;
  for (size_t first = 0; first < board_count; first += tilebase::kBatchSize) {
    tilebase::SolveRequest some[tilebase::kBatchSize];
    const size_t size = std::min(board_count - first, tilebase::kBatchSize);
    for (size_t i = 0; i < size; ++i)
      some[i] = Request(boards + (first + i) * board_size,
                        capacity == 0 ? nullptr : actions + (first + i) * capacity, capacity);
    set->answers->policies().SolveLetters(absl::MakeSpan(some, size));
    for (size_t i = 0; i < size; ++i) {
      const int code = Finish(&some[i], capacity);
      if (code != TILEBASE_OK && capacity != 0) some[i].letters[0] = 0;
      if (first_error == TILEBASE_OK) first_error = code;
      if (counts != nullptr) counts[first + i] = some[i].count;
      if (codes != nullptr) codes[first + i] = code;
    }
  }
  return first_error;
}

int tilebase_solve_any(const tilebase_set* set, uint32_t width, uint32_t height,
                       const uint32_t* board, size_t cells, tilebase_receive receive, void* context,
                       uint64_t* count) {
  return tilebase_solve_any_effort(set, width, height, board, cells, 0, 0, receive, context, count);
}

int tilebase_solve_any_effort(const tilebase_set* set, uint32_t width, uint32_t height,
                              const uint32_t* board, size_t cells, uint64_t boards,
                              uint64_t microseconds, tilebase_receive receive, void* context,
                              uint64_t* count) {
  if (set == nullptr || board == nullptr || receive == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (count != nullptr) *count = 0;
  const auto size = tilebase::MakeBigSize(width, height);
  if (!size.ok() || cells != static_cast<size_t>(size->cells())) return TILEBASE_ERROR_BOARD_SIZE;
  int code = TILEBASE_OK;
  const int guarded = Guarded(nullptr, 0, [&]() -> absl::Status {
    const tilebase::PolicySet& policies = set->answers->policies();
    if (absl::Status status = policies.PrepareAll(); !status.ok()) return status;
    const auto solver = tilebase::AnySolver::Create(policies);
    auto big = tilebase::BigBoard::FromTiles(*size, {board, cells});
    if (!solver.ok()) {
      code = TILEBASE_ERROR_SUBPROBLEM;
    } else if (!big.ok()) {
      code = TILEBASE_ERROR_BOARD;
    } else if (!big->IsSolvable()) {
      code = TILEBASE_ERROR_UNSOLVABLE;
    } else {
      uint64_t received = 0;
      const auto take = [&](std::string_view letters) {
        received += letters.size();
        return receive(context, letters.data(), letters.size()) == 0;
      };
      absl::Status status;
      const bool by_lookup = boards == 0 && microseconds == 0;
      if (by_lookup || size->cells() > tilebase::kMostBeamCells) {
        status = solver->Solve(&*big, take);
      } else {
        const auto letters =
            solver->SolveWithEffort(*big, {.boards = boards, .microseconds = microseconds});
        status = letters.status();
        if (letters.ok() && !letters->empty() && !take(*letters))
          status = absl::CancelledError("the receiver wants no more");
      }
      if (count != nullptr) *count = received;
      if (!absl::IsCancelled(status)) return status;
      code = TILEBASE_ERROR_STOPPED;
    }
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

int tilebase_hint(const tilebase_set* set, const uint8_t* board, size_t board_size,
                  tilebase_probe_result* hint, size_t hint_size) {
  constexpr size_t kLeastSize = offsetof(tilebase_probe_result, fixed) + sizeof(hint->fixed);
  if (set == nullptr || board == nullptr || hint == nullptr || hint_size < kLeastSize)
    return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->answers->policies().ReadBoard(board, board_size, &start);
  tilebase_probe_result found = {};
  found.goal = hint->goal;
  found.fixed = hint->fixed;
  if (code == TILEBASE_OK) code = set->answers->policies().Hint(start, &found);
  return code == TILEBASE_OK ? Deliver(found, hint, hint_size) : code;
}

int tilebase_probe(const tilebase_set* set, const uint8_t* board, size_t board_size,
                   tilebase_probe_result* result, size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->answers->policies().ReadBoard(board, board_size, &start);
  tilebase_probe_result found;
  if (code == TILEBASE_OK) code = set->answers->policies().Probe(start, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_probe_subproblem(const tilebase_set* set, const uint8_t* board, size_t board_size,
                              uint64_t goal, uint64_t fixed, tilebase_probe_result* result,
                              size_t result_size) {
  if (set == nullptr || board == nullptr || result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Board start;
  tilebase_code code = set->answers->policies().ReadBoard(board, board_size, &start);
  tilebase_probe_result found;
  if (code == TILEBASE_OK)
    code = set->answers->policies().ProbeSubproblem(start, goal, fixed, &found);
  return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
}

int tilebase_scramble(const tilebase_set* set, const tilebase_scramble_wish* wish, size_t wish_size,
                      uint8_t* boards, size_t board_size, size_t board_count, size_t* counts,
                      unsigned* nature) {
  if (set == nullptr || wish == nullptr || (boards == nullptr && board_count != 0) ||
      !CanBe(board_count, std::max(board_size, sizeof(size_t))))
    return TILEBASE_ERROR_ARGUMENT;
  tilebase_scramble_wish given = {};
  if (!Receive(wish, wish_size, &given)) return TILEBASE_ERROR_ARGUMENT;
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  std::optional<tilebase::Scrambler> made;
  try {
    made.emplace(set->answers->policies(),
                 tilebase::ScrambleWish{given.min_moves, given.max_moves, given.seed, given.tries});
  } catch (const std::bad_alloc&) {
    return TILEBASE_ERROR_MEMORY;
  }
  tilebase::Scrambler& scrambler = *made;
  tilebase_code code = scrambler.Start();
  for (size_t i = 0; i < board_count && code == TILEBASE_OK; ++i) {
    Board board;
    uint32_t moves = 0;
    code = scrambler.Next(&board, &moves);
    if (code != TILEBASE_OK) break;
    std::copy_n(board.tile, board_size, boards + i * board_size);
    if (counts != nullptr) counts[i] = moves;
  }
  if (code == TILEBASE_OK && nature != nullptr)
    *nature = (scrambler.is_optimal() ? TILEBASE_SCRAMBLE_OPTIMAL : 0u) |
              (scrambler.is_uniform() ? TILEBASE_SCRAMBLE_UNIFORM : 0u);
  return code;
}

}  // extern "C"
