#include <fmt/format.h>

#include "engine/graph/print/listing.h"

namespace undine::graph {
namespace {

std::string binding_text(const ListedRow::Binding& b) {
  std::string what = b.resources.size() == 1 ? b.resources[0] : fmt::format("{{{}}}", fmt::join(b.resources, ", "));
  return fmt::format("{} {} {}", b.name, b.arrow, what);
}

void row_text(std::string& out, const ListedRow& row, std::uint32_t repeats, bool alone, const std::string& indent) {
  out += indent + row.name;
  if (alone && repeats > 1) out += fmt::format(" x{}", repeats);
  if (row.queue) out += fmt::format(" (queue {})", row.queue);
  out += fmt::format(": {}", row.shader.empty() ? std::string(listed_kind(row.kind)) : row.shader);
  std::string separator = "; ";
  for (const ListedRow::Binding& b : row.bindings) {
    out += separator + binding_text(b);
    separator = ", ";
  }
  out += '\n';
  for (const auto& [text, times] : row.barriers) {
    out += fmt::format("{}  | {}", indent, text);
    if (repeats > 1) out += fmt::format(" (x{})", times);
    out += '\n';
  }
}

}  // namespace

std::string print_text(const Plan& plan, const Graph& graph) {
  Listing listing = list(plan, graph);
  std::string out =
      fmt::format("{} nodes, {} culled, {} resources, {} barriers, {} queue waits, {} hazards\n", plan.nodes.size(),
                  plan.culled.size(), plan.resources.size(), listing.barriers, listing.waits, listing.hazards);
  out += fmt::format("memory: transients {} ({} without aliasing), persistent {}\n", listed_bytes(plan.heap_bytes),
                     listed_bytes(plan.unaliased_bytes), listed_bytes(listing.persistent_bytes));
  std::string scope;
  for (const ListedGroup& group : listing.groups) {
    bool alone = group.rows.size() == 1;
    std::string indent = "  ";
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const ListedRow& row = group.rows[i];
      if (row.scope != scope) out += fmt::format("\n{}\n", scope = row.scope);
      if (i == 0 && !alone && group.repeats > 1) {
        out += fmt::format("  x{}:\n", group.repeats);
        indent = "    ";
      }
      row_text(out, row, group.repeats, alone, indent);
    }
  }
  if (!plan.culled.empty()) {
    out += "\nculled, for nothing reads what they make\n";
    for (std::uint32_t n : plan.culled) out += fmt::format("  {}\n", graph.path(graph.nodes()[n]));
  }
  out += "\ntransients (nodes from-to, bytes at offset in the heap)\n";
  for (std::size_t i = 0; i < plan.resources.size(); ++i) {
    const PlannedResource& r = plan.resources[i];
    if (r.persistent || r.external) continue;
    out += fmt::format("  {}: {}-{}, {} at {}\n", listing.names[i], r.first, r.last, r.bytes, r.offset);
  }
  out += "\npersistent (bytes)\n";
  for (std::size_t i = 0; i < plan.resources.size(); ++i) {
    if (plan.resources[i].persistent) out += fmt::format("  {}: {}\n", listing.names[i], plan.resources[i].bytes);
  }
  return out;
}

}  // namespace undine::graph
