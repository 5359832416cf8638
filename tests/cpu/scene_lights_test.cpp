// "lights" of scenes: valid values, and messages for invalid ones.
#include <fmt/format.h>

#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

class SceneLights : public SceneTest {
 protected:
  std::string of(const std::string& light, int count = 1) const {
    std::string list = light;
    for (int i = 1; i < count; ++i) list += "," + light;
    return message(scene_with(fmt::format(R"("lights": [{}])", list)));
  }
};

TEST_F(SceneLights, AreRead) {
  const Scene s = parse(scene_with(R"("lights": [{"type": "point", "position": [1, 2, 3], "color": [1, 0.5, 0.25],
    "intensity": 40, "range": 7, "radius": 0.1, "shadow": false}, {"type": "spot", "direction": [1, -1, 0],
    "inner_cone": 10, "outer_cone": 30}])"));
  ASSERT_EQ(s.lights.size(), 2u);
  EXPECT_EQ(s.lights[0].kind, LightSettings::Kind::point);
  EXPECT_EQ(s.lights[0].position, glm::dvec3(1, 2, 3));
  EXPECT_EQ(s.lights[0].range, 7);
  EXPECT_FALSE(s.lights[0].shadow);
  EXPECT_EQ(s.lights[1].kind, LightSettings::Kind::spot);
  EXPECT_EQ(s.lights[1].outer_cone, 30);
  EXPECT_TRUE(s.lights[1].shadow);
}

TEST_F(SceneLights, BadOnesAreRefusedByName) {
  for (const auto& [light, words] : std::vector<std::pair<std::string, std::string>>{
           {R"({"type": "sun"})", "/lights/0/type"},
           {R"({"type": "point", "outer_cone": 30})", "/lights/0/outer_cone"},
           {R"({"type": "point", "intensity": -1})", "/lights/0/intensity"},
           {R"({"type": "point", "radius": "big"})", "/lights/0/radius"},
           {R"({"type": "spot", "direction": [0, 0, 0]})", "/lights/0/direction: it has no length"},
           {R"({"type": "spot", "outer_cone": 90})", "/lights/0/outer_cone"},
           {R"({"type": "spot", "inner_cone": 40, "outer_cone": 30})",
            "/lights/0/inner_cone: 40 degrees, and outer_cone 30"},
       })
    EXPECT_NE(of(light).find(words), std::string::npos) << light << " gives " << of(light);
}

TEST_F(SceneLights, AreCounted) {
  const std::string plain = R"({"type": "point", "shadow": false})", shaded = R"({"type": "point"})";
  EXPECT_EQ(of(plain, 8), "");
  EXPECT_NE(of(plain, 9).find("/lights: 9 lights (allowed: at most 8)"), std::string::npos) << of(plain, 9);
  EXPECT_EQ(of(shaded, 4), "");
  EXPECT_NE(of(shaded, 5).find("/lights: 5 lights have shadows (allowed: at most 4"), std::string::npos)
      << of(shaded, 5);
}

}  // namespace
}  // namespace undine::test
