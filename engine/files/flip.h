// FLIP: perceived difference of two pictures when a viewer alternates between them ([Andersson et al. 2020]; for
// radiance [Andersson et al. 2021]). Own code from the papers' formulas.
#pragma once
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace undine::files {

// Pixels per degree of visual angle: a monitor of 0.7 m and 3840 pixels, 0.7 m away.
inline constexpr double flip_pixels_per_degree = 67.02064327658226;

// reference, test: size.y * size.x colors in rows, linear Rec. 709; values outside [0, 1] are clamped. Returns per
// pixel 0 (equal) to 1 (green and blue); black and white give 0.967. Symmetric in both pictures. Different sizes:
// Error(Exit::failure).
std::vector<float> flip(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                        double pixels_per_degree = flip_pixels_per_degree);

// The same for scene radiance: the maximum over exposures, each with the tone curve of ACES. The exposures follow from
// the reference's median to its maximum luminance, one stop apart and at most 16. Not symmetric.
std::vector<float> flip_radiance(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                                 double pixels_per_degree = flip_pixels_per_degree);

}  // namespace undine::files
