#include "passes/deferred/scatter_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/color_space.hpp>
#include <glm/gtc/packing.hpp>
#include <map>
#include <span>

#include "engine/scene/scene_error.h"
#include "passes/models/gltf.h"
#include "passes/solids/placement.h"

namespace undine::deferred {
namespace {

using Corners = std::array<const solids::Vertex*, 3>;

// Linear color of a triangle: its material, times the mean of the texels at its corners.
glm::vec3 color_of(const solids::GltfModel& model, const solids::GltfPart& part, const Corners& corners) {
  if (part.texture < 0) return part.color;
  const solids::ColorImage& image = model.textures[static_cast<std::size_t>(part.texture)];
  const glm::vec2 size(image.width, image.height);
  glm::vec3 sum(0);
  for (const solids::Vertex* v : corners) {
    const glm::uvec2 at = glm::min(glm::uvec2(glm::fract(v->uv) * size), glm::uvec2(size) - 1u);
    const std::uint8_t* texel = &image.rgba[4 * (std::size_t{at.y} * image.width + at.x)];
    sum += glm::convertSRGBToLinear(glm::vec3(texel[0], texel[1], texel[2]) / 255.0f);
  }
  return part.color * sum / 3.0f;
}

// Appends the triangles of a model as whole clusters, and returns their number.
std::uint32_t append(const solids::GltfModel& model, std::vector<ScatterVertex>& to) {
  const std::size_t first = to.size();
  for (const solids::GltfPart& part : model.parts)
    for (std::size_t i = 0; i + 2 < part.mesh.indices.size(); i += 3) {
      Corners corners{};
      for (std::size_t k = 0; k < 3; ++k) corners[k] = &part.mesh.vertices[part.mesh.indices[i + k]];
      const glm::vec3 color = glm::sqrt(color_of(model, part, corners));
      for (const solids::Vertex* v : corners)
        to.push_back({v->position, glm::packSnorm4x8(glm::vec4(v->normal, part.double_sided ? 1 : 0)),
                      glm::packUnorm4x8(glm::vec4(color, part.roughness))});
    }
  constexpr std::size_t cluster = 3 * scatter_triangles;
  const std::size_t count = (to.size() - first + cluster - 1) / cluster;
  to.resize(first + count * cluster);  // the rest has no area
  return static_cast<std::uint32_t>(count);
}

class Loader {
 public:
  explicit Loader(const Scene& scene) : scene_(scene) {}

  ScatterModels load() {
    const std::vector<ScatterSettings>& entries = scene_.terrain_settings->scatter;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      setting_ = fmt::format("/terrain/scatter/{}/gltf", i);
      const auto known = models_.find(entries[i].gltf);
      ScatterKind kind = known != models_.end() ? known->second : load(entries[i].gltf);
      models_.emplace(entries[i].gltf, kind);
      kind.distance = entries[i].distance > 0 ? static_cast<float>(entries[i].distance) : 1e9f;
      kind.reduce_below = static_cast<float>(entries[i].reduce_below);
      kind.casts = entries[i].casts_shadows ? 1 : 0;
      out_.kinds.push_back(kind);
    }
    return std::move(out_);
  }

 private:
  Error refuse(const std::string& problem, const std::string& remedy) const {
    return Error(Exit::bad_input, scene_.file.string() + ": " + setting_, problem, remedy);
  }

  // Names of the nodes of the levels; one empty name: the file has no levels.
  std::vector<std::string> level_nodes(const std::filesystem::path& file) const {
    std::array<std::string, scatter_levels> names;
    for (const solids::GltfNode& node : solids::read_gltf_world(file).nodes)
      for (int level = 0; level < scatter_levels; ++level)
        if (node.name.ends_with(fmt::format("_LOD{}", level))) names[static_cast<std::size_t>(level)] = node.name;
    std::vector<std::string> out;
    for (const std::string& name : names)
      if (!name.empty()) out.push_back(name);
    if (out.empty()) return {""};
    for (std::size_t level = 0; level < out.size(); ++level)
      if (names[level].empty())
        throw refuse(fmt::format("{} has no node whose name ends in _LOD{}", file.filename().string(), level),
                     fmt::format("levels from _LOD0 on, at most {}, or none", scatter_levels));
    return out;
  }

  ScatterKind load(const std::filesystem::path& file) {
    ScatterKind kind{};
    float low = 1e30f, high = -1e30f;
    std::vector<solids::GltfModel> levels;
    try {
      for (const std::string& node : level_nodes(file))
        levels.push_back(solids::load_gltf(file, solids::model_part(scene_, file, node)));
    } catch (const Error& e) {
      if (e.where() == scene_.file.string() + ": " + setting_) throw;
      throw at_setting(scene_, setting_, e);
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
      check(levels[level], file);
      const auto at = static_cast<glm::length_t>(level);
      kind.first[at] = static_cast<std::uint32_t>(out_.vertices.size() / (3 * scatter_triangles));
      kind.count[at] = append(levels[level], out_.vertices);
      if (out_.vertices.size() > std::size_t{most_scatter_clusters} * 3 * scatter_triangles)
        throw refuse("more than a million triangles in all models", "simpler models");
      each_vertex(levels[level], [&](const glm::vec3& p) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
      });
    }
    kind.height = high - std::min(low, 0.0f);
    kind.middle = 0.5f * (low + high);
    for (const solids::GltfModel& model : levels)
      each_vertex(model, [&](const glm::vec3& p) {
        kind.radius = std::max(kind.radius, glm::distance(p, glm::vec3(0, kind.middle, 0)));
      });
    return kind;
  }

  template <class Visit>
  static void each_vertex(const solids::GltfModel& model, const Visit& visit) {
    for (const solids::GltfPart& part : model.parts)
      for (const solids::Vertex& v : part.mesh.vertices) visit(v.position);
  }

  void check(const solids::GltfModel& model, const std::filesystem::path& file) const {
    const std::string name = file.filename().string();
    if (model.parts.empty()) throw refuse(name + " holds no triangles", "a model with triangles");
    for (const solids::GltfPart& part : model.parts)
      if (part.alpha_mode != solids::GltfAlpha::opaque || part.transmission > 0)
        throw refuse(name + " has a material with transparency", "opaque materials: leaves as triangles");
  }

  const Scene& scene_;
  ScatterModels out_;
  std::string setting_;
  std::map<std::filesystem::path, ScatterKind> models_;
};

}  // namespace

ScatterModels load_scatter(const Scene& scene) { return Loader(scene).load(); }

}  // namespace undine::deferred
