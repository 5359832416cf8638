// Photons reflected upwards by a water (water/photons.comp) as strips of quads; an instance per row.
#include "passes/water/water_params.h"

layout(binding = 0) uniform samplerBuffer places;
layout(binding = 1) uniform samplerBuffer shares;
layout(push_constant, scalar) uniform ParamsBlock { PhotonRowParams p; } params;

layout(location = 0) out vec2 origin;  // where flat water would send the photon, in pixels of the map
layout(location = 1) out float share;  // of sunlight

// Checks whether a corner of the quads on both sides of a column has light.
bool lit(int column) {
  float most = 0.0;
  for (int row = 0; row < 2; ++row)
    for (int side = -1; side < 2; ++side) {
      int there = clamp(column + side, 0, params.p.corners - 1);
      most = max(most, texelFetch(shares, (gl_InstanceIndex + row) * params.p.corners + there).r);
    }
  return most > 0.0;
}

void main() {
  int row = gl_VertexIndex & 1, column = gl_VertexIndex >> 1;
  int place = (gl_InstanceIndex + row) * params.p.corners + column;
  share = texelFetch(shares, place).r;
  // In the dark both corners of a column are one place: triangles without area are not drawn.
  if (row == 1 && !lit(column)) place -= params.p.corners;
  vec4 at = texelFetch(places, place);
  origin = at.zw;
  gl_Position = vec4(at.xy, 0.5, 1.0);
}
