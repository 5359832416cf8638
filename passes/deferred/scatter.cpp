#include "passes/deferred/scatter.h"

#include <algorithm>
#include <cmath>

#include "passes/deferred/gbuffer.h"
#include "passes/deferred/scatter_place.h"
#include "passes/deferred/screen.h"

namespace undine::deferred {
namespace {

constexpr std::size_t near_items = std::size_t{1} << 17;  // for instances with all their detail
constexpr float shadow_detail = 0.25f;                    // detail of shadows over that of the picture

// Sides of what `clip` shows, of world space.
void set_planes(ScatterCullParams& p, const glm::mat4& clip) {
  const glm::mat4 rows = glm::transpose(clip);
  const glm::vec4 sides[5] = {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1], rows[3]};
  for (int i = 0; i < 5; ++i) {
    const float length = glm::length(glm::vec3(sides[i]));
    p.planes[i] = length > 0 ? sides[i] / length : glm::vec4(0, 0, 0, 1);
  }
}

// Bounding sphere of an instance.
glm::vec4 sphere_of(const ScatterInstance& i, const ScatterKind& kind) {
  const glm::vec3 up(i.lean.x, std::sqrt(std::max(0.0f, 1 - glm::dot(i.lean, i.lean))), i.lean.y);
  return {i.foot + i.size * kind.middle * up, i.size * kind.radius};
}

std::vector<ScatterBlock> blocks_of(const std::vector<ScatterInstance>& instances,
                                    const std::vector<ScatterKind>& kinds) {
  std::vector<ScatterBlock> out;
  for (std::size_t first = 0; first < instances.size(); first += scatter_block) {
    const auto count = std::min<std::size_t>(scatter_block, instances.size() - first);
    Bounds box;
    const auto sphere = [&](std::size_t k) { return sphere_of(instances[k], kinds[instances[k].look & 255]); };
    for (std::size_t k = first; k < first + count; ++k) {
      const glm::vec4 s = sphere(k);
      box.include(glm::vec3(s) - s.w);
      box.include(glm::vec3(s) + s.w);
    }
    const glm::vec3 middle = 0.5f * (box.low + box.high);
    float radius = 0;
    for (std::size_t k = first; k < first + count; ++k) {
      const glm::vec4 s = sphere(k);
      radius = std::max(radius, glm::distance(middle, glm::vec3(s)) + s.w);
    }
    out.push_back({glm::vec4(middle, radius), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
  }
  return out;
}

}  // namespace

Scatter::Scatter(graph::State& state, const Scene& scene) : look_(scene.render.of<ScatterLook>()) {
  if (!scene.terrain || !scene.terrain_settings || scene.terrain_settings->scatter.empty()) return;
  models_ = load_scatter(scene);
  std::size_t items = near_items;
  for (std::size_t kind = 0; kind < models_.kinds.size(); ++kind) {
    const std::vector<ScatterInstance> own = place_scatter(scene, kind, most_scattered - instances_.size());
    const ScatterKind& k = models_.kinds[kind];
    items += own.size() * (k.count[2] ? k.count[2] : k.count[1] ? k.count[1] : k.count[0]);
    for (const ScatterInstance& i : own) {
      if (k.casts == 0) continue;
      const glm::vec4 s = sphere_of(i, k);
      bounds_.include(glm::vec3(s) - s.w);
      bounds_.include(glm::vec3(s) + s.w);
    }
    instances_.insert(instances_.end(), own.begin(), own.end());
  }
  if (instances_.empty()) return;
  sort_scatter(instances_);
  blocks_ = blocks_of(instances_, models_.kinds);
  capacity_ = static_cast<std::uint32_t>(std::min(items, std::size_t{1} << 21));
  const auto buffer = [&](const char* name, const auto& data) {
    return state.buffer(name, {data.size() * sizeof(data[0])});
  };
  vertices_ = buffer("scatter/vertices", models_.vertices);
  kinds_ = buffer("scatter/kinds", models_.kinds);
  instance_data_ = buffer("scatter/instances", instances_);
  block_data_ = buffer("scatter/blocks", blocks_);
}

void Scatter::start(graph::Graph& g) {
  if (instances_.empty()) return;
  auto scope = g.scope("scatter");
  g.upload("upload_vertices", vertices_, models_.vertices);
  g.upload("upload_kinds", kinds_, models_.kinds);
  g.upload("upload_instances", instance_data_, instances_);
  g.upload("upload_blocks", block_data_, blocks_);
}

Scatter::Visible Scatter::cull(graph::Graph& g, const glm::mat4& clip, ScatterCullParams params, For use,
                               const GBufferChoice* choice) const {
  set_planes(params, clip);
  params.detail = static_cast<float>(look_.detail) * (use == For::shadow ? shadow_detail : 1);
  params.thinnest = use == For::shadow ? 0.14f : 0.4f;
  params.blocks = static_cast<std::uint32_t>(blocks_.size());
  params.capacity = capacity_;
  const Visible out{g.buffer("scatter/items", {std::uint64_t{capacity_} * sizeof(ScatterItem)}),
                    g.buffer("scatter/arguments", {16})};
  const bool clipped = use == For::waters;
  auto node = g.compute("cull", "deferred/scatter_cull.comp");
  node.variant("SUBMERGED", clipped)
      .uniform("cull", params)
      .read("kinds", kinds_)
      .read("instances", instance_data_)
      .read("blocks", block_data_)
      .write("items", out.items)
      .write("arguments", out.arguments)
      .constant("casts_only", use == For::shadow)
      .constant("least_level", use == For::picture || use == For::shadow ? 0 : 1);
  if (clipped) read_levels(node, choice->clip->levels).uniform("clip", choice->clip->boxes);
  node.groups({1, 1, 1});
  return out;
}

ScatterCullParams Scatter::seen_from(const Camera& camera) {
  ScatterCullParams params{};
  // Averaging over samples or pictures resolves more than a pixel.
  params.eye = glm::vec4(glm::vec3(camera.eye), 0.5f * camera.projection[1][1] * camera.viewport.y / camera.jitter.w);
  params.least = -1e9f;
  return params;
}

// Binds what all draws of instances read.
graph::DrawNode Scatter::begin(graph::DrawNode node, const Camera& camera, const Visible& visible) const {
  node.uniform("camera", camera)
      .read("vertices", vertices_)
      .read("items", visible.items)
      .read("instances", instance_data_)
      .indirect(visible.arguments);
  return node;
}

void Scatter::draw(graph::Graph& g, const Camera& camera, const GBufferChoice& choice, const GBuffer& out) const {
  if (!shown()) return;
  auto scope = g.scope("scatter");
  ScatterCullParams params = seen_from(camera);
  if (choice.least) params.least = *choice.least;
  const For use = choice.clip ? For::waters : choice.least ? For::mirror : For::picture;
  const Visible visible = cull(g, camera.view_projection, params, use, &choice);
  graph::Raster raster;
  raster.depth = graph::Compare::greater;
  auto node = begin(g.draw("draw", "deferred/scatter.vert", "deferred/scatter.frag"), camera, visible);
  node.variant("SUBMERGED", use == For::waters)
      .color(out.albedo, graph::Load::keep)
      .color(out.normal, graph::Load::keep)
      .depth(out.depth, graph::Load::keep, 0.0f)
      .raster(raster);
  if (use == For::waters) read_levels(node, choice.clip->levels).uniform("clip", choice.clip->boxes);
  if (choice.least) node.constant("has_least", true).constant("least_height", *choice.least);
}

void Scatter::identify(graph::Graph& g, const Camera& camera, graph::Image depth, graph::Image out) const {
  if (!shown()) return;
  auto scope = g.scope("scatter");
  const Visible visible = cull(g, camera.view_projection, seen_from(camera), For::picture, nullptr);
  begin(g.draw("draw", "deferred/scatter.vert", "deferred/scatter_ids.frag"), camera, visible)
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .color(out, graph::Load::keep)
      .raster(no_depth);
}

void Scatter::cast(graph::Graph& g, const Camera& sun, graph::Image map, const graph::ImageDesc& desc,
                   const graph::Raster& raster) const {
  if (!shown()) return;
  auto scope = g.scope("scatter");
  const glm::mat4& m = sun.sun_matrix;
  ScatterCullParams params{};
  params.pixels =
      0.5f * static_cast<float>(desc.extent.x) * glm::length(glm::vec3(m[0][0], m[1][0], m[2][0]));  // of a meter
  params.least = -1e9f;
  const Visible visible = cull(g, m, params, For::shadow, nullptr);
  begin(g.draw("draw", "deferred/scatter_shadow.vert", "deferred/shadow.frag"), sun, visible)
      .depth(map, graph::Load::keep, 1.0f)
      .raster(raster);
}

}  // namespace undine::deferred
