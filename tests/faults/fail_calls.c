/* Copyright (c) 2026 The tilebase authors
   SPDX-License-Identifier: MIT

   Preloaded (LD_PRELOAD), makes the n-th call of a kind fail. What a program does with a full disk,
   a dying one, or too little memory can then be seen for every place where it could happen.

   FAIL_CALLS   KIND:N:ERROR:HOW, for example write:17:ENOSPC:once
                KIND   write fsync rename mmap open read thread memory
                N      counts from 1, over all threads, from the beginning of main() on
                ERROR  of errno; SHORT: a write or read of half of what was asked for
                HOW    once, or on: the N-th and every later one
   FAIL_COUNT   where the number of calls of the kind is written when main() returns

   Calls on standard input, output and error are left alone, and so is what the C library does
   within itself (stdio, threads' stacks). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum Kind { kWrite, kFsync, kRename, kMmap, kOpen, kRead, kThread, kMemory, kKinds };
static const char* const kNames[kKinds] = {"write", "fsync", "rename", "mmap",
                                           "open",  "read",  "thread", "memory"};
enum { kNotMade = 0, kShort = -1 };

static int kind = kKinds;
static long first = 0;
static int error = kNotMade;
static int goes_on = 0;
static atomic_int armed = 0;
static atomic_long calls = 0;

static int ErrorNamed(const char* name) {
  static const struct {
    const char* name;
    int number;
  } errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR},   {"ENOMEM", ENOMEM},
                {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}, {"EDQUOT", EDQUOT}, {"SHORT", kShort}};
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i)
    if (strcmp(errors[i].name, name) == 0) return errors[i].number;
  fprintf(stderr, "fail_calls: unknown error '%s'\n", name);
  abort();
}

/* Returns the error that this call is to fail with; kNotMade if the call should be made. */
static int Verdict(enum Kind of) {
  if ((int)of != kind || !atomic_load(&armed)) return kNotMade;
  const long number = atomic_fetch_add(&calls, 1) + 1;
  return number == first || (goes_on && number > first) ? error : kNotMade;
}

static int Fails(enum Kind of) {
  const int verdict = Verdict(of);
  if (verdict <= 0) return 0;
  errno = verdict;
  return 1;
}

#define REAL(name) ((__typeof__(&name))Real(#name))
static void* Real(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

/* Returns how many of `size` bytes the call should move; -1: it fails. */
static ssize_t Allowed(enum Kind of, int fd, size_t size) {
  const int verdict = fd > 2 ? Verdict(of) : kNotMade;
  if (verdict == kShort) return size > 1 ? (ssize_t)(size / 2) : (ssize_t)size;
  if (verdict == kNotMade) return (ssize_t)size;
  errno = verdict;
  return -1;
}

ssize_t write(int fd, const void* bytes, size_t size) {
  const ssize_t allowed = Allowed(kWrite, fd, size);
  return allowed < 0 ? -1 : REAL(write)(fd, bytes, (size_t)allowed);
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  const ssize_t allowed = Allowed(kWrite, fd, size);
  return allowed < 0 ? -1 : REAL(pwrite)(fd, bytes, (size_t)allowed, offset);
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t offset) {
  return pwrite(fd, bytes, size, offset);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  const int verdict = fd > 2 ? Verdict(kWrite) : kNotMade;
  if (verdict == kNotMade) return REAL(writev)(fd, parts, count);
  if (verdict == kShort) return REAL(writev)(fd, parts, count > 1 ? count / 2 : count);
  errno = verdict;
  return -1;
}
int ftruncate(int fd, off_t size) { return Fails(kWrite) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int posix_fallocate(int fd, off_t offset, off_t size) {
  const int verdict = Verdict(kWrite);
  return verdict > 0 ? verdict : REAL(posix_fallocate)(fd, offset, size);
}
int posix_fallocate64(int fd, off_t offset, off_t size) {
  return posix_fallocate(fd, offset, size);
}

ssize_t read(int fd, void* bytes, size_t size) {
  const ssize_t allowed = Allowed(kRead, fd, size);
  return allowed < 0 ? -1 : REAL(read)(fd, bytes, (size_t)allowed);
}
ssize_t pread(int fd, void* bytes, size_t size, off_t offset) {
  const ssize_t allowed = Allowed(kRead, fd, size);
  return allowed < 0 ? -1 : REAL(pread)(fd, bytes, (size_t)allowed, offset);
}
ssize_t pread64(int fd, void* bytes, size_t size, off_t offset) {
  return pread(fd, bytes, size, offset);
}

int fsync(int fd) { return Fails(kFsync) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return Fails(kFsync) ? -1 : REAL(fdatasync)(fd); }

int rename(const char* from, const char* to) {
  return Fails(kRename) ? -1 : REAL(rename)(from, to);
}
int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) {
  return Fails(kRename) ? -1 : REAL(renameat2)(from_at, from, to_at, to, flags);
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  return Fails(kMmap) ? MAP_FAILED : REAL(mmap)(at, size, protection, flags, fd, offset);
}
void* mmap64(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  return mmap(at, size, protection, flags, fd, offset);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return Fails(kOpen) ? -1 : REAL(open)(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  const int verdict = Verdict(kThread);
  return verdict > 0 ? verdict : REAL(pthread_create)(thread, attributes, run, argument);
}

/* glibc's own names for what these stand in for; operator new comes here too. */
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) { return Fails(kMemory) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return Fails(kMemory) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) { return Fails(kMemory) ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return Fails(kMemory) ? NULL : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  void* const memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

static void ReadOrder(void) {
  const char* const given = getenv("FAIL_CALLS");
  if (given == NULL) return;
  char name[16], number[16], how[16];
  if (sscanf(given, "%15[^:]:%ld:%15[^:]:%15s", name, &first, number, how) != 4) abort();
  for (kind = 0; kind < kKinds && strcmp(kNames[kind], name) != 0;) ++kind;
  if (kind == kKinds) abort();
  error = ErrorNamed(number);
  goes_on = strcmp(how, "on") == 0;
}

static int (*real_main)(int, char**, char**);

static int Main(int argc, char** argv, char** environment) {
  ReadOrder();
  atomic_store(&armed, 1);
  const int code = real_main(argc, argv, environment);
  atomic_store(&armed, 0);
  const char* const path = getenv("FAIL_COUNT");
  FILE* const file = path == NULL ? NULL : fopen(path, "w");
  if (file != NULL) {
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
  }
  return code;
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  typedef int (*Start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
                       void (*)(void), void*);
  real_main = main;
  return ((Start)Real("__libc_start_main"))(Main, argc, argv, init, fini, rtld_fini, stack_end);
}
