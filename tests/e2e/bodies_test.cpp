// Floating bodies through the program: their dumps.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/npy.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

TEST(BodiesDump, AThousandBodiesGiveTheSameBytesTwice) {
  TempFolder folder;
  for (const std::string name : {"a", "b"}) {
    Outcome run = undine({"simulate", UNDINE_SOURCE_DIR "/scenes/regatta.json", "--steps", "60", "--validation",
                          "--dump", "bodies.state=" + folder.file(name + ".npy"), "--dump",
                          "bay.height=" + folder.file("h" + name + ".npy")});
    EXPECT_EQ(run.code, 0) << run.text();
  }
  EXPECT_EQ(folder.read("a.npy"), folder.read("b.npy"));
  EXPECT_EQ(folder.read("ha.npy"), folder.read("hb.npy"));
  const files::Array state = files::read_npy(folder.file("a.npy"));
  ASSERT_EQ(state.shape, (std::vector<std::uint32_t>{1000, 13}));
  for (std::size_t body = 0; body < 1000; ++body) {
    const float* v = &state.values[13 * body];
    EXPECT_NEAR(std::sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]), 1, 1e-4) << "orientation of " << body;
    EXPECT_LT(std::abs(v[1]), 3) << "height of " << body;
  }
  const Outcome fields = undine({"fields", UNDINE_SOURCE_DIR "/scenes/regatta.json"});
  EXPECT_NE(fields.out.find("bodies.state"), std::string::npos) << fields.text();
}

}  // namespace
}  // namespace undine::test
