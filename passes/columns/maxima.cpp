#include "passes/columns/maxima.h"

#include <fmt/format.h>

#include "passes/columns/node.h"
#include "passes/columns/packing.h"

namespace undine::columns {

namespace {

constexpr std::string_view what[3] = {"max_depth", "max_speed", "arrival"};

}  // namespace

void Maxima::make() {
  if (followed()) return;
  const graph::State::Owning own(*state_, owner_);
  for (int k = 0; k < 3; ++k)
    planes_[k] = state_->buffer(fmt::format("{}/{}", name_, what[k]),
                                {.bytes = 4 * std::uint64_t{pitch_of(s_)} * s_.cells.y}, graph::State::Keeps::count);
}

void Maxima::start(graph::Graph& g) {
  if (!followed()) return;
  for (int k = 0; k < 3; ++k) g.clear(g.name(fmt::format("clear_{}", what[k])), planes_[k]);
}

void Maxima::follow(graph::Graph& g, graph::Buffer water, graph::Buffer flow, double time, double fall) {
  auto node = g.compute("maxima", "columns/maxima.comp");
  tell_columns(over_columns(node, s_.cells), s_).read("water", water).read("flow", flow);
  node.modify("max_depth", planes_[0]).modify("max_speed", planes_[1]).modify("arrival", planes_[2]);
  node.params(MaximaParams{static_cast<float>(time), static_cast<float>(fall)});
}

void Maxima::add_fields(std::vector<Field>& out) {
  constexpr std::string_view unit[3] = {"m", "m/s", "s"};
  constexpr std::string_view help[3] = {
      "largest depth so far", "largest speed so far where water was over 1 cm deep",
      "time at which water of over 1 cm came, at the end of a clock step; -1: not yet"};
  for (int k = 0; k < 3; ++k)
    out.push_back({fmt::format("{}.{}", name_, what[k]),
                   {s_.cells.y, s_.cells.x},
                   std::string(unit[k]),
                   std::string(help[k]),
                   [this, k](graph::Graph&) {
                     make();
                     return FieldView{planes_[k], 0, pitch_of(s_), 1, k == 2 ? -1.0f : 0.0f};
                   },
                   {},
                   false,
                   {},
                   [this] { make(); }});
}

}  // namespace undine::columns
