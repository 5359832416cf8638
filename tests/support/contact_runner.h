// Bodies on solids, far from any water, and their energy.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/body_runner.h"

namespace undine::test {

class ContactTest : public BodyTest {
 protected:
  // `meshes`: in addition to the floor, a slab with its top at y = 0.
  void place(const std::string& bodies, const std::string& meshes = "", double step = 1.0 / 60) {
    load_text(fmt::format(R"({{"version": 1, "clock": {{"step": {}}}, "water": [{{"name": "far", "solver": "wave",
      "cells": [8, 8], "size": [80, 80], "origin": [0, -60, 0]}}],
      "meshes": [{{"shape": "box", "size": [60, 2, 60], "translate": [0, -1, 0], "solid": true}}{}{}],
      "bodies": [{}]}})",
                          step, meshes.empty() ? "" : ", ", meshes, bodies));
  }
  // Kinetic and potential energy, J, of a box of this size and density.
  static double energy_of(const bodies::BodyState& s, const glm::dvec3& size, double density) {
    const double mass = density * size.x * size.y * size.z;
    const glm::dvec3 square = size * size;
    const glm::dvec3 inertia = mass / 12 * glm::dvec3(square.y + square.z, square.x + square.z, square.x + square.y);
    const glm::dquat turn(static_cast<double>(s.rotation.w), static_cast<double>(s.rotation.x),
                          static_cast<double>(s.rotation.y), static_cast<double>(s.rotation.z));
    const glm::dvec3 spin = glm::conjugate(turn) * glm::dvec3(s.spin);
    const glm::dvec3 v(s.velocity);
    return 0.5 * mass * glm::dot(v, v) + 0.5 * glm::dot(inertia * spin, spin) +
           mass * 9.81 * static_cast<double>(s.position.y);
  }
  // States of the scene's bodies, without its meshes.
  std::vector<bodies::BodyState> floating() {
    std::size_t count = 0;
    for (const BodySettings& b : scene_.bodies) count += b.count;
    std::vector<bodies::BodyState> all = states();
    all.resize(count);
    return all;
  }
  static double speed(const bodies::BodyState& s) { return glm::length(glm::dvec3(s.velocity)); }
};

}  // namespace undine::test
