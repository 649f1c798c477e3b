// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pages made by hand, sound except for the one thing that a rule forbids. (Whole files that are
// damaged or forged break most rules, too, but by chance.)

#include "tables/store/lmdb_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tables/records.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// Files of LMDB pages, made by hand (layout: tables/store/lmdb_check.cc).
constexpr uint64_t kPage = 512;

struct Node {
  std::string key;
  std::string value;
  uint64_t child = 0;  // of a branch
  uint64_t run = 0;    // if the value is a run of overflow pages: its first page
  uint32_t bytes = 0;  // of such a value
};

class Pages {
 public:
  // Makes two databases: the free one with its root at page 5 and 1 entry, the main one with its
  // root at 2.
  explicit Pages(uint64_t pages) : file_(pages * kPage, '\0') {
    for (const uint64_t page : {0, 1}) {
      const uint64_t meta = page * kPage + 16;
      Header(page, 0x08);
      Put<uint32_t>(&file_, meta, 0xBEEFC0DE);
      Put<uint32_t>(&file_, meta + 4, 1);
      Put<uint32_t>(&file_, meta + 24, kPage);
      Put<uint16_t>(&file_, meta + 28, 0x08);
      Put<uint64_t>(&file_, meta + 120, pages - 1);
    }
    Database(24, 1, 0, 1, 0, 1, 5);
    Database(72, 2, 1, 2, 0, 4, 2);
    Branch(2, {{"", "", 3}, {"c", "", 4}});
    Leaf(3, {{"a", "1"}, {"b", "22"}});
    Leaf(4, {{"c", "3"}, {"d", "4"}});
    Leaf(5, {{"12345678", "free"}});
  }

  void Database(uint64_t at, int depth, uint64_t branches, uint64_t leaves, uint64_t overflow,
                uint64_t entries, uint64_t root) {
    for (const uint64_t meta : {uint64_t{16}, kPage + 16}) {
      Put<uint16_t>(&file_, meta + at + 6, static_cast<uint16_t>(depth));
      Put<uint64_t>(&file_, meta + at + 8, branches);
      Put<uint64_t>(&file_, meta + at + 16, leaves);
      Put<uint64_t>(&file_, meta + at + 24, overflow);
      Put<uint64_t>(&file_, meta + at + 32, entries);
      Put<uint64_t>(&file_, meta + at + 40, root);
    }
  }

  void Leaf(uint64_t page, const std::vector<Node>& nodes) {
    Fill(page, 0x02, nodes, [](const Node& node) {
      std::string text(8, '\0');
      Put<uint16_t>(&text, 0,
                    static_cast<uint16_t>(node.run != 0 ? node.bytes : node.value.size()));
      Put<uint16_t>(&text, 4, node.run != 0 ? 1 : 0);
      Put<uint16_t>(&text, 6, static_cast<uint16_t>(node.key.size()));
      text += node.key;
      if (node.run == 0) return text + node.value;
      text.resize(text.size() + 8);
      Put<uint64_t>(&text, text.size() - 8, node.run);
      return text;
    });
  }

  void Branch(uint64_t page, const std::vector<Node>& nodes) {
    Fill(page, 0x01, nodes, [](const Node& node) {
      std::string text(8, '\0');
      Put<uint16_t>(&text, 0, static_cast<uint16_t>(node.child));
      Put<uint16_t>(&text, 6, static_cast<uint16_t>(node.key.size()));
      return text + node.key;
    });
  }

  void Overflow(uint64_t page, uint32_t count) {
    Header(page, 0x04);
    Put<uint32_t>(&file_, page * kPage + 12, count);
  }

  // Returns the place of node `number` of the page in the file.
  uint64_t NodeAt(uint64_t page, int number) const {
    return page * kPage + GetLittleEndian<uint16_t>(reinterpret_cast<const uint8_t*>(file_.data()) +
                                                    page * kPage + 16 + 2 * number);
  }

  std::string& file() { return file_; }
  absl::StatusOr<std::vector<LmdbRecord>> Check() const { return CheckLmdbPages(AsBytes(file_)); }
  std::string Error() const { return std::string(Check().status().message()); }

 private:
  void Header(uint64_t page, uint16_t flags) {
    Put<uint64_t>(&file_, page * kPage, page);
    Put<uint16_t>(&file_, page * kPage + 10, flags);
  }

