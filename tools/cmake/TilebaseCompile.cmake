# How every target is compiled. This applies to this folder and those below it only: a project that
# contains this one compiles its own targets as it likes.
include(CheckLinkerFlag)

# tilebase_link_options(<name> <option>...): adds options to all later links, if the linker knows
# them.
function(tilebase_link_options name)
  check_linker_flag(CXX "${ARGN}" TILEBASE_LINKER_KNOWS_${name})
  if(TILEBASE_LINKER_KNOWS_${name})
    add_link_options(${ARGN})
  endif()
endfunction()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
# One set of objects serves the command, the static and the shared library. The shared library
# exports only what tilebase.h declares.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_compile_options(-Wall -Wextra)
# With CMAKE_UNITY_BUILD, which tools/run sets, several sources are compiled at a time. A full build
# takes a third of the time, because most of it goes to headers.
if(CMAKE_UNITY_BUILD)
  # g++ then treats each source as a header that others might include.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()
if(TILEBASE_WERROR)
  add_compile_options(-Werror)
endif()
if(TILEBASE_SANITIZE)
  add_compile_options(-fsanitize=${TILEBASE_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_compile_definitions(TILEBASE_SANITIZED)  # for tests that count or measure
  add_link_options(-fsanitize=${TILEBASE_SANITIZE})
  if(TILEBASE_SANITIZE MATCHES address)
    # Tests start programs thousands of times. Position-independent ones take a quarter longer,
    # because the loader writes addresses into megabytes of the sanitizer's data.
    string(APPEND CMAKE_EXE_LINKER_FLAGS " -no-pie")
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # The code of Boost, Abseil, JSON and GoogleTest is not ours to check, and takes half of the
    # time of compiling. clang finds the standard library's headers by another path, so they are
    # checked.
    file(WRITE ${PROJECT_BINARY_DIR}/not_sanitized.txt "src:/usr/include/*\n")
    add_compile_options(-fsanitize-ignorelist=${PROJECT_BINARY_DIR}/not_sanitized.txt)
  endif()
endif()

# The same sources give the same bytes in any folder: no path of this machine gets into a file.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)

# Release builds are hardened (docs/releases.md lists the flags). Sanitizers have checks of their
# own, which some of these flags would hide.
if(NOT TILEBASE_SANITIZE)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C CXX)
  # A distribution's compiler may define a lower level by default, and defining it twice is an
  # error.
  set(hardened -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
      -D_GLIBCXX_ASSERTIONS)
  if(WIN32)
    add_link_options(-fstack-protector-strong)  # its functions are a library
  else()
    list(APPEND hardened -fstack-clash-protection)
    tilebase_link_options(RELRO LINKER:-z,relro,-z,now,-z,noexecstack)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
    list(APPEND hardened -fcf-protection=full)
  endif()
  add_compile_options("$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${hardened}>")
endif()
# Abseil's targets name dozens of shared libraries; a program needs only a few of them.
tilebase_link_options(AS_NEEDED LINKER:--as-needed)
include_directories(${PROJECT_SOURCE_DIR})
