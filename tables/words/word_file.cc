// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/words/word_file.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/system/parallel_for.h"
#include "tables/words/word_format.h"
#include "tables/words/word_moves.h"

namespace tilebase {
namespace {

namespace at = image_record;
constexpr char kDamagedFile[] = "the file is damaged: fetch or build it again";

using Bytes = absl::Span<const uint8_t>;

// Reads a record. Beyond the end it returns zeros and sets `failed`.
class RecordReader {
 public:
  explicit RecordReader(Bytes bytes) : bytes_(bytes) {}
  template <typename T>
  T Get() {
    if (bytes_.size() - at_ < sizeof(T)) {
      failed_ = true;
      at_ = bytes_.size();
      return 0;
    }
    const T value = GetLittleEndian<T>(bytes_.data() + at_);
    at_ += sizeof(T);
    return value;
  }
  uint64_t left() const { return bytes_.size() - at_; }
  bool failed() const { return failed_; }
  // Returns whether only the zeros of Finish remain.
  bool AtEnd() const {
    return left() < 8 && std::all_of(bytes_.begin() + static_cast<ptrdiff_t>(at_), bytes_.end(),
                                     [](uint8_t byte) { return byte == 0; });
  }

 private:
  Bytes bytes_;
  uint64_t at_ = 0;
  bool failed_ = false;
};

absl::Status Damage(std::string expected, std::string found) {
  return DamageError("record", expected, found);
}

// Decodes a record without its hash.
absl::Status DecodeRecord(Bytes bytes, WordTable* table) {
  WordProblem& problem = table->problem;
  RecordReader record(bytes);
  problem.width = record.Get<uint16_t>();
  problem.height = record.Get<uint16_t>();
  const uint8_t metric = record.Get<uint8_t>();
  table->value_bytes = record.Get<uint8_t>();
  table->policy_bytes = record.Get<uint8_t>();
  const uint8_t codec = record.Get<uint8_t>();
  const uint16_t open = record.Get<uint16_t>();
  problem.blanks = record.Get<uint16_t>();
  const uint16_t symbols = record.Get<uint16_t>();
  const uint16_t creator = record.Get<uint16_t>();
  const uint32_t goals = record.Get<uint32_t>();
  const uint32_t most = record.Get<uint32_t>();
  table->states = record.Get<uint64_t>();
  table->reachable = record.Get<uint64_t>();
  table->content_hash = record.Get<uint64_t>();
  table->stored_bytes = record.Get<uint64_t>();
  if (metric > static_cast<uint8_t>(WordMetric::kLineSteps))
    return absl::UnimplementedError(absl::StrCat("metric ", metric, " is not known"));
  problem.metric = static_cast<WordMetric>(metric);
  table->codec = static_cast<Codec>(codec);
  if (!IsKnown(table->codec))
    return absl::UnimplementedError(absl::StrCat("codec ", codec, " is not known"));
  if (creator > kMaxWordCreator || most > 65534)
    return Damage("a creator and a greatest value within limits",
                  absl::StrCat(creator, ", ", most));
  const uint64_t expected = uint64_t{2} * open + uint64_t{4} * symbols +
                            goals * (uint64_t{4} + open) + 8 * (uint64_t{most} + 1) + creator;
  if (record.failed() || record.left() != (expected + 7) / 8 * 8)
    return Damage(absl::StrCat(expected, " bytes of lists"), absl::StrCat(record.left()));
  for (uint16_t i = 0; i < open; ++i) problem.open.push_back(record.Get<uint16_t>());
  for (uint16_t i = 0; i < symbols; ++i) {
    const uint16_t label = record.Get<uint16_t>();
    problem.symbols.push_back({label, record.Get<uint16_t>()});
  }
  for (uint32_t i = 0; i < goals; ++i) {
    WordGoal goal;
    goal.cost = record.Get<uint32_t>();
    for (uint16_t cell = 0; cell < open; ++cell) goal.cell.push_back(record.Get<uint8_t>());
    problem.goals.push_back(std::move(goal));
  }
  for (uint32_t i = 0; i <= most; ++i) table->histogram.push_back(record.Get<uint64_t>());
  for (uint16_t i = 0; i < creator; ++i) {
    const char c = static_cast<char>(record.Get<uint8_t>());
    if (c < ' ' || c > '~') return Damage("a creator of printable characters", "another");
    table->creator.push_back(c);
  }
  if (!record.AtEnd()) return Damage("zeros at the end", "another byte");
  return absl::OkStatus();
}

// Checks the rules between fields. `ranking` is the problem's.
absl::Status CheckTable(const WordTable& table, const WordRanking& ranking) {
  if (table.states != ranking.size())
    return Damage(absl::StrCat(ranking.size(), " states"), absl::StrCat(table.states));
  if (table.value_bytes != (table.max_value() >= 255 ? 2 : 1))
    return Damage("values of one byte, or of two from 255 on", absl::StrCat(table.value_bytes));
  if (table.policy_bytes != PolicyBytes(table.problem))
    return Damage(absl::StrCat(PolicyBytes(table.problem), " bytes of a move"),
                  absl::StrCat(table.policy_bytes));
  uint64_t sum = 0;
  for (const uint64_t count : table.histogram) {
    if (count > table.states - sum) return Damage("a histogram of at most all states", "more");
    sum += count;
  }
  if (sum != table.reachable || table.histogram.back() == 0)
    return Damage(absl::StrCat(table.reachable, " states in the histogram, the last count not 0"),
                  absl::StrCat(sum));
  return absl::OkStatus();
}

// The format version of an image; 0 if the bytes are none.
uint16_t VersionOf(Bytes bytes) {
  return bytes.size() >= at::kVersionAt + 2 &&
                 memcmp(bytes.data(), at::kMagic, sizeof at::kMagic) == 0
             ? GetLittleEndian<uint16_t>(bytes.data() + at::kVersionAt)
             : 0;
}

// Reads the head of a file of stages. Stores each stage's bytes.
absl::Status ReadStagesHead(Bytes bytes, WordProblem* problem, std::vector<Bytes>* stages) {
  if (bytes.size() < stages_head::kLengthsAt) return DamageError("head", "more bytes", "an end");
  // A copy, because somebody may write to the file meanwhile.
  const uint64_t count = GetLittleEndian<uint32_t>(bytes.data() + stages_head::kStagesAt);
  const uint64_t hash_at = stages_head::kLengthsAt + 8 * count;
  if (bytes.size() < hash_at + 8)
    return DamageError("head", absl::StrCat(count, " stages"), "an end");
  const std::vector<uint8_t> head(bytes.begin(),
                                  bytes.begin() + static_cast<ptrdiff_t>(hash_at + 8));
  const auto get = [&](uint64_t offset) { return GetLittleEndian<uint64_t>(&head[offset]); };
  if (get(hash_at) != Hash64({head.data(), hash_at}))
    return DamageError("head", "its hash", "another");
  if (get(at::kImageBytesAt) != bytes.size())
    return DamageError("", absl::StrCat(get(at::kImageBytesAt), " bytes"),
                       absl::StrCat(bytes.size()));
  const int width = GetLittleEndian<uint16_t>(&head[stages_head::kWidthAt]);
  const int height = GetLittleEndian<uint16_t>(&head[stages_head::kHeightAt]);
  if (width < 1 || height < 1 || width * height > 64)
    return DamageError("head", "a board of 1 to 64 cells", absl::StrCat(width, "x", height));
  std::vector<int> walls;
  for (int cell = 0; cell < width * height; ++cell)
    if ((get(stages_head::kOpenAt) >> cell & 1) == 0) walls.push_back(cell);
  absl::StatusOr<WordProblem> whole = ProblemOfWalls(width, height, walls);
  if (!whole.ok()) return ErrorAs(absl::StatusCode::kDataLoss, ErrorWithin("head", whole.status()));
  *problem = *std::move(whole);
  Bytes left = bytes.subspan(hash_at + 8);
  for (uint64_t stage = 0; stage < count; ++stage) {
    const uint64_t length = get(stages_head::kLengthsAt + 8 * stage);
    if (length > left.size()) return DamageError("head", "stages within the file", "a longer one");
    stages->push_back(left.first(length));
    left.remove_prefix(length);
  }
  if (count == 0 || !left.empty())
    return DamageError("head", "stages as long as the file",
                       absl::StrCat(left.size(), " bytes more"));
  return absl::OkStatus();
}

uint64_t BlocksOf(uint64_t bytes) { return bytes / kBlockBytes + (bytes % kBlockBytes != 0); }

}  // namespace

double WordTable::mean_value() const {
  double sum = 0;
  for (size_t value = 0; value < histogram.size(); ++value)
    sum += static_cast<double>(value) * static_cast<double>(histogram[value]);
  return reachable == 0 ? 0 : sum / static_cast<double>(reachable);
}

int PolicyBytes(const WordProblem& problem) {
  if (problem.metric == WordMetric::kStm) return 0;
  int bytes = 1;
  for (uint64_t codes = WordMoves(problem).codes();
       bytes < 8 && codes > uint64_t{1} << (8 * bytes);)
    ++bytes;
  return bytes;
}

bool IsWordTable(absl::Span<const uint8_t> bytes) {
  return VersionOf(bytes) == kWordFormatVersion || VersionOf(bytes) == kStagesFormatVersion;
}

bool IsWordFile(const std::string& path) {
  const absl::StatusOr<FileDescriptor> file = OpenToRead(path);
  if (!file.ok()) return false;
  uint8_t head[at::kVersionAt + 2] = {};
  const absl::StatusOr<size_t> read = ReadSome(file->get(), path, absl::MakeSpan(head), 0);
  return read.ok() && IsWordTable({head, *read});
}

absl::StatusOr<std::unique_ptr<WordFile>> WordFile::Open(const std::string& path,
                                                         const std::string& name) {
  absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path, name);
  if (!file.ok()) return file.status();
  const Bytes bytes = (*file)->bytes();
  absl::StatusOr<std::unique_ptr<WordFile>> opened = FromBytes(bytes, name.empty() ? path : name);
  if (opened.ok()) (*opened)->file_ = *std::move(file);
  return opened;
}

