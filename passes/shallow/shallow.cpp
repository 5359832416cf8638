#include "passes/shallow/shallow.h"

// Rivers, floods and bores: the shallow-water equations.
//   equation   h_t + div q = rain - sinks,
//              q_t + div(q q / h + g h^2 / 2) = -g h grad bed - (friction + g n^2 |q| / h^(7/3)) q + div(nu h grad u) + wind
//   scheme     finite volumes on columns; HLLC fluxes of values with limited slopes (level, depth, velocities) over a
//              hydrostatic reconstruction of the bed's steps (shaders/shallow/face.glsl); Heun's method; friction
//              by an integrating factor, Manning's point-implicit
//   keeps      the volume, to the rounding rest; a lake at rest, to the last bit of its level; depths positive: a column
//              gives each of its sides at most its part
//   stability  Courant number |u| + sqrt(g h) over the cell under 1/4 (1/2 in channels of one row), by sub-steps that the
//              GPU chooses one after the other
//   sources    [Audusse et al. 2004], [Chen & Noelle 2017], [Toro 2001], [Kurganov & Petrova 2007]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/graph/declared.h"
#include "engine/scene/memory.h"
#include "passes/columns/columns.h"
#include "passes/columns/gates.h"
#include "passes/columns/hulls.h"
#include "passes/columns/node.h"
#include "passes/columns/pointer.h"
#include "passes/grid/figures.h"
#include "passes/shallow/shallow_ground.h"
#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

namespace {

constexpr std::uint32_t stats_rows = 16;
constexpr glm::uvec2 threads{64, 4};  // local size of kernels with a thread per column or face

class ShallowSolver : public Solver {
 public:
  ShallowSolver(graph::State& state, const ShallowSettings& settings, const SceneContext& context)
      : s_(settings),
        context_(context),
        gravity_(s_.gravity > 0 ? s_.gravity : context.gravity),
        ground_(make_ground(settings, context, gravity_)),
        where_(context.setting("cells")),
        pointer_(settings, context),
        gates_(state, settings, context, ground_.columns),
        hulls_(state, settings, context),
        traces_(state, context.name, settings.cells, settings.traces) {
    auto name = [&](const char* what) { return fmt::format("{}/{}", context_.name, what); };
    water_ = state.buffer(name("water"), {.bytes = 16 * columns(), .texel = graph::Format::rgba32_uint});
    bed_ = state.buffer(name("bed"), {.bytes = 4 * columns()});
    schedule_ = state.buffer(name("schedule"), {.bytes = schedule_bytes(most_sub_steps)});
    peaks_ = state.buffer(name("peaks"), {.bytes = 4 * peaks(), .texel = graph::Format::r32_float});
    poured_ = state.buffer(name("poured"), {.bytes = 16});
    if (!ground_.columns.feed.empty()) feed_ = state.buffer(name("feed"), {.bytes = 16 * columns()});
  }

  void start(graph::Graph& g) override {
    auto scope = g.scope(g.name(context_.name), true);
    forget_surface();
    g.upload("fill_water", water_, ground_.columns.water);
    g.upload("fill_bed", bed_, ground_.columns.bed);
    if (feed_) g.upload("fill_feed", feed_, ground_.columns.feed);
    std::vector<float> peak(peaks());
    peak[0] = static_cast<float>(ground_.first_rate);
    g.upload("fill_peaks", peaks_, peak);
    g.clear("clear_poured", poured_);
    g.clear("clear_schedule", schedule_);
    traces_.start(g);
    pointer_.forget();
    gates_.start(g, ground_.columns);
    hulls_.forget();
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = g.scope(g.name(context_.name), true);
    forget_surface();
    declared_ = shallow_sub_steps(s_, ground_, step.dt, where_);
    gates_.move(g, bed_, step.time + step.dt);
    hulls_.step(step.dt);
    pointer_.apply(g, {water_, bed_, poured_}, step.dt, ground_.columns.highest + ground_.deepest,
                   ground_.columns.lowest, [&](graph::Graph& to, const columns::Press& p) { press(to, p, step.dt); });
    const ShallowParams params = kernel_params();
    auto plane = [&](const char* what, std::uint64_t count) {
      return g.buffer(g.name(fmt::format("{}/{}", context_.name, what)),
                      {.bytes = 16 * count, .texel = graph::Format::rgba32_float});
    };
    const std::uint64_t across_x = std::uint64_t{s_.cells.x + 1} * s_.cells.y,
                        across_z = std::uint64_t{s_.cells.x + 1} * (s_.cells.y + 1);
    const graph::Buffer now[2] = {plane("faces_x", across_x), plane("faces_z", across_z)},
                        then[2] = {plane("stage_faces_x", across_x), plane("stage_faces_z", across_z)};
    const graph::Buffer stage =
        g.buffer(g.name(context_.name + "/stage"), {.bytes = 16 * columns(), .texel = graph::Format::rgba32_uint});
    for (int i = 0; i < declared_; ++i) {
      pace(g, i, step.dt);
      flux(g, i, water_, now, params);
      auto first = g.compute("stage", "shallow/stage.comp");
      each(first, i).read("water", water_).read("faces_x", now[0]).read("faces_z", now[1]);
      first.read("schedule", schedule_).write("stage", stage).params(params);
      flux(g, i, stage, then, params);
      auto settle = g.compute("settle", "shallow/settle.comp", {.with = variant()});
      each(settle, i).modify("water", water_).read("faces_x", now[0]).read("faces_z", now[1]);
      settle.read("stage_x", then[0]).read("stage_z", then[1]).read("schedule", schedule_);
      outside(settle).write("peaks", peaks_).params(params);
    }
    if (traces_) traces_.step(g, plain_surface(g), gravity_, step.dt);
  }

