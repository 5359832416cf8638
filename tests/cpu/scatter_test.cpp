// Instances on the terrain: rules of their places, determinism, levels of detail, and messages.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "engine/scene/solver.h"
#include "passes/deferred/scatter_models.h"
#include "passes/deferred/scatter_place.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

using deferred::place_scatter;
using deferred::ScatterInstance;

// A water at rest at y = 1 where x < 0.
struct Pond : SolverSettings {
  void describe(settings::Visitor&) override {}
  std::optional<double> initial_level(const glm::dvec2& at, double ground) const override {
    return at.x < 0 && ground < 1 ? std::optional(1.0) : std::nullopt;
  }
  std::unique_ptr<Solver> create(graph::State&, const SceneContext&) const override { return nullptr; }
};

class ScatterPlaces : public SceneTest {
 protected:
  ScatterPlaces() {
    scene.terrain_settings.emplace();
    scene.file = "s.json";
    scene.terrain_settings->scatter.emplace_back();
    rules().density = 1;
    rules().slope = {0, 90};
    ground([](double, double) { return 0.0; });
  }
  ScatterSettings& rules() { return scene.terrain_settings->scatter[0]; }
  template <class Height>
  void ground(const Height& height) {
    Heightmap map;
    map.nx = map.nz = 61;
    map.size = {60, 60};
    for (int j = 0; j < 61; ++j)
      for (int i = 0; i < 61; ++i) map.height.push_back(static_cast<float>(height(i - 30.0, j - 30.0)));
    scene.terrain = map;
  }
  std::vector<ScatterInstance> places(std::size_t room = deferred::most_scattered) const {
    return place_scatter(scene, 0, room);
  }
  Scene scene;
};

bool equal(const std::vector<ScatterInstance>& a, const std::vector<ScatterInstance>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(ScatterInstance)) == 0;
}

TEST_F(ScatterPlaces, HaveTheirDensity) {
  EXPECT_NEAR(static_cast<double>(places().size()), 3600, 36);
  rules().density = 0.25;
  EXPECT_NEAR(static_cast<double>(places().size()), 900, 18);
  rules().area = ScatterArea{{10, -5}, {20, 8}};
  const auto in_area = places();
  EXPECT_NEAR(static_cast<double>(in_area.size()), 40, 8);
  for (const ScatterInstance& i : in_area) {
    EXPECT_LE(std::abs(i.foot.x - 10), 10);
    EXPECT_LE(std::abs(i.foot.z + 5), 4);
  }
}

TEST_F(ScatterPlaces, KeepToHeightsAndSlopes) {
  ground([](double x, double) { return x < 0 ? 0.1 * x : x; });  // 5.7 and 45 degrees
  rules().height = {-2, 12};
  rules().sink = {0, 0};
  for (const ScatterInstance& i : places()) {
    EXPECT_GE(i.foot.y, -2);
    EXPECT_LE(i.foot.y, 12);
  }
  rules().slope = {0, 30};
  ASSERT_GT(places().size(), 500u);
  for (const ScatterInstance& i : places()) EXPECT_LT(i.foot.x, 1);
  rules().slope = {30, 60};
  ASSERT_GT(places().size(), 500u);
  for (const ScatterInstance& i : places()) EXPECT_GT(i.foot.x, -1);
}

TEST_F(ScatterPlaces, DensityFadesTowardsTheLimits) {
  ground([](double x, double) { return x; });
  rules().height = {-20, 20};
  rules().fade = 10;
  int middle = 0, border = 0;
  for (const ScatterInstance& i : places()) {
    middle += std::abs(i.foot.x) < 5;
    border += std::abs(i.foot.x) > 15;
  }
  EXPECT_NEAR(middle, 600, 12);
  EXPECT_NEAR(border, 150, 40);
}

TEST_F(ScatterPlaces, FollowTheSeedsAlone) {
  const auto first = places();
  EXPECT_TRUE(equal(first, places()));
  rules().seed = 1;
  EXPECT_FALSE(equal(first, places()));
  rules().seed = 0;
  ++scene.clock.seed;
  EXPECT_FALSE(equal(first, places()));
  auto sorted = first;
  deferred::sort_scatter(sorted);
  double way = 0, way_before = 0;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    way += static_cast<double>(glm::distance(sorted[k].foot, sorted[k - 1].foot));
    way_before += static_cast<double>(glm::distance(first[k].foot, first[k - 1].foot));
  }
  EXPECT_LT(way, 2 * way_before);
}

TEST_F(ScatterPlaces, AreOutsideOfWatersAtRestOrInside) {
  WaterEntry pond;
  pond.settings = std::make_shared<Pond>();
  scene.water.push_back(std::move(pond));
  const auto wet = [&] {
    int count = 0;
    for (const ScatterInstance& i : places()) count += i.foot.x < 0;
    return count;
  };
  EXPECT_EQ(wet(), 0);
  rules().water = ScatterSettings::Water::inside;
  EXPECT_EQ(wet(), static_cast<int>(places().size()));
  EXPECT_NEAR(wet(), 1800, 40);
  rules().water = ScatterSettings::Water::anywhere;
  EXPECT_NEAR(static_cast<double>(places().size()), 3600, 36);
}

