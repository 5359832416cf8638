#include "passes/fluid/fluid_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/round.h"

namespace undine::fluid {

namespace {

constexpr double solved = 1e-6;  // what over-relaxation leaves of the first error

}  // namespace

FluidKernels::FluidKernels(graph::State& state, const FluidSettings& settings, const std::string& name)
    : state_(state), s_(settings), name_(name) {
  auto buffer = [&](const char* what, graph::BufferDesc desc) {
    return state.buffer(fmt::format("{}/{}", name, what), desc);
  };
  open_x_ = buffer("open_x", plane(FluidPlane::u));
  open_z_ = buffer("open_z", plane(FluidPlane::w));
  const std::uint64_t nodes = std::uint64_t{s_.cells.x + 1} * (s_.cells.y + 1);
  const std::uint64_t flags = solids() ? std::uint64_t{s_.cells.x} * s_.cells.y : 0;  // of split cells
  nodes_ = buffer("nodes", {.bytes = 4 * (nodes + flags), .texel = graph::Format::r32_float});
  solid_ = buffer("solid", solids() ? dye_plane() : graph::BufferDesc{.bytes = 16});
}

FluidParams FluidKernels::params(double dt) const {
  const glm::dvec2 cell = s_.cell();
  auto both = [](const FluidEdge& a, const FluidEdge& b) {
    return glm::vec4(glm::vec2(a.velocity), glm::vec2(b.velocity));
  };
  auto still = [](FluidEdge e) {
    if (e.kind != FluidEdge::Kind::lid && e.kind != FluidEdge::Kind::inflow) e.velocity = {0, 0};
    return e;
  };
  return {.cell = glm::vec2(cell),
          .inverse_cell = glm::vec2(1.0 / cell),
          .dt = static_cast<float>(dt),
          .kept = static_cast<float>(std::exp(-s_.dye.decay * dt)),
          .carried = s_.advection == FluidSettings::Advection::maccormack ? static_cast<float>(dt) : 0.0f,
          .west_east = both(still(s_.edges.west), still(s_.edges.east)),
          .north_south = both(still(s_.edges.north), still(s_.edges.south))};
}

graph::BufferDesc FluidKernels::plane(FluidPlane p) const {
  const std::uint64_t nx = s_.cells.x, nz = s_.cells.y;
  const std::uint64_t count = p == FluidPlane::u ? (nx + 1) * nz : p == FluidPlane::w ? nx * (nz + 1) : nx * nz;
  return {.bytes = 4 * count, .texel = graph::Format::r32_float};
}

graph::BufferDesc FluidKernels::pressure_plane() const {
  const std::uint64_t count = std::uint64_t{s_.cells.x} * s_.cells.y;
  return {.bytes = (4 * count + 15) / 16 * 16, .texel = graph::Format::r32_float};
}

graph::BufferDesc FluidKernels::right_plane() const { return {.bytes = pressure_plane().bytes}; }

graph::BufferDesc FluidKernels::dye_plane() const { return {.bytes = std::uint64_t{16} * s_.cells.x * s_.cells.y}; }

FluidPair FluidKernels::faces(graph::Graph& g, std::string_view name) const {
  return {g.buffer(g.name(fmt::format("{}/{}_u", name_, name)), plane(FluidPlane::u)),
          g.buffer(g.name(fmt::format("{}/{}_w", name_, name)), plane(FluidPlane::w))};
}

graph::ComputeNode FluidKernels::node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                      graph::Variant variant) const {
  graph::ComputeNode n = g.compute(verb, shader, variant);
  const FluidParams p = params(0);
  const bool sides_move = p.west_east != glm::vec4(0) || p.north_south != glm::vec4(0);
  owning(n, nodes()).constant("solids", solids()).constant("sides_move", sides_move);
  n.constant("per_cell_x", p.inverse_cell.x).constant("per_cell_z", p.inverse_cell.y);
  return n;
}

graph::ComputeNode FluidKernels::fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                            graph::Variant variant) const {
  graph::ComputeNode n = node(g, verb, shader, variant);
  n.read("solid", solid_).read("open_x", open_x_).read("open_z", open_z_);
  return n;
}

graph::ComputeNode FluidKernels::traced(graph::Graph& g, std::string_view verb, std::string_view shader,
                                        FluidPair flow) const {
  graph::ComputeNode n = node(g, verb, shader);
  n.read("u", flow.u).read("w", flow.w).read("solid", solid_).read("open_x", open_x_).read("open_z", open_z_);
  return n;
}

