#include "engine/files/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/color_map.h"
#include "engine/core/error.h"
#include "engine/files/exr.h"
#include "engine/files/flip.h"

namespace undine::files {
namespace {

double encoded(double v) {
  v = std::clamp(v, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}
double decoded(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

glm::vec3 shown(const Picture& p, std::size_t i) {
  const glm::vec3& c = p.color[i];
  return p.radiance ? glm::vec3(encoded(c.x), encoded(c.y), encoded(c.z)) : c;
}

std::vector<glm::vec3> linear(const Picture& p) {
  std::vector<glm::vec3> out;
  out.reserve(p.color.size());
  for (const glm::vec3& c : p.color) out.emplace_back(decoded(c.x), decoded(c.y), decoded(c.z));
  return out;
}

std::uint8_t byte(double v) { return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255)); }

void check(const Picture& a, const Picture& b) {
  if (a.radiance != b.radiance)
    throw Error(Exit::bad_input, "", "one picture holds radiance, the other one colors of a screen",
                "give two PNG or two EXR files");
  if (a.size != b.size)
    throw Error(Exit::bad_input, "",
                fmt::format("the pictures have {} x {} and {} x {} pixels", a.size.x, a.size.y, b.size.x, b.size.y),
                "give pictures of one size");
}

}  // namespace

Picture read_picture(const std::filesystem::path& file) {
  const std::filesystem::path ending = file.extension();
  if (ending != ".png" && ending != ".exr")
    throw Error(Exit::bad_input, file.string(), "is neither .png nor .exr", "give pictures of `undine render`");
  Picture out;
  if (ending == ".exr") {
    out.radiance = true;
    out.color = read_exr(file, out.size);
    return out;
  }
  const Bitmap8 read = read_png8(file, 3);
  out.size = read.size;
  for (std::size_t i = 0; i + 2 < read.values.size(); i += 3)
    out.color.push_back(glm::vec3(read.values[i], read.values[i + 1], read.values[i + 2]) / 255.0f);
  return out;
}

Difference difference(const Picture& reference, const Picture& test, bool with_flip) {
  check(reference, test);
  Difference out;
  std::size_t outliers = 0;
  double sum = 0;
  for (std::size_t i = 0; i < reference.color.size(); ++i) {
    const glm::vec3 apart = glm::abs(shown(reference, i) - shown(test, i)) * 255.0f;
    for (int c = 0; c < 3; ++c) {
      sum += static_cast<double>(apart[c]);
      outliers += apart[c] > 5.001f;  // 5/255 in single precision
    }
    out.channels.push_back(apart);
  }
  const double pixels = static_cast<double>(std::max<std::size_t>(reference.color.size(), 1));
  out.share = static_cast<double>(outliers) / (3 * pixels);
  out.mean = sum / (3 * pixels);
  if (!with_flip) return out;
  out.map = reference.radiance ? flip_radiance(reference.size, reference.color, test.color)
                               : flip(reference.size, linear(reference), linear(test));
  double all = 0;
  for (float v : out.map) {
    all += static_cast<double>(v);
    out.flip_most = std::max(out.flip_most, static_cast<double>(v));
  }
  out.flip = all / pixels;
  return out;
}

Bitmap8 flip_picture(const Difference& d, glm::uvec2 size) {
  Bitmap8 out{size, 3, {}};
  for (float v : d.map) {
    const glm::vec3 c = color_map(color_map_magma, v);
    for (int i = 0; i < 3; ++i) out.values.push_back(byte(static_cast<double>(c[i])));
  }
  return out;
}

Bitmap8 channel_picture(const Difference& d, glm::uvec2 size) {
  Bitmap8 out{size, 3, {}};
  for (const glm::vec3& c : d.channels)
    for (int i = 0; i < 3; ++i) out.values.push_back(byte(8 * static_cast<double>(c[i]) / 255));
  return out;
}

}  // namespace undine::files
