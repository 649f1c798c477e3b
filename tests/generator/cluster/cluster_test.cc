// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A build on several processes (threads, here) gives the file of a build alone, byte for byte.

#include "generator/cluster/cluster.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "generator/build.h"
#include "generator/retrograde/retrograde.h"
#include "tables/plan.h"
#include "tests/generator/local_peers.h"

namespace tilebase {
namespace {

class ClusterTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("cluster_test." +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string Content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    return names;
  }

  static BuildOptions Options() {
    BuildOptions options;
    options.creator = "test";
    return options;
  }

  // Builds with `processes` processes, which share tables of any size.
  absl::Status BuildShared(int processes, const Plan& plan, const std::string& output,
                           BuildOptions options, const std::atomic<bool>* cancel = nullptr) {
    absl::Status result;
    LocalPeers::Run(processes, [&](Peers* peers) {
      if (peers->number() != 0) {
        const absl::Status status = FollowLeader(peers, 1 + peers->number() % 2, cancel);
        EXPECT_TRUE(status.ok() || absl::IsCancelled(status)) << status;
        return;
      }
      ClusterLeader leader(peers, processes, 1);
      options.maker = &leader;
      result = BuildTableSet(plan, output, options).status();
    });
    return result;
  }

  std::filesystem::path folder_;
};

TEST_F(ClusterTest, TheFileIsTheSameForAnyNumberOfProcesses) {
  struct Case {
    Geometry geometry;
    const char* plan;
    Codec codec;
    Packing packing = Packing::kSmall;
  };
  for (const Case& each :
       {Case{{4, 4}, "ladder:2", Codec::kZstd}, Case{{3, 3}, "1-8", Codec::kRaw},
        Case{{4, 4}, "ladder:1", Codec::kZstd}, Case{{5, 3}, "1,2,6,11/rest", Codec::kZstd},
        Case{{4, 4}, "1-5/rest", Codec::kZstd, Packing::kQuick}}) {
    const absl::StatusOr<Plan> plan = ParsePlan(each.geometry, each.plan);
    ASSERT_TRUE(plan.ok()) << plan.status();
    BuildOptions options = Options();
    options.codec = each.codec;
    options.packing = each.packing;
    ASSERT_TRUE(BuildTableSet(*plan, Path("alone"), options).ok());
    for (const int processes : {2, 5}) {
      const absl::Status status = BuildShared(processes, *plan, Path("shared"), options);
      ASSERT_TRUE(status.ok()) << each.plan << ": " << status;
      EXPECT_EQ(Content(Path("shared")), Content(Path("alone"))) << each.plan << ", " << processes;
      std::filesystem::remove(Path("shared"));
    }
    std::filesystem::remove(Path("alone"));
    EXPECT_TRUE(Files().empty()) << Files()[0];
  }
}

// All processes save the same levels; cancelling leaves what a kill would leave.
TEST_F(ClusterTest, AJobThatWasStoppedGoesOnWhereAllHaveTheLevel) {
  const absl::StatusOr<Plan> plan = ParsePlan({5, 4}, "1-5/rest");
  ASSERT_TRUE(plan.ok());
  const Subproblem& subproblem = plan->stages[0];
  const std::string checkpoints = Path("level");
  std::vector<std::vector<uint8_t>> blocks[2];
  std::vector<int> levels;
  DiskUse disk;
  const auto make = [&](int stop_at, uint64_t memory, std::vector<std::vector<uint8_t>>* out) {
    std::atomic<bool> cancel{false};
    absl::Status result;
    disk = DiskUse();
    levels.clear();
    LocalPeers::Run(3, [&](Peers* peers) {
      if (peers->number() != 0) {
        FollowLeader(peers, 1, nullptr).IgnoreError();
        return;
      }
      ClusterLeader leader(peers, 3, 1);
      TableJob job;
      job.subproblem = subproblem;
      job.memory_bytes = memory;
      job.cancel = &cancel;
      job.solving = [&](const SolveProgress& progress) {
        levels.push_back(progress.level);
        if (progress.level == stop_at) cancel = true;
      };
      result = leader
                   .Make(
                       std::move(job), checkpoints, 0,
                       [&](absl::Span<const uint8_t> stored) {
                         out->emplace_back(stored.begin(), stored.end());
                         return absl::OkStatus();
                       },
                       &disk)
                   .status();
    });
    return result;
  };
  EXPECT_TRUE(make(-1, 0, &blocks[0]).ok());
  EXPECT_TRUE(Files().empty()) << Files()[0];
  EXPECT_EQ(disk.written_bytes, 0u);
  // In memory, and on disk with the least memory.
  for (const uint64_t memory :
       {uint64_t{0}, 3 * RetrogradeSolver().OnDiskOfPart(subproblem, 1, 3).least_memory}) {
    blocks[1].clear();
    EXPECT_TRUE(absl::IsCancelled(make(20, memory, &blocks[1])));
    EXPECT_TRUE(absl::IsCancelled(make(25, memory, &blocks[1])));
    EXPECT_GT(levels.front(), 1);
    // A damaged part: all begin again.
    std::filesystem::resize_file(checkpoints + ".2of3", 100);
    std::filesystem::remove(checkpoints + ".2of3.before");
    EXPECT_TRUE(absl::IsCancelled(make(22, memory, &blocks[1])));
    EXPECT_LE(levels.front(), 1);
    if (memory != 0) {
      EXPECT_GT(std::filesystem::file_size(checkpoints + ".1of3.states"), 0u);
      std::filesystem::resize_file(checkpoints + ".1of3.states", 100);
      EXPECT_TRUE(absl::IsCancelled(make(23, memory, &blocks[1])));
      EXPECT_LE(levels.front(), 1);
    }
    EXPECT_TRUE(make(-1, memory, &blocks[1]).ok());
    EXPECT_GT(levels.front(), 1);
    EXPECT_EQ(blocks[1], blocks[0]);
    EXPECT_EQ(disk.written_bytes > 0, memory != 0);
    EXPECT_TRUE(Files().empty()) << Files()[0];
  }
}

TEST_F(ClusterTest, AnErrorOfTheOutputEndsTheJobForAll) {
  const absl::StatusOr<Plan> plan = ParsePlan({4, 4}, "1-4/rest");
  ASSERT_TRUE(plan.ok());
  LocalPeers::Run(3, [&](Peers* peers) {
    if (peers->number() != 0) {
      EXPECT_TRUE(FollowLeader(peers, 1, nullptr).ok());
      return;
    }
    ClusterLeader leader(peers, 3, 1);
    TableJob job;
    job.subproblem = plan->stages[0];
    DiskUse disk;
    const auto table = leader.Make(
        std::move(job), Path("level"), 60,
        [](auto) { return absl::ResourceExhaustedError("no room"); }, &disk);
    EXPECT_EQ(table.status().message(), "no room");
  });
}

}  // namespace
}  // namespace tilebase
