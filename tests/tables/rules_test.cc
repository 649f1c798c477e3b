// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The rules of docs/format.md one by one, each where it is held: pages, seals, records, tables and
// sets that are sound but for the one thing that the rule forbids. (Whole files that are damaged or
// forged break most of them as well; which ones is chance.)

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string.h>

#include <string>
#include <utility>
#include <vector>

#include "tables/format.h"
#include "tables/hash.h"
#include "tables/image/flat_image.h"
#include "tables/image/image_reader.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/store/lmdb_check.h"
#include "tables/store/seal.h"

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <typename T>
void Put(std::string* bytes, uint64_t at, T value) {
  PutLittleEndian<T>(reinterpret_cast<uint8_t*>(bytes->data()) + at, value);
}

// Files of LMDB pages, made by hand (layout: tables/store/lmdb_check.cc).
constexpr uint64_t kPage = 512;

struct Node {
  std::string key;
  std::string value;
  uint64_t child = 0;  // of a branch
  uint64_t run = 0;    // where the value is a run of overflow pages: its first page
  uint32_t bytes = 0;  // of such a value
};

class Pages {
 public:
  // Two databases: the free one with its root at page 5 and 1 entry, the main one with its root
  // at 2.
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

  // Where node `number` of the page is in the file.
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
  // By the number that they are: 0x02 0x01 is less than 0x01 0x02.
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

// A seal over 1,000 bytes with two extents, which `change` changes before its hash is made right.
template <typename Change>
absl::Status ChangedSeal(Change change) {
  namespace at = seal_record;
  const std::string lmdb(1000, 'x');
  const std::vector<Extent> extents = {{100, 10}, {200, 10}};
  std::string seal = EncodeSeal(AsBytes(lmdb), extents);
  change(&seal);
  const uint64_t fixed = seal.size() - at::kFixedBytes;
  Put<uint64_t>(&seal, fixed + at::kHashAt, Hash64(AsBytes(seal).first(fixed + at::kHashAt)));
  const auto checked = CheckSeal(AsBytes(lmdb + seal));
  if (checked.ok()) {
    EXPECT_THAT(checked->extents, ElementsAre(extents[0], extents[1]));
  }
  return checked.status();
}

TEST(SealTest, ExtentsAreInOrderAndInTheFile) {
  EXPECT_TRUE(ChangedSeal([](std::string*) {}).ok());
  const uint64_t second = seal_record::kExtentBytes;
  for (const auto& [offset, bytes] : std::vector<std::pair<uint64_t, uint64_t>>{
           {109, 10}, {1001, 10}, {200, 0}, {200, 801}, {200, UINT64_MAX}}) {
    const absl::Status status = ChangedSeal([&, offset = offset, bytes = bytes](std::string* seal) {
      Put<uint64_t>(seal, second, offset);
      Put<uint64_t>(seal, second + 8, bytes);
    });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()), HasSubstr("extents in order between 110 and 1000"));
  }
}

TEST(SealTest, BeginsWhereItSays) {
  const absl::Status status = ChangedSeal([](std::string* seal) {
    Put<uint64_t>(seal, seal->size() - seal_record::kFixedBytes + seal_record::kLmdbBytesAt, 999);
  });
  EXPECT_THAT(std::string(status.message()), HasSubstr("expected it to begin at 1000"));
}

