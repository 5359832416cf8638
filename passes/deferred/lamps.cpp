#include "passes/deferred/lamps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"

namespace undine::deferred {
namespace {

constexpr std::uint32_t face_texels = 512, spot_texels = 1024, atlas_width = 6 * face_texels;
constexpr double border = 4;  // texels around a map that its neighbor's light is filtered with
constexpr double nearest_shadow = 0.05;

// The six faces of a point light's shadow map, in the order of lib/lamps.glsl.
constexpr std::array<glm::dvec3, 6> faces{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};

// tangent: of half the angle that a map is to hold without its border.
LampMap make_map(const glm::dvec3& eye, const glm::dvec3& along, double tangent, double near, double far,
                 glm::uvec2 corner, std::uint32_t texels, glm::uvec2 atlas) {
  const glm::dvec3 up = std::abs(along.y) > 0.9 ? glm::dvec3(0, 0, -1) : glm::dvec3(0, 1, 0);
  const double side = texels, wide = tangent * side / (side - 2 * border);
  glm::dmat4 projection(0);
  projection[0][0] = projection[1][1] = 1 / wide;
  projection[2][2] = -far / (far - near);
  projection[2][3] = -1;
  projection[3][2] = -far * near / (far - near);
  // From clip space, in which y points up; the atlas's first row is on top.
  const glm::dvec2 size(atlas), middle = glm::dvec2(corner) + 0.5 * side;
  glm::dmat4 to_atlas(1);
  to_atlas[0][0] = side / size.x;
  to_atlas[1][1] = side / size.y;
  to_atlas[3][0] = 2 * middle.x / size.x - 1;
  to_atlas[3][1] = 1 - 2 * middle.y / size.y;
  const glm::dmat4 look = glm::lookAt(eye, eye + along, up);
  LampMap map{};
  // Places of the atlas are times w, so that the move there is too.
  glm::dmat4 shifted(1);
  shifted[0][0] = to_atlas[0][0];
  shifted[1][1] = to_atlas[1][1];
  const glm::dmat4 clip = shifted * projection;
  glm::dmat4 whole = clip;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 2; ++row) whole[column][row] += to_atlas[3][row] * clip[column][3];
  map.atlas = glm::mat4(whole * look);
  map.place = glm::vec4(glm::dvec4(glm::dvec2(corner) / size, (glm::dvec2(corner) + side) / size));
  map.texel = glm::vec4(glm::dvec4(2 * wide / side, far, near, 0));
  return map;
}

double farthest(const glm::dvec3& from, const Bounds& lit) {
  if (lit.empty()) return 100;
  const glm::dvec3 away = glm::max(glm::abs(from - glm::dvec3(lit.low)), glm::abs(from - glm::dvec3(lit.high)));
  return glm::length(away) + 1;
}

// Checks whether a box can lie in a map: not all of it is beyond one of its sides.
bool meets(const LampMap& map, const Bounds& box) {
  if (box.empty()) return true;
  const glm::vec2 low(map.place.x * 2 - 1, 1 - map.place.w * 2), high(map.place.z * 2 - 1, 1 - map.place.y * 2);
  int beyond[5] = {};
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec3 p{corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                      corner & 4 ? box.high.z : box.low.z};
    const glm::vec4 c = map.atlas * glm::vec4(p, 1);
    beyond[0] += c.x < low.x * c.w;
    beyond[1] += c.x > high.x * c.w;
    beyond[2] += c.y < low.y * c.w;
    beyond[3] += c.y > high.y * c.w;
    beyond[4] += c.w < 0;
  }
  return std::ranges::find(beyond, 8) == std::end(beyond);
}

