// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// LMDB 0.9's layout on 64-bit little-endian machines (mdb.c: MDB_page, MDB_node, MDB_meta, MDB_db):
//
//   page   0 page number u64 | 8 pad u16 | 10 flags u16 | 12 lower u16 | 14 upper u16 | 16 node
//          offsets, u16 each, up to `lower`; nodes from `upper` to the end of the page.
//          An overflow page has its run's page count as u32 at 12, then the value from 16.
//   node   0 size or page, low u16 | 2 high u16 | 4 flags u16 (in a branch: page, bits 32..47) |
//          6 key size u16 | 8 key | data, or the page number u64 of the overflow run
//   meta   at 16 of page 0 and of page 1: 0 magic u32 | 4 version u32 | 8 address u64 | 16 map size
//          u64 | 24 free database | 72 main database | 120 last page u64 | 128 transaction u64
//   db     0 pad u32 (in the free database: page size) | 4 flags u16 | 6 depth u16 | 8 branch pages
//          u64 | 16 leaf pages u64 | 24 overflow pages u64 | 32 entries u64 | 40 root u64

#include "tables/store/lmdb_check.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/format.h"

namespace tilebase {
namespace {

constexpr uint64_t kPageHeaderBytes = 16;
constexpr uint64_t kNodeHeaderBytes = 8;
constexpr uint16_t kBranch = 0x01;
constexpr uint16_t kLeaf = 0x02;
constexpr uint16_t kOverflow = 0x04;
constexpr uint16_t kMeta = 0x08;
constexpr uint16_t kBigData = 0x01;     // node flag: the value is an overflow run
constexpr uint16_t kIntegerKey = 0x08;  // database flag; set on the free database
constexpr uint32_t kMagic = 0xBEEFC0DE;
constexpr uint32_t kDataVersion = 1;
constexpr uint64_t kMetaEnd = kPageHeaderBytes + 136;
constexpr uint64_t kMinPageSize = 512;
constexpr uint64_t kMaxPageSize = 32768;
constexpr uint64_t kNoPage = ~uint64_t{0};
constexpr uint64_t kMaxKeyBytes = 511;
// LMDB's cursors hold 32 levels; 16 levels of two keys a page are beyond any store.
constexpr int kMaxLevels = 16;

class PageChecker {
 public:
  explicit PageChecker(absl::Span<const uint8_t> file) : file_(file) {}

  absl::StatusOr<std::vector<LmdbRecord>> Check() {
    if (file_.size() < kMetaEnd) return Error(0, "a meta page", "less");
    page_size_ = U32(kPageHeaderBytes + 24);
    if (page_size_ < kMinPageSize || page_size_ > kMaxPageSize ||
        (page_size_ & (page_size_ - 1)) != 0 || file_.size() % page_size_ != 0 ||
        file_.size() / page_size_ < 3)
      return Error(0, absl::StrCat("at least 3 pages of 2^k bytes in ", file_.size(), " bytes"),
                   absl::StrCat("page size ", page_size_));
    pages_ = file_.size() / page_size_;
    for (uint64_t page = 0; page < 2; ++page)
      if (absl::Status status = CheckMeta(page); !status.ok()) return status;
    // LMDB reads the meta page of the later transaction, or the first one if both are equal.
    const uint64_t newest = U64(MetaAt(0) + 128) < U64(MetaAt(1) + 128) ? 1 : 0;
    if (U64(MetaAt(newest) + 120) + 1 != pages_)
      return Error(newest, absl::StrCat("last page ", pages_ - 1),
                   absl::StrCat(U64(MetaAt(newest) + 120)));
    for (const uint64_t database : {24, 72})
      if (absl::Status status = CheckTree(MetaAt(newest) + database, database == 24); !status.ok())
        return status;
    std::sort(used_.begin(), used_.end());
    for (size_t i = 1; i < used_.size(); ++i)
      if (used_[i].first < used_[i - 1].second)
        return Error(used_[i].first, "each page to be used once");
    return std::move(records_);
  }

 private:
  struct Counts {
    uint64_t branch = 0;
    uint64_t leaf = 0;
    uint64_t overflow = 0;
    uint64_t entries = 0;
  };

  uint16_t U16(uint64_t at) const { return GetLittleEndian<uint16_t>(file_.data() + at); }
  uint32_t U32(uint64_t at) const { return GetLittleEndian<uint32_t>(file_.data() + at); }
  uint64_t U64(uint64_t at) const { return GetLittleEndian<uint64_t>(file_.data() + at); }
  uint64_t MetaAt(uint64_t page) const { return page * page_size_ + kPageHeaderBytes; }
  std::string_view Text(uint64_t at, uint64_t bytes) const {
    return {reinterpret_cast<const char*>(file_.data()) + at, bytes};
  }

