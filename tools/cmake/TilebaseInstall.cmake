# Installs both libraries, their headers, the files for find_package(tilebase) and pkg-config, and the
# licence. Each component is named for the Debian package that holds its files.
#
# A program that uses the shared library needs nothing else installed. A program that uses the
# static library links Abseil, LMDB, zstd and xxHash itself. So the static target is in an export
# file of its own, which is read only if these are found, and in tilebase-static.pc.
include(CMakePackageConfigHelpers)

# The libraries of others that the parts of libtilebase.a link.
set(TILEBASE_STATIC_LIBRARIES "")
foreach(part tilebase_runtime tilebase_tables)
  get_target_property(libraries ${part} INTERFACE_LINK_LIBRARIES)
  list(APPEND TILEBASE_STATIC_LIBRARIES ${libraries})
endforeach()
list(TRANSFORM TILEBASE_STATIC_LIBRARIES REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1")
list(FILTER TILEBASE_STATIC_LIBRARIES EXCLUDE REGEX "^tilebase_")
list(REMOVE_DUPLICATES TILEBASE_STATIC_LIBRARIES)
foreach(library ${TILEBASE_STATIC_LIBRARIES})
  target_link_libraries(tilebase_static INTERFACE $<LINK_ONLY:${library}>)
endforeach()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME libtilebase-dev)
install(TARGETS tilebase EXPORT tilebase_shared
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libtilebase0 NAMELINK_COMPONENT libtilebase-dev
        RUNTIME COMPONENT libtilebase0
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tilebase_static EXPORT tilebase_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${TILEBASE_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

if(TARGET tilebase_drop_in)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/drop-in/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tilebase/drop-in)
endif()

set(TILEBASE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tilebase)
install(EXPORT tilebase_shared NAMESPACE tilebase:: FILE tilebase-shared.cmake
        DESTINATION ${TILEBASE_CMAKE_DIR})
install(EXPORT tilebase_static NAMESPACE tilebase:: FILE tilebase-static.cmake
        DESTINATION ${TILEBASE_CMAKE_DIR})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/tilebase-config.cmake.in ${PROJECT_BINARY_DIR}/tilebase-config.cmake
  INSTALL_DESTINATION ${TILEBASE_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tilebase-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tilebase-config.cmake
              ${PROJECT_BINARY_DIR}/tilebase-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/TilebaseFind.cmake
        DESTINATION ${TILEBASE_CMAKE_DIR})

# Paths in the .pc files are relative to the files, so an install tree may be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE TILEBASE_PC_PREFIX)
set(TILEBASE_PC_ABSL ${TILEBASE_STATIC_LIBRARIES})
list(FILTER TILEBASE_PC_ABSL INCLUDE REGEX "^absl::")
list(TRANSFORM TILEBASE_PC_ABSL REPLACE "^absl::" "absl_")
list(JOIN TILEBASE_PC_ABSL ", " TILEBASE_PC_ABSL)
function(tilebase_pkg_config name libs linked requires)
  configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/tilebase.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
tilebase_pkg_config(tilebase "-ltilebase" "" "")
tilebase_pkg_config(tilebase-static "-l:libtilebase.a -lstdc++ -lm -lpthread" ", linked statically"
                    "${TILEBASE_PC_ABSL}, lmdb, libzstd, libxxhash")
