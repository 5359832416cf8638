// Depth of the scene, 0 where water hides it.
layout(binding = 0) uniform sampler2D depth;
layout(binding = 1) uniform sampler2D covered;

// By water at the pixel and at all around it, so that what is read between pixels is lit. Each pixel of a quad looks at the
// corner of what is around the quad that it lies at.
#ifdef PIXEL_KERNEL
bool is_hidden() {  // by gathers around the block's corners
  vec2 block = vec2(ivec2(gl_FragCoord.xy) & ~1), texel = 1.0 / vec2(textureSize(covered, 0));
  float hidden = 1.0;
  for (int i = 0; i < 4; ++i) {
    vec4 around = textureGather(covered, (block + 2.0 * vec2(i & 1, i >> 1)) * texel);
    hidden = min(hidden, min(min(around.x, around.y), min(around.z, around.w)));
  }
  return hidden > 0.0;
}
#else
bool is_hidden() {
  vec2 odd = vec2(ivec2(gl_FragCoord.xy) & 1);
  vec2 side = (2.0 * odd - 1.0) * vec2(dFdxFine(odd.x), dFdyFine(odd.y));  // -1: the left or upper one
  vec4 around = textureGather(covered, (gl_FragCoord.xy + 0.5 * side) / vec2(textureSize(covered, 0)));
  float hidden = min(min(around.x, around.y), min(around.z, around.w)) > 0.0 ? 1.0 : 0.0;
  hidden = min(hidden, hidden - side.x * dFdxFine(hidden));
  return min(hidden, hidden - side.y * dFdyFine(hidden)) > 0.0;
}
#endif

void main() { gl_FragDepth = is_hidden() ? 0.0 : texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
