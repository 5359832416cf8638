#include "passes/bodies/bodies_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"

namespace undine::bodies {

void check_limits(const Scene& scene, const BodySettings& body, std::size_t entry, const Hull& hull) {
  constexpr double least = 1e-3, most_ratio = 1e4;
  glm::dvec3 low(1e30), high(-1e30);
  for (const glm::dvec3& p : hull.points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const auto refuse = [&](const char* key, const std::string& what, const std::string& allowed) {
    throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}{}", scene.file.string(), entry, key), what, allowed);
  };
  const glm::dvec3 size = high - low;
  const double shortest = std::min({size.x, size.y, size.z}), longest = std::max({size.x, size.y, size.z});
  if (!(shortest >= least))
    refuse("", fmt::format("its smallest extent is {:g} m", shortest), fmt::format("at least {:g} m", least));
  if (!(longest <= most_ratio * shortest))
    refuse("", fmt::format("it is {:g} m long and {:g} m thick", longest, shortest),
           fmt::format("at most {:g} times as long as thick", most_ratio));
  // The center of mass may lie outside the hull (a keel), by at most the hull's length.
  const glm::dvec3 from = low - longest, to = high + longest;
  if (glm::any(glm::lessThan(body.ballast, from)) || glm::any(glm::greaterThan(body.ballast, to)))
    refuse("/ballast", "the center of mass is more than the length of the hull outside of it",
           fmt::format("a ballast from ({:g}, {:g}, {:g}) to ({:g}, {:g}, {:g}) m", from.x, from.y, from.z, to.x, to.y,
                       to.z));
}

}  // namespace undine::bodies
