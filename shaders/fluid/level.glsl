// Elevation of a fluid's surface: that of its ripples, or without ripples the hydrostatic elevation of the pressure.
#include "passes/fluid/fluid_waves.h"
layout(constant_id = 8) const bool has_waves = false;
layout(binding = 0) uniform samplerBuffer pressure;
layout(binding = 1) uniform samplerBuffer waves;
layout(binding = 2) uniform samplerBuffer solid;

// Elevation of a cell; `without` inside an obstacle.
float elevation(ivec2 c, float without, FluidLevelParams p) {
  int i = index_of(cell_at(c));
  if (solids && texelFetch(solid, i).z <= 0.0) return without;
  return has_waves ? texelFetch(waves, i).x : fluid_level(texelFetch(pressure, i).x, p);
}
