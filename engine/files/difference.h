// Difference of two pictures, in numbers and as a picture: for golden tests and `undine compare`.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <vector>

#include "engine/files/png.h"

namespace undine::files {

struct Picture {
  glm::uvec2 size{0};
  bool radiance = false;         // linear and unbounded, as in EXR files
  std::vector<glm::vec3> color;  // rows from top to bottom; sRGB-encoded, 0 to 1, or radiance
};

// .png or .exr. Error(Exit::bad_input) names the file: unknown format or damaged.
Picture read_picture(const std::filesystem::path& file);

struct Difference {
  double share = 0;  // fraction of channels that differ by more than 5/255
  // Mean over channels, in units of 1/255. Radiance is first clamped to 1 and sRGB-encoded, without a tone curve.
  double mean = 0;
  double flip = 0, flip_most = 0;   // mean and maximum of `map`
  std::vector<float> map;           // FLIP per pixel, 0 to 1 (engine/files/flip.h); empty if not requested
  std::vector<glm::vec3> channels;  // |a - b| of the two numbers, in units of 1/255
};
// Error(Exit::bad_input) if sizes differ, or only one picture is radiance.
Difference difference(const Picture& reference, const Picture& test, bool with_flip = true);

// map through the color map magma: black means equal.
Bitmap8 flip_picture(const Difference& d, glm::uvec2 size);
// Differences of channels, multiplied by eight.
Bitmap8 channel_picture(const Difference& d, glm::uvec2 size);

}  // namespace undine::files
