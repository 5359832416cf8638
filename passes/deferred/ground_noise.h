// Volume texture of 3D noise for the ground's patterns, computed once: a fetch costs much less than evaluating the
// noise per pixel.
#ifndef PASSES_DEFERRED_GROUND_NOISE_H
#define PASSES_DEFERRED_GROUND_NOISE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

const int ground_noise_texels = 64;     // along a side of the tiled volume
const int ground_noise_waves = 6;       // of its first octave along a side; two more follow
const float ground_noise_range = 6.0f;  // r: value in 0..1; gba: 0.5 + gradient per wavelength of octave 1 / range

SHARED_END

#ifdef __cplusplus
#include <cstdint>
#include <vector>

namespace undine::deferred {

constexpr std::uint32_t ground_noise_mips = 7;
std::vector<std::uint8_t> make_ground_noise();  // rgba8 texels of all mips

}  // namespace undine::deferred
#endif
#endif
