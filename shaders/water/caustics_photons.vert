// Photons (water/photons.comp) as strips of quads: an instance is a row.
#include "passes/water/water_params.h"

layout(binding = 0) uniform samplerBuffer places;
layout(binding = 1) uniform samplerBuffer shares;
layout(push_constant, scalar) uniform ParamsBlock { PhotonRowParams p; } params;
layout(constant_id = 0) const bool has_shares = false;

layout(location = 0) out vec2 origin;  // where flat water would send the photon, in pixels of the map
layout(location = 1) out float share;  // of what flat water lets in; thrown up: of sunlight

void main() {
  int place = (gl_InstanceIndex + (gl_VertexIndex & 1)) * params.p.corners + (gl_VertexIndex >> 1);
  vec4 at = texelFetch(places, place);
  origin = at.zw;
  share = has_shares ? texelFetch(shares, place).r : 1.0;
  gl_Position = vec4(at.xy, 0.5, 1.0);
}