graph::ComputeNode FluidKernels::faced(graph::Graph& g, std::string_view verb, std::string_view shader, FluidPair v,
                                       graph::Buffer pressure) const {
  graph::ComputeNode n = fixed_node(g, verb, shader);
  n.read("u", v.u).read("w", v.w).read("pressure", pressure);
  return n;
}

void FluidKernels::displace(const Displacement& d) { columns_ = d; }

void FluidKernels::drag_along(graph::Graph& g, FluidPair v) const {
  if (!columns_.motion) return;
  auto n = g.compute("drag_along", "fluid/drag_along.comp");
  grid(n).constant("solids", solids());
  n.modify("u", v.u).modify("w", v.w).read("solid", solid_).read("open_x", open_x_).read("open_z", open_z_);
  n.read("motion", columns_.motion);
  n.params(FluidDragParams{columns_.push_quantum / static_cast<float>(std::max(s_.depth, 1e-3))});
  n.over({s_.cells.x, s_.cells.y, 1});
  g.clear("clear_motion", columns_.motion);
}

float FluidKernels::per_quantum() const {
  return columns_.now ? static_cast<float>(static_cast<double>(columns_.quantum) / std::max(s_.depth, 1e-3)) : 0.0f;
}

void FluidKernels::open(graph::Graph& g, const FluidObstacles& obstacles, int count, graph::Buffer mask) {
  FluidObstacleParams p{.cell = glm::vec2(s_.cell()), .count = count, .per_quantum = per_quantum()};
  p.period = glm::vec2(s_.edges.west.periodic() ? s_.size.x : 0, s_.edges.north.periodic() ? s_.size.y : 0);
  g.compute("measure_obstacles", "fluid/nodes.comp")
      .constant("nx", s_.cells.x)
      .constant("nz", s_.cells.y)
      .constant("solids", solids())
      .uniform("obstacles", obstacles)
      .optional("mask", mask)
      .write("nodes", nodes_)
      .params(p)
      .over(nodes());
  graph::ComputeNode cut = g.compute("cut_faces", "fluid/open.comp");
  grid(cut)
      .constant("solids", solids())
      .optional("columns", columns_.now)
      .uniform("obstacles", obstacles)
      .read("nodes", nodes_)
      .write("open_x", open_x_)
      .write("open_z", open_z_)
      .write("solid", solid_)
      .params(p)
      .over(nodes());
}

void FluidKernels::carry(graph::Graph& g, FluidPair flow, FluidPair from, FluidPair to, const FluidParams& p) const {
  const bool second = s_.advection == FluidSettings::Advection::maccormack;
  const FluidPair step = second ? faces(g, "step") : to;
  traced(g, "carry", "fluid/advect.comp", flow)
      .constant("cubic", second)
      .read("from_u", from.u)
      .read("from_w", from.w)
      .write("to_u", step.u)
      .write("to_w", step.w)
      .params(p);
  if (!second) return;
  traced(g, "correct", "fluid/correct.comp", flow)
      .read("from_u", from.u)
      .read("from_w", from.w)
      .read("step_u", step.u)
      .read("step_w", step.w)
      .write("to_u", to.u)
      .write("to_w", to.w)
      .params(p);
}

void FluidKernels::carry_dye(graph::Graph& g, FluidPair flow, graph::Buffer from, graph::Buffer to,
                             const FluidParams& p) const {
  const bool second = s_.advection == FluidSettings::Advection::maccormack;
  const graph::Buffer step = second ? g.buffer(g.name(name_ + "/step_dye"), dye_plane()) : to;
  FluidParams whole = p;
  if (second) whole.kept = 1;
  traced(g, "carry_dye", "fluid/advect_dye.comp", flow)
      .read("from_dye", from)
      .write("to_dye", step)
      .params(whole)
      .groups(shape().groups(cells()));
  if (!second) return;
  traced(g, "correct_dye", "fluid/correct_dye.comp", flow)
      .read("from_dye", from)
      .read("step_dye", step)
      .write("to_dye", to)
      .params(p)
      .groups(shape().groups(cells()));
}

