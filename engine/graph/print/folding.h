// Folds a plan for printing: nested boxes for scopes; repeated parts (sub-steps, cycles, levels) appear once with a
// count.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/print/listing.h"

namespace undine::graph {

struct PlanBox {                 // a node, a scope or a repetition
  std::string label;             // of a node its name, of a scope its path within the box around; else empty
  std::uint32_t repeats = 1;     // of a repetition; of a node that stands for several in a row
  std::optional<ListedRow> row;  // of a node; its `planned` are those of all repetitions around it
  std::vector<PlanBox> inside;
};

// The whole frame: every node of the plan is in the `planned` of one row.
PlanBox fold(const Plan& plan, const Graph& graph);

// Output of `undine graph` without --full. json: all that print() gives, and "boxes".
std::string print_folded(const Plan& plan, const Graph& graph, PlanFormat format);

std::string print_folded_text(const Plan& plan, const Graph& graph);
std::string print_folded_dot(const Plan& plan, const Graph& graph);
std::string print_folded_json(const Plan& plan, const Graph& graph);
std::string print_folded_svg(const Plan& plan, const Graph& graph);  // at most 1920 x 1080 for frames of 300 nodes

}  // namespace undine::graph
