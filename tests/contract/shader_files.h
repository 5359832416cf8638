// Folder of shaders for one test: root/shaders is the library's root, root/cache its cache.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/shader/library.h"

namespace undine::test {

class ShaderFiles : public ::testing::Test {
 protected:
  ShaderFiles() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() /
             ("undine_" + std::string(info->test_suite_name()) + "_" + info->name() + "_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "shaders");
  }
  ~ShaderFiles() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  void write(const std::string& name, std::string_view text) const {
    const auto file = folder / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  shader::Library library(bool cached = false) const {
    return shader::Library({.root = folder / "shaders", .cache = cached ? folder / "cache" : std::filesystem::path()});
  }
  shader::Module compile(std::string_view text, const std::string& name = "test.comp") const {
    write("shaders/" + name, text);
    return library().compile(name);
  }
  // Error from compiling `text`.
  Error error_of(std::string_view text, const std::string& name = "test.comp") const {
    try {
      compile(text, name);
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "compiled, but should not:\n" << text;
    return {Exit::done, "", ""};
  }

  std::filesystem::path folder;
};

// The project's shaders; each is compiled once for all tests that look at its code.
inline shader::Library project_shaders() {
  return shader::Library(
      {.root = shader::Library::default_root(), .cache = std::filesystem::temp_directory_path() / "undine_test_spirv"});
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace undine::test
