// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Equal content gives equal bytes because keys are written in ascending order with MDB_APPEND;
// transactions end at points that depend only on the sizes written; the map size, which LMDB
// stores, is derived from the same sizes; and LMDB zeroes pages before use (no MDB_NOMEMINIT, no
// MDB_WRITEMAP).
//
// MDB_WRITEMAP would also turn a full disk into SIGBUS. MDB_NOSYNC is safe because the file has no
// reader before Finish, which syncs it once.

#include <errno.h>
#include <lmdb.h>
#include <string.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/records.h"
#include "tables/store/lmdb_check.h"
#include "tables/store/seal.h"
#include "tables/store/store.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

// A transaction ends when it holds this many bytes, so that LMDB's copy of unwritten pages stays
// small.
constexpr uint64_t kCommitBytes = uint64_t{64} << 20;
// A compressed segment is collected in memory before LMDB gets it. Readers do not need it to be
// contiguous.
constexpr uint64_t kMaxCompressedSegmentBytes = uint64_t{64} << 20;
// Pages that a value may need beyond its own: rounding, the overflow header, its share of tree
// pages.
constexpr uint64_t kSparePages = 3;
// Pages that a commit may need for its free list and for copies of the tree's right edge.
constexpr uint64_t kCommitSparePages = 1024;

absl::Status AsInvalidArgument(const std::string& path, const absl::Status& status) {
  return ErrorWithin(path, ErrorAs(absl::StatusCode::kInvalidArgument, status));
}

class LmdbStoreWriter : public StoreWriter {
 public:
  LmdbStoreWriter(const std::string& path, const StoreWriterOptions& options)
      : path_(path), options_(options) {}

  ~LmdbStoreWriter() override {
    CloseEnvironment();
    if (created_ && !finished_) RemoveFile(path_);
  }

