// Scenes for tests: a solver that only has settings, pictures made by hand.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

// The solver "ripple" is registered while one of these lives; what other solvers there are is not for these tests to
// know.
class SceneTest : public ::testing::Test {
 protected:
  SceneTest();
  ~SceneTest() override;
  TempFolder folder;

  Scene parse(std::string_view text, const std::vector<settings::Override>& overrides = {}) const;
  // The message of the error that `text` gives, without the folder's name; "" if it is read.
  std::string message(std::string_view text, const std::vector<settings::Override>& overrides = {}) const;

 private:
  std::vector<SolverType> registered_;
};

// "{"version": 1, MEMBERS}"
std::string scene_with(std::string_view members);
// The same with one water: MEMBERS stand after name and solver.
std::string water_with(std::string_view members);

struct Png {
  std::uint32_t width = 2, height = 2;
  std::uint8_t depth = 16, color = 0;
  std::vector<std::uint16_t> samples;  // empty: all 0
  bool honest = true;                  // false: no pixels behind the header
};
std::string png_bytes(const Png& png);
// dtype: "<f4", "<f8", ">f4"
std::string npy_bytes(const std::string& dtype, const std::string& shape, const std::vector<double>& values);

std::vector<std::filesystem::path> shipped_scenes();  // scenes/*.json, without the schema

}  // namespace undine::test
