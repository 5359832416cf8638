// Factory and benchmarks of the floating bodies.
#pragma once
#include <memory>
#include <vector>

#include "engine/scene/bench.h"
#include "engine/scene/bodies.h"

namespace undine::bodies {

// Null: nothing floats or moves. from: Parts::bodies.
std::unique_ptr<Bodies> make_bodies(graph::State& state, const Scene& scene,
                                    std::shared_ptr<const BodySnapshot> from = nullptr);
std::vector<BenchCase> bodies_bench();

}  // namespace undine::bodies
