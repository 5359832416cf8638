#include "passes/columns/columns_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "passes/columns/packing.h"

namespace undine::columns {

namespace {

constexpr std::uint32_t stats_rows = 16;  // of a thread of sums, whatever the shape of the other kernels

// True if this water has spray and particles fall into it.
bool sprays_from_falls(const SceneContext& context) {
  if (!context.scene) return false;
  const Scene& scene = *context.scene;
  const auto water = [&](const std::string& name) { return std::ranges::find(scene.water, name, &WaterEntry::name); };
  const auto self = water(context.name);
  return self != scene.water.end() && self->spray.count > 0 &&
         std::ranges::any_of(scene.exchanges, [&](const CouplingSettings& e) {
           const auto from = water(e.from);
           return e.to == context.name && from != scene.water.end() && from->settings->room();
         });
}

}  // namespace

// The grid on the terrain's map, or in the world's meters.
static Survey map_of(const ColumnsSettings& s, const std::optional<Heightmap>& terrain) {
  const glm::dvec2 corner(s.origin.x - 0.5 * s.size.x, -s.origin.z - 0.5 * s.size.y);  // east and north
  if (!terrain || !terrain->survey) return {.south_west = corner, .size = s.size};
  const glm::dvec2 whole = terrain->size + 2.0 * terrain->margin, scale = terrain->survey->size / whole;
  const glm::dvec2 from(terrain->origin.x - 0.5 * whole.x, -terrain->origin.z - 0.5 * whole.y);
  return {.south_west = terrain->survey->south_west + scale * (corner - from),
          .size = scale * s.size,
          .projection = terrain->survey->projection};
}

double gravity_of(const ColumnsSettings& settings, const SceneContext& context) {
  const double gravity = settings.gravity > 0 ? settings.gravity : context.gravity;
  if (!(gravity > 0))
    throw Error(Exit::bad_input, context.setting("gravity"), "columns of water without gravity have no pressure",
                "a gravity over 0, here or of the scene");
  return gravity;
}

ColumnsSolver::ColumnsSolver(graph::State& state, const ColumnsSettings& settings, const SceneContext& context,
                             const Columns& columns)
    : WaterSolver(state, context),
      gravity_(gravity_of(settings, context)),
      pointer_(settings, context),
      gates_(state, settings, context, columns),
      hydrographs_(state, settings, context),
      level_series_(settings, context),
      gauges_(state, settings.gauges, context, {settings.origin, settings.size}, settings.cells),
      hulls_(state, settings, context),
      traces_(state, context.name, settings.cells, settings.traces, sprays_from_falls(context)),
      has_nested_(!columns.floor.empty()),
      account_(state, settings, context),
      edges_(columns_settings_, gravity_),
      columns_settings_(settings),
      walled_(columns.walled),
      highest_(columns.highest),
      maxima_(state, columns_settings_, context.name) {
  water_ = state.buffer(name("water"), {.bytes = 16 * count(), .texel = graph::Format::rgba32_uint});
  bed_ = state.buffer(name("bed"), {.bytes = 4 * count()});
}

void ColumnsSolver::start_around(graph::Graph& g, const Columns& columns) {
  traces_.start(g);
  pointer_.forget();
  gates_.start(g, columns);
  hydrographs_.start(g, columns);
  level_series_.start();
  gauges_.start(g);
  hulls_.forget();
  account_.start(g);
  maxima_.start(g);
}

void ColumnsSolver::retune_around(const ColumnsSettings& settings, const SceneContext& context, const Columns& columns,
                                  bool fed) {
  gravity_ = gravity_of(settings, context);
  context_.gravity = context.gravity;
  columns_settings_ = settings;
  highest_ = columns.highest;
  pointer_.retune(settings);
  if (fed) {
    hydrographs_.retune(settings, columns);
    level_series_.retune(settings);
  }
  traces_.retune(settings.traces);
  forget_surface();
}

void ColumnsSolver::begin_step(graph::Graph& g, const StepInfo& step, const Columns& columns) {
  forget_surface();
  const double end = step.time + step.dt;
  gates_.move(g, bed_, end);
  if (std::exchange(refeed_, false)) g.upload("fill_feed", feed_, columns.feed);
  hydrographs_.set(g, feed_, step);
  level_series_.set(g, feed_, bed_, end);
  hulls_.step(step.dt);
  if (step.time == 0 && maxima_.followed()) maxima_.follow(g, open_water(g), mean_flow(g), 0, kernels().fall);
}

void ColumnsSolver::end_step(graph::Graph& g, const StepInfo& step) {
  if (traces_) traces_.step(g, plain_surface(g), gravity_, step.dt);
  if (maxima_.followed()) maxima_.follow(g, open_water(g), mean_flow(g), step.time + step.dt, kernels().fall);
}

void ColumnsSolver::forget_surface() {
  plain_surface_.forget();
  open_water_.forget();
  WaterSolver::forget_surface();
}

SurfaceField ColumnsSolver::make_surface(graph::Graph& g) {
  SurfaceField out = plain_surface(g);
  hulls_.settle(g, out.surface, out.flow);
  out.calm = hulls_.calm();
  out.past = edges_.past();
  out.ground = gates_.ground();
  traces_.attach(g, out);
  out.touched = traces_.touched();
  return out;
}

SurfaceField ColumnsSolver::plain_surface(graph::Graph& g) {
  return plain_surface_.in(g, [&] { return slope(g); });
}

SurfaceField ColumnsSolver::slope(graph::Graph& g) {
  const ColumnsSettings& s = columns_settings_;
  const graph::Buffer discharge = flow(g), water = open_water(g);
  const graph::Extent cells{s.cells.x, s.cells.y, 1};
  SurfaceField out;
  out.surface = g.image(g.name(name("surface")), {.extent = cells, .format = graph::Format::rgba32_float});
  out.flow = g.image(g.name(name("velocity")), {.extent = cells, .format = graph::Format::rgba16_float});
  auto node = g.compute("slope", "columns/surface.comp").variant("HULLS", bool(hulls_)).variant("WALLED", walled_);
  if (hulls_) node.read("hull_head", hulls_.hull_head());
  tell_columns(over_columns(node, s.cells), s).read("water", water).read("bed", bed_).read("flow", discharge);
  node.write("surface", out.surface).write("velocity", out.flow);
  node.params(SurfaceParams{.inverse_cell = glm::vec2(1.0 / s.cell()),
                            .fall = static_cast<float>(kernels().fall),
                            .rest = static_cast<float>(highest_)});
  out.cells = s.cells;
  out.size = s.size;
  out.dries = true;
  out.level = s.is_lake() && !has_nested_;
  // The surface may refract all that lies under the highest water.
  out.origin = s.origin + glm::dvec3(0, highest_, 0);
  return out;
}

Ports ColumnsSolver::ports() {
  return {.grid = [this] { return grid_port(); },
          .edges = &edges_,
          .disconnect =
              [this] {
                edges_.set_overflows({});
                edges_.set_interfaces({});
              },
          .hulls = [this] { return displaceable(); }};
}

Displaceable ColumnsSolver::displaceable() {
  const auto displace = [this](graph::Graph& g, const Displacement& d) {
    auto scope = this->scope(g);
    forget_surface();
    hulls_.displace(g, d, water_, bed_, highest_, gravity_);
    if (!carry_ || !d.motion) return;
    carry_(g, d);
    g.clear("clear_motion", d.motion);
  };
  const glm::dvec2 size = columns_settings_.size;
  Displaceable out{.area = size.x * size.y, .near_share = 1, .displace = displace};
  out.bed = bed_;
  out.bed_level = columns_settings_.origin.y;
  out.moved = true;
  out.pushed = hulls_.pushed() || carry_;
  return out;
}

GridPort ColumnsSolver::grid_port_of(std::function<void(graph::Graph&, const Deposit&)> receive) {
  const ColumnsSettings& s = columns_settings_;
  const auto now = [this](graph::Graph& g) {
    auto scope = this->scope(g);
    return plain_surface(g);
  };
  return GridPort{.cells = s.cells,
                  .size = s.size,
                  .origin = s.origin,
                  .surface = now,
                  .receive = std::move(receive),
                  .walls = {s.edges.west == Edge::wall, s.edges.east == Edge::wall, s.edges.north == Edge::wall,
                            s.edges.south == Edge::wall},
                  .heads = [this] {
                    return hulls_ ? HullHeads{hulls_.hull_head(), pitch_of(columns_settings_)} : HullHeads{};
                  }};
}

grid::LedgerReceiveParams ColumnsSolver::receive_params(const Deposit& deposit, double fastest) const {
  const glm::dvec2 cell = columns_settings_.cell();
  const double per_area = CouplingFigures::quantum / (cell.x * cell.y);
  return {.first = glm::ivec2(deposit.first),
          .count = glm::ivec2(deposit.count),
          .cell = glm::vec2(cell),
          .meters = grid::two_floats(per_area),
          .momentum = static_cast<float>(per_area),
          .dt = static_cast<float>(deposit.dt),
          .depth = 0,
          .gravity = static_cast<float>(gravity_),
          .fastest = static_cast<float>(fastest),
          .sub_steps = 0,
          .through = deposit.through};
}

std::vector<Field> ColumnsSolver::fields_of_levels() {
  const std::vector<std::uint32_t> shape{columns_settings_.cells.y, columns_settings_.cells.x};
  const std::uint64_t pitch = columns_settings_.cells.x, padded = pitch_of(columns_settings_);
  const float base = static_cast<float>(columns_settings_.origin.y);
  std::vector<Field> out;
  out.push_back({context_.name + ".height", shape, "m", "elevation of the surface, or of dry ground, world y",
                 [this, pitch, base](graph::Graph& g) {
                   return FieldView{level(g, open_water(g), "height", 0), 0, pitch, 1, base};
                 }});
  out.push_back({context_.name + ".depth", shape, "m",
                 "depth of the water; in a column that a solid mesh cuts, its volume over the area of the column",
                 [this, pitch](graph::Graph& g) {
                   return FieldView{level(g, water_, "depth", 1), 0, pitch};
                 }});
  out.push_back(
      {context_.name + ".bed", shape, "m", "elevation of the ground, world y", [this, padded, base](graph::Graph&) {
         return FieldView{bed_, 0, padded, 1, base};
       }});
  maxima_.add_fields(out);
  for (Field& field : out) field.map = map_of(columns_settings_, context_.terrain);
  return out;
}

graph::Buffer ColumnsSolver::level(graph::Graph& g, graph::Buffer water, const char* what, std::int32_t which) {
  auto scope = this->scope(g);
  const std::uint64_t cells = std::uint64_t{columns_settings_.cells.x} * columns_settings_.cells.y;
  graph::Buffer out = g.buffer(g.name(name(what)), {.bytes = 4 * cells});
  auto node = g.compute(what, "columns/field.comp");
  grid(node).constant("what", which).read("water", water).read("bed", bed_).write("field", out);
  return out;
}

graph::Buffer ColumnsSolver::velocity_of(graph::Graph& g, graph::Buffer discharge) {
  const std::uint64_t cells = std::uint64_t{columns_settings_.cells.x} * columns_settings_.cells.y;
  graph::Buffer out = g.buffer(g.name(name("velocity field")), {.bytes = 8 * cells});
  const graph::Buffer water = open_water(g);
  auto node = g.compute("velocity", "columns/velocity.comp");
  grid(node).read("water", water).read("flow", discharge).write("field", out);
  node.params(VelocityParams{static_cast<float>(kernels().fall)});
  return out;
}

void ColumnsSolver::measure(graph::Graph& g, graph::Buffer schedule, std::function<void(const Stats&)> done) {
  auto scope = this->scope(g);
  const glm::uvec2 cells = columns_settings_.cells;
  const std::uint32_t strips = groups_of(cells.y, stats_rows);
  graph::Buffer sums = g.buffer(g.name(name("sums")), {.bytes = std::uint64_t{cells.x} * strips * 16});
  auto node = g.compute("sum", kernels().stats);
  grid(node).constant("rows", stats_rows).read("water", water_).read("bed", bed_);
  tell_stats(node);
  node.write("sums", sums).params(StatsParams{static_cast<float>(gravity_)}).over({cells.x, strips, 1});
  const bool counts = account_.counts();
  grid::Figures figures(g, context_.name,
                        gauges_.figures() + (counts ? ColumnsAccount::figures_bytes + edges_.residual_bytes() : 0));
  const std::uint32_t sum = figures.sum(sums, cells.x * strips), taken = figures.copy(schedule, 8, 4);
  const grid::GaugeReadings readings =
      gauges_.read(g, figures, [&](grid::Gauge::Measures what) { return gauged(g, what); });
  const ColumnsAccount::Readings budget = account_.read(g, figures);
  const std::vector<std::uint32_t> residuals =
      counts ? edges_.residuals(g, figures, context_.name) : std::vector<std::uint32_t>{};
  const bool closed = edges_.closed();
  const double area = columns_settings_.cell().x * columns_settings_.cell().y;
  figures.receive([done = std::move(done), area, sum, taken, readings, budget, residuals,
                   closed](const grid::Figures::Reader& reader) {
    Stats out{.volume = (reader.value(sum, 0) + reader.value(sum, 1)) * area,
              .energy = (reader.value(sum, 2) + reader.value(sum, 3)) * area,
              .sub_steps = static_cast<std::int64_t>(reader.get<float>(taken)),
              .energy_unit = "m⁵/s²"};
    out.budget = closed ? Budget{} : budget.tell(reader);
    for (const std::uint32_t at : residuals) {
      const double left = reader.value(at, 0) * CouplingFigures::quantum;
      (left > 0 ? out.budget->edges_out : out.budget->edges_in) += std::abs(left);
    }
    readings.tell(reader, out);
    done(out);
  });
}

// The field that gauges of a kind are read from.
grid::Gauged ColumnsSolver::gauged(graph::Graph& g, grid::Gauge::Measures what) {
  using Measures = grid::Gauge::Measures;
  const std::uint64_t pitch = columns_settings_.cells.x;
  const auto base = static_cast<float>(columns_settings_.origin.y);
  if (what == Measures::level) return {{level(g, open_water(g), "height", 0), 0, pitch, 1, base}};
  if (what == Measures::depth) return {{level(g, open_water(g), "depth", 1), 0, pitch}};
  if (what == Measures::velocity) return {{velocity_of(g, mean_flow(g)), 0, 2 * pitch}};
  return {{mean_flow(g), 0, 2 * std::uint64_t{pitch_of(columns_settings_)}}};
}

}  // namespace undine::columns
