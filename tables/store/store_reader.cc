// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opening goes in this order; each step relies only on what the steps before have checked:
//
//   1. the seal and the skeleton's hash, over a mapping of our own;
//   2. LMDB's pages, which gives the place of every record;
//   3. the records, and that the keys are exactly those of a store;
//   4. that the seal's extents are data segments, so that no byte is left without a hash;
//   5. LMDB, which must give the same keys and places. Only its map stays.

#include <lmdb.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/records.h"
#include "tables/store/lmdb_check.h"
#include "tables/store/seal.h"
#include "tables/store/store.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

// How often to open again if the file is replaced between our check and LMDB's open.
constexpr int kAttempts = 16;

struct CloseEnv {
  void operator()(MDB_env* env) const { mdb_env_close(env); }
};
struct AbortTransaction {
  void operator()(MDB_txn* transaction) const { mdb_txn_abort(transaction); }
};
struct CloseCursor {
  void operator()(MDB_cursor* cursor) const { mdb_cursor_close(cursor); }
};

absl::Status Replaced(const std::string& path, const char* how) {
  return MakeError(absl::StatusCode::kAborted,
                   {.where = path,
                    .what = absl::StrCat("was replaced ", how, "while it was being opened"),
                    .remedy = "try again"});
}

absl::Status LmdbError(const std::string& name, int rc) {
  if (rc > 0) return FileError(name, "open", AsErrno(rc));
  return MakeError(absl::StatusCode::kDataLoss, {.where = "LMDB", .what = mdb_strerror(rc)});
}

class LmdbStoreReader : public StoreReader {
 public:
  // Errors from the file's content do not contain its name.
  absl::Status Load(const std::string& path, const std::string& name, const MappedFile& file) {
    const absl::StatusOr<Seal> seal = CheckSeal(file.bytes());
    if (!seal.ok()) return seal.status();
    file_ = file.bytes().first(seal->lmdb_bytes);
    absl::StatusOr<std::vector<LmdbRecord>> records = CheckLmdbPages(file_);
    if (!records.ok()) return records.status();
    records_ = *std::move(records);
    if (absl::Status status = OpenLmdb(path, name, file); !status.ok()) return status;
    if (absl::Status status = LoadRecords(name, file.bytes().size()); !status.ok()) return status;
    absl::Status status = CheckExtents(seal->extents);
    // These point into our own mapping, which is about to be unmapped.
    file_ = {};
    records_ = {};
    return status;
  }

 private:
  // The bytes of a record in LMDB's map.
  absl::Span<const uint8_t> BytesOf(const LmdbRecord& record) const {
    return {map_ + record.offset, record.bytes};
  }

