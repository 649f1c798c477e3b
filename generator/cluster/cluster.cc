// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/cluster/cluster.h"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/retrograde/retrograde.h"
#include "tables/format.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// The first byte of a message of the topic kCommand.
enum Command : uint8_t {
  kLeave = 1,
  // width, height, codec u8; G, R u64; milliseconds u32; blank_back, packing u8; bytes of memory
  // u64; path of the checkpoints
  kMake = 2,
};
constexpr size_t kMakeBytes = 4 + 8 + 8 + 4 + 2 + 8;

std::vector<uint8_t> MakeMessage(const TableJob& job, const std::string& path, double seconds) {
  std::vector<uint8_t> message(kMakeBytes);
  message[0] = kMake;
  message[1] = job.subproblem.geometry.width;
  message[2] = job.subproblem.geometry.height;
  message[3] = static_cast<uint8_t>(job.codec);
  PutLittleEndian<uint64_t>(&message[4], job.subproblem.goal);
  PutLittleEndian<uint64_t>(&message[12], job.subproblem.fixed);
  PutLittleEndian<uint32_t>(&message[20], static_cast<uint32_t>(seconds * 1000));
  message[24] = job.subproblem.blank_back;
  message[25] = static_cast<uint8_t>(job.packing);
  PutLittleEndian<uint64_t>(&message[26], job.memory_bytes);
  message.insert(message.end(), path.begin(), path.end());
  return message;
}

// Each process has its own checkpoint. The name contains the number of processes, because another
// number divides the search into other parts.
std::unique_ptr<Checkpoint> CheckpointOf(const Peers& peers, const Subproblem& subproblem,
                                         const std::string& path, double seconds) {
  return std::make_unique<Checkpoint>(absl::StrCat(path, ".", peers.number(), "of", peers.count()),
                                      SearchText(subproblem, Metric::kMoves), seconds, true);
}

}  // namespace

ClusterLeader::ClusterLeader(Peers* peers, int here, uint64_t least_entries)
    : peers_(*peers), here_(here), least_entries_(least_entries) {}

ClusterLeader::~ClusterLeader() {
  for (int to = 1; to < peers_.count(); ++to) peers_.Send(to, PeerTopic::kCommand, {kLeave});
}

bool ClusterLeader::Takes(const Subproblem& subproblem, Metric metric) const {
  return peers_.count() > 1 && metric == Metric::kMoves &&
         EntryCount(subproblem, metric) >= least_entries_;
}

uint64_t ClusterLeader::MemoryNeeded(const Subproblem& subproblem) const {
  return static_cast<uint64_t>(here_) *
         RetrogradeSolver().MemoryNeededOfPart(subproblem, peers_.count());
}

Solver::NeedsOnDisk ClusterLeader::OnDisk(const Subproblem& subproblem, int threads) const {
  const Solver::NeedsOnDisk part =
      RetrogradeSolver().OnDiskOfPart(subproblem, threads, peers_.count());
  return {static_cast<uint64_t>(here_) * part.least_memory,
          static_cast<uint64_t>(peers_.count()) * part.file_bytes};
}

absl::StatusOr<TableInfo> ClusterLeader::Make(
    TableJob job, const std::string& checkpoints, double seconds,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk) {
  job.memory_bytes /= static_cast<uint64_t>(here_);
  std::error_code error;
  const std::string path = std::filesystem::absolute(checkpoints, error).string();
  const std::vector<uint8_t> message = MakeMessage(job, path, seconds);
  for (int to = 1; to < peers_.count(); ++to) peers_.Send(to, PeerTopic::kCommand, message);
  const auto checkpoint = CheckpointOf(peers_, job.subproblem, path, seconds);
  job.checkpoint = checkpoint.get();
  absl::StatusOr<TableInfo> table = LeadTableJob(job, &peers_, emit, disk);
  if (table.ok()) checkpoint->Remove();
  return table;
}

absl::Status FollowLeader(Peers* peers, int threads, const std::atomic<bool>* cancel) {
  absl::Status first_error;
  for (PeerMessage message; peers->Receive(PeerTopic::kCommand, true, &message);) {
    const absl::Span<const uint8_t> bytes = message.bytes;
    if (bytes[0] == kLeave) break;
    if (bytes[0] != kMake || bytes.size() <= kMakeBytes)
      return absl::InternalError("the leader sent a command that is none");
    TableJob job;
    job.subproblem = {{bytes[1], bytes[2]},
                      GetLittleEndian<uint64_t>(&bytes[4]),
                      GetLittleEndian<uint64_t>(&bytes[12]),
                      bytes[24]};
    job.codec = static_cast<Codec>(bytes[3]);
    job.packing = static_cast<Packing>(bytes[25]);
    job.memory_bytes = GetLittleEndian<uint64_t>(&bytes[26]);
    job.threads = threads;
    job.cancel = cancel;
    const std::string path(bytes.begin() + kMakeBytes, bytes.end());
    const auto checkpoint =
        CheckpointOf(*peers, job.subproblem, path, GetLittleEndian<uint32_t>(&bytes[20]) / 1000.0);
    job.checkpoint = checkpoint.get();
    const absl::Status status = FollowTableJob(job, peers);
    if (status.ok()) checkpoint->Remove();
    first_error.Update(status);
  }
  return first_error;
}

}  // namespace tilebase
