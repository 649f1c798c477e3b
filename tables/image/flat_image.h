// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A raw flat image (docs/format.md, section 11), checked and read in place: nothing is copied and
// nothing allocated, so an image may lie in flash or in the memory of a WebAssembly module. Every
// byte is hostile until FlatImage::Open has seen it. Open compares each offset instead of following
// it, and checks each field, zero of padding and hash, and the rules of section 7. An image that
// passes may hold wrong tables (whoever makes an image can make its hashes), but it cannot lead a
// reader outside its bytes.
//
// If a plan has several parts, this reader uses the first one with stages that end at home. It
// checks only the hashes of the other parts' tables, so they may be of any metric and codec.
//
// image.h has the host's reader. It shares the check of the directory; it decodes records into
// objects, with records.h, as the store's reader does. tests/tables/image/flat_image_test.cc checks
// that both give the same verdict on the same bytes.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_IMAGE_FLAT_IMAGE_H_
#define TILEBASE_TABLES_IMAGE_FLAT_IMAGE_H_

#include <stdint.h>

#include "tables/entry.h"
#include "tables/format.h"
#include "tables/geometry.h"
#include "tables/image/fault.h"
#include "tables/image/plain_hash.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {

// A borrowed run of bytes.
struct ByteRun {
  const uint8_t* data = nullptr;
  uint64_t size = 0;

  template <typename T>
  constexpr T Get(uint64_t at) const {
    return GetLittleEndian<T>(data + at);
  }
  constexpr bool IsZero(uint64_t begin, uint64_t end) const {
    for (; begin < end; ++begin)
      if (data[begin] != 0) return false;
    return true;
  }
  constexpr bool BeginsWith(const uint8_t (&magic)[8]) const {
    if (size < sizeof magic) return false;
    for (unsigned i = 0; i < sizeof magic; ++i)
      if (data[i] != magic[i]) return false;
    return true;
  }
};

// Returns whether the bytes begin as an image does. Needs at least 8 bytes to see it.
constexpr bool IsImage(const ByteRun& bytes) { return bytes.BeginsWith(image_record::kMagic); }

// The directory of an image: where each part lies.
class ImageDirectory {
 public:
  // Checks the image as a whole: its kind, version and length, the directory's hash, and that the
  // parts follow one another with zeros between. The place of each part follows from the lengths of
  // the parts before it, so parts can neither overlap nor leave a gap. `image` must outlive the
  // directory. Cost: one pass over the directory and the padding.
  constexpr bool Open(const ByteRun& image, Fault* fault) {
    namespace at = image_record;
    image_ = image;
    if (!CheckKind(image, fault)) return false;
    const uint64_t image_bytes = image.Get<uint64_t>(at::kImageBytesAt);
    if (image_bytes != image.size) {
      fault->Damaged() << "image: expected " << image_bytes << " bytes, found " << image.size;
      return false;
    }
    parts_ = image.Get<uint32_t>(at::kPartCountAt);
    const uint64_t bytes = at::DirectoryBytes(parts_);
    if (parts_ % at::kTableParts != at::kSetParts || bytes > image.size) {
      fault->Damaged() << "image: expected a directory within " << image.size
                       << " bytes, of a set and four parts a table, found one of " << parts_
                       << " parts";
      return false;
    }
    if (!CheckHash("image directory", {image.data, bytes}, fault)) return false;
    uint64_t end = bytes;
    for (uint64_t part = 0; part <= parts_; ++part) {
      // `end` is at most the image's size, so rounding up cannot overflow.
      const uint64_t begin = at::RoundUp(end);
      if (begin > image.size) {
        fault->Damaged() << "image: expected padding up to " << begin << ", found " << image.size
                         << " bytes";
        return false;
      }
      if (!image.IsZero(end, begin)) {
        fault->Damaged() << "image: expected zeros from " << end << " to " << begin;
        return false;
      }
      end = begin;
      if (part == parts_) break;
      const uint64_t offset = image.Get<uint64_t>(EntryAt(part));
      const uint64_t length = image.Get<uint64_t>(EntryAt(part) + 8);
      if (offset != begin || length > image.size - begin) {
        fault->Damaged() << "image: expected part " << part << " of " << parts_ << " at " << begin
                         << " within " << image.size << " bytes, found " << length << " bytes at "
                         << offset;
        return false;
      }
      end = begin + length;
    }
    if (end != image.size)
      fault->Damaged() << "image: expected its parts to end at " << image.size << ", found " << end;
    return fault->ok();
  }

