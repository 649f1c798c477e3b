// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/part.h"

#include <string.h>

#include <algorithm>
#include <utility>

#include "tables/format.h"

namespace tilebase::retrograde {
namespace {

// A message is sent when it has this many bytes, or when the level ends.
constexpr size_t kMessageBytes = 64 << 10;

// The first byte of a message.
enum Message : uint8_t { kGroups = 1, kEnd = 2 };
constexpr size_t kEndBytes = 1 + 8 + 4 + 1;
enum EndBits : uint8_t { kFailed = 1, kSave = 2, kCancelled = 4 };

constexpr size_t kGroupsHeadBytes = 1 + 4 + 4;

template <typename Number>
void Append(Number number, std::vector<uint8_t>* bytes) {
  const size_t size = bytes->size();
  bytes->resize(size + sizeof number);
  PutLittleEndian<Number>(bytes->data() + size, number);
}

uint64_t GroupWords(const Layout& layout) { return RunWords(layout) / layout.run_length; }

}  // namespace

uint64_t* Border::Room(const Layout& layout, uint64_t groups) {
  room_.assign(groups * GroupWords(layout) + kPlaneMargin / 8, 0);
  return room_.data();
}

void Border::Add(const ExpandArgs& args, const uint64_t* news, absl::Span<const int> parts,
                 int slice, uint64_t first_outer) {
  uint64_t begin = args.begin, end = args.end;
  while (begin < end && args.fresh[begin] == 0) ++begin;
  while (begin < end && args.fresh[end - 1] == 0) --end;
  if (begin == end) return;
  const uint64_t words = GroupWords(*args.run.layout);
  layers_.Strip({reinterpret_cast<const uint8_t*>(news + (begin - args.begin) * words),
                 ByteLayers::RoundUp((end - begin) * words * 8)});
  for (const int part : parts) {
    std::vector<uint8_t>& message = messages_[static_cast<size_t>(part)];
    if (message.empty()) {
      message.reserve(kMessageBytes + layers_.size() + kGroupsHeadBytes + 1);
      message.push_back(kGroups);
    }
    Append<uint8_t>(static_cast<uint8_t>(slice), &message);
    Append<uint32_t>(static_cast<uint32_t>(first_outer + begin), &message);
    Append<uint32_t>(static_cast<uint32_t>(end - begin), &message);
    message.insert(message.end(), layers_.top().begin(), layers_.top().end());
    for (size_t i = layers_.count(); i-- > 0;)
      message.insert(message.end(), layers_.rest(i).begin(), layers_.rest(i).end());
  }
}

bool NewsReader::Take(absl::Span<const uint8_t>* message) {
  if (message->size() < kGroupsHeadBytes + ByteLayers::kTopBytes) return false;
  slice_ = (*message)[0];
  outer_ = GetLittleEndian<uint32_t>(&(*message)[1]);
  groups_ = GetLittleEndian<uint32_t>(&(*message)[5]);
  if (slice_ >= layout_.slices || outer_ >= layout_.all_outer || groups_ == 0 ||
      outer_ % layout_.run_length + groups_ > layout_.run_length)
    return false;
  message->remove_prefix(kGroupsHeadBytes);
  layers_.Begin(ByteLayers::RoundUp(groups_ * GroupWords(layout_) * 8),
                message->first(ByteLayers::kTopBytes));
  message->remove_prefix(ByteLayers::kTopBytes);
  for (size_t i = layers_.count(); i-- > 0;) {
    const absl::Span<uint8_t> rest = layers_.room(i);
    if (message->size() < rest.size()) return false;
    std::copy_n(message->begin(), rest.size(), rest.begin());
    message->remove_prefix(rest.size());
    if (i > 0) layers_.Unstrip(i, false, nullptr);
  }
  return true;
}

void NewsReader::AddTo(uint64_t* rows, uint8_t* fresh) {
  layers_.Unstrip(0, true, reinterpret_cast<uint8_t*>(rows));
  const uint64_t words = GroupWords(layout_);
  const uint8_t* of_words = layers_.masks().data();
  for (uint64_t group = 0; group < groups_; ++group, of_words += words)
    if (std::any_of(of_words, of_words + words, [](uint8_t mask) { return mask; }))
      fresh[group] = 1;
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
    all_.cancelled = all_.cancelled || (bytes[13] & kCancelled) != 0;
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
  end.push_back(static_cast<uint8_t>((mine.failed ? kFailed : 0) | (mine.save ? kSave : 0) |
                                     (mine.cancelled ? kCancelled : 0)));
  for (int to = 0; to < peers_.count(); ++to)
    if (to != peers_.number()) peers_.Send(to, topic_, end);
  PeerMessage message;
  while (waiting_ > 0 && peers_.Receive(topic_, true, &message)) Take(message, receiver);
  const LevelEnd all = {all_.reached + mine.reached, std::min(all_.level, mine.level),
                        all_.failed || mine.failed, all_.cancelled || mine.cancelled,
                        all_.save || mine.save};
  all_ = kNothingYet;
  waiting_ = peers_.count() - 1;
  topic_ = topic_ == PeerTopic::kEvenLevel ? PeerTopic::kOddLevel : PeerTopic::kEvenLevel;
  return all;
}

}  // namespace tilebase::retrograde