absl::StatusOr<std::unique_ptr<WordFile>> WordFile::FromBytes(Bytes bytes,
                                                              const std::string& name) {
  std::unique_ptr<WordFile> opened(new WordFile);
  opened->name_ = name;
  opened->bytes_ = bytes;
  const absl::Status status = opened->Load();
  if (status.ok()) return opened;
  return ErrorWithin(name, status,
                     absl::IsUnimplemented(status)        ? "use a newer tilebase"
                     : absl::IsFailedPrecondition(status) ? "give the name of a file made by "
                                                            "'tilebase build'"
                                                          : kDamagedFile);
}

absl::Status WordFile::Load() {
  const uint16_t version = VersionOf(bytes_);
  if (version == 0) return absl::FailedPreconditionError("not a table file");
  if (GetLittleEndian<uint16_t>(bytes_.data() + at::kByteOrderAt) != at::kByteOrderMark ||
      bytes_[at::kOffsetBytesAt] != at::kOffsetBytes)
    return absl::UnimplementedError("of another byte order or width of offsets");
  if (version > kStagesFormatVersion)
    return absl::UnimplementedError(
        absl::StrCat("format version ", version, ", newer than ", kStagesFormatVersion));
  if (version != kWordFormatVersion) return absl::FailedPreconditionError("not of a word problem");
  if (bytes_.size() < word_head::kBytes)
    return DamageError("head", absl::StrCat(word_head::kBytes, " bytes"),
                       absl::StrCat(bytes_.size()));
  const auto get = [&](uint64_t offset) {
    return GetLittleEndian<uint64_t>(bytes_.data() + offset);
  };
  if (get(word_head::kHashAt) != Hash64(bytes_.first(word_head::kHashAt)) ||
      get(word_head::kZeroAt) != 0)
    return DamageError("head", "its hash", "another");
  const uint64_t length = get(at::kImageBytesAt);
  const uint64_t record_bytes = get(word_head::kRecordBytesAt);
  const uint64_t index_bytes = get(word_head::kIndexBytesAt);
  const uint64_t stored_bytes = get(word_head::kStoredBytesAt);
  uint64_t left = bytes_.size() - word_head::kBytes;
  if (length != bytes_.size())
    return DamageError("", absl::StrCat(length, " bytes"), absl::StrCat(bytes_.size()));
  for (const uint64_t part : {record_bytes, index_bytes, stored_bytes}) {
    if (part > left) return DamageError("head", "parts within the file", absl::StrCat(part));
    left -= part;
  }
  if (left != 0 || record_bytes < kRecordHashBytes || index_bytes < kRecordHashBytes)
    return DamageError("head", "parts as long as the file", absl::StrCat(left, " bytes more"));
  // Checks a copy, because somebody may write to the file meanwhile.
  const Bytes record_part = bytes_.subspan(word_head::kBytes, record_bytes);
  const std::vector<uint8_t> record(record_part.begin(), record_part.end());
  const Bytes index_part = bytes_.subspan(word_head::kBytes + record_bytes, index_bytes);
  index_.assign(index_part.begin(), index_part.end());
  blocks_ = bytes_.subspan(word_head::kBytes + record_bytes + index_bytes);
  for (const std::vector<uint8_t>* part :
       {&record, static_cast<const std::vector<uint8_t>*>(&index_)}) {
    const uint64_t hashed = part->size() - kRecordHashBytes;
    if (GetLittleEndian<uint64_t>(part->data() + hashed) != Hash64({part->data(), hashed}))
      return DamageError(part == &record ? "record" : "index", "its hash", "another");
  }
  if (absl::Status status =
          DecodeRecord({record.data(), record.size() - kRecordHashBytes}, &table_);
      !status.ok())
    return status;
  if (absl::Status status = CheckWordProblem(table_.problem); !status.ok())
    return ErrorAs(absl::StatusCode::kDataLoss, ErrorWithin("record", status));
  absl::StatusOr<WordRanking> ranking = WordRanking::Create(table_.problem);
  if (!ranking.ok()) return ErrorAs(absl::StatusCode::kDataLoss, ranking.status());
  ranking_ = std::make_unique<const WordRanking>(*std::move(ranking));
  if (absl::Status status = CheckTable(table_, *ranking_); !status.ok()) return status;
  const uint64_t blocks = BlocksOf(table_.states * static_cast<uint64_t>(table_.planes()));
  if (stored_bytes != table_.stored_bytes ||
      index_bytes != blocks * index_record::kEntryBytes + kRecordHashBytes)
    return DamageError("index", absl::StrCat(blocks, " blocks"),
                       absl::StrCat(index_bytes / index_record::kEntryBytes));
  uint64_t begin = 0;
  for (uint64_t block = 0; block < blocks; ++block) {
    const uint64_t end =
        block + 1 < blocks
            ? GetLittleEndian<uint64_t>(&index_[(block + 1) * index_record::kEntryBytes])
            : stored_bytes;
    if (GetLittleEndian<uint64_t>(&index_[block * index_record::kEntryBytes]) != begin ||
        end <= begin || end - begin > kMaxStoredBlockBytes || end > stored_bytes)
      return DamageError("index", "blocks one after another", absl::StrCat("block ", block));
    begin = end;
  }
  return absl::OkStatus();
}

