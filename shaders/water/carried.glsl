// CARRIED: continues foam and detail of columns over an overflow edge. Beyond the border the pattern moves with the
// border's horizontal velocity.
#ifdef CARRIED
#include "water/flow_detail.glsl"
layout(constant_id = 21) const bool has_traces = false;
layout(binding = 10) uniform sampler2D flow;
layout(binding = 11) uniform sampler2D traces;
layout(binding = 12) uniform sampler2D flow_map_image;

FlowLook carried_look(FieldParams field, float strength, vec3 p, vec3 across, vec3 down, float time) {
  vec2 uv = clamp((p.xz - field.origin.xz) / field.size.xy + 0.5, vec2(0.0), vec2(1.0)), aside = 2.0 / vec2(field.cells.xy);
  vec4 now = field_sample(flow, field, uv);
  vec2 velocity = 0.25 * (field_sample(flow, field, uv + aside).xy + field_sample(flow, field, uv - aside).xy +
                          field_sample(flow, field, uv + vec2(aside.x, -aside.y)).xy +
                          field_sample(flow, field, uv + vec2(-aside.x, aside.y)).xy);
  vec2 meters = vec2(length(across.xz), length(down.xz));
  float footprint = sqrt(max(meters.x, meters.y) * max(min(meters.x, meters.y), 0.25 * max(meters.x, meters.y)));
  float density = has_traces ? field_sample(traces, field, uv).x : 0.0;
  float rms = strength * flow_roughness(length(now.xy), now.z);
  return flow_look(flow_map_image, flow_layers(p.xz, time, velocity), p.xz, time, velocity, rms, density, footprint);
}
#endif
