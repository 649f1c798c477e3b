# Installs the command with its manual pages and completions, the pages of docs/, and the service's
# units and page. Components are named as in TilebaseInstall.cmake.
#
# Three more are installed only if they are asked for: `tilebase-tables`, `python3-tilebase`, and
# `libraries`, which archives need.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME tilebase)
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
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET tilebase_serve)
  set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME tilebase-serve)
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

# The default sets of these boards.
set(sets "")
foreach(board 3x3 4x4 5x5)
  set(file ${PROJECT_BINARY_DIR}/sets/${board}.tilebase)
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/sets
    COMMAND tilebase_cli build --force -o ${file} --board ${board}
    DEPENDS tilebase_cli VERBATIM COMMENT "Tables ${board}.tilebase")
  list(APPEND sets ${file})
endforeach()
add_custom_target(tilebase_sets DEPENDS ${sets})
install(FILES ${sets} DESTINATION ${CMAKE_INSTALL_DATADIR}/tilebase/tables
        COMPONENT tilebase-tables EXCLUDE_FROM_ALL)

# pip has its own way (setup.py); this one is Debian's.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/python/tilebase DESTINATION lib/python3/dist-packages
        COMPONENT python3-tilebase EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)

# The libraries of others that the command needs; its RPATH names their folder.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  install(CODE "
    set(CMAKE_OBJDUMP \"${CMAKE_OBJDUMP}\")
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES \"$<TARGET_FILE:tilebase_cli>\"
         RESOLVED_DEPENDENCIES_VAR found
         DIRECTORIES \"${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}\"
                     \"${CMAKE_SYSROOT}/lib/${CMAKE_LIBRARY_ARCHITECTURE}\"
         PRE_EXCLUDE_REGEXES \"^(libc|libm|ld-linux.*)[.]so\")
    file(INSTALL \${found} FOLLOW_SYMLINK_CHAIN
         DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/tilebase\")"
    COMPONENT libraries EXCLUDE_FROM_ALL)
endif()