absl::StatusOr<WordTables> WordTables::Open(const std::string& path, const std::string& name) {
  absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  absl::StatusOr<WordTables> opened = FromBytes((*file)->bytes(), name.empty() ? path : name);
  if (opened.ok()) opened->file = *std::move(file);
  return opened;
}

uint64_t WordTables::memory_bytes() const {
  uint64_t bytes = 0;
  for (const auto& each : tables)
    bytes += each->table().states * static_cast<uint64_t>(each->table().planes());
  return bytes;
}

absl::StatusOr<WordTables> WordTables::FromBytes(Bytes bytes, const std::string& name) {
  WordTables opened;
  opened.file_bytes = bytes.size();
  opened.is_exact = VersionOf(bytes) != kStagesFormatVersion;
  std::vector<Bytes> stages = {bytes};
  if (!opened.is_exact) {
    stages.clear();
    if (absl::Status status = ReadStagesHead(bytes, &opened.problem, &stages); !status.ok())
      return ErrorWithin(name, status, kDamagedFile);
  }
  for (const Bytes stage : stages) {
    absl::StatusOr<std::unique_ptr<WordFile>> table = WordFile::FromBytes(stage, name);
    if (!table.ok()) return table.status();
    opened.tables.push_back(*std::move(table));
  }
  const WordProblem& first = opened.tables[0]->table().problem;
  if (opened.is_exact) opened.problem = first;
  opened.problem.metric = first.metric;
  for (const auto& table : opened.tables) {
    const WordProblem& stage = table->table().problem;
    if (stage.width != opened.problem.width || stage.height != opened.problem.height ||
        stage.metric != first.metric || stage.blanks != opened.problem.blanks)
      return ErrorWithin(name, DamageError("stage", ToString(opened.problem), ToString(stage)),
                         kDamagedFile);
  }
  return opened;
}

