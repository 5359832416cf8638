// Interface of benchmark cases for `undine bench`: a solver or a pass at several sizes, and its native twin
// (passes/*/*_bench.cpp).
#pragma once  // public
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {

// Time of another program for the same work, measured by us on the two cores that docs/performance.md names.
struct BenchPeer {
  std::string program;
  double ms = 0;    // per step or run
  std::string how;  // it was obtained, and what differs
};

struct BenchCase {
  std::string solver, name;  // "wave", "1024x1024"
  std::string scene_json;    // scene text whose solvers are timed alone, without a picture; paths count from scenes/
  std::uint64_t cells = 0;   // or particles
  double traffic_bytes = 0;  // read and written per clock step (all its sub-steps), counted by hand
  std::function<double(int steps)> native_ms;  // runs the native twin for `steps` clock steps: milliseconds per step
  // Benchmark of a pass without a solver: creates its inputs in the state and declares their uploads. The result
  // declares one run, which replaces a clock step. Outputs of a run must be persistent, or the graph culls it.
  std::function<std::function<void(graph::Graph&)>(graph::State&, graph::Graph&)> pass = nullptr;
  // Benchmark of drawing: each run is a picture of `bench --size`; the result is the time of its scope less this one.
  std::string drawing_without;
  std::vector<BenchPeer> peers = {};
};

}  // namespace undine
