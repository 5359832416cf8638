#include "passes/solids/scenery.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "passes/models/gltf.h"
#include "passes/solids/placement.h"
#include "passes/solids/surroundings.h"

namespace undine::solids {
namespace {

float linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

glm::vec3 mean_color(const ColorImage& image) {
  std::array<float, 256> light;
  for (std::size_t i = 0; i < light.size(); ++i) light[i] = linear(static_cast<float>(i) / 255);
  glm::dvec3 sum(0);
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4)
    sum += glm::dvec3(light[image.rgba[i]], light[image.rgba[i + 1]], light[image.rgba[i + 2]]);
  return glm::vec3(sum / std::max(1.0, static_cast<double>(image.rgba.size() / 4)));
}

SceneryMesh placed(const TriangleMesh& mesh, const glm::mat4& place, float scale, std::string name) {
  SceneryMesh out{.name = std::move(name)};
  for (const Vertex& v : mesh.vertices) {
    out.points.emplace_back(place * glm::vec4(scale * v.position, 1));
    out.normals.push_back(glm::mat3(place) * v.normal);
    out.uv.push_back(v.uv);
  }
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    out.triangles.emplace_back(mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]);
  return out;
}

SurfaceLook look_of_part(const GltfPart& part, const GltfModel& model) {
  const auto mean = [&](int texture) {
    return texture < 0 ? glm::vec3(1) : mean_color(model.textures[static_cast<std::size_t>(texture)]);
  };
  SurfaceLook out{.color = part.color * mean(part.texture), .roughness = part.roughness, .metallic = part.metallic};
  out.emission = part.emission * mean(part.emission_texture);
  if (part.alpha_mode == GltfAlpha::blend) out.opacity = part.alpha;
  if (part.transmission > 0) out.opacity = 1 - 0.85f * part.transmission;
  return out;
}

void add_model(std::vector<SceneryMesh>& out, const Scene& scene, const MeshSettings& mesh, const std::string& name) {
  const GltfModel model = mesh_model(scene, mesh);
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    const GltfPart& part = model.parts[i];
    SceneryMesh& to = out.emplace_back(placed(part.mesh, mesh_placement(mesh), static_cast<float>(mesh.scale),
                                              model.parts.size() > 1 ? fmt::format("{}_{}", name, i) : name));
    to.double_sided = part.double_sided;
    to.look = part.has_material ? look_of_part(part, model) : look_of(mesh.material);
  }
}

// Sand near the water, rock on slopes and heights, else grass.
void color_ground(SceneryMesh& mesh, const GroundSettings& look) {
  mesh.look.roughness = 0.9f;
  glm::dvec3 sum(0);
  const auto steep = static_cast<float>(std::cos(glm::radians(look.rock_from)));
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const double height = mesh.points[i].y;
    const bool rock = mesh.normals[i].y < steep || height > look.grass_up_to;
    mesh.colors.emplace_back(rock ? look.rock : height <= look.sand_up_to ? look.sand : look.grass);
    sum += glm::dvec3(mesh.colors.back());
  }
  mesh.look.color = glm::vec3(sum / std::max(1.0, static_cast<double>(mesh.colors.size())));
}

}  // namespace

std::vector<SceneryMesh> scenery(const Scene& scene) {
  std::vector<SceneryMesh> out;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const MeshSettings& mesh = scene.meshes[i];
    if (mesh.motion) continue;
    const std::string name = fmt::format("mesh_{}", i);
    if (mesh.shape == MeshSettings::Shape::gltf) {
      add_model(out, scene, mesh, name);
      continue;
    }
    out.push_back(placed(mesh_shape(scene, mesh), mesh_placement(mesh), 1, name));
    out.back().look = look_of(mesh.material);
  }
  if (!scene.terrain || scene.terrain->nx < 2 || scene.terrain->nz < 2) return out;
  const TerrainSettings settings = scene.terrain_settings.value_or(TerrainSettings{});
  const auto add_ground = [&](const TriangleMesh& mesh, const char* name) {
    out.push_back(placed(mesh, glm::mat4(1), 1, name));
    color_ground(out.back(), settings.look);
  };
  add_ground(make_terrain(*scene.terrain), "terrain");
  using Shape = SurroundingsSettings::Shape;
  if (settings.surroundings.shape == Shape::cut) add_ground(make_cut(*scene.terrain), "surroundings");
  if (settings.surroundings.shape == Shape::land || settings.surroundings.shape == Shape::sea)
    add_ground(make_land(*scene.terrain, settings.surroundings), "surroundings");
  return out;
}

}  // namespace undine::solids
