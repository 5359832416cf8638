// A flow advects the waves of another grid: its velocity, interpolated between the four nearest of its cells, on the
// faces of the waves' grid. The waves apply it as fluxes through these faces [passes/wave/wave_current.h]. It ends
// where the flow's grid or the region does. No water is transferred.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "passes/coupling/coupling.h"

namespace undine::coupling {

namespace {

class Current : public Coupling {
 public:
  explicit Current(const Setup& setup);
  void start(graph::Graph& g) override { g.clear("clear_peak", peak_); }
  void step(graph::Graph& g, const StepInfo& step) override;
  void rollback(graph::Graph&, const Stays&) override {}
  Account account() const override { return {.peak = peak_, .most = dt_ > 0 ? waves_.most(dt_) : 0, .dt = dt_}; }

 private:
  std::string ends_;
  WavePort waves_;
  std::function<FieldView(graph::Graph&)> velocity_;
  glm::uvec2 cells_{0};             // of the flow
  glm::dvec2 begin_{0}, ratio_{1};  // corner of the waves' grid, and size of one of its cells, in cells of the flow
  glm::dvec2 low_{0}, high_{0};     // the region, in cells of the flow
  graph::Buffer peak_;              // two floats: 1/s and m/s
  double dt_ = 0;                   // of the last clock step
};

Current::Current(const Setup& setup) : ends_(setup.ends()) {
  const Ports getter = setup.to.ports();
  if (getter.waves) waves_ = getter.waves();
  for (const Field& field : setup.from.fields()) {
    if (!field.name.ends_with(".velocity") || field.shape.size() != 3 || field.shape[2] != 2) continue;
    velocity_ = field.publish;
    cells_ = {field.shape[1], field.shape[0]};
  }
  if (!getter.waves || !velocity_)
    throw Error(Exit::bad_input, setup.where + "/current",
                fmt::format("{}: {}", ends_,
                            getter.waves ? "\"from\" has no velocities on a grid" : "\"to\" is not of solver \"wave\""),
                "from \"shallow\", \"pipes\" or \"fluid\" to \"wave\"");
  const auto at = std::ranges::find(setup.scene.water, setup.settings.from, &WaterEntry::name);
  const Place place = at->settings->place().value_or(Place{});
  const auto flat = [](const glm::dvec3& x) { return glm::dvec2(x.x, x.z); };
  const glm::dvec2 cell = place.size / glm::dvec2(cells_), corner = flat(place.origin) - 0.5 * place.size;
  const glm::dvec2 own = flat(waves_.origin) - 0.5 * waves_.size;
  begin_ = (own - corner) / cell;
  ratio_ = waves_.size / glm::dvec2(waves_.cells) / cell;
  const CouplingBox box = setup.settings.box();
  low_ = glm::max((flat(box.min) - corner) / cell, glm::dvec2(0));
  high_ = glm::min((flat(box.max) - corner) / cell, glm::dvec2(cells_));
  const glm::dvec2 first = glm::max(low_, begin_), last = glm::min(high_, begin_ + ratio_ * glm::dvec2(waves_.cells));
  if (glm::any(glm::lessThanEqual(last, first)))
    throw Error(Exit::bad_input, setup.where, ends_ + ": the flow and the waves do not overlap in the region",
                "a place where one grid lies over the other");
  peak_ = setup.buffer("peak", 8);
}

void Current::step(graph::Graph& g, const StepInfo& step) {
  dt_ = step.dt;
  const glm::uvec2 places = waves_.cells + 1u;
  graph::Buffer faces = g.buffer(g.name(ends_ + " faces"), {.bytes = std::uint64_t{8} * places.x * places.y});
  const FieldView velocity = velocity_(g);
  const glm::uvec2 groups(groups_of(places.x, 64), groups_of(places.y, 4));
  graph::Buffer peaks = g.buffer(g.name(ends_ + " peaks"), {.bytes = std::uint64_t{8} * groups.x * groups.y});
  auto node = g.compute("faces", "coupling/current.comp");
  node.read("velocity", velocity.buffer).write("faces", faces).write("peaks", peaks);
  node.groups({groups.x, groups.y, 1});
  constexpr double slack = 1e-6;
  node.params(CurrentParams{.begin = glm::vec2(begin_),
                            .ratio = glm::vec2(ratio_),
                            .low = glm::vec2(low_ - slack),
                            .high = glm::vec2(high_ + slack),
                            .inverse_cell = glm::vec2(glm::dvec2(waves_.cells) / waves_.size),
                            .places = glm::ivec2(places),
                            .cells = glm::ivec2(cells_),
                            .offset = static_cast<int>(velocity.offset),
                            .pitch = static_cast<int>(velocity.pitch)});
  auto largest = g.compute("peak", "coupling/current_peak.comp");
  largest.read("peaks", peaks).write("peak", peak_).groups({1, 1, 1});
  largest.params(CurrentPeakParams{static_cast<int>(groups.x * groups.y)});
  waves_.carry(g, {faces, peak_, step.dt});
}

}  // namespace

std::unique_ptr<Coupling> make_current(const Setup& setup) { return std::make_unique<Current>(setup); }

}  // namespace undine::coupling
