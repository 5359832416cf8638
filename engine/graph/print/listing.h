// Prepares a plan for printing: resolves names and folds repeated nodes. Private to engine/graph.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/plan.h"

namespace undine::graph {

struct ListedUse {  // one binding, attachment or argument of a planned node
  std::string name;
  std::uint32_t resource = 0;  // index into Plan::resources
  bool reads = false, writes = false, accumulates = false;
  std::string_view arrow() const;  // "<-" read, "->" write, "<>" modify, "+=" accumulate
};
std::vector<ListedUse> listed_uses(const Graph& graph, const PlannedNode& node);
std::string listed_barrier(const Barrier& barrier, const std::vector<std::string>& names);
std::string_view listed_kind(NodeKind kind);
std::string listed_shader(const Node& node);
std::string listed_bytes(std::uint64_t bytes);

struct ListedRow {                     // one node, or the same node of several repetitions
  std::vector<std::uint32_t> planned;  // indices into Plan::nodes
  std::string scope, name, shader;     // scope: "frame/pool"
  NodeKind kind = NodeKind::compute;
  std::uint32_t queue = 0;
  struct Binding {
    std::string name;
    std::string_view arrow;
    std::vector<std::string> resources;  // more than one where repetitions differ
  };
  std::vector<Binding> bindings;
  std::vector<std::pair<std::string, std::uint32_t>> barriers;  // hazards: text, how many repetitions have it
  std::uint32_t barrier_count = 0, wait_count = 0;              // barriers: joined
};
// planned: the same node of several repetitions, by listed_signature().
ListedRow listed_row(const Plan& plan, const Graph& graph, const std::vector<std::string>& names,
                     std::vector<std::uint32_t> planned);
std::string listed_signature(const Plan& plan, const Graph& graph, std::size_t at);  // at: index into Plan::nodes
struct ListedGroup {  // rows in order; all of them repeated together
  std::vector<ListedRow> rows;
  std::uint32_t repeats = 1;
};
struct Listing {
  std::vector<ListedGroup> groups;
  std::vector<std::string> names;                      // of Plan::resources, in the graph that is printed
  std::uint32_t barriers = 0, waits = 0, hazards = 0;  // barriers: as they are recorded, joined
  std::uint64_t persistent_bytes = 0;
};
Listing list(const Plan& plan, const Graph& graph);

std::string print_text(const Plan& plan, const Graph& graph);
std::string print_json(const Plan& plan, const Graph& graph);

std::vector<std::string> parts(const std::string& scope);  // between its slashes
std::string escaped(std::string_view text);                // for XML
std::string dot_quoted(std::string_view text);             // for dot

}  // namespace undine::graph
