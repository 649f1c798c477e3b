# tilebase_find(<package> <header> <library>): finds a library that has no CMake package. Sets
# <package>_FOUND and defines the target <package>::<package>. This file is installed, too, because
# tilebase::static needs the same libraries.
macro(tilebase_find package header library)
  find_path(${package}_INCLUDE_DIR NAMES ${header})
  find_library(${package}_LIBRARY NAMES ${library})
  mark_as_advanced(${package}_INCLUDE_DIR ${package}_LIBRARY)
  set(${package}_FOUND FALSE)
  if(${package}_INCLUDE_DIR AND ${package}_LIBRARY)
    set(${package}_FOUND TRUE)
    if(NOT TARGET ${package}::${package})
      add_library(${package}::${package} UNKNOWN IMPORTED)
      set_target_properties(${package}::${package} PROPERTIES
        IMPORTED_LOCATION "${${package}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${${package}_INCLUDE_DIR}")
    endif()
  endif()
endmacro()

# Like tilebase_find, but stops configuring if the library is not found.
macro(tilebase_require package header library)
  tilebase_find(${package} ${header} ${library})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "tilebase needs ${header} and the library ${library} (Debian: lib${library}-dev)")
  endif()
endmacro()
