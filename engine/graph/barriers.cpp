#include "engine/graph/barriers.h"

#include <algorithm>
#include <bit>

namespace undine::graph {

Tracker Tracker::from(const AccessState& entry) {
  Tracker t;
  t.write_stages = entry.write_stages;
  t.write_access = entry.write_access;
  t.reads[0].stages = entry.read_stages;
  t.layout = entry.layout;
  t.accumulating = entry.accumulating;
  t.available = !entry.write_access || (!entry.accumulating && (entry.visible_stages || entry.read_stages));
  for (std::size_t i = 0; i < t.visible.size(); ++i) {
    if (entry.visible_stages >> i & 1u) t.visible[i] = entry.visible_access;
  }
  return t;
}

// AccessState holds one product of stages and accesses: what all stages with any visibility have in common, or,
// if they have nothing in common, the first of them alone.
AccessState Tracker::state() const {
  AccessState s;
  s.write_stages = write_stages;
  s.write_access = write_access;
  s.read_stages = reads[0].stages | reads[1].stages;
  s.layout = layout;
  s.accumulating = accumulating;
  std::uint32_t common = ~0u;
  for (std::size_t i = 0; i < visible.size(); ++i) {
    if (!visible[i]) continue;
    if (!(common & visible[i])) break;
    common &= visible[i];
    s.visible_stages |= 1u << i;
  }
  if (s.visible_stages) s.visible_access = common;
  return s;
}

bool Tracker::sees(std::uint32_t stages, std::uint32_t access) const {
  for (std::size_t i = 0; i < visible.size(); ++i) {
    if ((stages >> i & 1u) && (access & ~visible[i])) return false;
  }
  return true;
}

namespace {

class Synchronizer {
 public:
  explicit Synchronizer(Draft& draft) : draft_(draft) {
    for (Resource r : draft.resources) {
      done_.end.push_back(r.persistent() ? Tracker::from(draft.graph.state().at(r).last) : Tracker{});
    }
  }

  Synchronized run() {
    std::array<std::array<std::int32_t, 2>, 2> latest{{{-1, -1}, {-1, -1}}};  // per queue: reached by its last node
    for (std::size_t n = 0; n < draft_.nodes.size(); ++n) {
      DraftNode& node = draft_.nodes[n];
      node_ = static_cast<std::int32_t>(n);
      queue_ = node.planned.queue;
      reached_ = latest[queue_];
      wait_for_crossings(node);
      for (const Touch& touch : node.touches) apply(touch, node.planned);
      done_.reached.push_back(reached_);
      latest[queue_] = reached_;
      latest[queue_][queue_] = node_;
    }
    return std::move(done_);
  }

 private:
  static bool joins(const Tracker& t, const Touch& touch) {
    return touch.accumulates && t.accumulating && t.layout == touch.layout && t.sees(touch.stages, touch.access);
  }

  void wait_for_crossings(DraftNode& node) {
    std::uint32_t other = 1 - queue_;
    std::int32_t wanted = -1;
    for (const Touch& touch : node.touches) {
      const Tracker& t = done_.end[touch.resource];
      if (t.write_queue == other) wanted = std::max(wanted, t.write_node);
      if (touch.writes || touch.layout != t.layout) wanted = std::max(wanted, t.reads[other].last);
    }
    if (wanted <= reached_[other]) return;
    node.planned.wait_for.push_back(static_cast<std::uint32_t>(wanted));
    reached_[other] = wanted;
    // The other queue's node may itself have waited, but only for nodes of this queue that came before this one.
  }

  void apply(const Touch& touch, PlannedNode& planned) {
    Tracker& t = done_.end[touch.resource];
    if (t.write_queue == queue_ && joins(t, touch)) {
      t.write_stages |= touch.stages;
      t.write_access |= touch.access & access_writes;
      t.write_node = node_;
      return;
    }
    // Writes of another queue are visible here: a semaphore carries everything. Before the frame, the frame's own
    // barrier has done so for queue 1.
    bool local = t.write_queue == queue_;
    bool relayout = draft_.resources[touch.resource].image() && touch.layout != t.layout;
    bool exclusive = touch.writes || relayout;
    bool written = local && t.write_stages != 0;
    bool seen = !written || (!t.accumulating && t.sees(touch.stages, touch.access & ~access_writes));
    bool flushed = !written || t.available;
    std::uint32_t from_stages = 0, from_access = 0;
    if (exclusive) {
      from_stages = t.reads[queue_].stages;
      bool any_reads = t.reads[0].stages || t.reads[1].stages;
      bool wants_data = touch.reads && !seen;
      if (written && (!any_reads || wants_data || !flushed)) from_stages |= t.write_stages;
      if (written && (wants_data || !flushed)) from_access = t.write_access;
    } else if (!seen) {
      from_stages = t.write_stages;
      from_access = t.write_access;
    }
    if (from_stages || relayout) {
      Barrier b;
      b.resource = static_cast<std::int32_t>(touch.resource);
      b.from_stages = from_stages ? from_stages : touch.stages;
      b.from_access = from_access;
      b.to_stages = touch.stages;
      bool order_only = exclusive && t.reads[queue_].stages && !from_access && !relayout && seen;
      b.to_access = order_only ? 0 : touch.access;
      b.from_layout = relayout && touch.fresh() ? Layout::undefined : t.layout;
      b.to_layout = draft_.resources[touch.resource].image() ? touch.layout : Layout::undefined;
      planned.barriers.push_back(b);
    }
    update(t, touch, relayout, !seen);
  }

  void update(Tracker& t, const Touch& touch, bool relayout, bool had_to_see) {
    auto set_visible = [&](bool only) {
      if (only) t.visible.fill(0);
      for (std::size_t i = 0; i < t.visible.size(); ++i) {
        if (touch.stages >> i & 1u) t.visible[i] |= touch.access;
      }
    };
    if (touch.writes || relayout) {
      t.write_node = node_;
      t.write_queue = queue_;
      t.write_stages = touch.stages;
      t.write_access = touch.access & access_writes;
      t.reads = {};
      t.layout = draft_.resources[touch.resource].image() ? touch.layout : Layout::undefined;
      t.available = !touch.writes;
      t.accumulating = touch.accumulates;
      if (!touch.writes || touch.accumulates)
        set_visible(true);
      else
        t.visible.fill(0);
    }
    if (touch.writes) return;
    if (t.accumulating) {
      t.visible.fill(0);
      t.accumulating = false;
    }
    if (had_to_see) set_visible(false);
    t.available = true;
    t.reads[queue_].stages |= touch.stages;
    t.reads[queue_].last = node_;
  }

  Draft& draft_;
  Synchronized done_;
  std::int32_t node_ = 0;
  std::uint32_t queue_ = 0;
  std::array<std::int32_t, 2> reached_{-1, -1};
};

}  // namespace

Synchronized synchronize(Draft& draft) { return Synchronizer(draft).run(); }

std::vector<Barrier> joined(const PlannedNode& node) {
  Barrier memory;
  std::vector<Barrier> out;
  for (const Barrier& b : node.barriers) {
    if (b.from_layout != b.to_layout) {
      out.push_back(b);
      continue;
    }
    memory.from_stages |= b.from_stages;
    memory.from_access |= b.from_access;
    memory.to_stages |= b.to_stages;
    memory.to_access |= b.to_access;
  }
  if (memory.from_stages) out.insert(out.begin(), memory);
  return out;
}

}  // namespace undine::graph
