#include "passes/solids/height_view.h"

#include "passes/models/shapes.h"

namespace undine::solids {

HeightView::HeightView(const std::string& owner, const HeightViewParams& params, const std::vector<Solid>& solids,
                       const Heightmap* terrain)
    : owner_(owner), params_(params) {
  const auto base = [&] { return static_cast<std::uint32_t>(points_.size()); };
  for (const Solid& s : solids) {
    const std::uint32_t first = base();
    for (const glm::dvec3& p : s.points) points_.emplace_back(p);
    for (const glm::uvec3& f : s.facets)
      for (int k = 0; k < 3; ++k) indices_.push_back(first + f[k]);
  }
  if (terrain) {
    const TriangleMesh mesh = make_terrain(*terrain);
    const std::uint32_t first = base();
    for (const Vertex& v : mesh.vertices) points_.push_back(v.position);
    for (std::uint32_t i : mesh.indices) indices_.push_back(first + i);
  }
  if (indices_.empty()) {
    points_.resize(3);
    indices_ = {0, 0, 0};
  }
}

void HeightView::reserve(graph::State& state) {
  image_ = state.image(owner_ + "/ground",
                       {.extent = {params_.samples.x, params_.samples.y, 1}, .format = graph::Format::r32_float});
}

void HeightView::draw(graph::Graph& g) {
  auto scope = g.scope(g.name(owner_ + " from above"));
  const graph::Buffer points = g.buffer("points", {.bytes = points_.size() * sizeof(glm::vec3)});
  const graph::Buffer indices = g.buffer("indices", {.bytes = indices_.size() * 4});
  const graph::Extent extent{params_.samples.x, params_.samples.y, 1};
  const graph::Image depth = g.image("depth", {.extent = extent, .format = graph::Format::d32_float});
  g.upload("fill_points", points, points_);
  g.upload("fill_indices", indices, indices_);
  graph::Raster raster;
  raster.depth = graph::Compare::greater_equal;
  g.draw("draw", "solids/height_view.vert", "solids/height_view.frag")
      .read("points", points)
      .color(image_, graph::Load::clear, {params_.low.y, 0, 0, 0})
      .depth(depth, graph::Load::clear, 0.0f)
      .indices(indices)
      .raster(raster)
      .params(params_)
      .draw({.vertices = static_cast<std::uint32_t>(indices_.size())});
}

}  // namespace undine::solids
