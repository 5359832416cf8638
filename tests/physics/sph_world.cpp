// Particles among the scene's solids: as a distance field, or as a height map.
#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphWorldTest : test::WaveTest {
  // meshes: elements of the JSON list.
  void among(const sph::SphSettings& s, const std::string& meshes) {
    scene_ = std::make_unique<Scene>(parse_scene(R"({"version": 1, "meshes": [)" + meshes + "]}", "test.json"));
    SceneContext context;
    context.scene = scene_.get();
    make(s, context);
  }
  static sph::SphSettings settings() {
    sph::SphSettings s;
    s.collide = sph::SphCollide::scene;
    s.spacing = 0.05;
    s.domain = {{-1, 0, 0}, {1, 1, 0.4}};
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{-1, 0, 0}, {-0.5, 0.6, 0.4}}}};
    s.compressibility = 0.05;
    return s;
  }
  // Largest depth of a particle inside a box.
  double depth_in_box(const glm::dvec3& low, const glm::dvec3& high) {
    const auto x = field("position");
    double most = -1;
    for (std::size_t i = 0; i < x.size(); i += 3) {
      double out = 1e30;
      for (int a = 0; a < 3; ++a) {
        const double p = static_cast<double>(x[i + static_cast<std::size_t>(a)]);
        out = std::min({out, p - low[a], high[a] - p});
      }
      most = std::max(most, out);
    }
    return most;
  }
  std::unique_ptr<Scene> scene_;
};

// Box in a dam break, in both representations and both models. Particles keep a gap to fields, whose corners are
// rounded within a cell; height maps have steep sides within one.
TEST_F(SphWorldTest, NoParticleGetsIntoABox) {
  const glm::dvec3 low(-0.2, -0.2, 0.05), high(0, 0.3, 0.25);
  struct Case {
    sph::SphObstacle::Field field;
    sph::SphModel model;
  };
  for (const Case& c : {Case{sph::SphObstacle::Field::distance, sph::SphModel::compressible},
                        Case{sph::SphObstacle::Field::distance, sph::SphModel::incompressible},
                        Case{sph::SphObstacle::Field::height, sph::SphModel::incompressible}}) {
    sph::SphSettings s = settings();
    s.model = c.model;
    s.obstacle = {c.field, 0.5};
    among(s, R"({"shape": "box", "size": [0.2, 0.5, 0.2], "translate": [-0.1, 0.05, 0.15]})");
    double reached = -1, deepest = -1;
    for (int i = 0; i < 6; ++i) {
      advance(0.02, 6);
      deepest = std::max(deepest, depth_in_box(low, high));
      for (float x : field("position")) reached = std::max(reached, static_cast<double>(x));
    }
    EXPECT_LT(deepest, c.field == sph::SphObstacle::Field::distance ? -0.01 : 0.025) << static_cast<int>(c.model);
    EXPECT_GT(reached, 0.5);  // around it
  }
}

// Two runs including baking give the same bytes.
TEST_F(SphWorldTest, TwoRunsGiveTheSameBytes) {
  std::vector<float> first;
  for (int run = 0; run < 2; ++run) {
    sph::SphSettings s = settings();
    among(s, R"({"shape": "sphere", "size": [0.3, 0.3, 0.3], "translate": [-0.2, 0.1, 0.2]})");
    advance(0.02, 12);
    const auto got = field("position");
    if (run == 0)
      first = got;
    else
      EXPECT_EQ(0, std::memcmp(got.data(), first.data(), 4 * got.size()));
  }
}

// Overhang: water poured over a ball flows around it to the floor without entering it. A height map cannot represent
// this.
TEST_F(SphWorldTest, WaterGetsUnderABall) {
  sph::SphSettings s = settings();
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.3, 0.7, 0.05}, {0.3, 0.95, 0.35}}}};
  among(s, R"({"shape": "sphere", "size": [0.3, 0.3, 0.3], "translate": [0, 0.45, 0.2]})");
  int under = 0;
  for (int i = 0; i < 5; ++i) {
    advance(0.02, 8);
    const auto x = field("position");
    for (std::size_t k = 0; k < x.size(); k += 3) {
      const glm::dvec3 off(x[k], x[k + 1] - 0.45f, x[k + 2] - 0.2f);
      ASSERT_GT(glm::length(off), 0.15 + 0.01);
      under += glm::length(glm::dvec2(off.x, off.z)) < 0.1 && off.y < -0.15;
    }
  }
  EXPECT_GT(under, 10);
}

// A tub with thin walls holds the water that falls into it.
TEST_F(SphWorldTest, ThinTubsHoldWater) {
  sph::SphSettings s = settings();
  s.domain = {{-0.5, 0, -0.5}, {0.5, 1.5, 0.5}};
  s.model = sph::SphModel::incompressible;
  s.obstacle.cell = 0.25;
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.15, 0.4, -0.15}, {0.15, 0.7, 0.15}}, .velocity = {0, -2, 0}}};
  among(s, R"({"shape": "basin", "size": [0.5, 0.3, 0.5], "wall": 0.03, "rim": 0.6, "translate": [0, 0.5, 0]})");
  advance(0.02, 40);
  const auto x = field("position");
  ASSERT_EQ(x.size(), 3u * 216);
  int lost = 0;
  for (std::size_t k = 0; k < x.size(); k += 3)
    lost += x[k + 1] < 0.2f - 1e-4f || std::abs(x[k]) > 0.25f + 1e-4f || std::abs(x[k + 2]) > 0.25f + 1e-4f;
  EXPECT_EQ(lost, 0);
}

