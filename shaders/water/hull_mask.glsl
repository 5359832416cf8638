// Tests points against the interior of open hulls, which contains no water (passes/water/hull_mask.h).
layout(binding = 3) uniform sampler2D hull_front;
layout(binding = 4) uniform sampler2D hull_back;

// Between the first front and the first back of a closed hull, or before a back if the eye is inside.
bool in_hull() {
  float front = texelFetch(hull_front, ivec2(gl_FragCoord.xy), 0).r;
  float back = texelFetch(hull_back, ivec2(gl_FragCoord.xy), 0).r;
  return gl_FragCoord.z > back && (gl_FragCoord.z < front || front < back);
}
