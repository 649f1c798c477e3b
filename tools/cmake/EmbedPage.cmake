# Puts the files of a folder and the OpenAPI document into a program, as tools/serve/page.h gives
# them out.
#
#   tilebase_embed_page(<target> FOLDER <folder> OPENAPI <file> [DEPENDS <file or target>...])
#
# The folder's files are found when the target is built, after what DEPENDS names. The assembler
# takes the bytes from the files (.incbin), so that megabytes cost the compiler nothing.
if(CMAKE_SCRIPT_MODE_FILE)
  # cmake -DFOLDER=.. -DOPENAPI=.. -DOUTPUT=.. -P EmbedPage.cmake
  set(types .html text/html .js text/javascript .mjs text/javascript .css text/css
    .txt text/plain .json application/json .svg image/svg+xml .png image/png
    .ico image/x-icon .wasm application/wasm)
  file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${FOLDER} ${FOLDER}/*)
  list(SORT files)
  set(symbols "")
  set(entries "")
  set(number 0)
  function(embed_file file symbol)
    set(symbols "${symbols}\
asm(\".pushsection .rodata\\n\"\n\
    \".balign 16\\n\"\n\
    \"${symbol}_begin: .incbin \\\"${file}\\\"\\n\"\n\
    \"${symbol}_end: .byte 0\\n\"\n\
    \".popsection\\n\");\n\
extern \"C\" const char ${symbol}_begin[] __attribute__((visibility(\"hidden\")));\n\
extern \"C\" const char ${symbol}_end[] __attribute__((visibility(\"hidden\")));\n" PARENT_SCOPE)
  endfunction()
  foreach(file ${files})
    string(REGEX MATCH "\\.[a-z]+$" extension "${file}")
    list(FIND types "${extension}" at)
    if(at EQUAL -1)
      set(type "application/octet-stream")
    else()
      math(EXPR at "${at} + 1")
      list(GET types ${at} type)
    endif()
    string(REGEX REPLACE "^text/.*" "\\0; charset=utf-8" type "${type}")
    set(path "/${file}")
    if(file STREQUAL "index.html")
      set(path "/")
    endif()
    file(SHA256 ${FOLDER}/${file} tag)
    string(SUBSTRING ${tag} 0 16 tag)
    set(symbol "tilebase_page_${number}")
    embed_file(${FOLDER}/${file} ${symbol})
    string(APPEND entries
      "      {\"${path}\", \"${type}\", Bytes(${symbol}_begin, ${symbol}_end), \"\\\"${tag}\\\"\"},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  embed_file(${OPENAPI} tilebase_openapi)
  file(WRITE ${OUTPUT} "// Made by tools/cmake/EmbedPage.cmake.\n\
#include \"tools/serve/page.h\"\n\n\
${symbols}\n\
namespace tilebase::serve {\n\
namespace {\n\n\
std::string_view Bytes(const char* begin, const char* end) {\n\
  return {begin, static_cast<size_t>(end - begin)};\n\
}\n\n\
}  // namespace\n\n\
absl::Span<const PageFile> PageFiles() {\n\
  static const PageFile kFiles[] = {\n${entries}  };\n\
  return kFiles;\n\
}\n\n\
std::string_view OpenApiDocument() { return Bytes(tilebase_openapi_begin, tilebase_openapi_end); }\n\n\
}  // namespace tilebase::serve\n")
  return()
endif()

set(TILEBASE_EMBED_PAGE ${CMAKE_CURRENT_LIST_FILE})
function(tilebase_embed_page target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;OPENAPI" "DEPENDS")
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_page.cc)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${arg_FOLDER}/*)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${arg_FOLDER} -DOPENAPI=${arg_OPENAPI} -DOUTPUT=${output}
            -P ${TILEBASE_EMBED_PAGE}
    DEPENDS ${files} ${arg_OPENAPI} ${arg_DEPENDS} ${TILEBASE_EMBED_PAGE}
    COMMENT "Embedding ${arg_FOLDER}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
