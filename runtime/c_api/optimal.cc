// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Analyses by shortest solutions: the lengths of boards, and the moves that a game lost.

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/analysis.h"
#include "runtime/c_api/set.h"
#include "runtime/c_api/words.h"

namespace {

using tilebase::Board;
using tilebase::c_api::AnalyseWordGame;
using tilebase::c_api::AnalyseWords;
using tilebase::c_api::Deliver;
using tilebase::c_api::Guarded;
using tilebase::c_api::Optimal;
using tilebase::c_api::ReadStart;
using tilebase::c_api::Receive;
using tilebase::c_api::Tell;
using tilebase::c_api::Threads;

// Does work(board, analyst), which asks the analyst within the limits.
template <typename Work>
int Analyse(const tilebase_set* set, const uint8_t* board, size_t board_size,
            const tilebase_optimal_limits* limits, size_t limits_size, Work work) {
  tilebase_optimal_limits given = {};
  if (set == nullptr || board == nullptr ||
      (limits != nullptr && !Receive(limits, limits_size, &given)))
    return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return TILEBASE_ERROR_UNSUPPORTED;
  Board start;
  if (const int code = ReadStart(set, board, board_size, &start); code != TILEBASE_OK) return code;
  if (const int code = tilebase_prepare_optimal(set, given.threads, nullptr, 0);
      code != TILEBASE_OK)
    return code;
  return Guarded(nullptr, 0, [&]() -> absl::Status {
    tilebase::AnalysisLimits within;
    if (given.boards != 0) within.nodes = given.boards;
    within.seconds = static_cast<double>(given.microseconds) * 1e-6;
    within.threads = Threads(given.threads);
    tilebase::Analyst analyst(Optimal(set), within, set->goal);
    return work(start, &analyst);
  });
}

uint32_t Best(const tilebase::LengthRange& length) {
  return length.has_solution() ? static_cast<uint32_t>(length.most) : UINT32_MAX;
}

}  // namespace

extern "C" {

int tilebase_prepare_optimal(const tilebase_set* set, unsigned threads, char* message,
                             size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return TILEBASE_OK;
  if (set->optimal->ready.load(std::memory_order_acquire) != nullptr) return TILEBASE_OK;
  const tilebase::PolicySet& policies = set->answers->policies();
  if (!tilebase::OptimalSearch::IsFor(policies.source().plan())) {
    Tell("the set has neither pattern tables nor one stage of all tiles, nor the metric mtm",
         message, message_size);
    return TILEBASE_ERROR_SUBPROBLEM;
  }
  return Guarded(message, message_size, [&]() -> absl::Status {
    const std::lock_guard<std::mutex> lock(set->optimal->making);
    if (set->optimal->owned != nullptr) return absl::OkStatus();
    const uint64_t used = set->answers->memory_bytes();
    const uint64_t left = set->memory_bytes == UINT64_MAX
                              ? UINT64_MAX
                              : set->memory_bytes - std::min(used, set->memory_bytes);
    auto made = tilebase::OptimalSearch::Create(policies.shared_source(), &policies,
                                                Threads(threads), left);
    if (!made.ok()) return made.status();
    set->optimal->owned = *std::move(made);
    set->optimal->ready.store(set->optimal->owned.get(), std::memory_order_release);
    return absl::OkStatus();
  });
}

int tilebase_analyse_board(const tilebase_set* set, const uint8_t* board, size_t board_size,
                           const tilebase_optimal_limits* limits, size_t limits_size,
                           tilebase_board_analysis* result, size_t result_size) {
  if (result == nullptr) return TILEBASE_ERROR_ARGUMENT;
  tilebase_board_analysis found;
  std::fill_n(&found.after[0][0], sizeof(found.after) / sizeof(found.after[0][0]), -1);
  std::fill_n(&found.after_bound[0][0], sizeof(found.after) / sizeof(found.after[0][0]), -1);
  if (set != nullptr && set->words != nullptr && board != nullptr) {
    const int code = AnalyseWords(set, board, board_size, &found);
    return code == TILEBASE_OK ? Deliver(found, result, result_size) : code;
  }
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
  if (set != nullptr && set->words != nullptr && board != nullptr)
    return AnalyseWordGame(set, board, board_size, letters, lengths, bounds, moves);
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

}  // extern "C"
