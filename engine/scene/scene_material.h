// Scene settings of a material: "materials.NAME".
#pragma once  // public
#include "engine/settings/settings.h"

namespace undine {

struct MaterialSettings {           // "material" of a mesh or a body
  glm::dvec3 color{0.8, 0.8, 0.8};  // linear albedo
  double roughness = 0.6;
  enum class Pattern { plain, tiles, planks, stone, checker, pebbles, bricks, plaster, roof } pattern = Pattern::plain;
  double scale = 0.25;               // meters per repetition of the pattern
  glm::dvec3 color2{0.6, 0.6, 0.6};  // joints, or the other color
  bool glass = false;                // a clear pane, tinted by color
  void describe(settings::Visitor& v);
  void describe_pattern(settings::Visitor& v);  // pattern, scale and color2 alone
};

}  // namespace undine
