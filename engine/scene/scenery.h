// Static meshes of a scene for other programs: "meshes" that do not move, terrain and its surroundings.
#pragma once  // public
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "engine/scene/scene_material.h"

namespace undine {

struct SurfaceLook {      // of the metallic-roughness model
  glm::vec3 color{0.8f};  // linear albedo
  float roughness = 0.6f, metallic = 0, opacity = 1;
  glm::vec3 emission{0};  // radiance, linear
  bool operator==(const SurfaceLook&) const = default;
};
// The look of a material without its pattern. Glass: a pane that shows little of its own color.
inline SurfaceLook look_of(const MaterialSettings& material) {
  if (material.glass) return {.color = glm::vec3(material.color), .roughness = 0, .opacity = 0.15f};
  return {.color = glm::vec3(material.color), .roughness = static_cast<float>(material.roughness)};
}

struct SceneryMesh {
  std::string name;                        // "mesh_3", of a model's part "mesh_3_0"; "terrain", "surroundings"
  std::vector<glm::vec3> points, normals;  // meters, world; unit length
  std::vector<glm::vec2> uv;               // one per point
  std::vector<glm::vec3> colors;           // linear albedo per point, whose mean is look.color; empty: that everywhere
  std::vector<glm::uvec3> triangles;       // counter-clockwise seen from the side of the normals
  bool double_sided = false;
  SurfaceLook look;
};

}  // namespace undine
