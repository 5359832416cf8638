#pragma variants MAPPED? SUBMERGED?
#include "passes/deferred/gbuffer.h"
#include "deferred/gbuffer.glsl"
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;

void main() {
  GBufferParams p = params.p;
  vec3 world = (p.model * vec4(local_position, 1.0)).xyz;
  write_pixel(p, local_position, local_normal, uv, mat3(p.model), world);
}