  SurfaceField surface(graph::Graph& g) override {
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

  std::vector<Field> fields() override {
    const std::vector<std::uint32_t> shape{s_.cells.y, s_.cells.x};
    const std::uint64_t pitch = s_.cells.x, padded = columns::pitch_of(s_);
    const float base = static_cast<float>(s_.origin.y);
    const std::string name = context_.name;
    std::vector<Field> out;
    out.push_back({name + ".height", shape, "m", "elevation of the surface, or of dry ground, world y",
                   [this, pitch, base](graph::Graph& g) {
                     return FieldView{field(g, "height", 0), 0, pitch, 1, base};
                   }});
    out.push_back({name + ".depth", shape, "m", "depth of the water", [this, pitch](graph::Graph& g) {
                     return FieldView{field(g, "depth", 1), 0, pitch};
                   }});
    out.push_back({name + ".bed", shape, "m", "elevation of the ground, world y", [this, padded, base](graph::Graph&) {
                     return FieldView{bed_, 0, padded, 1, base};
                   }});
    const std::vector<std::uint32_t> pairs{s_.cells.y, s_.cells.x, 2};
    out.push_back({name + ".velocity", pairs, "m/s", "velocity of the water along x and z, mean over the depth",
                   [this, pitch](graph::Graph& g) {
                     return FieldView{velocity(g), 0, 2 * pitch};
                   },
                   0.0});
    out.push_back({name + ".discharge", pairs, "m²/s", "discharge along x and z per metre of width",
                   [this, padded](graph::Graph& g) {
                     auto scope = g.scope(g.name(context_.name), true);
                     return FieldView{flow(g), 0, 2 * padded};
                   },
                   0.0});
    traces_.add_fields(out);
    return out;
  }

  void disturb(const Disturbance& d) override { pointer_.take(d); }

  std::optional<Displaceable> displaceable() override {
    const auto displace = [this](graph::Graph& g, const Displacement& d) {
      auto scope = g.scope(g.name(context_.name), true);
      forget_surface();
      hulls_.displace(g, d, water_, bed_, ground_.columns.highest);
    };
    return Displaceable{.area = s_.size.x * s_.size.y, .near_share = 1, .displace = displace};
  }

  // Energy is sum[g h (bed + h / 2) + |q|^2 / 2h] dx dz, per density, over level origin.y: m^5/s^2.
  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    auto scope = g.scope(g.name(context_.name), true);
    const std::uint32_t strips = groups_of(s_.cells.y, stats_rows);
    graph::Buffer sums = g.buffer(g.name(context_.name + "/sums"), {.bytes = std::uint64_t{s_.cells.x} * strips * 16});
    auto node = g.compute("sum", "shallow/stats.comp");
    grid(node).constant("rows", stats_rows).read("water", water_).read("bed", bed_);
    node.write("sums", sums).params(ShallowStatsParams{static_cast<float>(gravity_)}).over({s_.cells.x, strips, 1});
    grid::Figures figures(g, context_.name);
    const std::uint32_t sum = figures.sum(sums, s_.cells.x * strips), schedule = figures.copy(schedule_, 8, 4);
    const double area = s_.cell().x * s_.cell().y;
    figures.receive([done = std::move(done), area, sum, schedule](const grid::Figures::Reader& reader) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      done(Stats{.volume = (reader.value(sum, 0) + reader.value(sum, 1)) * area,
                 .energy = (reader.value(sum, 2) + reader.value(sum, 3)) * area,
                 .max_divergence = none,
                 .residual = none,
                 .sub_steps = static_cast<std::int64_t>(reader.get<float>(schedule))});
    });
  }