TEST(RecordsTest, TooShortOnesAreRefused) {
  const std::string few(16, '\0');
  EXPECT_EQ(DecodeSetRecord(AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(DecodeTableRecord({3, 3}, AsBytes(few)).status().code(), absl::StatusCode::kDataLoss);
}

TEST(RecordsTest, LongTextsAreRefused) {
  SetInfo info;
  info.geometry = {3, 3};
  const auto error = [&] {
    return std::string(DecodeSetRecord(AsBytes(EncodeSetRecord(info, 1))).status().message());
  };
  info.plan = "rest";
  EXPECT_EQ(error(), "");
  info.plan.assign(1025, 'r');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
  info.plan = "rest";
  info.creator.assign(1025, 'c');
  EXPECT_THAT(error(), HasSubstr("of at most 1024 bytes"));
}

// A table of which nothing but the counts is made up: every entry is a goal.
TableInfo Table(const Subproblem& subproblem, Metric metric = Metric::kMoves) {
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

TEST(TableRulesTest, StatesAreCountedInSixtyFourBits) {
  const Subproblem sound = {{3, 3}, 0xf, 0};
  EXPECT_TRUE(CheckTable(Table(sound)).ok());
  const Subproblem large = {{8, 8}, (uint64_t{1} << 40) - 1, 0};
  EXPECT_THAT(std::string(CheckTable(Table(large)).message()), HasSubstr("below 2^64, found more"));
}

TEST(TableRulesTest, HistogramsHaveADepthAndNotTooMany) {
  TableInfo table = Table({{3, 3}, 0xf, 0});
  table.histogram.clear();
  EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("a histogram of 1 to 65536"));
  table.histogram.assign(65537, 0);
  table.histogram.back() = table.entries;
  EXPECT_THAT(std::string(CheckTable(table).message()), HasSubstr("a histogram of 1 to 65536"));
}

// A set of the plan on 3x3 with one table for each stage that has tables of its own.
struct Set {
  explicit Set(const std::string& plan_text) {
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
      tables.push_back(Table(plan->stages[stage], plan->MetricOf(stage)));
    }
    EXPECT_EQ(Error(), "");
  }
  std::string Error() const { return std::string(CheckTableSet(info, tables).message()); }

  SetInfo info;
  std::vector<TableInfo> tables;
};

TEST(SetRulesTest, ThePlanIsInCanonicalForm) {
  Set set("1-4/5-8");
  set.info.plan = "1-4/rest";
  EXPECT_THAT(set.Error(), HasSubstr("expected the canonical plan text '1-4/5-8'"));
}

TEST(SetRulesTest, TheWorstCaseOfWhatIsNoSetIsNone) {
  Set set("1-4/5-8");
  set.tables[0].histogram.push_back(1);
  EXPECT_EQ(CertifiedWorstCase(set.info, set.tables), 1u);
  SetInfo info = set.info;
  info.plan = "nonsense";
  EXPECT_EQ(CertifiedWorstCase(info, set.tables), 0u);
  info = set.info;
  info.stages.pop_back();
  EXPECT_EQ(CertifiedWorstCase(info, set.tables), 0u);
}

TEST(SetRulesTest, AStageHasTablesOfMoves) {
  Set set("1-4/5-8");
  set.tables[0].metric = Metric::kPattern;
  EXPECT_THAT(set.Error(), HasSubstr("expected table {1-4}|{}, found {1-4}|{}, a pattern"));
}

TEST(SetRulesTest, NoTableFollowsOneWithoutFixedTiles) {
  Set set("1-4/5-8");
  set.tables.insert(set.tables.begin() + 1, set.tables[0]);
  set.tables[0].reachable -= 1;
  set.info.stages[0].table_count = 2;
  set.info.stages[1].first_table = 2;
  EXPECT_THAT(set.Error(), HasSubstr("expected to be the last one: it has no fixed tiles"));
}

TEST(SetRulesTest, APatternHasItsOwnTable) {
  const auto broken = [](auto change) {
    Set set("pattern:5-3");
    change(&set);
    return set.Error();
  };
  EXPECT_THAT(broken([](Set* set) { set->tables[0].subproblem.goal = 1; }),
              HasSubstr("found 1, the first one {1}|{}"));
  EXPECT_THAT(broken([](Set* set) { set->tables[0].metric = Metric::kMoves; }),
              HasSubstr(", no pattern"));
  EXPECT_THAT(broken([](Set* set) {
                set->tables.insert(set->tables.begin(), set->tables[0]);
                set->info.stages[0].table_count = 2;
              }),
              HasSubstr("expected one table, the pattern"));
}

TEST(SetRulesTest, EqualStagesHaveTheSameTables) {
  Set set("1-4/5-8 + 1-4/5-6/7-8");
  ASSERT_EQ(set.info.stages.size(), 5u);
  set.info.stages[2].table_count = 2;
  EXPECT_THAT(set.Error(), HasSubstr("stage 2: expected the tables of stage 0"));
  set.info.stages[2] = {1, 1};
  EXPECT_THAT(set.Error(), HasSubstr("stage 2: expected the tables of stage 0"));
}

// An image of these parts, its directory sound whatever they are.
std::string Image(const std::vector<std::string>& parts) {
  namespace at = image_record;
  std::string image(at::DirectoryBytes(parts.size()), '\0');
  memcpy(image.data() + at::kMagicAt, at::kMagic, sizeof at::kMagic);
  Put<uint16_t>(&image, at::kByteOrderAt, at::kByteOrderMark);
  Put<uint8_t>(&image, at::kOffsetBytesAt, at::kOffsetBytes);
  Put<uint16_t>(&image, at::kVersionAt, kFormatVersion);
  Put<uint32_t>(&image, at::kPartCountAt, static_cast<uint32_t>(parts.size()));
  const auto pad = [&] { image.resize((image.size() + 15) / 16 * 16); };
  for (size_t i = 0; i < parts.size(); ++i) {
    pad();
    Put<uint64_t>(&image, at::kFixedBytes + i * at::kPartBytes, image.size());
    Put<uint64_t>(&image, at::kFixedBytes + i * at::kPartBytes + 8, parts[i].size());
    image += parts[i];
  }
  pad();
  Put<uint64_t>(&image, at::kImageBytesAt, image.size());
  const uint64_t hash_at = at::DirectoryBytes(parts.size()) - kRecordHashBytes;
  Put<uint64_t>(&image, hash_at, Hash64(AsBytes(image).first(hash_at)));
  return image;
}

// What the reader without a heap and the host's reader say of it.
std::pair<std::string, std::string> Verdicts(const std::vector<std::string>& parts) {
  const std::string image = Image(parts);
  Fault fault;
  FlatImage flat;
  const bool opened =
      flat.Open({reinterpret_cast<const uint8_t*>(image.data()), image.size()}, &fault);
  EXPECT_FALSE(opened);
  const auto host = ImageReader::FromBytes(AsBytes(image), "image");
  EXPECT_FALSE(host.ok());
  return {fault.message.text(), std::string(host.status().message())};
}

TEST(ImageRulesTest, BothReadersRefuseRecordsThatAreTooShort) {
  const auto [set_flat, set_host] = Verdicts({"few", "", "", "", ""});
  EXPECT_THAT(set_flat, HasSubstr("set record: expected at least"));
  EXPECT_THAT(set_host, HasSubstr("set record: expected at least"));
  const Set set("1-8");
  const auto [flat, host] = Verdicts({EncodeSetRecord(set.info, 1), "few", "", "", ""});
  EXPECT_THAT(flat, HasSubstr("table record: expected at least"));
  EXPECT_THAT(host, HasSubstr("table record: expected at least"));
}

TEST(ImageRulesTest, BothReadersRefuseLongTexts) {
  SetInfo info = Set("1-8").info;
  info.creator.assign(1025, 'c');
  const auto [flat, host] = Verdicts({EncodeSetRecord(info, 1), "", "", "", ""});
  EXPECT_THAT(flat, HasSubstr("of at most 1024 bytes"));
  EXPECT_THAT(host, HasSubstr("of at most 1024 bytes"));
  info.plan.assign(1025, '1');
  EXPECT_THAT(Verdicts({EncodeSetRecord(info, 1), "", "", "", ""}).first,
              HasSubstr("of at most 1024 bytes"));
}

TEST(ImageRulesTest, PatternsAreNotForTheReaderWithoutAHeap) {
  for (const std::string plan : {"pattern:5-3", "1-8 + pattern:5-3"}) {
    const Set set(plan);
    std::vector<std::string> parts(1 + 4 * set.tables.size());
    parts[0] = EncodeSetRecord(set.info, static_cast<uint32_t>(set.tables.size()));
    EXPECT_THAT(Verdicts(parts).first, HasSubstr("build the stages alone"));
  }
}

TEST(ImageReaderTest, AMissingFileIsNamed) {
  EXPECT_EQ(ImageReader::Open("/no/such/image").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace tilebase
