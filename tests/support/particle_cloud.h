// Particles at rest, for tests of their rendering.
#pragma once
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <numbers>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"

namespace undine::test {

struct Cloud {
  std::vector<glm::dvec3> places;
  double spacing = 0.05;
  glm::dvec3 low{0}, high{1};
  glm::dvec3 velocity{0};  // common velocity, m/s; zero: away from `low`, proportional to the distance
};

// Lattice that fills a box, with random offsets of up to `disorder` / 2 of the spacing along each axis.
inline Cloud box_cloud(glm::dvec3 from, glm::dvec3 to, double spacing, double disorder) {
  Cloud cloud;
  cloud.spacing = spacing;
  cloud.low = from;
  cloud.high = to;
  std::uint32_t random = 2463534242u;
  const auto shift = [&] {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    return disorder * spacing * (static_cast<double>(random) * 0x1p-32 - 0.5);
  };
  const glm::uvec3 n(glm::round((to - from) / spacing));
  for (std::uint32_t z = 0; z < n.z; ++z)
    for (std::uint32_t y = 0; y < n.y; ++y)
      for (std::uint32_t x = 0; x < n.x; ++x) {
        glm::dvec3 place = from + (glm::dvec3(x, y, z) + 0.5) * spacing;
        for (int axis = 0; axis < 3; ++axis) place[axis] += shift();
        cloud.places.push_back(place);
      }
  return cloud;
}

// Basin of 2 x 1 x 1 m with a wavy surface, a thin standing sheet, and drops.
inline Cloud splash_cloud(double s = 0.04) {
  Cloud cloud = box_cloud({0, 0, 0}, {2, 0.6, 1}, s, 0.3);
  std::erase_if(cloud.places, [](const glm::dvec3& p) {
    return p.y >
           0.35 + 0.1 * std::sin(2 * std::numbers::pi * p.x) + 0.06 * std::cos(2 * std::numbers::pi * (p.z + p.x));
  });
  // Crown splash: a thin wall on a ring, leaning outwards.
  for (double y = 0.3; y < 0.75; y += s)
    for (double a = 0; a < 2 * std::numbers::pi; a += s / 0.25) {
      const double radius = 0.2 + 0.25 * (y - 0.3) + 0.02 * std::sin(5 * a);
      cloud.places.push_back({1.3 + radius * std::cos(a), y + 0.05 * std::sin(5 * a), 0.5 + radius * std::sin(a)});
    }
  for (int i = 0; i < 24; ++i) {
    const double a = 2.4 * i, r = 0.34 + 0.006 * i;
    cloud.places.push_back({1.3 + r * std::cos(a), 0.8 + 0.01 * ((i * 7) % 20), 0.5 + r * std::sin(a)});
  }
  cloud.low = {0, 0, 0};
  cloud.high = {2, 1.5, 1};
  return cloud;
}

// spare: additional capacity, filled with values that must not be read.
inline ParticleSet upload_cloud(graph::Graph& g, const Cloud& cloud, std::uint32_t spare = 0) {
  std::vector<glm::vec4> position, velocity;
  for (const glm::dvec3& p : cloud.places) {
    position.emplace_back(glm::vec3(p), 0.0f);
    velocity.emplace_back(glm::vec3(cloud.velocity != glm::dvec3(0) ? cloud.velocity : p - cloud.low), 1.0f);
  }
  const std::vector<std::uint32_t> count{static_cast<std::uint32_t>(position.size()), 0, 0, 0};
  position.resize(position.size() + spare, glm::vec4(glm::vec3(0.5 * (cloud.low + cloud.high)), 0));
  velocity.resize(position.size());
  ParticleSet set;
  set.position = g.buffer("cloud/position", {position.size() * 16});
  set.velocity = g.buffer("cloud/velocity", {position.size() * 16});
  set.count = g.buffer("cloud/count", {16});
  g.upload("upload_position", set.position, position);
  g.upload("upload_velocity", set.velocity, velocity);
  g.upload("upload_count", set.count, count);
  set.capacity = static_cast<std::uint32_t>(position.size());
  set.spacing = cloud.spacing;
  set.low = cloud.low;
  set.high = cloud.high;
  return set;
}

}  // namespace undine::test
