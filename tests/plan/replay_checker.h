// Replays a plan's barriers and queue waits on a model of Vulkan's memory dependencies, and checks every pair of
// accesses to the same memory. It shares no code with the planner: it derives accesses from the nodes itself.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/graph/plan.h"
#include "tests/plan/shaders.h"

namespace undine::graph::testing {

struct SeenAccess {  // one node's access to one resource
  Resource resource;
  std::uint32_t stages = 0, access = 0;
  bool reads = false, writes = false, accumulates = false;
  std::vector<Layout> layouts;  // images: the layouts that all of its uses allow
};
std::vector<SeenAccess> accesses_of(const Node& node, Shaders& shaders);
// Nodes that contribute to an effect, by following contents forward. Indexed as Graph::nodes().
std::vector<bool> nodes_that_matter(const Graph& graph, Shaders& shaders);

class ReplayChecker {
 public:
  explicit ReplayChecker(Shaders& shaders) : shaders_(shaders) {}
  // Adds a frame after the earlier ones. Returns the first violation, or an empty string.
  std::string frame(const Plan& plan, const Graph& graph);

 private:
  static constexpr int never = 1 << 30;
  struct Event {  // one stage of one access, or a layout transition
    Resource resource;
    std::uint32_t queue = 0, stage = 0, access = 0;
    bool writes = false, accumulates = false;
    int time = 0, available = never;
    int ordered[2][10];  // later commands on the queue, in the stage, are ordered after it
    int visible[2][10][13];
  };
  Event make(Resource r, std::uint32_t queue, std::uint32_t stage, int time) const;
  void wait(std::uint32_t queue, std::uint32_t other, int until, int time);
  std::string barrier(const Barrier& b, Resource target, std::uint32_t queue, int time, bool dead);
  std::string access(const SeenAccess& now, std::uint32_t queue, int time, const Plan& plan, const Graph& graph);
  bool reached(const Event& e, const Barrier& b, std::uint32_t queue, int time) const;
  bool overlap(Resource a, Resource b, const Plan& plan) const;

  Shaders& shaders_;
  std::vector<Event> events_;
  std::map<std::uint32_t, Layout> layouts_;
  std::set<std::uint32_t> known_;  // persistent resources that earlier frames or this one named
  int base_ = 1;
};

}  // namespace undine::graph::testing
