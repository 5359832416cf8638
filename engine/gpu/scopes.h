// Openings and closings of scopes along the nodes of a plan. Openings are numbered from 0, the frame itself.
#pragma once
#include <string_view>
#include <vector>

#include "engine/gpu/timers.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

class ScopeWalk {
 public:
  struct Step {
    std::uint32_t node;  // index into Plan::nodes; the step precedes this node
    std::uint32_t opening;
    std::string_view name;
    bool open;
  };
  // nodes: also makes each node a scope. Does not allocate in a steady state.
  void walk(const graph::Plan& plan, const graph::Graph& graph, bool nodes);
  const std::vector<Step>& steps() const { return steps_; }  // ends with the closing of opening 0
  const ScopePaths& paths() const { return paths_; }

 private:
  static constexpr std::uint32_t no_scope = ~0u;
  struct Open {
    std::uint32_t scope;  // or no_scope: a node
    std::uint32_t opening;
    std::string_view name;
  };
  struct Known {
    std::uint64_t key;
    ScopePaths paths;
  };
  std::vector<Step> steps_;
  std::vector<Open> stack_;
  std::vector<std::uint32_t> chain_;
  std::vector<Known> known_;  // paths of recent frames, so that a steady frame does not build text
  ScopePaths paths_;
};

}  // namespace undine::gpu
