#include "passes/query/query.h"

#include <algorithm>
#include <cmath>

#include "passes/query/query_params.h"

namespace undine::query {

Samples sample(graph::Graph& g, const Field& field, const Place& place, std::span<const glm::dvec3> points) {
  const glm::uvec2 cells(field.shape[1], field.shape[0]);
  const glm::dvec2 corner = glm::dvec2(place.origin.x, place.origin.z) - 0.5 * place.size;
  Samples out;
  std::vector<QueryPoint> at;
  at.reserve(points.size());
  for (const glm::dvec3& p : points) {
    const glm::dvec2 x = (glm::dvec2(p.x, p.z) - corner) / place.size;
    out.inside.push_back(x.x >= 0 && x.x <= 1 && x.y >= 0 && x.y <= 1 ? 1 : 0);
    const glm::dvec2 cell = glm::clamp(x, 0.0, 1.0) * glm::dvec2(cells) - 0.5, low = glm::floor(cell);
    at.push_back({glm::ivec2(low), glm::vec2(cell - low)});
  }
  const FieldView view = field.publish(g);
  auto scope = g.scope(g.name("query"));
  const graph::Buffer places = g.buffer(g.name("query/points"), {.bytes = at.size() * sizeof(QueryPoint)});
  out.values = g.buffer(g.name("query/values"), {.bytes = at.size() * 16});
  g.upload("fill_points", places, at);
  g.compute("sample", "query/sample.comp")
      .read("field", view.buffer)
      .read("points", places)
      .write("values", out.values)
      .params(QueryParams{.cells = cells,
                          .offset = static_cast<std::uint32_t>(view.offset),
                          .pitch = static_cast<std::uint32_t>(view.pitch),
                          .components = field.shape.size() == 3 ? field.shape[2] : 1,
                          .count = static_cast<std::uint32_t>(at.size()),
                          .scale = view.scale,
                          .bias = view.bias})
      .over({static_cast<std::uint32_t>(at.size()), 1, 1});
  return out;
}

}  // namespace undine::query
