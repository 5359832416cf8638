// Scenes for tests: a solver with settings only, and synthetic images.
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

// Registers the solver "ripple" during its lifetime; these tests are independent of other solvers.
class SceneTest : public ::testing::Test {
 protected:
  SceneTest();
  ~SceneTest() override;
  TempFolder folder;

  Scene parse(std::string_view text, const std::vector<settings::Override>& overrides = {}) const;
  // Message of the error for `text`, without the folder's name; "" if it is valid.
  std::string message(std::string_view text, const std::vector<settings::Override>& overrides = {}) const;

 private:
  std::vector<SolverType> registered_;
};

// "{"version": 1, MEMBERS}"
std::string scene_with(std::string_view members);
// The same with one water: MEMBERS follow name and solver.
std::string water_with(std::string_view members);

struct Png {
  std::uint32_t width = 2, height = 2;
  std::uint8_t depth = 16, color = 0;
  std::vector<std::uint16_t> samples;  // empty: all 0
  bool honest = true;                  // false: a header without pixels
};
std::string png_bytes(const Png& png);
// dtype: "<f4", "<f8", ">f4"
std::string npy_bytes(const std::string& dtype, const std::string& shape, const std::vector<double>& values);

std::vector<std::filesystem::path> shipped_scenes();  // scenes/*.json, without the schema

}  // namespace undine::test