absl::Status WordFile::Read(int threads, uint8_t* to) const {
  const uint64_t bytes = table_.states * static_cast<uint64_t>(table_.planes());
  const uint64_t blocks = BlocksOf(bytes);
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  absl::Status failure;
  ParallelFor(static_cast<size_t>(threads), [&](size_t) {
    BlockDecoder decoder;
    for (uint64_t block; (block = next++) < blocks;) {
      const uint8_t* const entry = &index_[block * index_record::kEntryBytes];
      const uint64_t begin = GetLittleEndian<uint64_t>(entry);
      const uint64_t end = block + 1 < blocks
                               ? GetLittleEndian<uint64_t>(entry + index_record::kEntryBytes)
                               : blocks_.size();
      const Bytes stored = blocks_.subspan(begin, end - begin);
      absl::Status status;
      if (Hash64(stored) != GetLittleEndian<uint64_t>(entry + index_record::kHashAt))
        status = DamageError(absl::StrCat("block ", block), "its hash", "another");
      else
        status = decoder.Decode(table_.codec, stored,
                                {to + block * kBlockBytes,
                                 std::min<uint64_t>(kBlockBytes, bytes - block * kBlockBytes)});
      if (status.ok()) continue;
      const std::lock_guard<std::mutex> lock(mutex);
      failure = status;
      return;
    }
  });
  if (failure.ok() && Hash64({to, bytes}) != table_.content_hash)
    failure = DamageError("", "the content's hash", "another");
  return ErrorWithin(name_, failure, kDamagedFile);
}

}  // namespace tilebase
