// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the kernels of word_solver.h share: where values are kept while a search runs, and the
// goals.
//
// A value v is kept as v mod 255 and, once a search gets that far, v div 255: neighbours differ by
// at most one, so most of a search looks at the first byte alone. 255 there: not reached.

#ifndef TILEBASE_GENERATOR_WORDS_WORD_KERNEL_H_
#define TILEBASE_GENERATOR_WORDS_WORD_KERNEL_H_

#include <stdint.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "generator/words/word_solver.h"
#include "tables/words/word_moves.h"
#include "tables/words/word_problem.h"
#include "tables/words/word_ranking.h"

namespace tilebase {

class WordSearch {
 public:
  static constexpr uint8_t kUnset = 255;
  static constexpr int kMaxValue = 65534;  // two bytes hold it, and kUnreachable

  WordSearch(const WordProblem& problem, const WordRanking& ranking,
             const WordSolveOptions& options)
      : problem_(problem), ranking_(ranking), options_(options), moves_(problem) {}
  virtual ~WordSearch() = default;
  WordSearch(const WordSearch&) = delete;
  WordSearch& operator=(const WordSearch&) = delete;

  absl::StatusOr<SolvedWords> Run();

 protected:
  // Allocates what the kernel needs; false without memory.
  virtual bool Prepare() = 0;
  // Reaches all neighbours of the states of level `level - 1` that are unset, and gives them
  // `level`. Returns how many.
  virtual uint64_t Expand(int level) = 0;
  // Makes the goals of this cost states of the level, if none is better. Returns how many are new.
  virtual uint64_t AddGoals(int level) = 0;
  // Returns whether this kernel finds the policy in a second pass, after all values. Then
  // FinishPolicy finds it for the states of one level, after those of the levels before.
  virtual bool finishes_policy() const { return false; }
  virtual void FinishPolicy(int /*level*/) {}
  // The arrays that make the state of the search between two levels. Others may hold anything.
  virtual std::vector<HugeBytes*> Arrays();

  bool has_policy() const { return problem_.metric != WordMetric::kStm; }
  bool cancelled() const { return options_.cancel != nullptr && *options_.cancel; }

  static uint8_t Low(int value) { return static_cast<uint8_t>(value % 255); }
  static uint8_t High(int value) { return static_cast<uint8_t>(value / 255); }

  // Calls visit(word) for every word that a goal of this cost stands for.
  void ForEachGoal(int cost, const std::function<void(const Word&)>& visit) const;

  // Every array has a byte a state.
  HugeBytes low_, high_;           // high_ is empty until it is needed
  std::vector<HugeBytes> policy_;  // bytes of the code, the lowest first

  const WordProblem& problem_;
  const WordRanking& ranking_;
  const WordSolveOptions& options_;
  const WordMoves moves_;

 private:
  // Arrays() as a checkpoint takes them, without empty ones.
  std::vector<absl::Span<uint8_t>> Memory();
  // Fills the arrays from the checkpoint, and returns what Save put beside them; nothing if there
  // is no checkpoint.
  std::vector<uint64_t> Restore();
  // Saves the state if it is time: `policies` levels have their policy.
  void Save(uint64_t policies, const std::vector<uint64_t>& histogram);
  void Fill(std::vector<int>* left, const std::vector<size_t>& cells, size_t next, Word* word,
            const std::function<void(const Word&)>& visit) const;
};

// The two kernels: see word_solver.h.
std::unique_ptr<WordSearch> MakeWordKernel(const WordProblem& problem, const WordRanking& ranking,
                                           const WordSolveOptions& options);
std::unique_ptr<WordSearch> MakeLoneTileKernel(const WordProblem& problem,
                                               const WordRanking& ranking,
                                               const WordSolveOptions& options);
// Whether the second is for this problem, and what it needs beside values and policy.
bool HasLoneTile(const WordRanking& ranking);
uint64_t LoneTileMemory(const WordProblem& problem, const WordRanking& ranking);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORDS_WORD_KERNEL_H_
