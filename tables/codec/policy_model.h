// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of policy entries is chosen and coded. Only this file knows the tie rule.
//
// A model predicts each entry from earlier entries of the block. Its neighbours are the entry whose
// last digit (of the rank) is one lower, the one whose last digit but one is one lower, and so on
// for the last five tiles. Each of the five neighbours is an action or "none", which makes 5^5
// contexts. A context ranks the four actions by how often it has seen them lately. An entry is
// coded as yes/no questions, "is it the first of the ranking? the second? the third?", each with an
// adaptive probability, by a binary range coder.
//
// A third of all states have several optimal actions. The tie rule takes the optimal action that
// the context ranks highest, so the choice follows the prediction. That is what makes tables small:
// {1-5} on the empty 4x4 board takes 0.069 bytes a state; repeating the previous entry wherever it
// is optimal and compressing the packed bits with zstd -19 takes 0.105 (docs/format.md has more).
// Tables of at most 65,536 entries take the optimal action with the lowest number instead, as the
// paper's arg max does. That reproduces the paper's averages (123.3 moves for ladder:1, where
// choosing by prediction gives 122.7), and such tables take a few hundred bytes either way.
//
// Integers only, so that coder and decoder agree on every machine. The model starts again in every
// block. docs/format.md is the specification; any change here is a new codec.

#ifndef TILEBASE_TABLES_CODEC_POLICY_MODEL_H_
#define TILEBASE_TABLES_CODEC_POLICY_MODEL_H_

#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/codec/range_coder.h"
#include "tables/entry.h"
#include "tables/ranking.h"

namespace tilebase {

// Scratch memory for coding blocks, about 350 KB, all allocated by the constructor. One thread at a
// time.
class PolicyModel {
 public:
  PolicyModel();

  uint64_t bytes() const {
    return sizeof(*this) + actions_.capacity() +
           (fresh_.capacity() + contexts_.capacity()) * sizeof(Context);
  }

  // Chooses an action for each of the entries first, first+1, ... from the given sets, writes them
  // to packed[0 .. PolicyBytes(sets.size())) and their code to *coded. Requires 0 < sets.size() <=
  // kMaxEntries, all within the ranking. Takes about 20 ns an entry.
  void Encode(const Ranking& ranking, uint64_t first, absl::Span<const OptimalActions> sets,
              uint8_t* packed, std::vector<uint8_t>* coded);

  // Decodes, with the same requirements. Any bytes decode to some actions; returns false if `coded`
  // is not exactly as long as its content. Takes about 15 ns an entry.
  bool Decode(const Ranking& ranking, uint64_t first, uint64_t entries,
              absl::Span<const uint8_t> coded, uint8_t* packed);

  static constexpr uint64_t kMaxEntries = 65536 * kEntriesPerByte;
  // Tables up to this size take the lowest-numbered optimal action.
  static constexpr uint64_t kLowestActionEntries = 65536;

 private:
  using Chance = AdaptiveBit<30, 65505>;
  struct Context {
    Chance first;
    Chance second;
    uint8_t ranked[kActions];  // actions, most frequent first
    uint8_t count[kActions];   // how often, lately; count[i] belongs to ranked[i]
  };
  static constexpr int kNeighbours = 5;
  static constexpr int kNeighbourValues = kActions + 1;
  static constexpr int kContexts = 3125;  // kNeighbourValues ^ kNeighbours

  static std::vector<Context> FreshContexts();
  template <typename Coder>
  void Code(const Ranking& ranking, uint64_t first, uint64_t entries, const OptimalActions* sets,
            Coder* coder);
  template <typename Coder>
  uint8_t CodeEntry(Context* context, OptimalActions set, Coder* coder);

  const std::vector<Context> fresh_;
  std::vector<Context> contexts_;
  Chance third_[kActions * kActions * kActions];
  std::vector<uint8_t> actions_;  // the actions of the block, one a byte
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_POLICY_MODEL_H_
