// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The Windows versions of the functions for reading tables and keeping the state of a search.
// Tables are made on other systems.

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>

#include "tables/error.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) _close(fd_);
}

absl::StatusOr<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path,
                                                             const std::string& name) {
  const std::string& called = name.empty() ? path : name;
  // Nobody can write to the file while it is mapped, so its bytes and its size stay.
  const FileDescriptor fd(
      _sopen(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT, _SH_DENYWR, 0));
  struct _stat64 status;
  if (fd.get() < 0 || _fstat64(fd.get(), &status) != 0) return FileError(called, "open", errno);
  if ((status.st_mode & _S_IFREG) == 0)
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = called,
                      .what = "not a tilebase file",
                      .expected = "a regular file",
                      .found = "a device or pipe",
                      .remedy = "give the name of a file made by 'tilebase export'"});
  std::unique_ptr<MappedFile> file(new MappedFile);
  if (status.st_size == 0) return file;
  const HANDLE handle = reinterpret_cast<HANDLE>(_get_osfhandle(fd.get()));
  const HANDLE mapping = CreateFileMappingA(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (mapping == nullptr) return FileError(called, "map", ENOMEM);
  const void* const data = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  CloseHandle(mapping);  // the view keeps it
  if (data == nullptr) return FileError(called, "map", ENOMEM);
  file->data_ = static_cast<const uint8_t*>(data);
  file->size_ = static_cast<uint64_t>(status.st_size);
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) UnmapViewOfFile(data_);
}

absl::StatusOr<std::unique_ptr<KeptFile>> KeptFile::Open(const std::string& path) {
  FileDescriptor fd(_sopen(path.c_str(), _O_RDONLY | _O_CREAT | _O_BINARY | _O_NOINHERIT,
                           _SH_DENYNO, _S_IREAD | _S_IWRITE));
  if (fd.get() < 0) return FileError(path, "open", errno);
  return std::unique_ptr<KeptFile>(new KeptFile(path, FileDescriptor()));
}

absl::StatusOr<std::string> KeptFile::Read() const {
  const auto file = MappedFile::Open(path_);
  if (!file.ok()) return file.status();
  return std::string((*file)->bytes().begin(), (*file)->bytes().end());
}

absl::Status KeptFile::Replace(absl::string_view, absl::Span<const uint8_t> bytes) {
  const std::string partial = path_ + ".partial";
  {
    const FileDescriptor file(_sopen(partial.c_str(),
                                     _O_WRONLY | _O_CREAT | _O_TRUNC | _O_BINARY | _O_NOINHERIT,
                                     _SH_DENYRW, _S_IREAD | _S_IWRITE));
    if (file.get() < 0) return FileError(partial, "write", errno);
    const unsigned size = static_cast<unsigned>(bytes.size());
    if (size != bytes.size() || _write(file.get(), bytes.data(), size) != static_cast<int>(size) ||
        _commit(file.get()) != 0)
      return FileError(partial, "write", errno);
  }
  if (!MoveFileExA(partial.c_str(), path_.c_str(),
                   MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
    return FileError(path_, "publish", EACCES);
  return absl::OkStatus();
}

void KeptFile::Remove() { _unlink(path_.c_str()); }

// Nobody can replace a file that is mapped.
bool MappedFile::IsAt(const std::string&) const { return true; }

HugeBytes::~HugeBytes() {
  if (data_ != nullptr) VirtualFree(data_, 0, MEM_RELEASE);
}

bool HugeBytes::Allocate(uint64_t size) {
  if (size == 0) return true;
  data_ =
      static_cast<uint8_t*>(VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
  if (data_ == nullptr) return false;
  size_ = size;
  return true;
}

}  // namespace tilebase
