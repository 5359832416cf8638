#include "passes/solids/distance_field.h"

#include <cmath>
#include <map>
#include <utility>

namespace undine::solids {

DistanceFacets distance_facets(const std::vector<Solid>& solids) {
  DistanceFacets out;
  for (const Solid& s : solids) {
    const auto first = static_cast<std::uint32_t>(out.facets.size());
    out.solids.push_back(
        {first, first + static_cast<std::uint32_t>(s.facets.size()), glm::vec3(s.low), glm::vec3(s.high)});
    std::vector<glm::dvec3> at_corner(s.points.size(), glm::dvec3(0));
    std::map<std::pair<unsigned, unsigned>, glm::dvec3> at_edge;
    std::vector<glm::dvec3> normal;
    for (const glm::uvec3& f : s.facets) {
      const glm::dvec3 p[3] = {s.points[f.x], s.points[f.y], s.points[f.z]};
      const glm::dvec3 area = glm::cross(p[1] - p[0], p[2] - p[0]);
      const double size = glm::length(area);
      const glm::dvec3 n = size > 0 ? area / size : glm::dvec3(0);
      normal.push_back(n);
      for (int k = 0; k < 3; ++k) {
        const glm::dvec3 u = glm::normalize(p[(k + 1) % 3] - p[k]), v = glm::normalize(p[(k + 2) % 3] - p[k]);
        at_corner[f[k]] += std::acos(glm::clamp(glm::dot(u, v), -1.0, 1.0)) * n;
        const unsigned a = f[k], b = f[(k + 1) % 3];
        at_edge[{std::min(a, b), std::max(a, b)}] += n;
      }
    }
    for (std::size_t i = 0; i < s.facets.size(); ++i) {
      const glm::uvec3& f = s.facets[i];
      DistanceFacet d{};
      const glm::dvec3 a = s.points[f.x], b = s.points[f.y], c = s.points[f.z], middle = (a + b + c) / 3.0;
      d.a = glm::vec3(a);
      d.b = glm::vec3(b);
      d.c = glm::vec3(c);
      out.spheres.emplace_back(glm::vec3(middle),
                               static_cast<float>(1.0001 * std::max({glm::distance(a, middle), glm::distance(b, middle),
                                                                     glm::distance(c, middle)})));
      d.normal = glm::vec3(normal[i]);
      for (int k = 0; k < 3; ++k) {
        const unsigned p = f[k], q = f[(k + 1) % 3];
        d.edges[k] = glm::vec3(at_edge[{std::min(p, q), std::max(p, q)}]);
        d.corners[k] = glm::vec3(at_corner[p]);
      }
      out.facets.push_back(d);
    }
  }
  return out;
}

DistanceField::DistanceField(const std::string& owner, const DistanceGrid& grid, DistanceFacets facets,
                             const Heightmap* terrain, double support)
    : owner_(owner), grid_(grid), facets_(std::move(facets)), support_(support) {
  params_.grid = grid;
  params_.band = static_cast<float>(2 * support) + 2 * glm::length(grid.cell);
  params_.solids = static_cast<std::uint32_t>(facets_.solids.size());
  if (terrain) {
    ground_ = {terrain->nx, terrain->nz, 1};
    params_.ground_size = glm::vec2(terrain->size);
    params_.ground_origin = glm::vec3(terrain->origin);
    for (float h : terrain->height) heights_.push_back(h + static_cast<float>(terrain->origin.y));
  } else {
    heights_.push_back(0);
    params_.ground_size = glm::vec2(1);
  }
  if (facets_.facets.empty()) facets_ = {{DistanceFacet{}}, {glm::vec4(0)}, {DistanceSolid{}}};
}

void DistanceField::reserve(graph::State& state) {
  image_ = state.image(owner_ + "/distances", {.extent = graph::Extent{static_cast<std::uint32_t>(grid_.samples.x),
                                                                       static_cast<std::uint32_t>(grid_.samples.y),
                                                                       static_cast<std::uint32_t>(grid_.samples.z)},
                                               .format = graph::Format::rg32_float});
}

void DistanceField::bake(graph::Graph& g) {
  auto scope = g.scope(g.name(owner_ + " solids"));
  const graph::Extent samples{static_cast<std::uint32_t>(grid_.samples.x), static_cast<std::uint32_t>(grid_.samples.y),
                              static_cast<std::uint32_t>(grid_.samples.z)};
  const graph::Buffer facets = g.buffer("facets", {.bytes = facets_.facets.size() * sizeof(DistanceFacet)});
  const graph::Buffer spheres = g.buffer("spheres", {.bytes = facets_.spheres.size() * sizeof(glm::vec4)});
  const graph::Buffer solids = g.buffer("solids", {.bytes = facets_.solids.size() * sizeof(DistanceSolid)});
  const graph::Image ground = g.image("ground", {.extent = ground_, .format = graph::Format::r32_float});
  const graph::Image distance = g.image("distance", {.extent = samples, .format = graph::Format::r32_float});
  g.upload("fill_facets", facets, facets_.facets);
  g.upload("fill_spheres", spheres, facets_.spheres);
  g.upload("fill_solids", solids, facets_.solids);
  g.upload("fill_ground", ground, heights_);
  g.compute("measure", "solids/distance_field.comp")
      .constant("grounded", ground_.x > 1)
      .read("facets", facets)
      .read("spheres", spheres)
      .read("solids", solids)
      .read("ground", ground, graph::Sampler::nearest_clamp)
      .write("result", distance)
      .params(params_)
      .over(samples);
  g.compute("fit_planes", "solids/distance_equivalent.comp")
      .read("field", distance, graph::Sampler::nearest_clamp)
      .write("result", image_)
      .params(CrowdParams{grid_, static_cast<float>(support_)})
      .over(samples);
}

}  // namespace undine::solids
