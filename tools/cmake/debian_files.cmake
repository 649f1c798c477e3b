# cpack runs this script before it makes Debian packages. Adds the licence and the changes to each, and
# compresses manual pages.
set(VERSION ${CPACK_PACKAGE_VERSION})
string(TIMESTAMP DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(package ${CPACK_COMPONENTS_ALL})
  set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${package}/usr/share)
  configure_file(${CPACK_TILEBASE_SOURCE}/LICENSE ${share}/doc/${package}/copyright COPYONLY)
  configure_file(${CPACK_TILEBASE_SOURCE}/tools/recipes/debian/changelog ${share}/doc/${package}/changelog @ONLY)
  file(GLOB pages ${share}/man/man1/*)
  execute_process(COMMAND gzip -9n ${share}/doc/${package}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
