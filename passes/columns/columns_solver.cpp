#include "passes/columns/columns_solver.h"

#include <limits>

#include "passes/grid/figures.h"

namespace undine::columns {

namespace {

constexpr std::uint32_t stats_rows = 16;  // of a thread of sums, whatever the shape of the other kernels

}  // namespace

ColumnsSolver::ColumnsSolver(graph::State& state, const ColumnsSettings& settings, const SceneContext& context,
                             const Columns& columns)
    : context_(context),
      gravity_(settings.gravity > 0 ? settings.gravity : context.gravity),
      pointer_(settings, context),
      gates_(state, settings, context, columns),
      hulls_(state, settings, context),
      traces_(state, context.name, settings.cells, settings.traces),
      columns_settings_(settings),
      highest_(columns.highest) {
  water_ = state.buffer(name("water"), {.bytes = 16 * count(), .texel = graph::Format::rgba32_uint});
  bed_ = state.buffer(name("bed"), {.bytes = 4 * count()});
}

void ColumnsSolver::start_around(graph::Graph& g, const Columns& columns) {
  traces_.start(g);
  pointer_.forget();
  gates_.start(g, columns);
  hulls_.forget();
}

void ColumnsSolver::forget_surface() {
  plain_surface_.forget();
  surface_.forget();
}

SurfaceField ColumnsSolver::surface(graph::Graph& g) {
  return surface_.in(g, [&] {
    auto scope = g.scope(g.name(context_.name), true);
    SurfaceField out = plain_surface(g);
    hulls_.settle(g, out.surface);
    out.calm = hulls_.calm();
    out.ground = gates_.ground();
    traces_.attach(g, out);
    return out;
  });
}

SurfaceField ColumnsSolver::plain_surface(graph::Graph& g) {
  return plain_surface_.in(g, [&] { return slope(g); });
}

SurfaceField ColumnsSolver::slope(graph::Graph& g) {
  const ColumnsSettings& s = columns_settings_;
  const graph::Buffer discharge = flow(g);
  const graph::Extent cells{s.cells.x, s.cells.y, 1};
  SurfaceField out;
  out.surface = g.image(g.name(name("surface")), {.extent = cells, .format = graph::Format::rgba32_float});
  out.flow = g.image(g.name(name("velocity")), {.extent = cells, .format = graph::Format::rgba16_float});
  auto node = g.compute("slope", "columns/surface.comp", {.with = hulls_ ? "HULLS" : ""});
  if (hulls_) node.read("hull_head", hulls_.hull_head());
  grid(node).read("water", water_).read("bed", bed_).read("flow", discharge);
  node.write("surface", out.surface).write("velocity", out.flow);
  node.params(SurfaceParams{.inverse_cell = glm::vec2(1.0 / s.cell()),
                            .fall = static_cast<float>(kernels().fall),
                            .rest = static_cast<float>(highest_)});
  out.cells = s.cells;
  out.size = s.size;
  out.dries = true;
  out.level = s.is_lake();
  // What lies under the highest water is what its surface may refract.
  out.origin = s.origin + glm::dvec3(0, highest_, 0);
  return out;
}

std::optional<Displaceable> ColumnsSolver::displaceable() {
  const auto displace = [this](graph::Graph& g, const Displacement& d) {
    auto scope = g.scope(g.name(context_.name), true);
    forget_surface();
    hulls_.displace(g, d, water_, bed_, highest_);
  };
  const glm::dvec2 size = columns_settings_.size;
  return Displaceable{.area = size.x * size.y, .near_share = 1, .displace = displace};
}

std::vector<Field> ColumnsSolver::fields_of_levels() {
  const std::vector<std::uint32_t> shape{columns_settings_.cells.y, columns_settings_.cells.x};
  const std::uint64_t pitch = columns_settings_.cells.x, padded = pitch_of(columns_settings_);
  const float base = static_cast<float>(columns_settings_.origin.y);
  std::vector<Field> out;
  out.push_back({context_.name + ".height", shape, "m", "elevation of the surface, or of dry ground, world y",
                 [this, pitch, base](graph::Graph& g) {
                   return FieldView{level(g, "height", 0), 0, pitch, 1, base};
                 }});
  out.push_back({context_.name + ".depth", shape, "m", "depth of the water", [this, pitch](graph::Graph& g) {
                   return FieldView{level(g, "depth", 1), 0, pitch};
                 }});
  out.push_back(
      {context_.name + ".bed", shape, "m", "elevation of the ground, world y", [this, padded, base](graph::Graph&) {
         return FieldView{bed_, 0, padded, 1, base};
       }});
  return out;
}

graph::Buffer ColumnsSolver::level(graph::Graph& g, const char* what, std::int32_t which) {
  auto scope = g.scope(g.name(context_.name), true);
  const std::uint64_t cells = std::uint64_t{columns_settings_.cells.x} * columns_settings_.cells.y;
  graph::Buffer out = g.buffer(g.name(name(what)), {.bytes = 4 * cells});
  auto node = g.compute(what, "columns/field.comp");
  grid(node).constant("what", which).read("water", water_).read("bed", bed_).write("field", out);
  return out;
}

graph::Buffer ColumnsSolver::velocity_of(graph::Graph& g, graph::Buffer discharge) {
  const std::uint64_t cells = std::uint64_t{columns_settings_.cells.x} * columns_settings_.cells.y;
  graph::Buffer out = g.buffer(g.name(name("velocity field")), {.bytes = 8 * cells});
  auto node = g.compute("velocity", "columns/velocity.comp");
  grid(node).read("water", water_).read("flow", discharge).write("field", out);
  node.params(VelocityParams{static_cast<float>(kernels().fall)});
  return out;
}

void ColumnsSolver::measure(graph::Graph& g, graph::Buffer schedule, std::function<void(const Stats&)> done) {
  auto scope = g.scope(g.name(context_.name), true);
  const glm::uvec2 cells = columns_settings_.cells;
  const std::uint32_t strips = groups_of(cells.y, stats_rows);
  graph::Buffer sums = g.buffer(g.name(name("sums")), {.bytes = std::uint64_t{cells.x} * strips * 16});
  auto node = g.compute("sum", kernels().stats);
  grid(node).constant("rows", stats_rows).read("water", water_).read("bed", bed_);
  node.write("sums", sums).params(StatsParams{static_cast<float>(gravity_)}).over({cells.x, strips, 1});
  grid::Figures figures(g, context_.name);
  const std::uint32_t sum = figures.sum(sums, cells.x * strips), taken = figures.copy(schedule, 8, 4);
  const double area = columns_settings_.cell().x * columns_settings_.cell().y;
  figures.receive([done = std::move(done), area, sum, taken](const grid::Figures::Reader& reader) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    done(Stats{.volume = (reader.value(sum, 0) + reader.value(sum, 1)) * area,
               .energy = (reader.value(sum, 2) + reader.value(sum, 3)) * area,
               .max_divergence = none,
               .residual = none,
               .sub_steps = static_cast<std::int64_t>(reader.get<float>(taken))});
  });
}

}  // namespace undine::columns
