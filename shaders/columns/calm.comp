// The calm level goes after the level of the columns around that are open: under a hull that stands on the ground, no
// water tells the level. It goes along with a hull: a column that one comes over takes on what those under it have, not
// the bow wave that stood there.
#include "columns/each.glsl"
layout(binding = 0) uniform sampler2D surface;
layout(binding = 1) uniform samplerBuffer hull_head;
layout(binding = 2) uniform sampler2D before;  // as `calm`
layout(binding = 3, rgba32f) writeonly restrict uniform image2D calm;  // level; share that hulls shut; w as of the surface
// Beside those that hulls shut by a share: a rim that they hardly shut tells little of a calm level.
const float own_share = 0.02;
layout(push_constant, scalar) uniform ParamsBlock { CalmParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  vec4 here = texelFetch(surface, c, 0), was = texelFetch(before, c, 0);
  vec2 mine = texelFetch(hull_head, index_of(c)).xy;
  float aim = here.x;
  if (mine.x > 0.0) {
    float sum = 0.0, weights = 0.0;
    vec2 under = vec2(0.0);
    for (int z = -1; z <= 1; ++z)
      for (int x = -1; x <= 1; ++x) {
        ivec2 at = clamp(c + ivec2(x, z), ivec2(0), ivec2(nx - 1, nz - 1));
        float w = 1.001 - min(abs(texelFetch(hull_head, index_of(at)).y), 1.0);
        sum += w * texelFetch(surface, at, 0).x;
        weights += w;
        vec4 beside = texelFetch(before, at, 0);
        under += beside.y * vec2(beside.x, 1.0);
      }
    aim = sum / weights;
    if (was.y <= 0.0 && under.y > 0.0) was.x = (under.x + own_share * was.x) / (under.y + own_share);
  }
  // Open water is its own calm level.
  bool follows = params.p.known != 0 && was.w > 0.5 && here.w > 0.5 && mine.x > 0.0;
  float rate = mix(1.0 / calm_time, 1.0 / calm_grounded, smoothstep(0.8, 1.0, abs(mine.y)));
  if (follows) aim = mix(aim, was.x, exp(-params.p.dt * rate));
  imageStore(calm, c, vec4(aim, mine.x > 0.0 ? max(min(abs(mine.y), 1.0), 1e-6) : 0.0, 0.0, here.w));
}
