// The program that the pages' code is built into, beside the project's own.
#pragma once
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace undine::test {

// In these tests UNDINE_SOURCE_DIR is the folder that tests/docs/extract_code.cmake made of the pages.
inline std::string page_file(const std::string& path) { return std::string(UNDINE_SOURCE_DIR) + "/" + path; }
inline std::string project_file(const std::string& path) { return std::string(UNDINE_TESTS_DIR) + "/../" + path; }

// Of verbs that compile shaders.
inline Outcome page_program(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--shaders", page_file("shaders")});
  return undine(std::move(arguments));
}

}  // namespace undine::test
