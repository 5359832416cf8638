#include "engine/graph/peek.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "engine/core/edit_distance.h"
#include "engine/core/error.h"
#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

constexpr std::string_view copy_name = "peek";
constexpr std::string_view root = "frame/";

struct Named {
  std::string name;
  Resource resource;
};

// The names of the plan's listing, for a node that is not planned yet.
std::vector<Named> names_of(const Node& node) {
  std::vector<Named> out;
  for (const Use& use : node.uses)
    if (use.resource || !use.optional) out.push_back({std::string(use.binding), use.resource});
  if (node.indirect) out.push_back({"indirect", node.indirect});
  if (node.kind != NodeKind::draw) return out;
  if (node.indices) out.push_back({"indices", node.indices});
  for (std::size_t i = 0; i < node.colors.size(); ++i)
    out.push_back({node.colors.size() == 1 ? "color" : fmt::format("color{}", i), node.colors[i].image});
  if (node.depth.image) out.push_back({node.depth.write ? "depth" : "depth_test", node.depth.image});
  return out;
}

bool is_copy_of_peek(const Node& node) { return node.kind == NodeKind::copy && node.name == copy_name; }

struct Path {
  std::string node;  // from "frame/" on
  std::uint32_t occurrence = 0;
  std::string_view binding;
};

// Split at the `dot`-th point; nothing: no such point or no number behind #.
std::optional<Path> split(std::string_view text, std::size_t dot) {
  Path path;
  std::string_view node = text.substr(0, dot);
  path.binding = text.substr(dot + 1);
  if (const std::size_t hash = node.rfind('#'); hash != std::string_view::npos) {
    const std::string_view number = node.substr(hash + 1);
    const auto read = std::from_chars(number.data(), number.data() + number.size(), path.occurrence);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size() || path.occurrence == 0) return {};
    node = node.substr(0, hash);
  }
  path.node = node.starts_with(root) ? std::string(node) : std::string(root) + std::string(node);
  return path;
}

// The nearest first.
std::string nearest(std::string_view to, std::vector<std::string> names) {
  constexpr std::size_t most = 16;
  std::ranges::stable_sort(names, {}, [&](const std::string& name) { return edit_distance(to, name); });
  const std::size_t shown = std::min(names.size(), most);
  std::string text = fmt::format("{}", fmt::join(std::span(names).first(shown), ", "));
  if (shown < names.size()) text += fmt::format(", and {} more", names.size() - shown);
  return text.empty() ? "none" : text;
}

class Finder {
 public:
  Finder(const Graph& graph, std::string_view text)
      : graph_(graph), text_(text), where_(fmt::format("--view {}", text)) {
    for (const Node& node : graph.nodes()) paths_.push_back(is_copy_of_peek(node) ? std::string() : graph.path(node));
  }

  // The node's index and the resource that it names.
  std::pair<std::size_t, Resource> run() {
    std::optional<Path> known;
    for (std::size_t dot = text_.rfind('.'); dot != std::string_view::npos && dot > 0;
         dot = text_.rfind('.', dot - 1)) {
      const std::optional<Path> path = split(text_, dot);
      if (!path || std::ranges::find(paths_, path->node) == paths_.end()) continue;
      if (const auto found = find(*path)) return *found;
      if (!known) known = path;
    }
    if (known) refuse_binding(*known);
    refuse_node();
  }

