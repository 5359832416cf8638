#include "passes/shallow/dynamic_pressure.h"

#include "passes/columns/node.h"
#include "passes/columns/packing.h"

namespace undine::shallow {

namespace {

// Multigrid cycles of a sub-step. The next one begins with this pressure and corrects the residual that is left.
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
  pressure_ = state.buffer(name + "/pressure", {.bytes = 4 * cells, .texel = graph::Format::r32_float});
  force_ = state.buffer(name + "/force", {.bytes = 8 * columns(), .texel = graph::Format::rg32_float});
  breaking_ = state.buffer(name + "/breaking", {.bytes = 4 * columns()});
}

std::uint64_t DynamicPressure::columns() const { return std::uint64_t{columns::pitch_of(s_)} * s_.cells.y; }

void DynamicPressure::start(graph::Graph& g) {
  g.clear("clear_pressure", pressure_);
  g.clear("clear_force", force_);
  g.clear("clear_breaking", breaking_);
}

ShallowPressureParams DynamicPressure::params_of(const Water& of, int sub_step) const {
  return {.cell = glm::vec2(s_.cell()), .gravity = static_cast<float>(of.gravity), .sub_step = sub_step};
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
  const auto plane = [&](const char* what, std::uint64_t count) {
    return g.buffer(g.name(name_ + "/" + what), {.bytes = 4 * count});
  };
  const ShallowPressureParams params = params_of(of, sub_step);
  const graph::Buffer open_x = plane("open_x", (nx + 1) * nz), open_z = plane("open_z", nx * (nz + 1)),
                      weights = plane("weights", nx * nz), rhs = plane("rhs", nx * nz),
                      depths = plane("depths", nx * nz), breaks = plane("breaks", columns());
  auto system = g.compute("balance", "shallow/pressure_system.comp");
  columns::over_columns(columns::tell_columns(system, s_), s_.cells);
  system.read("water", of.water)
      .read("bed", of.bed)
      .optional("hull_head", of.hull_head)
      .read("rise", rise_)
      .read("schedule", schedule)
      .read("force", force_);
  system.read("pressure", pressure_).read("breaking", breaking_).params(params);
  system.write("open_x", open_x).write("open_z", open_z).write("weights", weights).write("rhs", rhs);
  system.write("breaks", breaks).write("depths", depths);
  poisson_.faces(g, open_x, open_z, weights);
  poisson_.solve(g, rhs, pressure_, pressure_, 1, cycles);
  auto apply = g.compute("accelerate", "shallow/pressure_force.comp");
  apply.read("bed", of.bed).read("schedule", schedule).read("pressure", pressure_);
  apply.read("depths", depths).read("breaks", breaks).write("breaking", breaking_).modify("force", force_);
  apply.modify("water", of.water).params(params);
  each(apply);
}

}  // namespace undine::shallow
