# The toolchains for other machines, for tools/cross. Programs run on this machine; everything else
# is the other machine's, below TILEBASE_CROSS_PREFIX. TILEBASE_CROSS_MACHINE is arm64 or windows.
if(TILEBASE_CROSS_MACHINE STREQUAL arm64)
  # Debian 12, whose packages are unpacked in the prefix.
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR aarch64)
  set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
  set(CMAKE_SYSROOT ${TILEBASE_CROSS_PREFIX})
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${TILEBASE_CROSS_PREFIX})
else()
  # Windows 10 and later on x86-64, by mingw-w64; the libraries of others are archives in the
  # prefix.
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_SYSTEM_PROCESSOR x86_64)
  # The variant whose C++ library has threads.
  set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
  set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
  set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
  set(CMAKE_C_FLAGS_INIT -D_WIN32_WINNT=0x0A00)
  set(CMAKE_CXX_FLAGS_INIT -D_WIN32_WINNT=0x0A00)
  # Static links, so that programs need no DLL but the system's.
  set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s")
  set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static -s")
  set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${TILEBASE_CROSS_PREFIX})
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TILEBASE_CROSS_MACHINE TILEBASE_CROSS_PREFIX)
