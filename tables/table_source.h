// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set that is open for reading, in any container. A container (store.h, image.h) checks and
// resolves its records once, passes them to this base class, and keeps the bytes as long as the
// object lives; everything after that is the same for all containers.

#ifndef TILEBASE_TABLES_TABLE_SOURCE_H_
#define TILEBASE_TABLES_TABLE_SOURCE_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/table_set.h"

namespace tilebase {

// How to open a container.
struct OpenOptions {
  // Also check every data block and every table's content. Without it, opening checks headers,
  // indexes and everything else but data; each block is checked when it is read, but raw planes
  // that are read in place are not.
  bool check_content = false;
  int threads = 1;  // for check_content
  // A file of at most this many bytes is copied into memory when it is opened (CopyToMemory), so
  // later changes to the file cannot affect queries. A larger one is mapped.
  uint64_t most_copied = uint64_t{64} << 20;
  std::string name = {};  // what messages call the file; empty: its path
};

// Adds the container's name and a remedy to an error about a container's bytes (records.h). Other
// errors pass unchanged.
absl::Status ExplainContentError(const std::string& name, const absl::Status& status);

// Decodes one stored block of a table into out[0 .. BlockBytes). Requires a block of the table's
// layout. Errors: those of BlockDecoder.
absl::Status DecodeBlock(const TableInfo& table, uint64_t block, absl::Span<const uint8_t> stored,
                         BlockDecoder* decoder, absl::Span<uint8_t> out);

// Immutable; all functions are safe from many threads. Tables are numbered 0 .. tables().size()-1
// and blocks 0 .. layout(table).blocks()-1; passing any other number is undefined.
class TableSource {
 public:
  virtual ~TableSource() = default;
  TableSource(const TableSource&) = delete;
  TableSource& operator=(const TableSource&) = delete;

  const SetInfo& info() const { return info_; }
  // info().plan, parsed.
  const Plan& plan() const { return plan_; }
  // Returns whether some stage of plan().staged() has grown tables besides its own. If none has,
  // the board alone determines the current subproblem (docs/runtime.md).
  bool HasGrownStage() const;
  absl::Span<const TableInfo> tables() const { return tables_; }
  const BlockLayout& layout(size_t table) const { return parts_[table].layout; }
  uint64_t file_bytes() const { return file_bytes_; }
  // The source's name in messages: the path of the file.
  const std::string& name() const { return name_; }

  // The plane as it lies in the container, to be read in place: policy entries by GetAction, the
  // other plane by GetReachable (entry.h). Null if the table has no such plane, its codec is not
  // raw, or the plane is longer than a segment and so not contiguous. The bytes are *not checked*:
  // call CheckContent first if the file may have been damaged. The plane need not be aligned.
  const uint8_t* RawPlane(size_t table, Plane plane) const {
    return parts_[table].raw[static_cast<int>(plane)];
  }

  // The block as stored, unchecked.
  absl::Span<const uint8_t> StoredBlock(size_t table, uint64_t block) const;

  // Checks the block's hash and decodes it into out[0 .. BlockBytes). Requires out.size() ==
  // layout(table).BlockBytes(block). Allocates nothing once the decoder has been used. Errors:
  // DataLoss, naming the file, the table and the block; `out` is then undefined.
  absl::Status ReadBlock(size_t table, uint64_t block, BlockDecoder* decoder,
                         absl::Span<uint8_t> out) const;

  // Runs ReadBlock for every block of the table, in rank order. Requires out.size() ==
  // layout(table).bytes().
  absl::Status ReadTable(size_t table, int threads, absl::Span<uint8_t> out) const;

  // Checks every block's hash and every table's content hash, so that no byte of the container
  // stays unchecked. Memory: a few megabytes a thread. Errors: as ReadBlock.
  absl::Status CheckContent(int threads) const;
  // CheckContent for one table.
  absl::Status CheckTableContent(size_t table, int threads) const;
  // CheckContent for all raw tables, which may be read in place. Blocks of others are checked
  // whenever they are decoded.
  absl::Status CheckReadInPlace(int threads) const;

 protected:
  // A contiguous range of a table's stored bytes.
  struct Segment {
    uint64_t begin = 0;  // in the table's stored bytes
    absl::Span<const uint8_t> bytes;
  };
  struct Part {
    BlockLayout layout;
    BlockIndex index;
    std::vector<Segment> segments;  // in order, without gaps
    const uint8_t* raw[kPlanes] = {};
  };

  TableSource() = default;

  // Adds a table. Errors: DataLoss if the segments do not hold exactly the blocks of the index,
  // each block within one segment.
  absl::Status AddTable(TableInfo table, BlockIndex index,
                        absl::Span<const absl::Span<const uint8_t>> segments);
  // Last step: checks the tables against the set (records.h).
  absl::Status SetHeader(std::string name, SetInfo info, uint64_t file_bytes);

 private:
  absl::Status ReadBlocks(size_t table, uint64_t begin, uint64_t end, int threads,
                          absl::Span<uint8_t> out) const;

  std::string name_;
  SetInfo info_;
  Plan plan_;
  uint64_t file_bytes_ = 0;
  std::vector<TableInfo> tables_;
  std::vector<Part> parts_;
};

// Opens a table set file of either kind: a file that begins as a flat image is read as one; the
// store reader gets every other file. Errors: those of ImageReader::Open and StoreReader::Open.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions& options = {});

}  // namespace tilebase

#endif  // TILEBASE_TABLES_TABLE_SOURCE_H_
