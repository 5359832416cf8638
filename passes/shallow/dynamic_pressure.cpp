#include "passes/shallow/dynamic_pressure.h"

#include <fmt/format.h>

#include <cmath>

#include "passes/columns/node.h"
#include "passes/columns/packing.h"

namespace undine::shallow {

namespace {

// Multigrid cycles of a sub-step. The next one corrects the residual that is left.
constexpr std::uint32_t cycles = 1;
constexpr double tolerance = 1e-4;

poisson::PoissonSettings solver() {
  poisson::PoissonSettings out;
  out.tolerance = tolerance;
  return out;
}

}  // namespace

DynamicPressure::DynamicPressure(graph::State& state, const std::string& name, const ShallowSettings& settings)
    : name_(name),
      s_(settings),
      poisson_(state, name, {.cells = settings.cells, .cell = settings.cell(), .single_texels = true}, solver()) {
  const std::uint64_t cells = std::uint64_t{s_.cells.x} * s_.cells.y;
  const graph::BufferDesc plane{.bytes = 4 * cells, .texel = graph::Format::r32_float};
  for (std::uint32_t i = 0; i < settings.layers; ++i) {
    const char* mode = i == 0 ? "" : "_b";
    modes_.push_back({state.buffer(fmt::format("{}/pressure{}", name, mode), plane),
                      state.buffer(fmt::format("{}/guess{}", name, mode), plane)});
  }
  force_ = state.buffer(name + "/force", {.bytes = 8 * columns(), .texel = graph::Format::rg32_float});
  breaking_ = state.buffer(name + "/breaking", {.bytes = 4 * columns()});
}

std::uint64_t DynamicPressure::columns() const { return std::uint64_t{columns::pitch_of(s_)} * s_.cells.y; }

void DynamicPressure::start(graph::Graph& g) {
  for (const Mode& mode : modes_) {
    g.clear("clear_pressure", mode.last);
    g.clear("clear_guess", mode.guess);
  }
  g.clear("clear_force", force_);
  g.clear("clear_breaking", breaking_);
}

ShallowPressureParams DynamicPressure::params_of(const Water& of, int sub_step) const {
  return {.cell = glm::vec2(s_.cell()),
          .gravity = static_cast<float>(of.gravity),
          .sub_step = sub_step,
          .layers = static_cast<int>(s_.layers),
          .waves_square = of.feed ? static_cast<float>(std::pow(s_.dispersive_frequency(), 2)) : 0.0f};
}

void DynamicPressure::begin(graph::Graph& g, const Water& of, const Each& each) {
  rise_ = g.buffer(g.name(name_ + "/rise"), {.bytes = 8 * columns(), .texel = graph::Format::rg32_float});
  auto node = g.compute("rise", "shallow/vertical_velocity.comp");
  node.read("water", of.water).read("bed", of.bed).optional("hull_head", of.hull_head).write("rise", rise_);
  node.params(params_of(of, 0));
  each(node);
}

void DynamicPressure::end(graph::Graph& g, const Water& of, graph::Buffer schedule, int sub_step, const Each& each) {
  const std::uint64_t nx = s_.cells.x, nz = s_.cells.y;
  const auto plane = [&](std::string_view what, std::uint64_t count) {
    return g.buffer(g.name(fmt::format("{}/{}", name_, what)), {.bytes = 4 * count});
  };
  const ShallowPressureParams params = params_of(of, sub_step);
  const graph::Buffer open_x = plane("open_x", (nx + 1) * nz), open_z = plane("open_z", nx * (nz + 1)),
                      depths = plane("depths", nx * nz), breaks = plane("breaks", columns()),
                      beyond = plane("beyond", 2 * (nx + nz));
  const bool two = modes_.size() > 1;
  struct Planes {
    graph::Buffer weights, rhs, pressure;
  };
  std::vector<Planes> planes;
  for (const char* mode : {"", "_b"})
    if (planes.size() < modes_.size())
      planes.push_back({plane(fmt::format("weights{}", mode), nx * nz), plane(fmt::format("rhs{}", mode), nx * nz),
                        plane(fmt::format("solution{}", mode), nx * nz)});
  auto system = g.compute("balance", "shallow/pressure_system.comp");
  columns::over_columns(columns::tell_columns(system, s_), s_.cells);
  system.read("water", of.water)
      .read("bed", of.bed)
      .optional("hull_head", of.hull_head)
      .read("rise", rise_)
      .read("schedule", schedule)
      .read("force", force_);
  system.read("guess", modes_[0].guess).read("breaking", breaking_).params(params).variant("TWO_LAYERS", two);
  system.write("open_x", open_x)
      .write("open_z", open_z)
      .write("weights", planes[0].weights)
      .write("rhs", planes[0].rhs);
  if (two) system.read("guess_b", modes_[1].guess).write("weights_b", planes[1].weights).write("rhs_b", planes[1].rhs);
  system.write("breaks", breaks).write("depths", depths).write("beyond", beyond).optional("feed", of.feed);
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    poisson_.faces(g, open_x, open_z, planes[i].weights);
    poisson_.solve(g, planes[i].rhs, modes_[i].guess, planes[i].pressure, 1, cycles);
  }
  auto apply = g.compute("accelerate", "shallow/pressure_force.comp");
  apply.read("bed", of.bed).read("schedule", schedule).variant("TWO_LAYERS", two);
  const auto mode = [&](std::size_t i, const char* pressure, const char* last, const char* guess) {
    apply.read(pressure, planes[i].pressure).modify(last, modes_[i].last).write(guess, modes_[i].guess);
  };
  mode(0, "pressure", "last", "guess");
  if (two) mode(1, "pressure_b", "last_b", "guess_b");
  apply.read("beyond", beyond)
      .read("depths", depths)
      .read("breaks", breaks)
      .write("breaking", breaking_)
      .modify("force", force_);
  apply.modify("water", of.water).params(params);
  each(apply);
}

}  // namespace undine::shallow
