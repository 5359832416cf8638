#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "engine/graph/listing.h"

namespace undine::graph {
namespace {

struct Cluster {
  std::map<std::string, Cluster> inside;
  std::vector<std::uint32_t> rows;
};

class Dot {
 public:
  Dot(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph), listing_(list(plan, graph)) {
    for (const ListedGroup& group : listing_.groups) {
      for (const ListedRow& row : group.rows) rows_.push_back(&row);
    }
  }

  std::string run() {
    out_ =
        "digraph frame {\n  rankdir=TB;\n  node [shape=box, style=filled, fillcolor=\"#eef3f8\", "
        "fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\", fontsize=9];\n";
    Cluster root;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) cluster_of(root, rows_[i]->scope).rows.push_back(i);
    write(root, "", "  ");
    edges();
    return out_ + "}\n";
  }

 private:
  static Cluster& cluster_of(Cluster& root, const std::string& scope) {
    Cluster* at = &root;
    for (std::size_t from = 0; from <= scope.size();) {
      std::size_t slash = std::min(scope.find('/', from), scope.size());
      at = &at->inside[scope.substr(from, slash - from)];
      from = slash + 1;
    }
    return *at;
  }

  void write(const Cluster& cluster, const std::string& path, const std::string& indent) {
    for (std::uint32_t i : cluster.rows) {
      const ListedRow& row = *rows_[i];
      std::string label = row.name;
      if (row.planned.size() > 1) label += fmt::format(" x{}", row.planned.size());
      label += "\n" + (row.shader.empty() ? std::string(listed_kind(row.kind)) : row.shader);
      if (row.barrier_count) label += fmt::format("\n{} barriers", row.barrier_count);
      out_ += fmt::format("{}n{} [label={}{}];\n", indent, i, escaped_lines(label),
                          row.queue ? ", fillcolor=\"#f8efe0\"" : "");
    }
    for (const auto& [name, inner] : cluster.inside) {
      std::string inner_path = path + "/" + name;
      out_ += fmt::format("{}subgraph {} {{\n{}  label={};\n", indent, dot_quoted("cluster_" + inner_path), indent,
                          dot_quoted(name));
      write(inner, inner_path, indent + "  ");
      out_ += indent + "}\n";
    }
  }

  static std::string escaped_lines(const std::string& label) {
    std::string text = dot_quoted(label), out;
    for (char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
    return out;
  }

  void edges() {
    std::vector<std::uint32_t> row_of(plan_.nodes.size());
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      for (std::uint32_t n : rows_[i]->planned) row_of[n] = i;
    }
    std::vector<std::int64_t> writer(plan_.resources.size(), -1);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string>> known;
    std::set<std::uint32_t> entering;
    for (std::size_t n = 0; n < plan_.nodes.size(); ++n) {
      auto uses = listed_uses(graph_, plan_.nodes[n]);
      for (const ListedUse& use : uses) {
        if (!use.reads) continue;
        std::int64_t from = writer[use.resource];
        const std::string& name = listing_.names[use.resource];
        if (from < 0) {
          if (entering.insert(use.resource).second) {
            out_ += fmt::format("  r{} [label={}, shape=ellipse, fillcolor=\"#ffffff\"];\n", use.resource,
                                dot_quoted(name));
          }
          if (known.emplace(~0u, row_of[n], name).second)
            out_ += fmt::format("  r{} -> n{};\n", use.resource, row_of[n]);
        } else if (row_of[static_cast<std::size_t>(from)] != row_of[n] &&
                   known.emplace(row_of[static_cast<std::size_t>(from)], row_of[n], name).second) {
          out_ += fmt::format("  n{} -> n{} [label={}];\n", row_of[static_cast<std::size_t>(from)], row_of[n],
                              dot_quoted(name));
        }
      }
      for (const ListedUse& use : uses) {
        if (use.writes) writer[use.resource] = static_cast<std::int64_t>(n);
      }
    }
  }

  const Plan& plan_;
  const Graph& graph_;
  Listing listing_;
  std::vector<const ListedRow*> rows_;
  std::string out_;
};

}  // namespace

std::string print_dot(const Plan& plan, const Graph& graph) { return Dot(plan, graph).run(); }

}  // namespace undine::graph
