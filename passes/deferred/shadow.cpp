#include "passes/deferred/shadow.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "engine/core/round.h"

namespace undine::deferred {
namespace {

constexpr std::uint32_t map_size = 2048, mirrored_size = 1024;
constexpr float fine_texel = 0.01f;  // metres: finer maps than that are not drawn for what is near

}  // namespace

std::uint32_t texels_of(std::uint32_t whole, float share) {
  return std::max(static_cast<std::uint32_t>(static_cast<float>(whole) * share), 1u);
}

glm::mat4 fit_sun(const Bounds& bounds, glm::vec3 towards_sun) {
  Bounds box = bounds;
  if (box.empty()) box = {glm::vec3(-10), glm::vec3(10)};
  const glm::dvec3 sun = glm::normalize(glm::dvec3(towards_sun));
  const glm::dvec3 up = std::abs(sun.y) > 0.99 ? glm::dvec3(0, 0, -1) : glm::dvec3(0, 1, 0);
  const glm::dmat4 look = glm::lookAt(glm::dvec3(0), -sun, up);
  glm::dvec3 low(1e30), high(-1e30);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 p{corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                       corner & 4 ? box.high.z : box.low.z};
    const glm::dvec3 q(look * glm::dvec4(p, 1));
    low = glm::min(low, q);
    high = glm::max(high, q);
  }
  // A border for the filter's reach, and never a box without thickness.
  const glm::dvec3 margin = glm::max((high - low) * 0.01, glm::dvec3(0.05));
  low -= margin;
  high += margin;
  glm::dmat4 clip(1);
  for (int axis = 0; axis < 2; ++axis) {
    clip[axis][axis] = 2 / (high[axis] - low[axis]);
    clip[3][axis] = -(high[axis] + low[axis]) / (high[axis] - low[axis]);
  }
  clip[2][2] = -1 / (high.z - low.z);
  clip[3][2] = high.z / (high.z - low.z);
  return glm::mat4(clip * look);
}

glm::mat4 fit_beam(const Bounds& across, const Bounds& along, glm::vec3 towards_sun) {
  const glm::mat4 narrow = fit_sun(across, towards_sun);
  double near = 0, far = 1;
  for (int corner = 0; corner < 8 && !along.empty(); ++corner) {
    const glm::vec3 p{corner & 1 ? along.high.x : along.low.x, corner & 2 ? along.high.y : along.low.y,
                      corner & 4 ? along.high.z : along.low.z};
    const double depth = static_cast<double>((narrow * glm::vec4(p, 1)).z);
    near = std::min(near, depth);
    far = std::max(far, depth);
  }
  glm::dmat4 deep(1);
  deep[2][2] = 1 / (far - near);
  deep[3][2] = -near / (far - near);
  return glm::mat4(deep * glm::dmat4(narrow));
}

namespace {

// Of everything that casts: what stands under one of the waters, or what light meets that they throw up.
enum class Side { all, under, over };

constexpr double walls_beside = 0.1;  // of a water's size: so far around it its walls can stand

// All the waters, with what stands so far beside them, as a box without top or bottom.
Bounds over_waters(const LevelMap& waters) {
  Bounds out;
  for (int i = 0; i < waters.count; ++i) {
    const LevelTile& t = waters.tiles.of[i];
    const glm::dvec2 low(t.place.x, t.place.y), size = 1.0 / glm::dvec2(t.place.z, t.place.w);
    const glm::dvec2 more = (walls_beside + 0.001) * size + 0.001;
    const glm::vec2 from(low - more - glm::dvec2(t.walls.x, t.walls.z)),
        to(low + size + more + glm::dvec2(t.walls.y, t.walls.w));
    out.include({from.x, -1e9f, from.y});
    out.include({to.x, 1e9f, to.y});
  }
  return out;
}

bool meet(const Bounds& a, const Bounds& b) {
  return a.empty() || (glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::greaterThanEqual(a.high, b.low)));
}

graph::Raster caster_raster() {
  graph::Raster raster;
  raster.depth = graph::Compare::less;
  raster.depth_bias = 1.0f;
  raster.depth_bias_slope = 1.5f;
  return raster;
}

