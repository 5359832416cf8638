// What `undine bench` times beside whole scenes: sizes of a solver or a pass and their native twins
// (passes/*/*_bench.cpp).
#pragma once  // public
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {

// What another program takes for the same work, measured by us on the two cores that docs/performance.md names.
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
  // Of a pass that belongs to no solver: makes what it works on in the state and declares its uploads; the result
  // declares one run, which takes the place of a clock step. What a run makes must be persistent, or it is left out.
  std::function<std::function<void(graph::Graph&)>(graph::State&, graph::Graph&)> pass = nullptr;
  // Of drawing: each run is a picture of `bench --size`, and what counts is its scope less this scope of it.
  std::string drawing_without;
  std::vector<BenchPeer> peers = {};
};

}  // namespace undine