  constexpr uint64_t parts() const { return parts_; }
  // Requires part < parts().
  constexpr ByteRun Part(uint64_t part) const {
    return {image_.data + image_.Get<uint64_t>(EntryAt(part)),
            image_.Get<uint64_t>(EntryAt(part) + 8)};
  }

  // Returns whether the record's last bytes are the hash of the bytes before. Requires a record of
  // at least that length. `what` begins the message.
  static constexpr bool CheckHash(const char* what, const ByteRun& record, Fault* fault) {
    const uint64_t at = record.size - kRecordHashBytes;
    const uint64_t found = record.Get<uint64_t>(at);
    const uint64_t expected = Xxh3(record.data, at);
    if (found != expected)
      fault->Damaged() << what << ": expected hash " << AsHex{expected} << ", found "
                       << AsHex{found};
    return found == expected;
  }

 private:
  static constexpr uint64_t EntryAt(uint64_t part) {
    return image_record::kFixedBytes + part * image_record::kPartBytes;
  }

  // Checks what decides whether any other field can be read.
  static constexpr bool CheckKind(const ByteRun& image, Fault* fault) {
    namespace at = image_record;
    if (!IsImage(image)) {
      fault->Set(FaultKind::kForeign)
          << "not a tilebase image: expected 'TILEIMAG' at its beginning";
      return false;
    }
    if (image.size < at::kFixedBytes) {
      fault->Damaged() << "image: expected at least " << at::kFixedBytes << " bytes, found "
                       << image.size;
      return false;
    }
    const uint16_t order = image.Get<uint16_t>(at::kByteOrderAt);
    const uint8_t offset_bytes = image.Get<uint8_t>(at::kOffsetBytesAt);
    const uint64_t version = image.Get<uint16_t>(at::kVersionAt);
    if (order == static_cast<uint16_t>(at::kByteOrderMark << 8 | at::kByteOrderMark >> 8))
      fault->Set(FaultKind::kNewer)
          << "image: expected little-endian byte order, found big-endian; "
             "export it as little-endian";
    else if (order != at::kByteOrderMark)
      fault->Damaged() << "image: expected byte order mark feff, found " << AsHex{order, 4};
    else if (offset_bytes == 4)
      fault->Set(FaultKind::kNewer)
          << "image: expected offsets of 64 bits, found 32; export it with 64-bit offsets";
    else if (offset_bytes != at::kOffsetBytes)
      fault->Damaged() << "image: expected offsets of " << uint64_t{at::kOffsetBytes}
                       << " bytes, found " << uint64_t{offset_bytes};
    else if (version > kFormatVersion)
      fault->Set(FaultKind::kNewer)
          << "format version " << version << "; expected at most " << uint64_t{kFormatVersion};
    else if (version == 0 || image.data[at::kZeroAt] != 0 ||
             image.Get<uint16_t>(at::kZero2At) != 0 || image.Get<uint32_t>(at::kZero3At) != 0)
      fault->Damaged() << "image: expected a version and zeros in its padding";
    return fault->ok();
  }

  ByteRun image_;
  uint64_t parts_ = 0;
};

// A table of an image, in place.
struct FlatTable {
  Subproblem subproblem;
  int max_depth = 0;
  uint64_t entries = 0;
  uint64_t reachable_entries = 0;
  const uint8_t* policy = nullptr;
  const uint8_t* reachable = nullptr;  // null: all entries are reachable
};

// Immutable once open; a few words in size.
class FlatImage {
 public:
  // Checks every byte. If something is wrong, sets *fault and returns false; call nothing else
  // then. `image` must outlive this object and stay unchanged. Cost: two passes over the bytes
  // (each block's hash, each table's). Faults: kForeign if the bytes are no image; kNewer for
  // another version, byte order or offset width, and for an image without stages that this reader
  // can read, such as a compressed one; kDamaged for the rest.
  constexpr bool Open(const ByteRun& image, Fault* fault) {
    if (!directory_.Open(image, fault)) return false;
    set_ = directory_.Part(0);
    if (!CheckSetRecord(fault) || !ChoosePart(fault)) return false;
    for (uint32_t i = 0; i < tables(); ++i)
      if (!(IsUsed(i) ? CheckTable(i, fault) : CheckRecords(i, fault))) return false;
    if (!CheckStages(fault)) return false;
    for (uint32_t i = 0; i < tables(); ++i)
      if (!CheckBlocks(i, fault) || (IsUsed(i) && !CheckContent(i, fault))) return false;
    return true;
  }