  static absl::Status Error(uint64_t page, absl::string_view expected,
                            absl::string_view found = {}) {
    return DamageError(absl::StrCat("LMDB page ", page), expected, found);
  }

  absl::Status CheckMeta(uint64_t page) {
    const uint64_t meta = MetaAt(page);
    if (U64(page * page_size_) != page || U16(page * page_size_ + 10) != kMeta ||
        U32(meta) != kMagic || U32(meta + 4) != kDataVersion || U32(meta + 24) != page_size_ ||
        U64(meta + 120) >= pages_)
      return Error(page, "an LMDB meta page", "something else");
    return absl::OkStatus();
  }

  // Checks the database whose MDB_db is at `db`.
  absl::Status CheckTree(uint64_t db, bool is_free_db) {
    is_free_db_ = is_free_db;
    counts_ = {};
    last_key_.reset();
    floor_.reset();
    const uint16_t flags = U16(db + 4);
    const int depth = U16(db + 6);
    const uint64_t root = U64(db + 40);
    if (is_free_db ? (flags & 0xff) != kIntegerKey : flags != 0 || U32(db) != 0)
      return Error(db / page_size_, "a plain database", absl::StrCat("flags ", flags));
    if (depth > kMaxLevels)
      return Error(db / page_size_, absl::StrCat("a depth of at most ", kMaxLevels),
                   absl::StrCat(depth));
    if ((root == kNoPage) != (depth == 0))
      return Error(db / page_size_, "a root page exactly where there is a depth");
    if (root != kNoPage)
      if (absl::Status status = CheckPage(root, depth); !status.ok()) return status;
    if (U64(db + 8) != counts_.branch || U64(db + 16) != counts_.leaf ||
        U64(db + 24) != counts_.overflow || U64(db + 32) != counts_.entries)
      return Error(db / page_size_, "counters that match the tree");
    return absl::OkStatus();
  }

  // Marks pages begin .. begin+count-1 as used. Each page can be used only once, so a tree with a
  // cycle ends in an error.
  absl::Status Use(uint64_t begin, uint64_t count) {
    if (begin < 2 || begin >= pages_ || count > pages_ - begin)
      return Error(begin, absl::StrCat("", count, " pages between 2 and ", pages_));
    total_used_ += count;
    if (total_used_ > pages_) return Error(begin, "each page to be used once");
    used_.emplace_back(begin, begin + count);
    return absl::OkStatus();
  }

  // Checks a tree page `level` levels above the bottom; leaves are level 1.
  absl::Status CheckPage(uint64_t page, int level) {
    if (absl::Status status = Use(page, 1); !status.ok()) return status;
    const uint64_t base = page * page_size_;
    const bool leaf = level == 1;
    const uint64_t lower = U16(base + 12);
    const uint64_t upper = U16(base + 14);
    if (U64(base) != page || U16(base + 10) != (leaf ? kLeaf : kBranch))
      return Error(page, leaf ? "a leaf page" : "a branch page");
    if (lower < kPageHeaderBytes || lower % 2 != 0 || lower > upper || upper > page_size_)
      return Error(page, "free space inside the page", absl::StrCat(lower, " to ", upper));
    const uint64_t nodes = (lower - kPageHeaderBytes) / 2;
    // LMDB asserts that a branch has two children.
    if (nodes < (leaf ? 1 : 2)) return Error(page, "more nodes", absl::StrCat(nodes));
    ++(leaf ? counts_.leaf : counts_.branch);
    uint64_t node_bytes = 0;
    for (uint64_t i = 0; i < nodes; ++i) {
      const uint64_t offset = U16(base + kPageHeaderBytes + 2 * i);
      if (offset < upper || offset % 2 != 0 || offset + kNodeHeaderBytes > page_size_)
        return Error(page, absl::StrCat("node ", i, " inside the page"));
      absl::StatusOr<uint64_t> size =
          leaf ? CheckLeafNode(page, offset) : CheckBranchNode(page, offset, i == 0, level);
      if (!size.ok()) return size.status();
      node_bytes += *size + *size % 2;
    }
    if (node_bytes != page_size_ - upper)
      return Error(page, "nodes to fill the page from its free space to its end");
    return absl::OkStatus();
  }

