#include "engine/graph/print/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/graph/print/folding.h"
#include "engine/graph/walk.h"

namespace undine::graph {

std::string_view ListedUse::arrow() const { return accumulates ? "+=" : !writes ? "<-" : reads ? "<>" : "->"; }

std::string_view listed_kind(NodeKind kind) {
  constexpr std::string_view names[] = {"compute", "draw", "copy", "clear", "upload", "readback", "present"};
  return names[static_cast<std::size_t>(kind)];
}

std::string listed_shader(const Node& node) {
  if (node.kind == NodeKind::compute) return std::string(node.shader);
  return node.kind == NodeKind::draw ? fmt::format("{} {}", node.shader, node.fragment) : std::string();
}

std::string listed_bytes(std::uint64_t bytes) {
  if (bytes < 10 * 1024) return fmt::format("{} B", bytes);
  if (bytes < 10 * 1024 * 1024) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024 * 1024));
}

std::vector<ListedUse> listed_uses(const Graph& graph, const PlannedNode& planned) {
  const Node& node = graph.nodes()[planned.node];
  std::vector<ListedUse> uses;
  auto add = [&](std::string_view name, std::uint32_t index, bool reads, bool writes) {
    uses.push_back({std::string(name), index, reads, writes, false});
  };
  for (const PlannedBinding& b : planned.bindings) {
    if (b.kind == BindingKind::uniform_buffer || b.resource == PlannedBinding::absent) continue;
    const Use& use = node.uses[b.use];
    add(use.binding, b.resource, use.verb != Verb::write, use.verb != Verb::read);
    uses.back().accumulates = use.verb == Verb::accumulate;
  }
  auto argument = [&](std::string_view name, std::int32_t index, bool writes) {
    if (index >= 0) add(name, static_cast<std::uint32_t>(index), !writes, writes);
  };
  argument("indirect", planned.indirect, false);
  argument("indices", planned.indices, false);
  argument("source", planned.source, false);
  if (planned.target >= 0) {
    argument("target", planned.target, true);
    bool ranged = node.kind == NodeKind::copy || node.kind == NodeKind::upload;
    uses.back().reads = ranged && transfer_fit(graph, node) == Fit::partial;
  }
  for (std::size_t i = 0; i < planned.colors.size(); ++i) {
    add(planned.colors.size() == 1 ? "color" : fmt::format("color{}", i), planned.colors[i],
        node.colors[i].load == Load::keep, true);
  }
  if (planned.depth >= 0) {
    add(node.depth.write ? "depth" : "depth_test", static_cast<std::uint32_t>(planned.depth),
        node.depth.load == Load::keep, node.depth.write);
  }
  return uses;
}

std::string listed_barrier(const Barrier& b, const std::vector<std::string>& names) {
  auto side = [](std::uint32_t stages, std::uint32_t access) {
    return access ? stage_text(stages) + " " + access_text(access) : stage_text(stages);
  };
  std::string text = b.resource < 0 ? "memory" : names[static_cast<std::size_t>(b.resource)];
  text += ": " + side(b.from_stages, b.from_access) + " => " + side(b.to_stages, b.to_access);
  if (b.from_layout != b.to_layout) {
    text += fmt::format(", layout {} => {}", layout_text(b.from_layout), layout_text(b.to_layout));
  }
  return text;
}

static void count(ListedRow& row, const std::string& text) {
  for (auto& [known, times] : row.barriers) {
    if (known != text) continue;
    ++times;
    return;
  }
  row.barriers.emplace_back(text, 1);
}

ListedRow listed_row(const Plan& plan, const Graph& graph, const std::vector<std::string>& names,
                     std::vector<std::uint32_t> planned) {
  ListedRow row;
  const PlannedNode& first = plan.nodes[planned.front()];
  const Node& node = graph.nodes()[first.node];
  const std::string path = graph.path(node);
  row.scope = path.substr(0, path.size() - node.name.size() - 1);
  row.name = node.name;
  row.shader = listed_shader(node);
  row.kind = node.kind;
  row.queue = first.queue;
  for (const ListedUse& use : listed_uses(graph, first)) row.bindings.push_back({use.name, use.arrow(), {}});
  for (const std::uint32_t n : planned) {
    const std::vector<ListedUse> uses = listed_uses(graph, plan.nodes[n]);
    for (std::size_t u = 0; u < uses.size(); ++u) {
      auto& seen = row.bindings[u].resources;
      const std::string& name = names[uses[u].resource];
      if (std::find(seen.begin(), seen.end(), name) == seen.end()) seen.push_back(name);
    }
    for (const Barrier& b : plan.nodes[n].barriers) count(row, listed_barrier(b, names));
    for (std::uint32_t w : plan.nodes[n].wait_for) {
      count(row, "wait for " + graph.path(graph.nodes()[plan.nodes[w].node]));
      ++row.wait_count;
    }
    row.barrier_count += static_cast<std::uint32_t>(joined(plan.nodes[n]).size());
  }
  row.planned = std::move(planned);
  return row;
}

