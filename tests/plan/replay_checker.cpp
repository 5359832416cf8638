#include "tests/plan/replay_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace undine::graph::testing {

std::vector<SeenAccess> accesses_of(const Node& node, Shaders& shaders) {
  std::vector<SeenAccess> seen;
  auto add = [&](Resource r, std::uint32_t stages, std::uint32_t access, bool reads, bool writes, bool accumulates,
                 std::vector<Layout> layouts) {
    for (SeenAccess& s : seen) {
      if (s.resource != r) continue;
      s.stages |= stages;
      s.access |= access;
      std::erase_if(s.layouts, [&](Layout l) { return std::find(layouts.begin(), layouts.end(), l) == layouts.end(); });
      return;
    }
    seen.push_back({r, stages, access, reads, writes, accumulates, layouts});
  };
  bool draw = node.kind == NodeKind::draw;
  if (draw || node.kind == NodeKind::compute) {
    for (const Use& use : node.uses) {
      std::uint32_t stages = draw ? 0 : std::uint32_t{stage_compute};
      BindingKind kind = BindingKind::storage_buffer;
      auto look = [&](std::string_view shader, std::uint32_t stage) {
        for (const ShaderBinding& b : shaders.interface(shader).bindings) {
          if (b.name != use.binding) continue;
          stages |= stage;
          kind = b.kind;
        }
      };
      look(node.shader, draw ? stage_vertex : stage_compute);
      if (draw) look(node.fragment, stage_fragment);
      bool reads = use.verb != Verb::write, writes = use.verb != Verb::read,
           sampled = kind == BindingKind::sampled_image;
      std::uint32_t access = sampled || kind == BindingKind::texel_buffer
                                 ? std::uint32_t{access_sampled_read}
                                 : (reads ? access_storage_read : 0u) | (writes ? access_storage_write : 0u);
      std::vector<Layout> layouts{Layout::general};
      if (sampled) layouts = {Layout::general, Layout::sampled, Layout::depth_read};
      add(use.resource, stages, access, reads, writes, use.verb == Verb::accumulate, layouts);
    }
  } else {
    for (const Use& use : node.uses) {
      bool source = use.verb == Verb::read;
      if (node.kind == NodeKind::present) {
        add(use.resource, 0, 0, true, false, false, {Layout::present});
        continue;
      }
      add(use.resource, stage_transfer, source ? access_transfer_read : access_transfer_write, source, !source, false,
          {source ? Layout::transfer_source : Layout::transfer_target});
    }
  }
  if (node.indirect) add(node.indirect, stage_indirect, access_indirect_read, true, false, false, {});
  if (!draw) return seen;
  if (node.indices) add(node.indices, stage_index, access_index_read, true, false, false, {});
  for (const Attachment& a : node.colors) {
    bool keep = a.load == Load::keep;
    add(a.image, stage_color, access_color_write | (keep ? access_color_read : 0u), keep, true, false, {Layout::color});
  }
  if (node.depth.image && node.depth.write) {
    add(node.depth.image, stage_depth, access_depth_read | access_depth_write, node.depth.load == Load::keep, true,
        false, {Layout::depth});
  } else if (node.depth.image) {
    add(node.depth.image, stage_depth, access_depth_read, true, false, false, {Layout::depth_read});
  }
  return seen;
}

std::vector<bool> nodes_that_matter(const Graph& graph, Shaders& shaders) {
  std::size_t count = graph.nodes().size();
  std::map<std::uint32_t, std::set<std::size_t>> contents;  // transient: nodes whose writes it may hold
  std::vector<std::set<std::size_t>> feeds(count);          // node: the nodes whose writes it reads
  std::vector<bool> matters(count);
  for (std::size_t n = 0; n < count; ++n) {
    const Node& node = graph.nodes()[n];
    matters[n] = node.kind == NodeKind::readback || node.kind == NodeKind::present;
    bool part = false;
    auto size = [&](Resource r) {
      return r.persistent() ? graph.state().at(r).buffer.bytes : graph.transients()[r.index()].buffer.bytes;
    };
    if (node.kind == NodeKind::upload && !node.uses[0].resource.image()) {
      part = node.target_offset != 0 || node.payload.size != size(node.uses[0].resource);
    }
    if (node.kind == NodeKind::copy && !node.uses[1].resource.image()) {
      Resource from = node.uses[0].resource;
      std::uint64_t bytes = node.bytes;
      if (from.image()) {
        bytes = bytes_of(from.persistent() ? graph.state().at(from).texture : graph.transients()[from.index()].texture);
      }
      part = node.target_offset != 0 || bytes != size(node.uses[1].resource);
    }
    auto seen = accesses_of(node, shaders);
    for (const SeenAccess& a : seen) {
      if (a.reads) feeds[n].insert(contents[a.resource.bits()].begin(), contents[a.resource.bits()].end());
    }
    for (const SeenAccess& a : seen) {
      if (!a.writes) continue;
      if (a.resource.persistent() || graph.transients()[a.resource.index()].external >= 0) matters[n] = true;
      if (!a.reads && !part) contents[a.resource.bits()].clear();
      contents[a.resource.bits()].insert(n);
    }
  }
  for (std::size_t n = count; n-- > 0;) {
    if (!matters[n]) continue;
    for (std::size_t m : feeds[n]) matters[m] = true;
  }
  return matters;
}

