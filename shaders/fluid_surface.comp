// What the water pass draws: the pressure as elevation, tone-mapped, and the dye as a tint. [Shahrabi 2021]
#include "lib/fluid_grid.glsl"
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
layout(binding = 3) uniform samplerBuffer pressure;
layout(binding = 4) uniform samplerBuffer dye;
layout(binding = 5, rgba16f) writeonly uniform image2D surface;
layout(binding = 6, rgba16f) writeonly uniform image2D velocity;
layout(binding = 7, rgba16f) writeonly uniform image2D tint;
layout(push_constant, scalar) uniform ParamsBlock { FluidSurfaceParams p; } params;

// Beside an obstacle the level goes on as it is.
float elevation(ivec2 c, float here) {
  int i = index_of(cell_at(c));
  if (solids && texelFetch(solid, i).z <= 0.0) return here;
  float t = texelFetch(pressure, i >> 2)[i & 3] * params.p.inverse_scale;
  return params.p.displacement * t / (1.0 + abs(t));
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x >= nx || c.y >= nz) return;
  float here = elevation(c, 0.0);
  vec2 slope = 0.5 * params.p.inverse_cell * vec2(elevation(c + ivec2(1, 0), here) - elevation(c - ivec2(1, 0), here),
                                                  elevation(c + ivec2(0, 1), here) - elevation(c - ivec2(0, 1), here));
  float cover = solids ? texelFetch(solid, index_of(c)).z : 1.0;
  imageStore(surface, c, vec4(here, slope, cover));
  vec2 v = 0.5 * vec2(texelFetch(u, face_x(c)).x + texelFetch(u, face_x(c + ivec2(1, 0))).x,
                      texelFetch(w, face_z(c)).x + texelFetch(w, face_z(c + ivec2(0, 1))).x);
  imageStore(velocity, c, vec4(v, 0, 0));
  vec4 d = max(texelFetch(dye, index_of(c)), vec4(0));
  float most = max(max(d.x, d.y), d.z);
  imageStore(tint, c, vec4(d.xyz / max(most, 1e-6), 1.0 - exp(-params.p.density * most)));
}
