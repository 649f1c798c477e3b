// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What posix.cc and huge_bytes.cc have, on Windows. Files are opened so that they may be renamed
// and deleted meanwhile, as elsewhere; only what is mapped stays as it is.

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <random>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

std::wstring Wide(const std::string& path) {
  std::wstring wide(path.size() + 1, L'\0');
  wide.resize(static_cast<size_t>(MultiByteToWideChar(CP_UTF8, 0, path.data(),
                                                      static_cast<int>(path.size()), wide.data(),
                                                      static_cast<int>(wide.size()))));
  return wide;
}

HANDLE HandleOf(int fd) { return reinterpret_cast<HANDLE>(_get_osfhandle(fd)); }

// What `handle` holds, with errno set where that is nothing.
FileDescriptor AsDescriptor(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) {
    errno = AsErrno(static_cast<int>(GetLastError()));
    return FileDescriptor();
  }
  return FileDescriptor(_open_osfhandle(reinterpret_cast<intptr_t>(handle), flags));
}

bool IsRegular(HANDLE handle) {
  BY_HANDLE_FILE_INFORMATION info;
  constexpr DWORD kOthers = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
  return GetFileType(handle) == FILE_TYPE_DISK && GetFileInformationByHandle(handle, &info) &&
         (info.dwFileAttributes & kOthers) == 0;
}

uint64_t Joined(DWORD high, DWORD low) { return uint64_t{high} << 32 | low; }

// An offset for a call that takes one.
OVERLAPPED At(uint64_t offset) {
  OVERLAPPED at = {};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return at;
}

constexpr uint64_t kMostAtOnce = 1 << 30;  // bytes that one call reads or writes

absl::Status LastError(std::string_view path, std::string_view action) {
  return FileError(path, action, AsErrno(static_cast<int>(GetLastError())));
}

}  // namespace

int AsErrno(int code) {
  switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_WRITE_PROTECT:
      return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
      return ENOMEM;
    default:
      return EIO;
  }
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) _close(fd_);
}

absl::StatusOr<FileDescriptor> OpenToRead(const std::string& path, const std::string& name) {
  const std::string& called = name.empty() ? path : name;
  // Nobody may write to it meanwhile.
  FileDescriptor fd = AsDescriptor(
      CreateFileW(Wide(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr),
      _O_RDONLY | _O_BINARY | _O_NOINHERIT);
  if (fd.get() < 0) return FileError(called, "open", errno);
  if (IsRegular(HandleOf(fd.get()))) return fd;
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.where = called,
                    .what = "not a tilebase file",
                    .expected = "a regular file",
                    .found = GetFileType(HandleOf(fd.get())) == FILE_TYPE_DISK ? "a directory"
                                                                               : "a device or pipe",
                    .remedy = "give the name of a file made by 'tilebase build'"});
}

absl::StatusOr<FileDescriptor> CopyToMemory(const std::string&) { return FileDescriptor(); }

std::string PathOf(const FileDescriptor&) { return ""; }

absl::StatusOr<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path,
                                                             const std::string& name) {
  const std::string& called = name.empty() ? path : name;
  const absl::StatusOr<FileDescriptor> fd = OpenToRead(path, called);
  if (!fd.ok()) return fd.status();
  const HANDLE handle = HandleOf(fd->get());
  BY_HANDLE_FILE_INFORMATION info;
  if (!GetFileInformationByHandle(handle, &info)) return LastError(called, "open");
  std::unique_ptr<MappedFile> file(new MappedFile);
  file->device_ = info.dwVolumeSerialNumber;
  file->inode_ = Joined(info.nFileIndexHigh, info.nFileIndexLow);
  const uint64_t size = Joined(info.nFileSizeHigh, info.nFileSizeLow);
  if (size == 0) return file;
  const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (mapping == nullptr) return LastError(called, "map");
  const void* const data = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  CloseHandle(mapping);  // the view keeps it
  if (data == nullptr) return LastError(called, "map");
  file->data_ = static_cast<const uint8_t*>(data);
  file->size_ = size;
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) UnmapViewOfFile(data_);
}

bool MappedFile::IsSameFile(NativeFile file) const {
  BY_HANDLE_FILE_INFORMATION info;
  return GetFileInformationByHandle(file, &info) && info.dwVolumeSerialNumber == device_ &&
         Joined(info.nFileIndexHigh, info.nFileIndexLow) == inode_ &&
         Joined(info.nFileSizeHigh, info.nFileSizeLow) == size_;
}

