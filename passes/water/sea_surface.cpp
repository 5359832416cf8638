#include "passes/water/sea_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "passes/deferred/screen.h"
#include "passes/deferred/water_levels.h"
#include "passes/deferred/water_look.h"
#include "passes/water/water_params.h"

namespace undine::water {
namespace {

constexpr double earth_radius = 6.371e6;    // m
constexpr double blend_width = 0.25;        // of the sea into a water that it lies around, over that water's size
constexpr double finest_per_height = 0.03;  // spacing of the innermost ring over the eye's height

// Number of quads along a side of a ring, each a few pixels wide. A multiple of 8, so that halves and quarters are
// even.
std::uint32_t quads_of(const deferred::Camera& camera, bool enlarged) {
  const auto wide = static_cast<std::uint32_t>(camera.viewport.x);
  return std::clamp(wide / (enlarged ? 10 : 6), 64u, static_cast<std::uint32_t>(sea_ring_rows)) / 8 * 8;
}

SeaParams sea_params(const SurfaceField& field, const deferred::Camera& camera, std::uint32_t quads) {
  SeaParams p{};
  const glm::dvec3 eye(camera.eye);
  const double height = std::max(std::abs(eye.y - field.origin.y), 1.0);
  double spacing = std::exp2(std::floor(std::log2(height * finest_per_height)));
  const auto snap = [](double x, double to) { return to * std::round(x / to); };
  const glm::dvec2 anchor(snap(eye.x, 2 * spacing), snap(eye.z, 2 * spacing));
  p.anchor = vec4(anchor.x, field.origin.y, anchor.y, quads);
  for (int ring = 0; ring < sea_rings; ++ring, spacing *= 2)
    p.rings[ring] = vec4(snap(eye.x, 2 * spacing) - anchor.x, snap(eye.z, 2 * spacing) - anchor.y, spacing, 0);
  const SpectralWaves& w = field.waves;
  for (std::size_t c = 0; c < w.patches; ++c) {
    const int at = static_cast<int>(c);
    const glm::dvec2 corner = (anchor - w.moved) / w.length[c];
    p.per_meter[at] = static_cast<float>(1 / w.length[c]);
    p.corner_x[at] = static_cast<float>(corner.x - std::floor(corner.x));
    p.corner_z[at] = static_cast<float>(corner.y - std::floor(corner.y));
    for (std::size_t level = 0; level < w.lost[c].size(); ++level)
      p.lost[level][at] = static_cast<float>(w.lost[c][level]);
    for (std::size_t level = 0; level < w.lost_folds[c].size(); ++level)
      p.lost_folds[level][at] = static_cast<float>(w.lost_folds[c][level]);
  }
  p.eye = vec4(eye.x - anchor.x, eye.z - anchor.y, 0.5 / earth_radius, w.breaks);
  p.hole = vec4(w.hole - glm::dvec4(anchor, anchor));
  p.patches = static_cast<int>(w.patches);
  p.moved = vec2(w.moved);
  p.texels = static_cast<int>(w.texels);
  p.memory = static_cast<int>(w.memory);
  return p;
}

// Checks whether a part of the box may be seen.
bool in_view(const glm::mat4& clip, const glm::vec3& low, const glm::vec3& high) {
  std::array<int, 5> outside{};
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec4 at = clip * glm::vec4((corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                                          (corner & 4) != 0 ? high.z : low.z, 1.0f);
    outside[0] += at.x < -at.w;
    outside[1] += at.x > at.w;
    outside[2] += at.y < -at.w;
    outside[3] += at.y > at.w;
    outside[4] += at.w < 0;
  }
  return std::ranges::none_of(outside, [](int count) { return count == 8; });
}

// Blocks of each ring around the ring within, in so far as they may be seen.
void draw_rings(graph::DrawNode& node, const SeaParams& p, const deferred::Camera& camera, double waves) {
  const auto quads = static_cast<std::uint32_t>(p.anchor.w), quarter = quads / 4;
  const auto reach = static_cast<float>(2 * waves);
  for (int ring = 0; ring < sea_rings; ++ring) {
    const glm::vec4 r = p.rings[ring];
    std::array<std::array<std::uint32_t, 5>, 2> edges{};
    for (int axis = 0; axis < 2; ++axis) {
      const float moved = ring > 0 ? (p.rings[ring - 1][axis] - r[axis]) / r.z : 0.0f;
      const auto begin = static_cast<std::uint32_t>(static_cast<float>(quarter) + std::round(moved));
      edges[static_cast<std::size_t>(axis)] = {0, begin, begin + quarter, begin + 2 * quarter, quads};
    }
    for (std::size_t b = 0; b < 4; ++b)
      for (std::size_t a = 0; a < 4; ++a) {
        if (ring > 0 && (a == 1 || a == 2) && (b == 1 || b == 2)) continue;
        const std::uint32_t x0 = edges[0][a], x1 = edges[0][a + 1], z0 = edges[1][b], z1 = edges[1][b + 1];
        const auto at = [&](std::uint32_t i, float middle, float anchor) {
          return anchor + middle + (static_cast<float>(i) - 0.5f * static_cast<float>(quads)) * r.z;
        };
        const float far = r.z * static_cast<float>(quads);
        const glm::vec3 low(at(x0, r.x, p.anchor.x) - reach, p.anchor.y - reach - p.eye.z * far * far,
                            at(z0, r.y, p.anchor.z) - reach);
        const glm::vec3 high(at(x1, r.x, p.anchor.x) + reach, p.anchor.y + reach, at(z1, r.y, p.anchor.z) + reach);
        if (!in_view(camera.view_projection, low, high)) continue;
        node.draw({.vertices = 2 * (x1 - x0 + 1),
                   .instances = z1 - z0,
                   .first_vertex = 2 * x0,
                   .first_instance = static_cast<std::uint32_t>(ring * sea_ring_rows) + z0});
      }
  }
}

}  // namespace

SeaFields::SeaFields(const SurfaceField& drawn, std::span<const SurfaceField> fields) : sea(drawn) {
  const bool hole = deferred::lies_around(drawn);
  for (const SurfaceField& f : fields) {
    if (f.carried) carried = &f;
    if (hole && f.water == drawn.waves.around && f.surface) within = &f;
  }
}

void draw_sea(graph::Graph& g, const Scene& scene, const deferred::Camera& camera, graph::Image opaque,
              const SeaFields& fields, float code, const SurfaceLook& look, const WaterSurfaces& to, graph::Load load) {
  const SurfaceField &field = fields.sea, *carried = fields.carried, *within = fields.within;
  SeaParams params = sea_params(field, camera, quads_of(camera, look.enlarged));
  params.code = code;
  params.roughness = static_cast<float>(deferred::look_of(scene, field.water).roughness);
  if (carried) {
    const glm::dvec2 corner = glm::dvec2(carried->origin.x, carried->origin.z) - 0.5 * carried->size;
    params.carried = vec4(corner - glm::dvec2(params.anchor.x, params.anchor.z), 1.0 / carried->size);
  }
  if (within)
    params.around =
        vec4(within->origin.y - field.origin.y, blend_width * std::min(within->size.x, within->size.y), 0, 0);
  graph::Raster strips;
  strips.depth = graph::Compare::greater_equal;
  strips.topology = graph::Topology::triangle_strip;
  const bool masked = static_cast<bool>(look.hulls.front);
  const graph::Image places =
      g.image("water/sea_places", {deferred::picture_extent(camera), graph::Format::rgba32_float});
  const auto read_sea = [&](graph::DrawNode& node) {
    node.read("waves", field.waves.buffer).uniform("camera", camera).uniform("params", params);
    if (carried) node.read("carried", carried->carried, graph::Sampler::linear_clamp);
    if (within) node.read("around", within->surface, graph::Sampler::linear_clamp);
  };
  auto node = g.draw("sea", "water/sea.vert", "water/sea.frag");
  node.variant("HULL_MASK", masked).vertex_variant("CARRIED", carried != nullptr);
  node.vertex_variant("AROUND", within != nullptr);
  if (masked)
    node.read("hull_front", look.hulls.front, graph::Sampler::nearest_clamp)
        .read("hull_back", look.hulls.back, graph::Sampler::nearest_clamp);
  read_sea(node);
  node.read("scene_depth", opaque, graph::Sampler::nearest_clamp)
      .color(places, graph::Load::clear)
      .depth(to.depth, load, 0)
      .raster(strips);
  draw_rings(node, params, camera, std::max(field.waves.height, 0.5));
  auto normal = deferred::fill(g, "sea_normal", "water/sea_normal.frag");
  normal.variant("CARRIED", carried != nullptr).variant("AROUND", within != nullptr);
  read_sea(normal);
  normal.read("places", places, graph::Sampler::nearest_clamp).color(to.normal, load);
}

}  // namespace undine::water
