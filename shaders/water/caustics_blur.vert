// The part of each water's map that its light can reach; an instance per water.
#include "passes/deferred/camera.h"
#include "passes/water/water_params.h"

layout(binding = 1, scalar) uniform ParamsBlock { PhotonGridsParams p; } params;

layout(location = 0) out flat int layer;

void main() {
  layer = gl_InstanceIndex;
  vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  vec4 footprint = params.p.of[layer].footprint;
  vec2 uv = clip_to_uv(mix(footprint.xy, footprint.zw, corner));
  // The maps lie under each other.
  gl_Position = vec4(uv_to_clip(vec2(uv.x, (uv.y + float(layer)) / float(params.p.count))), 0.0, 1.0);
}
