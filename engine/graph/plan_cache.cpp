#include <algorithm>

#include "engine/graph/plan.h"

namespace undine::graph {

PlanCache::PlanCache(InterfaceSource& shaders, CompileOptions options)
    : shaders_(shaders), options_(std::move(options)) {}

bool PlanCache::current(const Slot& slot) const {
  return std::all_of(slot.shaders.begin(), slot.shaders.end(),
                     [this](const Shader& s) { return shaders_.interface(s.name).version == s.version; });
}

const Plan& PlanCache::get(const Graph& graph) {
  std::uint64_t key = graph.topology();
  auto slot = std::find_if(slots_.begin(), slots_.end(), [key](const Slot& s) { return s.key == key; });
  if (slot != slots_.end() && current(*slot)) {
    ++hits_;
    slot->used = ++clock_;
    return *slot->plan;
  }
  ++misses_;
  Slot made;
  made.key = key;
  made.plan = std::make_unique<Plan>(compile(graph, shaders_, options_));
  for (const Node& node : graph.nodes()) {
    for (std::string_view name : {node.shader, node.fragment}) {
      auto same = [name](const Shader& s) { return s.name == name; };
      if (name.empty() || std::any_of(made.shaders.begin(), made.shaders.end(), same)) continue;
      made.shaders.push_back({std::string(name), shaders_.interface(name).version});
    }
  }
  made.used = ++clock_;
  if (slot == slots_.end()) {
    if (slots_.size() < capacity) {
      slots_.emplace_back();
      slot = slots_.end() - 1;
    } else {
      slot =
          std::min_element(slots_.begin(), slots_.end(), [](const Slot& a, const Slot& b) { return a.used < b.used; });
    }
  }
  *slot = std::move(made);
  return *slot->plan;
}

void PlanCache::clear() { slots_.clear(); }

}  // namespace undine::graph
