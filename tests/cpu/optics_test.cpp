// Formulas of passes/deferred/optics.h against closed forms and quadratures from the validation set (tests/data).
#include "passes/deferred/optics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace undine {
namespace {

using Row = std::vector<std::string>;

// Rows of a CSV file without comments and header.
std::vector<Row> rows(const std::string& name) {
  std::ifstream in(std::string(UNDINE_TESTS_DIR "/data/") + name);
  EXPECT_TRUE(in) << name;
  std::vector<Row> out;
  std::string line;
  bool heading = true;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    if (std::exchange(heading, false)) continue;
    Row row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    out.push_back(row);
  }
  return out;
}

float number(const std::string& text) { return text.empty() ? std::nanf("") : std::stof(text); }

// Index on the incident side over index beyond, from "air->water" or "air->glass n=1.5".
float relative_index(const std::string& interface) {
  const float n =
      interface.find("water") != std::string::npos ? 1.333f : std::stof(interface.substr(interface.find("n=") + 2));
  return interface.starts_with("air->") ? 1 / n : n;
}

TEST(Optics, FresnelMatchesClosedForm) {
  const auto table = rows("fresnel_snell_water.csv");
  ASSERT_GT(table.size(), 60u);
  for (const Row& r : table) {
    const double angle = glm::radians(std::stod(r[1]));
    EXPECT_NEAR(deferred::fresnel_dielectric(static_cast<float>(std::cos(angle)), relative_index(r[0])), number(r[4]),
                1e-4)
        << r[0] << " at " << r[1];
  }
}

TEST(Optics, SchlickMatchesClosedForm) {
  for (const Row& r : rows("fresnel_snell_water.csv")) {
    const float eta = relative_index(r[0]);
    const float f0 = (1 - eta) * (1 - eta) / ((1 + eta) * (1 + eta));
    const double angle = glm::radians(std::stod(r[1]));
    EXPECT_NEAR(deferred::fresnel_schlick(static_cast<float>(std::cos(angle)), f0), number(r[5]), 2e-6)
        << r[0] << " at " << r[1];
  }
}

TEST(Optics, SnellMatchesClosedFormAndReflectsTotally) {
  int total = 0;
  for (const Row& r : rows("fresnel_snell_water.csv")) {
    const double angle = glm::radians(std::stod(r[1]));
    const vec3 d(static_cast<float>(std::sin(angle)), -static_cast<float>(std::cos(angle)), 0);
    const vec3 bent = deferred::snell_refract(d, vec3(0, 1, 0), relative_index(r[0]));
    const bool transmits = r.size() > 8 && !r[8].empty() && r[8] != "nan" && r[8] != "TIR";
    if (!transmits) {
      ++total;
      EXPECT_EQ(bent, vec3(0)) << r[0] << " at " << r[1];
      continue;
    }
    EXPECT_NEAR(glm::length(bent), 1, 1e-5);
    EXPECT_NEAR(bent.x, std::sin(glm::radians(std::stod(r[8]))), 2e-5) << r[0] << " at " << r[1];
  }
  EXPECT_GT(total, 5);
}

TEST(Optics, HemisphericalReflectance) {
  std::ifstream in(UNDINE_TESTS_DIR "/data/fresnel_hemispherical.json");
  const auto expected = nlohmann::json::parse(in);
  for (const auto& [name, value] : expected.items()) {
    if (!value.is_number()) continue;
    const float n = std::stof(name.substr(name.find("_n") + 2));
    const float eta = name.starts_with("air->") ? 1 / n : n;
    double sum = 0;
    constexpr int steps = 4000;
    for (int i = 0; i < steps; ++i) {
      const double mu = (i + 0.5) / steps;
      sum += 2 * mu * static_cast<double>(deferred::fresnel_dielectric(static_cast<float>(mu), eta)) / steps;
    }
    EXPECT_NEAR(sum, value.get<double>(), 2e-4) << name;
  }
}

TEST(Optics, GgxWhiteFurnace) {
  const auto table = rows("ggx_white_furnace_single_scatter.csv");
  ASSERT_GT(table.size(), 10u);
  constexpr int steps = 300;
  for (const Row& r : table) {
    const double alpha = std::stod(r[1]), mu = std::stod(r[2]);
    const float alpha2 = static_cast<float>(alpha * alpha);
    const glm::dvec3 v(std::sqrt(1 - mu * mu), 0, mu);
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
      for (int j = 0; j < steps; ++j) {
        // Half vectors with density D cos: the quotient of lobe and density is bounded.
        const double u = (i + 0.5) / steps, phi = 2 * std::numbers::pi * (j + 0.5) / steps;
        const double nh = std::sqrt((1 - u) / (1 + (alpha * alpha - 1) * u));
        const double s = std::sqrt(1 - nh * nh);
        const glm::dvec3 h(s * std::cos(phi), s * std::sin(phi), nh);
        const double vh = glm::dot(v, h);
        const glm::dvec3 l = 2 * vh * h - v;
        if (vh <= 0 || l.z <= 0) continue;
        const double d = static_cast<double>(deferred::ggx_density(static_cast<float>(nh), alpha2));
        const double lobe =
            d * static_cast<double>(deferred::ggx_visibility(static_cast<float>(mu), static_cast<float>(l.z), alpha2));
        const double exact = alpha * alpha / (std::numbers::pi * std::pow(nh * nh * (alpha * alpha - 1) + 1, 2));
        sum += lobe * l.z * 4 * vh / (exact * nh);
      }
    }
    EXPECT_NEAR(sum / (steps * steps), std::stod(r[3]), 0.01) << "alpha " << alpha << " mu " << mu;
  }
}

TEST(Optics, ToneCurveMatchesKhronosNeutral) {
  const auto table = rows("khronos_pbr_neutral_tonemap.csv");
  ASSERT_GT(table.size(), 10u);
  for (const Row& r : table) {
    const vec3 out = deferred::tone_curve(vec3(number(r[0]), number(r[1]), number(r[2])));
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(out[i], number(r[static_cast<std::size_t>(3 + i)]), 1e-5) << r[0] << " " << r[1];
  }
}

TEST(Optics, SrgbIsExactInEightBits) {
  for (const Row& r : rows("srgb_oetf.csv")) {
    const float signal = deferred::srgb_encode(number(r[0]));
    EXPECT_NEAR(signal, number(r[1]), 2e-6) << r[0];
    EXPECT_EQ(std::lround(255 * std::stod(r[1])), std::lround(255.0 * static_cast<double>(signal))) << r[0];
    EXPECT_NEAR(deferred::srgb_decode(signal), number(r[0]), 2e-6) << r[0];
  }
}

TEST(Optics, InscatterIsTheIntegral) {
  for (const float slope : {-0.5f, 0.0f, 0.9f}) {
    const float sigma = 0.4f, down = 1.2f, depth = 2, length = 3;
    double sum = 0;
    constexpr int steps = 3000;
    for (int i = 0; i < steps; ++i) {
      const double t = static_cast<double>(length) * (i + 0.5) / steps;
      const double below = static_cast<double>(depth) + static_cast<double>(slope) * t;
      sum += 0.4 * std::exp(-0.4 * (t + 1.2 * below)) * static_cast<double>(length) / steps;
    }
    EXPECT_NEAR(deferred::inscatter(sigma, down, depth, slope, length), sum, 1e-4) << slope;
  }
}

}  // namespace
}  // namespace undine
