#include "engine/scene/solver.h"

#include <algorithm>

#include "engine/core/error.h"

namespace undine {

bool Solver::retune(const SolverSettings&, const SceneContext&) { return false; }

std::vector<SolverType>& solver_types() {
  static std::vector<SolverType> types;
  return types;
}

void add_solver(SolverType type) {
  auto& types = solver_types();
  auto at = std::ranges::lower_bound(types, type.name, {}, &SolverType::name);
  if (at != types.end() && at->name == type.name)
    throw Error(Exit::failure, "solver " + std::string(type.name), "two solvers have this name",
                "give each solver its own name");
  types.insert(at, std::move(type));
}

}  // namespace undine
