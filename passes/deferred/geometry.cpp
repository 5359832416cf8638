#include "passes/deferred/geometry.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/scene/scene_error.h"
#include "passes/agents/fish_shape.h"
#include "passes/agents/leaf_shape.h"
#include "passes/agents/pond.h"
#include "passes/bodies/bodies_hull.h"
#include "passes/bodies/bodies_movers.h"
#include "passes/deferred/ground_noise.h"
#include "passes/models/gltf.h"
#include "passes/solids/placement.h"
#include "passes/solids/surroundings.h"

namespace undine::deferred {
namespace {

constexpr std::size_t most_vertex_bytes = std::size_t{128} << 20;

}  // namespace

namespace {

GBufferParams material_params(const MaterialSettings& m, const glm::mat4& model, int seed) {
  GBufferParams p{};
  p.model = model;
  p.color = glm::vec4(glm::dvec4(m.color, m.roughness));
  p.color2 = glm::vec4(glm::dvec4(m.color2, m.scale));
  p.pattern = static_cast<int>(m.pattern);
  p.layer = p.glow_layer = -1;
  p.alpha = 1;
  p.seed = seed;
  return p;
}

GroundLook ground_look(const GroundSettings& s) {
  GroundLook look{};
  look.sand = glm::vec4(glm::dvec4(s.sand, s.sand_up_to));
  look.grass = glm::vec4(glm::dvec4(s.grass, s.grass_up_to));
  look.rock = glm::vec4(glm::dvec4(s.rock, std::cos(glm::radians(s.rock_from))));
  look.wet = glm::vec4(s.wet_up_to, s.dry_over, s.scale, 0);
  return look;
}

solids::GltfModel load_model(const Scene& scene, const std::filesystem::path& file, const std::string& setting,
                             const std::string& node = {}) {
  try {
    return solids::load_gltf(file, solids::model_part(scene, file, node));
  } catch (const Error& e) {
    throw at_setting(scene, setting, e);
  }
}

// The parts of a model, each with its own material where the file has one.
template <class Add>
void each_part(solids::GltfModel& model, const GBufferParams& params, std::vector<solids::ColorImage>& images,
               std::vector<solids::ColorImage>& maps, const std::filesystem::path& file, const Add& add) {
  const int first_layer = static_cast<int>(images.size()), first_map = static_cast<int>(maps.size());
  for (solids::GltfPart& part : model.parts) {
    GBufferParams own = params;
    if (part.has_material) {
      const auto layer = [&](int texture) { return texture < 0 ? -1 : first_layer + texture; };
      own.color = glm::vec4(part.color, part.roughness);
      own.color2 = glm::vec4(part.emission, own.color2.w);
      own.metallic = part.metallic;
      own.pattern = static_cast<int>(MaterialSettings::Pattern::plain);
      own.layer = layer(part.texture);
      own.glow_layer = layer(part.emission_texture);
      own.alpha = part.alpha_mode == solids::GltfAlpha::opaque ? 1 : part.alpha;
      own.cutoff = part.alpha_mode == solids::GltfAlpha::mask ? part.cutoff : 0;
      const auto map = [&](int index) { return index < 0 ? 0 : first_map + index + 1; };
      own.color2.w = static_cast<float>(map(part.normal_map) + most_maps * map(part.surface_map));
      if (part.pattern) {
        own.pattern = static_cast<int>(part.pattern->pattern);
        own.color2 = glm::vec4(glm::dvec4(part.pattern->color2, part.pattern->scale));
      }
    }
    const bool pane = part.has_material && part.transmission > 0;
    if (pane) {
      own.color2 = glm::vec4(0, 0, 0, part.transmission_map < 0 ? 0 : first_map + part.transmission_map + 1);
      own.cutoff = part.transmission;
    }
    const bool mapped = !pane && part.has_material && (part.normal_map >= 0 || part.surface_map >= 0);
    if (!mapped) part.mesh.tangents.clear();
    if (mapped && part.mesh.tangents.empty()) part.mesh.tangents.assign(part.mesh.vertices.size(), {0, 0, 0, 1});
    if (part.double_sided) solids::add_backs(part.mesh);
    Geometry::Part& added = add(part.mesh, own);
    added.mapped = mapped;
    added.masked = part.has_material && part.alpha_mode == solids::GltfAlpha::mask;
    added.blended = part.has_material && part.alpha_mode == solids::GltfAlpha::blend;
    added.glows = part.has_material && glm::length(part.emission) > 0;
    added.textured_glass = pane && (own.layer >= 0 || part.transmission_map >= 0);
    if (pane) added.glass = added.blended = !(added.masked = added.glows = false);
    if (added.blended) added.casts = false;
  }
  for (solids::ColorImage& image : model.textures) images.push_back(std::move(image));
  if (images.size() > 256)
    throw Error(Exit::bad_input, file.string(), "the scene has " + std::to_string(images.size()) + " textures",
                "at most 256");
  for (solids::ColorImage& image : model.maps) maps.push_back(std::move(image));
  if (maps.size() >= most_maps)
    throw Error(Exit::bad_input, file.string(), "the scene has " + std::to_string(maps.size()) + " texture maps",
                "at most " + std::to_string(most_maps - 1));
}

solids::TriangleMesh body_shape(const BodySettings& s) {
  const auto r = static_cast<float>(s.radius), l = static_cast<float>(s.length);
  switch (s.shape) {
    case BodySettings::Shape::sphere:
      return solids::make_sphere(glm::vec3(2 * r));
    case BodySettings::Shape::cylinder:
      return solids::make_cylinder({2 * r, l, 2 * r});
    case BodySettings::Shape::capsule:
      return solids::make_capsule(r, l);
    default:
      return solids::make_box(glm::vec3(s.size));
  }
}

// A hull about its center of mass, which lies at `ballast`.
solids::TriangleMesh triangles_of(const bodies::Hull& hull, const glm::dvec3& ballast) {
  solids::TriangleMesh mesh;
  for (const glm::dvec3& p : hull.points) mesh.vertices.push_back({.position = glm::vec3(p - ballast)});
  for (const glm::uvec3& f : hull.facets) mesh.indices.insert(mesh.indices.end(), {f.x, f.y, f.z});
  return mesh;
}

void move(solids::TriangleMesh& mesh, double scale, const glm::dvec3& middle) {
  for (solids::Vertex& v : mesh.vertices) v.position = glm::vec3(scale * glm::dvec3(v.position) - middle);
}

}  // namespace

Geometry::Geometry(graph::State& state, const Scene& scene) : scatter_(state, scene) {
  std::vector<solids::ColorImage> images;
  int seed = 0;
  for (const MeshSettings& m : scene.meshes) {
    ++mesh_;
    GBufferParams params = material_params(m.material, solids::mesh_placement(m), seed++);
    if (m.motion) continue;
    if (m.shape != MeshSettings::Shape::gltf) {
      const bool plane = m.shape == MeshSettings::Shape::plane;
      const bool glass = m.material.glass;
      if (glass)
        params.color2 = glm::vec4(m.shape == MeshSettings::Shape::box ? 0.5 * m.scale * m.size : glm::dvec3(0), 0);
      Part& part = add(solids::mesh_shape(scene, m), params, !plane && !glass);
      part.floor = plane && !glass;
      part.glass = part.blended = glass;
      continue;
    }
    solids::GltfModel model = solids::mesh_model(scene, m);
    add_lights(m, model.lights);
    each_part(model, params, images, map_images_, m.gltf,
              [&](solids::TriangleMesh& mesh, const GBufferParams& own) -> Part& {
                for (solids::Vertex& v : mesh.vertices) v.position *= static_cast<float>(m.scale);
                return add(mesh, own, true);
              });
  }
  mesh_ = -1;
  if (scene.lights.size() + lights_.size() > most_lights)
    throw Error(Exit::bad_input, scene.file.string() + ": /lights",
                fmt::format("{} lights, and {} in the models of meshes", scene.lights.size(), lights_.size()),
                fmt::format("at most {}; \"lights\": 0 of a mesh leaves out its model's", most_lights));
  add_walls(scene, seed);
  add_bodies(scene, images);
  add_agents(scene);
  if (scene.terrain && scene.terrain->nx > 1 && scene.terrain->nz > 1) {
    add_terrain(*scene.terrain, seed);
    if (!scatter_.bounds().empty()) {
      bounds_.include(scatter_.bounds().low);
      bounds_.include(scatter_.bounds().high);
    }
    if (scene.terrain_settings) {
      ground_ = ground_look(scene.terrain_settings->look);
      ground_mesh_.grass_height = scene.terrain_settings->look.grass_height * scene.terrain_settings->look.scale;
      add_surroundings(*scene.terrain, scene.terrain_settings->surroundings, seed);
    }
    constexpr std::uint32_t side = ground_noise_texels;
    ground_noise_ =
        state.image("geometry/ground_noise", {{side, side, side}, graph::Format::rgba8_unorm, ground_noise_mips});
  }
  if (parts_.empty()) {
    // A draw node needs something to draw: one triangle without area.
    add({std::vector<solids::Vertex>(3), {0, 1, 2}}, material_params({}, glm::mat4(1), 0), false);
    bounds_ = {};
  } else if (bounds_.empty()) {
    for (const Part& part : parts_) {
      bounds_.include(part.box.low);
      bounds_.include(part.box.high);
    }
  }
  if (vertex_data_.size() * sizeof(solids::Vertex) > most_vertex_bytes)
    throw Error(Exit::bad_input, scene.file.string() + ": /meshes",
                std::to_string(vertex_data_.size()) + " vertices in all", "at most 4194304; use simpler models");
  pack(images);
  vertices_ = state.buffer("geometry/vertices", {vertex_data_.size() * sizeof(solids::Vertex)});
  indices_ = state.buffer("geometry/indices", {index_data_.size() * sizeof(std::uint32_t)});
  for (const solids::TextureArray& a : texture_data_.arrays) {
    const std::string name =
        textures_.empty() ? "geometry/textures" : fmt::format("geometry/textures_{}x{}", a.size.x, a.size.y);
    textures_.push_back(state.image(name, {{a.size.x, a.size.y, 1}, graph::Format::rgba8_srgb, a.mips, a.layers}));
  }
  if (!map_images_.empty()) {
    map_data_ = solids::pack_textures(map_images_, 1024, solids::Texels::numbers);
    map_images_.clear();
    const solids::TextureArray& a = map_data_;
    maps_ = state.image("geometry/maps", {{a.size.x, a.size.y, 1}, graph::Format::rgba8_unorm, a.mips, a.layers});
    // Panes have maps and no relief.
    if (!tangent_data_.empty())
      tangents_ = state.buffer("geometry/tangents", {tangent_data_.size() * sizeof(glm::vec4)});
  }
}

// Lights of a model, where the mesh stands.
void Geometry::add_lights(const MeshSettings& mesh, const std::vector<solids::GltfLight>& lights) {
  const glm::dmat4 place(solids::mesh_placement(mesh));
  for (const solids::GltfLight& l : lights) {
    if (l.kind == solids::GltfLight::Kind::sun || mesh.lights <= 0) continue;
    LightSettings& to = lights_.emplace_back();
    to.name = l.name;
    to.kind = l.kind == solids::GltfLight::Kind::spot ? LightSettings::Kind::spot : LightSettings::Kind::point;
    to.position = place * glm::dvec4(mesh.scale * l.position, 1);
    to.direction = glm::dmat3(place) * l.direction;
    to.color = l.color;
    to.intensity = l.intensity * mesh.lights;
    to.range = l.range * mesh.scale;
    to.inner_cone = std::min(l.inner, 79.0);
    to.outer_cone = std::clamp(l.outer, to.inner_cone + 0.1, 80.0);
    to.shadow = lights_.size() <= most_light_shadows;
  }
}

void Geometry::add_terrain(const Heightmap& map, int seed) {
  const glm::ivec2 samples = solids::terrain_samples(map);
  const glm::dvec2 low = glm::dvec2(map.origin.x, map.origin.z) - 0.5 * map.size;
  ground_mesh_ = {static_cast<std::uint32_t>(vertex_data_.size()), samples, glm::vec4(glm::dvec4(low, map.size)), 0};
  add(solids::make_terrain(map), material_params({}, glm::mat4(1), seed), true);
  parts_.back().ground = true;
}

void Geometry::add_surroundings(const Heightmap& terrain, const SurroundingsSettings& settings, int seed) {
  using Shape = SurroundingsSettings::Shape;
  if (settings.shape == Shape::none) return;
  const auto add_part = [&](const solids::TriangleMesh& mesh, bool casts) {
    Part& part = add(mesh, material_params({}, glm::mat4(1), seed), false);
    part.ground = true;
    part.around = settings.shape != Shape::sea;  // is in no water
    part.casts = casts;
    if (!casts) return;
    casters_.include(part.box.low);
    casters_.include(part.box.high);
  };
  if (settings.shape == Shape::cut) return add_part(solids::make_cut(terrain), true);
  const solids::SplitLand land = solids::split_land(solids::make_land(terrain, settings), terrain);
  add_part(land.near, true);
  add_part(land.far, false);
}

// Layers that count all images become those of the arrays that they are in.
void Geometry::pack(const std::vector<solids::ColorImage>& images) {
  texture_data_ = solids::pack_by_size(images);
  const auto place = [&](int& layer, int& array) {
    if (layer < 0) return;
    const solids::Textures::Place p = texture_data_.places[static_cast<std::size_t>(layer)];
    layer = p.layer;
    array = p.array;
  };
  for (std::vector<Part>* parts : {&parts_, &bodies_})
    for (Part& part : *parts) {
      place(part.params.layer, part.array);
      place(part.params.glow_layer, part.glow_array);
    }
}

void Geometry::add_walls(const Scene& scene, int& seed) {
  for (const WaterEntry& water : scene.water)
    for (const MovingWall& wall : water.settings->walls(scene.terrain)) {
      const glm::dmat4 model = glm::translate(glm::dmat4(1), 0.5 * (wall.low + wall.high));
      add(solids::make_box(glm::vec3(wall.high - wall.low)), material_params(wall.material, glm::mat4(model), seed++),
          true);
      parts_.back().box.low.y -= static_cast<float>(wall.travel);
      walls_.push_back({parts_.size() - 1, wall});
    }
}

void Geometry::begin(double time, const BodySet& bodies) {
  set_ = bodies;
  for (const Wall& w : walls_) {
    const double sunk = w.wall.travel * moved_share(w.wall.opens, w.wall.time, time);
    parts_[w.part].params.model[3].y = static_cast<float>(0.5 * (w.wall.low.y + w.wall.high.y) - sunk);
  }
}

void Geometry::add_bodies(const Scene& scene, std::vector<solids::ColorImage>& images) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodySettings& s = scene.bodies[i];
    const auto keep = [&](std::vector<Part>& list, const solids::TriangleMesh& mesh,
                          const GBufferParams& params) -> Part& {
      Part part = store(mesh, params, true);
      part.draw.instances = s.count;
      part.draw.first_instance = first;
      for (const solids::Vertex& v : mesh.vertices)
        body_reach_ = std::max(body_reach_, static_cast<double>(glm::length(v.position)));
      return list.emplace_back(part);
    };
    GBufferParams params = material_params(s.material, glm::mat4(1), static_cast<int>(1000 * (i + 1)));
    params.variety = s.count > 1 ? static_cast<float>(s.variety) : 0;
    const std::string setting = fmt::format("/bodies/{}/", i);
    glm::dvec3 middle = s.ballast;
    solids::GltfModel hull;
    if (s.shape == BodySettings::Shape::mesh) {
      hull = load_model(scene, s.gltf, setting + "gltf", s.node);
      std::vector<solids::TriangleMesh> parts;
      for (const solids::GltfPart& part : hull.parts) parts.push_back(part.mesh);
      std::vector<std::string> messages;
      const bodies::Hull vessel =
          bodies::make_vessel(parts, s.scale, scene.file.string() + ": " + setting + "gltf",
                              glm::conjugate(turn_of(s.rotation)) * glm::dvec3(0, 1, 0), messages);
      middle += vessel.shift;
      for (solids::GltfPart& part : hull.parts) move(part.mesh, s.scale, middle);
      if (!vessel.basins.empty()) keep(hulls_, triangles_of(bodies::covered(vessel), s.ballast), params);
    } else {
      hull.parts.push_back({.mesh = body_shape(s)});
      move(hull.parts[0].mesh, 1, middle);
    }
    const auto draw = [&](const solids::TriangleMesh& mesh, const GBufferParams& own) -> Part& {
      return keep(bodies_, mesh, own);
    };
    if (s.look.empty()) {
      each_part(hull, params, images, map_images_, s.gltf, draw);
    } else {
      for (const solids::GltfPart& part : hull.parts) keep(hulls_, part.mesh, params);
      solids::GltfModel look = load_model(scene, s.look, setting + "look");
      for (solids::GltfPart& part : look.parts) move(part.mesh, s.scale, middle);
      each_part(look, params, images, map_images_, s.look, draw);
    }
    first += s.count;
  }
  add_movers(scene, first, images);
}

