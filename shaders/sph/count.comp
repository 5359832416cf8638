// Counts the particles of every cell and of every scan tile, and links those of a cell in order of arrival, which
// sph/sort.comp corrects. New particles, nozzle by nozzle in layers, follow the existing ones.
#include "passes/sort/counting_sort.h"
#include "sph/grid.glsl"
#include "sph/identity.glsl"
#include "sph/nozzles.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Counts { uint v[]; } counts;
layout(binding = 3, scalar) writeonly restrict buffer Slots { uvec2 v[]; } slots;  // cell; the one that arrived before
layout(constant_id = 0) const uint sink_count = 0u;
layout(binding = 4, scalar) uniform SinksBlock { SphSinks s; } sinks;
layout(binding = 5, scalar) restrict buffer Sums { uint v[]; } sums;
layout(binding = 6, scalar) restrict buffer Newest { uint v[]; } newest;  // of every cell
layout(binding = 7, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(constant_id = 2) const bool leaves_out = false;  // what other waters have taken: its density is under 0
layout(constant_id = 1) const bool has_points = false;
layout(binding = 8, scalar) readonly buffer Points { vec2 v[]; } points;
layout(push_constant, scalar) uniform ParamsBlock { SphGridParams p; } params;

shared uint tile, near;  // that of the workgroup's first particle, and how many lie in it: most of them

// The me-th of the particles that have come in this sub-step.
void emit(uint me) {
  uint left = me, added = control.c.count - control.c.settled;
  for (uint k = 0u; k < nozzle_count; ++k) {
    uint size = nozzles.v[k].points, own = nozzles.v[k].fresh * size;
    if (left >= own) {
      left -= own;
      continue;
    }
    vec2 off = points.v[nozzles.v[k].first_point + left % size];
    float ahead = nozzles.v[k].ahead - float(left / size) * nozzles.v[k].layer;
    vec3 x = nozzles.v[k].place + off.x * nozzles.v[k].across + off.y * nozzles.v[k].aside;
    position.v[control.c.settled + me] =
        vec4(x + ahead * nozzles.v[k].along, sph_identity(control.c.identities - added + me));
    velocity.v[control.c.settled + me] = vec4(nozzles.v[k].along * sph_nozzle_speed(nozzles.v[k], ahead), 1.0);
    return;
  }
}

void main() {
  uint i = gl_GlobalInvocationID.x, count = control.c.count;
  if (has_nozzles && has_points && i >= control.c.settled && i < count) emit(i - control.c.settled);
  uint cell = 0u;
  if (i < count) {
    vec3 x = position.v[i].xyz;
    cell = uint(sph_cell_index(sph_cell(x, params.p), params.p));
    for (uint k = 0u; k < sink_count; ++k)
      if (all(greaterThanEqual(x, sinks.s.low[k])) && all(lessThanEqual(x, sinks.s.high[k])))
        cell = uint(params.p.cells.x * params.p.cells.y * params.p.cells.z);
    if (leaves_out && velocity.v[i].w < 0.0) cell = uint(params.p.cells.x * params.p.cells.y * params.p.cells.z);
    slots.v[i] = uvec2(cell, atomicExchange(newest.v[cell], i));
    atomicAdd(counts.v[cell], 1u);
  }
  if (gl_LocalInvocationIndex == 0u) {
    tile = cell / scan_tile;
    near = 0u;
  }
  barrier();
  if (i < count) {
    if (cell / scan_tile == tile)
      atomicAdd(near, 1u);
    else
      atomicAdd(sums.v[cell / scan_tile], 1u);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u && near > 0u) atomicAdd(sums.v[tile], near);
}
