#include "passes/sea/sea_waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace undine::sea {
namespace {

constexpr double shortest_that_breaks = 1;  // m: whitecaps are those of longer waves
constexpr double shortest = 1000;           // 1/m: waves beyond have no slope

// Calls f(component, wave vector) for every component of a patch with nonzero amplitude.
template <class F>
void for_each(const std::vector<Component>& components, const Patch& patch, int n, const F& f) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const Component& c = components[element(i, j, n)];
      if (c.amplitude == 0.0) continue;
      f(c, 2 * pi / patch.length * glm::dvec2(i < n / 2 ? i : i - n, j < n / 2 ? j : j - n));
    }
}

double sinc(double x) { return std::abs(x) < 1e-6 ? 1 : std::sin(x) / x; }

uvec2 turns_of(double frequency) {  // turns per second to turns per tick of 2^-30 s, in 2^-64
  const auto word = static_cast<std::uint64_t>(std::llround(frequency * 0x1.0p34));
  return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
}

double slopes_beyond(std::span<const Spectrum> spectra, double low) {
  if (low >= shortest) return 0;
  constexpr int steps = 64, angles = 32;
  const double step = std::log(shortest / low) / steps;
  double sum = 0;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < angles; ++j) {
      const double k = low * std::exp((i + 0.5) * step), angle = 2 * pi * j / angles;
      for (const Spectrum& s : spectra)
        sum += s.density(k * glm::dvec2(std::cos(angle), std::sin(angle))) * k * k * k * k;
    }
  return sum * step * 2 * pi / angles;
}

}  // namespace

double whitecap_coverage(double wind) { return 3.84e-6 * std::pow(wind, 3.41); }

SeaWaves::SeaWaves(const SeaSettings& settings, double gravity, std::uint64_t seed, const std::vector<Patch>& keep)
    : n_(static_cast<int>(settings.texels)), depth_(settings.water(gravity).depth), patches_(keep) {
  const std::vector<Spectrum> spectra = settings.make_spectra(gravity);
  if (patches_.empty()) patches_ = make_patches(settings.patch_length(gravity), static_cast<int>(settings.patches), n_);
  for (std::size_t c = 0; c < patches_.size(); ++c)
    components_.push_back(
        make_components(spectra, settings.water(gravity), patches_[c], n_, seed, static_cast<int>(c), settings.loop));
  beyond_ = slopes_beyond(spectra, patches_.back().high);
}

SeaState SeaWaves::state() const {
  double m0 = 0, m2 = 0;
  glm::dvec2 flux(0);
  for (std::size_t c = 0; c < patches_.size(); ++c)
    for_each(components_[c], patches_[c], n_, [&](const Component& one, glm::dvec2 k) {
      const double variance = 0.5 * std::norm(one.amplitude), omega = 2 * pi * one.frequency;
      m0 += variance;
      m2 += variance * omega * omega;
      flux += variance * k / glm::length(k);
    });
  if (!(m0 > 0)) return {};
  return {.significant_height = 4 * std::sqrt(m0),
          .zero_crossing_period = 2 * pi * std::sqrt(m0 / m2),
          .direction = std::atan2(flux.y, flux.x) * 180 / pi};
}

glm::dvec2 SeaWaves::stokes_drift() const {
  glm::dvec2 sum(0);
  for (std::size_t c = 0; c < patches_.size(); ++c)
    for_each(components_[c], patches_[c], n_, [&](const Component& one, glm::dvec2 k) {
      // cosh(2 kd) / (2 sinh^2(kd)) at the surface.
      const double kd = glm::length(k) * depth_;
      const double factor = depth_ > 0 && kd < 20 ? std::cosh(2 * kd) / (2 * std::pow(std::sinh(kd), 2)) : 1;
      sum += std::norm(one.amplitude) * 2 * pi * one.frequency * factor * k;
    });
  return sum;
}

SeaWaves SeaWaves::between(const SeaWaves& before, double share) const {
  SeaWaves out = *this;
  for (std::size_t c = 0; c < patches_.size(); ++c)
    for (std::size_t i = 0; i < components_[c].size(); ++i)
      out.components_[c][i].amplitude =
          share * components_[c][i].amplitude + (1 - share) * before.components_[c][i].amplitude;
  return out;
}

std::vector<SeaComponent> SeaWaves::packed() const {
  // Coefficients of cubic B-splines whose values at the texels are the waves; texel i lies at (i + 1/2) of its width.
  std::vector<std::complex<double>> factor;
  for (int i = 0; i < n_; ++i) {
    const double angle = 2 * pi * (i < n_ / 2 ? i : i - n_) / n_;
    factor.push_back(std::polar(3 / (2 + std::cos(angle)), 0.5 * angle));
  }
  std::vector<SeaComponent> out;
  out.reserve(patches_.size() * components_[0].size());
  for (std::size_t c = 0; c < patches_.size(); ++c)
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i) {
        const Component& one = components_[c][element(j, i, n_)];
        const auto a = one.amplitude * factor[element(i, 0, n_)] * factor[element(j, 0, n_)];
        out.push_back({glm::vec2(a.real(), a.imag()), turns_of(one.frequency)});
      }
  return out;
}

