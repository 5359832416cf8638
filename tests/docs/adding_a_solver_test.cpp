// Solver of docs/adding_a_solver.md from a user's view; the page itself tests its physics.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/docs/pages.h"

namespace undine {
namespace {

TEST(AddingASolver, ItsSceneFitsItsShaders) {
  const auto run = test::page_program({"check", test::page_file("scenes/syrup.json")});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST(AddingASolver, ASettingOutOfRangeNamesWhatIsAllowed) {
  const auto run = test::page_program({"check", test::page_file("scenes/syrup.json"), "--set", "water.0.viscosity=-1"});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("viscosity"), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("1e-06"), std::string::npos) << run.text();
}

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::ptrdiff_t lines_of(const std::string& file) {
  const std::string text = text_of(file);
  return std::ranges::count(text, '\n');
}

TEST(AddingASolver, ThePageSaysHowMuchItIs) {
  std::ptrdiff_t files = 0, lines = 0;
  for (const char* room : {"passes/syrup", "shaders/syrup"})
    for (const auto& entry : std::filesystem::directory_iterator(test::page_file(room))) {
      ++files;
      lines += lines_of(entry.path().string());
    }
  const std::string said =
      fmt::format("{} files of code with {} lines, a scene of {} lines, a test of {}", files, lines,
                  lines_of(test::page_file("scenes/syrup.json")), lines_of(test::page_file("tests/physics/syrup.cpp")));
  EXPECT_NE(text_of(test::project_file("docs/adding_a_solver.md")).find(said), std::string::npos) << said;
}

TEST(AddingASolver, TheSchemaHasItsSettings) {
  const auto run = test::undine({"schema"});
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("kinematic; honey: 0.007"), std::string::npos);
}

}  // namespace
}  // namespace undine
