#include "passes/deferred/diffuse_optics.h"

#include <cmath>

#include "passes/deferred/optics.h"

namespace undine::deferred {

DiffuseOptics diffuse_optics(double index) {
  constexpr int steps = 64;
  DiffuseOptics out;
  double in = 0, way = 0;
  for (int i = 0; i < steps; ++i) {
    const double cosine = (i + 0.5) / steps, bent = std::sqrt(1 - (1 - cosine * cosine) / (index * index));
    const double through =
        (1 - static_cast<double>(fresnel_dielectric(static_cast<float>(cosine), static_cast<float>(1 / index)))) *
        cosine;
    in += 2 * through / steps;
    way += 2 * through / bent / steps;
  }
  out.enters = in;
  out.slant = way / in;
  out.mirrored = 1 - in / (index * index);
  out.total = 1 - 1 / (index * index);
  return out;
}

}  // namespace undine::deferred
