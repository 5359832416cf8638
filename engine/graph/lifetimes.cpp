// Culls nodes without effect, and checks that their inputs have been written.
#include <fmt/format.h>

#include <algorithm>

#include "engine/graph/draft.h"

namespace undine::graph {

void check_order(const Draft& draft) {
  std::vector<bool> written(draft.resources.size());
  for (std::size_t i = 0; i < written.size(); ++i) written[i] = draft.resources[i].persistent();
  for (const DraftNode& node : draft.nodes) {
    for (const Touch& touch : node.touches) {
      if (touch.reads && !written[touch.resource]) {
        Described found = describe(draft.graph, draft.resources[touch.resource]);
        reject(draft.graph, draft.graph.nodes()[node.planned.node], node.shader, touch.binding,
               fmt::format("{} {} is read before anything wrote it this frame",
                           found.external() ? "external image" : "transient", found.name),
               "write, clear or upload it first, or keep it in State if it lives longer than a frame");
      }
    }
    for (const Touch& touch : node.touches) {
      if (touch.writes) written[touch.resource] = true;
    }
  }
}

std::vector<std::uint32_t> cull(Draft& draft) {
  const Graph& graph = draft.graph;
  std::vector<bool> needed(draft.resources.size());
  std::vector<bool> outlives(draft.resources.size());
  for (std::size_t i = 0; i < outlives.size(); ++i) {
    outlives[i] = draft.resources[i].persistent() || describe(graph, draft.resources[i]).external();
  }
  std::vector<std::uint32_t> culled;
  std::vector<bool> alive(draft.nodes.size());
  for (std::size_t i = draft.nodes.size(); i-- > 0;) {
    const DraftNode& node = draft.nodes[i];
    NodeKind kind = graph.nodes()[node.planned.node].kind;
    alive[i] = kind == NodeKind::readback || kind == NodeKind::present;
    for (const Touch& t : node.touches)
      alive[i] = alive[i] || (t.writes && (outlives[t.resource] || needed[t.resource]));
    if (!alive[i]) {
      culled.push_back(node.planned.node);
      continue;
    }
    for (const Touch& t : node.touches) needed[t.resource] = t.reads || (needed[t.resource] && !t.fresh());
  }
  std::reverse(culled.begin(), culled.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < draft.nodes.size(); ++i) {
    if (!alive[i]) continue;
    if (kept != i) draft.nodes[kept] = std::move(draft.nodes[i]);
    ++kept;
  }
  draft.nodes.resize(kept);
  return culled;
}

}  // namespace undine::graph
