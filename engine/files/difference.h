// How far two pictures are apart, in numbers and as a picture: for golden tests and `undine compare`.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <vector>

#include "engine/files/png.h"

namespace undine::files {

struct Picture {
  glm::uvec2 size{0};
  bool radiance = false;         // linear and without an upper end, as EXR files hold it
  std::vector<glm::vec3> color;  // rows from top to bottom; sRGB-encoded, 0 to 1, or radiance
};

// .png or .exr. Error(Exit::bad_input) names the file: no such format, damaged.
Picture read_picture(const std::filesystem::path& file);

struct Difference {
  double share = 0;  // of channels that differ by more than 5/255
  double mean = 0;   // of channels, in units of 1/255; radiance counts as it is shown without a tone curve: clamped
                     // to 1 and sRGB-encoded
  double flip = 0, flip_most = 0;   // mean and largest of `map`
  std::vector<float> map;           // FLIP per pixel, 0 to 1 (engine/files/flip.h); empty where it was not asked for
  std::vector<glm::vec3> channels;  // |a - b| of the two numbers, in units of 1/255
};
// Error(Exit::bad_input) where sizes differ or one picture is radiance and the other is not.
Difference difference(const Picture& reference, const Picture& test, bool with_flip = true);

// map through the colour map magma: black where nothing differs.
Bitmap8 flip_picture(const Difference& d, glm::uvec2 size);
// Differences of channels, eight times as strong.
Bitmap8 channel_picture(const Difference& d, glm::uvec2 size);

}  // namespace undine::files
