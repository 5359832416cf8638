#include "engine/graph/print/traffic.h"

#include <algorithm>

#include "engine/graph/print/listing.h"
#include "engine/graph/walk.h"

namespace undine::graph {

// Largest traffic of a resource: transfers may move a part.
static std::uint64_t most(const Node& node) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  if (node.kind == NodeKind::upload) return node.payload.size;
  return node.kind == NodeKind::copy && node.bytes > 0 ? node.bytes : all;
}

std::vector<NodeTraffic> traffic(const Plan& plan, const Graph& graph) {
  std::vector<Resource> resources;
  resolve(plan, graph, resources);
  std::vector<NodeTraffic> out;
  for (const PlannedNode& planned : plan.nodes) {
    const Node& node = graph.nodes()[planned.node];
    if (node.kind == NodeKind::present || node.kind == NodeKind::readback) continue;
    const std::string path = graph.path(node);
    auto at = std::ranges::find(out, path, &NodeTraffic::path);
    if (at == out.end()) at = out.insert(at, {.path = path});
    ++at->nodes;
    for (const ListedUse& use : listed_uses(graph, planned)) {
      const std::uint64_t bytes = std::min(describe(graph, resources[use.resource]).bytes(), most(node));
      const bool rest = node.kind == NodeKind::upload || node.kind == NodeKind::copy;  // of a target: stays
      if (use.reads && !(use.writes && rest)) at->read += bytes;
      if (use.writes) at->written += bytes;
    }
  }
  return out;
}

}  // namespace undine::graph
