#include "passes/sph/sph_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "engine/core/round.h"
#include "engine/scene/couplings.h"
#include "passes/ledger/figures.h"

namespace undine::sph {

namespace {

constexpr std::uint32_t stats_strip = 64;  // particles that one thread sums

}  // namespace

void sph_statistics(graph::Graph& g, const SphMeasured& from, std::function<void(const Stats&)> done) {
  const std::uint32_t strips = groups_of(from.particles.capacity, stats_strip);
  graph::Buffer sums = g.buffer(g.name(from.name + "/sums"), {.bytes = 16ull * strips});
  g.compute("sum", "sph/stats.comp")
      .constant("strip", stats_strip)
      .read("position", from.particles.position)
      .read("velocity", from.particles.velocity)
      .read("control", from.control)
      .write("sums", sums)
      .params(from.params)
      .over({strips, 1, 1});
  const std::uint32_t readings = from.gauges.bytes();
  constexpr std::uint32_t told = offsetof(SphControl, for_particles);
  const std::uint32_t others =  // and rounding up
      4 * grid::figures_sum_words + told + sizeof(SphReports) + (from.taken ? 32 : 24);
  grid::Figures figures(
      g, from.name,
      std::max(readings + from.meters.bytes() + others, grid::Figures::most_bytes) - grid::Figures::most_bytes);
  const std::uint32_t sum = figures.sum(sums, strips), control_at = figures.copy(from.control, 0, told),
                      reports_at = figures.copy(from.reports, 0, sizeof(SphReports)),
                      taken_at = from.taken ? figures.copy(from.taken, 0, 4) : 0,
                      gauges_at = from.gauges.any() ? figures.copy(from.gauges.readings(), 0, readings) : 0,
                      meters_at = from.meters.read(g, figures, from.particles);
  const double spacing = from.particles.spacing, mass = from.density * spacing * spacing * spacing;
  figures.receive([done = std::move(done), sum, control_at, reports_at, gauges_at, meters_at, mass, taken_at,
                   takes = bool(from.taken), gauges = from.gauges, meters = from.meters, d = from.density,
                   watch = from.watch, solves = from.incompressible](const grid::Figures::Reader& reader) {
    SphControl control{};
    std::memcpy(&control, reader.bytes(control_at, told).data(), told);
    const auto reports = reader.get<SphReports>(reports_at);
    watch.tell(reports);
    const std::uint32_t taken = takes ? reader.get<std::uint32_t>(taken_at) : 0;  // but not left out yet
    control.count -= taken;
    control.removed += taken;
    // Between waters a particle is a whole number of quanta.
    const double particle =
        takes ? std::round(mass / d / CouplingFigures::quantum) * CouplingFigures::quantum : mass / d;
    Stats out{.volume = particle * control.count,
              .energy = (reader.value(sum, 0) + reader.value(sum, 1) + reader.value(sum, 2)) * mass,
              .residual = reader.value(sum, 3) / std::max(control.count, 1u),
              .budget = Budget{.sources = particle * control.emitted, .drains = particle * control.removed},
              .counts_exchanged = true,
              .behind = static_cast<double>(control.remaining),
              .sub_steps = control.sub_steps,
              .iterations = control.iterations,
              .particles = control.count,
              .emitted = control.emitted,
              .refused = control.refused,
              .removed = control.removed,
              .overflow = reports.overflow,
              .converged = solves ? std::optional(control.unfinished == 0) : std::nullopt,
              .warnings = watch.warnings(reports),
              .energy_unit = "J"};
    gauges.tell(reader, gauges_at, d, out);
    meters.tell(reader, meters_at, out);
    done(out);
  });
}

}  // namespace undine::sph
