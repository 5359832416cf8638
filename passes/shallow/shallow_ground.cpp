#include "passes/shallow/shallow_ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/core/error.h"
#include "passes/columns/cut_columns.h"
#include "passes/columns/node.h"
#include "passes/shallow/roughness.h"

namespace undine::shallow {

namespace {

// Columns along a side, in the planes as they are stored.
std::vector<std::size_t> columns_along(const ShallowSettings& s, int side) {
  const std::size_t pitch = columns::pitch_of(s), nx = s.cells.x, nz = s.cells.y;
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < (side < 2 ? nz : nx); ++k)
    out.push_back(side == 0 ? k * pitch : side == 1 ? k * pitch + nx - 1 : side == 2 ? k : (nz - 1) * pitch + k);
  return out;
}

// `taken_by`: for each column the edge whose level or inflow it already holds; `wall`: none.
void keep_edge(const ShallowSettings& s, int side, columns::Edge edge, columns::Columns& columns,
               std::vector<columns::Edge>& taken_by, const std::string& where) {
  using enum columns::Edge;
  if (edge != level && edge != sea && edge != discharge) return;
  if (columns.feed.empty())
    for (std::size_t i = 0; 4 * i < columns.water.size(); ++i)
      columns.feed.insert(columns.feed.end(), {0.0f, -1.0f, -1.0f, 0.0f});
  // An inflow spreads over its wet columns as a stream of one slope does: by h^(5/3).
  const bool inflow = edge == columns::Edge::discharge;
  for (const std::size_t i : columns_along(s, side))
    if (columns.feed[4 * i + 1] >= 0)
      throw Error(Exit::bad_input, where,
                  fmt::format("conflicts with a source that imposes a level on columns of this side: {}",
                              inflow ? "the inflow would have no effect" : "two levels cannot hold"),
                  "a wall at this side, or a source by rate or at another place");
  double conveyance = 0, wet = 0;
  for (const std::size_t i : columns_along(s, side)) {
    conveyance += std::pow(columns.water[4 * i], 5.0 / 3);
    wet += columns.water[4 * i] > 0 ? 1 : 0;
  }
  if (wet == 0)
    throw Error(Exit::bad_input, where,
                inflow ? "lets water in, but its columns are dry at the start"
                       : "holds a level, but its columns are dry at the start",
                "initial water in columns at this side");
  for (const std::size_t i : columns_along(s, side)) {
    const double depth = columns.water[4 * i];
    const auto kept = static_cast<float>(inflow ? std::pow(depth, 5.0 / 3) * (wet / conveyance) : depth);
    float& slot = columns.feed[4 * i + 3];
    const bool taken = taken_by[i] != columns::Edge::wall && (taken_by[i] != edge || slot != kept);
    if (depth > 0 && taken)
      throw Error(Exit::bad_input, where,
                  "contradicts the side that it meets in a column with water: a column keeps one level or one inflow",
                  "a wall on one of them, or dry ground where they meet");
    slot = kept;
    taken_by[i] = edge;
  }
}

// Depths of columns that solid meshes cut, as they are stored.
void store_depths(columns::Columns& columns) {
  for (std::size_t i = 0; 8 * i < columns.walls.size(); ++i) {
    float* water = &columns.water[4 * i];
    const double depth = static_cast<double>(water[0]) + static_cast<double>(water[1]);
    const double top = static_cast<double>(columns.walls[8 * i + 2]) - static_cast<double>(columns.bed[i]);
    const double stored = columns::stored_depth(depth, static_cast<double>(columns.walls[8 * i + 3]), top);
    water[0] = static_cast<float>(stored);
    water[1] = static_cast<float>(stored - static_cast<double>(water[0]));
  }
}

}  // namespace

