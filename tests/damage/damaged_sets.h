// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sound table sets as bytes, to be damaged.

#ifndef TILEBASE_TESTS_DAMAGE_DAMAGED_SETS_H_
#define TILEBASE_TESTS_DAMAGE_DAMAGED_SETS_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/records.h"
#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

// A set as the generator makes it. Aborts where that fails, as do the others.
struct MadeSet {
  std::string store;
  std::string image;
};
MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec);

// Sets whose stored blocks have changed places, with the hash of every block right where it now is:
// what is left to tell is what the tables' contents should be.

// The stored blocks of a set's tables, by table.
using StoredBlocks = std::vector<std::vector<std::string>>;
StoredBlocks BlocksOf(const TableSource& source);

// A store or an image like `source`, with these blocks. Empty where they do not even have the
// lengths that such a table's blocks may have.
std::string StoreOf(const TableSource& source, const StoredBlocks& blocks);
std::string ImageOf(const TableSource& source, const StoredBlocks& blocks);

// Bytes that may be anything, given to each way to open them; and what opens, used as programs use
// it. Whoever can write a file can write its hashes, so a set that opens may hold any entries. What
// must hold even then: no signal, and answers that are errors or in range.

// What came of it.
struct Outcome {
  int code = TILEBASE_OK;  // the opener's
  std::string message;     // the opener's
  std::string wrong;       // the first thing that must not be; empty: nothing

  bool refused() const { return code != TILEBASE_OK; }
};

// How to use what opens: a few boards solved and probed, or everything that a program can ask for.
enum class Use { kBriefly, kThoroughly };

// By tilebase_open: a store or an image.
Outcome OpenAndUseFile(const std::string& path, unsigned flags, Use use = Use::kThoroughly);
// By tilebase_open_image.
Outcome OpenAndUseImage(Bytes image, unsigned flags, Use use = Use::kThoroughly);
// By the freestanding reader, flat_image.h, which checks the content always.
Outcome OpenAndUseFlatImage(Bytes image);

// An image by both readers in memory, and with and without the content checked; all must agree on
// what they have in common. The outcome is tilebase_open_image's with TILEBASE_CHECK_CONTENT.
Outcome OpenAndUseImageEveryWay(Bytes image, Use use = Use::kThoroughly);

// A regular file in memory, to be opened by its path. One at a time is written.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }
  // Replaces the content. Nobody may have the file open.
  void Write(Bytes bytes);
  // One byte of it. Requires at < the size last written.
  void WriteByte(uint64_t at, uint8_t value);
  void Resize(uint64_t size);

 private:
  int fd_ = -1;
  std::string path_;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_DAMAGED_SETS_H_