  constexpr Geometry geometry() const {
    return {set_.data[set_record::kWidthAt], set_.data[set_record::kHeightAt]};
  }
  constexpr uint32_t tables() const { return set_.Get<uint32_t>(set_record::kTableCountAt); }
  // Counts the stages of the part that is used.
  constexpr int stages() const { return stages_; }
  // No board needs more actions, if the tables are what they should be: a walk is bounded by their
  // greatest depths, not by this number.
  constexpr uint32_t certified_worst_case() const {
    return set_.Get<uint32_t>(is_joined() ? set_record::kJoinedAt : set_record::kWorstCaseAt);
  }
  // The sum of the stages' greatest depths, which bounds every walk.
  constexpr uint32_t summed_worst_case() const {
    return set_.Get<uint32_t>(set_record::kWorstCaseAt);
  }
  // Canonical plan text (plan.h), of all parts, not ended by a zero.
  constexpr ByteRun plan() const {
    return {set_.data + set_record::kFixedBytes + all_stages() * set_record::kStageBytes,
            set_.Get<uint16_t>(set_record::kPlanBytesAt)};
  }
  // A stage's tables follow one another. Requires stage < stages().
  constexpr uint32_t FirstTable(int stage) const { return StageWord(stage, 0); }
  constexpr uint32_t TableCount(int stage) const { return StageWord(stage, 4); }

  // Requires table < tables().
  constexpr FlatTable Table(uint32_t table) const {
    namespace at = table_record;
    const ByteRun record = TablePart(table, 0);
    FlatTable found;
    found.subproblem = {geometry(), record.Get<uint64_t>(at::kGoalAt),
                        record.Get<uint64_t>(at::kFixedAt)};
    found.max_depth = record.Get<uint16_t>(at::kMaxDepthAt);
    found.entries = record.Get<uint64_t>(at::kEntriesAt);
    found.reachable_entries = record.Get<uint64_t>(at::kReachableAt);
    found.policy = TablePart(table, 2).data;
    if (record.data[at::kEntryKindAt] == kPolicyReachable)
      found.reachable = TablePart(table, 3).data;
    return found;
  }

 private:
  // As in table_set.h.
  static constexpr uint8_t kPolicyReachable = 1;
  static constexpr uint8_t kPattern = 1;
  static constexpr uint8_t kValue = 2;
  static constexpr uint8_t kLane = 4;
  static constexpr uint8_t kRaw = 0;
  static constexpr uint8_t kZstd = 1;
  static constexpr uint32_t kMaxTables = 1 << 16;

  constexpr ByteRun TablePart(uint64_t table, uint64_t part) const {
    return directory_.Part(image_record::kSetParts + table * image_record::kTableParts + part);
  }
  // Counts the stages of all parts.
  constexpr uint32_t all_stages() const { return set_.Get<uint16_t>(set_record::kStageCountAt); }
  // Whether the record has a worst case that is joined at the seams.
  constexpr bool is_joined() const {
    return set_.Get<uint16_t>(set_record::kVersionAt) == kJoinedFormatVersion;
  }
  constexpr uint32_t StageWord(int stage, uint64_t offset) const {
    const uint64_t number = first_stage_ + static_cast<uint64_t>(stage);
    return set_.Get<uint32_t>(set_record::kFixedBytes + number * set_record::kStageBytes + offset);
  }
  // Returns whether the table belongs to the used part. Without other parts, every table does.
  constexpr bool IsUsed(uint64_t table) const {
    if (stages_ == all_stages()) return true;
    for (int stage = 0; stage < stages_; ++stage)
      if (table - FirstTable(stage) < TableCount(stage)) return true;
    return false;
  }

  static constexpr bool CheckRecord(const char* what, const ByteRun& record, uint64_t size,
                                    Fault* fault) {
    if (record.size == size) return ImageDirectory::CheckHash(what, record, fault);
    fault->Damaged() << what << ": expected " << size << " bytes, found " << record.size;
    return false;
  }

  // Begins a message about a table.
  static constexpr ShortText& About(const FlatTable& table, Fault* fault) {
    return fault->Damaged() << "table {" << AsTiles{table.subproblem.goal} << "}|{"
                            << AsTiles{table.subproblem.fixed} << "}: ";
  }
  static constexpr bool Expect(const FlatTable& table, const char* what, uint64_t expected,
                               uint64_t found, Fault* fault) {
    if (expected != found)
      About(table, fault) << "expected " << what << " " << expected << ", found " << found;
    return expected == found;
  }

