# TILEBASE_ARCHIVES: how a self-contained libtilebase.so links the libraries of others. Where an
# archive is missing or cannot be part of a shared library, TILEBASE_SELF_CONTAINED is off. So it is
# with sanitizers, which replace parts of the C++ runtime; and on Windows, where all libraries of others
# are archives.
if(TILEBASE_SANITIZE OR WIN32)
  set(TILEBASE_SELF_CONTAINED OFF)
endif()
if(TILEBASE_SELF_CONTAINED)
  # Abseil's lie beside the library that find_package found. The linker takes what is used of them.
  get_target_property(configuration absl::strings IMPORTED_CONFIGURATIONS)
  get_target_property(place absl::strings IMPORTED_LOCATION_${configuration})
  cmake_path(GET place PARENT_PATH place)
  file(GLOB archives ${place}/libabsl_*.a)
  foreach(name lmdb zstd xxhash)
    find_library(TILEBASE_${name}_ARCHIVE NAMES lib${name}.a)
    mark_as_advanced(TILEBASE_${name}_ARCHIVE)
    list(APPEND archives ${TILEBASE_${name}_ARCHIVE})
  endforeach()
  set(TILEBASE_ARCHIVES -Wl,--start-group ${archives} -Wl,--end-group -Wl,--wrap=stderr
    -static-libstdc++ -static-libgcc)

  set(source ${PROJECT_BINARY_DIR}/archives.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT [[
#include <absl/status/status.h>
extern "C" unsigned mdb_env_create(void**), ZSTD_versionNumber(), XXH_versionNumber();
extern "C" unsigned tilebase_archives(void** environment) {
  return mdb_env_create(environment) + ZSTD_versionNumber() + XXH_versionNumber() +
         static_cast<unsigned>(absl::InternalError("").ToString().size());
}
]])
  try_compile(TILEBASE_ARCHIVES_LINK ${PROJECT_BINARY_DIR}/archives
    SOURCES ${source} ${PROJECT_SOURCE_DIR}/runtime/self_contained.cc
    COMPILE_DEFINITIONS -fPIC
    LINK_OPTIONS -shared LINKER:--no-undefined
                 LINKER:--version-script=${PROJECT_SOURCE_DIR}/tools/cmake/exports.map
    LINK_LIBRARIES ${TILEBASE_ARCHIVES} CXX_STANDARD 20 OUTPUT_VARIABLE why)
  if(NOT TILEBASE_ARCHIVES_LINK)
    string(REGEX MATCH "[^\n]*(: relocation|: undefined|: cannot find|needed by)[^\n]*" why "${why}")
    message(STATUS "libtilebase.so will need the shared libraries of Abseil, LMDB, zstd and xxHash: "
                   "cannot link their archives into it. ${why}")
    set(TILEBASE_SELF_CONTAINED OFF)
  endif()
endif()
