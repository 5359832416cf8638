#include "passes/columns/flow_traces.h"

#include <algorithm>

#include "passes/columns/packing.h"

namespace undine::columns {

namespace {

constexpr double creep_meters = 0.12;  // how far water creeps into dry ground

}  // namespace

void FoamSettings::describe(settings::Visitor& v) {
  v.value("amount", amount, {.help = "factor on the foam that breaking water makes; 0: none", .min = 0, .max = 100});
  v.value("life", life,
          {.help = "time in which foam on calm water falls to 37 %",
           .unit = "s",
           .min = 0,
           .max = 1e4,
           .above_min = true,
           .live = true});
}

void SedimentSettings::describe(settings::Visitor& v) {
  v.value(
      "extinction", extinction,
      {.help = "extinction by mud in the water; 0: clear water", .unit = "1/m", .min = 0, .max = 1000, .live = true});
  v.value("color", color, {.help = "linear albedo of the mud", .min = 0, .max = 1, .live = true});
}

void FlowTracesSettings::describe(settings::Visitor& v) {
  v.object("foam", foam, {.help = "foam, created where the flow breaks and advected by it"});
  v.object("sediment", sediment, {.help = "suspended sediment, which tints the water"});
  v.value("drying", drying,
          {.help = "time in which wet ground dries; 0: wetness is not simulated", .unit = "s", .min = 0, .max = 1e6});
}

FlowTraces::FlowTraces(graph::State& state, std::string owner, glm::uvec2 cells, const FlowTracesSettings& settings,
                       bool tells)
    : owner_(std::move(owner)), cells_(cells), settings_(settings) {
  if (tells) touched_ = state.buffer(owner_ + "/touched", {.bytes = std::uint64_t{8} * cells.x * cells.y});
  if (!settings.any()) return;
  const std::uint64_t bytes = std::uint64_t{12} * cells.x * cells.y;
  traces_ = graph::History(state, owner_ + "/traces", {.bytes = bytes, .texel = graph::Format::r32_float}, 2);
}

template <class Node>
Node& FlowTraces::grid(Node& node) const {
  return node.constant("nx", cells_.x).constant("nz", cells_.y).over({cells_.x, cells_.y, 1});
}

void FlowTraces::start(graph::Graph& g) {
  if (*this) g.clear("clear_traces", traces_[0]);
  if (touched_) g.clear("clear_touched", touched_);
}

void FlowTraces::step(graph::Graph& g, const SurfaceField& surface, double gravity, double dt) {
  if (!*this) return;
  const glm::dvec2 per_meter = glm::dvec2(cells_) / surface.size;
  auto node = g.compute("carry_foam", "columns/flow_traces.comp");
  over_columns(grid(node), cells_).constant("wraps_x", surface.periodic_x).constant("wraps_z", surface.periodic_z);
  node.read("surface", surface.surface, graph::Sampler::nearest_clamp);
  node.read("flow", surface.flow, graph::Sampler::nearest_clamp);
  node.read("now", traces_[0]).write("next", traces_[+1]);
  node.params(FlowTracesParams{
      .per_meter = glm::vec2(per_meter),
      .dt = static_cast<float>(dt),
      .gravity = static_cast<float>(std::max(gravity, 1e-6)),
      .amount = static_cast<float>(settings_.foam.amount),
      .decay = static_cast<float>(1 / settings_.foam.life),
      .drying = static_cast<float>(settings_.drying > 0 ? 1 / settings_.drying : 1e6),
      .creep = static_cast<float>(1 / (creep_meters * std::max(per_meter.x, per_meter.y))),
  });
  traces_.step();
}

void FlowTraces::strike(graph::Graph& g, const Deposit& deposits, double meters) {
  const bool foams = *this && settings_.foam.amount > 0;
  if (!foams && !touched_) return;
  auto node = g.compute("strike", "columns/strike.comp");
  grid(node).optional("traces", foams ? traces_[0] : graph::Buffer{}, graph::Verb::modify);
  node.optional("touched", touched_, graph::Verb::modify);
  node.read("deposits", deposits.cells).over({deposits.count.x, deposits.count.y, 1});
  node.params(FlowStrikeParams{.first = glm::ivec2(deposits.first),
                               .count = glm::ivec2(deposits.count),
                               .meters = static_cast<float>(meters),
                               .amount = static_cast<float>(settings_.foam.amount)});
}

void FlowTraces::attach(graph::Graph& g, SurfaceField& surface) {
  surface.sediment = glm::dvec4(settings_.sediment.color, settings_.sediment.extinction);
  if (!*this) return;
  surface.traces =
      g.image(g.name(owner_ + "/traces"), {.extent = {cells_.x, cells_.y, 1}, .format = graph::Format::rgba16_float});
  auto node = g.compute("show_traces", "columns/flow_traces_image.comp");
  grid(node).read("now", traces_[0]).write("traces", surface.traces);
}

void FlowTraces::add_fields(std::vector<Field>& fields) {
  if (!*this) return;
  const std::vector<std::uint32_t> shape{cells_.y, cells_.x};
  const std::uint64_t plane = std::uint64_t{cells_.x} * cells_.y, pitch = cells_.x;
  fields.push_back(
      {owner_ + ".foam", shape, "1", "share of the surface that foam covers", [this, pitch](graph::Graph&) {
         return FieldView{traces_[0], 0, pitch};
       }});
  fields.push_back({owner_ + ".wetness", shape, "1", "1 under water, falls to 0 as ground that it left dries",
                    [this, plane, pitch](graph::Graph&) {
                      return FieldView{traces_[0], plane, pitch};
                    }});
  fields.push_back({owner_ + ".wet_up_to", shape, "m", "height over the water's origin up to which ground is wet there",
                    [this, plane, pitch](graph::Graph&) {
                      return FieldView{traces_[0], 2 * plane, pitch};
                    }});
}

}  // namespace undine::columns