  Cost cost() const override {
    const double feed = feed_ ? 16 : 0;
    // Twice: water 16, bed 4, faces 32; stage: water 16, faces 32, stage 16; settle: water 16 + 16, faces 64.
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 16 + 4 + feed + 16 + 64,
            .traffic_per_cell = (2 * 52 + 64 + 96 + feed) * std::max(declared_, 1)};
  }

 private:
  void forget_surface() {
    plain_surface_.forget();
    surface_.forget();
  }

  SurfaceField plain_surface(graph::Graph& g) {
    return plain_surface_.in(g, [&] { return slope(g); });
  }
  SurfaceField slope(graph::Graph& g) {
    const graph::Buffer discharge = flow(g);
    const graph::Extent cells{s_.cells.x, s_.cells.y, 1};
    SurfaceField out;
    out.surface = g.image(g.name(context_.name + "/surface"), {.extent = cells, .format = graph::Format::rgba32_float});
    out.flow = g.image(g.name(context_.name + "/velocity"), {.extent = cells, .format = graph::Format::rgba16_float});
    auto node = g.compute("slope", "columns/surface.comp", {.with = hulls_ ? "HULLS" : ""});
    if (hulls_) node.read("hull_head", hulls_.hull_head());
    grid(node).read("water", water_).read("bed", bed_).read("flow", discharge);
    node.write("surface", out.surface).write("velocity", out.flow);
    node.params(columns::SurfaceParams{.inverse_cell = glm::vec2(1.0 / s_.cell()),
                                       .fall = any_speed,
                                       .rest = static_cast<float>(ground_.columns.highest)});
    out.cells = s_.cells;
    out.size = s_.size;
    out.dries = true;
    out.level = s_.is_lake();
    out.origin = s_.origin + glm::dvec3(0, ground_.columns.highest, 0);
    return out;
  }

  template <class Node>
  Node& grid(Node& node) {
    return columns::tell_columns(node, s_).over({s_.cells.x, s_.cells.y, 1});
  }
  // Kernels of a sub-step: the GPU decides whether it is taken.
  template <class Node>
  Node& each(Node& node, int sub_step) {
    return grid(node).indirect(schedule_, schedule_bytes(sub_step) + 12);
  }
  const char* variant() const { return hulls_ ? feed_ ? "HULLS FED" : "HULLS" : feed_ ? "FED" : ""; }
  template <class Node>
  Node& outside(Node& node) {
    if (feed_) node.read("feed", feed_);
    if (hulls_) node.read("hull_head", hulls_.hull_head());
    return node;
  }

  std::uint64_t columns() const { return std::uint64_t{columns::pitch_of(s_)} * s_.cells.y; }
  glm::uvec3 groups(glm::uvec2 of) const { return {groups_of(of.x, threads.x), groups_of(of.y, threads.y), 1}; }
  std::uint64_t peaks() const { return std::uint64_t{groups(s_.cells).x} * groups(s_.cells).y; }
  static std::uint64_t schedule_bytes(int sub_steps) {
    return 4 * static_cast<std::uint64_t>(shallow_schedule_header + shallow_schedule_stride * sub_steps);
  }

  void pace(graph::Graph& g, int sub_step, double dt) {
    auto node = g.compute("pace", "shallow/pace.comp");
    node.read("peaks", peaks_).modify("schedule", schedule_).modify("poured", poured_).groups({1, 1, 1});
    node.params(ShallowPaceParams{.dt = static_cast<float>(dt),
                                  .courant = static_cast<float>(ground_.courant),
                                  .sub_step = sub_step,
                                  .declared = declared_,
                                  .peaks = static_cast<int>(peaks()),
                                  .per_root = static_cast<float>(2 * std::sqrt(gravity_) / ground_.least_cell),
                                  .faces = groups(s_.cells + 1u),
                                  .columns = groups(s_.cells)});
  }

  void flux(graph::Graph& g, int sub_step, graph::Buffer water, const graph::Buffer (&faces)[2],
            const ShallowParams& params) {
    auto node = g.compute("flux", "shallow/flux.comp", {.with = variant()});
    grid(node).indirect(schedule_, schedule_bytes(sub_step)).constant("eddies", static_cast<int>(s_.eddies.model));
    outside(node).read("water", water).read("bed", bed_).read("schedule", schedule_);
    node.write("faces_x", faces[0]).write("faces_z", faces[1]).params(params);
  }

  void press(graph::Graph& g, const columns::Press& p, double dt) {
    auto node = g.compute("press", "shallow/press.comp");
    columns::tell_columns(node, s_).modify("water", water_).read("found", p.found);
    node.over({static_cast<std::uint32_t>(p.count.x), static_cast<std::uint32_t>(p.count.y), 1});
    node.params(ShallowPressParams{.count = p.count,
                                   .motion = glm::vec2(p.motion),
                                   .cell = glm::vec2(s_.cell()),
                                   .radius = static_cast<float>(p.radius),
                                   .head = static_cast<float>(p.head),
                                   .impulse = static_cast<float>(dt * gravity_)});
  }

  ShallowParams kernel_params() const {
    using Model = Eddies::Model;
    const double viscosity = s_.eddies.model == Model::constant      ? s_.eddies.viscosity
                             : s_.eddies.model == Model::smagorinsky ? s_.eddies.coefficient
                                                                     : 1;
    return {.cell = glm::vec2(s_.cell()),
            .gravity = static_cast<float>(gravity_),
            .friction = static_cast<float>(s_.friction),
            .manning = static_cast<float>(gravity_ * s_.manning * s_.manning),
            .fastest = static_cast<float>(ground_.fastest),
            .share = static_cast<float>(ground_.share),
            .rain = static_cast<float>(s_.rain),
            .sink = static_cast<float>(s_.evaporation + s_.infiltration),
            .wind = glm::vec2(s_.wind.stress()),
            .viscosity = static_cast<float>(viscosity),
            .inflow = glm::vec4(s_.edges.discharge)};
  }

  graph::Buffer flow(graph::Graph& g) {
    graph::Buffer out =
        g.buffer(g.name(context_.name + "/flow"), {.bytes = 8 * columns(), .texel = graph::Format::rg32_float});
    auto node = g.compute("choose", "shallow/flow.comp");
    grid(node).read("water", water_).write("flow", out);
    return out;
  }

  graph::Buffer field(graph::Graph& g, const char* name, std::int32_t what) {
    auto scope = g.scope(g.name(context_.name), true);
    const std::uint64_t count = std::uint64_t{s_.cells.x} * s_.cells.y;
    graph::Buffer out = g.buffer(g.name(fmt::format("{}/{}", context_.name, name)), {.bytes = 4 * count});
    auto node = g.compute(name, "columns/field.comp");
    grid(node).constant("what", what).read("water", water_).read("bed", bed_).write("field", out);
    return out;
  }

  graph::Buffer velocity(graph::Graph& g) {
    auto scope = g.scope(g.name(context_.name), true);
    const graph::Buffer discharge = flow(g);
    const std::uint64_t count = std::uint64_t{s_.cells.x} * s_.cells.y;
    graph::Buffer out = g.buffer(g.name(context_.name + "/velocity field"), {.bytes = 8 * count});
    auto node = g.compute("velocity", "columns/velocity.comp");
    grid(node).read("water", water_).read("flow", discharge).write("field", out);
    node.params(columns::VelocityParams{any_speed});
    return out;
  }

  static constexpr float any_speed = 1e30f;
  ShallowSettings s_;
  SceneContext context_;
  double gravity_;
  Ground ground_;
  std::string where_;
  graph::Buffer water_, bed_, feed_;
  graph::Buffer schedule_, peaks_, poured_;  // the step, the fastest column of every workgroup, what the pointer poured
  columns::Pointer pointer_;
  columns::Gates gates_;
  columns::Hulls hulls_;
  columns::FlowTraces traces_;
  graph::Declared<SurfaceField> plain_surface_, surface_;  // the first without traces, calm and ground
  int declared_ = 0;
};

}  // namespace

SolverType shallow_solver() {
  return {"shallow", "rivers that surge, jump and swirl: shallow-water equations on a terrain",
          [] { return std::make_unique<ShallowSettings>(); }};
}

std::unique_ptr<Solver> ShallowSettings::create(graph::State& state, const SceneContext& context) const {
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y, {.buffer = 17, .device = 120, .host = 60},
               "columns");
  return std::make_unique<ShallowSolver>(state, *this, context);
}

}  // namespace undine::shallow
