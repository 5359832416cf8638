#include "passes/pipes/pipes.h"

// Rivers: columns of water on a terrain, joined by virtual pipes.
//   equation   h_t + div q = rain - sinks,  q_t + g A grad(bed + h) = -(friction + g n^2 |q| / A^(7/3)) q
//              + nu times the second difference of q along the pipe (local inertial shallow water: no q q / h term),
//              A is the depth in the pipe
//   scheme     one signed flow per pipe, 8 pipes per column of which 4 are stored; flows and depths alternate in time
//              (symplectic Euler); weights of the isotropic 9-point Laplacian; friction implicit; a share per column
//              keeps depths positive, taken by both ends of a pipe alike; depths with their rounding rest
//   layers     cells of equal height, one over the other: the same pressure, stress nu du/dy between them,
//              implicit, and the ground's under the lowest; nu = kappa u* h / 6
//   spills     |q| <= weir h sqrt(g h) over a bed step, weir = (2/3)^(3/2)
//   stability  omega dt < 2, omega^2 = g h stiffness / area, by sub-steps: the number of declared ones suits the largest
//              depth that initial levels, sources and terrain allow; the GPU executes as many as the present depth
//              needs. Pipes in deeper water use the largest allowed depth
//   sources    [Maes, Fujimoto & Chiba 2006, 2008], [Drastil 2012], [Bates, Horritt & Fewtrell 2010]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/scene/memory.h"
#include "passes/columns/columns_solver.h"
#include "passes/columns/packing.h"
#include "passes/pipes/pipes_pace.h"
#include "passes/pipes/pipes_params.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/pipes/pipes_shapes.h"

namespace undine::pipes {

namespace {

constexpr glm::uvec2 each_threads{64, 4};  // local size of kernels with a thread per column

class PipesSolver : public columns::ColumnsSolver {
 public:
  PipesSolver(graph::State& state, const PipesSettings& settings, const SceneContext& context, columns::Columns columns)
      : ColumnsSolver(state, settings, context, columns),
        s_(settings),
        columns_(std::move(columns)),
        pitch_(columns::pitch_of(s_)),
        where_(context.setting("cells")) {
    hulls_.have_pipes(pipes_weights(s_.cell()));
    edges_.set_solver({.check = [this](const std::vector<OverflowEdge>& edges) { check_corners(edges); }});
    flux_ = state.buffer(name("flux"), {.bytes = 16 * count()});
    if (s_.layers > 1) {
      cells_ = state.buffer(name("cells"), {.bytes = 16 * (s_.layers - 1) * count()});
      bottom_ = state.buffer(name("bottom"), {.bytes = 4 * count()});
    }
    schedule_ = state.buffer(name("schedule"), {.bytes = schedule_bytes(most_sub_steps)});
    if (!columns_.feed.empty()) feed_ = state.buffer(name("feed"), {.bytes = 16 * count()});
    if (s_.layers == 1)  // else cells have flows of their own
      carry_ = [this](graph::Graph& g, const Displacement& d) {
        auto node = g.compute("carry", "pipes/carry.comp");
        columns::tell_columns(node, s_).modify("flux", flux_).read("motion", d.motion);
        node.params(PipesCarryParams{glm::vec2(s_.cell()), d.push_quantum}).over({s_.cells.x, s_.cells.y, 1});
      };
  }

  void start(graph::Graph& g) override {
    auto scope = this->scope(g);
    forget_surface();
    if (!peaks_) {  // hangs on the device, which may be known later than the scene
      const auto owning = own();
      peaks_ = state_->buffer(context_.name + "/peaks", {.bytes = 16 * peaks()});
    }
    g.upload("fill_water", water_, columns_.water);
    g.upload("fill_bed", bed_, columns_.bed);
    if (feed_) g.upload("fill_feed", feed_, columns_.feed);
    std::vector<float> peak(4 * peaks());
    peak[0] = static_cast<float>(columns_.peak);
    g.upload("fill_peaks", peaks_, peak);
    g.clear("clear_flux", flux_);
    g.clear("clear_schedule", schedule_);
    if (cells_) g.clear("clear_cells", cells_);
    if (bottom_) g.clear("clear_bottom", bottom_);
    start_around(g, columns_);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    auto scope = this->scope(g);
    sub_steps_ = pipes_sub_steps(s_, gravity_, columns_.deepest, step.dt, where_);
    begin_step(g, step, columns_);  // 1) gates, hydrographs, level series, hulls
    const PipesParams params = step_params();
    pour(g, step.dt, params);  // 2) the pointer
    schedule(g, step.dt);      // 3) stability condition, on the GPU
    const graph::Buffer held = g.buffer(g.name(name("held")), {.bytes = 4 * count()});
    const graph::Buffer unfed = account_.feeds() ? account_.unfed(g) : graph::Buffer{};
    for (int i = 0; i < sub_steps_; ++i) {
      push(g, i, held, params);            // 4) flows in the pipes, with friction
      settle(g, i, held, unfed, params);   // 5) depths; rain, sources and sinks
      account(g, i, unfed, held, params);  // 6) what the world gives and takes
      for (const OverflowEdge& e : edges_.overflows()) overflow(g, i, e, held, params);  // 7) open edges
    }
    end_step(g, step);
  }

