#include "passes/deferred/shadow.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

namespace undine::deferred {
namespace {

constexpr std::uint32_t map_size = 2048, mirrored_size = 1024;
constexpr float fine_texel = 0.01f;  // meters: finer maps than that are not drawn for what is near

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
  // Adds a border for the filter's radius; the box always has a thickness.
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

// Casters of a map: all, those under one of the waters, or those that reflected light meets.
enum class Side { all, under, over };

bool meet(const Bounds& a, const Bounds& b) {
  return a.empty() || (glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::greaterThanEqual(a.high, b.low)));
}

// A water's grid as a box without top or bottom, and with what can be its walls; more: meters, and of its size.
Bounds grid_of(const LevelTile& t) {
  Bounds out;
  out.include({t.place.x, -1e9f, t.place.y});
  out.include({t.place.x + 1 / t.place.z, 1e9f, t.place.y + 1 / t.place.w});
  return out;
}

Bounds with_walls(const LevelTile& t, double more) {
  const glm::dvec2 low(t.place.x, t.place.y), size = 1.0 / glm::dvec2(t.place.z, t.place.w);
  const glm::dvec2 beside = (static_cast<double>(walls_beside) + more) * size + more;
  const glm::vec2 from(low - beside - glm::dvec2(t.walls.x, t.walls.z)),
      to(low + size + beside + glm::dvec2(t.walls.y, t.walls.w));
  Bounds out;
  out.include({from.x, -1e9f, from.y});
  out.include({to.x, 1e9f, to.y});
  return out;
}

// All the waters, with what stands so far beside them, as a box without top or bottom.
Bounds over_waters(const LevelMap& waters) {
  Bounds out;
  for (int i = 0; i < waters.count; ++i) {
    const Bounds one = with_walls(waters.tiles.of[i], 0.001);
    out.include(one.low);
    out.include(one.high);
  }
  return out;
}

// True: the waters and their walls do not overlap, so what is lower than a water there is known to be its wall.
bool stand_apart(const LevelMap& waters) {
  for (int i = 0; i < waters.count; ++i)
    for (int j = 0; j < waters.count; ++j)
      if (i != j && meet(with_walls(waters.tiles.of[i], 0.001), grid_of(waters.tiles.of[j]))) return false;
  return true;
}

graph::Raster caster_raster() {
  graph::Raster raster;
  raster.depth = graph::Compare::less;
  raster.depth_bias = 1.0f;
  raster.depth_bias_slope = 1.5f;
  return raster;
}

// Binds the waters for deferred/shadow_cut.vert.
graph::DrawNode& cut_by(graph::DrawNode& node, const LevelMap& waters, const SunDepthParams& inverse, int cut) {
  return node.uniform("sun_depth", inverse)
      .optional("span", waters.span)
      .constant("cut", waters.span ? cut : shadow_cut_none);
}

// Draws what casts through camera.sun_matrix into a map.
class Casters {
 public:
  Casters(graph::Graph& g, const Camera& camera, const Geometry& geometry, Side side, const LevelMap* waters,
          bool enabled, float share)
      : g_(g),
        geometry_(geometry),
        side_(side),
        waters_(waters),
        enabled_(enabled),
        apart_(waters && stand_apart(*waters)),
        desc_{{texels_of(side == Side::over ? mirrored_size : map_size, share),
               texels_of(side == Side::over ? mirrored_size : map_size, share), 1},
              graph::Format::d32_float},
        within_(side == Side::under ? over_waters(*waters) : Bounds{glm::vec3(-1e9f), glm::vec3(1e9f)}),
        inverse_{glm::inverse(camera.sun_matrix), 1.0f / static_cast<float>(desc_.extent.x),
                 glm::vec4(within_.low.x, within_.low.z, within_.high.x, within_.high.z)} {
    sun_.sun_matrix = camera.sun_matrix;
    sun_.sun_direction = camera.sun_direction;
  }
  const graph::ImageDesc& desc() const { return desc_; }
  bool move() const { return enabled_ && geometry_.moves(); }
  // Checks whether what stands in the waters under their troughs can be drawn alone, into a map that is cleared by it.
  bool know_deep() const { return side_ == Side::under && waters_->span && !some_dry(*waters_); }
  void draw_under_troughs(graph::Image map) {
    draw_deep(map, false);
    deep_cached_ = true;
  }
  void draw_standing(graph::Image map) {
    if (waters_) draw_calm(map);
    draw_parts(map);
    draw_masked(map);
    if (enabled_ && side_ == Side::all) geometry_.scatter().cast(g_, sun_, map, desc_, caster_raster());
  }
  void draw_moving(graph::Image map) {
    const BodySet& set = geometry_.body_set();
    if (enabled_ && !geometry_.bodies().empty() && set.states) {
      auto bodies = begin_own("draw_bodies", "deferred/shadow_bodies.vert", map);
      bodies.read("states", set.states).constant("from_sun", true);
      for (const Geometry::Part& part : geometry_.bodies()) bodies.draw(part.draw);
    }
    if (enabled_ && side_ != Side::over && set.fish && !geometry_.fish().empty()) {
      auto fish = begin_own("draw_fish", "deferred/shadow_fish.vert", map);
      fish.read("states", set.fish);
      for (const auto& part : geometry_.fish()) fish.draw(part.draw);
    }
    if (enabled_ && set.leaves && !geometry_.leaves().empty()) {
      auto leaves = begin_own("draw_leaves", "deferred/shadow_leaves.vert", map);
      leaves.read("states", set.leaves);
      for (const auto& part : geometry_.leaves()) leaves.draw(part.draw, part.look);
    }
  }

