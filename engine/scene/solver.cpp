#include "engine/scene/solver.h"

#include <algorithm>

#include "engine/core/error.h"

namespace undine {

// A local static exists before the first registration, in whatever order the objects' initialisers run.
std::vector<SolverType>& solver_types() {
  static std::vector<SolverType> types;
  return types;
}

RegisterSolver::RegisterSolver(std::string_view name, std::string_view help,
                               std::function<std::unique_ptr<SolverSettings>()> settings) {
  auto& types = solver_types();
  auto at = std::lower_bound(types.begin(), types.end(), name,
                             [](const SolverType& type, std::string_view n) { return type.name < n; });
  if (at != types.end() && at->name == name) {
    throw Error(Exit::failure, "solver " + std::string(name), "registered twice", "give each solver its own name");
  }
  types.insert(at, {name, help, std::move(settings)});
}

}  // namespace undine
