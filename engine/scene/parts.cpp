#include "engine/scene/parts.h"

namespace undine {
namespace {

Parts& handed_in() {
  static Parts all;
  return all;
}

}  // namespace

void hand_in(Parts parts) {
  for (SolverType& type : parts.solvers) add_solver(std::move(type));
  parts.solvers.clear();
  handed_in() = std::move(parts);
}

const Parts& parts() { return handed_in(); }

}  // namespace undine
