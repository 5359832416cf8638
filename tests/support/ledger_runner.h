// Coupled waters on the test device: their volumes and pending volumes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/files/files.h"
#include "engine/scene/couplings.h"
#include "tests/support/body_runner.h"

namespace undine::test {

// Bed of 3.8 m along x, half a meter high over its first 1.2 m and sloping to 0 within the next 0.12 m.
inline void write_cliff(const std::filesystem::path& file) {
  constexpr std::uint32_t nx = 381, nz = 5;
  std::vector<float> ground(std::size_t{nx} * nz);
  for (std::size_t i = 0; i < ground.size(); ++i) {
    const float down = (static_cast<float>(i % nx) - 120) / 12;
    ground[i] = 0.5f * (1 - std::clamp(down, 0.0f, 1.0f));
  }
  const std::uint32_t shape[2] = {nz, nx};
  files::write_npy(file, shape, ground);
}

class LedgerTest : public BodyTest {
 protected:
  struct Now {
    std::vector<Stats> water;
    std::vector<CouplingFigures> exchanges;
    double total() const {  // m³
      double sum = 0;
      for (const Stats& s : water) sum += s.volume.value_or(0);
      for (const CouplingFigures& f : exchanges) sum += static_cast<double>(f.pending) * CouplingFigures::quantum;
      return sum;
    }
  };
  Now now() {
    Now out;
    out.water.resize(world->water().size());
    graph::Graph g(*live.back());
    for (std::size_t k = 0; k < out.water.size(); ++k)
      world->water()[k].solver->stats(g, [&out, k](const Stats& s) { out.water[k] = s; });
    if (world->couplings())
      world->couplings()->stats(g, [&](const std::vector<CouplingFigures>& f) { out.exchanges = f; });
    run(g);
    executor->finish();
    return out;
  }
};

}  // namespace undine::test
