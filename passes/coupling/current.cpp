#include "passes/coupling/current.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "passes/coupling/exchange_params.h"

namespace undine::exchange {

Current::Current(const ExchangeSettings& s, const std::string& where, Solver& from, Solver& to, const Place& place)
    : ends_(fmt::format("\"{}\" to \"{}\"", s.from, s.to)) {
  const auto waves = to.carried();
  for (const Field& field : from.fields()) {
    if (!field.name.ends_with(".velocity") || field.shape.size() != 3 || field.shape[2] != 2) continue;
    velocity_ = field.publish;
    cells_ = {field.shape[1], field.shape[0]};
  }
  if (!waves || !velocity_)
    throw Error(
        Exit::bad_input, where + "/current",
        fmt::format("{}: {}", ends_,
                    waves ? "the water that gives has no flow on a grid" : "the water that gets has no waves to carry"),
        "from \"shallow\", \"pipes\" or \"fluid\" to \"wave\"");
  waves_ = *waves;
  const auto flat = [](const glm::dvec3& x) { return glm::dvec2(x.x, x.z); };
  const glm::dvec2 cell = place.size / glm::dvec2(cells_), corner = flat(place.origin) - 0.5 * place.size;
  const glm::dvec2 own = flat(waves_.origin) - 0.5 * waves_.size;
  begin_ = (own - corner) / cell;
  ratio_ = waves_.size / glm::dvec2(waves_.cells) / cell;
  const ExchangeBox box = s.box();
  low_ = glm::max((flat(box.min) - corner) / cell, glm::dvec2(0));
  high_ = glm::min((flat(box.max) - corner) / cell, glm::dvec2(cells_));
  const glm::dvec2 first = glm::max(low_, begin_), last = glm::min(high_, begin_ + ratio_ * glm::dvec2(waves_.cells));
  if (glm::any(glm::lessThanEqual(last, first)))
    throw Error(Exit::bad_input, where, ends_ + ": the flow and the waves do not overlap in the region",
                "a place where one grid lies over the other");
}

void Current::make(graph::State& state, const std::string& name) {
  peak_ = state.buffer(name + "/peak", {.bytes = peak_bytes});
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
  node.params(ExchangeCurrentParams{.begin = glm::vec2(begin_),
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
  largest.params(ExchangeCurrentPeakParams{static_cast<int>(groups.x * groups.y)});
  waves_.carry(g, {faces, peak_, step.dt});
}

Current::Reading Current::read(grid::Figures& figures) const {
  return {figures.copy(peak_, 0, peak_bytes), dt_ > 0 ? waves_.most(dt_) : 0, dt_};
}

void Current::Reading::tell(const grid::Figures::Reader& reader, ExchangeFigures& figures) const {
  if (!at) return;
  const double courant = static_cast<double>(reader.get<float>(*at)) * dt;
  figures.fastest = static_cast<double>(reader.get<float>(*at + 4));
  figures.carried = courant > most && courant > 0 ? most / courant : 1;
}

}  // namespace undine::exchange
