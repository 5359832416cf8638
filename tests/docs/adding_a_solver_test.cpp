// The solver of docs/adding_a_solver.md as a user meets it; its physics is tested on the page.
#include <nlohmann/json.hpp>

#include "tests/docs/pages.h"

namespace undine {
namespace {

TEST(AddingASolver, ItsSceneFitsItsShaders) {
  const auto run = test::page_program({"check", test::page_file("scenes/syrup.json")});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST(AddingASolver, ASettingOutOfRangeNamesWhatIsAllowed) {
  const auto run =
      test::page_program({"check", test::page_file("scenes/syrup.json"), "--set", "water.0.viscosity=-1"});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("viscosity"), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("1e-06"), std::string::npos) << run.text();
}

TEST(AddingASolver, TheSchemaHasItsSettings) {
  const auto run = test::undine({"schema"});
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("kinematic; honey: 0.007"), std::string::npos);
}

}  // namespace
}  // namespace undine