// Nobody can replace a file that is mapped.
bool MappedFile::IsAt(const std::string&) const { return true; }

FileDescriptor OpenToWrite(const std::string& path, Opening opening) {
  const DWORD how = opening == Opening::kNew     ? CREATE_NEW
                    : opening == Opening::kThere ? OPEN_EXISTING
                                                 : OPEN_ALWAYS;
  FileDescriptor fd =
      AsDescriptor(CreateFileW(Wide(path).c_str(), GENERIC_READ | GENERIC_WRITE, kShared, nullptr,
                               how, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr),
                   _O_RDWR | _O_BINARY | _O_NOINHERIT);
  if (fd.get() < 0 || IsRegular(HandleOf(fd.get()))) return fd;
  fd = FileDescriptor();
  errno = ENXIO;
  return fd;
}

absl::StatusOr<uint64_t> SizeOf(int fd, std::string_view path) {
  LARGE_INTEGER size;
  if (!GetFileSizeEx(HandleOf(fd), &size)) return LastError(path, "read");
  return static_cast<uint64_t>(size.QuadPart);
}

std::string VersionOf(int fd) {
  BY_HANDLE_FILE_INFORMATION info;
  const HANDLE handle = HandleOf(fd);
  if (!IsRegular(handle) || !GetFileInformationByHandle(handle, &info)) return "";
  return absl::StrCat(
      Joined(info.nFileSizeHigh, info.nFileSizeLow), " ",
      Joined(info.nFileIndexHigh, info.nFileIndexLow), " ",
      Joined(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime));
}

bool Names(const std::string& path, int fd) {
  BY_HANDLE_FILE_INFORMATION own, there;
  const FileDescriptor other =
      AsDescriptor(CreateFileW(Wide(path).c_str(), 0, kShared, nullptr, OPEN_EXISTING,
                               FILE_FLAG_OPEN_REPARSE_POINT, nullptr),
                   _O_RDONLY);
  return other.get() >= 0 && GetFileInformationByHandle(HandleOf(fd), &own) &&
         GetFileInformationByHandle(HandleOf(other.get()), &there) &&
         own.dwVolumeSerialNumber == there.dwVolumeSerialNumber &&
         own.nFileIndexHigh == there.nFileIndexHigh && own.nFileIndexLow == there.nFileIndexLow;
}