// Meshes that move are drawn as bodies; their states come after those of what floats.
void Geometry::add_movers(const Scene& scene, std::uint32_t first, std::vector<solids::ColorImage>& images) {
  for (const bodies::Mover& mover : bodies::make_movers(scene)) {
    const MeshSettings& m = scene.meshes[mover.mesh];
    const auto seed = static_cast<int>(mover.mesh);
    const auto draw = [&](solids::TriangleMesh& mesh, const GBufferParams& own) -> Part& {
      Part part = store(mesh, own, true);
      part.draw.instances = 1;
      part.draw.first_instance = first;
      for (const solids::Vertex& v : mesh.vertices)
        body_reach_ = std::max(body_reach_, static_cast<double>(glm::length(v.position)));
      return bodies_.emplace_back(part);
    };
    const GBufferParams params = material_params(m.material, glm::mat4(1), seed);
    solids::GltfModel model;
    const bool file = m.shape == MeshSettings::Shape::gltf;
    if (file)
      model = solids::mesh_model(scene, m);
    else
      model.parts.push_back({.mesh = solids::mesh_shape(m)});
    for (solids::GltfPart& part : model.parts) move(part.mesh, file ? m.scale : 1.0, mover.middle);
    each_part(model, params, images, map_images_, m.gltf, draw);
    bounds_.include(glm::vec3(mover.low));
    bounds_.include(glm::vec3(mover.high));
    ++first;
  }
}

