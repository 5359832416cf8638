// FLIP: how different two pictures look to someone who flips between them ([Andersson et al. 2020]; of radiance
// [Andersson et al. 2021]). Own code from the papers' formulas.
#pragma once
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace undine::files {

// Pixels per degree of a viewing angle: a monitor of 0.7 m and 3840 pixels, 0.7 m away.
inline constexpr double flip_pixels_per_degree = 67.02064327658226;

// reference, test: size.y * size.x colours in rows, linear Rec. 709; what is outside of [0, 1] is clamped.
// Per pixel a number from 0, no difference, to 1, that of green and blue; black and white are 0.967 apart. The two may
// be exchanged. Sizes that differ: Error(Exit::failure).
std::vector<float> flip(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                        double pixels_per_degree = flip_pixels_per_degree);

// The same of scene radiance: the largest over a row of exposures that the reference chooses, one stop apart and 16 at
// most, each with the tone curve of ACES. From its median to its largest luminance; not symmetric.
std::vector<float> flip_radiance(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                                 double pixels_per_degree = flip_pixels_per_degree);

}  // namespace undine::files
