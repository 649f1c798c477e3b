// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/verify.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/plan.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Entries that a thread takes at a time: whole blocks of every plane.
constexpr uint64_t kChunk = uint64_t{kBlockBytes} * 8;

// The planes from a given entry on.
struct Planes {
  const uint8_t* policy;
  const uint8_t* reachable;
};

// A thread's scratch memory for decoding.
struct Decoding {
  BlockDecoder decoder;
  std::vector<uint8_t> bytes;
};

uint64_t EntriesPerByte(const TableInfo& info) {
  return info.metric == Metric::kMtm ? kSlidesPerByte : kEntriesPerByte;
}

// Finds all depths, then checks the entries, chunk after chunk: read(begin, &decoding) returns the
// planes from entry `begin` on, or an error.
template <typename Read>
absl::Status VerifyPolicy(const TableInfo& info, const VerifyOptions& options, Read read) {
  try {
    const std::unique_ptr<PolicyVerifier> verifier = PolicyVerifier::Create(info, options);
    const uint64_t wanted =
        static_cast<uint64_t>(std::clamp(options.threads, 1, VerifyOptions::kMaxThreads));
    std::vector<absl::Status> statuses(std::min(wanted, info.entries / kChunk + 1));
    std::atomic<uint64_t> next{0};
    ParallelFor(statuses.size(), [&](size_t thread) {
      Decoding decoding;
      for (uint64_t begin; (begin = next.fetch_add(kChunk)) < info.entries;) {
        const absl::StatusOr<Planes> planes = read(begin, &decoding);
        if (!planes.ok()) {
          statuses[thread] = planes.status();
          return;
        }
        verifier->Check(begin, std::min(begin + kChunk, info.entries), planes->policy,
                        planes->reachable);
        if (thread == 0 && options.progress) options.progress(info.entries + begin);
      }
    });
    for (const absl::Status& status : statuses)
      if (!status.ok()) return status;
    absl::Status verdict = verifier->Verdict();
    return verdict.ok() ? verifier->VerdictOnCounts() : verdict;
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        absl::StrCat("verifying ", ToString(info.subproblem), " needs more memory than there is"));
  }
}

// Decodes a chunk of both planes.
absl::StatusOr<Planes> ReadChunk(const TableSource& source, size_t table, uint64_t begin,
                                 Decoding* decoding) {
  const BlockLayout& layout = source.layout(table);
  const uint64_t of_policy = kChunk / EntriesPerByte(source.tables()[table]);
  decoding->bytes.resize(of_policy + kBlockBytes);
  const auto read = [&](uint64_t block, uint64_t to) {
    return source.ReadBlock(table, block, &decoding->decoder,
                            absl::MakeSpan(decoding->bytes).subspan(to, layout.BlockBytes(block)));
  };
  const uint64_t policy_blocks = layout.PlaneBlocks(Plane::kPolicy);
  const uint64_t each = of_policy / kBlockBytes, first = begin / kChunk * each;
  for (uint64_t i = 0; i < each && first + i < policy_blocks; ++i)
    if (absl::Status status = read(first + i, i * kBlockBytes); !status.ok()) return status;
  const uint8_t* const bytes = decoding->bytes.data();
  if (layout.PlaneBytes(Plane::kReachable) == 0) return Planes{bytes, nullptr};
  absl::Status status = read(policy_blocks + begin / kChunk, of_policy);
  if (!status.ok()) return status;
  return Planes{bytes, bytes + of_policy};
}

// A fitted number cannot be right or wrong; only the header's counts of the numbers can.
absl::Status VerifyNumbers(const TableInfo& info, absl::Span<const uint8_t> numbers) {
  std::vector<uint64_t> histogram(info.histogram.size());
  for (const uint8_t number : numbers) {
    if (number >= histogram.size())
      return absl::DataLossError(absl::StrCat("values: expected numbers of at most ",
                                              info.max_depth(), ", found ", number));
    ++histogram[number];
  }
  for (size_t number = 0; number < histogram.size(); ++number)
    if (histogram[number] != info.histogram[number])
      return absl::DataLossError(absl::StrCat("values: expected ", info.histogram[number],
                                              " entries of ", number, ", found ",
                                              histogram[number]));
  return absl::OkStatus();
}

}  // namespace

absl::Status VerifyTable(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         const VerifyOptions& options) {
  return VerifyPolicy(info, options, [&](uint64_t begin, Decoding*) {
    return absl::StatusOr<Planes>({policy + begin / EntriesPerByte(info),
                                   reachable == nullptr ? nullptr : reachable + begin / 8});
  });
}

absl::Status VerifyStoredTable(const TableSource& source, size_t table,
                               const VerifyOptions& options) {
  const TableInfo& info = source.tables()[table];
  const BlockLayout& layout = source.layout(table);
  const uint8_t* const first = source.RawPlane(table, Plane::kPolicy);
  const uint8_t* const second = source.RawPlane(table, Plane::kReachable);
  if (HasStages(info.metric)) {
    if (first != nullptr && (second != nullptr || layout.PlaneBytes(Plane::kReachable) == 0))
      return VerifyTable(info, first, second, options);
    return VerifyPolicy(info, options, [&](uint64_t begin, Decoding* decoding) {
      return ReadChunk(source, table, begin, decoding);
    });
  }
  const uint8_t* plane = first;
  std::unique_ptr<uint8_t[]> decoded;
  if (plane == nullptr) {
    decoded.reset(new (std::nothrow) uint8_t[layout.bytes()]);
    if (decoded == nullptr)
      return absl::ResourceExhaustedError(absl::StrCat(
          "reading ", ToString(info.subproblem), " needs ", layout.bytes(), " bytes of memory"));
    absl::Status status =
        source.ReadTable(table, options.threads, absl::MakeSpan(decoded.get(), layout.bytes()));
    if (!status.ok()) return status;
    plane = decoded.get();
  }
  if (info.metric == Metric::kValue)
    return VerifyNumbers(info, absl::MakeSpan(plane, layout.bytes()));
  return info.metric == Metric::kLane ? VerifyLaneTable(info, plane, options)
                                      : VerifyPatternTable(info, plane, options);
}

}  // namespace tilebase
