// Prints folded plans as text, JSON and Graphviz dot.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "engine/graph/print/folding.h"
#include "engine/graph/print/listing.h"
#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

constexpr std::size_t most_names = 2;  // of the resources that a binding of several repetitions has

std::string names_text(const std::vector<std::string>& names) {
  if (names.size() == 1) return names[0];
  std::string out = "{" + names[0];
  for (std::size_t i = 1; i < std::min(most_names, names.size()); ++i) out += ", " + names[i];
  if (names.size() > most_names) out += fmt::format(", {} more", names.size() - most_names);
  return out + "}";
}

std::size_t count(const PlanBox& box) {
  std::size_t out = box.row ? 1 : 0;
  for (const PlanBox& inner : box.inside) out += count(inner);
  return out;
}

void write_text(std::string& out, const PlanBox& box, const std::string& indent) {
  if (!box.row) {
    out += indent + (box.label.empty() ? fmt::format("x{}", box.repeats) : box.label) + "\n";
    for (const PlanBox& inner : box.inside) write_text(out, inner, indent + "  ");
    return;
  }
  const ListedRow& row = *box.row;
  out += indent + row.name;
  if (box.repeats > 1) out += fmt::format(" x{}", box.repeats);
  if (row.queue) out += fmt::format(" (queue {})", row.queue);
  out += ": " + (row.shader.empty() ? std::string(listed_kind(row.kind)) : row.shader);
  std::string separator = "; ";
  for (const ListedRow::Binding& b : row.bindings) {
    out += fmt::format("{}{} {} {}", separator, b.name, b.arrow, names_text(b.resources));
    separator = ", ";
  }
  if (row.barrier_count) out += fmt::format(" | {}", row.barrier_count);
  out += '\n';
}

void write_json(std::string& out, const PlanBox& box, const std::string& indent) {
  if (box.row) {
    out +=
        fmt::format("{}{{\"node\": {}, \"scope\": {}, \"repeats\": {}, \"nodes\": [{}]}}", indent,
                    dot_quoted(box.label), dot_quoted(box.row->scope), box.repeats, fmt::join(box.row->planned, ", "));
    return;
  }
  out += indent + "{" +
         (box.label.empty() ? fmt::format("\"repeats\": {}", box.repeats) : "\"scope\": " + dot_quoted(box.label));
  out += ", \"inside\": [";
  std::string separator = "\n";
  for (const PlanBox& inner : box.inside) {
    out += separator;
    write_json(out, inner, indent + "  ");
    separator = ",\n";
  }
  out += "\n" + indent + "]}";
}

class Dot {
 public:
  Dot(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph), row_of_(plan.nodes.size()) {
    std::vector<Resource> resources;
    resolve(plan, graph, resources);
    for (const Resource& r : resources) names_.emplace_back(describe(graph, r).name);
  }

  std::string run() {
    out_ =
        "digraph frame {\n  rankdir=TB;\n  node [shape=box, style=filled, fillcolor=\"#eef3f8\", "
        "fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=9];\n";
    for (const PlanBox& box : fold(plan_, graph_).inside) write(box, "  ");
    edges();
    return out_ + "}\n";
  }

 private:
  void write(const PlanBox& box, const std::string& indent) {
    if (!box.row) {
      out_ += fmt::format("{}subgraph cluster_{} {{\n{}  label={};\n", indent, clusters_++, indent,
                          dot_quoted(box.label.empty() ? fmt::format("x{}", box.repeats) : box.label));
      if (box.label.empty()) out_ += indent + "  style=dashed;\n";
      for (const PlanBox& inner : box.inside) write(inner, indent + "  ");
      out_ += indent + "}\n";
      return;
    }
    for (std::uint32_t n : box.row->planned) row_of_[n] = rows_;
    const std::string label = box.label + (box.repeats > 1 ? fmt::format(" x{}", box.repeats) : "");
    out_ += fmt::format("{}n{} [label={}, tooltip={}{}];\n", indent, rows_++, dot_quoted(label),
                        dot_quoted(box.row->shader), box.row->queue ? ", fillcolor=\"#f8efe0\"" : "");
  }

  // One edge between two boxes, however many resources go along it.
  void edges() {
    std::vector<std::int64_t> writer(plan_.resources.size(), -1);
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> all;
    for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
      const auto uses = listed_uses(graph_, plan_.nodes[n]);
      for (const ListedUse& use : uses) {
        if (!use.reads || writer[use.resource] < 0) continue;
        const std::size_t from = row_of_[static_cast<std::size_t>(writer[use.resource])];
        if (from == row_of_[n]) continue;
        auto& names = all[{from, row_of_[n]}];
        if (std::find(names.begin(), names.end(), names_[use.resource]) == names.end())
          names.push_back(names_[use.resource]);
      }
      for (const ListedUse& use : uses)
        if (use.writes) writer[use.resource] = static_cast<std::int64_t>(n);
    }
    for (const auto& [ends, names] : all)
      out_ += fmt::format("  n{} -> n{} [tooltip={}{}];\n", ends.first, ends.second,
                          dot_quoted(fmt::format("{}", fmt::join(names, ", "))),
                          ends.first > ends.second ? ", constraint=false" : "");
  }

  const Plan& plan_;
  const Graph& graph_;
  std::vector<std::size_t> row_of_;
  std::vector<std::string> names_;
  std::size_t rows_ = 0, clusters_ = 0;
  std::string out_;
};

}  // namespace

std::string print_folded_text(const Plan& plan, const Graph& graph) {
  const Listing listing = list(plan, graph);
  const PlanBox frame = fold(plan, graph);
  std::string out = fmt::format(
      "{} nodes, {} culled, {} resources, {} barriers, {} queue waits, in {} boxes\n"
      "memory: transients {} ({} without aliasing), persistent {}\n\n",
      plan.nodes.size(), plan.culled.size(), plan.resources.size(), listing.barriers, listing.waits, count(frame),
      listed_bytes(plan.heap_bytes), listed_bytes(plan.unaliased_bytes), listed_bytes(listing.persistent_bytes));
  for (const PlanBox& box : frame.inside) write_text(out, box, "");
  return out + "\nxN: repeated N times; | N: barriers, of all repetitions. --full: hazards, culled nodes, memory\n";
}

std::string print_folded_json(const Plan& plan, const Graph& graph) {
  std::string out = print_json(plan, graph);
  out.erase(out.rfind("\n}"));
  out += ",\n  \"boxes\": [";
  std::string separator = "\n";
  for (const PlanBox& box : fold(plan, graph).inside) {
    out += separator;
    write_json(out, box, "    ");
    separator = ",\n";
  }
  return out + "\n  ]\n}\n";
}

std::string print_folded_dot(const Plan& plan, const Graph& graph) { return Dot(plan, graph).run(); }

}  // namespace undine::graph