 private:
  graph::DrawNode begin(std::string_view verb, std::string_view vertex, std::string_view fragment, graph::Image map,
                        graph::Variant variant = {}, const graph::Raster& raster = caster_raster()) {
    auto node = g_.draw(verb, vertex, fragment, variant);
    node.uniform("camera", sun_)
        .read("vertices", geometry_.vertices())
        .depth(map, load_, 1.0f)
        .indices(geometry_.indices())
        .raster(raster);
    load_ = graph::Load::keep;
    return node;
  }
  graph::DrawNode begin_own(std::string_view verb, std::string_view vertex, graph::Image map, bool masked = false) {
    auto node = begin(verb, vertex,
                      waters_  ? "deferred/shadow_submerged.frag"
                      : masked ? "deferred/shadow_masked.frag"
                               : "deferred/shadow.frag",
                      map);
    const bool over = side_ == Side::over;
    node.variant("OVER", over).variant("MASKED", masked && (over || waters_));
    if (waters_) read_levels(node, *waters_).uniform("sun_depth", inverse_);
    return node;
  }
  bool reaches(const Geometry::Part& part) const {
    return meet(part.box, within_) && !is_beside(sun_.sun_matrix, part.box);
  }
  // The first node also clears the map, so it stays when there is nothing to cast.
  template <class Drawn>
  void draw(graph::DrawNode node, const Drawn& drawn) {
    bool any = false;
    for (const Geometry::Part& part : geometry_.parts()) {
      const bool casts = part.casts || (side_ == Side::under && part.floor);
      if (!enabled_ || part.masked || !casts || !reaches(part) || !drawn(part)) continue;
      node.draw(part.draw, part.params);
      any = true;
    }
    if (!any) node.draw(graph::Draw{.vertices = 3, .first_vertex = 0}, GBufferParams{});
  }
  graph::DrawNode begin_calm(const char* verb, graph::Image map) {
    auto node = begin(verb, "deferred/shadow_cut.vert", "deferred/shadow.frag", map);
    return node.uniform("levels", waters_->tiles).constant("waters", waters_->count);
  }
  // Under the lowest surface of each water that knows no dry places; looks: as the span says, else under its troughs.
  void draw_deep(graph::Image map, bool looks) {
    for (int i = 0; i < waters_->count; ++i) {
      const LevelTile& t = waters_->tiles.of[i];
      if (t.dries != 0) continue;
      Bounds column = apart_ ? with_walls(t, 0) : grid_of(t);
      column.low.y = t.bottom;
      auto node = begin_calm("draw_deep", map);
      node.constant("with_walls", apart_)
          .uniform("sun_depth", inverse_)
          .optional("span", looks ? waters_->span : graph::Buffer{})
          .constant("cut", shadow_cut_deep)
          .constant("deep_in", i);
      draw(node, [&](const Geometry::Part& part) { return meet(part.box, column); });
    }
  }
  // Draws casters beyond the waves' reach first: the others look up the level at every pixel.
  void draw_calm(graph::Image map) {
    if (!waters_->span) return;
    if (side_ == Side::under && !deep_cached_) draw_deep(map, true);
    if (side_ == Side::under || some_dry(*waters_)) return;
    auto node = begin_calm("draw_high", map);
    draw(cut_by(node, *waters_, inverse_, shadow_cut_high), [](const Geometry::Part&) { return true; });
  }
  void draw_parts(graph::Image map) {
    const auto all = [](const Geometry::Part&) { return true; };
    if (!waters_) return draw(begin("draw", "deferred/shadow.vert", "deferred/shadow.frag", map), all);
    graph::Raster behind = caster_raster();
    behind.depth_bias += 4.0f;  // what is there already is not asked again
    auto node = begin("draw", "deferred/shadow_cut.vert", "deferred/shadow_submerged.frag", map, {}, behind);
    node.variant("OVER", side_ == Side::over);
    read_levels(node, *waters_);
    // Casters below the lowest water are drawn; reflected light begins above it.
    const bool known = side_ == Side::over || apart_;
    draw(cut_by(node, *waters_, inverse_,
                some_dry(*waters_) ? shadow_cut_none
                : known            ? shadow_cut_between
                                   : shadow_cut_low)
             .constant("deep_kept", deep_cached_),
         all);
  }
  void draw_masked(graph::Image map) {
    for (std::size_t array = 0; array < geometry_.textures().size(); ++array) {
      const auto here = [&](const Geometry::Part& part) {
        return part.casts && part.masked && static_cast<std::size_t>(part.array) == array;
      };
      if (!enabled_ || std::ranges::none_of(geometry_.parts(), here)) continue;
      auto masks = begin_own("draw_masked", "deferred/shadow_masked.vert", map, true);
      masks.read("textures", geometry_.textures()[array], graph::Sampler::linear_repeat);
      bool some = false;
      for (const Geometry::Part& part : geometry_.parts()) {
        if (!here(part) || !reaches(part)) continue;
        masks.draw(part.draw, part.params);
        some = true;
      }
      if (!some) masks.draw(graph::Draw{.vertices = 3, .first_vertex = 0}, GBufferParams{});  // the plan stays
    }
  }

