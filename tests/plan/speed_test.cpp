// Prints the CPU cost of a steady frame of 300 nodes. Does not assert times: machines differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

struct WaveParams {
  float values[16] = {};
};

TEST(Speed, SteadyFrameOf300Nodes) {
  constexpr std::uint32_t nodes = 300;
  State state;
  Shaders shaders;
  ShaderInterface wave = Shaders::read("RRRW.comp");
  wave.name = "wave/step.comp";
  wave.push_bytes = sizeof(WaveParams);
  const char* names[] = {"u_prev", "u_now", "damping", "u_next"};
  for (std::size_t i = 0; i < 4; ++i) wave.bindings[i].name = names[i];
  shaders.set(wave);
  History u(state, "pool/elevation", bytes(4096), 3);
  Buffer damping = state.buffer("pool/damping", bytes(4096));
  Graph g(state);
  PlanCache cache(shaders);
  std::vector<Resource> resolved;
  std::vector<double> spent[5];
  for (int frame = 0; frame < 400; ++frame) {
    double t0 = now_ns();
    g.reset();
    for (std::uint32_t i = 0; i < nodes / 10; ++i) {
      auto scope = g.scope("pool");
      for (int k = 0; k < 10; ++k) {
        g.compute("step", "wave/step.comp")
            .read("u_prev", u[-1])
            .read("u_now", u[0])
            .read("damping", damping)
            .write("u_next", u[+1])
            .params(WaveParams{})
            .over({64, 64});
        u.step();
      }
    }
    double t1 = now_ns();
    g.topology();
    double t2 = now_ns();
    const Plan& plan = cache.get(g);
    double t3 = now_ns();
    resolve(plan, g, resolved);
    double t4 = now_ns();
    commit(plan, g);
    double t5 = now_ns();
    double times[] = {t1 - t0, t2 - t1, t3 - t2, t4 - t3, t5 - t4};
    for (int i = 0; i < 5; ++i) spent[i].push_back(times[i] / nodes);
  }
  const char* what[] = {"declare", "topology (again inside get)", "get", "resolve", "commit"};
  for (int i = 0; i < 5; ++i) {
    std::sort(spent[i].begin(), spent[i].end());
    std::printf("%-28s %6.1f ns/node (median of 400 frames)\n", what[i], spent[i][200]);
  }
  double begin = now_ns();
  Plan plan = compile(g, shaders);
  std::printf("%-28s %6.1f ns/node\n", "compile (a cache miss)", (now_ns() - begin) / nodes);
  EXPECT_EQ(plan.nodes.size(), nodes);
  EXPECT_LE(cache.misses(), 4u);
}

}  // namespace
}  // namespace undine::graph::testing
