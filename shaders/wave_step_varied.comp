// Water with islands, a damping map or a speed that follows the depth: h_tt + drag h_t = div(c^2 grad h).
#define WAVE_VARIED
#include "lib/wave_step.glsl"