  graph::Graph& g_;
  const Geometry& geometry_;
  Side side_;
  const LevelMap* waters_;
  bool enabled_;
  bool apart_;
  graph::ImageDesc desc_;
  Bounds within_;
  SunDepthParams inverse_;
  Camera sun_{};  // what the maps know of the camera: they stay as they are while it moves
  graph::Load load_ = graph::Load::clear;
  bool deep_cached_ = false;
};

// Caches what stands, and draws what moves into a copy of it.
graph::Image draw_sun_map(graph::Graph& g, const char* name, Casters casters) {
  graph::Image out;
  {
    auto cached = g.cached("standing");
    out = g.image(g.name(name), casters.desc());
    casters.draw_standing(out);
  }
  if (!casters.move()) return out;
  if (out.persistent()) {
    const graph::Image standing = out;
    out = g.image(g.name(name), casters.desc());
    g.copy("copy_standing", standing, out);
  }
  casters.draw_moving(out);
  return out;
}

// A map of what the waters take part in changes with every wave. cache: what lies under them is cached, and the rest is
// drawn into a copy.
graph::Image draw_among_waters(graph::Graph& g, const char* name, Casters casters, bool cache) {
  graph::Image deep;
  if (cache && casters.know_deep()) {
    auto cached = g.cached("deep");
    deep = g.image(g.name(name), casters.desc());
    casters.draw_under_troughs(deep);
  }
  const graph::Image map = g.image(g.name(name), casters.desc());
  if (deep) g.copy("copy_deep", deep, map);
  casters.draw_standing(map);
  casters.draw_moving(map);
  return map;
}

}  // namespace

