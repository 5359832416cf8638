// Waters that hand water to each other, every quantum of it counted:
//   brink  what falls over an open edge of columns is owed in whole quanta, and becomes whole particles
//   catch  particles that dip under a grid's surface become its water, with their momentum
//   current  the flow of a grid carries the waves of another, and no water goes over
// The others move integers from one entry to another, in an order that does not count: the same bytes every run.
#pragma once
#include <memory>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::exchange {

// Errors name both waters: no such pair of waters, a region where nothing can be handed over, an edge of two brinks.
std::unique_ptr<Exchanges> make_exchanges(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters);

}  // namespace undine::exchange
