#include "engine/scene/solver.h"

#include <algorithm>

#include "engine/core/error.h"

namespace undine {

std::optional<double> SolverSettings::initial_level(const glm::dvec2& at, double ground) const {
  const std::optional<Place> at_rest = place();
  if (!at_rest || ground > at_rest->origin.y) return {};
  const glm::dvec2 off = glm::abs(at - glm::dvec2(at_rest->origin.x, at_rest->origin.z));
  return 2 * off.x <= at_rest->size.x && 2 * off.y <= at_rest->size.y ? std::optional(at_rest->origin.y) : std::nullopt;
}

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
