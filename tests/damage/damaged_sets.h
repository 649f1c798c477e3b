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

// A set as the generator makes it. Aborts if that fails, as the other functions do.
struct MadeSet {
  std::string store;
  std::string image;
};
MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec);

// Sets whose stored blocks have changed places, with the hash of every block right for its new
// place: only the hashes of the tables' contents can reveal the exchange.

// The stored blocks of a set's tables, by table.
using StoredBlocks = std::vector<std::vector<std::string>>;
StoredBlocks BlocksOf(const TableSource& source);

// A store or an image like `source`, with these blocks. Empty if a block's length is impossible for
// such a table.
std::string StoreOf(const TableSource& source, const StoredBlocks& blocks);
std::string ImageOf(const TableSource& source, const StoredBlocks& blocks);

// Gives bytes of any content to each way to open them, and uses the opened sets as programs do.
// Whoever can write a file can write its hashes, so a set that opens may hold any entries. Even
// then there must be no signal, and answers must be errors or in range.

// The result.
struct Outcome {
  int code = TILEBASE_OK;  // the opener's
  std::string message;     // the opener's
  std::string wrong;       // the first wrong result; empty: none

  bool refused() const { return code != TILEBASE_OK; }
};

// How to use an opened set: solve and probe a few boards, or everything that a program can ask for.
enum class Use { kBriefly, kThoroughly };

// Opens a store or an image by tilebase_open.
Outcome OpenAndUseFile(const std::string& path, unsigned flags, Use use = Use::kThoroughly);
// Opens an image by tilebase_open_image.
Outcome OpenAndUseImage(Bytes image, unsigned flags, Use use = Use::kThoroughly);
// Opens an image by the freestanding reader, flat_image.h, which always checks the content.
Outcome OpenAndUseFlatImage(Bytes image);

// Opens an image by both readers in memory, with and without checking the content; all must agree
// on what they have in common. The outcome is tilebase_open_image's with TILEBASE_CHECK_CONTENT.
Outcome OpenAndUseImageEveryWay(Bytes image, Use use = Use::kThoroughly);

// A regular file in memory, to be opened by its path. One thread at a time writes.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }
  // Replaces the content. Nobody may have the file open.
  void Write(Bytes bytes);
  // Replaces one byte. Requires at < the size last written.
  void WriteByte(uint64_t at, uint8_t value);
  void Resize(uint64_t size);

 private:
  int fd_ = -1;
  std::string path_;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_DAMAGED_SETS_H_