  absl::StatusOr<uint64_t> CheckBranchNode(uint64_t page, uint64_t offset, bool first, int level) {
    const uint64_t node = page * page_size_ + offset;
    const uint64_t key_bytes = U16(node + 6);
    const uint64_t size = kNodeHeaderBytes + key_bytes;
    if (key_bytes > kMaxKeyBytes || offset + size > page_size_)
      return Error(page, "a branch key inside the page");
    const uint64_t child =
        U16(node) | uint64_t{U16(node + 2)} << 16 | uint64_t{U16(node + 4)} << 32;
    // The first key stands for everything smaller and is never read.
    if (!first) {
      const std::string_view key = Text(node + kNodeHeaderBytes, key_bytes);
      if (is_free_db_ && key_bytes != 8) return Error(page, "a key of 8 bytes");
      if (last_key_ && !Less(*last_key_, key)) return Error(page, "keys in order");
      floor_ = key;
    }
    if (absl::Status status = CheckPage(child, level - 1); !status.ok()) return status;
    return size;
  }

  absl::StatusOr<uint64_t> CheckLeafNode(uint64_t page, uint64_t offset) {
    const uint64_t node = page * page_size_ + offset;
    const uint64_t bytes = U16(node) | uint64_t{U16(node + 2)} << 16;
    const uint16_t flags = U16(node + 4);
    const uint64_t key_bytes = U16(node + 6);
    const bool big = flags == kBigData;
    if (flags != 0 && !big) return Error(page, "plain values", absl::StrCat("node flags ", flags));
    const uint64_t size = kNodeHeaderBytes + key_bytes + (big ? 8 : bytes);
    if (key_bytes == 0 || key_bytes > kMaxKeyBytes || offset + size > page_size_ ||
        (is_free_db_ && key_bytes != 8))
      return Error(page, "a key and value inside the page");
    const std::string_view key = Text(node + kNodeHeaderBytes, key_bytes);
    if ((last_key_ && !Less(*last_key_, key)) || (floor_ && Less(key, *floor_)))
      return Error(page, "keys in order");
    last_key_ = key;
    floor_.reset();
    uint64_t value = node + kNodeHeaderBytes + key_bytes;
    if (big) {
      const uint64_t run = U64(value);
      const uint64_t count = (kPageHeaderBytes - 1 + bytes) / page_size_ + 1;
      if (absl::Status status = Use(run, count); !status.ok()) return status;
      const uint64_t base = run * page_size_;
      if (U64(base) != run || U16(base + 10) != kOverflow || U32(base + 12) != count)
        return Error(run, absl::StrCat("a run of ", count, " overflow pages"));
      counts_.overflow += count;
      value = base + kPageHeaderBytes;
    }
    ++counts_.entries;
    if (!is_free_db_) records_.push_back({key, value, bytes});
    return size;
  }

  bool Less(std::string_view a, std::string_view b) const {
    if (!is_free_db_) return a < b;
    return GetLittleEndian<uint64_t>(reinterpret_cast<const uint8_t*>(a.data())) <
           GetLittleEndian<uint64_t>(reinterpret_cast<const uint8_t*>(b.data()));
  }

  const absl::Span<const uint8_t> file_;
  uint64_t page_size_ = 0;
  uint64_t pages_ = 0;
  uint64_t total_used_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> used_;  // page ranges [first, second)
  std::vector<LmdbRecord> records_;
  // State of the tree being walked.
  bool is_free_db_ = false;
  Counts counts_;
  std::optional<std::string_view> last_key_;  // the greatest key so far
  std::optional<std::string_view> floor_;     // the next key must not be smaller
};

}  // namespace

std::string_view OtherLmdbMachine(absl::Span<const uint8_t> file) {
  constexpr size_t kNarrowMagicAt = 12;  // where addresses have 32 bits
  if (file.size() < kPageHeaderBytes + 4) return "";
  const auto is_magic = [&](size_t at, uint32_t magic) {
    return GetLittleEndian<uint32_t>(file.data() + at) == magic;
  };
  if (is_magic(kPageHeaderBytes, __builtin_bswap32(kMagic)) ||
      is_magic(kNarrowMagicAt, __builtin_bswap32(kMagic)))
    return "a big-endian machine";
  return is_magic(kNarrowMagicAt, kMagic) ? "a 32-bit machine" : "";
}

absl::StatusOr<std::vector<LmdbRecord>> CheckLmdbPages(absl::Span<const uint8_t> file) {
  return PageChecker(file).Check();
}

}  // namespace tilebase