std::string listed_signature(const Plan& plan, const Graph& graph, std::size_t at) {
  const PlannedNode& planned = plan.nodes[at];
  const Node& node = graph.nodes()[planned.node];
  std::string text =
      fmt::format("{} {} {} {}", graph.path(node), static_cast<int>(node.kind), listed_shader(node), planned.queue);
  for (const ListedUse& use : listed_uses(graph, planned)) text += fmt::format(" {}{}", use.name, use.arrow());
  return text;
}

namespace {

class Lister {
 public:
  Lister(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph) {}

  Listing run() {
    std::vector<Resource> resources;
    resolve(plan_, graph_, resources);
    for (std::size_t i = 0; i < resources.size(); ++i) {
      listing_.names.emplace_back(describe(graph_, resources[i]).name);
      if (plan_.resources[i].persistent) listing_.persistent_bytes += plan_.resources[i].bytes;
    }
    for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
      const PlannedNode& n = plan_.nodes[i];
      signatures_.push_back(
          known_.emplace(listed_signature(plan_, graph_, i), static_cast<std::uint32_t>(known_.size())).first->second);
      listing_.barriers += static_cast<std::uint32_t>(joined(n).size());
      listing_.hazards += static_cast<std::uint32_t>(n.barriers.size());
      listing_.waits += static_cast<std::uint32_t>(n.wait_for.size());
    }
    for (std::size_t at = 0; at < plan_.nodes.size();) at = group(at);
    return std::move(listing_);
  }

 private:
  std::size_t repeats(std::size_t at, std::size_t period) const {
    std::size_t end = at + period;
    while (end < signatures_.size() && signatures_[end] == signatures_[end - period]) ++end;
    return std::max<std::size_t>((end - at) / period, 1);
  }

  std::size_t group(std::size_t at) {
    std::size_t period = 1, times = repeats(at, 1);
    for (std::size_t p = 2; p <= 16 && at + 2 * p <= signatures_.size(); ++p) {
      std::size_t n = repeats(at, p);
      if (n > 1 && n * p > times * period) {
        period = p;
        times = n;
      }
    }
    // A long period may hide a shorter fold further in: then the nodes before that fold stand alone.
    if (times > 1 && period > 1) {
      for (std::size_t i = 1; i < period; ++i) {
        if (repeats(at + i, 1) > 2) {
          period = times = 1;
          break;
        }
      }
    }
    ListedGroup made;
    made.repeats = static_cast<std::uint32_t>(times);
    for (std::size_t i = 0; i < period; ++i) made.rows.push_back(row(at + i, period, times));
    listing_.groups.push_back(std::move(made));
    return at + period * times;
  }

  ListedRow row(std::size_t at, std::size_t period, std::size_t times) {
    std::vector<std::uint32_t> planned;
    for (std::size_t k = 0; k < times; ++k) planned.push_back(static_cast<std::uint32_t>(at + k * period));
    return listed_row(plan_, graph_, listing_.names, std::move(planned));
  }

  const Plan& plan_;
  const Graph& graph_;
  Listing listing_;
  std::vector<std::uint32_t> signatures_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

}  // namespace

Listing list(const Plan& plan, const Graph& graph) { return Lister(plan, graph).run(); }

std::string print(const Plan& plan, const Graph& graph, PlanFormat format) {
  switch (format) {
    case PlanFormat::text:
      return print_text(plan, graph);
    case PlanFormat::json:
      return print_json(plan, graph);
    case PlanFormat::dot:
    case PlanFormat::svg:
      return print_folded(plan, graph, format);
  }
  return {};
}

std::vector<std::string> parts(const std::string& scope) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= scope.size();) {
    std::size_t slash = std::min(scope.find('/', from), scope.size());
    out.push_back(scope.substr(from, slash - from));
    from = slash + 1;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace undine::graph