  bool retune(const SolverSettings& settings, const SceneContext& context) override {
    const auto& next = dynamic_cast<const PipesSettings&>(settings);
    columns::gravity_of(next, context);  // or an error, before anything has changed
    const bool fed = !columns::feeds_alike(s_, next);
    if (fed) columns_ = columns::make_columns(next, context);
    s_ = next;
    refeed_ |= fed && feed_;
    retune_around(next, context, columns_, fed);
    return true;
  }

  Ports ports() override {
    Ports out = ColumnsSolver::ports();
    if (s_.layers > 1) out.grid = {};  // their cells have flows of their own
    return out;
  }

  std::vector<Field> fields() override {
    const std::uint64_t pitch = s_.cells.x;
    std::vector<Field> out = fields_of_levels();
    const auto add = [&](const std::string& what, const std::string& help, std::optional<std::uint32_t> layer) {
      out.push_back(field(
          what, {s_.cells.y, s_.cells.x, 2}, "m/s", help,
          [this, pitch, layer](graph::Graph& g) {
            return FieldView{velocity_of(g, flow(g, layer)), 0, 2 * pitch};
          },
          0.0));
    };
    add("velocity", "velocity of the water along x and z, mean over the depth", std::nullopt);
    add("surface_velocity", "velocity of the highest cell of the columns", s_.layers - 1);
    if (s_.layers > 1)
      for (std::uint32_t k = 0; k < s_.layers; ++k)
        add(fmt::format("velocity_{}", k), fmt::format("velocity of cell {} of the columns, 0 at the ground", k), k);
    traces_.add_fields(out);
    return out;
  }

  void stats(graph::Graph& g, std::function<void(const Stats&)> done) override {
    measure(g, schedule_, std::move(done));
  }

  Cost cost() const override {
    const double feed = feed_ ? 16 : 0;
    // push: water 16, bed 4, flux 16 + 16, held 4; settle: flux 16, held 4, water 16 + 16.
    // Each cell but the highest: push 16 + 16; the lowest: stress 16 + 16 + 4, push 4.
    const double layers = s_.layers - 1.0, bottom = cells_ ? 40 : 0;
    return {.cells = std::uint64_t{s_.cells.x} * s_.cells.y,
            .bytes_per_cell = 16 + 16 + 4 + feed + 16 * layers + (cells_ ? 4 : 0),
            .traffic_per_cell = (56 + 52 + feed + 32 * layers + bottom) * std::max(sub_steps_, 1)};
  }

 private:
  GridPort grid_port() override {
    return grid_port_of([this](graph::Graph& g, const Deposit& deposit) { receive(g, deposit); });
  }
  // A column at two edges that overflow would count its outflow at both.
  void check_corners(const std::vector<OverflowEdge>& edges) const {
    const auto reaches = [](const OverflowEdge& b, bool high, std::uint32_t columns) {
      return high ? b.first + b.count == columns : b.first == 0;
    };
    for (const OverflowEdge& x : edges)
      for (const OverflowEdge& z : edges)
        if (x.side < 2 && z.side >= 2 && reaches(x, z.side == 3, s_.cells.y) && reaches(z, x.side == 1, s_.cells.x))
          throw Error(Exit::bad_input, context_.setting("edges"), "two open edges with exchanges meet in a corner",
                      "a \"region\" of the exchange that leaves the corner out, one open edge, or \"shallow\"");
  }
  Kernels kernels() const override { return {.stats = "pipes/stats.comp", .fall = 2 * gravity_}; }
  graph::Buffer flow(graph::Graph& g) override { return flow(g, s_.layers - 1); }
  graph::Buffer mean_flow(graph::Graph& g) override { return flow(g, std::nullopt); }

  // Kernels of a sub-step: the GPU decides whether it is taken.
  template <class Node>
  Node& each(Node& node, int sub_step) {
    return grid(node).indirect(schedule_, schedule_bytes(sub_step) + 12);
  }
  // The same for those whose threads walk strips of rows.
  template <class Node>
  Node& strips(Node& node, int sub_step) {
    return grid(node)
        .shape(shape())
        .constant("packed_row", static_cast<int>(packing().row))
        .indirect(schedule_, schedule_bytes(sub_step));
  }

