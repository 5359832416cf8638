// The plan of a frame: a pure function of the declared graph. Printable, testable without a GPU; engine/gpu replays it.
#pragma once  // public
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/interface.h"

namespace undine::graph {

struct MemoryNeed {
  std::uint64_t bytes = 0, alignment = 256;
};

struct CompileOptions {
  bool alias = true;         // transients with disjoint lifetimes share memory
  std::uint32_t queues = 1;  // 2: nodes in scopes that allow async go to queue 1
  // Memory a transient needs on the device; default: by format and extent, alignment 256.
  std::function<MemoryNeed(const Transient&)> need;
};

// Frame-local index of a resource: transients and the persistent ones that this frame touches, in order of first use.
struct PlannedResource {
  Resource resource;  // in the graph that was compiled; a replay looks it up in the graph it replays
  std::string name;
  bool persistent = false, image = false, external = false;
  std::uint32_t first = 0, last = 0;    // indices into Plan::nodes
  std::uint64_t offset = 0, bytes = 0;  // transients: place in the shared heap
  AccessState entry, exit;
  std::uint32_t usage = 0;    // AccessFlags of all uses: which usage flags the object needs
  std::uint32_t writers = 0;  // nodes that write it
};

// resource: index into Plan::resources; -1: a global memory barrier, by which transients hand on memory that they
// share. A plan takes for granted: one full barrier at the frame's beginning, before all nodes of both queues, and an
// end of the frame that waits for both. An image's first layout change waits for its own stage, which chains with that
// barrier.
struct Barrier {
  std::int32_t resource = -1;
  std::uint32_t from_stages = 0, from_access = 0, to_stages = 0, to_access = 0;
  Layout from_layout = Layout::undefined, to_layout = Layout::undefined;
};

struct PlannedBinding {
  static constexpr std::uint32_t absent = ~0u;
  std::uint32_t slot = 0;
  BindingKind kind = BindingKind::storage_buffer;
  std::uint32_t resource = 0;         // index into Plan::resources, or absent: an empty one; unused for uniform_buffer
  std::uint32_t use = 0;              // index into Node::uses (or Node::blocks for uniform_buffer)
  Layout layout = Layout::undefined;  // images
  Texels texels;                      // what an empty resource must look like
};

struct PlannedNode {
  std::uint32_t node = 0;  // index into Graph::nodes()
  std::uint32_t queue = 0;
  std::vector<Barrier> barriers;  // before the node
  std::vector<PlannedBinding> bindings;
  std::vector<std::uint32_t> wait_for;  // queue crossings: indices of planned nodes on another queue
  std::vector<std::uint32_t> colors;    // attachments as indices into Plan::resources
  std::int32_t depth = -1, indices = -1, indirect = -1, source = -1, target = -1;
  bool params_pushed = false;     // the `params` block goes to push constants
  std::uint32_t push_stages = 0;  // stage_* bits that read push constants
};

struct Plan {
  std::uint64_t topology = 0;
  std::vector<PlannedNode> nodes;     // in order; culled ones are absent
  std::vector<std::uint32_t> culled;  // indices into Graph::nodes()
  std::vector<PlannedResource> resources;
  std::vector<std::uint32_t> canonical;        // per resource: its index in Graph::canonical()
  std::vector<std::uint32_t> transient_index;  // Transient index -> index into resources (or ~0u)
  std::uint64_t heap_bytes = 0;                // transients, aliased
  std::uint64_t unaliased_bytes = 0;           // what they would take without aliasing
};

// Throws undine::Error (Exit::failure) for a declaration that does not fit its shader or makes no sense: unknown
// binding, missing binding, wrong verb, wrong block size, transient read before it was written, resource bound twice
// with a write, read and attachment at once, missing dispatch size ... The message names scope/node, shader, binding
// and remedy.
Plan compile(const Graph& graph, InterfaceSource& shaders, const CompileOptions& options = {});

// Barriers before a node: first one memory barrier (resource -1) for all that keeps its layout, where there is
// any, then each change of a layout.
std::vector<Barrier> joined(const PlannedNode& node);

// Persistent resources remember the plan's exit states. `graph` has the plan's topology.
void commit(const Plan& plan, Graph& graph);

// The resources of `graph` in the order of Plan::resources: what the executor binds. No allocation in a steady frame.
void resolve(const Plan& plan, const Graph& graph, std::vector<Resource>& out);

enum class PlanFormat { text, dot, json, svg };
std::string print(const Plan& plan, const Graph& graph, PlanFormat format);

// Plans of recent topologies, the least recently used dropped first. Steady frames only hash. A plan stays valid until
// `capacity` others have been asked for, or until clear().
class PlanCache {
 public:
  static constexpr std::size_t capacity = 64;
  explicit PlanCache(InterfaceSource& shaders, CompileOptions options = {});
  const Plan& get(const Graph& graph);
  void clear();  // after shaders were reloaded
  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  struct Shader {
    std::string name;
    std::uint64_t version;
  };
  struct Slot {
    std::uint64_t key = 0, used = 0;
    std::unique_ptr<Plan> plan;
    std::vector<Shader> shaders;  // the versions it was planned with
  };
  bool current(const Slot& slot) const;
  InterfaceSource& shaders_;
  CompileOptions options_;
  std::vector<Slot> slots_;
  std::uint64_t hits_ = 0, misses_ = 0, clock_ = 0;
};

}  // namespace undine::graph