// What of the waters deferred/shadow_cut.vert reads.
graph::DrawNode& cut_by(graph::DrawNode& node, const LevelMap& waters, const SunDepthParams& inverse, int cut,
                        int deep_in = 0) {
  return node.uniform("sun_depth", inverse)
      .optional("span", waters.span)
      .constant("cut", waters.span ? cut : shadow_cut_none)
      .constant("deep_in", deep_in);
}

// Draws what casts through camera.sun_matrix.
graph::Image draw_casters(graph::Graph& g, const char* name, const Camera& camera, const Geometry& geometry, Side side,
                          const LevelMap* waters, bool enabled, float share) {
  Camera sun{};  // what the maps know of the camera: they stay as they are while it moves
  sun.sun_matrix = camera.sun_matrix;
  sun.sun_direction = camera.sun_direction;
  const std::uint32_t texels = texels_of(side == Side::over ? mirrored_size : map_size, share);
  const graph::Image map = g.image(g.name(name), {{texels, texels, 1}, graph::Format::d32_float});
  const Bounds within = side == Side::under ? over_waters(*waters) : Bounds{glm::vec3(-1e9f), glm::vec3(1e9f)};
  const SunDepthParams inverse{glm::inverse(camera.sun_matrix), 1.0f / static_cast<float>(texels),
                               glm::vec4(within.low.x, within.low.z, within.high.x, within.high.z)};
  const auto casts = [&](const Geometry::Part& part) {
    return enabled && !part.masked && (part.casts || (side == Side::under && part.floor)) && meet(part.box, within) &&
           !is_beside(camera.sun_matrix, part.box);
  };
  graph::Load load = graph::Load::clear;
  const auto begin = [&](std::string_view verb, std::string_view vertex, std::string_view fragment,
                         graph::Variant variant = {}, const graph::Raster& raster = caster_raster()) {
    auto node = g.draw(verb, vertex, fragment, variant);
    node.uniform("camera", sun)
        .read("vertices", geometry.vertices())
        .depth(map, std::exchange(load, graph::Load::keep), 1.0f)
        .indices(geometry.indices())
        .raster(raster);
    return node;
  };
  // Their first node also clears the map, so it stays when there is nothing to cast.
  const auto draw_parts = [&](graph::DrawNode node, const auto& drawn) {
    bool any = false;
    for (const Geometry::Part& part : geometry.parts()) {
      if (!casts(part) || !drawn(part)) continue;
      node.draw(part.draw, part.params);
      any = true;
    }
    if (!any) node.draw(graph::Draw{.vertices = 3, .first_vertex = 0}, GBufferParams{});
  };
  const auto all = [](const Geometry::Part&) { return true; };
  // Before those whose every pixel asks how high the waters stand: what no wave reaches.
  bool dries = false;
  for (int i = 0; waters && waters->span && i < waters->count; ++i) {
    const LevelTile& t = waters->tiles.of[i];
    dries = dries || t.dries != 0;
    if (side != Side::under || t.dries != 0) continue;
    const glm::vec2 low(t.place), high = low + 1.0f / glm::vec2(t.place.z, t.place.w);
    const Bounds column{{low.x, t.bottom, low.y}, {high.x, 1e9f, high.y}};
    auto node = begin("draw_deep", "deferred/shadow_cut.vert", "deferred/shadow.frag");
    node.uniform("levels", waters->tiles).constant("waters", waters->count);
    draw_parts(cut_by(node, *waters, inverse, shadow_cut_deep, i),
               [&](const Geometry::Part& part) { return meet(part.box, column); });
  }
  if (side == Side::over && waters->span && !dries) {
    auto node = begin("draw_high", "deferred/shadow_cut.vert", "deferred/shadow.frag");
    node.uniform("levels", waters->tiles).constant("waters", waters->count);
    draw_parts(cut_by(node, *waters, inverse, shadow_cut_high), all);
  }
  if (waters) {
    graph::Raster behind = caster_raster();
    behind.depth_bias += 4.0f;  // what is there already is not asked again
    auto node = begin("draw", "deferred/shadow_cut.vert", "deferred/shadow_submerged.frag",
                      {.with = side == Side::over ? "OVER" : ""}, behind);
    read_levels(node, *waters);
    draw_parts(cut_by(node, *waters, inverse, dries ? shadow_cut_none : shadow_cut_low), all);
  } else {
    draw_parts(begin("draw", "deferred/shadow.vert", "deferred/shadow.frag"), all);
  }
  const auto begin_own = [&](std::string_view verb, std::string_view vertex, bool masked = false) {
    auto node = begin(verb, vertex,
                      waters   ? "deferred/shadow_submerged.frag"
                      : masked ? "deferred/shadow_masked.frag"
                               : "deferred/shadow.frag",
                      {.with = side == Side::over ? masked ? "OVER MASKED" : "OVER"
                               : waters && masked ? "MASKED"
                                                  : ""});
    if (waters) read_levels(node, *waters).uniform("sun_depth", inverse);
    return node;
  };
  for (std::size_t array = 0; array < geometry.textures().size(); ++array) {
    const auto here = [&](const Geometry::Part& part) {
      return part.casts && part.masked && static_cast<std::size_t>(part.array) == array;
    };
    if (!enabled || std::ranges::none_of(geometry.parts(), here)) continue;
    auto masks = begin_own("draw_masked", "deferred/shadow_masked.vert", true);
    masks.read("textures", geometry.textures()[array], graph::Sampler::linear_repeat);
    bool some = false;
    for (const Geometry::Part& part : geometry.parts()) {
      if (!here(part) || !meet(part.box, within) || is_beside(camera.sun_matrix, part.box)) continue;
      masks.draw(part.draw, part.params);
      some = true;
    }
    if (!some) masks.draw(graph::Draw{.vertices = 3, .first_vertex = 0}, GBufferParams{});  // the plan stays
  }
  const BodySet& set = geometry.body_set();
  if (enabled && !geometry.bodies().empty() && set.states) {
    auto bodies = begin_own("draw_bodies", "deferred/shadow_bodies.vert");
    bodies.read("states", set.states).constant("from_sun", true);
    for (const Geometry::Part& part : geometry.bodies()) bodies.draw(part.draw);
  }
  if (enabled && side != Side::over && set.fish && !geometry.fish().empty()) {
    auto fish = begin_own("draw_fish", "deferred/shadow_fish.vert");
    fish.read("states", set.fish);
    for (const auto& part : geometry.fish()) fish.draw(part.draw);
  }
  if (enabled && set.leaves && !geometry.leaves().empty()) {
    auto leaves = begin_own("draw_leaves", "deferred/shadow_leaves.vert");
    leaves.read("states", set.leaves);
    for (const auto& part : geometry.leaves()) leaves.draw(part.draw, part.look);
  }
  return map;
}

}  // namespace