  template <typename Text>
  void Fill(uint64_t page, uint16_t flags, const std::vector<Node>& nodes, Text text_of) {
    Header(page, flags);
    uint64_t upper = kPage;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const std::string text = text_of(nodes[i]);
      upper -= text.size() + text.size() % 2;
      file_.replace(page * kPage + upper, text.size(), text);
      Put<uint16_t>(&file_, page * kPage + 16 + 2 * i, static_cast<uint16_t>(upper));
    }
    Put<uint16_t>(&file_, page * kPage + 12, static_cast<uint16_t>(16 + 2 * nodes.size()));
    Put<uint16_t>(&file_, page * kPage + 14, static_cast<uint16_t>(upper));
  }

  std::string file_;
};

TEST(LmdbPagesTest, SoundOnesGiveTheRecords) {
  Pages pages(6);
  const auto records = pages.Check();
  ASSERT_TRUE(records.ok()) << records.status();
  std::string found;
  for (const LmdbRecord& record : *records)
    found +=
        std::string(record.key) + ": " + pages.file().substr(record.offset, record.bytes) + ", ";
  EXPECT_EQ(found, "a: 1, b: 22, c: 3, d: 4, ");
}

TEST(LmdbPagesTest, LessThanAMetaPageIsRefused) {
  Pages pages(6);
  pages.file().resize(100);
  EXPECT_THAT(pages.Error(), HasSubstr("expected a meta page, found less"));
}

TEST(LmdbPagesTest, APageInTwoRunsIsRefused) {
  Pages pages(10);
  pages.Overflow(6, 2);
  pages.Overflow(7, 1);
  pages.Leaf(3, {{"a", "", 0, 6, 900}, {"b", "", 0, 8, 100}});
  pages.Overflow(8, 1);
  pages.Database(72, 2, 1, 2, 3, 4, 2);
  EXPECT_EQ(pages.Error(), "");
  pages.Leaf(3, {{"a", "", 0, 6, 900}, {"b", "", 0, 7, 100}});
  EXPECT_THAT(pages.Error(), HasSubstr("LMDB page 7: expected each page to be used once"));
}

TEST(LmdbPagesTest, MoreUseThanThereArePagesIsRefused) {
  Pages pages(12);
  pages.Overflow(6, 6);
  pages.Leaf(3, {{"a", "", 0, 6, 3000}, {"b", "", 0, 6, 3000}});
  EXPECT_THAT(pages.Error(), HasSubstr("LMDB page 6: expected each page to be used once"));
}

TEST(LmdbPagesTest, BranchKeysOutsideThePageAreRefused) {
  for (const uint16_t bytes : {600, 511}) {
    Pages pages(6);
    Put<uint16_t>(&pages.file(), pages.NodeAt(2, 1) + 6, bytes);
    EXPECT_THAT(pages.Error(), HasSubstr("LMDB page 2: expected a branch key inside the page"));
  }
}

TEST(LmdbPagesTest, BranchesThatLeadNowhereAreRefused) {
  Pages pages(6);
  pages.Branch(2, {{"", "", 3}, {"c", "", 99}});
  EXPECT_THAT(pages.Error(), HasSubstr("LMDB page 99: expected 1 pages between 2 and 6"));
}

TEST(LmdbPagesTest, KeysOutOfOrderAreRefused) {
  Pages lower(6);
  lower.Branch(2, {{"", "", 3}, {"b", "", 4}});  // b is in page 3 already
  EXPECT_THAT(lower.Error(), HasSubstr("LMDB page 2: expected keys in order"));
  Pages higher(6);
  higher.Branch(2, {{"", "", 3}, {"cc", "", 4}});  // page 4 begins with c
  EXPECT_THAT(higher.Error(), HasSubstr("LMDB page 4: expected keys in order"));
}

TEST(LmdbPagesTest, TheFreeDatabaseHasKeysOfEightBytes) {
  Pages leaf(6);
  leaf.Leaf(5, {{"1234567", "free"}});
  EXPECT_THAT(leaf.Error(), HasSubstr("LMDB page 5: expected a key and value inside the page"));
  // Keys compare as numbers: 0x02 0x01 is less than 0x01 0x02.
  const std::string one("\x02\x01\0\0\0\0\0\0", 8);
  const std::string two("\x01\x02\0\0\0\0\0\0", 8);
  Pages branch(8);
  branch.Database(24, 2, 1, 2, 0, 2, 5);
  branch.Branch(5, {{"", "", 6}, {two, "", 7}});
  branch.Leaf(6, {{one, "free"}});
  branch.Leaf(7, {{two, "free"}});
  EXPECT_EQ(branch.Error(), "");
  branch.Branch(5, {{"", "", 6}, {"two", "", 7}});
  EXPECT_THAT(branch.Error(), HasSubstr("LMDB page 5: expected a key of 8 bytes"));
}

}  // namespace
}  // namespace tilebase