TEST_F(ScatterPlaces, LeaveClearingsAndFootprintsFree) {
  scene.terrain_settings->clearings.push_back({{4, 6}, 8});
  MeshSettings house;
  house.shape = MeshSettings::Shape::box;
  house.size = {10, 4, 6};
  house.translate = {-15, 0, -10};
  house.rotate = {0, 90, 0};
  scene.meshes.push_back(house);
  for (const ScatterInstance& i : places()) {
    EXPECT_GE(std::hypot(i.foot.x - 4, i.foot.z - 6), 7.999);
    EXPECT_FALSE(std::abs(i.foot.x + 15) < 2.999f && std::abs(i.foot.z + 10) < 4.999f);
  }
}

TEST_F(ScatterPlaces, FollowAMapAndClump) {
  Png png;
  png.samples = {0, 65535, 0, 65535};  // white in the east
  rules().map = folder.write("map.png", png_bytes(png));
  ASSERT_GT(places().size(), 1700u);
  for (const ScatterInstance& i : places()) EXPECT_GE(i.foot.x, 0);
  rules().map.clear();
  rules().clumping = 1;
  rules().clump_size = 12;
  const std::size_t count = places().size();
  EXPECT_GT(count, 900u);
  EXPECT_LT(count, 2700u);
  rules().map = folder.write("bad.png", "no picture");
  expect_refused([&] { places(); }, {"s.json: /terrain/scatter/0/map", "bad.png"});
}

TEST_F(ScatterPlaces, SizesSinkAndLean) {
  ground([](double x, double) { return x; });
  rules().size = {2, 3};
  rules().sink = {0.5, 0.5};
  rules().follow_slope = 1;
  for (const ScatterInstance& i : places()) {
    EXPECT_GE(i.size, 2);
    EXPECT_LE(i.size, 3);
    EXPECT_NEAR(i.foot.y, i.foot.x - 0.5f * i.size, 1e-4);
    if (std::abs(i.foot.x) < 28) {  // slopes at the border count what lies beyond it
      EXPECT_NEAR(i.lean.x, -std::sqrt(0.5), 1e-4);
    }
  }
}

TEST_F(ScatterPlaces, AreBounded) {
  expect_refused([&] { places(1000); }, {"s.json: /terrain/scatter/0/density", "262144", "a lower density"});
  rules().density = 10000;
  expect_refused([&] { places(); }, {"/terrain/scatter/0/density", "3.6e+07 places", "at most"});
}

class ScatterInput : public SceneTest {
 protected:
  ScatterInput() {
    folder.write("t.npy", npy_bytes("<f4", "(2, 2)", {0, 0, 0, 0}));
    folder.write("m.gltf", model("opaque", "a_LOD0"));
  }
  static std::string model(const std::string& alpha, const std::string& node) {
    std::string mode = alpha == "opaque" ? "" : R"("alphaMode":"BLEND")";
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":")" + node +
           R"("}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"materials":[{)" + mode +
           R"(}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":
      "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";
  }
  static std::string with(const std::string& keys) {
    return scene_with(R"("terrain": {"heightmap": "t.npy", "scatter": [{)" + keys + "}]}");
  }
  deferred::ScatterModels models() const { return deferred::load_scatter(parse(with(R"("gltf": "m.gltf")"))); }
};

TEST_F(ScatterInput, MessagesNameTheKeyAndWhatIsAllowed) {
  EXPECT_EQ(message(with(R"("gltf": "m.gltf")")), "");
  EXPECT_NE(message(with("")).find("/terrain/scatter/0: \"gltf\" is missing"), std::string::npos) << message(with(""));
  const auto refuses = [&](const std::string& keys, const std::string& what) {
    const std::string text = message(with(R"("gltf": "m.gltf", )" + keys));
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  refuses(R"("size": [2, 1])", "/terrain/scatter/0/size: from 2 to 1 (allowed: the smaller value first)");
  refuses(R"("slope": [0, 91])", "/terrain/scatter/0/slope");
  refuses(R"("density": 0)", "/terrain/scatter/0/density");
  refuses(R"("water": "under")", "outside");
  refuses(R"("densty": 1)", "did you mean \"density\"?");
}

TEST_F(ScatterInput, ModelsHaveLevelsInOrder) {
  const deferred::ScatterModels one = models();
  ASSERT_EQ(one.kinds.size(), 1u);
  EXPECT_EQ(one.kinds[0].count, glm::uvec3(1, 0, 0));
  EXPECT_EQ(one.vertices.size(), 3u * deferred::scatter_triangles);
  EXPECT_FLOAT_EQ(one.kinds[0].height, 1);
  folder.write("m.gltf", model("opaque", "a_LOD1"));
  expect_refused([&] { models(); }, {"/terrain/scatter/0/gltf", "m.gltf has no node whose name ends in _LOD0"});
  folder.write("m.gltf", model("blend", "a"));
  expect_refused([&] { models(); }, {"/terrain/scatter/0/gltf", "transparency", "opaque"});
}

}  // namespace
}  // namespace undine::test