  constexpr bool CheckSetRecord(Fault* fault) const {
    namespace at = set_record;
    const ByteRun& set = set_;
    if (set.size < at::kFixedBytes + kRecordHashBytes) {
      fault->Damaged() << "set record: expected at least " << at::kFixedBytes + kRecordHashBytes
                       << " bytes, found " << set.size;
      return false;
    }
    if (!set.BeginsWith(at::kMagic)) {
      fault->Damaged() << "not a tilebase set record: expected 'TILEBASE'";
      return false;
    }
    const uint64_t version = set.Get<uint16_t>(at::kVersionAt);
    if (version > kFormatVersion && version != kJoinedFormatVersion) {
      fault->Set(FaultKind::kNewer)
          << "format version " << version << "; expected " << uint64_t{kFormatVersion} << " or "
          << uint64_t{kJoinedFormatVersion};
      return false;
    }
    const uint64_t text = at::kFixedBytes + uint64_t{all_stages()} * at::kStageBytes;
    const uint64_t plan_bytes = set.Get<uint16_t>(at::kPlanBytesAt);
    const uint64_t creator_bytes = set.Get<uint16_t>(at::kCreatorBytesAt);
    const uint64_t used = text + plan_bytes + creator_bytes;
    const uint64_t padded = (used + 7) / 8 * 8;
    if (!CheckRecord("set record", set, padded + kRecordHashBytes, fault)) return false;
    bool printable = plan_bytes <= at::kMaxTextBytes && creator_bytes <= at::kMaxTextBytes;
    for (uint64_t i = text; i < used; ++i)
      printable = printable && set.data[i] >= ' ' && set.data[i] <= '~';
    const uint64_t found_tables =
        (directory_.parts() - image_record::kSetParts) / image_record::kTableParts;
    if (version == 0 || !geometry().IsValid())
      fault->Damaged() << "set record: expected version 1 or later and a board of 2x2 to 8x8, "
                          "found version "
                       << version << " and " << uint64_t{geometry().width} << "x"
                       << uint64_t{geometry().height};
    else if (tables() == 0 || tables() > kMaxTables)
      fault->Damaged() << "set record: expected 1 to " << uint64_t{kMaxTables} << " tables, found "
                       << uint64_t{tables()};
    else if (!printable)
      fault->Damaged() << "set record: expected plan and creator in ASCII of at most "
                       << at::kMaxTextBytes << " bytes";
    else if ((!is_joined() && (set.Get<uint16_t>(at::kJoinedSlidesAt) != 0 ||
                               set.Get<uint32_t>(at::kJoinedAt) != 0)) ||
             !set.IsZero(used, padded))
      fault->Damaged() << "set record: expected zeros in its padding";
    else if (tables() != found_tables)
      fault->Damaged() << "image: expected " << uint64_t{tables()} << " tables, found the parts of "
                       << found_tables;
    return fault->ok();
  }

  // A part of the plan's text, and how many stages of the set record are its own.
  struct Part {
    ByteRun text;
    uint64_t stages = 0;
    bool ends_at_home = false;  // has stages, and they end with the blank at home
  };

