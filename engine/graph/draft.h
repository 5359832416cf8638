// Intermediate results of the planner's steps. Private to engine/graph.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/graph/plan.h"
#include "engine/graph/walk.h"

namespace undine::graph {

// All that one node does to one resource.
struct Touch {
  std::uint32_t resource = 0;  // index into Draft::resources
  std::uint32_t stages = 0, access = 0;
  Layout layout = Layout::undefined;  // images
  bool reads = false, writes = false, accumulates = false;
  bool modifies = false;  // by the verb modify, or merged with one
  bool view = false;      // reads through a texel view of a buffer
  bool partial = false;   // a transfer to a part: the rest stays, yet it may come first
  std::string_view binding;
  bool fresh() const { return writes && !reads && !partial; }  // old contents are dead
};

struct DraftNode {
  PlannedNode planned;  // resources counted as in Draft::resources until plan() renumbers them
  std::vector<Touch> touches;
  std::string shader;  // for messages: "shader wave/step.comp", or empty
};

struct Draft {
  const Graph& graph;
  std::vector<Resource> resources;                         // Graph::canonical()
  std::unordered_map<std::uint32_t, std::uint32_t> index;  // Resource::bits() to index into resources
  std::vector<DraftNode> nodes;
};

// Throws Error "scope/node, shader S, binding B: what (remedy)"; shader and binding may be empty.
[[noreturn]] void reject(const Graph& graph, const Node& node, std::string_view shader, std::string_view binding,
                         const std::string& what, const std::string& remedy);

// declare.cpp: nodes checked against their shaders and turned into touches and bindings.
Draft draft(const Graph& graph, InterfaceSource& shaders, std::uint32_t queues);
// Adds a touch; a second one of the same node and resource must agree with the first.
void add_touch(const Draft& draft, DraftNode& node, const Touch& touch);
// shader_check.cpp: bindings, blocks and constants of a compute or draw node.
void check_shaders(const Draft& draft, DraftNode& node, InterfaceSource& shaders);

// lifetimes.cpp: drops nodes without effect; what is read must have been written.
void check_order(const Draft& draft);
std::vector<std::uint32_t> cull(Draft& draft);

}  // namespace undine::graph
