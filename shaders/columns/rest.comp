// Rounding residual of the outflow, less than a quantum: it stays with its edge until it is transferred. A thread owns a
// strip of an overflow edge, or a column at an interface (INTERFACE).
#pragma variants INTERFACE?
#include "lib/ledger.glsl"
layout(local_size_x = 64) in;
#ifdef INTERFACE
layout(binding = 0, scalar) readonly buffer Fractions { float v[]; } fractions;
#else
layout(binding = 0, scalar) readonly buffer Strips { LedgerStrip v[]; } strips;
#endif
layout(binding = 1, scalar) writeonly restrict buffer Rest { vec4 v[]; } rest;
layout(push_constant, scalar) uniform ParamsBlock { LedgerRestParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.count) return;
#ifdef INTERFACE
  rest.v[i] = vec4(fractions.v[i], 0.0, 0.0, 0.0);
#else
  rest.v[i] = vec4(strips.v[i].fraction, 0.0, 0.0, 0.0);
#endif
}