  graph::Extent plane() const { return {pitch_, s_.cells.y, 1}; }  // with its padding
  graph::Shape shape() const { return state_->shapes().of(step_shapes, plane()); }
  columns::Packing packing() const {
    const graph::Shape s = shape();
    return columns::packing_of({groups_of(pitch_, s.across), groups_of(s_.cells.y, s.rows)}, {s.group_x, s.group_y});
  }
  std::uint64_t peaks() const {  // vec4s
    const glm::uvec3 groups = packing().groups;
    return groups_of(peaks_of(shape(), plane(), std::uint64_t{groups.x} * groups.y), 4);
  }
  static std::uint64_t schedule_bytes(int sub_steps) {
    return 4 * static_cast<std::uint64_t>(pipes_schedule_header + pipes_schedule_stride * sub_steps);
  }

  const char* push_shader() const { return cells_ ? "pipes/push_layers.comp" : "pipes/push.comp"; }

  // The deepest water that there is now decides how many of the declared sub-steps are taken.
  void schedule(graph::Graph& g, double dt) {
    const glm::uvec3 strips = packing().groups;
    auto node = g.compute("schedule", "pipes/schedule.comp");
    node.read("peaks", peaks_).write("schedule", schedule_).groups({1, 1, 1});
    node.params(
        PipesScheduleParams{.dt = static_cast<float>(dt),
                            .omega = static_cast<float>(pipes_omega(s_, gravity_, 1)),
                            .declared = sub_steps_,
                            .peaks = static_cast<int>(peaks()),
                            .strips = strips,
                            .each = {groups_of(s_.cells.x, each_threads.x), groups_of(s_.cells.y, each_threads.y), 1}});
  }

  void push(graph::Graph& g, int sub_step, graph::Buffer held, const PipesParams& params) {
    auto node = g.compute("push", push_shader()).variant("HULLS", bool(hulls_));
    node.constant("windy", s_.wind.speed > 0).constant("mixing", s_.horizontal_viscosity > 0);
    if (hulls_) node.read("hull_head", hulls_.hull_head());
    (cells_ ? each(node, sub_step) : strips(node, sub_step).constant("rough", s_.manning > 0));
    node.read("water", water_).read("bed", bed_).read("schedule", schedule_);
    node.read("flux_now", flux_).modify("flux", flux_).write("held", held).params(params);
    if (!cells_) return;
    node.constant("layers", s_.layers).read("bottom", bottom_).modify("cells", cells_);
    auto stress = g.compute("stress", "pipes/bottom.comp");
    each(stress, sub_step).constant("layers", s_.layers).read("water", water_).read("cells", cells_);
    stress.write("bottom", bottom_).params(params);
  }

  void pour(graph::Graph& g, double dt, const PipesParams& params) {
    const double shallow =
        pipes_deepest_for(static_cast<float>(pipes_omega(s_, gravity_, 1)), static_cast<float>(dt / sub_steps_));
    pointer_.apply(g, {water_, bed_, peaks_, account_.come()}, dt, columns_.highest + columns_.deepest, columns_.lowest,
                   [&](graph::Graph& to, const columns::Press& p) { press(to, p, params, dt, shallow); });
  }

  void settle(graph::Graph& g, int sub_step, graph::Buffer held, graph::Buffer unfed, const PipesParams& params) {
    auto node =
        g.compute("settle", "pipes/settle.comp").variant("FED", bool(feed_)).variant("COUNTED", account_.feeds());
    strips(node, sub_step).read("water_now", water_).modify("water", water_).read("flux", flux_).read("held", held);
    if (feed_) node.read("feed", feed_);
    node.read("schedule", schedule_).modify("peaks", peaks_).params(params);
    if (unfed) node.write("unfed", unfed);
  }

  void account(graph::Graph& g, int sub_step, graph::Buffer unfed, graph::Buffer held, const PipesParams& params) {
    if (account_.feeds())
      account_.count(g, water_, unfed, feed_, schedule_, [&](graph::ComputeNode& node) { each(node, sub_step); });
    if (!account_.edges()) return;
    const columns::BorderParams borders = edges_.borders(context_.name, true);
    if (borders.ranges == 0) return;
    auto node = g.compute("pass", "pipes/border.comp");
    each(node, sub_step).read("flux", flux_).read("held", held).read("schedule", schedule_);
    node.modify("passed", account_.passed()).uniform("pipes", params).uniform("border", borders);
  }

