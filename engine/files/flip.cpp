#include "engine/files/flip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"

namespace undine::files {
namespace {

constexpr double pi = std::numbers::pi;

// Constants of the papers: exponents of color and features, and knee of the color difference's mapping.
constexpr double color_exponent = 0.7, feature_exponent = 0.5, knee = 0.4, knee_value = 0.95;
constexpr double feature_width = 0.082;  // degrees, width of an edge
// Contrast sensitivity of the eye as sums of Gaussians a sqrt(pi/b) exp(-pi² x²/b), for Y, Cx and Cz.
struct Bell {
  double a, b;
};
constexpr Bell sensitivity[3][2] = {{{1, 0.0047}, {0, 1e-5}}, {{1, 0.0053}, {0, 1e-5}}, {{34.1, 0.04}, {13.5, 0.025}}};
constexpr double widest = 0.04;  // largest b

const glm::dmat3 to_xyz = glm::transpose(glm::dmat3(10135552.0 / 24577794, 8788810.0 / 24577794, 4435075.0 / 24577794,
                                                    2613072.0 / 12288897, 8788810.0 / 12288897, 887015.0 / 12288897,
                                                    1425312.0 / 73733382, 8788810.0 / 73733382, 70074185.0 / 73733382));
const glm::dmat3 from_xyz = glm::inverse(to_xyz);
const glm::dvec3 white = to_xyz * glm::dvec3(1);

glm::dvec3 ycxcz(const glm::dvec3& rgb) {
  const glm::dvec3 c = to_xyz * rgb / white;
  return {116 * c.y - 16, 500 * (c.x - c.y), 200 * (c.y - c.z)};
}

glm::dvec3 rgb_of(const glm::dvec3& ycc) {
  const double y = (ycc.x + 16) / 116;
  return from_xyz * (glm::dvec3(y + ycc.y / 500, y, y - ycc.z / 200) * white);
}

// CIELab with the Hunt effect: chroma counts less at low lightness.
glm::dvec3 lab(const glm::dvec3& rgb) {
  const auto root = [](double v) {
    constexpr double d = 6.0 / 29;
    return v > d * d * d ? std::cbrt(v) : v / (3 * d * d) + 4.0 / 29;
  };
  const glm::dvec3 c = to_xyz * rgb / white;
  const double x = root(c.x), y = root(c.y), z = root(c.z), light = 116 * y - 16;
  return {light, 0.01 * light * 500 * (x - y), 0.01 * light * 200 * (y - z)};
}

double distance(const glm::dvec3& a, const glm::dvec3& b) {  // HyAB distance to the power color_exponent
  return std::pow(std::abs(a.x - b.x) + std::hypot(a.y - b.y, a.z - b.z), color_exponent);
}

using Plane = std::vector<double>;
using Taps = std::vector<double>;

// Convolves rows or columns with f; clamps at the borders.
Plane along(const Plane& in, glm::ivec2 size, const Taps& taps, bool down) {
  const int radius = static_cast<int>(taps.size() / 2), length = down ? size.y : size.x;
  const int step = down ? size.x : 1;
  Plane out(in.size());
  for (int y = 0; y < size.y; ++y)
    for (int x = 0; x < size.x; ++x) {
      const int at = down ? y : x;
      const std::ptrdiff_t here = std::ptrdiff_t{y} * size.x + x;
      double sum = 0;
      for (int k = -radius; k <= radius; ++k)
        sum += taps[static_cast<std::size_t>(k + radius)] *
               in[static_cast<std::size_t>(here + std::ptrdiff_t{std::clamp(at + k, 0, length - 1) - at} * step)];
      out[static_cast<std::size_t>(here)] = sum;
    }
  return out;
}

template <class F>
Taps taps(int radius, F&& f) {
  Taps out;
  for (int k = -radius; k <= radius; ++k) out.push_back(f(static_cast<double>(k)));
  return out;
}

double sum_of(const Taps& t) {
  double sum = 0;
  for (double v : t) sum += v;
  return sum;
}

// Filters a plane of Y, Cx or Cz by contrast sensitivity, which removes details that the eye cannot see.
Plane seen(const Plane& in, glm::ivec2 size, const Bell (&bells)[2], double per_degree) {
  const int radius = static_cast<int>(std::ceil(3 * std::sqrt(widest / (2 * pi * pi)) * per_degree));
  Plane out(in.size());
  double total = 0;
  for (const Bell& bell : bells) {
    if (bell.a == 0) continue;
    const Taps row =
        taps(radius, [&](double k) { return std::exp(-pi * pi * k * k / (per_degree * per_degree * bell.b)); });
    const double weight = bell.a * std::sqrt(pi / bell.b), sum = sum_of(row);
    const Plane part = along(along(in, size, row, false), size, row, true);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * part[i];
    total += weight * sum * sum;
  }
  for (double& v : out) v /= total;
  return out;
}

// Scales taps so that positive ones sum to 1, negative ones to -1.
Taps balanced(Taps t) {
  double up = 0, down = 0;
  for (double v : t) (v > 0 ? up : down) += v;
  for (double& v : t) v /= v > 0 ? up : -down;
  return t;
}

struct Features {
  Plane edges, points;
};

// Edge and point strength per pixel: first and second derivatives of a Gaussian.
Features features(const Plane& grey, glm::ivec2 size, double per_degree) {
  const double deviation = 0.5 * feature_width * per_degree;
  const int radius = static_cast<int>(std::ceil(3 * deviation));
  const auto bell = [&](double k) { return std::exp(-k * k / (2 * deviation * deviation)); };
  Taps across = taps(radius, bell);
  const double all = sum_of(across);
  for (double& v : across) v /= all;
  const Taps first = balanced(taps(radius, [&](double k) { return -k * bell(k); }));
  const Taps second = balanced(taps(radius, [&](double k) { return (k * k / (deviation * deviation) - 1) * bell(k); }));
  const auto size_of = [&](const Taps& kernel) {
    const Plane x = along(along(grey, size, kernel, false), size, across, true);
    const Plane y = along(along(grey, size, across, false), size, kernel, true);
    Plane out(grey.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::hypot(x[i], y[i]);
    return out;
  };
  return {size_of(first), size_of(second)};
}

struct Looked {  // a picture as perceived
  std::vector<glm::dvec3> color;
  Features features;
};

Looked look(glm::ivec2 size, std::span<const glm::vec3> rgb, double per_degree) {
  Plane part[3], grey;
  for (const glm::vec3& c : rgb) {
    const glm::dvec3 v = ycxcz(glm::clamp(glm::dvec3(c), 0.0, 1.0));
    for (int i = 0; i < 3; ++i) part[i].push_back(v[i]);
    grey.push_back((v.x + 16) / 116);
  }
  for (int i = 0; i < 3; ++i) part[i] = seen(part[i], size, sensitivity[i], per_degree);
  Looked out;
  for (std::size_t i = 0; i < rgb.size(); ++i)
    out.color.push_back(lab(glm::clamp(rgb_of({part[0][i], part[1][i], part[2][i]}), 0.0, 1.0)));
  out.features = features(grey, size, per_degree);
  return out;
}

void check(glm::uvec2 size, std::size_t reference, std::size_t test) {
  const std::size_t all = std::size_t{size.x} * size.y;
  if (reference != all || test != all) throw Error(Exit::failure, "FLIP", "the pictures' sizes differ");
}

double luminance(const glm::vec3& c) { return (to_xyz * glm::dvec3(c)).y; }

// ACES tone curve of [Andersson et al. 2021]: (k0 x² + k1 x) / (k3 x² + k4 x + k5).
constexpr double k0 = 0.36 * 2.51, k1 = 0.6 * 0.03, k3 = 0.36 * 2.43, k4 = 0.6 * 0.59, k5 = 0.14;
double toned(double v) { return std::clamp((k0 * v * v + k1 * v) / (k3 * v * v + k4 * v + k5), 0.0, 1.0); }

struct Exposures {  // powers of two
  double first = 0, last = 0;
  int count = 2;
};

// Range from the exposure that tones the brightest pixel to 0.85 to the one that does so for the median.
Exposures exposures(std::span<const glm::vec3> reference) {
  constexpr double bright = 0.85, most = 16;
  const double a = k0 - bright * k3, b = k1 - bright * k4, c = -bright * k5;
  const double x = (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
  std::vector<double> light;
  for (const glm::vec3& v : reference) light.push_back(luminance(v));
  const double high = std::max(*std::ranges::max_element(light), 1e-6);
  const auto middle = light.begin() + static_cast<std::ptrdiff_t>(light.size() / 2);
  std::ranges::nth_element(light, middle);
  Exposures out;
  out.first = std::log2(x / high);
  out.last = std::min(std::log2(x / std::max(*middle, 1e-9)), out.first + most);
  out.count = std::max(2, static_cast<int>(std::ceil(out.last - out.first)));
  return out;
}

}  // namespace

std::vector<float> flip(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                        double pixels_per_degree) {
  check(size, reference.size(), test.size());
  const glm::ivec2 whole(size);
  const Looked a = look(whole, reference, pixels_per_degree), b = look(whole, test, pixels_per_degree);
  const double most = distance(lab({0, 1, 0}), lab({0, 0, 1})), bend = knee * most;
  std::vector<float> out(reference.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double d = distance(a.color[i], b.color[i]);
    const double color = d < bend ? knee_value / bend * d : knee_value + (d - bend) / (most - bend) * (1 - knee_value);
    const double feature = std::max(std::abs(a.features.edges[i] - b.features.edges[i]),
                                    std::abs(a.features.points[i] - b.features.points[i]));
    out[i] = static_cast<float>(
        std::clamp(std::pow(color, 1 - std::pow(feature / std::numbers::sqrt2, feature_exponent)), 0.0, 1.0));
  }
  return out;
}

std::vector<float> flip_radiance(glm::uvec2 size, std::span<const glm::vec3> reference, std::span<const glm::vec3> test,
                                 double pixels_per_degree) {
  check(size, reference.size(), test.size());
  std::vector<float> out(reference.size());
  if (reference.empty()) return out;
  const Exposures row = exposures(reference);
  const auto exposed = [](std::span<const glm::vec3> in, double factor) {
    std::vector<glm::vec3> made;
    for (const glm::vec3& c : in) {
      glm::dvec3 v = glm::max(glm::dvec3(c) * factor, 0.0);
      made.emplace_back(toned(v.x), toned(v.y), toned(v.z));
    }
    return made;
  };
  for (int i = 0; i < row.count; ++i) {
    const double factor = std::exp2(row.first + (row.last - row.first) * i / (row.count - 1));
    const std::vector<float> one = flip(size, exposed(reference, factor), exposed(test, factor), pixels_per_degree);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = std::max(out[k], one[k]);
  }
  return out;
}

}  // namespace undine::files