 private:
  std::optional<std::pair<std::size_t, Resource>> find(const Path& path) const {
    std::optional<std::pair<std::size_t, Resource>> last;
    std::uint32_t met = 0;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i] != path.node || (++met != path.occurrence && path.occurrence != 0)) continue;
      if (const Resource r = named(graph_.nodes()[i], path.binding)) last = {i, r};
    }
    return last;
  }

  Resource named(const Node& node, std::string_view binding) const {
    const std::vector<Named> names = names_of(node);
    for (const Named& n : names)
      if (n.name == binding) return n.resource;
    for (const Named& n : names)
      if (describe(graph_, n.resource).name == binding) return n.resource;
    return {};
  }

  [[noreturn]] void refuse_binding(const Path& path) const {
    const auto times = static_cast<std::uint32_t>(std::ranges::count(paths_, path.node));
    if (path.occurrence > times)
      throw Error(Exit::bad_input, where_,
                  fmt::format("{} is {} time{} in this frame", path.node, times, times == 1 ? "" : "s"),
                  fmt::format("allowed: #1 to #{}", times));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i] != path.node) continue;
      for (Named& n : names_of(graph_.nodes()[i]))
        if (std::ranges::find(names, n.name) == names.end()) names.push_back(std::move(n.name));
    }
    throw Error(Exit::bad_input, where_, fmt::format("{} has no binding \"{}\"", path.node, path.binding),
                names.empty() ? "the node has no bindings" : "it has: " + nearest(path.binding, std::move(names)));
  }

  [[noreturn]] void refuse_node() const {
    const std::size_t dot = text_.rfind('.');
    std::string asked(text_.substr(0, dot));
    if (const std::size_t hash = asked.rfind('#'); hash != std::string::npos && split(text_, dot)) asked.erase(hash);
    if (!asked.starts_with(root)) asked.insert(0, root);
    std::vector<std::string> names;
    for (const std::string& path : paths_)
      if (!path.empty() && std::ranges::find(names, path) == names.end()) names.push_back(path);
    if (dot == std::string_view::npos)
      throw Error(Exit::bad_input, where_, "names no binding", "allowed: NODE.BINDING as `undine graph` prints them");
    throw Error(Exit::bad_input, where_, fmt::format("this frame has no node {}", asked),
                fmt::format("nodes before the picture, NODE or NODE#K: {}", nearest(asked, std::move(names))));
  }

  const Graph& graph_;
  std::string_view text_;
  std::string where_;
  std::vector<std::string> paths_;  // of all nodes; empty: no node of the frame's own
};

}  // namespace

Peeked peek(Graph& graph, std::string_view path) {
  const auto [at, resource] = Finder(graph, path).run();
  const Described found = describe(graph, resource);
  const std::string where = fmt::format("--view {}", path), name(found.name);
  if (!found.exists())
    throw Error(Exit::bad_input, where, "the node is not bound to a resource of this frame", "bind it first");
  if (found.external())
    throw Error(Exit::bad_input, where, name + " is an image of the window", "allowed: resources of the frame itself");
  Resource copy;
  if (found.image) {
    const Image image = graph.image("peek/copy", ImageDesc(*found.image));
    graph.copy(copy_name, Image(resource), image);
    copy = image;
  } else {
    const Buffer buffer = graph.buffer("peek/copy", BufferDesc(*found.buffer));
    graph.copy(copy_name, Buffer(resource), buffer);
    copy = buffer;
  }
  // Declared last, it moves to its place: nodes know each other by what they touch alone.
  const std::span<Node> nodes = graph.nodes();
  nodes.back().scope = nodes[at].scope;
  const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  std::rotate(begin, nodes.end() - 1, nodes.end());
  return {copy, name};
}

std::vector<PeekNode> peek_nodes(const Graph& graph) {
  std::vector<PeekNode> out;
  for (const Node& node : graph.nodes()) {
    if (is_copy_of_peek(node)) continue;
    std::vector<Named> names = names_of(node);
    if (names.empty()) continue;
    const std::string path = graph.path(node);
    auto known = std::ranges::find(out, path, &PeekNode::path);
    if (known == out.end()) known = out.insert(out.end(), PeekNode{path, 0, {}});
    ++known->times;
    for (Named& n : names)
      if (std::ranges::find(known->bindings, n.name) == known->bindings.end())
        known->bindings.push_back(std::move(n.name));
  }
  return out;
}

}  // namespace undine::graph
