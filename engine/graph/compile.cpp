#include <algorithm>

#include "engine/graph/barriers.h"
#include "engine/graph/packing.h"
#include "engine/graph/plan.h"

namespace undine::graph {
namespace {

std::vector<PlannedResource> planned_resources(const Draft& draft, const Synchronized& sync) {
  std::vector<PlannedResource> made(draft.resources.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    PlannedResource& r = made[i];
    Described found = describe(draft.graph, draft.resources[i]);
    r.resource = draft.resources[i];
    r.name = found.name;
    r.persistent = r.resource.persistent();
    r.image = r.resource.image();
    r.external = found.external();
    if (found.entry) r.entry = found.entry->last;
    r.exit = sync.end[i].state();
    if (r.persistent) r.bytes = found.bytes();
  }
  for (std::size_t n = 0; n < draft.nodes.size(); ++n) {
    for (const Touch& t : draft.nodes[n].touches) {
      PlannedResource& r = made[t.resource];
      // Presenting has no access flags, yet it is a use.
      if (!r.usage) r.first = static_cast<std::uint32_t>(n);
      r.usage |= t.access;
      r.writers += (t.access & access_writes) != 0;
      r.last = static_cast<std::uint32_t>(n);
    }
  }
  return made;
}

// Drops resources that only culled nodes named and counts the rest anew.
void renumber(Draft& draft, std::vector<PlannedResource> all, Plan& plan) {
  std::vector<std::uint32_t> to(all.size(), ~0u);
  for (const DraftNode& node : draft.nodes) {
    for (const Touch& t : node.touches) to[t.resource] = 0;
  }
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (to[i] == ~0u) continue;
    to[i] = static_cast<std::uint32_t>(plan.resources.size());
    plan.resources.push_back(std::move(all[i]));
    plan.canonical.push_back(i);
  }
  auto move = [&](std::int32_t& index) {
    if (index >= 0) index = static_cast<std::int32_t>(to[static_cast<std::size_t>(index)]);
  };
  for (DraftNode& node : draft.nodes) {
    PlannedNode& n = node.planned;
    for (Barrier& b : n.barriers) move(b.resource);
    for (PlannedBinding& b : n.bindings) {
      if (b.kind != BindingKind::uniform_buffer && b.resource != PlannedBinding::absent) b.resource = to[b.resource];
    }
    for (std::uint32_t& color : n.colors) color = to[color];
    for (std::int32_t* index : {&n.depth, &n.indices, &n.indirect, &n.source, &n.target}) move(*index);
    plan.nodes.push_back(std::move(n));
  }
  plan.transient_index.assign(draft.graph.transients().size(), ~0u);
  for (std::uint32_t i = 0; i < plan.resources.size(); ++i) {
    const PlannedResource& r = plan.resources[i];
    if (!r.persistent) plan.transient_index[r.resource.index()] = i;
  }
}

}  // namespace

Plan compile(const Graph& graph, InterfaceSource& shaders, const CompileOptions& options) {
  Plan plan;
  plan.topology = graph.topology();
  Draft work = draft(graph, shaders, options.queues);
  check_order(work);
  plan.culled = cull(work);
  Synchronized sync = synchronize(work);
  std::vector<PlannedResource> all = planned_resources(work, sync);
  place_transients(work, sync, options, all, plan.heap_bytes, plan.unaliased_bytes);
  renumber(work, std::move(all), plan);
  return plan;
}

void commit(const Plan& plan, Graph& graph) {
  auto canonical = graph.canonical();
  for (std::size_t i = 0; i < plan.resources.size(); ++i) {
    const PlannedResource& r = plan.resources[i];
    if (!r.persistent) continue;
    State::Entry& entry = graph.state().at(canonical[plan.canonical[i]]);
    entry.last = r.exit;
    entry.writes += r.writers;
  }
}

void resolve(const Plan& plan, const Graph& graph, std::vector<Resource>& out) {
  auto canonical = graph.canonical();
  out.resize(plan.canonical.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = canonical[plan.canonical[i]];
}

}  // namespace undine::graph
