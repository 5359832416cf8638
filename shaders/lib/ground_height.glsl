// Height of the map `ground` and its slopes along x and z: bilinear between samples that span the whole size.
vec3 ground_height(vec2 at, vec3 origin, vec2 size) {
  vec2 last = vec2(textureSize(ground, 0) - 1);
  vec2 place = clamp((at - origin.xz) / size + 0.5, 0.0, 1.0) * last;
  ivec2 i = ivec2(max(min(place, last - 1.0), 0.0)), j = min(i + 1, ivec2(last));
  vec2 f = place - vec2(i);
  float a = texelFetch(ground, i, 0).x, b = texelFetch(ground, ivec2(j.x, i.y), 0).x;
  float c = texelFetch(ground, ivec2(i.x, j.y), 0).x, d = texelFetch(ground, j, 0).x;
  vec2 slope = vec2(mix(b - a, d - c, f.y), mix(c - a, d - b, f.x)) * last / size;
  return vec3(mix(mix(a, b, f.x), mix(c, d, f.x), f.y), slope);
}
