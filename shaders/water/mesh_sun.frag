// Metres of water along the sun's rays, up to what is solid.
layout(binding = 2) uniform sampler2D shadow;
layout(push_constant, scalar) uniform ParamsBlock { float metres_per_depth; } params;
layout(location = 0) out float metres;

void main() {
  vec2 at = gl_FragCoord.xy * (vec2(textureSize(shadow, 0)) / 1024.0);
  float here = min(gl_FragCoord.z, texelFetch(shadow, ivec2(at), 0).r) * params.metres_per_depth;
  metres = gl_FrontFacing ? -here : here;
}