// Water at rest in a solid box: the same pressure, density and positions as between mirror walls.
TEST_F(SphWorldTest, WaterRestsOnSolidsAsOnMirrors) {
  const double height = 0.4, dx = height / 8;
  double pressure[2], off_walls[2], lowest[2], spread[2], dense[2];
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    for (int k = 0; k < 2; ++k) {
      sph::SphSettings s;
      s.model = model;
      s.spacing = dx;
      s.damping = 0.3;
      s.compressibility = 0.02;
      const bool solid = k == 1;
      s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {6 * dx, height, 6 * dx}}}};
      const double out = solid ? 0.15 : 0;
      s.domain = {{-out, -out, -out}, {6 * dx + out, 0.7, 6 * dx + out}};
      s.collide = solid ? sph::SphCollide::scene : sph::SphCollide::none;
      // Tub whose inside is the mirror walls' domain: 0.3 x 0.3 on y = 0.
      if (solid)
        among(
            s,
            R"({"shape": "basin", "size": [0.3, 0.3, 0.3], "wall": 0.2, "rim": 0.6, "translate": [0.15, 0.3, 0.15]})");
      else
        make(s);
      advance(0.02, 60);
      pressure[k] = off_walls[k] = lowest[k] = spread[k] = dense[k] = 0;
      for (int sample = 0; sample < 10; ++sample) {
        advance(0.02, 1);
        const auto x = field("position"), p = field("pressure"), d = field("density");
        ASSERT_EQ(d.size(), 6u * 6 * 8);
        double low = 1, weight = 0, sum = 0, inner_weight = 0, inner = 0;
        for (std::size_t i = 0; i < d.size(); ++i) {
          const double y = static_cast<double>(x[3 * i + 1]);
          low = std::min(low, y);
          spread[k] += (std::abs(static_cast<double>(x[3 * i]) - 3 * dx) +
                        std::abs(static_cast<double>(x[3 * i + 2]) - 3 * dx)) /
                       (10.0 * static_cast<double>(d.size()) * dx);
          dense[k] += std::abs(static_cast<double>(d[i]) / 1000 - 1) / (10.0 * static_cast<double>(d.size()));
          if (y > 0.6 * height) continue;
          sum += static_cast<double>(p[i]);
          weight += 1000 * 9.81 * (height - y);
          const auto off = [&](float at) { return std::min(at, static_cast<float>(6 * dx) - at) > 1.1 * dx; };
          if (!off(x[3 * i]) || !off(x[3 * i + 2])) continue;
          inner += static_cast<double>(p[i]);
          inner_weight += 1000 * 9.81 * (height - y);
        }
        pressure[k] += sum / weight / 10;
        off_walls[k] += inner / inner_weight / 10;
        lowest[k] += low / dx / 10;
      }
    }
    RecordProperty("rest_" + std::to_string(static_cast<int>(model)),
                   fmt::format("pressure {:.4f} {:.4f}, off walls {:.4f} {:.4f}, lowest {:.3f} {:.3f}, spread {:.3f} "
                               "{:.3f}, density {:.4f} {:.4f}",
                               pressure[0], pressure[1], off_walls[0], off_walls[1], lowest[0], lowest[1], spread[0],
                               spread[1], dense[0], dense[1]));
    // A solid pushes back with the particle's own pressure, while a mirror image also carries the weight of the layer
    // at a wall. The pressure of that layer is therefore higher.
    EXPECT_NEAR(off_walls[1], 1, 0.05);
    EXPECT_NEAR(pressure[1], 1, 0.15);
    // Height of the lowest particle in spacings: neither inside the floor nor far above it. Under-filled layers at
    // the surface also count as density errors.
    EXPECT_GT(lowest[1], 0.35);
    EXPECT_LT(lowest[1], 0.6);
    EXPECT_NEAR(spread[1], spread[0], 0.1);
    EXPECT_LT(dense[1], 0.04);
  }
}

// Messages name the mesh that cannot be used for collisions.
TEST_F(SphWorldTest, MeshesWithoutInsideAreRefused) {
  const auto told = [&](const sph::SphSettings& s, const std::string& meshes, const std::string& what) {
    try {
      among(s, meshes);
      FAIL() << "no error about " << what;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    }
  };
  sph::SphSettings s = settings();
  const std::string plane = R"({"shape": "plane", "size": [1, 0, 1], "translate": [0, 0.2, 0.2]})";
  told(s, plane, "/meshes/0");
  told(s, plane, "without thickness");
  told(s, "", "nothing of the scene");
  told(s, R"({"shape": "box", "size": [1, 0.01, 1], "translate": [0, 0.2, 0.2]})", "m thick");
  told(s, R"({"shape": "box", "size": [0.2, 0.2, 0.2], "translate": [5, 0, 0]})", "nothing of the scene");
  s.obstacle.cell = 0.1;
  s.spacing = 0.005;
  told(s, R"({"shape": "box", "size": [1.9, 0.9, 0.4], "translate": [0, 0.5, 0.2]})", "samples");
  s = settings();
  told(s, R"({"shape": "box", "size": [1.2, 1.5, 1.2], "translate": [-0.5, 0.5, 0.2]})", "within solid");
  s.obstacle.field = sph::SphObstacle::Field::height;
  among(s, plane);  // heights do not need a thickness
}

}  // namespace undine
