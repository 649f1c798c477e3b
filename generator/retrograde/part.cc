// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/part.h"

#include <string.h>

#include <algorithm>
#include <utility>

#include "generator/retrograde/kernel_common.h"
#include "tables/format.h"

namespace tilebase::retrograde {
namespace {

// A message goes when it has so many bytes, or when the level ends.
constexpr size_t kMessageBytes = 64 << 10;

// The first byte of a message.
enum Kind : uint8_t { kGroups = 1, kEnd = 2 };
constexpr size_t kEndBytes = 1 + 8 + 4 + 1;
enum EndBits : uint8_t { kFailed = 1, kSave = 2 };

constexpr size_t kGroupHeadBytes = 1 + 4 + 8;

template <typename Number>
void Append(Number number, std::vector<uint8_t>* bytes) {
  const size_t size = bytes->size();
  bytes->resize(size + sizeof number);
  PutLittleEndian<Number>(bytes->data() + size, number);
}

uint64_t GroupWords(const Layout& layout) {
  return static_cast<uint64_t>(layout.inner_count) * static_cast<uint64_t>(layout.row_words);
}

uint64_t WordOf(const Layout& layout, int slice, uint64_t place) {
  return (layout.first_group[slice] + place) * GroupWords(layout);
}

bool IsGhost(const Layout& layout, const VerticalMove& move, uint64_t place) {
  return move.exists && move.outer[place].outer >= layout.outer_count;
}

// The part that owns what a move leads to, which is a ghost here.
int OwnerOf(const Layout& layout, const Moves& moves, const VerticalMove& move, uint64_t place,
            int parts) {
  const uint64_t outer = moves.ghosts(move.slice)[move.outer[place].outer - layout.outer_count];
  // As PlanLayout cuts them: the first `longer` parts have one more.
  const uint64_t each = layout.all_outer / static_cast<uint64_t>(parts);
  const uint64_t longer = layout.all_outer % static_cast<uint64_t>(parts);
  const uint64_t in_longer = longer * (each + 1);
  return static_cast<int>(outer < in_longer ? outer / (each + 1)
                                            : longer + (outer - in_longer) / each);
}

// Appends a row's bytes that are not zero.
void AppendRow(const uint64_t* words, int count, std::vector<uint8_t>* bytes) {
  uint8_t mask[64 * 8 / 8] = {};
  uint8_t values[64 * 8];
  size_t found = 0;
  for (int i = 0; i < count; ++i)
    for (int byte = 0; byte < 8; ++byte) {
      const uint8_t value = static_cast<uint8_t>(words[i] >> (8 * byte));
      if (value == 0) continue;
      mask[i] |= static_cast<uint8_t>(1 << byte);
      values[found++] = value;
    }
  bytes->insert(bytes->end(), mask, mask + count);
  bytes->insert(bytes->end(), values, values + found);
}

}  // namespace

void Border::Keep(const ExpandArgs& args) {
  const Layout& layout = *args.layout;
  const uint64_t words = GroupWords(layout);
  groups_.clear();
  rows_.clear();
  for (uint64_t place = args.outer_begin; place < args.outer_end; ++place) {
    if (!IsGhost(layout, args.moves->up, place) && !IsGhost(layout, args.moves->down, place))
      continue;
    if (!NextToFresh(args, place)) continue;
    groups_.push_back(place);
    const uint64_t* from = args.next + WordOf(layout, args.slice, place);
    rows_.insert(rows_.end(), from, from + words);
  }
}

void Border::Pack(const ExpandArgs& args, const Moves& moves, int parts,
                  std::vector<std::vector<uint8_t>>* messages) {
  const Layout& layout = *args.layout;
  const uint64_t words = GroupWords(layout);
  std::vector<uint8_t> packed;
  for (size_t i = 0; i < groups_.size(); ++i) {
    const uint64_t place = groups_[i];
    if (args.fresh_next[layout.first_group[args.slice] + place] == 0) continue;
    const uint64_t* now = args.next + WordOf(layout, args.slice, place);
    uint64_t* fresh = &rows_[i * words];
    for (uint64_t w = 0; w < words; ++w) fresh[w] ^= now[w];
    uint64_t changed = 0;
    const auto row = [&](int inner) { return fresh + inner * layout.row_words; };
    for (int inner = 0; inner < layout.inner_count; ++inner)
      if (std::any_of(row(inner), row(inner + 1), [](uint64_t word) { return word != 0; }))
        changed |= Bit(inner);
    packed.clear();
    Append<uint8_t>(static_cast<uint8_t>(args.slice), &packed);
    Append<uint32_t>(static_cast<uint32_t>(layout.outer_begin + place), &packed);
    Append<uint64_t>(changed, &packed);
    for (uint64_t rest = changed; rest != 0; rest &= rest - 1)
      AppendRow(row(First(rest)), layout.row_words, &packed);
    int sent_to = -1;
    for (const VerticalMove* move : {&args.moves->up, &args.moves->down}) {
      if (!IsGhost(layout, *move, place)) continue;
      const int to = OwnerOf(layout, moves, *move, place, parts);
      if (to == sent_to) continue;
      std::vector<uint8_t>& message = (*messages)[static_cast<size_t>(to)];
      if (message.empty()) message.push_back(kGroups);
      message.insert(message.end(), packed.begin(), packed.end());
      sent_to = to;
    }
  }
}

bool Unpack(absl::Span<const uint8_t> message, const Layout& layout, const Moves& moves,
            uint64_t* next, uint8_t* fresh_next) {
  const size_t mask_bytes = static_cast<size_t>(layout.row_words);
  while (!message.empty()) {
    if (message.size() < kGroupHeadBytes) return false;
    const int slice = message[0];
    const uint32_t outer = GetLittleEndian<uint32_t>(&message[1]);
    const uint64_t changed = GetLittleEndian<uint64_t>(&message[5]);
    message.remove_prefix(kGroupHeadBytes);
    if (slice >= layout.slices || (changed & ~Low(layout.inner_count)) != 0) return false;
    const std::optional<uint64_t> place = moves.PlaceOf(layout, slice, outer);
    if (!place.has_value() || *place < layout.outer_count) return false;
    uint64_t* const group = next + WordOf(layout, slice, *place);
    for (uint64_t rest = changed; rest != 0; rest &= rest - 1) {
      if (message.size() < mask_bytes) return false;
      const absl::Span<const uint8_t> mask = message.first(mask_bytes);
      message.remove_prefix(mask_bytes);
      uint64_t* const row = group + First(rest) * layout.row_words;
      for (size_t i = 0; i < mask_bytes; ++i)
        for (unsigned bits = mask[i]; bits != 0; bits &= bits - 1) {
          if (message.empty()) return false;
          row[i] |= uint64_t{message[0]} << (8 * First(bits));
          message.remove_prefix(1);
        }
    }
    fresh_next[layout.first_group[slice] + *place] = 1;
  }
  return true;
}

void Exchange::Post(std::vector<std::vector<uint8_t>>* messages, bool all) {
  for (size_t to = 0; to < messages->size(); ++to) {
    std::vector<uint8_t>& message = (*messages)[to];
    if (message.empty() || (!all && message.size() < kMessageBytes)) continue;
    const std::lock_guard<std::mutex> lock(mutex_);
    posted_.emplace_back(static_cast<int>(to), std::move(message));
    message.clear();
  }
}

void Exchange::SendPosted() {
  std::vector<std::pair<int, std::vector<uint8_t>>> ready;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ready.swap(posted_);
  }
  for (auto& [to, message] : ready) peers_.Send(to, topic_, std::move(message));
}