Ground make_ground(const ShallowSettings& s, const SceneContext& context, double gravity) {
  if (!(gravity > 0))
    throw Error(Exit::bad_input, context.setting("gravity"), "shallow water without gravity has no pressure",
                "a gravity over 0, here or of the scene");
  ShallowSettings inside = s;
  inside.edges = {};
  Ground out;
  out.columns = columns::make_columns(
      inside, context,
      s.dispersion == ShallowSettings::Dispersion::none ? columns::PartlySolid::cut : columns::PartlySolid::by_middle);
  const grid::IncidentElevation maker(s.waves, context.seed, context.setting("waves/file"));
  const columns::Edge edges[4] = {s.edges.west, s.edges.east, s.edges.north, s.edges.south};
  const char* names[4] = {"-x", "+x", "-z", "+z"};
  double critical = 0;
  std::vector<columns::Edge> taken_by(out.columns.water.size() / 4, columns::Edge::wall);
  for (int k = 0; k < 4; ++k) {
    keep_edge(s, k, edges[k], out.columns, taken_by, context.setting(fmt::format("edges/{}", names[k])));
    if (edges[k] == columns::Edge::discharge)
      critical = std::max(critical, std::cbrt(std::pow(s.edges.most(k), 2) / gravity));
  }
  store_depths(out.columns);
  const glm::vec2 velocity(s.velocity);
  for (std::size_t i = 0; 4 * i < out.columns.water.size(); ++i) {
    const float depth = out.columns.water[4 * i];
    const float discharge[2] = {depth * velocity.x, depth * velocity.y};
    std::memcpy(&out.columns.water[4 * i + 2], discharge, sizeof discharge);
  }
  const double speed = glm::length(s.velocity);
  const glm::dvec2 cell = s.cell();
  const bool channel = s.cells.x == 1 || s.cells.y == 1;
  out.deepest = out.columns.deepest + 1.5 * critical + speed * speed / (2 * gravity) + maker.highest();
  out.least_cell = s.cells.x == 1 ? cell.y : s.cells.y == 1 ? cell.x : std::min(cell.x, cell.y);
  out.first_rate = (speed + std::sqrt(gravity * out.columns.peak)) / out.least_cell;
  out.expected = 2 * std::sqrt(gravity * out.deepest) + speed;
  // Waves with dynamic pressure grow at the sides of columns that are taken out.
  if (s.dispersion != ShallowSettings::Dispersion::none && !out.columns.floor.empty())
    throw Error(Exit::bad_input, context.setting("dispersion"), "water with dispersion contains a nested grid",
                "\"none\" here; the nested grid itself may have dispersion");
  out.fastest = 3 * std::sqrt(gravity * out.deepest) + speed;
  out.courant = channel ? 0.45 : 0.24;
  out.share = channel ? 0.5 : 0.25;
  out.maker = maker;
  out.roughness = roughness_of(s, context, gravity);
  out.side_waves = SideWaves(s, out.columns, maker, gravity);
  return out;
}

ShallowParams kernel_params(const ShallowSettings& s, const Ground& ground, double gravity, const StepInfo& step) {
  using Model = Eddies::Model;
  const grid::IncidentElevation& maker = ground.maker;
  const double end = step.time + step.dt;
  const double frequency = s.dispersive_frequency();
  const double viscosity = s.eddies.model == Model::constant      ? s.eddies.viscosity
                           : s.eddies.model == Model::smagorinsky ? s.eddies.coefficient
                                                                  : 1;
  return {.cell = glm::vec2(s.cell()),
          .gravity = static_cast<float>(gravity),
          .friction = static_cast<float>(s.friction),
          .manning = static_cast<float>(gravity * s.manning * s.manning),
          .fastest = static_cast<float>(ground.fastest),
          .share = static_cast<float>(ground.share),
          .rain = static_cast<float>(s.rain),
          .sink = static_cast<float>(s.evaporation + s.infiltration),
          .wind = glm::vec2(s.wind.stress()),
          .viscosity = static_cast<float>(viscosity),
          .inflow = glm::vec4(s.edges.inflow(step.time, step.time + step.dt)),
          .waves = glm::vec4(maker.elevation(step.time), maker.elevation(end), maker.velocity(step.time),
                             maker.velocity(end)),
          .per_step = static_cast<float>(1 / step.dt),
          .waves_side = s.waves.any() ? static_cast<int>(s.waves.from) : -1,
          .waves_speed = maker.tells_velocity() ? 1 : 0,
          .stage = 0,
          .jump = shallow_smooth_jump * static_cast<float>(std::pow(ground.courant, 3)),
          .waves_square = static_cast<float>(frequency * frequency),
          .layers = static_cast<int>(s.layers),
          .waves_normal = static_cast<float>(std::cos(glm::radians(s.waves.direction))),
          .waves_leave = static_cast<float>(ground.side_waves.leaving())};
}

int shallow_sub_steps(const ShallowSettings& s, const Ground& ground, double dt, const std::string& where) {
  const double steps = std::ceil(ground.expected * dt / (ground.courant * ground.least_cell)) + 1;
  if (!(steps <= most_sub_steps)) {
    const glm::dvec2 cell = s.cell();
    throw Error(
        Exit::bad_input, where,
        fmt::format("a step of {:g} s over columns of {:g} x {:g} m with up to {:g} m of water: {:g} sub-steps, "
                    "at most {}",
                    dt, cell.x, cell.y, ground.deepest, steps, most_sub_steps),
        "a shorter clock.step, larger columns or shallower water");
  }
  return std::max(1, static_cast<int>(steps));
}

}  // namespace undine::shallow
