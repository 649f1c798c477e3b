// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Table sets made up for tests: sets with only what the rules of tables and sets look at, and whole
// sets that obey every rule of the format and hold made-up entries, for tests of containers.

#ifndef TILEBASE_TESTS_TABLES_SYNTHETIC_SET_H_
#define TILEBASE_TESTS_TABLES_SYNTHETIC_SET_H_

#include <gtest/gtest.h>
#include <stdint.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/records.h"
#include "tables/store/store.h"

namespace tilebase {

// Writes a number into bytes that a test makes or damages.
template <typename T>
void Put(std::string* bytes, uint64_t at, T value) {
  PutLittleEndian<T>(reinterpret_cast<uint8_t*>(bytes->data()) + at, value);
}

// Tables and sets with only what the rules of tables and sets look at.

// A table in which only the counts are made up: every entry is a goal.
inline TableInfo CountedTable(const Subproblem& subproblem, Metric metric = Metric::kMoves) {
  TableInfo table;
  table.subproblem = subproblem;
  table.metric = metric;
  table.kind = metric == Metric::kMoves ? EntryKind::kPolicy : EntryKind::kExcess;
  table.entries = EntryCount(subproblem, metric);
  table.states = StateCount(subproblem, metric);
  table.reachable = table.entries;
  table.histogram = {table.entries};
  return table;
}

// A set of the plan on 3x3 with one table for each stage that has tables of its own.
struct CountedSet {
  explicit CountedSet(const std::string& plan_text) {
    info.geometry = {3, 3};
    info.plan = plan_text;
    const auto plan = ParsePlan(info.geometry, plan_text);
    EXPECT_TRUE(plan.ok()) << plan.status();
    for (size_t stage = 0; stage < plan->stages.size(); ++stage) {
      const size_t other = plan->TablesOf(stage);
      if (other != stage) {
        info.stages.push_back(info.stages[other]);
        continue;
      }
      info.stages.push_back({static_cast<uint32_t>(tables.size()), 1});
      tables.push_back(CountedTable(plan->stages[stage], plan->MetricOf(stage)));
    }
    EXPECT_EQ(Error(), "");
  }
  std::string Error() const { return std::string(CheckTableSet(info, tables).status().message()); }

  SetInfo info;
  std::vector<TableInfo> tables;
};

// Table sets that obey every rule of the format and hold made-up entries, for tests of containers.
struct SyntheticTable {
  TableInfo info;
  std::vector<uint8_t> decoded;              // all planes
  std::vector<std::vector<uint8_t>> stored;  // its blocks
};
struct SyntheticSet {
  SetInfo info;
  std::vector<SyntheticTable> tables;
};

// Stores the given actions: each is the only one in its set.
inline absl::Status EncodeActions(BlockEncoder* encoder, const TableInfo& info, uint64_t first,
                                  Bytes packed, std::vector<uint8_t>* stored) {
  std::vector<OptimalActions> sets(std::min(info.entries - first, packed.size() * kEntriesPerByte));
  for (size_t i = 0; i < sets.size(); ++i) sets[i] = ActionBit(GetAction(packed.data(), i));
  std::vector<uint8_t> decoded;
  return encoder->EncodePolicy(info.codec, Ranking(info.subproblem), first, sets, &decoded, stored);
}

// Returns a block of a made-up table as stored; empty if that fails.
inline std::vector<uint8_t> StoredBlockOf(const SyntheticTable& table, uint64_t block,
                                          BlockEncoder* encoder) {
  const BlockLayout layout = LayoutOf(table.info);
  const Bytes decoded =
      Bytes(table.decoded).subspan(layout.OffsetInTable(block), layout.BlockBytes(block));
  std::vector<uint8_t> stored;
  const absl::Status status =
      layout.PlaneOf(block) == Plane::kPolicy && table.info.codec != Codec::kRaw
          ? EncodeActions(encoder, table.info, layout.OffsetInPlane(block) * kEntriesPerByte,
                          decoded, &stored)
          : encoder->Encode(table.info.codec, decoded, &stored);
  return status.ok() ? stored : std::vector<uint8_t>();
}

inline SyntheticTable MakeSyntheticTable(const Subproblem& subproblem, Codec codec,
                                         bool reachable_plane, uint32_t seed) {
  SyntheticTable table;
  TableInfo& info = table.info;
  info.subproblem = subproblem;
  info.codec = codec;
  info.kind = reachable_plane ? EntryKind::kPolicyReachable : EntryKind::kPolicy;
  info.entries = EntryCount(subproblem);
  info.states = StateCount(subproblem);
  info.reachable = info.entries - (reachable_plane ? 1 : 0);
  const uint64_t depths = std::min<uint64_t>(info.reachable, 5 + seed % 7);
  info.histogram.assign(depths, 1);
  info.histogram.back() += info.reachable - depths;
  table.decoded.resize(LayoutOf(info).bytes());
  std::mt19937 random(seed);
  // Short runs of one value compress to about half, and no two blocks are alike.
  for (size_t i = 0; i < table.decoded.size();) {
    const uint8_t value = static_cast<uint8_t>(random());
    for (uint32_t run = random() % 4 + 1; run > 0 && i < table.decoded.size(); --run)
      table.decoded[i++] = value;
  }
  // The bits behind a plane's last entry are zero.
  if (info.entries % 4 != 0)
    table.decoded[PolicyBytes(info.entries) - 1] &=
        static_cast<uint8_t>((1 << info.entries % 4 * 2) - 1);
  info.content_hash = Hash64(table.decoded);
  BlockEncoder encoder;
  for (uint64_t block = 0; block < LayoutOf(info).blocks(); ++block)
    table.stored.push_back(StoredBlockOf(table, block, &encoder));
  return table;
}

// `growing` are the stages whose first table has unreachable entries and so a second table.
inline SyntheticSet MakeSyntheticSet(Geometry geometry, const std::string& plan_text, Codec codec,
                                     const std::set<int>& growing = {}) {
  SyntheticSet set;
  set.info.geometry = geometry;
  const Plan plan = *ParsePlan(geometry, plan_text);
  set.info.plan = plan.text;
  set.info.creator = "tilebase test";
  for (size_t stage = 0; stage < plan.stages.size(); ++stage) {
    const uint32_t first = static_cast<uint32_t>(set.tables.size());
    const bool grows = growing.count(static_cast<int>(stage)) != 0;
    set.tables.push_back(MakeSyntheticTable(plan.stages[stage], codec, grows, first + 1));
    if (grows)
      set.tables.push_back(MakeSyntheticTable(plan.stages[stage].Grown(), codec, false, first + 2));
    set.info.stages.push_back({first, grows ? 2u : 1u});
  }
  return set;
}

inline absl::Status WriteStore(const SyntheticSet& set, const std::string& path,
                               const StoreWriterOptions& options = {}) {
  absl::StatusOr<std::unique_ptr<StoreWriter>> writer = StoreWriter::Create(path, options);
  if (!writer.ok()) return writer.status();
  for (const SyntheticTable& table : set.tables) {
    absl::Status status = (*writer)->BeginTable(table.info);
    for (const std::vector<uint8_t>& block : table.stored)
      if (status.ok()) status = (*writer)->AppendBlock(block);
    if (status.ok()) status = (*writer)->EndTable(table.info.content_hash);
    if (!status.ok()) return status;
  }
  return (*writer)->Finish(set.info);
}

inline std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
// Makes a new file each time: file systems flush one that is truncated and written again.
inline void WriteWholeFile(const std::string& path, const std::string& bytes) {
  std::remove(path.c_str());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_SYNTHETIC_SET_H_
