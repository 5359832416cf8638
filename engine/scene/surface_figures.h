// Capacities and fill counts of a particle surface mesh, from read-back and as text.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "engine/scene/ports.h"

namespace undine {

SurfaceFigures surface_figures(std::span<const std::byte> bytes);  // of SurfaceMesh::figures
std::string overflow_text(const SurfaceFigures& figures);          // what there is no room for; empty: nothing

}  // namespace undine