void Geometry::add_agents(const Scene& scene) {
  std::uint32_t first = 0;
  graph::Draw fish{};
  if (!scene.fish.empty()) fish = store(agents::make_fish_mesh(), {}, true).draw;
  for (std::size_t i = 0; i < scene.fish.size(); ++i) {
    const FishSettings& s = scene.fish[i];
    agents::FishLook look{};
    look.base = glm::vec4(glm::dvec4(s.colors.base, s.variety));
    look.patch_ = glm::vec4(glm::dvec4(s.colors.patch, s.colors.patches));
    look.ink = glm::vec4(glm::dvec4(s.colors.ink, s.colors.spots));
    look.seed = agents::seed_of(scene, "fish look", i) & 0xffff;
    longest_fish_ = std::max(longest_fish_, static_cast<float>(s.length * (1 + 0.6 * s.variety)));
    fish.instances = s.count;
    fish.first_instance = first;
    first += s.count;
    fish_.push_back({fish, look});
  }
  first = 0;
  for (std::size_t i = 0; i < scene.leaves.size(); ++i) {
    const LeafSettings& s = scene.leaves[i];
    agents::LeafLook look{};
    look.shape = static_cast<int>(s.shape);
    look.color = glm::vec4(glm::dvec4(s.color, s.variety));
    look.season = static_cast<float>(s.season);
    look.seed = agents::seed_of(scene, "leaf look", i) & 0xffff;
    graph::Draw draw = store(agents::make_leaf_mesh(look.shape), {}, true).draw;
    draw.instances = s.count;
    draw.first_instance = first;
    first += s.count;
    leaves_.push_back({draw, look});
  }
}

