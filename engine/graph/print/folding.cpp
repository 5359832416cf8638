#include "engine/graph/print/folding.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/graph/walk.h"

namespace undine::graph {
namespace {

constexpr std::size_t longest = 64;  // tokens of what repeats

struct Token {  // a node, or tokens that repeat
  std::uint32_t id = 0, repeats = 1;
  std::vector<std::uint32_t> nodes;  // of a node: its indices in all repetitions
  std::vector<Token> inside;
};

void merge(Token& into, const Token& from) {
  into.nodes.insert(into.nodes.end(), from.nodes.begin(), from.nodes.end());
  for (std::size_t i = 0; i < into.inside.size(); ++i) merge(into.inside[i], from.inside[i]);
}

// Replaces repeated sequences of tokens by one with a count, shortest sequence first, until nothing repeats.
class Folder {
 public:
  explicit Folder(const Plan& plan, const Graph& graph) {
    for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
      Token node;
      node.id = id_of(listed_signature(plan, graph, i));
      node.nodes = {static_cast<std::uint32_t>(i)};
      tokens_.push_back(std::move(node));
    }
  }

  std::vector<Token> run() {
    for (std::size_t period = 1; period <= std::min(longest, tokens_.size() / 2);)
      period = pass(period) ? 1 : period + 1;
    return std::move(tokens_);
  }

 private:
  std::uint32_t id_of(const std::string& text) {
    return known_.emplace(text, static_cast<std::uint32_t>(known_.size())).first->second;
  }

  std::size_t times(std::size_t at, std::size_t period) const {
    std::size_t end = at + period;
    while (end < tokens_.size() && tokens_[end].id == tokens_[end - period].id) ++end;
    return (end - at) / period;
  }

  bool pass(std::size_t period) {
    std::vector<Token> out;
    bool any = false;
    for (std::size_t at = 0; at < tokens_.size();) {
      const std::size_t n = at + 2 * period <= tokens_.size() ? times(at, period) : 1;
      if (n < 2) {
        out.push_back(std::move(tokens_[at++]));
        continue;
      }
      out.push_back(group(at, period, n));
      at += period * n;
      any = true;
    }
    tokens_ = std::move(out);
    return any;
  }

  Token group(std::size_t at, std::size_t period, std::size_t n) {
    Token made;
    made.repeats = static_cast<std::uint32_t>(n);
    std::string text = fmt::format("x{}", n);
    for (std::size_t i = 0; i < period; ++i) {
      text += fmt::format(" {}", tokens_[at + i].id);
      made.inside.push_back(tokens_[at + i]);
      for (std::size_t k = 1; k < n; ++k) merge(made.inside.back(), tokens_[at + k * period + i]);
    }
    made.id = id_of(text);
    return made;
  }

  std::vector<Token> tokens_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

using Path = std::vector<std::string>;

// Puts tokens into the boxes of their scopes; a repetition stands in the innermost scope that holds all of it.
class Boxer {
 public:
  Boxer(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph) {
    std::vector<Resource> resources;
    resolve(plan, graph, resources);
    for (const Resource& r : resources) names_.emplace_back(describe(graph, r).name);
  }

  std::vector<PlanBox> boxes(const std::vector<Token>& tokens, std::size_t depth) const {
    std::vector<PlanBox> out;
    for (std::size_t at = 0; at < tokens.size();) {
      const Path scope = scope_of(tokens[at]);
      if (scope.size() <= depth) {
        out.push_back(box(tokens[at++], depth));
        continue;
      }
      std::vector<Token> same;
      for (; at < tokens.size(); ++at) {
        const Path other = scope_of(tokens[at]);
        if (other.size() <= depth || other[depth] != scope[depth]) break;
        same.push_back(tokens[at]);
      }
      PlanBox made{scope[depth], 1, {}, boxes(same, depth + 1)};
      if (made.inside.size() == 1 && !made.inside[0].row && !made.inside[0].label.empty()) {
        PlanBox only = std::move(made.inside[0]);  // a scope alone in a scope
        only.label = made.label + "/" + only.label;
        made = std::move(only);
      }
      out.push_back(std::move(made));
    }
    return out;
  }

 private:
  PlanBox box(const Token& token, std::size_t depth) const {
    if (!token.nodes.empty()) return node(token, 1);
    if (token.inside.size() == 1 && !token.inside[0].nodes.empty()) return node(token.inside[0], token.repeats);
    return {"", token.repeats, {}, boxes(token.inside, depth)};
  }

  PlanBox node(const Token& token, std::uint32_t repeats) const {
    PlanBox out{"", repeats, listed_row(plan_, graph_, names_, token.nodes), {}};
    out.label = out.row->name;
    return out;
  }

  Path scope_of(const Token& token) const {
    if (!token.nodes.empty()) {
      const Node& node = graph_.nodes()[plan_.nodes[token.nodes.front()].node];
      const std::string path = graph_.path(node);
      return parts(path.substr(0, path.size() - node.name.size() - 1));
    }
    Path common = scope_of(token.inside.front());
    for (const Token& inner : token.inside) {
      const Path other = scope_of(inner);
      std::size_t same = 0;
      while (same < common.size() && same < other.size() && common[same] == other[same]) ++same;
      common.resize(same);
    }
    return common;
  }

  const Plan& plan_;
  const Graph& graph_;
  std::vector<std::string> names_;
};

}  // namespace

PlanBox fold(const Plan& plan, const Graph& graph) {
  return {"", 1, {}, Boxer(plan, graph).boxes(Folder(plan, graph).run(), 0)};
}

std::string print_folded(const Plan& plan, const Graph& graph, PlanFormat format) {
  switch (format) {
    case PlanFormat::text:
      return print_folded_text(plan, graph);
    case PlanFormat::dot:
      return print_folded_dot(plan, graph);
    case PlanFormat::json:
      return print_folded_json(plan, graph);
    case PlanFormat::svg:
      return print_folded_svg(plan, graph);
  }
  return {};
}

}  // namespace undine::graph
