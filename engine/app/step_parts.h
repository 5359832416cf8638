// Bodies and the waves they move act on each other at the same times: no more than one step of the waves apart.
#pragma once
#include "engine/app/solver.h"

namespace undine {

// Equal parts that a clock step of `dt` seconds is to be taken in, so that each is one step of this water; 1 for waters
// that bodies do not move by their level.
int step_parts(const Solver& solver, double dt);  // defined in passes/wave.cpp

}  // namespace undine
