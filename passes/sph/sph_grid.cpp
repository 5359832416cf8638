#include "passes/sph/sph_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/core/round.h"

namespace undine::sph {

namespace {

constexpr double most_cells = 16e6;
constexpr int finest = 2;  // cells of a support along x; more cost the scan more than they save
constexpr auto grid_particles_at = offsetof(SphControl, for_particles), tiles_at = offsetof(SphControl, for_tiles);

}  // namespace

SphGridParams sph_grid(const glm::dvec3& low, const glm::dvec3& high, double support, std::uint32_t capacity) {
  double cell = support * static_cast<double>(sph_cell_slack);
  int fine = finest;
  for (;;) {
    const glm::dvec3 parts(fine, 1, 1), cells = glm::max(glm::ceil(parts * (high - low) / cell), 1.0) + 2.0 * parts;
    if (cells.x * cells.y * cells.z <= most_cells)
      return {glm::vec3(low), static_cast<float>(1 / cell), glm::ivec3(cells), fine, capacity};
    if (fine > 1)
      fine = 1;
    else
      cell *= 1.1;
  }
}

SphGrid::SphGrid(graph::State& state, const std::string& owner, const SphGridParams& params) : params_(params) {
  const auto buffer = [&](std::string_view name, graph::BufferDesc desc) {
    return state.buffer(fmt::format("{}/{}", owner, name), desc);
  };
  // One additional cell for particles that sinks remove.
  const auto cells = static_cast<std::uint32_t>(params.cells.x * params.cells.y * params.cells.z) + 1;
  scan_ = {buffer, cells + 1};
  // Chains in the order of arrival, of the step alone that sorts them.
  const auto chain = [&](const char* name, graph::BufferDesc desc) {
    return state.buffer(fmt::format("{}/{}", owner, name), desc, graph::State::Keeps::nothing);
  };
  slots_ = chain("slots", {.bytes = 8ull * params.capacity, .texel = graph::Format::rg32_uint});
  newest_ = chain("newest", {.bytes = 4ull * cells, .texel = graph::Format::r32_uint});
  packed_ = state.buffer(fmt::format("{}/packed", owner),
                         {.bytes = 4ull * padded(params.capacity, 4), .texel = graph::Format::rgba32_uint},
                         graph::State::Keeps::nothing);
  origins_ = buffer("origins", {.bytes = 4ull * params.capacity, .texel = graph::Format::r32_uint});
}

void SphGrid::reset(graph::Graph& g) {
  g.clear("clear_cells", scan_.counts);
  g.clear("clear_sums", scan_.totals);
}

void SphGrid::sort(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity,
                   graph::Buffer sorted_position, graph::Buffer sorted_velocity, const SphNozzles& nozzles) {
  auto count = g.compute("count", "sph/count.comp");
  nozzles.bind(count)
      .optional("points", nozzles.points())
      .modify("position", position)
      .modify("velocity", velocity)
      .read("control", control)
      .modify("counts", scan_.counts)
      .modify("sums", scan_.totals)
      .modify("newest", newest_)
      .write("slots", slots_)
      .constant("sink_count", sink_count_)
      .constant("leaves_out", taken_)
      .uniform("sinks", sinks_)
      .params(params_)
      .indirect(control, grid_particles_at);
  scan_.declare_counted(g, control, tiles_at);
  g.compute("sort", "sph/sort.comp")
      .read("position", position)
      .read("velocity", velocity)
      .read("slots", slots_)
      .read("starts", starts())
      .read("newest", newest_)
      .read("control", control)
      .write("sorted_position", sorted_position)
      .write("sorted_velocity", sorted_velocity)
      .write("origins", origins_)
      .write("packed", packed_)
      .write("sums", scan_.totals)
      .params(SphSortParams{params_, scan_.tiles})
      .indirect(control, grid_particles_at);
}

void SphGrid::add_sink(const glm::dvec3& low, const glm::dvec3& high) {
  sinks_.low[sink_count_] = glm::vec3(low);
  sinks_.high[sink_count_] = glm::vec3(high);
  ++sink_count_;
}

}  // namespace undine::sph
