// Program built with the code of the documentation pages, beside the project's own.
#pragma once
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace undine::test {

// In these tests UNDINE_SOURCE_DIR is the output folder of tests/docs/extract_code.cmake.
inline std::string page_file(const std::string& path) { return std::string(UNDINE_SOURCE_DIR) + "/" + path; }
inline std::string project_file(const std::string& path) { return std::string(UNDINE_TESTS_DIR) + "/../" + path; }

// Runs verbs that compile shaders.
inline Outcome page_program(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--shaders", page_file("shaders")});
  return undine(std::move(arguments));
}

}  // namespace undine::test