void FluidKernels::carry_dye_by_flux(graph::Graph& g, FluidPair flow, graph::Buffer from, graph::Buffer to,
                                     const FluidParams& p) const {
  constexpr std::uint32_t strip = 16;
  const std::uint32_t strips = groups_of(s_.cells.y, strip), parts = s_.cells.x * strips;
  graph::Buffer most =
      g.buffer(g.name(name_ + "/swept"), {.bytes = std::uint64_t{4} * parts, .texel = graph::Format::r32_float});
  graph::Buffer arguments = g.buffer(g.name(name_ + "/sub_steps"), {.bytes = 4 * (3 * fluid_most_sub_steps + 2)});
  graph::Buffer half_way = g.buffer(g.name(name_ + "/half_way_dye"), dye_plane());
  graph::ComputeNode measure = g.compute("measure_speed", "fluid/courant.comp");
  grid(measure)
      .shape(shape())
      .constant("strip", strip)
      .read("u", flow.u)
      .read("w", flow.w)
      .write("most", most)
      .params(p)
      .over({s_.cells.x, strips, 1});
  const graph::Extent groups = shape().groups(cells());
  FluidSubStepParams plan{.groups = {groups.x, groups.y}, .parts = static_cast<int>(parts)};
  g.compute("plan_sub_steps", "fluid/sub_steps.comp")
      .read("most", most)
      .write("arguments", arguments)
      .params(plan)
      .groups({1, 1, 1});
  g.copy("begin_dye", from, to);
  for (std::uint64_t k = 0; k < fluid_most_sub_steps; ++k) {
    auto flux = [&](std::string_view verb, std::string_view shader, graph::Buffer dye) {
      graph::ComputeNode node = g.compute(verb, shader);
      grid(node)
          .shape(shape())
          .read("u", flow.u)
          .read("w", flow.w)
          .read("open_x", open_x_)
          .read("open_z", open_z_)
          .read("arguments", arguments)
          .read("from_dye", dye)
          .params(p)
          .indirect(arguments, 12 * k);
      return node;
    };
    flux("flow out and in", "fluid/flux_first.comp", to).write("to_dye", half_way);
    flux("correct flow", "fluid/flux_second.comp", half_way).modify("dye", to);
  }
}

void FluidKernels::expel(graph::Graph& g, graph::Buffer from, graph::Buffer to) const {
  graph::ComputeNode node = g.compute("expel_dye", "fluid/expel.comp");
  owning(node, cells()).read("from_dye", from).read("solid", solid_).write("to_dye", to);
}

void FluidKernels::diffuse_dye(graph::Graph& g, graph::Buffer from, graph::Buffer to, const FluidParams& p) const {
  if (!s_.dye.conservative) return diffuse(g, FluidPlane::cells, true, from, to, s_.diffusion, p);
  graph::Buffer solved = g.buffer(g.name(name_ + "/solved_dye"), dye_plane());
  diffuse(g, FluidPlane::cells, true, from, solved, s_.diffusion, p);
  const glm::dvec2 weight = s_.diffusion * static_cast<double>(p.dt) / (s_.cell() * s_.cell());
  graph::ComputeNode node = g.compute("settle_dye", "fluid/settle.comp");
  owning(node, cells())
      .read("before", from)
      .read("solved", solved)
      .read("open_x", open_x_)
      .read("open_z", open_z_)
      .write("to_dye", to)
      .params(FluidRelaxParams{.grid = p, .weight = glm::vec2(weight), .omega = 1, .color = 0});
}

void FluidKernels::prepare(graph::Graph& g, FluidPair v, graph::Buffer pressure, FluidPair to,
                           const FluidParams& p) const {
  faced(g, "prepare", "fluid/prepare.comp", v, pressure).write("to_u", to.u).write("to_w", to.w).params(p);
}

void FluidKernels::force(graph::Graph& g, FluidPair v, graph::Buffer pressure, FluidPair to, const FluidParams& p,
                         bool confine) const {
  const graph::Buffer vorticity = confine ? field(g, v, 1, "curl") : pressure;
  faced(g, "force", "fluid/force.comp", v, pressure)
      .constant("confine", confine)
      .read("vorticity", vorticity)
      .write("to_u", to.u)
      .write("to_w", to.w)
      .params(FluidConfineParams{p, static_cast<float>(s_.vorticity)});
}

