#include "passes/water/flow_detail.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace undine::water {

namespace {

constexpr int side = flow_map_texels;
constexpr std::uint32_t flow_side = flow_map_texels, mips = 9;

// [Jarzynski and Olano 2020], pcg3d.
glm::vec2 random(int x, int y, int seed, int period) {
  const auto wrap = [&](int v) { return static_cast<std::uint32_t>(((v % period) + period) % period); };
  glm::uvec3 v(wrap(x), wrap(y), static_cast<std::uint32_t>(seed));
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z, v.y += v.z * v.x, v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z, v.y += v.z * v.x, v.z += v.x * v.y;
  return glm::vec2(static_cast<float>(v.x >> 8), static_cast<float>(v.y >> 8)) / 16777216.0f;
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// Gradient noise of mean 0 with `cells` waves across the map.
float gradient_noise(glm::vec2 uv, int cells, int seed) {
  const glm::vec2 p = uv * static_cast<float>(cells), base = glm::floor(p), f = p - base;
  float corner[2][2];
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) {
      const float angle =
          6.2831853f * random(static_cast<int>(base.x) + i, static_cast<int>(base.y) + j, seed, cells).x;
      corner[j][i] = glm::dot(glm::vec2(std::cos(angle), std::sin(angle)), f - glm::vec2(i, j));
    }
  const float wx = fade(f.x), wy = fade(f.y);
  return glm::mix(glm::mix(corner[0][0], corner[0][1], wx), glm::mix(corner[1][0], corner[1][1], wx), wy);
}

// Nearness of a place to the border between the cells of scattered points: 1 on it.
float lace(glm::vec2 uv, int cells, int seed) {
  const glm::vec2 p = uv * static_cast<float>(cells), base = glm::floor(p);
  float first = 9, second = 9;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      const glm::vec2 cell = base + glm::vec2(i, j);
      const glm::vec2 point = cell + random(static_cast<int>(cell.x), static_cast<int>(cell.y), seed, cells);
      const float d = glm::distance(point, p);
      second = std::min(second, std::max(first, d));
      first = std::min(first, d);
    }
  return 1 - std::min(second - first, 1.0f);
}

// Values by their rank, even over 0..1.
void spread(std::vector<float>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    values[order[rank]] = (static_cast<float>(rank) + 0.5f) / static_cast<float>(order.size());
}

std::vector<glm::vec4> make_map() {
  constexpr std::size_t count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
  std::vector<float> height(count), cells(count), spots(count);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const std::size_t at = static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x);
      const glm::vec2 uv = (glm::vec2(x, y) + 0.5f) / static_cast<float>(side);
      const glm::vec2 bent = uv + 0.02f * glm::vec2(gradient_noise(uv, 8, 31), gradient_noise(uv, 8, 32));
      float h = 0, s = 0;
      for (int octave = 0; octave < 3; ++octave) {
        const int waves = static_cast<int>(flow_relief_waves) << octave;
        h += std::exp2(-1.15f * static_cast<float>(octave)) * gradient_noise(uv, waves, 1 + octave);
      }
      for (int octave = 0; octave < 4; ++octave)
        s += std::exp2(-0.9f * static_cast<float>(octave)) * gradient_noise(bent, 6 << octave, 11 + octave);
      height[at] = h;
      spots[at] = s;
      cells[at] = lace(bent, 9, 21) + 0.55f * lace(bent, 23, 22) + 0.35f * s;
    }
  spread(cells);
  spread(spots);
  std::vector<glm::vec4> out(count);
  const auto at = [&](int x, int y) {
    return height[static_cast<std::size_t>((y + side) % side) * side + static_cast<std::size_t>((x + side) % side)];
  };
  double square = 0;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const glm::vec2 slope(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
      const std::size_t i = static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x);
      out[i] = glm::vec4(slope, cells[i], spots[i]);
      square += 0.5 * static_cast<double>(glm::dot(slope, slope));
    }
  const float unit = static_cast<float>(1 / std::sqrt(square / static_cast<double>(count)));
  for (glm::vec4& v : out) {
    v.x = std::clamp(0.5f + v.x * unit / flow_slope_range, 0.0f, 1.0f);
    v.y = std::clamp(0.5f + v.y * unit / flow_slope_range, 0.0f, 1.0f);
  }
  return out;
}

}  // namespace

FlowDetail::FlowDetail(graph::State& state)
    : map_(state.image("water/flow_detail", {{flow_side, flow_side, 1}, graph::Format::rgba8_unorm, mips})) {}

void FlowDetail::start(graph::Graph& g) {
  std::vector<glm::vec4> level = make_map();
  std::vector<std::uint8_t> texels;
  for (int width = side; width > 0; width /= 2) {
    for (const glm::vec4& v : level)
      for (int c = 0; c < 4; ++c) texels.push_back(static_cast<std::uint8_t>(std::lround(255 * v[c])));
    std::vector<glm::vec4> half;
    for (int y = 0; y + 1 < width; y += 2)
      for (int x = 0; x + 1 < width; x += 2) {
        const auto at = [&](int dx, int dy) {
          return level[static_cast<std::size_t>(y + dy) * static_cast<std::size_t>(width) +
                       static_cast<std::size_t>(x + dx)];
        };
        half.push_back(0.25f * (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)));
      }
    level = std::move(half);
  }
  g.upload("upload_flow_detail", map_, texels);
}

}  // namespace undine::water
