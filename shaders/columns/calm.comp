// The calm level relaxes to the level of surrounding open columns, because a grounded hull has no water under it. The calm
// flow relaxes to their velocity, starting at rest. Both move with a hull: columns that it newly covers take the values
// under the hull, not those of the bow wave. Also accumulates the hulls' acceleration per meter of head (react.comp).
#include "columns/each.glsl"
layout(binding = 0) uniform sampler2D surface;
layout(binding = 1) uniform samplerBuffer hull_head;
layout(binding = 2) uniform sampler2D before;  // as `calm`
layout(binding = 3, rgba32f) writeonly restrict uniform image2D calm;  // level; acceleration; w as of the surface
layout(binding = 4) uniform sampler2D velocity;
layout(binding = 5) uniform sampler2D flow_before;  // as `calm_flow`
layout(binding = 6, rgba32f) writeonly restrict uniform image2D calm_flow;  // and share that hulls shut
layout(binding = 7) uniform sampler2D reaction;
// Beside those that hulls shut by a share: a rim that they hardly shut tells little of a calm level.
const float own_share = 0.04;
layout(push_constant, scalar) uniform ParamsBlock { CalmParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  vec4 here = texelFetch(surface, c, 0), was = texelFetch(before, c, 0);
  vec2 mine = texelFetch(hull_head, index_of(c)).xy;
  float aim = here.x;
  vec2 flow = texelFetch(velocity, c, 0).xy;
  vec3 flow_was = texelFetch(flow_before, c, 0).xyz;
  if (mine.x > 0.0) {
    float sum = 0.0, weights = 0.0;
    vec2 under = vec2(0.0), flows = vec2(0.0), flows_under = vec2(0.0);
    for (int z = -1; z <= 1; ++z)
      for (int x = -1; x <= 1; ++x) {
        ivec2 at = clamp(c + ivec2(x, z), ivec2(0), ivec2(nx - 1, nz - 1));
        float w = 1.001 - min(abs(texelFetch(hull_head, index_of(at)).y), 1.0);
        sum += w * texelFetch(surface, at, 0).x;
        weights += w;
        vec3 beside = texelFetch(flow_before, at, 0).xyz;
        under += beside.z * vec2(texelFetch(before, at, 0).x, 1.0);
        flows += w * texelFetch(velocity, at, 0).xy;
        flows_under += beside.z * beside.xy;
      }
    aim = sum / weights;
    flow = flows / weights;
    if (flow_was.z <= 0.0 && under.y > 0.0) {
      was.x = (under.x + own_share * was.x) / (under.y + own_share);
      flow_was.xy = (flows_under + own_share * flow_was.xy) / (under.y + own_share);
    }
  }
  // Open water is its own calm level.
  bool follows = params.p.known != 0 && was.w > 0.5 && here.w > 0.5 && mine.x > 0.0;
  float rate = mix(1.0 / calm_time, 1.0 / calm_grounded, smoothstep(0.8, 1.0, abs(mine.y)));
  float kept = exp(-params.p.dt * rate);
  if (follows) aim = mix(aim, was.x, kept);
  if (mine.x > 0.0) flow = mix(flow, flow_was.xy, kept);  // from rest, where a hull is from the start
  imageStore(calm_flow, c, vec4(flow, mine.x > 0.0 ? max(min(abs(mine.y), 1.0), 1e-6) : 0.0, 0.0));
  vec2 felt = texelFetch(reaction, c, 0).xy;
  imageStore(calm, c, vec4(aim, felt, here.w));
}
