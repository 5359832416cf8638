#include "passes/picture/field_view.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/core/error.h"
#include "passes/deferred/screen.h"
#include "passes/picture/field_view_params.h"
#include "passes/picture/tonemap.h"
#include "passes/water/water_field.h"

namespace undine::picture {
namespace {

constexpr float margin = 0.06f;  // of the picture's shorter side, around a map

FieldSource source_of(const FieldOnWater& on, const FieldShow& how) {
  const Field& field = on.field;
  if (const std::string why = cannot_show(field); !why.empty())
    throw Error(Exit::bad_input, "view " + field.name, why,
                "fields on grids of cells or of particles, as `undine fields` lists them");
  FieldSource s{};
  s.cells = {field.of_particles ? 1u : field.shape[1], field.shape[0]};
  s.offset = static_cast<std::uint32_t>(on.data.offset);
  s.pitch = static_cast<std::uint32_t>(on.data.pitch);
  s.components = components_of(field);
  s.component = component_index(field, how.component);
  s.scale = on.data.scale;
  s.bias = on.data.bias;
  s.periodic = {on.water.periodic_x ? 1u : 0u, on.water.periodic_z ? 1u : 0u};
  return s;
}

// Largest rectangle with the water's aspect ratio inside the margin, in whole pixels.
glm::vec4 frame_of(glm::vec2 picture, glm::dvec2 water) {
  const float edge = std::round(margin * std::min(picture.x, picture.y));
  const glm::vec2 room = glm::max(picture - 2 * edge, glm::vec2(1));
  const float aspect = water.y > 0 ? static_cast<float>(water.x / water.y) : 1.0f;
  glm::vec2 size = room.x < room.y * aspect ? glm::vec2(room.x, room.x / aspect) : glm::vec2(room.y * aspect, room.y);
  size = glm::max(glm::round(size), glm::vec2(1));
  return glm::vec4(glm::round((picture - size) / 2.0f), size);
}

}  // namespace

FieldViewPass::FieldViewPass(graph::State& state)
    : range_(state.buffer("field_view/range", {.bytes = sizeof(FieldRange)})) {}

void FieldViewPass::find_range(graph::Graph& g, const FieldOnWater& on, const FieldShow& how) {
  const FieldSource source = source_of(on, how);
  const graph::Buffer parts = g.buffer("field_view/parts", {.bytes = field_range_groups * sizeof(glm::vec2)});
  g.compute("reduce", "picture/field_range.comp")
      .read("field", on.data.buffer)
      .optional("count", on.data.rows)
      .write("parts", parts)
      .params(source)
      .groups({field_range_groups, 1, 1});
  const bool centered = view_map(on.field, how) == color_map_diverging && !shows_length(on.field, how);
  join_range(g, parts, {on.field.name, on.field.rest.value_or(0), centered}, how);
}

graph::Buffer FieldViewPass::join_range(graph::Graph& g, graph::Buffer parts, const RangeOf& of, const FieldShow& how) {
  FieldRangeParams p{};
  if (how.range) p.range = glm::vec2(*how.range);
  p.is_fixed = how.range ? 1 : 0;
  p.rest = static_cast<float>(of.middle);
  p.ease = static_cast<float>(std::clamp(how.ease, 0.0, 1.0));
  p.centered = of.centered ? 1 : 0;
  const std::string shown = of.what + " " + how.component + (p.centered ? " centered" : "");
  p.fresh = shown == shown_ ? 0 : 1;
  shown_ = shown;
  g.compute("join", "picture/field_range_join.comp")
      .read("parts", parts)
      .modify("range", range_)
      .params(p)
      .groups({1, 1, 1});
  if (!how.measure) return range_;
  g.readback("figures", range_, [figures = figures_, name = of.what](std::span<const std::byte> bytes) {
    FieldRange r{};
    std::memcpy(&r, bytes.data(), std::min(bytes.size(), sizeof r));
    constexpr double none = std::numeric_limits<double>::infinity();
    const bool any = r.found.x <= r.found.y;
    *figures = FieldFigures{name, glm::dvec2(r.shown), any ? glm::dvec2(r.found) : glm::dvec2(none, -none)};
  });
  return range_;
}

FieldColors FieldViewPass::colors(graph::Graph& g, const FieldOnWater& on, const FieldShow& how) {
  find_range(g, on, how);
  return {source_of(on, how), on.data.buffer, range_, view_map(on.field, how)};
}

graph::Image FieldViewPass::map(graph::Graph& g, const deferred::Camera& camera, const FieldOnWater& on,
                                const FieldShow& how) {
  find_range(g, on, how);
  FieldMapParams p{};
  p.source = source_of(on, how);
  p.field = water::field_params(on.water, 1, 1);
  p.frame = frame_of(glm::vec2(camera.viewport.x, camera.viewport.y), on.water.size);
  p.map = view_map(on.field, how);
  p.smooth_cells = how.smooth ? 1 : 0;
  const graph::Image out = g.image("field_view/map", {deferred::picture_extent(camera), graph::Format::rgba8_unorm});
  deferred::fill(g, "map", "picture/field_map.frag")
      .read("field", on.data.buffer)
      .read("range", range_)
      .read("surface", on.water.surface, graph::Sampler::linear_repeat)
      .params(p)
      .color(out, graph::Load::discard);
  return out;
}

graph::Image FieldViewPass::paint(graph::Graph& g, const deferred::Camera& camera, const FieldOnWater& on,
                                  std::size_t index, const FieldShow& how, graph::Image picture,
                                  graph::Image water_normal, graph::Image water_depth, bool smooth_edges) {
  find_range(g, on, how);
  FieldPaintParams p{};
  p.source = source_of(on, how);
  p.field = water::field_params(on.water, 1, 1);
  p.code = static_cast<float>(index + 1);
  p.map = view_map(on.field, how);
  p.smooth_cells = how.smooth ? 1 : 0;
  p.antialias = smooth_edges ? 1 : 0;
  const graph::Image out =
      g.image("field_view/painted", {deferred::picture_extent(camera), graph::Format::rgba8_unorm});
  deferred::fill(g, "paint", "picture/field_paint.frag")
      .uniform("camera", camera)
      .read("field", on.data.buffer)
      .read("range", range_)
      .read("surface", on.water.surface, graph::Sampler::linear_repeat)
      .read("picture", picture, graph::Sampler::nearest_clamp)
      .read("water_normal", water_normal, graph::Sampler::nearest_clamp)
      .read("water_depth", water_depth, graph::Sampler::nearest_clamp)
      .params(p)
      .color(out, graph::Load::discard);
  return smooth_edges ? antialias(g, camera, out) : out;
}

}  // namespace undine::picture
