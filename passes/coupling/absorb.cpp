#include "passes/coupling/absorb.h"

#include <algorithm>

#include "engine/core/error.h"
#include "passes/coupling/coupling.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

void absorb_particles(graph::Graph& g, const Absorption& a) {
  // Each workgroup tests many particles, because starting a workgroup costs more than a few tests.
  constexpr std::uint32_t each = 8192, most_groups = 32;
  auto node = g.compute("absorb", "coupling/absorb.comp");
  node.read("position", a.position).modify("velocity", a.velocity).read("control", a.control);
  node.read("surface", a.surface, graph::Sampler::nearest_clamp);
  node.optional("flow", a.flow, graph::Sampler::nearest_clamp);
  node.modify("candidates", a.candidates)
      .modify("deposits", a.deposits)
      .accumulate("totals", a.totals)
      .accumulate("taken", a.taken);
  node.modify("touched", a.touched).accumulate("stamps", a.stamps);
  node.groups({std::clamp((a.params.capacity + each - 1) / each, 1u, most_groups), 1, 1}).params(a.params);
}

namespace {

class Absorb : public Coupling {
 public:
  explicit Absorb(const Setup& setup)
      : port_(setup.from.ports().particles()), box_(setup.settings.box()), gravity_(setup.scene.gravity) {
    const Ports getter = setup.to.ports();
    if (!getter.grid)
      throw Error(Exit::bad_input, setup.where, setup.ends() + ": this solver cannot absorb particles",
                  "\"shallow\", \"pipes\" of one layer, \"wave\" or \"fluid\" as \"to\"");
    grid_ = getter.grid();
    if (!grid_.lacks.empty())
      throw Error(Exit::bad_input, setup.where, fmt::format("{}: {}", setup.ends(), grid_.lacks),
                  fmt::format("an edge of \"{}\" that is \"outflow\"", setup.settings.to));
    find_cells(setup);
    particle_ = particle_quanta(port_.spacing);
    make(setup);
  }

  void start(graph::Graph& g) override {
    g.clear("clear_deposits", deposits_);
    g.clear("clear_touched", touched_);
    g.clear("clear_stamps", stamps_);
    g.clear("clear_candidates", candidates_);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    const SurfaceField field = grid_.surface(g);
    absorb_particles(g, {.position = port_.position,
                         .velocity = port_.velocity,
                         .control = port_.control,
                         .taken = port_.taken,
                         .surface = field.surface,
                         .flow = field.flow,
                         .deposits = deposits_,
                         .totals = totals_,
                         .touched = touched_,
                         .candidates = candidates_,
                         .stamps = stamps_,
                         .params = params(field, step)});
    grid_.receive(g, deposit(step.dt));
  }

  // Particles that the grid has received are its water; what has no effect yet is discarded.
  void rollback(graph::Graph& g, const Stays&) override {
    if (grid_.forget) grid_.forget(g, deposit(0));
  }

  Account account() const override { return {.particle = particle_, .totals = {totals_}, .discarded = discarded_}; }

 private:
  glm::dvec2 corner() const { return glm::dvec2(grid_.origin.x, grid_.origin.z) - 0.5 * grid_.size; }
  glm::dvec2 cell() const { return grid_.size / glm::dvec2(grid_.cells); }

  // Cells under the particles' domain, in the region.
  void find_cells(const Setup& setup) {
    const glm::dvec2 low = glm::max(glm::dvec2(box_.min.x, box_.min.z), glm::dvec2(port_.low.x, port_.low.z)),
                     high = glm::min(glm::dvec2(box_.max.x, box_.max.z), glm::dvec2(port_.high.x, port_.high.z));
    const glm::dvec2 most(grid_.cells), first = glm::clamp(glm::floor((low - corner()) / cell()), glm::dvec2(0), most),
                                        last = glm::clamp(glm::ceil((high - corner()) / cell()), glm::dvec2(0), most);
    if (glm::any(glm::lessThanEqual(last, first)) || glm::any(glm::lessThanEqual(high, low)))
      throw Error(Exit::bad_input, setup.where, setup.ends() + ": the two waters do not overlap in the region",
                  "a region in which the particles' domain and the grid overlap");
    first_ = glm::uvec2(first);
    count_ = glm::uvec2(last - first);
  }

  void make(const Setup& setup) {
    using Keeps = graph::State::Keeps;
    discarded_ = setup.buffer("discarded", sizeof(grid::LedgerDiscarded));
    deposits_ = setup.buffer("deposits", sizeof(grid::LedgerDeposit) * std::uint64_t{count_.x} * count_.y);
    const std::uint64_t ringed = grid::ledger_ringed(count_);
    touched_ = setup.buffer("touched", sizeof(grid::LedgerList) + 4 * ringed, Keeps::list);
    candidates_ = setup.buffer("candidates", 4 * std::uint64_t{port_.capacity}, Keeps::nothing);
    stamps_ = setup.buffer("stamps", 4 * ringed);
    if (grid_.expect) grid_.expect(deposit(0));
    totals_ = setup.buffer("totals", sizeof(CouplingTotals));
  }

  Deposit deposit(double dt) const { return {deposits_, first_, count_, dt, {0, 0}, discarded_, touched_}; }

  AbsorbParams params(const SurfaceField& field, const StepInfo& step) const {
    return {.low = glm::vec3(glm::max(box_.min, glm::dvec3(-1e30))),
            .high = glm::vec3(box_.max),
            .corner = glm::vec2(corner()),
            .cell = glm::vec2(cell()),
            .level = static_cast<float>(field.origin.y),
            .spacing = static_cast<float>(port_.spacing),
            .gravity = static_cast<float>(gravity_),
            .first = glm::ivec2(first_),
            .count = glm::ivec2(count_),
            .particle = grid::ledger_words(particle_),
            .capacity = port_.capacity,
            .grounded = field.dries,
            .stamp = static_cast<std::uint32_t>(step.index % 0xffffffff) + 1,
            .periodic = {field.periodic_x, field.periodic_z}};
  }

  ParticlePort port_;
  GridPort grid_;
  CouplingBox box_;
  glm::uvec2 first_{0}, count_{0};  // cells that may gain
  double gravity_ = 0;              // m/s²
  std::int64_t particle_ = 0;
  graph::Buffer deposits_, touched_, candidates_, stamps_, totals_, discarded_;
};

}  // namespace

std::unique_ptr<Coupling> make_absorb(const Setup& setup) { return std::make_unique<Absorb>(setup); }

}  // namespace undine::coupling
