// Image-based lighting by the sky: radiance prefiltered by GGX lobes and the integrated BRDF (split sum) [Karis
// 2013], with multiple-scattering compensation [Fdez-Agüera 2019].
#ifndef PASSES_SKY_ENVIRONMENT_H
#define PASSES_SKY_ENVIRONMENT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// Layers of Light::environment: 0 the table, rows by roughness, columns by the cosine to the eye: scale and bias of F0;
// layer i the sky seen along a mirrored ray by a surface of roughness i / environment_lobes.
const int environment_lobes = 7;

SHARED_END

#ifdef __cplusplus
#include <glm/glm.hpp>
#include <vector>

#include "passes/models/geometry_image.h"

namespace undine::deferred {

// Unit direction of a place in an equirectangular image: rows from the zenith to the nadir, columns around y from -z
// over +x.
glm::dvec3 direction_at(double column, double row, std::uint32_t width, std::uint32_t height);

constexpr std::uint32_t environment_width = 64, environment_height = 32;

// Scale and bias of F0 in the share of a uniform light that a GGX surface mirrors by one reflection each.
glm::dvec2 mirrored_share(double cosine, double roughness);

// Texels of all layers, rgba16f. `sky`: equirectangular.
std::vector<std::uint64_t> make_environment(const solids::RadianceImage& sky);

}  // namespace undine::deferred
#endif
#endif
