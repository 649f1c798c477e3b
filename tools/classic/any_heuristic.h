// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Every heuristic as one type, for searches that remember boards: A* and greedy search pay a memory
// access or two for each board, beside which a virtual call is nothing, and are compiled once for
// each size of board instead of once for each heuristic too. IDA* takes the heuristics themselves.

#ifndef TILEBASE_TOOLS_CLASSIC_ANY_HEURISTIC_H_
#define TILEBASE_TOOLS_CLASSIC_ANY_HEURISTIC_H_

#include <string.h>

#include <memory>
#include <type_traits>
#include <utility>

#include "tools/classic/heuristic.h"

namespace tilebase::classic {

// A Heuristic itself. Copies share what they hold.
class AnyHeuristic {
 public:
  struct State {
    alignas(8) unsigned char bytes[112];
  };
  static constexpr bool kConsistent = false;  // it makes no claim for the one it holds

  template <Heuristic H>
  explicit AnyHeuristic(std::shared_ptr<const H> heuristic)
      : held_(std::make_shared<const Holder<H>>(std::move(heuristic))) {}

  State Start(const Board& board) const { return held_->Start(board); }
  State Next(const State& state, const Board& board, Slide slide) const {
    return held_->Next(state, board, slide);
  }
  int Value(const State& state) const { return held_->Value(state); }
  uint64_t memory_bytes() const { return held_->memory_bytes(); }

 private:
  struct Held {
    virtual ~Held() = default;
    virtual State Start(const Board& board) const = 0;
    virtual State Next(const State& state, const Board& board, Slide slide) const = 0;
    virtual int Value(const State& state) const = 0;
    virtual uint64_t memory_bytes() const = 0;
  };
  template <typename H>
  struct Holder final : Held {
    explicit Holder(std::shared_ptr<const H> heuristic) : inner(std::move(heuristic)) {}

    using Inner = typename H::State;
    static_assert(sizeof(Inner) <= sizeof(State) && alignof(Inner) <= alignof(State) &&
                  std::is_trivially_copyable_v<Inner>);
    static State Wrap(const Inner& from) {
      State state;
      memcpy(state.bytes, &from, sizeof from);
      return state;
    }
    static Inner Unwrap(const State& state) {
      Inner to;
      memcpy(&to, state.bytes, sizeof to);
      return to;
    }

    State Start(const Board& board) const override { return Wrap(inner->Start(board)); }
    State Next(const State& state, const Board& board, Slide slide) const override {
      return Wrap(inner->Next(Unwrap(state), board, slide));
    }
    int Value(const State& state) const override { return inner->Value(Unwrap(state)); }
    uint64_t memory_bytes() const override { return inner->memory_bytes(); }

    const std::shared_ptr<const H> inner;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_ANY_HEURISTIC_H_
