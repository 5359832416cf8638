// Path length through the water along the sun's rays up to the first solid, meters.
layout(binding = 2) uniform sampler2D shadow;
layout(push_constant, scalar) uniform ParamsBlock { float meters_per_depth; } params;
layout(location = 0) out float meters;

void main() {
  vec2 at = gl_FragCoord.xy * (vec2(textureSize(shadow, 0)) / 1024.0);
  float here = min(gl_FragCoord.z, texelFetch(shadow, ivec2(at), 0).r) * params.meters_per_depth;
  meters = gl_FrontFacing ? -here : here;
}