ReplayChecker::Event ReplayChecker::make(Resource r, std::uint32_t queue, std::uint32_t stage, int time) const {
  Event e;
  e.resource = r;
  e.queue = queue;
  e.stage = stage;
  e.time = time;
  for (auto& q : e.ordered) std::fill(std::begin(q), std::end(q), never);
  for (auto& q : e.visible) {
    for (auto& s : q) std::fill(std::begin(s), std::end(s), never);
  }
  return e;
}

void ReplayChecker::wait(std::uint32_t queue, std::uint32_t other, int until, int time) {
  for (Event& e : events_) {
    bool before = e.queue == other && e.time <= until;
    for (int at : e.ordered[other]) before = before || at <= until;
    if (!before) continue;
    e.available = std::min(e.available, time);
    for (int s = 0; s < 10; ++s) {
      e.ordered[queue][s] = std::min(e.ordered[queue][s], time);
      for (int& v : e.visible[queue][s]) v = std::min(v, time);
    }
  }
}

bool ReplayChecker::reached(const Event& e, const Barrier& b, std::uint32_t queue, int time) const {
  if (e.time >= time) return false;
  if (e.queue == queue && (b.from_stages & e.stage)) return true;
  for (int s = 0; s < 10; ++s) {
    if ((b.from_stages >> s & 1u) && e.ordered[queue][s] < time) return true;
  }
  return false;
}

std::string ReplayChecker::barrier(const Barrier& b, Resource target, std::uint32_t queue, int time, bool dead) {
  for (Event& e : events_) {
    if (!reached(e, b, queue, time)) continue;
    bool same = b.resource < 0 || e.resource == target;
    if (same && e.queue == queue && (b.from_stages & e.stage) && (b.from_access & e.access)) {
      e.available = std::min(e.available, time);
    }
    for (int s = 0; s < 10; ++s) {
      if (!(b.to_stages >> s & 1u)) continue;
      e.ordered[queue][s] = std::min(e.ordered[queue][s], time);
      if (!same || e.available > time) continue;
      for (int a = 0; a < 13; ++a) {
        if (b.to_access >> a & 1u) e.visible[queue][s][a] = std::min(e.visible[queue][s][a], time);
      }
    }
  }
  if (b.from_layout == b.to_layout) return {};
  Layout& layout = layouts_[target.bits()];
  if (b.from_layout != layout && !(b.from_layout == Layout::undefined && dead)) {
    return fmt::format("layout change from {} where the image is in {}", layout_text(b.from_layout),
                       layout_text(layout));
  }
  if (!b.from_stages) return "a layout change that waits for no stage: not even for the frame's first barrier";
  for (const Event& e : events_) {
    if (e.resource != target) continue;
    if (!reached(e, b, queue, time)) return "a layout change not ordered after an earlier access";
    if (e.writes && e.available > time) return "a layout change after a write that was not made available";
  }
  layout = b.to_layout;
  std::erase_if(events_, [&](const Event& e) { return e.resource == target; });
  Event change = make(target, queue, 0, time);
  change.writes = true;
  change.available = time;
  for (int s = 0; s < 10; ++s) {
    if (!(b.to_stages >> s & 1u)) continue;
    change.ordered[queue][s] = time;
    for (int a = 0; a < 13; ++a) {
      if (b.to_access >> a & 1u) change.visible[queue][s][a] = time;
    }
  }
  events_.push_back(change);
  return {};
}

bool ReplayChecker::overlap(Resource a, Resource b, const Plan& plan) const {
  if (a == b) return true;
  if (a.persistent() || b.persistent()) return false;
  auto place = [&](Resource r) { return plan.transient_index[r.index()]; };
  if (place(a) == ~0u || place(b) == ~0u) return false;
  const PlannedResource &x = plan.resources[place(a)], &y = plan.resources[place(b)];
  if (x.external || y.external) return false;
  return x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
}

