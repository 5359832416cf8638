#include "passes/wave/wave_current.h"

#include <algorithm>
#include <array>

#include "engine/core/round.h"
#include "passes/wave/wave_params.h"

namespace undine::wave {

void carry_waves(graph::Graph& g, const CarriedWaves& w, const AdvectingFlow& stream, const WaveAccount& account) {
  constexpr glm::uvec2 group(64, 4);
  const std::uint64_t pitch = 4 * std::uint64_t{groups_of(w.cells.x, 4)};
  const std::uint32_t longest = std::max(w.cells.x, w.cells.y);
  const auto most = static_cast<std::uint32_t>(w.most);
  const auto buffer = [&](const char* what, std::uint64_t bytes) {
    return g.buffer(g.name(w.name + what), {.bytes = bytes});
  };
  graph::Buffer schedule = buffer("/carry_schedule", 4 * (wave_carry_header + 3 * std::uint64_t{most}));
  const std::array<graph::Buffer, 2> part{buffer("/carried_a", 8 * pitch * w.cells.y),
                                          buffer("/carried_b", 8 * pitch * w.cells.y)};
  auto pace = g.compute("pace", "wave/carry_pace.comp");
  pace.read("peak", stream.peak).write("schedule", schedule).groups({1, 1, 1});
  pace.params(WaveCarryPaceParams{.dt = static_cast<float>(stream.dt),
                                  .courant = wave_carry_courant,
                                  .most = w.most,
                                  .groups = {groups_of(w.cells.x, group.x), groups_of(w.cells.y, group.y), 1}});
  const auto of_stage = [&](graph::ComputeNode& node, double share) {
    w.prepare(node);
    node.read("faces", stream.faces).read("schedule", schedule);
    node.params(WaveCarryParams{.per = glm::vec2(share / w.cell),
                                .longest = static_cast<int>(longest),
                                .inverse_dt = static_cast<float>(1 / w.dt)});
  };
  for (std::uint32_t k = 0; k < most; ++k) {
    const std::uint64_t arguments = 4 * (wave_carry_header + 3 * std::uint64_t{k});
    auto first = g.compute("carry_a", "wave/carry.comp", {.with = "FIRST"}).variant("VARIED", w.varied);
    of_stage(first, 1.0 / 3);
    first.read("u_now", w.now).read("u_prev", w.before).write("to", part[0]).indirect(schedule, arguments);
    auto middle = g.compute("carry_b", "wave/carry.comp").variant("VARIED", w.varied);
    of_stage(middle, 0.5);
    middle.read("u_now", w.now).read("u_prev", w.before).read("from", part[0]).write("to", part[1]);
    middle.indirect(schedule, arguments);
    if (w.edges) {
      auto border = g.compute("carry_border", "wave/carry_border.comp").variant("VARIED", w.varied);
      of_stage(border, 1);
      account.bind_border(border);
      border.read("from", part[1]).modify("states", w.edges).constant("sub_step", k);
      border.groups({groups_of(longest, 64), 4, 1});
    }
    auto last = g.compute("carry", "wave/carry.comp", {.with = "LAST"}).variant("VARIED", w.varied);
    of_stage(last, 1);
    last.modify("u_now", w.now).modify("u_prev", w.before).modify("rests", w.rests).read("from", part[1]);
    last.indirect(schedule, arguments);
  }
}

}  // namespace undine::wave