graph::Image draw_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, bool enabled, float share) {
  auto scope = g.scope("shadow");
  return draw_sun_map(g, "shadow/depth", {g, camera, geometry, Side::all, nullptr, enabled, share});
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

NearShadows draw_near_shadows(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Bounds& lit,
                              const ShadowSettings& settings, float share) {
  NearShadows out{.place = {camera.near_shadow[0], camera.near_shadow[1]}};
  const glm::mat4& sun = camera.sun_matrix;
  const auto width = [&](int axis) { return 2 / glm::length(glm::vec3(sun[0][axis], sun[1][axis], sun[2][axis])); };
  float coarser = std::max(width(0), width(1));
  if (!settings.shadows || lit.empty()) return out;
  const glm::vec3 eye(camera.eye);
  const float nearest = glm::distance(eye, glm::clamp(eye, lit.low, lit.high));
  const float farthest = glm::length(glm::max(glm::abs(eye - lit.low), glm::abs(eye - lit.high)));
  const glm::mat4 whole = camera.sun_matrix;
  const float corner = std::hypot(1 / camera.projection[0][0], 1 / camera.projection[1][1]);
  const float from = nearest / std::hypot(1.0f, corner);
  graph::Image* const maps[2] = {&out.near, &out.middle};
  for (int i = static_cast<int>(std::min(settings.cascades, 3u)) - 2; i >= 0; --i) {
    const float to = nearest + (farthest - nearest) * (i == 0 && settings.cascades == 3 ? 1.0f / 16 : 1.0f / 5);
    const glm::vec4 place = fit_near(camera, from, to, static_cast<float>(texels_of(map_size, share)));
    const float own = width(0) / place.x;
    if (coarser < fine_texel * static_cast<float>(map_size) || own > 0.5f * coarser) continue;
    coarser = own;
    out.place[i] = place;
    Camera finer = camera;
    const glm::mat4 crop(glm::vec4(place.x, 0, 0, 0), glm::vec4(0, place.y, 0, 0), glm::vec4(0, 0, 1, 0),
                         glm::vec4(place.z, place.w, 0, 1));
    finer.sun_matrix = crop * whole;
    auto scope = g.scope(i == 0 ? "shadow_near" : "shadow_middle");
    *maps[i] = draw_sun_map(g, i == 0 ? "shadow_near/depth" : "shadow_middle/depth",
                            {g, finer, geometry, Side::all, nullptr, true, share});
  }
  return out;
}

graph::Image draw_bent_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const LevelMap& waters,
                              bool enabled, float share) {
  auto scope = g.scope("bent_shadow");
  Camera bent = camera;
  bent.sun_matrix = camera.bent_matrix;
  return draw_among_waters(g, "bent_shadow/depth", {g, bent, geometry, Side::under, &waters, enabled, share}, true);
}

graph::Image draw_mirrored_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                  const LevelMap& waters, bool enabled, float share) {
  auto scope = g.scope("mirrored_shadow");
  Camera mirrored = camera;
  mirrored.sun_matrix = camera.mirrored_matrix;
  return draw_among_waters(g, "mirrored_shadow/depth", {g, mirrored, geometry, Side::over, &waters, enabled, share},
                           false);
}

}  // namespace undine::deferred
