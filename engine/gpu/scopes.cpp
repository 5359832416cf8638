#include "engine/gpu/scopes.h"

#include "engine/core/hash.h"

namespace undine::gpu {

void ScopeWalk::walk(const graph::Plan& plan, const graph::Graph& graph, bool nodes) {
  steps_.clear();
  stack_.clear();
  Hash key;
  std::uint32_t openings = 0;
  auto push = [&](std::uint32_t node, std::uint32_t scope, std::string_view name) {
    key.text(name);
    key.word(stack_.size());
    stack_.push_back({scope, openings, name});
    steps_.push_back({node, openings++, name, true});
  };
  auto open = [&](std::uint32_t node, std::uint32_t scope) { push(node, scope, graph.scopes()[scope].name); };
  auto close = [&](std::uint32_t node) {
    steps_.push_back({node, stack_.back().opening, stack_.back().name, false});
    stack_.pop_back();
  };
  auto enter = [&](std::uint32_t i, std::uint32_t scope) {
    if (stack_.back().scope == scope) return;
    chain_.clear();
    for (std::uint32_t s = scope; s != 0; s = graph.scopes()[s].parent) chain_.push_back(s);
    std::size_t common = 1;
    while (common < stack_.size() && common <= chain_.size() && stack_[common].scope == chain_[chain_.size() - common])
      ++common;
    while (stack_.size() > common) close(i);
    for (std::size_t at = common; at <= chain_.size(); ++at) open(i, chain_[chain_.size() - at]);
  };
  open(0, 0);
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    if (stack_.back().scope == no_scope) close(i);
    const graph::Node& node = graph.nodes()[plan.nodes[i].node];
    enter(i, node.scope);
    if (nodes) push(i, no_scope, node.name);
  }
  while (!stack_.empty()) close(static_cast<std::uint32_t>(plan.nodes.size()));

  for (const Known& known : known_)
    if (known.key == key.value()) {
      paths_ = known.paths;
      return;
    }
  auto paths = std::make_shared<std::vector<std::string>>(openings);
  std::vector<std::string> prefix;
  for (const Step& step : steps_) {
    if (!step.open) {
      prefix.pop_back();
      continue;
    }
    std::string name(step.name);
    prefix.push_back(prefix.empty() ? (name.empty() ? "frame" : name) : prefix.back() + "/" + name);
    (*paths)[step.opening] = prefix.back();
  }
  if (known_.size() >= 32) known_.erase(known_.begin());
  paths_ = std::move(paths);
  known_.push_back({key.value(), paths_});
}

}  // namespace undine::gpu
