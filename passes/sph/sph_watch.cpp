#include "passes/sph/sph_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/core/log.h"

namespace undine::sph {

namespace {

constexpr double most_compression = 0.05, most_speed = 2;  // mean; times the possible

struct Kind {
  unsigned bit;
  std::string text;
};

std::vector<Kind> kinds(const SphReports& r, double scale, double fastest) {
  std::vector<Kind> out;
  const double compression = static_cast<double>(r.compression) / scale / std::max(r.count, 1u);
  if (!(compression <= most_compression))
    out.push_back(
        {1, fmt::format("is compressed by {:.1f} % in the mean: its pressures do not hold it", 100 * compression)});
  const double speed = std::sqrt(static_cast<double>(std::bit_cast<float>(r.speed2)));
  if (fastest > 0 && !(speed <= most_speed * fastest))
    out.push_back(
        {2, fmt::format("moves at {:.4g} m/s, where its height and speeds allow {:.4g} m/s", speed, fastest)});
  if (r.behind > 1)
    out.push_back({8, fmt::format("is {:.3g} clock steps behind: its \"blocks\" are too few", r.behind)});
  if (r.twins > 0) out.push_back({4, fmt::format("has {} particles in the place of another", r.twins)});
  return out;
}

}  // namespace

SphWatch::SphWatch(std::string name, std::uint32_t capacity, double fastest)
    : name_(std::move(name)), scale_(static_cast<float>(4e9 / std::max(capacity, 1u))), fastest_(fastest) {}

std::vector<std::string> SphWatch::warnings(const SphReports& reports) const {
  std::vector<std::string> out;
  for (Kind& kind : kinds(reports, static_cast<double>(scale_), fastest_)) out.push_back(std::move(kind.text));
  return out;
}

void SphWatch::tell(const SphReports& reports) const {
  for (const Kind& kind : kinds(reports, static_cast<double>(scale_), fastest_)) {
    if (*told_ & kind.bit) continue;
    *told_ |= kind.bit;
    log::warning("water \"{}\" {}", name_, kind.text);
  }
}

void SphWatch::look(graph::Graph& g, graph::Buffer reports) {
  if (++looks_ < 64) return;
  looks_ = 0;
  g.readback("watch", reports, [watch = *this](std::span<const std::byte> bytes) {
    SphReports seen{};
    std::memcpy(&seen, bytes.data(), sizeof(seen));
    watch.tell(seen);
  });
}

}  // namespace undine::sph