void Exchange::Take(const PeerMessage& message, const Receiver& receiver) {
  const absl::Span<const uint8_t> bytes = message.bytes;
  if (bytes[0] == kGroups) {
    sound_ = receiver(bytes.subspan(1)) && sound_;
  } else if (bytes[0] == kEnd && bytes.size() == kEndBytes) {
    all_.reached += GetLittleEndian<uint64_t>(&bytes[1]);
    all_.level = std::min(all_.level, GetLittleEndian<uint32_t>(&bytes[9]));
    all_.failed = all_.failed || (bytes[13] & kFailed) != 0;
    all_.save = all_.save || (bytes[13] & kSave) != 0;
    --waiting_;
  } else {
    sound_ = false;
  }
}

void Exchange::Poll(const Receiver& receiver) {
  SendPosted();
  for (PeerMessage message; peers_.Receive(topic_, false, &message);) Take(message, receiver);
}

Exchange::LevelEnd Exchange::Finish(LevelEnd mine, const Receiver& receiver) {
  SendPosted();
  mine.failed = mine.failed || !sound_;
  std::vector<uint8_t> end = {kEnd};
  Append<uint64_t>(mine.reached, &end);
  Append<uint32_t>(mine.level, &end);
  end.push_back(static_cast<uint8_t>((mine.failed ? kFailed : 0) | (mine.save ? kSave : 0)));
  for (int to = 0; to < peers_.count(); ++to)
    if (to != peers_.number()) peers_.Send(to, topic_, end);
  PeerMessage message;
  while (waiting_ > 0 && peers_.Receive(topic_, true, &message)) Take(message, receiver);
  const LevelEnd all = {all_.reached + mine.reached, std::min(all_.level, mine.level),
                        all_.failed || mine.failed, all_.save || mine.save};
  all_ = kNothingYet;
  waiting_ = peers_.count() - 1;
  topic_ = topic_ == PeerTopic::kEvenLevel ? PeerTopic::kOddLevel : PeerTopic::kEvenLevel;
  return all;
}

}  // namespace tilebase::retrograde
