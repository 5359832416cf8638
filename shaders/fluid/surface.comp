// Surface for the water pass: elevation and slopes, the current, and the dye as a tint. [Shahrabi 2021]
#include "fluid/grid.glsl"
#include "fluid/level.glsl"
layout(binding = 3) uniform samplerBuffer u;
layout(binding = 4) uniform samplerBuffer w;
layout(binding = 5) uniform samplerBuffer dye;
layout(binding = 6, rgba16f) writeonly uniform image2D surface;
layout(binding = 7, rgba16f) writeonly uniform image2D velocity;
layout(binding = 8, rgba16f) writeonly uniform image2D tint;
layout(constant_id = 9) const bool has_calm = false;
layout(binding = 9, rgba16f) writeonly uniform image2D calm;  // the lid that bodies are measured to
layout(push_constant, scalar) uniform ParamsBlock { FluidSurfaceParams p; } params;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  // Beside an obstacle the level goes on as it is.
  FluidLevelParams level = params.p.level;
  float here = elevation(c, 0.0, level);
  vec2 slope = 0.5 * params.p.inverse_cell *
               vec2(elevation(c + ivec2(1, 0), here, level) - elevation(c - ivec2(1, 0), here, level),
                    elevation(c + ivec2(0, 1), here, level) - elevation(c - ivec2(0, 1), here, level));
  float cover = solids ? texelFetch(solid, index_of(c)).z : 1.0;
  imageStore(surface, c, vec4(here, slope, cover));
  if (has_calm) imageStore(calm, c, vec4(0, 0, 0, cover));
  vec2 v = 0.5 * vec2(texelFetch(u, face_x(c)).x + texelFetch(u, face_x(c + ivec2(1, 0))).x,
                      texelFetch(w, face_z(c)).x + texelFetch(w, face_z(c + ivec2(0, 1))).x);
  imageStore(velocity, c, vec4(v, params.p.depth + here, 0));
  vec4 d = max(texelFetch(dye, index_of(c)), vec4(0));
  float most = max(max(d.x, d.y), d.z);
  imageStore(tint, c, vec4(d.xyz / max(most, 1e-6), 1.0 - exp(-params.p.density * most)));
}

#include "fluid/each_owned.glsl"