SunMap sun_map_of(graph::Graph& g, graph::Image depth, std::uint32_t texels) {
  const std::uint32_t count = groups_of(texels, sun_tile);
  const graph::ImageDesc desc{{count, count, 1}, graph::Format::rg32_float};
  const graph::Image tiles = g.image("shadow/tiles", desc), around = g.image("shadow/tiles_around", desc);
  g.compute("tiles", "deferred/shadow_tiles.comp")
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .write("tiles", tiles)
      .over(desc.extent);
  g.compute("tiles_around", "deferred/shadow_tiles.comp", {.with = "AROUND"})
      .read("depth", tiles, graph::Sampler::nearest_clamp)
      .write("tiles", around)
      .over(desc.extent);
  return {depth, around};
}

SunMap draw_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, bool enabled, float share) {
  auto scope = g.scope("shadow");
  return sun_map_of(g, draw_casters(g, "shadow/depth", camera, geometry, Side::all, nullptr, enabled, share),
                    texels_of(map_size, share));
}

glm::vec4 fit_near(const Camera& camera, float from, float to, float texels) {
  const glm::vec2 tangent(1 / camera.projection[0][0], 1 / camera.projection[1][1]);
  const float across = glm::dot(tangent, tangent);
  const float middle = std::min(to, 0.5f * (from + to) * (1 + across));
  // The ball about the slice, a little larger so that small moves of the eye leave its size alone.
  const float least = std::hypot(to - middle, to * std::sqrt(across));
  const float radius = std::exp2(std::ceil(4 * std::log2(least)) / 4) * 1.02f;
  const glm::vec3 forward(-camera.view[0][2], -camera.view[1][2], -camera.view[2][2]);
  const glm::dmat4 sun(camera.sun_matrix);
  const glm::dvec4 at = sun * glm::dvec4(glm::vec3(camera.eye) + middle * forward, 1);
  glm::dvec4 out;
  for (int axis = 0; axis < 2; ++axis) {
    const double half = static_cast<double>(radius) * glm::length(glm::dvec3(sun[0][axis], sun[1][axis], sun[2][axis]));
    const double texel = 2 * half / static_cast<double>(texels);
    out[axis] = 1 / half;
    out[axis + 2] = -std::round(at[axis] / texel) * texel / half;
  }
  return glm::vec4(out);
}

