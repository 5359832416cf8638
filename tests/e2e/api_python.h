// Python programs that use the package `undine` on the library of this build.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

class ApiTest : public testing::Test {
 protected:
  // A Python program, with the folder of scenes as its working directory.
  Outcome python(const std::string& code) {
    return run_process({"/usr/bin/python3", "-W", "error", folder.write("program.py", code)},
                       {.env = {{"UNDINE_LIBRARY", UNDINE_LIBRARY}, {"PYTHONPATH", source + "/tools/python"}},
                        .timeout = 300,
                        .folder = source + "/scenes"});
  }
  TempFolder folder;
  const std::string source = UNDINE_SOURCE_DIR, scene = source + "/scenes/basin_mode.json";
};

}  // namespace undine::test