bool TryLock(int fd) {
  // A byte that no file has: what is locked here cannot be read by others.
  OVERLAPPED at = At(uint64_t{1} << 62);
  return LockFileEx(HandleOf(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                    &at) ||
         GetLastError() != ERROR_LOCK_VIOLATION;
}

// LMDB itself says where the disk is full.
int TakeRoom(NativeFile, uint64_t) { return 0; }

void WillRead(int, uint64_t, uint64_t) {}

void RemoveFile(const std::string& path) noexcept { DeleteFileW(Wide(path).c_str()); }

void RemoveFilesThatBegin(const std::string& path) {
  const std::wstring folder = Wide(FolderOf(path)) + L"\\";
  WIN32_FIND_DATAW found;
  const HANDLE names = FindFirstFileW(Wide(path + "*").c_str(), &found);
  if (names == INVALID_HANDLE_VALUE) return;
  do {
    DeleteFileW((folder + found.cFileName).c_str());
  } while (FindNextFileW(names, &found));
  FindClose(names);
}

bool RenameFile(const std::string& from, const std::string& to) {
  return MoveFileExW(Wide(from).c_str(), Wide(to).c_str(), MOVEFILE_REPLACE_EXISTING);
}

absl::Status WriteAt(int fd, std::string_view path, absl::Span<const uint8_t> bytes,
                     uint64_t offset) {
  while (!bytes.empty()) {
    DWORD written = 0;
    OVERLAPPED at = At(offset);
    const DWORD size = static_cast<DWORD>(std::min<uint64_t>(bytes.size(), kMostAtOnce));
    if (!WriteFile(HandleOf(fd), bytes.data(), size, &written, &at))
      return LastError(path, "write");
    bytes.remove_prefix(written);
    offset += written;
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> ReadSome(int fd, std::string_view path, absl::Span<uint8_t> bytes,
                                uint64_t offset) {
  size_t done = 0;
  while (done < bytes.size()) {
    DWORD read = 0;
    OVERLAPPED at = At(offset + done);
    const DWORD size = static_cast<DWORD>(std::min<uint64_t>(bytes.size() - done, kMostAtOnce));
    if (!ReadFile(HandleOf(fd), bytes.data() + done, size, &read, &at) &&
        GetLastError() != ERROR_HANDLE_EOF)
      return LastError(path, "read");
    if (read == 0) break;
    done += read;
  }
  return done;
}

absl::Status SetSize(int fd, std::string_view path, uint64_t bytes) {
  FILE_END_OF_FILE_INFO end;
  end.EndOfFile.QuadPart = static_cast<int64_t>(bytes);
  if (!SetFileInformationByHandle(HandleOf(fd), FileEndOfFileInfo, &end, sizeof end))
    return LastError(path, "write");
  return absl::OkStatus();
}

absl::Status Sync(int fd, std::string_view path) {
  return FlushFileBuffers(HandleOf(fd)) ? absl::OkStatus() : LastError(path, "write");
}

absl::Status CheckOutput(const std::string& path, bool replace) {
  const DWORD found = GetFileAttributesW(Wide(path).c_str());
  if (found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return MakeError(
        absl::StatusCode::kAlreadyExists,
        {.where = path, .what = "is a directory", .remedy = "choose the name of a file"});
  if (found != INVALID_FILE_ATTRIBUTES && !replace)
    return MakeError(absl::StatusCode::kAlreadyExists,
                     {.where = path,
                      .what = "exists",
                      .remedy = "remove it, choose another name, or replace it with --force"});
  const DWORD folder = GetFileAttributesW(Wide(FolderOf(path)).c_str());
  if (folder == INVALID_FILE_ATTRIBUTES || (folder & FILE_ATTRIBUTE_DIRECTORY) == 0)
    return FileError(path, "create", ENOENT);
  return absl::OkStatus();
}

absl::Status Publish(const std::string& partial, const std::string& path, bool replace) {
  if (absl::Status status = CheckOutput(path, replace); !status.ok()) return status;
  const DWORD flags = (replace ? MOVEFILE_REPLACE_EXISTING : 0) | MOVEFILE_WRITE_THROUGH;
  if (!MoveFileExW(Wide(partial).c_str(), Wide(path).c_str(), flags))
    return LastError(path, "publish");
  return absl::OkStatus();
}

std::string RandomToken() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 8; ++i) token += "0123456789abcdefghijklmnopqrstuv"[random() % 32];
  return token;
}

absl::StatusOr<std::unique_ptr<KeptFile>> KeptFile::Open(const std::string& path) {
  const FileDescriptor fd = OpenToWrite(path, Opening::kEither);
  if (fd.get() < 0) return FileError(path, "open", errno);
  return std::unique_ptr<KeptFile>(new KeptFile(path, FileDescriptor()));
}

absl::StatusOr<std::string> KeptFile::Read() const {
  const auto file = MappedFile::Open(path_);
  if (!file.ok()) return file.status();
  return std::string((*file)->bytes().begin(), (*file)->bytes().end());
}

absl::Status KeptFile::Replace(absl::string_view mark, absl::Span<const uint8_t> bytes) {
  const std::string partial = path_ + ".partial";
  {
    const absl::StatusOr<FileDescriptor> file = OpenWorkFile(partial, mark);
    if (!file.ok()) return file.status();
    absl::Status status = WriteAt(file->get(), partial, bytes, 0);
    if (status.ok()) status = SetSize(file->get(), partial, bytes.size());
    if (status.ok()) status = Sync(file->get(), partial);
    if (!status.ok()) return status;
  }
  return Publish(partial, path_, true);
}

void KeptFile::Remove() { RemoveFile(path_); }

HugeBytes::~HugeBytes() {
  if (data_ != nullptr) VirtualFree(data_, 0, MEM_RELEASE);
}

uint64_t HugeBytes::PageBytes() {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwPageSize;
}

bool HugeBytes::Allocate(uint64_t size) {
  if (size == 0) return true;
  data_ =
      static_cast<uint8_t*>(VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
  if (data_ == nullptr) return false;
  size_ = size;
  return true;
}

// Pages take memory when they are first written to; the machine has to promise it at once.
bool HugeBytes::Reserve(uint64_t size) { return Allocate(size); }

void HugeBytes::Populate(uint64_t, uint64_t) {}

void HugeBytes::Forget(uint64_t begin, uint64_t size) {
  VirtualFree(data_ + begin, size, MEM_DECOMMIT);
  VirtualAlloc(data_ + begin, size, MEM_COMMIT, PAGE_READWRITE);
}

uint64_t FreeMemory() {
  MEMORYSTATUSEX status;
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? status.ullAvailPhys : 0;
}

}  // namespace tilebase
