// Spray and foam report births beyond their capacity.
#include <gtest/gtest.h>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// Dam break of particles, with capacity for `count` diffuse particles.
Outcome broken_dam(const TempFolder& folder, int count) {
  folder.write("dam.json",
               R"({"version": 1, "clock": {"step": 0.01}, "water": [{"name": "dam", "solver": "sph", "spacing": 0.06,
    "model": "incompressible", "domain": {"min": [0, 0, 0], "max": [1.2, 1, 0.36]},
    "fluid": [{"box": {"min": [0, 0, 0], "max": [0.36, 0.72, 0.36]}}], "spray": {"count": )" +
                   std::to_string(count) + R"(}}]})");
  return undine({"simulate", folder.file("dam.json"), "--steps", "90", "--stats", folder.file("s.json")});
}

}  // namespace

TEST(SprayRoom, RefusedBirthsAreReportedOnce) {
  const TempFolder folder;
  const Outcome run = broken_dam(folder, 8);
  ASSERT_EQ(run.code, 0) << run.text();
  const std::string what = "white water of \"dam\" has no room for";
  const auto at = run.err.find(what);
  ASSERT_NE(at, std::string::npos) << run.text();
  EXPECT_EQ(run.err.find(what, at + 1), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("raise \"spray.count\" (8, at most 1048576)"), std::string::npos) << run.text();
}

TEST(SprayRoom, RoomEnoughIsNotReported) {
  const TempFolder folder;
  const Outcome run = broken_dam(folder, 1 << 18);
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err.find("has no room"), std::string::npos) << run.text();
}

}  // namespace undine::test