  absl::Status OpenLmdb(const std::string& path, const std::string& name, const MappedFile& file) {
    MDB_env* env = nullptr;
    if (int rc = mdb_env_create(&env); rc != 0) return LmdbError(name, rc);
    env_.reset(env);
    // Without this call LMDB maps the size the writer used, which is more than the file.
    if (int rc = mdb_env_set_mapsize(env, file_.size()); rc != 0) return LmdbError(name, rc);
    if (int rc = mdb_env_open(env, path.c_str(), MDB_RDONLY | MDB_NOLOCK | MDB_NOSUBDIR, 0);
        rc != 0)
      return LmdbError(name, rc);
    NativeFile opened = {};
    if (mdb_env_get_fd(env, &opened) != 0 || !file.IsSameFile(opened)) return Replaced(name, "");

    MDB_txn* transaction = nullptr;
    if (int rc = mdb_txn_begin(env, nullptr, MDB_RDONLY, &transaction); rc != 0)
      return LmdbError(name, rc);
    const std::unique_ptr<MDB_txn, AbortTransaction> abort_transaction(transaction);
    MDB_dbi dbi = 0;
    if (int rc = mdb_dbi_open(transaction, nullptr, 0, &dbi); rc != 0) return LmdbError(name, rc);
    MDB_cursor* cursor = nullptr;
    if (int rc = mdb_cursor_open(transaction, dbi, &cursor); rc != 0) return LmdbError(name, rc);
    const std::unique_ptr<MDB_cursor, CloseCursor> close_cursor(cursor);
    absl::Status others = DamageError("LMDB", "the records that its pages hold", "others");
    MDB_val key;
    MDB_val value;
    for (const LmdbRecord& record : records_) {
      if (int rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT); rc != 0)
        return LmdbError(name, rc);
      const uint8_t* const data = static_cast<const uint8_t*>(value.mv_data);
      if (map_ == nullptr) map_ = data - record.offset;
      if (std::string_view(static_cast<const char*>(key.mv_data), key.mv_size) != record.key ||
          value.mv_size != record.bytes || data != map_ + record.offset)
        return others;
    }
    return mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_NOTFOUND ? absl::OkStatus()
                                                                          : others;
  }

  absl::Status LoadRecords(const std::string& name, uint64_t file_bytes) {
    if (records_.empty() || records_.back().key != kSetKey)
      return MakeError(absl::StatusCode::kFailedPrecondition,
                       {.what = "not a tilebase file",
                        .expected = absl::StrCat("the last key to be '", kSetKey, "'")});
    absl::StatusOr<SetRecord> set = DecodeSetRecord(BytesOf(records_.back()));
    if (!set.ok()) return set.status();
    auto next = records_.begin();
    const auto last = records_.end() - 1;
    for (uint32_t table = 0; table < set->table_count; ++table) {
      std::vector<absl::Span<const uint8_t>> segments;
      for (const Plane plane : {Plane::kPolicy, Plane::kReachable})
        for (uint32_t segment = 0; next != last && next->key == DataKey(table, plane, segment);
             ++segment) {
          segments.push_back(BytesOf(*next));
          data_.push_back({next->offset, next->bytes});
          ++next;
        }
      if (last - next < 2 || next[0].key != HeaderKey(table) || next[1].key != IndexKey(table))
        return DamageError(
            "", absl::StrCat("keys '", HeaderKey(table), "' and '", IndexKey(table), "'"),
            "others");
      absl::StatusOr<TableInfo> info = DecodeTableRecord(set->info.geometry, BytesOf(next[0]));
      if (!info.ok()) return info.status();
      absl::StatusOr<BlockIndex> index = DecodeIndexRecord(*info, BytesOf(next[1]));
      if (!index.ok()) return index.status();
      next += 2;
      if (absl::Status status = AddTable(*std::move(info), *std::move(index), segments);
          !status.ok())
        return status;
    }
    if (next != last)
      return DamageError("", absl::StrCat("the keys of ", set->table_count, " tables"), "more");
    return SetHeader(name, std::move(set->info), file_bytes);
  }

  absl::Status CheckExtents(const std::vector<Extent>& extents) {
    std::sort(data_.begin(), data_.end(),
              [](const Extent& a, const Extent& b) { return a.offset < b.offset; });
    auto segment = data_.begin();
    for (const Extent& extent : extents) {
      while (segment != data_.end() && segment->offset < extent.offset) ++segment;
      if (segment == data_.end() || !(*segment == extent))
        return DamageError("seal", "its extents to be data segments",
                           absl::StrCat(extent.bytes, " bytes at ", extent.offset));
    }
    return absl::OkStatus();
  }

  std::unique_ptr<MDB_env, CloseEnv> env_;  // holds the map
  const uint8_t* map_ = nullptr;            // the file's first byte in it
  // Used while loading: our own mapping, its records, and the places of the data segments.
  absl::Span<const uint8_t> file_;
  std::vector<LmdbRecord> records_;
  std::vector<Extent> data_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const StoreReader>> StoreReader::Open(
    const std::string& path, const StoreReaderOptions& options) {
  const std::string& name = options.name.empty() ? path : options.name;
  if (!kIsStoreMachine)
    return MakeError(absl::StatusCode::kUnimplemented,
                     {.where = name,
                      .what = "LMDB stores are for 64-bit little-endian machines",
                      .remedy = "use a flat image here"});
  absl::Status replaced;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path, name);
    if (!file.ok()) return file.status();
    if (const std::string_view other = OtherLmdbMachine((*file)->bytes()); !other.empty())
      return MakeError(
          absl::StatusCode::kUnimplemented,
          {.where = name,
           .expected = "the LMDB file of a 64-bit little-endian machine",
           .found = absl::StrCat("that of ", absl::string_view(other.data(), other.size())),
           .remedy = "export a flat image there"});
    auto reader = std::make_shared<LmdbStoreReader>();
    absl::Status status = reader->Load(path, name, **file);
    if (status.code() == absl::StatusCode::kAborted || (!status.ok() && !(*file)->IsAt(path))) {
      replaced = Replaced(name, "again and again ");
      continue;
    }
    if (!status.ok()) return ExplainContentError(name, status);
    if (options.check_content)
      if (status = reader->CheckContent(options.threads); !status.ok()) return status;
    return reader;
  }
  return replaced;
}

}  // namespace tilebase