// Draws what casts into one map.
void draw_map(graph::Graph& g, const Geometry& geometry, const LampMap& map, graph::Image atlas, bool clear) {
  Camera camera{};  // what the maps know of the camera: they stay as they are while it moves
  camera.sun_matrix = map.atlas;
  graph::Raster raster;
  raster.depth = graph::Compare::less;
  raster.depth_bias = 1.0f;
  raster.depth_bias_slope = 1.5f;
  const graph::ImageDesc& desc =
      atlas.persistent() ? g.state().at(atlas).texture : g.transients()[atlas.index()].texture;
  const glm::vec2 size(static_cast<float>(desc.extent.x), static_cast<float>(desc.extent.y));
  const glm::vec4 place = map.place * glm::vec4(size, size);
  graph::Load load = clear ? graph::Load::clear : graph::Load::keep;
  const auto begin = [&](std::string_view verb, std::string_view vertex, bool masked = false) {
    auto node = g.draw(verb, vertex, "deferred/lamp_shadow.frag").variant("MASKED", masked);
    node.uniform("camera", camera)
        .uniform("place", place)
        .read("vertices", geometry.vertices())
        .depth(atlas, load, 1.0f)
        .indices(geometry.indices())
        .raster(raster);
    load = graph::Load::keep;
    return node;
  };
  const auto casts = [&](const Geometry::Part& part) { return part.casts && meets(map, part.box); };
  auto node = begin("draw", "deferred/shadow.vert");
  bool any = false;
  for (const Geometry::Part& part : geometry.parts())
    if (casts(part) && !part.masked) {
      node.draw(part.draw, part.params);
      any = true;
    }
  if (!any) node.draw(graph::Draw{.vertices = 3, .first_vertex = 0}, GBufferParams{});
  for (std::size_t array = 0; array < geometry.textures().size(); ++array) {
    const auto here = [&](const Geometry::Part& part) {
      return casts(part) && part.masked && static_cast<std::size_t>(part.array) == array;
    };
    if (std::ranges::none_of(geometry.parts(), here)) continue;
    auto masks = begin("draw_masked", "deferred/shadow_masked.vert", true);
    masks.read("textures", geometry.textures()[array], graph::Sampler::linear_repeat);
    for (const Geometry::Part& part : geometry.parts())
      if (here(part)) masks.draw(part.draw, part.params);
  }
  const BodySet& set = geometry.body_set();
  if (!geometry.bodies().empty() && set.states) {
    auto bodies = begin("draw_bodies", "deferred/shadow_bodies.vert");
    bodies.read("states", set.states).constant("from_sun", true);
    for (const Geometry::Part& part : geometry.bodies()) bodies.draw(part.draw);
  }
  if (set.fish && !geometry.fish().empty()) {
    auto fish = begin("draw_fish", "deferred/shadow_fish.vert");
    fish.read("states", set.fish);
    for (const auto& part : geometry.fish()) fish.draw(part.draw);
  }
  if (set.leaves && !geometry.leaves().empty()) {
    auto leaves = begin("draw_leaves", "deferred/shadow_leaves.vert");
    leaves.read("states", set.leaves);
    for (const auto& part : geometry.leaves()) leaves.draw(part.draw, part.look);
  }
}

}  // namespace

LampLight place_lamps(std::span<const LightSettings> lights, const Bounds& lit, bool shadows,
                      glm::uvec2& atlas_texels) {
  struct Place {
    glm::uvec2 corner;
    std::uint32_t texels;
  };
  // Shelves: spots side by side, then a row for each point.
  std::array<Place, static_cast<std::size_t>(most_lamps)> places{};
  std::uint32_t spots = 0, top = 0, maps = 0;
  const auto count = std::min<std::size_t>(lights.size(), most_lamps);
  const auto shaded = [&](const LightSettings& s) { return shadows && s.shadow; };
  for (std::size_t i = 0; i < count; ++i) {
    if (!shaded(lights[i]) || lights[i].kind != LightSettings::Kind::spot) continue;
    places[i] = {{spots % 3 * spot_texels, spots / 3 * spot_texels}, spot_texels};
    top = (spots++ / 3 + 1) * spot_texels;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!shaded(lights[i]) || lights[i].kind != LightSettings::Kind::point) continue;
    places[i] = {{0, top}, face_texels};
    top += face_texels;
  }
  atlas_texels = {atlas_width, top};
  LampLight out;
  for (std::size_t i = 0; i < count; ++i) {
    const LightSettings& s = lights[i];
    const bool spot = s.kind == LightSettings::Kind::spot;
    Lamp& lamp = out.table.of[out.count++];
    const double near = std::max(nearest_shadow, s.radius);
    const double far = std::max(2 * near, s.range > 0 ? s.range : farthest(s.position, lit));
    const glm::dvec3 axis = spot ? glm::normalize(s.direction) : glm::dvec3(0, -1, 0);
    lamp.place = glm::vec4(glm::dvec4(s.position, s.range));
    lamp.intensity = glm::vec4(glm::dvec4(s.color * s.intensity, s.radius));
    lamp.axis = glm::vec4(glm::dvec4(axis, far));
    lamp.cone = glm::vec4(0, 1, -1, static_cast<float>(near));
    if (spot) {
      const double inner = std::cos(glm::radians(s.inner_cone)), outer = std::cos(glm::radians(s.outer_cone));
      const double scale = 1 / std::max(0.001, inner - outer);
      lamp.cone.x = static_cast<float>(scale);
      lamp.cone.y = static_cast<float>(-outer * scale);
    }
    if (!shaded(s)) continue;
    lamp.cone.z = static_cast<float>(maps);
    const Place& place = places[i];
    if (spot) {
      out.table.maps[maps++] = make_map(s.position, axis, std::tan(glm::radians(s.outer_cone)), near, far, place.corner,
                                        place.texels, atlas_texels);
      continue;
    }
    for (std::uint32_t face = 0; face < 6; ++face)
      out.table.maps[maps++] = make_map(s.position, faces[face], 1, near, far,
                                        place.corner + glm::uvec2(face * face_texels, 0), place.texels, atlas_texels);
  }
  return out;
}