int SeaWaves::reach(std::size_t patch) const {
  return std::min(n_ / 2 - 1,
                  static_cast<int>(std::ceil(patches_[patch].high * patches_[patch].length / (2 * pi) + 1)));
}

double SeaWaves::fold_of(glm::dvec2 k, double choppiness) const {
  const double length = glm::length(k);
  if (length > 2 * pi / shortest_that_breaks) return 0;
  return choppiness * length * (depth_ > 0 ? 1 / std::tanh(length * depth_) : 1);
}

int SeaWaves::with_memory() const {
  int out = 0;
  for (const Patch& patch : patches_)
    if (out < most_with_memory && patch.high <= 2 * pi / shortest_that_breaks) ++out;
  return out;
}

SeaWaves::Process SeaWaves::folds(std::size_t patch, double choppiness) const {
  double variance = 0, rate = 0;
  for_each(components_[patch], patches_[patch], n_, [&](const Component& one, glm::dvec2 k) {
    const double v = 0.5 * std::norm(one.amplitude) * std::pow(fold_of(k, choppiness), 2);
    variance += v;
    rate += v * std::pow(2 * pi * one.frequency, 2);
  });
  return {variance, variance > 0 ? std::sqrt(rate / variance) / (2 * pi) : 0};
}

// Each patch's fold is a normal process x. A memory holds max(x(t - s) exp(-s / decay)); it is over u unless x is not
// now and has not crossed u exp(s / decay) before, which Rice's frequency counts. The patches' are independent.
double SeaWaves::breaking_fold(double coverage, double choppiness, double decay) const {
  constexpr std::size_t steps = 1024;
  double whole = 0;
  std::vector<Process> all;
  for (std::size_t c = 0; c < patches_.size(); ++c) {
    all.push_back(folds(c, choppiness));
    whole += all.back().variance;
  }
  if (!(whole > 0) || !(coverage > 0)) return 0;
  const double low = -4 * std::sqrt(whole), step = 16 * std::sqrt(whole) / static_cast<double>(steps);
  std::vector<double> density(steps, 0.0);  // of the sum, at low + i step
  density[static_cast<std::size_t>(std::round(-low / step))] = 1;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const double sigma = std::sqrt(all[c].variance);
    if (!(sigma > 0)) continue;
    const auto under = [&](double u) {  // probability that the patch's is at most u
      const double now = 0.5 * std::erfc(-u / (sigma * std::numbers::sqrt2)), z = 0.5 * u * u / all[c].variance;
      if (std::cmp_greater_equal(c, with_memory())) return now;
      if (u <= 0) return 0.0;
      return now * std::exp(all[c].crossings * 0.5 * decay * std::expint(-z));
    };
    std::vector<double> next(steps, 0.0);
    const std::size_t reach = static_cast<std::size_t>(8 * sigma / step) + 1;
    for (std::size_t d = 0; d <= 2 * reach; ++d) {  // shifts by d - reach
      const double shift = static_cast<double>(d) - static_cast<double>(reach);
      const double share = under((shift + 0.5) * step) - under((shift - 0.5) * step);
      for (std::size_t i = d < reach ? reach - d : 0; i < steps && i + d < steps + reach; ++i)
        next[i + d - reach] += share * density[i];
    }
    density = std::move(next);
  }
  double over = 0;
  for (std::size_t i = steps - 1; i > 0; --i)
    if ((over += density[i]) >= std::min(coverage, 0.9)) return std::max(low + static_cast<double>(i) * step, 1e-6);
  return 1e-6;
}

std::array<double, patch_levels + 1> SeaWaves::lost(std::size_t patch,
                                                    const std::function<double(glm::dvec2)>& square) const {
  std::array<double, patch_levels + 1> out{};
  for_each(components_[patch], patches_[patch], n_, [&](const Component& one, glm::dvec2 k) {
    const double variance = 0.5 * std::norm(one.amplitude) * square(k);
    for (int level = 1; level < patch_levels; ++level) {
      const double half = 0.5 * patches_[patch].length / n_ * (1 << level);
      const double kept = sinc(k.x * half) * sinc(k.y * half);
      out[static_cast<std::size_t>(level)] += variance * (1 - kept * kept);
    }
    out[patch_levels] += variance;
  });
  return out;
}

std::array<double, patch_levels + 1> SeaWaves::lost_slopes(std::size_t patch) const {
  std::array<double, patch_levels + 1> out = lost(patch, [](glm::dvec2 k) { return glm::dot(k, k); });
  if (patch + 1 == patches_.size())
    for (double& level : out) level += beyond_;
  return out;
}

std::array<double, patch_levels + 1> SeaWaves::lost_folds(std::size_t patch, double choppiness) const {
  return lost(patch, [&](glm::dvec2 k) { return std::pow(fold_of(k, choppiness), 2); });
}

}  // namespace undine::sea
