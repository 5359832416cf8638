// Depth over the open part of columns that solid meshes cut (passes/columns/cut_columns.h); stored is volume over area.
// Include after `bed`.
layout(constant_id = 12) const bool has_walls = false;
// Two texels per column. x, y: open share of the low faces; z: top over origin.y of what is solid; w: storage. x, y: length of
// the wall over that of a face, times its normal.
layout(binding = 18) uniform samplerBuffer walls;

// Depth and its rounding rest, m; to the last bit that of the level it was stored from.
vec2 open_depth(uvec4 water, ivec2 c) {
  vec2 stored = vec2(depth_of(water), rest_of(water));
  if (!has_walls || stored.x <= 0.0) return stored;
  vec4 wall = texelFetch(walls, 2 * index_of(c));
  float storage = wall.w, top = wall.z - plane_at(bed, c);
  if (storage == 1.0 || top <= 0.0) return stored;
  if (stored.x > storage * top) {
    float more = (1.0 - storage) * top;
    stored.y += fma(1.0 - storage, top, -more);
    add(stored, more);
    return stored;
  }
  float depth = stored.x / storage;
  return vec2(depth, (fma(-depth, storage, stored.x) + stored.y) / storage);
}

// Stored depth of water that is `depth` deep over the open part.
float stored_depth(float depth, ivec2 c) {
  if (!has_walls || depth <= 0.0) return depth;
  vec4 wall = texelFetch(walls, 2 * index_of(c));
  float top = wall.z - plane_at(bed, c);
  return top > 0.0 ? wall.w * min(depth, top) + max(depth - top, 0.0) : depth;
}
