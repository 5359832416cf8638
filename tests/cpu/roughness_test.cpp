// Maps of Manning's n: extents, means, missing cells, errors.
#include "passes/shallow/roughness.h"

#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "engine/files/raster.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

class RoughnessMap : public SceneTest {
 protected:
  // Water of 6 x 2 columns of 1 m whose middle is at (3, 0).
  shallow::ShallowSettings water(const std::string& file) {
    shallow::ShallowSettings s;
    s.cells = {6, 2};
    s.size = {6, 2};
    s.origin = {3, 0, 0};
    s.manning = 0.05;
    s.manning_map = folder.file(file);
    return s;
  }
  // n of each column, from g n^2 with g = 4.
  std::vector<double> n_of(const shallow::ShallowSettings& s, const SceneContext& context = {.name = "w"}) {
    const std::vector<float> rough = shallow::roughness_of(s, context, 4);
    EXPECT_EQ(rough.size(), 16u) << "rows of 8";
    std::vector<double> out;
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t i = 0; i < 6; ++i) out.push_back(std::sqrt(double(rough[8 * j + i]) / 4));
    return out;
  }
  static void expect_near(const std::vector<double>& got, const std::vector<double>& want) {
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-7) << i;
  }
  SceneContext on_terrain() {
    SceneContext out{.name = "w"};
    out.terrain = Heightmap{.nx = 2, .nz = 2, .size = {12, 4}, .height = {0, 0, 0, 0}};
    return out;
  }
};

TEST_F(RoughnessMap, ArraysLieOverTheGrid) {
  const std::uint32_t coarse[] = {2, 3}, fine[] = {4, 12};
  files::write_npy(folder.file("a.npy"), coarse, std::vector<float>{0.01f, 0.02f, 0.03f, 0.04f, 0.05f, 0.06f});
  expect_near(n_of(water("a.npy")), {0.01, 0.01, 0.02, 0.02, 0.03, 0.03, 0.04, 0.04, 0.05, 0.05, 0.06, 0.06});
  std::vector<float> values(48);
  for (std::size_t i = 0; i < 48; ++i) values[i] = 0.001f * float(i);
  files::write_npy(folder.file("b.npy"), fine, values);  // four cells in each column
  const std::vector<double> got = n_of(water("b.npy"));
  EXPECT_NEAR(got[0], 0.001 * (0 + 1 + 12 + 13) / 4, 1e-7);
  EXPECT_NEAR(got[11], 0.001 * (34 + 35 + 46 + 47) / 4, 1e-7);
}

TEST_F(RoughnessMap, PicturesScaleTheWatersOwn) {
  files::write_png(folder.file("a.png"), files::Bitmap16{.size = {2, 1}, .channels = 1, .values = {0, 65535}});
  expect_near(n_of(water("a.png")), {0, 0, 0, 0.05, 0.05, 0.05, 0, 0, 0, 0.05, 0.05, 0.05});
}

TEST_F(RoughnessMap, RastersLieOverTheTerrain) {
  // The terrain reaches from x = -6 to 6 in four cells of 3 m; the water from 0 to 6.
  const files::Raster r{.nx = 4, .nz = 1, .values = {0.5f, 0.4f, 0.03f, -9999.0f}, .no_data = -9999.0f, .cell = {3, 3}};
  for (const std::string ending : {".tif", ".asc"}) {
    SCOPED_TRACE(ending);
    folder.write("n" + ending, files::raster_bytes(r, ending));
    expect_near(n_of(water("n" + ending), on_terrain()),
                {0.03, 0.03, 0.03, 0.05, 0.05, 0.05, 0.03, 0.03, 0.03, 0.05, 0.05, 0.05});
    expect_refused([&] { n_of(water("n" + ending)); }, {"manning_map", "covers the terrain", ".npy or PNG"});
  }
}

TEST_F(RoughnessMap, BadOnesAreRefused) {
  const std::uint32_t one[] = {1, 2};
  for (const float bad : {-0.01f, 10.5f}) {
    files::write_npy(folder.file("a.npy"), one, std::vector<float>{0.02f, bad});
    expect_refused([&] { n_of(water("a.npy")); }, {"manning_map", "a.npy holds", "row 0, column 1", "from 0 to 10"});
  }
  folder.write("b.npy", "no array");
  expect_refused([&] { n_of(water("b.npy")); }, {"manning_map", "b.npy"});
  EXPECT_NE(message(scene_with(R"("water": [{"name": "w", "solver": "shallow", "eddies": {"model": "depth"}}])")), "");
  EXPECT_TRUE(shallow::roughness_of(shallow::ShallowSettings{}, {}, 9.81).empty());
}

}  // namespace
}  // namespace undine::test
