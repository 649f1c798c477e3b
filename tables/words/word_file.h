// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The file of a word problem's table (docs/format.md, section 14). It begins as a flat image of
// format version 2, so readers of version 1 refuse it as newer. Its parts:
//
//   head     64 bytes: what the file is, and the lengths of the parts
//   record   the problem, the counts, the histogram
//   index    where each stored block begins, and its hash
//   blocks   the planes, in blocks of kBlockBytes
//
// The planes: the value of every state, in one or two bytes; then, unless the metric is stm, the
// code of its best move, in one to four. Every plane holds one byte of each state.

#ifndef TILEBASE_TABLES_WORDS_WORD_FILE_H_
#define TILEBASE_TABLES_WORDS_WORD_FILE_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/system/file_io.h"
#include "tables/table_set.h"
#include "tables/words/word_problem.h"
#include "tables/words/word_ranking.h"

namespace tilebase {

// The description of a table in its file.
struct WordTable {
  // The value of states that cannot reach a goal: every bit is 1.
  static constexpr uint32_t Unreachable(int value_bytes) { return (1u << (8 * value_bytes)) - 1; }

  WordProblem problem;
  Codec codec = Codec::kZstd;
  int value_bytes = 1;
  int policy_bytes = 0;
  uint64_t states = 0;
  uint64_t reachable = 0;           // sum of the histogram
  std::vector<uint64_t> histogram;  // states by value; the last is not 0
  uint64_t content_hash = 0;        // of all planes, one after another
  uint64_t stored_bytes = 0;
  std::string creator;

  int planes() const { return value_bytes + policy_bytes; }
  int max_value() const { return static_cast<int>(histogram.size()) - 1; }
  double mean_value() const;  // over the reachable states
};

// How many bytes the codes of the problem's moves take; 0 in stm.
int PolicyBytes(const WordProblem& problem);

// IsWordTable returns whether the bytes begin as such a file does; IsWordFile, whether a file does.
// Both are false if the bytes cannot be read.
bool IsWordTable(absl::Span<const uint8_t> bytes);
bool IsWordFile(const std::string& path);

struct WordWriteOptions {
  int threads = 1;
  std::function<void(uint64_t bytes)> progress;            // of all planes, done; may be empty
  std::function<bool()> cancelled = [] { return false; };  // called between blocks
};

// The bytes of a file, in pieces that follow one another.
using WordPieces = std::vector<std::vector<uint8_t>>;

// Returns the file of a table. Fills in content_hash and stored_bytes. `planes` are table->planes()
// arrays of table->states bytes. Equal tables give equal bytes. Errors: Cancelled.
absl::StatusOr<WordPieces> EncodeWordTable(absl::Span<const uint8_t* const> planes,
                                           WordTable* table, const WordWriteOptions& options);
// Returns the file whose stages are these files. Requires a problem of at most 64 cells.
WordPieces EncodeStages(const WordProblem& problem, std::vector<WordPieces> stages);

// An opened file. All functions are safe from many threads.
class WordFile {
 public:
  // Checks everything but the blocks. Errors: FailedPrecondition (no such file), Unimplemented
  // (newer), DataLoss, those of MappedFile::Open.
  // Messages call the file `name`, or if that is empty by its path.
  static absl::StatusOr<std::unique_ptr<WordFile>> Open(const std::string& path,
                                                        const std::string& name = {});
  // Like Open, for bytes that outlive the result.
  static absl::StatusOr<std::unique_ptr<WordFile>> FromBytes(absl::Span<const uint8_t> bytes,
                                                             const std::string& name);

  const WordTable& table() const { return table_; }
  const WordRanking& ranking() const { return *ranking_; }
  uint64_t file_bytes() const { return bytes_.size(); }
  const std::string& name() const { return name_; }

  // Decodes all planes to `to`, of planes() * states bytes, and checks their hash. Errors:
  // DataLoss.
  absl::Status Read(int threads, uint8_t* to) const;

 private:
  WordFile() = default;
  absl::Status Load();

  std::string name_;
  std::unique_ptr<MappedFile> file_;
  absl::Span<const uint8_t> bytes_;
  WordTable table_;
  std::unique_ptr<const WordRanking> ranking_;
  std::vector<uint8_t> index_;  // checked once, never read from the file again
  absl::Span<const uint8_t> blocks_;
};

// An opened file of one exact table, or of the stages of a board with walls.
struct WordTables {
  // Errors: those of WordFile and of MappedFile::Open. Messages call the file `name`, or if that is
  // empty by its path.
  static absl::StatusOr<WordTables> Open(const std::string& path, const std::string& name = {});
  // Like Open, for bytes that outlive the result.
  static absl::StatusOr<WordTables> FromBytes(absl::Span<const uint8_t> bytes,
                                              const std::string& name);

  WordProblem problem;  // of the whole board
  bool is_exact = true;
  std::vector<std::unique_ptr<WordFile>> tables;  // one, or the stages in order
  uint64_t file_bytes = 0;
  std::unique_ptr<MappedFile> file;

  // Bytes of the decoded tables.
  uint64_t memory_bytes() const;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_FILE_H_