  absl::Status Start() {
    if (options_.max_segment_bytes < kMaxStoredBlockBytes ||
        options_.max_segment_bytes > kMaxSegmentBytes)
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = path_,
                        .expected = absl::StrCat("segments of ", kMaxStoredBlockBytes, " to ",
                                                 kMaxSegmentBytes, " bytes")});
    // LMDB would open an existing file; it treats an empty file as a new one.
    FileDescriptor fd = OpenToWrite(path_, Opening::kNew);
    if (fd.get() < 0 && errno == EEXIST)
      return MakeError(
          absl::StatusCode::kAlreadyExists,
          {.where = path_, .what = "exists already", .remedy = "remove it or choose another name"});
    if (fd.get() < 0) return FileError(path_, "create", errno);
    fd = FileDescriptor();
    created_ = true;
    if (int rc = mdb_env_create(&env_); rc != 0) return LmdbError("create", rc);
    if (int rc = mdb_env_open(env_, path_.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, 0644);
        rc != 0)
      return LmdbError("create", rc);
    opened_ = true;
    MDB_stat stat;
    if (int rc = mdb_env_stat(env_, &stat); rc != 0) return LmdbError("create", rc);
    page_size_ = stat.ms_psize;
    return absl::OkStatus();
  }

  absl::Status BeginTable(const TableInfo& table) override {
    if (!failed_.ok()) return failed_;
    return failed_ = DoBeginTable(table);
  }
  absl::Status AppendBlock(absl::Span<const uint8_t> stored) override {
    if (!failed_.ok()) return failed_;
    return failed_ = DoAppendBlock(stored);
  }
  absl::Status EndTable(uint64_t content_hash) override {
    if (!failed_.ok()) return failed_;
    return failed_ = DoEndTable(content_hash);
  }
  absl::Status Finish(SetInfo info) override {
    if (!failed_.ok()) return failed_;
    failed_ = DoFinish(std::move(info));
    if (!failed_.ok()) return failed_;
    failed_ = Misuse("the store is finished");
    return absl::OkStatus();
  }

 private:
  absl::Status Misuse(absl::string_view what) const {
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = path_, .what = std::string(what)});
  }

  absl::Status LmdbError(absl::string_view action, int rc) const {
    if (rc == EIO) rc = ReasonForShortWrite();
    if (rc > 0)
      return FileError(path_, std::string_view(action.data(), action.size()), AsErrno(rc));
    return MakeError(
        absl::StatusCode::kInternal,
        {.where = path_, .what = absl::StrCat("cannot ", action, ": ", mdb_strerror(rc))});
  }

  // LMDB reports a write that was cut short, as the first write on a full disk is, as EIO. Asking
  // for the space again shows whether the disk is full.
  int ReasonForShortWrite() const {
    NativeFile file = {};
    MDB_envinfo info;
    // Do not query an environment that could not be opened.
    if (!opened_ || mdb_env_get_fd(env_, &file) != 0 || mdb_env_info(env_, &info) != 0) return EIO;
    const uint64_t bytes = (info.me_last_pgno + 1 + used_pages_) * page_size_;
    const int lacks = TakeRoom(file, bytes);
    return lacks != 0 ? lacks : EIO;
  }

  void CloseEnvironment() {
    if (transaction_ != nullptr) mdb_txn_abort(std::exchange(transaction_, nullptr));
    if (env_ != nullptr) mdb_env_close(std::exchange(env_, nullptr));
    opened_ = false;
  }

  absl::Status Commit() {
    if (transaction_ == nullptr) return absl::OkStatus();
    const int rc = mdb_txn_commit(std::exchange(transaction_, nullptr));
    return rc == 0 ? absl::OkStatus() : LmdbError("write", rc);
  }

  // Adds a record and returns the place for its bytes, valid until the next call.
  absl::StatusOr<uint8_t*> Reserve(const std::string& key, uint64_t bytes) {
    const uint64_t pages = bytes / page_size_ + kSparePages;
    if (transaction_ != nullptr &&
        (used_pages_ + pages > room_pages_ || used_pages_ * page_size_ >= kCommitBytes))
      if (absl::Status status = Commit(); !status.ok()) return status;
    if (transaction_ == nullptr)
      if (absl::Status status = Begin(pages); !status.ok()) return status;
    used_pages_ += pages;
    MDB_val mdb_key = {key.size(), const_cast<char*>(key.data())};
    MDB_val mdb_data = {bytes, nullptr};
    if (int rc = mdb_put(transaction_, dbi_, &mdb_key, &mdb_data, MDB_APPEND | MDB_RESERVE);
        rc != 0)
      return LmdbError("write", rc);
    return static_cast<uint8_t*>(mdb_data.mv_data);
  }

  // Begins a transaction in a map with room for kCommitBytes and `pages` more.
  absl::Status Begin(uint64_t pages) {
    MDB_envinfo info;
    if (int rc = mdb_env_info(env_, &info); rc != 0) return LmdbError("write", rc);
    used_pages_ = 0;
    room_pages_ = kCommitBytes / page_size_ + pages;
    const uint64_t map_pages = info.me_last_pgno + 1 + room_pages_ + kCommitSparePages;
    if (int rc = mdb_env_set_mapsize(env_, map_pages * page_size_); rc != 0)
      return LmdbError("map", rc);
    if (int rc = mdb_txn_begin(env_, nullptr, 0, &transaction_); rc != 0)
      return LmdbError("write", rc);
    if (int rc = mdb_dbi_open(transaction_, nullptr, 0, &dbi_); rc != 0)
      return LmdbError("write", rc);
    return absl::OkStatus();
  }

  absl::Status PutRecord(const std::string& key, absl::Span<const uint8_t> bytes) {
    absl::StatusOr<uint8_t*> to = Reserve(key, bytes.size());
    if (!to.ok()) return to.status();
    memcpy(*to, bytes.data(), bytes.size());
    return absl::OkStatus();
  }

  absl::Status DoBeginTable(const TableInfo& given) {
    if (in_table_) return Misuse("the table before has not ended");
    if (tables_.size() == kMaxTables)
      return Misuse(absl::StrCat("expected at most ", kMaxTables, " tables"));
    if (!IsValid(given.subproblem, given.metric))
      return AsInvalidArgument(path_, CheckTable(given));
    TableInfo table = given;
    table.entries = EntryCount(table.subproblem, table.metric);
    table.states = StateCount(table.subproblem, table.metric);
    table.reachable = 0;
    for (const uint64_t count : table.histogram) table.reachable += count;
    table.content_hash = 0;
    table.stored_bytes = 0;
    if (absl::Status status = CheckTable(table); !status.ok())
      return AsInvalidArgument(path_, status);
    layout_ = LayoutOf(table);
    tables_.push_back(std::move(table));
    in_table_ = true;
    block_ = 0;
    index_.clear();
    return absl::OkStatus();
  }

  absl::Status DoAppendBlock(absl::Span<const uint8_t> stored) {
    if (!in_table_ || block_ == layout_.blocks()) return Misuse("no table expects a block");
    TableInfo& table = tables_.back();
    const uint64_t decoded = layout_.BlockBytes(block_);
    const bool raw = table.codec == Codec::kRaw;
    if (raw ? stored.size() != decoded : stored.empty() || stored.size() > kMaxStoredBlockBytes)
      return Misuse(absl::StrCat("block ", block_, ": ", stored.size(), " stored bytes do not fit ",
                                 decoded, " decoded ones"));
    if (layout_.OffsetInPlane(block_) == 0 || segment_bytes_ + stored.size() > max_segment_bytes_) {
      if (absl::Status status = BeginSegment(raw); !status.ok()) return status;
    }
    if (raw)
      memcpy(raw_segment_ + segment_bytes_, stored.data(), stored.size());
    else
      segment_data_.insert(segment_data_.end(), stored.begin(), stored.end());
    AppendIndexEntry(table.stored_bytes, Hash64(stored), &index_);
    segment_bytes_ += stored.size();
    table.stored_bytes += stored.size();
    ++block_;
    return absl::OkStatus();
  }

  std::string SegmentKey() const {
    return DataKey(static_cast<uint32_t>(tables_.size() - 1), plane_, segment_);
  }

  // Begins the segment of block_. Each plane begins a segment.
  absl::Status BeginSegment(bool raw) {
    if (absl::Status status = EndSegment(); !status.ok()) return status;
    const uint64_t offset = layout_.OffsetInPlane(block_);
    segment_ = offset == 0 ? 0 : segment_ + 1;
    plane_ = layout_.PlaneOf(block_);
    if (!raw) {
      max_segment_bytes_ = std::min(options_.max_segment_bytes, kMaxCompressedSegmentBytes);
      return absl::OkStatus();
    }
    // The length is known, so the blocks are written straight to their place.
    max_segment_bytes_ = std::min(options_.max_segment_bytes / kBlockBytes * kBlockBytes,
                                  layout_.PlaneBytes(plane_) - offset);
    absl::StatusOr<uint8_t*> to = Reserve(SegmentKey(), max_segment_bytes_);
    if (!to.ok()) return to.status();
    raw_segment_ = *to;
    return absl::OkStatus();
  }

  absl::Status EndSegment() {
    absl::Status status;
    if (!segment_data_.empty()) status = PutRecord(SegmentKey(), segment_data_);
    segment_data_.clear();
    segment_bytes_ = 0;
    return status;
  }

  absl::Status DoEndTable(uint64_t content_hash) {
    if (!in_table_ || block_ != layout_.blocks())
      return Misuse(absl::StrCat("the table has ", block_, " blocks of ", layout_.blocks()));
    if (absl::Status status = EndSegment(); !status.ok()) return status;
    TableInfo& table = tables_.back();
    table.content_hash = content_hash;
    const uint32_t number = static_cast<uint32_t>(tables_.size() - 1);
    FinishIndexRecord(&index_);
    if (absl::Status status = PutRecord(HeaderKey(number), AsBytes(EncodeTableRecord(table)));
        !status.ok())
      return status;
    in_table_ = false;
    return PutRecord(IndexKey(number), AsBytes(index_));
  }

  absl::Status DoFinish(SetInfo info) {
    if (in_table_) return Misuse("the last table has not ended");
    for (const StageInfo& stage : info.stages)
      if (stage.first_table > tables_.size() ||
          stage.table_count > tables_.size() - stage.first_table)
        return Misuse("a stage names tables that were not written");
    info.summed_worst_case = SummedWorstCase(info, tables_);
    if (!info.is_joined) info.certified_worst_case = info.summed_worst_case;
    if (absl::Status status = CheckTableSet(info, tables_).status(); !status.ok())
      return AsInvalidArgument(path_, status);
    const std::string record = EncodeSetRecord(info, static_cast<uint32_t>(tables_.size()));
    if (absl::StatusOr<SetRecord> read = DecodeSetRecord(AsBytes(record)); !read.ok())
      return AsInvalidArgument(path_, read.status());
    if (absl::Status status = PutRecord(kSetKey, AsBytes(record)); !status.ok()) return status;
    if (absl::Status status = Commit(); !status.ok()) return status;
    MDB_envinfo lmdb;
    if (int rc = mdb_env_info(env_, &lmdb); rc != 0) return LmdbError("write", rc);
    CloseEnvironment();
    return AppendSeal((lmdb.me_last_pgno + 1) * page_size_);
  }

  absl::Status AppendSeal(uint64_t lmdb_bytes) {
    // Pages that LMDB took and gave back were never written; the end of the file would be missing.
    FileDescriptor fd = OpenToWrite(path_, Opening::kThere);
    if (fd.get() < 0) return FileError(path_, "open", errno);
    if (absl::Status status = SetSize(fd.get(), path_, lmdb_bytes); !status.ok()) return status;
    fd = FileDescriptor();  // nobody may write to what is mapped
    std::string seal;
    {
      absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path_);
      if (!file.ok()) return file.status();
      absl::StatusOr<std::vector<LmdbRecord>> records = CheckLmdbPages((*file)->bytes());
      if (!records.ok())
        return ErrorWithin(absl::StrCat(path_, ": cannot read back"),
                           ErrorAs(absl::StatusCode::kInternal, records.status()));
      std::vector<Extent> extents;
      for (const LmdbRecord& record : *records)
        if (IsDataKey(record.key) && record.bytes >= kMinExtentBytes)
          extents.push_back({record.offset, record.bytes});
      std::sort(extents.begin(), extents.end(),
                [](const Extent& a, const Extent& b) { return a.offset < b.offset; });
      seal = EncodeSeal((*file)->bytes(), extents);
    }
    fd = OpenToWrite(path_, Opening::kThere);
    if (fd.get() < 0) return FileError(path_, "open", errno);
    if (absl::Status status = WriteAt(fd.get(), path_, AsBytes(seal), lmdb_bytes); !status.ok())
      return status;
    if (absl::Status status = Sync(fd.get(), path_); !status.ok()) return status;
    finished_ = true;
    return absl::OkStatus();
  }

  const std::string path_;
  const StoreWriterOptions options_;
  bool created_ = false;
  bool opened_ = false;  // by LMDB
  bool finished_ = false;
  absl::Status failed_;  // of the first call that failed

  MDB_env* env_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  MDB_dbi dbi_ = 0;
  uint64_t page_size_ = 0;
  uint64_t used_pages_ = 0;  // at most, by the open transaction
  uint64_t room_pages_ = 0;  // pages that it may use

  std::vector<TableInfo> tables_;
  // The table being written.
  bool in_table_ = false;
  BlockLayout layout_;
  uint64_t block_ = 0;
  std::string index_;
  // Its segment being written.
  Plane plane_ = Plane::kPolicy;
  uint32_t segment_ = 0;
  uint64_t segment_bytes_ = 0;
  uint64_t max_segment_bytes_ = 0;
  uint8_t* raw_segment_ = nullptr;     // in LMDB's page, where the codec is raw
  std::vector<uint8_t> segment_data_;  // otherwise
};

}  // namespace

absl::StatusOr<std::unique_ptr<StoreWriter>> StoreWriter::Create(
    const std::string& path, const StoreWriterOptions& options) {
  if (!kIsStoreMachine)
    return MakeError(
        absl::StatusCode::kUnimplemented,
        {.where = path, .what = "LMDB stores are made on 64-bit little-endian machines"});
  auto writer = std::make_unique<LmdbStoreWriter>(path, options);
  if (absl::Status status = writer->Start(); !status.ok()) return status;
  return writer;
}

}  // namespace tilebase
