# cmake -DROOT=... -DFILE=... -P tools/commit.cmake: writes which commit of the repository at ROOT this is, if FILE says
# another one. Empty: ROOT is no repository, as in a release's archive.
execute_process(COMMAND git -C ${ROOT} rev-parse --short=9 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
execute_process(COMMAND git -C ${ROOT} rev-parse --show-toplevel OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
file(REAL_PATH ${ROOT} root)
if(NOT top STREQUAL root)  # part of somebody else's
  set(commit "")
endif()
set(text "extern const char* const undine_commit;\nconst char* const undine_commit = \"${commit}\";\n")
set(before "")
if(EXISTS ${FILE})
  file(READ ${FILE} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${FILE} "${text}")
endif()