Geometry::Part Geometry::store(const solids::TriangleMesh& mesh, const GBufferParams& params, bool casts) {
  Part part;
  part.params = params;
  part.casts = casts;
  part.mesh = mesh_;
  part.draw.first_vertex = static_cast<std::uint32_t>(index_data_.size());
  part.draw.vertices = static_cast<std::uint32_t>(mesh.indices.size());
  const auto base = static_cast<std::uint32_t>(vertex_data_.size());
  for (std::uint32_t i : mesh.indices) index_data_.push_back(base + i);
  if (!mesh.tangents.empty()) {
    part.params.seed = static_cast<int>(tangent_data_.size()) - static_cast<int>(base);
    tangent_data_.insert(tangent_data_.end(), mesh.tangents.begin(), mesh.tangents.end());
  }
  vertex_data_.insert(vertex_data_.end(), mesh.vertices.begin(), mesh.vertices.end());
  return part;
}

Geometry::Part& Geometry::add(const solids::TriangleMesh& mesh, const GBufferParams& params, bool casts) {
  Part part = store(mesh, params, casts);
  for (const solids::Vertex& v : mesh.vertices) part.box.include(params.model * glm::vec4(v.position, 1));
  if (casts && !part.box.empty()) {
    bounds_.include(part.box.low);
    bounds_.include(part.box.high);
  }
  return parts_.emplace_back(part);
}

void Geometry::start(graph::Graph& g) {
  auto scope = g.scope("geometry");
  g.upload("upload_vertices", vertices_, vertex_data_);
  g.upload("upload_indices", indices_, index_data_);
  for (std::size_t i = 0; i < textures_.size(); ++i)
    g.upload("upload_textures", textures_[i], texture_data_.arrays[i].texels);
  if (maps_) g.upload("upload_maps", maps_, map_data_.texels);
  if (tangents_) g.upload("upload_tangents", tangents_, tangent_data_);
  if (ground_noise_) g.upload("upload_ground_noise", ground_noise_, make_ground_noise());
  scatter_.start(g);
}

}  // namespace undine::deferred
