// Opacity of a fragment of deferred/shadow_masked.vert.
layout(binding = 2) uniform sampler2DArray textures;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(location = 0) in vec2 uv;

float opacity() {
  float a = params.p.alpha;
  if (params.p.layer >= 0) a *= texture(textures, vec3(uv, float(params.p.layer))).a;
  return a;
}
