// Where scopes open and close along the nodes of a plan. Openings are numbered from 0, the frame itself.
#pragma once
#include <vector>

#include "engine/gpu/timers.h"
#include "engine/graph/plan.h"

namespace undine::gpu {

class ScopeWalk {
 public:
  struct Step {
    std::uint32_t node;  // index into Plan::nodes before which it happens
    std::uint32_t opening;
    std::uint32_t scope;
    bool open;
  };
  void walk(const graph::Plan& plan, const graph::Graph& graph);  // no allocation once warm
  const std::vector<Step>& steps() const { return steps_; }       // ends with the closing of opening 0
  const ScopePaths& paths() const { return paths_; }

 private:
  struct Open {
    std::uint32_t scope, opening;
  };
  struct Known {
    std::uint64_t key;
    ScopePaths paths;
  };
  std::vector<Step> steps_;
  std::vector<Open> stack_;
  std::vector<std::uint32_t> chain_;
  std::vector<Known> known_;  // paths of recent frames, so that a steady frame builds no text
  ScopePaths paths_;
};

}  // namespace undine::gpu
