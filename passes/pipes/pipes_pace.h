// Stiffness of the pipes, and the largest stable sub-step.
#pragma once
#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

// Conductances width / length of the pipes along x, along z and along the diagonals. They make the isotropic 9-point
// Laplacian: w_x + 2 w_d = dz / dx, w_z + 2 w_d = dx / dz, and w_d = (dx/dz + dz/dx) / 12 while cells are nearly
// square.
glm::dvec3 pipes_weights(glm::dvec2 cell);

// Largest sum of conductances that a checkerboard meets; the gravest frequency is sqrt(g h stiffness / area).
double pipes_stiffness(const glm::dvec3& weights);

// By how many friction velocities the lowest of `layers` cells is slower than the mean of the column, in steady flow
// under the eddy viscosity kappa u* h / 6.
double pipes_lag(std::uint32_t layers);

// Gravest frequency in `depth` meters of water, 1/s.
double pipes_omega(const PipesSettings& s, double gravity, double depth);

// Sub-steps that keep omega dt under 1.6 of its bound 2 in water of `deepest` meters. Error with a remedy above
// most_sub_steps.
constexpr int most_sub_steps = 1000;
int pipes_sub_steps(const PipesSettings& s, double gravity, double deepest, double dt, const std::string& where);

}  // namespace undine::pipes
