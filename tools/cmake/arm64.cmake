# Debian 12 on arm64, whose packages are unpacked in TILEBASE_CROSS_PREFIX. tools/cross uses it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_SYSROOT ${TILEBASE_CROSS_PREFIX})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${TILEBASE_CROSS_PREFIX})
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
