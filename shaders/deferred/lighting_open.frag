// Depth of the scene, 0 where water hides it.
layout(binding = 0) uniform sampler2D depth;
layout(binding = 1) uniform sampler2D covered;

// By water at the pixel and at all around it, so that what is read between pixels is lit. Each pixel of a quad looks at the
// corner of what is around the quad that it lies at.
bool is_hidden() {
  vec2 odd = vec2(ivec2(gl_FragCoord.xy) & 1);
  vec2 side = (2.0 * odd - 1.0) * vec2(dFdxFine(odd.x), dFdyFine(odd.y));  // -1: the left or upper one
  vec4 around = textureGather(covered, (gl_FragCoord.xy + 0.5 * side) / vec2(textureSize(covered, 0)));
  float hidden = min(min(around.x, around.y), min(around.z, around.w)) > 0.0 ? 1.0 : 0.0;
  hidden = min(hidden, hidden - side.x * dFdxFine(hidden));
  return min(hidden, hidden - side.y * dFdyFine(hidden)) > 0.0;
}

void main() { gl_FragDepth = is_hidden() ? 0.0 : texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r; }
