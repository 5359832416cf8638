#include "passes/sph/sph_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace undine::sph {

namespace {

constexpr double most_cells = 16e6;
constexpr auto particles_at = offsetof(SphControl, for_particles), tiles_at = offsetof(SphControl, for_tiles);

}  // namespace

SphGridParams sph_grid(const glm::dvec3& low, const glm::dvec3& high, double support, std::uint32_t capacity) {
  double cell = support * static_cast<double>(sph_cell_slack);
  glm::dvec3 cells;
  for (;; cell *= 1.1) {
    cells = glm::max(glm::ceil((high - low) / cell), 1.0) + 2.0;
    if (cells.x * cells.y * cells.z <= most_cells) break;
  }
  return {glm::vec3(low), static_cast<float>(1 / cell), glm::ivec3(cells), capacity};
}

SphGrid::SphGrid(graph::State& state, const std::string& owner, const SphGridParams& params) : params_(params) {
  // One cell more for what sinks take, and one: the start of the cell after the last one is its end.
  const auto cells = static_cast<std::uint32_t>(params.cells.x * params.cells.y * params.cells.z) + 2;
  tiles_ = (cells + sph_tile - 1) / sph_tile;
  const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel) {
    return state.buffer(owner + "/" + name, {.bytes = bytes, .texel = texel});
  };
  counts_ = buffer("counts", 4ull * tiles_ * sph_tile, graph::Format::rgba32_uint);
  starts_ = buffer("starts", 4ull * tiles_ * sph_tile, graph::Format::r32_uint);
  sums_ = buffer("sums", 4ull * tiles_, graph::Format::r32_uint);
  slots_ = buffer("slots", 8ull * params.capacity, graph::Format::rg32_uint);
  origins_ = buffer("origins", 4ull * params.capacity, graph::Format::r32_uint);
  arrived_ = buffer("arrived", 4ull * params.capacity, graph::Format::r32_uint);
}

void SphGrid::reset(graph::Graph& g) { g.clear("empty cells", counts_); }

void SphGrid::sort(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity,
                   graph::Buffer sorted_position, graph::Buffer sorted_velocity) {
  g.compute("count", "sph/count.comp")
      .read("position", position)
      .read("control", control)
      .modify("counts", counts_)
      .write("slots", slots_)
      .constant("sink_count", sink_count_)
      .uniform("sinks", sinks_)
      .params(params_)
      .indirect(control, particles_at);
  g.compute("add up", "sph/scan_sum.comp").read("counts", counts_).write("sums", sums_).indirect(control, tiles_at);
  g.compute("scan", "sph/scan.comp")
      .modify("counts", counts_)
      .read("sums", sums_)
      .write("starts", starts_)
      .indirect(control, tiles_at);
  g.compute("place", "sph/place.comp")
      .read("slots", slots_)
      .read("starts", starts_)
      .read("control", control)
      .write("arrived", arrived_)
      .indirect(control, particles_at);
  g.compute("sort", "sph/sort.comp")
      .read("position", position)
      .read("velocity", velocity)
      .read("slots", slots_)
      .read("starts", starts_)
      .read("arrived", arrived_)
      .read("control", control)
      .write("sorted_position", sorted_position)
      .write("sorted_velocity", sorted_velocity)
      .write("origins", origins_)
      .indirect(control, particles_at);
  if (sink_count_ > 0)
    g.compute("sink", "sph/sink.comp")
        .modify("control", control)
        .read("starts", starts_)
        .params(params_)
        .groups({1, 1, 1});
}

void SphGrid::add_sink(const glm::dvec3& low, const glm::dvec3& high) {
  sinks_.low[sink_count_] = glm::vec3(low);
  sinks_.high[sink_count_] = glm::vec3(high);
  ++sink_count_;
}

}  // namespace undine::sph