  // Outflow over an edge, into the strips of a coupling.
  void overflow(graph::Graph& g, int sub_step, const OverflowEdge& b, graph::Buffer held, const PipesParams& params) {
    auto node = g.compute("give", "pipes/give.comp");
    each(node, sub_step).read("water", water_).read("bed", bed_).read("flux", flux_).read("held", held);
    node.read("schedule", schedule_).modify("strips", b.strips).uniform("pipes", params).params(edges_.give_params(b));
  }

  void receive(graph::Graph& g, const Deposit& deposits) {
    auto scope = this->scope(g);
    forget_surface();
    auto node = g.compute("receive", "pipes/receive.comp");
    grid(node)
        .modify("water", water_)
        .modify("flux", flux_)
        .accumulate("peaks", peaks_)
        .read("deposits", deposits.cells);
    node.optional("discarded", deposits.discarded, graph::Verb::accumulate);
    const grid::LedgerReceiveParams params = receive_params(deposits, 0);
    node.over({deposits.count.x + 2, deposits.count.y + 2, 1}).params(params);
    traces_.strike(g, deposits, params.momentum);
  }

  void press(graph::Graph& g, const columns::Press& p, const PipesParams& params, double dt, double deepest) {
    auto node = g.compute("press", "pipes/press.comp");
    columns::tell_columns(node, s_).read("water", water_).read("bed", bed_).read("found", p.found);
    node.modify("flux", flux_).over({static_cast<std::uint32_t>(p.count.x), static_cast<std::uint32_t>(p.count.y), 1});
    node.params(PipesPressParams{.count = p.count,
                                 .motion = glm::vec2(p.motion),
                                 .cell = params.cell,
                                 .weight = params.weight,
                                 .radius = static_cast<float>(p.radius),
                                 .head = static_cast<float>(p.head),
                                 .impulse = static_cast<float>(dt) * params.gravity,
                                 .deepest = static_cast<float>(std::min(deepest, 1e30))});
  }

  PipesParams step_params() const {
    const glm::dvec2 cell = s_.cell();
    const glm::dvec3 weights = pipes_weights(cell);
    return {.cell = glm::vec2(cell),
            .gravity = static_cast<float>(gravity_),
            .weight = glm::vec3(weights),
            .friction = static_cast<float>(s_.friction),
            .manning = static_cast<float>(gravity_ * s_.manning * s_.manning),
            .viscosity = static_cast<float>(s_.eddy_viscosity),
            .lag = static_cast<float>(pipes_lag(s_.layers)),
            .weir = static_cast<float>(s_.weir),
            .rain = static_cast<float>(s_.rain),
            .sink = static_cast<float>(s_.evaporation + s_.infiltration),
            .wind = glm::vec2(s_.wind.stress()),
            .mixing = static_cast<float>(s_.horizontal_viscosity)};
  }

  // Discharge of all columns: the mean, or by the velocity of one of their cells.
  graph::Buffer flow(graph::Graph& g, std::optional<std::uint32_t> layer) {
    const bool cell = cells_ && layer;
    graph::Buffer out = g.buffer(g.name(fmt::format("{}/flow_{}", context_.name, cell ? int(*layer) : -1)),
                                 {.bytes = 8 * count(), .texel = graph::Format::rg32_float});
    auto node = g.compute("choose", cell ? "pipes/cell.comp" : "pipes/mean.comp");
    columns::over_columns(grid(node), s_.cells).read("flux", flux_).write("flow", out).params(step_params());
    if (cell) node.constant("layers", s_.layers).constant("layer", *layer).read("cells", cells_);
    return out;
  }

  PipesSettings s_;
  columns::Columns columns_;
  std::uint32_t pitch_;  // columns in a row of the buffers
  std::string where_;
  graph::Buffer flux_;
  graph::Buffer peaks_, schedule_;  // deepest columns of all that settles (peaks_of), and the step chosen from them
  graph::Buffer cells_, bottom_;    // of columns with several cells: flow of all but the highest, speed of the lowest
  int sub_steps_ = 0;
};

}  // namespace

SolverType pipes_solver() {
  return {"pipes", "rivers and floods: columns on a terrain joined by virtual pipes",
          [] { return std::make_unique<PipesSettings>(); }};
}

std::unique_ptr<Solver> PipesSettings::create(graph::State& state, const SceneContext& context) const {
  check_memory(context.setting("cells"), std::uint64_t{cells.x} * cells.y,
               {.buffer = 16, .device = 60 + std::uint64_t{16} * (layers - 1), .host = 60}, "columns");
  return std::make_unique<PipesSolver>(state, *this, context, columns::make_columns(*this, context));
}

}  // namespace undine::pipes
