// Scene settings of instances on the terrain: "terrain.scatter". SI units, y up.
#pragma once  // public
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/farthest.h"
#include "engine/settings/settings.h"

namespace undine {

inline constexpr std::size_t most_scatter = 32;  // entries of a scene

struct ScatterArea {  // "area"
  glm::dvec2 center{0, 0}, size{10, 10};
  void describe(settings::Visitor& v);
};

struct Clearing {  // one of "terrain.clearings"
  glm::dvec2 center{0, 0};
  double radius = 1;
  void describe(settings::Visitor& v);
};

struct ScatterSettings {  // one of "terrain.scatter"
  enum class Water { outside, inside, anywhere };
  std::string name;
  std::filesystem::path gltf;  // levels of detail: nodes whose names end in _LOD0, _LOD1, _LOD2
  double density = 0.01;       // 1/m²
  std::int64_t seed = 0;
  glm::dvec2 size{0.8, 1.2};  // factor on the model
  glm::dvec2 height{-farthest, farthest};
  double fade = 0;  // m inside both limits of the height
  glm::dvec2 slope{0, 40};
  std::filesystem::path map;  // of the density, over the terrain
  double clumping = 0, clump_size = 10;
  Water water = Water::outside;
  std::optional<ScatterArea> area;
  double turn = 360, follow_slope = 0;
  double variety = 0.15;
  glm::dvec2 sink{0, 0.05};   // m at size 1
  double distance = 0;        // 0: unlimited
  double reduce_below = 100;  // pixels
  bool casts_shadows = true;
  void describe(settings::Visitor& v);
};

}  // namespace undine
