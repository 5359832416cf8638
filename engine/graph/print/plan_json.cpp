#include <fmt/format.h>

#include "engine/graph/print/listing.h"

namespace undine::graph {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + '"';
}

// Joins the elements of a list, with `line` one per line.
class Items {
 public:
  Items(std::string& out, std::string_view line) : out_(out), line_(line) {}
  void next() {
    if (!first_) out_ += ',';
    first_ = false;
    out_ += line_;
  }

 private:
  std::string& out_;
  std::string_view line_;
  bool first_ = true;
};

std::string barrier_json(const Barrier& b, const std::vector<std::string>& names) {
  std::string out = "{";
  if (b.resource >= 0) out += fmt::format("\"resource\": {}, ", in_quotes(names[static_cast<std::size_t>(b.resource)]));
  out += fmt::format("\"from_stages\": {}, \"from_access\": {}, \"to_stages\": {}, \"to_access\": {}",
                     in_quotes(stage_text(b.from_stages)), in_quotes(access_text(b.from_access)),
                     in_quotes(stage_text(b.to_stages)), in_quotes(access_text(b.to_access)));
  if (b.from_layout != b.to_layout) {
    out += fmt::format(", \"from_layout\": {}, \"to_layout\": {}", in_quotes(layout_text(b.from_layout)),
                       in_quotes(layout_text(b.to_layout)));
  }
  return out + "}";
}

std::string node_json(const Graph& graph, const PlannedNode& planned, const std::vector<std::string>& names) {
  const Node& node = graph.nodes()[planned.node];
  std::string out = fmt::format("{{\"path\": {}, \"kind\": {}, \"queue\": {}", in_quotes(graph.path(node)),
                                in_quotes(listed_kind(node.kind)), planned.queue);
  if (!node.shader.empty()) out += fmt::format(", \"shader\": {}", in_quotes(node.shader));
  if (!node.fragment.empty()) out += fmt::format(", \"fragment\": {}", in_quotes(node.fragment));
  out += ", \"uses\": [";
  Items uses(out, " ");
  for (const ListedUse& use : listed_uses(graph, planned)) {
    uses.next();
    out += fmt::format("{{\"binding\": {}, \"resource\": {}, \"verb\": {}}}", in_quotes(use.name),
                       in_quotes(names[use.resource]),
                       in_quotes(verb_text(use.accumulates ? Verb::accumulate
                                           : !use.writes   ? Verb::read
                                           : use.reads     ? Verb::modify
                                                           : Verb::write)));
  }
  auto list = [&](std::string_view name, const std::vector<Barrier>& barriers) {
    out += fmt::format("], {}: [", in_quotes(name));
    Items items(out, " ");
    for (const Barrier& b : barriers) {
      items.next();
      out += barrier_json(b, names);
    }
  };
  list("barriers", joined(planned));
  list("hazards", planned.barriers);
  return out + fmt::format("], \"wait_for\": [{}]}}", fmt::join(planned.wait_for, ", "));
}

}  // namespace

std::string print_json(const Plan& plan, const Graph& graph) {
  Listing listing = list(plan, graph);
  std::string out = fmt::format(
      "{{\n  \"heap_bytes\": {}, \"unaliased_bytes\": {}, \"persistent_bytes\": {}, \"barriers\": {},\n  \"nodes\": [",
      plan.heap_bytes, plan.unaliased_bytes, listing.persistent_bytes, listing.barriers);
  Items nodes(out, "\n    ");
  for (const PlannedNode& node : plan.nodes) {
    nodes.next();
    out += node_json(graph, node, listing.names);
  }
  out += "\n  ],\n  \"culled\": [";
  Items culled(out, " ");
  for (std::uint32_t n : plan.culled) {
    culled.next();
    out += in_quotes(graph.path(graph.nodes()[n]));
  }
  out += "],\n  \"resources\": [";
  Items resources(out, "\n    ");
  for (std::size_t i = 0; i < plan.resources.size(); ++i) {
    const PlannedResource& r = plan.resources[i];
    resources.next();
    out += fmt::format("{{\"name\": {}, \"type\": {}, \"life\": {}, \"first\": {}, \"last\": {}, \"bytes\": {}",
                       in_quotes(listing.names[i]), in_quotes(r.image ? "image" : "buffer"),
                       in_quotes(r.persistent ? "persistent"
                                 : r.external ? "external"
                                              : "transient"),
                       r.first, r.last, r.bytes);
    if (!r.persistent && !r.external) out += fmt::format(", \"offset\": {}", r.offset);
    out += "}";
  }
  return out + "\n  ]\n}\n";
}

}  // namespace undine::graph
