// Sums over strips of rows, in a fixed order: depth with its rounding rest, kinetic and potential energy per area.
// Include after discharge_of(texel of water) and potential_depth(): depth that the energy of a stored depth counts with.
layout(constant_id = 6) const int rows = 16;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) writeonly restrict buffer Sums { vec4 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { StatsParams p; } params;

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x >= nx || z0 >= nz) return;
  float volume = 0.0, rest = 0.0, kinetic = 0.0, potential = 0.0;
  for (int z = z0; z < min(z0 + rows, nz); ++z) {
    int i = index_of(ivec2(x, z));
    uvec4 t = texelFetch(water, i);
    vec2 h = vec2(depth_of(t), rest_of(t)), q = discharge_of(t);
    precise float s = volume + h.x;
    precise float v = s - volume;
    precise float lost = (volume - (s - v)) + (h.x - v);
    volume = s;
    rest += lost + h.y;
    if (h.x > 1e-4) kinetic += 0.5 * dot(q, q) / h.x;
    potential += params.p.gravity * h.x * (plane_at(bed, ivec2(x, z)) + 0.5 * potential_depth(t, ivec2(x, z)));
  }
  sums.v[int(gl_GlobalInvocationID.y) * nx + x] = vec4(volume, rest, kinetic, potential);
}