std::string ReplayChecker::access(const SeenAccess& now, std::uint32_t queue, int time, const Plan& plan,
                                  const Graph& graph) {
  auto name = [&](Resource r) {
    return r.persistent() ? graph.state().at(r).name : std::string(graph.transients()[r.index()].name);
  };
  if (now.resource.image()) {
    Layout layout = layouts_[now.resource.bits()];
    bool mixed = now.layouts.empty() && layout == Layout::general;
    if (!mixed && std::find(now.layouts.begin(), now.layouts.end(), layout) == now.layouts.end()) {
      return fmt::format("{} is in layout {}", name(now.resource), layout_text(layout));
    }
  }
  for (const Event& e : events_) {
    if (!overlap(e.resource, now.resource, plan)) continue;
    bool same = e.resource == now.resource;
    if (same && !e.writes && !now.writes) continue;
    if (same && e.accumulates && now.accumulates) continue;
    std::string pair = fmt::format("{} after {} in {}", name(now.resource), name(e.resource), stage_text(e.stage));
    for (int s = 0; s < 10; ++s) {
      if (!(now.stages >> s & 1u)) continue;
      if (e.ordered[queue][s] >= time) return pair + ": not ordered";
      for (int a = 0; a < 13 && e.writes && same && now.reads; ++a) {
        bool write_bit = access_writes >> a & 1u;
        if ((now.access >> a & 1u) && !write_bit && e.visible[queue][s][a] >= time) return pair + ": not visible";
      }
    }
    if (e.writes && e.available >= time) return pair + ": not made available";
  }
  // The write is ordered after all earlier accesses, so later accesses need only wait for the write.
  if (now.writes && !now.accumulates)
    std::erase_if(events_, [&](const Event& e) { return e.resource == now.resource; });
  for (int s = 0; s < 10; ++s) {
    if (!(now.stages >> s & 1u)) continue;
    Event e = make(now.resource, queue, 1u << s, time);
    e.access = now.access & access_writes;
    e.writes = now.writes;
    e.accumulates = now.accumulates;
    events_.push_back(e);
  }
  return {};
}

std::string ReplayChecker::frame(const Plan& plan, const Graph& graph) {
  // The executor's barrier at the start of a frame covers transients and everything on queue 1.
  bool crossing = std::any_of(plan.nodes.begin(), plan.nodes.end(), [](const PlannedNode& n) { return n.queue != 0; });
  std::erase_if(events_, [&](const Event& e) { return crossing || !e.resource.persistent(); });
  std::erase_if(layouts_, [](const auto& entry) { return !Resource(entry.first).persistent(); });
  std::vector<Resource> resources;
  resolve(plan, graph, resources);
  for (Resource r : resources) {
    if (!r.persistent() || !known_.insert(r.bits()).second) continue;
    if (r.image()) layouts_[r.bits()] = Layout::general;
    if (crossing) continue;
    Event zero_fill = make(r, 0, stage_transfer, 0);
    zero_fill.access = access_transfer_write;
    zero_fill.writes = true;
    events_.push_back(zero_fill);
  }
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const PlannedNode& planned = plan.nodes[n];
    int time = base_ + 3 * static_cast<int>(n);
    const Node& node = graph.nodes()[planned.node];
    auto where = [&](const std::string& what) { return fmt::format("node {} {}: {}", n, graph.path(node), what); };
    for (std::uint32_t other : planned.wait_for) {
      if (other >= n || plan.nodes[other].queue == planned.queue) return where("waits for a node that is no crossing");
      wait(planned.queue, plan.nodes[other].queue, base_ + 3 * static_cast<int>(other) + 2, time);
    }
    auto seen = accesses_of(node, shaders_);
    for (const Barrier& b : planned.barriers) {
      Resource target = b.resource < 0 ? Resource() : resources[static_cast<std::size_t>(b.resource)];
      bool dead =
          std::any_of(seen.begin(), seen.end(), [&](const SeenAccess& a) { return a.resource == target && !a.reads; });
      std::string wrong = barrier(b, target, planned.queue, time + 1, dead);
      if (!wrong.empty()) return where(wrong);
    }
    for (const SeenAccess& a : seen) {
      std::string wrong = access(a, planned.queue, time + 2, plan, graph);
      if (!wrong.empty()) return where(wrong);
    }
  }
  base_ += 3 * static_cast<int>(plan.nodes.size());
  return {};
}

}  // namespace undine::graph::testing
