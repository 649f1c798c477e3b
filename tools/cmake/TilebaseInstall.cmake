# Installs the command with its manual pages and completions, the service's units and page, both
# libraries, their headers, the files for find_package(tilebase) and pkg-config, the licence and the
# pages of docs/.
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

install(TARGETS tilebase_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The build makes these with the command, from its options.
set(completions ${PROJECT_BINARY_DIR}/completions)
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        FILES_MATCHING PATTERN "*.1")
install(FILES ${completions}/tilebase.bash RENAME tilebase
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completions}/_tilebase
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${completions}/tilebase.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET tilebase_serve)
  # The units name the command by its path, which is not known before the install.
  set(serve ${PROJECT_SOURCE_DIR}/tools/serve)
  foreach(name tilebase-serve.service tilebase-serve@.service)
    set(unit ${PROJECT_BINARY_DIR}/${name})
    install(CODE "
      cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_PREFIX NORMALIZE OUTPUT_VARIABLE prefix)
      file(READ ${serve}/${name} unit)
      string(REPLACE \"=/usr/bin/\" \"=\${prefix}/${CMAKE_INSTALL_BINDIR}/\" unit \"\${unit}\")
      file(WRITE ${unit} \"\${unit}\")")
    install(FILES ${unit} DESTINATION lib/systemd/system)
  endforeach()
  install(FILES ${serve}/tilebase-serve.socket DESTINATION lib/systemd/system)
  install(FILES ${serve}/serve.conf ${serve}/nginx.conf DESTINATION ${CMAKE_INSTALL_DOCDIR})
  # For a static host. The service has the page built in.
  if(TARGET tilebase_page)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/tilebase-page/
            DESTINATION ${CMAKE_INSTALL_DATADIR}/tilebase/page)
  endif()
endif()
install(TARGETS tilebase EXPORT tilebase_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
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