  static constexpr bool IsDigit(uint8_t c) { return c >= '0' && c <= '9'; }
  // Reads a number of at most three digits at `*at` and moves `*at` behind it.
  static constexpr uint64_t TakeNumber(const ByteRun& text, uint64_t* at) {
    uint64_t number = 0;
    for (int digits = 0; digits < 3 && *at < text.size && IsDigit(text.data[*at]); ++digits, ++*at)
      number = number * 10 + (text.data[*at] - '0');
    return number;
  }
  static constexpr uint64_t CountOf(const ByteRun& text, uint8_t c) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < text.size; ++i) count += text.data[i] == c;
    return count;
  }

  // Counts the stages of the patterns in `list`, given by sizes such as 5-5-5 or by tiles such as
  // 1-4/5-8,10. A dual: part has one more stage for each pattern, and one for each tile of a
  // pattern of several tiles.
  static constexpr uint64_t PatternStages(const ByteRun& list, bool dual) {
    const bool sizes = CountOf(list, '/') == 0;
    uint64_t stages = 0;
    for (uint64_t i = 0; i < list.size; ++i) {  // past the '-' or '/'
      uint64_t tiles = 0;
      while (true) {
        const uint64_t number = TakeNumber(list, &i);
        const bool range = !sizes && i < list.size && list.data[i] == '-';
        const uint64_t last = range ? TakeNumber(list, &++i) : number;
        tiles += sizes ? number : last < number ? 1 : last - number + 1;
        if (i >= list.size || list.data[i] != ',') break;
        ++i;
      }
      stages += 1 + (dual ? 1 + (tiles > 1 ? tiles : 0) : 0);
    }
    return stages;
  }

  static constexpr bool IsBetweenParts(ByteRun text, uint64_t at) {
    return text.size - at > 2 && text.data[at] == ' ' && text.data[at + 1] == '+' &&
           text.data[at + 2] == ' ';
  }

  // Reads the part that begins at `*at` in the plan's text, which may hold anything; moves `*at` to
  // the next part.
  constexpr Part TakePart(uint64_t* at) const {
    const ByteRun text = plan();
    Part part;
    part.text.data = text.data + *at;
    while (*at < text.size && !IsBetweenParts(text, *at)) ++*at;
    part.text.size = static_cast<uint64_t>(text.data + *at - part.text.data);
    *at += 3;
    uint64_t list = 0;
    while (list < part.text.size && part.text.data[list] != ':') ++list;
    list = list == part.text.size ? 0 : list + 1;
    const ByteRun rest = {part.text.data + list, part.text.size - list};
    switch (part.text.size == 0 ? 0 : part.text.data[0]) {
      case 'v':  // values:
        part.stages = 1;
        break;
      case 'd':  // dual:
      case 'p': {
        uint64_t x = 0;
        const uint64_t times = TakeNumber(rest, &x);
        const bool many = x < rest.size && rest.data[x] == 'x';
        part.stages = many ? 4 * times : PatternStages(rest, part.text.data[0] == 'd');
        break;
      }
      default: {  // stages, after mtm: and blankC:
        // Only ladder:L contains an r; its number comes last.
        uint64_t number = part.text.size;
        while (number > 0 && IsDigit(part.text.data[number - 1])) --number;
        const uint64_t step = CountOf(part.text, 'r') == 0 ? 0 : TakeNumber(part.text, &number);
        const uint64_t tiles = static_cast<uint64_t>(geometry().tiles());
        part.stages = step == 0 ? CountOf(part.text, '/') + 1 : (tiles + step - 1) / step;
        part.ends_at_home = CountOf(part.text, 'b') == 0;
      }
    }
    return part;
  }

  // Finds the first part that ends at home, as Plan::staged does.
  constexpr bool ChoosePart(Fault* fault) {
    stages_ = static_cast<uint16_t>(all_stages());
    if (plan().size == 0) return true;  // CheckStages reports what it should be
    uint64_t stages = 0;
    Part part;
    for (uint64_t at = 0; at < plan().size && !part.ends_at_home; stages += part.stages)
      part = TakePart(&at);
    const bool mtm = part.text.size != 0 && part.text.data[0] == 'm';
    if (!part.ends_at_home || mtm) {
      fault->Set(FaultKind::kNewer)
          << "set record: expected a plan with stages of single moves, found "
          << (mtm ? "slides (mtm:)" : "none")
          << "; make one by 'tilebase build -o FILE' and 'tilebase export FILE -o IMAGE --raw'";
      return false;
    }
    if (plan().size == part.text.size) return true;
    if (stages > all_stages()) {
      fault->Damaged() << "set record: expected at least " << stages << " stages, found "
                       << uint64_t{all_stages()};
      return false;
    }
    first_stage_ = static_cast<uint16_t>(stages - part.stages);
    stages_ = static_cast<uint16_t>(part.stages);
    return true;
  }

  // Checks the hash and the length of the table record.
  constexpr bool CheckTableRecord(uint32_t number, Fault* fault) const {
    namespace at = table_record;
    const ByteRun record = TablePart(number, 0);
    if (record.size < at::kFixedBytes + kRecordHashBytes) {
      fault->Damaged() << "table record: expected at least " << at::kFixedBytes + kRecordHashBytes
                       << " bytes, found " << record.size;
      return false;
    }
    const uint64_t depths = record.Get<uint16_t>(at::kMaxDepthAt) + uint64_t{1};
    const uint8_t metric = record.data[at::kMetricAt];
    const uint64_t bands = metric == kValue ? at::kFitBands : 0;
    return CheckRecord("table record", record,
                       at::kFixedBytes + 8 * depths + bands * at::kBandBytes + kRecordHashBytes,
                       fault);
  }

  // Checks a table that is not used: the hashes of its records, and that its blocks follow one
  // another, each in one plane.
  constexpr bool CheckRecords(uint32_t number, Fault* fault) const {
    if (!CheckTableRecord(number, fault)) return false;
    const ByteRun index = TablePart(number, 1);
    if (index.size % index_record::kEntryBytes != kRecordHashBytes) {
      fault->Damaged() << "index record: expected a hash after its entries, found " << index.size
                       << " bytes";
      return false;
    }
    if (!ImageDirectory::CheckHash("index record", index, fault)) return false;
    const uint64_t plane = TablePart(number, 2).size;
    uint64_t begin = 0;
    bool sound = BlockBegin(number, 0) == 0;
    for (uint64_t block = 0; sound && block < BlockCount(number); ++block) {
      const uint64_t end = BlockBegin(number, block + 1);
      sound = begin < end && (begin >= plane || end <= plane);
      begin = end;
    }
    if (!sound || begin != plane + TablePart(number, 3).size)
      fault->Damaged() << "index record: expected its blocks to follow one another in "
                       << plane + TablePart(number, 3).size << " bytes";
    return fault->ok();
  }
  constexpr uint64_t BlockCount(uint32_t number) const {
    return (TablePart(number, 1).size - kRecordHashBytes) / index_record::kEntryBytes;
  }
  // Returns where the block begins in the stored bytes; for BlockCount(), where the last one ends.
  constexpr uint64_t BlockBegin(uint32_t number, uint64_t block) const {
    if (block == BlockCount(number))
      return TablePart(number, 0).Get<uint64_t>(table_record::kStoredBytesAt);
    return TablePart(number, 1).Get<uint64_t>(block * index_record::kEntryBytes +
                                              index_record::kOffsetAt);
  }

  // Checks the table record, the index record and the lengths of the planes.
  constexpr bool CheckTable(uint32_t number, Fault* fault) const {
    namespace at = table_record;
    if (!CheckTableRecord(number, fault)) return false;
    const ByteRun record = TablePart(number, 0);
    const uint8_t metric = record.data[at::kMetricAt];
    const FlatTable table = Table(number);
    const uint32_t block_bytes = record.Get<uint32_t>(at::kBlockBytesAt);
    if (block_bytes != kBlockBytes) {
      fault->Damaged() << "table record: expected blocks of " << uint64_t{kBlockBytes}
                       << " bytes, found " << uint64_t{block_bytes};
      return false;
    }
    // Follows the order of CheckTable (records.h), so that both readers report the same error for a
    // file. In a part that ends at home, the way back of the blank is 0.
    const uint8_t codec = record.data[at::kCodecAt];
    if (!record.IsZero(codec > kZstd ? at::kZeroAt : at::kBlankBackAt, at::kFixedBytes)) {
      fault->Damaged() << "table record: expected zeros in its padding";
      return false;
    }
    if (codec > kZstd) {
      About(table, fault) << "codec " << uint64_t{codec} << " needs a newer tilebase";
      fault->kind = FaultKind::kNewer;
      return false;
    }
    if (!table.subproblem.HasValidTiles()) {
      fault->Damaged() << "table: expected disjoint sets of tiles of the board, the goal not "
                          "empty, found goal 0x"
                       << AsHex{table.subproblem.goal} << " and fixed 0x"
                       << AsHex{table.subproblem.fixed};
      return false;
    }
    if (metric > kLane) {
      About(table, fault) << "expected a metric of at most 4, found " << uint64_t{metric};
      return false;
    }
    if (metric > kPattern) return Expect(table, "metric", 0, metric, fault);
    const Subproblem& own = table.subproblem;
    const bool pattern = metric == kPattern;
    if (pattern && (own.fixed != 0 || !IsPattern(own.geometry, own.goal))) {
      About(table, fault)
          << "expected no fixed tiles and two tiles outside a pattern, found others";
      return false;
    }
    const uint64_t entries = pattern ? PatternEntryCount(own.geometry, own.goal) : EntryCount(own);
    const uint64_t states = pattern ? entries : StateCount(own);
    if (entries == 0 || states == 0) {
      About(table, fault) << "expected a number of states below 2^64, found more";
      return false;
    }
    const uint8_t kind = record.data[at::kEntryKindAt];
    if (!Expect(table, "entries", entries, table.entries, fault) ||
        !Expect(table, "states", states, record.Get<uint64_t>(at::kStatesAt), fault))
      return false;
    // ChoosePart has made sure that a used part's metric is 0.
    if (!Expect(table, "metric", 0, metric, fault)) return false;
    if (codec != kRaw) {
      About(table, fault) << "is compressed with zstd, which this reader is without; export the "
                             "image with --raw";
      fault->kind = FaultKind::kNewer;
      return false;
    }
    const uint64_t depths = static_cast<uint64_t>(table.max_depth) + 1;
    uint64_t sum = 0;
    for (uint64_t depth = 0; depth < depths; ++depth) {
      const uint64_t count = record.Get<uint64_t>(at::kFixedBytes + 8 * depth);
      if (count > entries - sum || (depth + 1 == depths && count == 0)) {
        About(table, fault) << "expected a histogram of at most " << entries
                            << " entries, the last depth not zero, found " << count << " at depth "
                            << depth;
        return false;
      }
      sum += count;
    }
    if (!Expect(table, "reachable entries", sum, table.reachable_entries, fault)) return false;
    if (!Expect(table, "an entry kind of", sum < entries ? kPolicyReachable : 0, kind, fault))
      return false;
    return CheckIndex(number, table, fault);
  }

  constexpr bool CheckIndex(uint32_t number, const FlatTable& table, Fault* fault) const {
    const BlockLayout layout(table.entries, table.reachable != nullptr);
    const ByteRun index = TablePart(number, 1);
    // blocks() is at most 2^47, so this cannot overflow.
    if (!CheckRecord("index record", index,
                     layout.blocks() * index_record::kEntryBytes + kRecordHashBytes, fault))
      return false;
    const uint64_t stored = TablePart(number, 0).Get<uint64_t>(table_record::kStoredBytesAt);
    if (!Expect(table, "stored bytes", layout.bytes(), stored, fault)) return false;
    for (uint64_t block = 0; block < layout.blocks(); ++block) {
      const uint64_t offset =
          index.Get<uint64_t>(block * index_record::kEntryBytes + index_record::kOffsetAt);
      if (offset == layout.OffsetInTable(block)) continue;
      fault->Damaged() << "index record: block " << block << " of " << layout.blocks()
                       << ": expected it to begin at " << layout.OffsetInTable(block) << ", found "
                       << offset;
      return false;
    }
    return Expect(table, "bytes of the policy plane", layout.PlaneBytes(Plane::kPolicy),
                  TablePart(number, 2).size, fault) &&
           Expect(table, "bytes of the reachable plane", layout.PlaneBytes(Plane::kReachable),
                  TablePart(number, 3).size, fault);
  }

  // Rules 5 and 6: the stages are those of the plan, and their tables are those that it can meet.
  constexpr bool CheckStages(Fault* fault) const {
    CellMask solved = 0;
    uint64_t next = 0;
    uint64_t worst_case = 0;
    uint64_t deepest = 0;  // stage
    ShortText ladder;
    ShortText explicit_plan;
    bool is_ladder = true;
    int step = 0;
    for (int stage = 0; stage < stages(); ++stage) {
      const uint64_t count = TableCount(stage);
      // A later part may share an earlier part's tables.
      if (first_stage_ != 0) next = FirstTable(stage);
      if (FirstTable(stage) != next || next > tables() || count == 0 || count > tables() - next) {
        fault->Damaged() << "stage " << static_cast<uint64_t>(stage)
                         << ": expected its tables to begin at " << next << " and end by "
                         << uint64_t{tables()} << ", found " << uint64_t{FirstTable(stage)}
                         << " and " << count << " tables";
        return false;
      }
      Subproblem expected = Table(static_cast<uint32_t>(next)).subproblem;
      if (expected.fixed != solved) {
        About(Table(static_cast<uint32_t>(next)), fault)
            << "expected the tiles of earlier stages to be fixed";
        return false;
      }
      const CellMask goal = expected.goal;
      if (stage == 0) step = Count(goal);
      is_ladder =
          is_ladder && goal == (geometry().all_tiles() & ~solved & LowMask(step * (stage + 1)));
      explicit_plan << (stage == 0 ? "" : "/") << AsTiles{goal};
      int greatest = 0;
      for (uint64_t i = 0; i < count; ++i, ++next) {
        const FlatTable table = Table(static_cast<uint32_t>(next));
        if (!CheckChain(table, i == 0, i + 1 == count, &expected, fault)) return false;
        if (table.max_depth > greatest) greatest = table.max_depth;
      }
      worst_case += static_cast<uint64_t>(greatest);
      if (static_cast<uint64_t>(greatest) > deepest) deepest = static_cast<uint64_t>(greatest);
      solved |= goal;
    }
    ladder << "ladder:" << static_cast<uint64_t>(step);
    if (next != tables() && stages_ == all_stages())
      fault->Damaged() << "set: expected " << next << " tables, found " << uint64_t{tables()};
    else if (solved != geometry().all_tiles())
      fault->Damaged() << "set: expected stages with all tiles of the board";
    else if (!IsPlan(explicit_plan) && !(is_ladder && IsPlan(ladder)))
      fault->Damaged() << "set: expected the canonical plan text '" << explicit_plan.text() << "'"
                       << (is_ladder ? " or its ladder" : "");
    else if (worst_case != summed_worst_case())
      fault->Damaged() << "set: expected certified worst case " << worst_case << ", found "
                       << uint64_t{summed_worst_case()};
    else if (is_joined() && (!CanBeJoined(certified_worst_case(), worst_case, deepest) ||
                             set_.Get<uint16_t>(set_record::kJoinedSlidesAt) != 0))
      fault->Damaged() << "set: expected a joined worst case of " << deepest << " to " << worst_case
                       << " actions and 0 slides, found " << uint64_t{certified_worst_case()}
                       << " and " << uint64_t{set_.Get<uint16_t>(set_record::kJoinedSlidesAt)};
    return fault->ok();
  }

  // Returns whether the table may stand here in its stage; moves *expected to the subproblem that
  // may follow.
  static constexpr bool CheckChain(const FlatTable& table, bool first, bool last,
                                   Subproblem* expected, Fault* fault) {
    // Tables between may be missing: the later ones solve the boards that those would have solved.
    if (!first)
      while (!(table.subproblem == *expected) && expected->fixed != 0)
        *expected = expected->Grown();
    if (!(table.subproblem == *expected)) {
      About(table, fault) << "expected the stage's tables to grow by the highest fixed tile";
      return false;
    }
    if (last != (table.reachable_entries == table.entries)) {
      About(table, fault) << "expected " << (last ? "all" : "not all") << " of " << table.entries
                          << " entries reachable as it is " << (last ? "" : "not ")
                          << "the last table of its stage, found " << table.reachable_entries;
      return false;
    }
    if (last) return true;
    if (expected->fixed == 0) {
      About(table, fault) << "expected to be the last one: it has no fixed tiles";
      return false;
    }
    *expected = expected->Grown();
    return true;
  }

  constexpr bool IsPlan(const ShortText& text) const {
    ByteRun found;
    uint64_t at = 0;
    for (uint64_t stages = 0; stages <= first_stage_;) {
      const Part part = TakePart(&at);
      found = part.text;
      stages += part.stages;
    }
    if (found.size != text.size()) return false;
    for (uint32_t i = 0; i < text.size(); ++i)
      if (found.data[i] != static_cast<uint8_t>(text.text()[i])) return false;
    return true;
  }

  constexpr bool CheckBlocks(uint32_t number, Fault* fault) const {
    const ByteRun index = TablePart(number, 1);
    const ByteRun policy = TablePart(number, 2);
    const ByteRun reachable = TablePart(number, 3);
    for (uint64_t block = 0; block < BlockCount(number); ++block) {
      const uint64_t begin = BlockBegin(number, block);
      const uint64_t size = BlockBegin(number, block + 1) - begin;
      const uint64_t found = begin < policy.size
                                 ? Xxh3(policy.data + begin, size)
                                 : Xxh3(reachable.data + (begin - policy.size), size);
      const uint64_t expected =
          index.Get<uint64_t>(block * index_record::kEntryBytes + index_record::kHashAt);
      if (found == expected) continue;
      About(Table(number), fault) << "block " << block << " of " << BlockCount(number)
                                  << ": expected hash " << AsHex{expected} << ", found "
                                  << AsHex{found};
      return false;
    }
    return true;
  }

  constexpr bool CheckContent(uint32_t number, Fault* fault) const {
    const FlatTable table = Table(number);
    const ByteRun policy = TablePart(number, 2);
    const ByteRun reachable = TablePart(number, 3);
    const uint64_t found = Xxh3(policy.data, policy.size, reachable.data, reachable.size);
    const uint64_t expected = TablePart(number, 0).Get<uint64_t>(table_record::kContentHashAt);
    if (found == expected) return true;
    About(table, fault) << "expected content hash " << AsHex{expected} << ", found "
                        << AsHex{found};
    return false;
  }

  ImageDirectory directory_;
  ByteRun set_;
  uint16_t first_stage_ = 0;  // index of the used part's first stage among the stages of all parts
  uint16_t stages_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_FLAT_IMAGE_H_
