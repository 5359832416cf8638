// Separate folder for every test of files.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace undine::test {

class Files : public ::testing::Test {
 protected:
  Files() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() /
             ("undine_" + std::string(info->test_suite_name()) + "_" + info->name() + "_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~Files() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    const auto file = folder / name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  std::string get(const std::filesystem::path& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }
  // Runs `what`, which must throw an Error of this code with `part` in its message.
  static void expect_error(Exit code, std::string_view part, const std::function<void()>& what) {
    try {
      what();
      ADD_FAILURE() << "no error; expected one with: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      EXPECT_NE(std::string_view(error.what()).find(part), std::string_view::npos) << error.what();
    }
  }

  std::filesystem::path folder;
};

}  // namespace undine::test