LampLight draw_lamps(graph::Graph& g, const Geometry& geometry, std::span<const LightSettings> lights,
                     const Bounds& lit, bool shadows) {
  if (lights.empty()) return {};
  auto scope = g.scope("lamps");
  glm::uvec2 texels;
  LampLight out = place_lamps(lights, lit, shadows, texels);
  if (texels.y == 0) return out;
  out.atlas = g.image("lamps/depth", {{texels.x, texels.y, 1}, graph::Format::d32_float});
  bool clear = true;
  for (const Lamp& lamp : std::span(out.table.of).first(static_cast<std::size_t>(out.count))) {
    if (lamp.cone.z < 0) continue;
    const bool spot = lamp.cone.x > 0;
    const auto first = static_cast<std::size_t>(lamp.cone.z);
    for (std::size_t map = first; map < first + (spot ? 1 : 6); ++map)
      draw_map(g, geometry, out.table.maps[map], out.atlas, std::exchange(clear, false));
  }
  return out;
}

void light_by_lamps(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const LevelMap& levels,
                    const LampLight& lamps, graph::Image lit) {
  if (lamps.count == 0) return;
  graph::Raster add = no_depth;
  add.blend = graph::Blend::add;
  auto node = fill(g, "lamps", "deferred/lamps.frag");
  node.uniform("camera", camera)
      .read("albedo", gbuffer.albedo, graph::Sampler::nearest_clamp)
      .read("normal", gbuffer.normal, graph::Sampler::nearest_clamp)
      .read("depth", gbuffer.depth, graph::Sampler::nearest_clamp)
      .raster(add)
      .color(lit, graph::Load::keep);
  read_levels(read_lamps(node, lamps), levels);
}

void draw_bulbs(graph::Graph& g, const Camera& camera, const LampLight& lamps, const Lit& lit, const Bulbs& which) {
  const auto in_water = [&](const glm::vec3& p) {
    return std::ranges::any_of(which.waters, [&](const SurfaceField& w) {
      const glm::dvec3 off = glm::abs(glm::dvec3(p) - w.origin);
      return off.x < w.size.x / 2 && off.z < w.size.y / 2 && static_cast<double>(p.y) < w.origin.y;
    });
  };
  const auto shown = [&](const Lamp& lamp) {
    const glm::vec3 place(lamp.place);
    return lamp.intensity.w > 0 && place.y + lamp.intensity.w > which.least && (!which.in_waters || in_water(place));
  };
  const auto all = std::span(lamps.table.of).first(static_cast<std::size_t>(lamps.count));
  if (std::ranges::none_of(all, shown)) return;
  auto scope = g.scope("bulbs");
  graph::Raster raster;
  raster.depth = graph::Compare::greater_equal;
  raster.depth_write = false;
  raster.blend = graph::Blend::premultiplied;
  auto node = g.draw("draw", "deferred/bulb.vert", "deferred/bulb.frag");
  node.uniform("camera", camera).color(lit.color, graph::Load::keep).depth_test(lit.depth).raster(raster);
  for (const Lamp& lamp : all) {
    if (!shown(lamp)) continue;
    // A ball that is as bright all over: its intensity over the area of its disc.
    const float disc = 3.14159265f * lamp.intensity.w * lamp.intensity.w;
    const float along = glm::dot(glm::normalize(vec3(camera.eye) - vec3(lamp.place)), vec3(lamp.axis));
    const float cone = glm::clamp(lamp.cone.x * along + lamp.cone.y, 0.0f, 1.0f);
    node.draw({.vertices = 6}, BulbParams{vec4(vec3(lamp.place), lamp.intensity.w),
                                          vec4(vec3(lamp.intensity) * (cone * cone / disc), 0)});
  }
}

}  // namespace undine::deferred