void draw_near_shadows(graph::Graph& g, Camera& camera, const Geometry& geometry, const Bounds& lit,
                       const ShadowSettings& settings, Light& light, float share) {
  const glm::mat4& sun = camera.sun_matrix;
  const auto width = [&](int axis) { return 2 / glm::length(glm::vec3(sun[0][axis], sun[1][axis], sun[2][axis])); };
  float coarser = std::max(width(0), width(1));
  if (!settings.shadows || lit.empty()) return;
  const glm::vec3 eye(camera.eye);
  const float nearest = glm::distance(eye, glm::clamp(eye, lit.low, lit.high));
  const float farthest = glm::length(glm::max(glm::abs(eye - lit.low), glm::abs(eye - lit.high)));
  const glm::mat4 whole = camera.sun_matrix;
  const float corner = std::hypot(1 / camera.projection[0][0], 1 / camera.projection[1][1]);
  const float from = nearest / std::hypot(1.0f, corner);
  SunMap* const maps[2] = {&light.shadow_near, &light.shadow_middle};
  for (int i = static_cast<int>(std::min(settings.cascades, 3u)) - 2; i >= 0; --i) {
    const float to = nearest + (farthest - nearest) * (i == 0 && settings.cascades == 3 ? 1.0f / 16 : 1.0f / 5);
    const glm::vec4 place = fit_near(camera, from, to, static_cast<float>(texels_of(map_size, share)));
    const float own = width(0) / place.x;
    if (coarser < fine_texel * static_cast<float>(map_size) || own > 0.5f * coarser) continue;
    coarser = own;
    camera.near_shadow[i] = place;
    Camera finer = camera;
    const glm::mat4 crop(glm::vec4(place.x, 0, 0, 0), glm::vec4(0, place.y, 0, 0), glm::vec4(0, 0, 1, 0),
                         glm::vec4(place.z, place.w, 0, 1));
    finer.sun_matrix = crop * whole;
    auto scope = g.scope(i == 0 ? "shadow_near" : "shadow_middle");
    *maps[i] = sun_map_of(g,
                          draw_casters(g, i == 0 ? "shadow_near/depth" : "shadow_middle/depth", finer, geometry,
                                       Side::all, nullptr, true, share),
                          texels_of(map_size, share));
  }
}

graph::Image draw_bent_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const LevelMap& waters,
                              bool enabled, float share) {
  auto scope = g.scope("bent_shadow");
  Camera bent = camera;
  bent.sun_matrix = camera.bent_matrix;
  return draw_casters(g, "bent_shadow/depth", bent, geometry, Side::under, &waters, enabled, share);
}

graph::Image draw_mirrored_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                  const LevelMap& waters, bool enabled, float share) {
  auto scope = g.scope("mirrored_shadow");
  Camera mirrored = camera;
  mirrored.sun_matrix = camera.mirrored_matrix;
  return draw_casters(g, "mirrored_shadow/depth", mirrored, geometry, Side::over, &waters, enabled, share);
}

}  // namespace undine::deferred
