// Estimates the memory traffic of a plan's nodes from their declarations.
#pragma once  // public
#include <cstdint>
#include <string>
#include <vector>

#include "engine/graph/plan.h"

namespace undine::graph {

// Nodes of one path. Bytes: each resource once whole, read or written or both as the node declares it. More than that
// is moved where caches do not hold what neighbors share; less, where a node works on a part of a resource, or an
// indirect dispatch has nothing to do. What goes to the host is not counted.
struct NodeTraffic {
  std::string path;  // "frame/pool/step"
  std::uint32_t nodes = 0;
  std::uint64_t read = 0, written = 0;
  std::uint64_t bytes() const { return read + written; }
};
std::vector<NodeTraffic> traffic(const Plan& plan, const Graph& graph);  // in the order of first appearance

}  // namespace undine::graph
