// The scene's depth, 0 where water hides it.
layout(binding = 0) uniform sampler2D depth;
layout(binding = 1) uniform sampler2D covered;

// By water at the pixel and at all around it, so that what is read between pixels is lit.
bool is_hidden() {
  vec2 size = vec2(textureSize(covered, 0));
  vec4 least = vec4(1.0);
  for (int i = 0; i < 4; ++i)
    least = min(least, textureGather(covered, (gl_FragCoord.xy + vec2(i & 1, i >> 1) - 0.5) / size));
  return min(min(least.x, least.y), min(least.z, least.w)) > 0.0;
}

void main() { gl_FragDepth = is_hidden() ? 0.0 : texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
