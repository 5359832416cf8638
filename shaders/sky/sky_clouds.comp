// Adds the current clouds to the sky. A thread processes a direction above the horizon and its mirror image below,
// which has no clouds.
#include "passes/sky/clouds.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 1) uniform sampler2D clear_sky;
layout(binding = 2) uniform sampler2D clouds;  // share of sunlight that passes; density
layout(binding = 3, rgba16f) uniform writeonly image2D sky;
layout(push_constant, scalar) uniform Params { CloudParams p; } params;

float density(vec2 place) { return textureLod(clouds, place * params.p.offset.z, 0.0).g; }

void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy), size = imageSize(sky);
  if (id.x >= size.x || id.y >= size.y / 2) return;
  ivec2 below = ivec2(id.x, size.y - 1 - id.y);
  imageStore(sky, below, texelFetch(clear_sky, below, 0));
  vec3 color = texelFetch(clear_sky, id, 0).rgb;
  const float pi = 3.14159265358979;
  vec2 angle = (vec2(id) + 0.5) / vec2(size) * vec2(2.0 * pi, pi) - vec2(pi, 0.0);
  vec3 d = vec3(sin(angle.y) * sin(angle.x), cos(angle.y), -sin(angle.y) * cos(angle.x));
  if (cloud_fade(d.y) > 0.0) {
    vec3 sun = params.p.sun.xyz;
    float height = params.p.light.w;
    vec2 place = cloud_reach(d, height) + params.p.offset.xy;
    color = clouded(color, d, sun, params.p.light.rgb, density(place), density(place + cloud_shade(sun, height)));
  }
  imageStore(sky, id, vec4(color, 1.0));
}
