#include "passes/geometry.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/app/scene_error.h"
#include "passes/gltf.h"

namespace undine {
namespace {

constexpr std::size_t most_vertex_bytes = std::size_t{128} << 20;

glm::mat4 placement(const MeshSettings& m) {
  glm::dmat4 turn = glm::translate(glm::dmat4(1), m.translate);
  turn = glm::rotate(turn, glm::radians(m.rotate.z), glm::dvec3(0, 0, 1));
  turn = glm::rotate(turn, glm::radians(m.rotate.y), glm::dvec3(0, 1, 0));
  turn = glm::rotate(turn, glm::radians(m.rotate.x), glm::dvec3(1, 0, 0));
  return glm::mat4(turn);
}

TriangleMesh make_shape(const MeshSettings& m) {
  const glm::vec3 size(m.size * m.scale);
  switch (m.shape) {
    case MeshSettings::Shape::sphere:
      return make_sphere(size);
    case MeshSettings::Shape::plane:
      return make_plane({size.x, size.z});
    case MeshSettings::Shape::cylinder:
      return make_cylinder(size);
    case MeshSettings::Shape::basin:
      return make_basin(size, static_cast<float>(m.wall * m.scale), static_cast<float>(m.rim * m.scale));
    default:
      return make_box(size);
  }
}

GBufferParams material_params(const MaterialSettings& m, const glm::mat4& model, int seed) {
  GBufferParams p{};
  p.model = model;
  p.color = glm::vec4(glm::dvec4(m.color, m.roughness));
  p.color2 = glm::vec4(glm::dvec4(m.color2, m.scale));
  p.pattern = static_cast<int>(m.pattern);
  p.layer = -1;
  p.seed = seed;
  return p;
}

GltfModel load_model(const Scene& scene, const MeshSettings& m) {
  try {
    return load_gltf(m.gltf);
  } catch (const Error& e) {
    throw at_setting(scene, fmt::format("/meshes/{}/gltf", &m - scene.meshes.data()), e);
  }
}

}  // namespace

Geometry::Geometry(graph::State& state, const Scene& scene) {
  std::vector<ColorImage> images;
  int seed = 0;
  for (const MeshSettings& m : scene.meshes) {
    GBufferParams params = material_params(m.material, placement(m), seed++);
    if (m.shape != MeshSettings::Shape::gltf) {
      add(make_shape(m), params, m.shape != MeshSettings::Shape::plane);
      continue;
    }
    GltfModel model = load_model(scene, m);
    const int first_layer = static_cast<int>(images.size());
    for (GltfPart& part : model.parts) {
      for (Vertex& v : part.mesh.vertices) v.position *= static_cast<float>(m.scale);
      GBufferParams own = params;
      if (part.has_material) {
        own.color = glm::vec4(part.color, part.roughness);
        own.metallic = part.metallic;
        own.pattern = static_cast<int>(MaterialSettings::Pattern::plain);
        own.layer = part.texture < 0 ? -1 : first_layer + part.texture;
      }
      add(part.mesh, own, true);
    }
    for (ColorImage& image : model.textures) images.push_back(std::move(image));
    if (images.size() > 256)
      throw Error(Exit::bad_input, m.gltf.string(), "the scene has " + std::to_string(images.size()) + " textures",
                  "at most 256");
  }
  if (scene.terrain && scene.terrain->nx > 1 && scene.terrain->nz > 1) {
    MaterialSettings ground;
    ground.color = {0.56, 0.47, 0.34};
    ground.roughness = 0.9;
    add(make_terrain(*scene.terrain), material_params(ground, glm::mat4(1), seed), true);
  }
  if (parts_.empty()) {
    // A draw node needs something to draw: one triangle without area.
    add({std::vector<Vertex>(3), {0, 1, 2}}, material_params({}, glm::mat4(1), 0), false);
    bounds_ = {};
  } else if (bounds_.empty()) {
    for (const Part& part : parts_) {
      bounds_.include(part.box.low);
      bounds_.include(part.box.high);
    }
  }
  if (vertex_data_.size() * sizeof(Vertex) > most_vertex_bytes)
    throw Error(Exit::bad_input, scene.file.string() + ": /meshes",
                std::to_string(vertex_data_.size()) + " vertices in all", "at most 4194304; use simpler models");
  texture_data_ = pack_textures(images);
  vertices_ = state.buffer("geometry/vertices", {vertex_data_.size() * sizeof(Vertex)});
  indices_ = state.buffer("geometry/indices", {index_data_.size() * sizeof(std::uint32_t)});
  textures_ = state.image("geometry/textures", {{texture_data_.size, texture_data_.size, 1},
                                                graph::Format::rgba8_srgb,
                                                texture_data_.mips,
                                                texture_data_.layers});
}

void Geometry::add(const TriangleMesh& mesh, const GBufferParams& params, bool casts) {
  Part part;
  part.params = params;
  part.casts = casts;
  part.draw.first_vertex = static_cast<std::uint32_t>(index_data_.size());
  part.draw.vertices = static_cast<std::uint32_t>(mesh.indices.size());
  const auto base = static_cast<std::uint32_t>(vertex_data_.size());
  for (std::uint32_t i : mesh.indices) index_data_.push_back(base + i);
  vertex_data_.insert(vertex_data_.end(), mesh.vertices.begin(), mesh.vertices.end());
  for (const Vertex& v : mesh.vertices) part.box.include(params.model * glm::vec4(v.position, 1));
  if (casts && !part.box.empty()) {
    bounds_.include(part.box.low);
    bounds_.include(part.box.high);
  }
  parts_.push_back(part);
}

void Geometry::start(graph::Graph& g) {
  auto scope = g.scope("geometry");
  g.upload("upload_vertices", vertices_, vertex_data_);
  g.upload("upload_indices", indices_, index_data_);
  g.upload("upload_textures", textures_, texture_data_.texels);
}

}  // namespace undine