void FluidKernels::diffuse(graph::Graph& g, FluidPlane plane, bool dye, graph::Buffer from, graph::Buffer to,
                           double coefficient, const FluidParams& p) const {
  g.copy("begin", from, to);
  const glm::dvec2 weight = coefficient * static_cast<double>(p.dt) / (s_.cell() * s_.cell());
  // Jacobi's rate is at most mu; over-relaxation by the best omega turns it into omega - 1.
  const double mu = 2 * (weight.x + weight.y) / (1 + 2 * (weight.x + weight.y));
  const double omega = 2 / (1 + std::sqrt(1 - mu * mu));
  double left = 1;
  int sweeps = 0;
  for (; left > solved && sweeps < 1000; ++sweeps) left = std::pow(omega - 1, sweeps) * (1 + sweeps * (2 - omega));
  const std::uint32_t mx = s_.cells.x + (plane == FluidPlane::u && !s_.edges.west.periodic() ? 1 : 0);
  const std::uint32_t mz = s_.cells.y + (plane == FluidPlane::w && !s_.edges.north.periodic() ? 1 : 0);
  const bool odd_x = s_.edges.west.periodic() && mx % 2 == 1, odd_z = s_.edges.north.periodic() && mz % 2 == 1;
  FluidRelaxParams params{.grid = p, .weight = glm::vec2(weight), .omega = static_cast<float>(omega), .color = 0};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (params.color = 0; params.color < 7; ++params.color) {
      const bool column = params.color == 2 || params.color == 3, row = params.color == 4 || params.color == 5;
      if ((column && !odd_x) || (row && !odd_z) || (params.color == 6 && !(odd_x && odd_z))) continue;
      auto relax = fixed_node(g, "relax", "fluid/relax.comp").variant("DYE", dye);
      relax.constant("component", static_cast<int>(plane))
          .read("right", from)
          .read("nodes", nodes_)
          .modify("x", to)
          .params(params);
      if (params.color < 2)
        relax.groups(shape().groups({(mx + 1) / 2, mz, 1}));
      else
        relax.groups(shape().groups({(std::max(mx, mz) + 1) / 2, 1, 1}));
    }
  }
}

void FluidKernels::divergence(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer to,
                              const FluidParams& p, bool report, bool unforced) const {
  const bool afloat = p.dt > 0 && columns_.now;
  graph::Buffer balance;
  if (afloat) {
    balance = g.buffer(g.name(name_ + "/balance"), {.bytes = 4});
    g.clear("clear_balance", balance);
    auto n = g.compute("balance", "fluid/balance.comp");
    grid(n).read("columns", columns_.now).read("columns_before", columns_.before).accumulate("balance", balance);
    n.over({s_.cells.x, s_.cells.y, 1});
  }
  faced(g, "diverge", "fluid/diverge.comp", v, pressure)
      .constant("unforced", unforced)
      .constant("report", report)
      .optional("columns", afloat ? columns_.now : graph::Buffer{})
      .optional("columns_before", afloat ? columns_.before : graph::Buffer{})
      .optional("balance", balance)
      .write("result", to)
      .params(FluidDivergeParams{p, per_quantum()})
      .groups(shape().groups(cells()));
}

void FluidKernels::project(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer before, FluidPair to,
                           const FluidParams& p, bool unforced) const {
  faced(g, "project", "fluid/project.comp", v, pressure)
      .constant("unforced", unforced)
      .read("pressure_before", before)
      .write("to_u", to.u)
      .write("to_w", to.w)
      .params(p);
}

bool FluidKernels::around(glm::dvec2 at, double reach, glm::ivec2& first, glm::ivec2& count) const {
  const glm::dvec2 cell = s_.cell();
  for (int axis = 0; axis < 2; ++axis) {
    const double n = axis == 0 ? s_.cells.x : s_.cells.y;
    const bool periodic = axis == 0 ? s_.edges.west.periodic() : s_.edges.north.periodic();
    double low = std::floor((at[axis] - reach) / cell[axis]), high = std::ceil((at[axis] + reach) / cell[axis]) + 1;
    low = std::clamp(low, periodic ? -n : 0.0, 2 * n);
    high = std::clamp(high, -n, periodic ? low + n : n + 1);
    if (!(high > low)) return false;
    first[axis] = static_cast<int>(low);
    count[axis] = static_cast<int>(high - low);
  }
  return true;
}

graph::Buffer FluidKernels::field(graph::Graph& g, FluidPair v, int what, std::string_view name) const {
  graph::BufferDesc desc = plane(FluidPlane::cells);
  if (what == 0) desc.bytes *= 2;
  graph::Buffer out = g.buffer(g.name(fmt::format("{}/{}", name_, name)), desc);
  node(g, what == 0 ? "mean velocity" : "curl", "fluid/field.comp")
      .constant("what", what)
      .read("u", v.u)
      .read("w", v.w)
      .write("field", out)
      .params(params(0))
      .groups(shape().groups(cells()));
  return out;
}

}  // namespace undine::fluid
