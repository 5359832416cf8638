// Waters that hand water to each other, on the test device: what they hold and what is under way.
#pragma once
#include <vector>

#include "engine/scene/exchange.h"
#include "tests/support/body_runner.h"

namespace undine::test {

class LedgerTest : public BodyTest {
 protected:
  struct Now {
    std::vector<Stats> water;
    std::vector<ExchangeFigures> exchanges;
    double total() const {  // m³
      double sum = 0;
      for (const Stats& s : water) sum += s.volume;
      for (const ExchangeFigures& f : exchanges) sum += static_cast<double>(f.owed) * ExchangeFigures::quantum;
      return sum;
    }
  };
  Now now() {
    Now out;
    out.water.resize(world->water().size());
    graph::Graph g(*live.back());
    for (std::size_t k = 0; k < out.water.size(); ++k)
      world->water()[k].solver->stats(g, [&out, k](const Stats& s) { out.water[k] = s; });
    if (world->exchanges())
      world->exchanges()->stats(g, [&](const std::vector<ExchangeFigures>& f) { out.exchanges = f; });
    run(g);
    executor->finish();
    return out;
  }
};

}  // namespace undine::test
