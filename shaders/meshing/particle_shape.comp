// Anisotropic kernel of each particle: its center is smoothed over its neighbors and its axes follow their
// covariance, so flat water is flat and sheets stay thin [Yu and Turk 2013]. Particles with few neighbors become
// droplets outside the surface, as do rows of particles that have separated; the rim of a falling sheet blends into
// drops. Also marks the blocks that the kernel reaches.
#include "meshing/particle_bins.glsl"
#include "meshing/particle_fringe.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer sorted;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2) uniform usamplerBuffer deep;
layout(binding = 3, std430) writeonly buffer ShapesBlock { vec4 v[]; } shapes;  // middle, determinant; matrix, fringe
layout(binding = 4, scalar) coherent buffer MarksBlock { uint v[]; } marks;
layout(binding = 5, scalar) writeonly buffer LonelyBlock { uint v[]; } lonely;
layout(binding = 8, scalar) writeonly buffer PackedBlock { uint v[]; } packed;  // middles (lib/strips.glsl)

layout(binding = 6) uniform usamplerBuffer order;
layout(binding = 7) uniform samplerBuffer velocity;
layout(constant_id = 0) const bool anisotropic = true;
#include "meshing/particle_marks.glsl"
#include "lib/strips.glsl"

const float least_axis = 0.5;  // of the longest: sheets cover more than a cell
const int few = 3, several = 9;
const float layer = 7.54;  // weights around one in a single layer at rest: 4 times the integral of 1 - r^3 over a disc
const float most_fill = 8.0;  // of the thinnest stream that is drawn whole
const float rows = 0.25;  // share of their spread along the way under which those around are a row across it
const float bridged = 1.25;  // of the reach: the gap of rows up to which drawn-out kernels still meet
const float half_mean = 0.3;  // of the reach: how far aside the middle of half a layer is
// Limits of that half's weights: rims that are thinner fray, thicker ones do not; and under the first a rim is drops, over the
// second none.
const vec2 frayed = vec2(1.2, 1.7), torn_apart = vec2(0.8, 1.0);
// Limits in two reaches: how far the middle of what is around lies inside of a sheet's rim, and how wide that is, at least.
const vec2 rim = vec2(0.18, 0.28), wide = vec2(0.6, 0.8);
const vec2 level = vec2(0.2, 0.45);  // how thick a sheet is there, squared, in parts of how far it goes inwards
const int clump = 12;  // particles within two reaches that are no part of a stream, at most
const float frame = 1.0 / 60.0;  // seconds in which what goes more than its spacing is fast

// Jacobi's rotation of a symmetric matrix that makes element (i, j) zero.
void rotate(inout mat3 a, inout mat3 axes, int i, int j) {
  if (abs(a[i][j]) < 1e-9) return;
  float theta = 0.5 * (a[j][j] - a[i][i]) / a[i][j];
  float t = (theta < 0.0 ? -1.0 : 1.0) / (abs(theta) + sqrt(theta * theta + 1.0));
  float c = inversesqrt(t * t + 1.0), s = t * c;
  mat3 turn = mat3(1.0);
  turn[i][i] = c;
  turn[j][j] = c;
  turn[i][j] = -s;
  turn[j][i] = s;
  a = transpose(turn) * a * turn;
  axes = axes * turn;
}

// Checks whether another row is near enough along the way for drawn-out kernels to meet.
bool row_is_near(vec3 x, vec3 along) {
  float reach = bridged * params.p.reach;
  ivec3 low = bin_within(bin_at(x - reach)), high = bin_within(bin_at(x + reach));
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y) {
      int row = int(bin_index(ivec3(0, y, z)));
      int end = int(texelFetch(starts, row + high.x + 1).x);
      for (int k = int(texelFetch(starts, row + low.x).x); k < end; ++k) {
        vec3 d = texelFetch(sorted, k).xyz - x;
        if (dot(d, d) < reach * reach && abs(dot(d, along)) > 0.5 * params.p.reach) return true;
      }
    }
  return false;
}

// Rim weight at x, where a fast sheet ends: the middle of what is around lies aside of the way, it is wider
// than a jet, and lies in the sheet, not on all of one side. 2 if hardly more than itself is within two reaches.
float rim_at(vec3 x, vec3 along) {
  float reach = 2.0 * params.p.reach, count = 0.0, widest = 0.0;
  vec2 first = vec2(0.0);
  vec3 second = vec3(0.0);
  mat2x3 frame = frame_around(along);
  ivec3 low = bin_within(bin_at(x - reach)), high = bin_within(bin_at(x + reach));
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y) {
      int row = int(bin_index(ivec3(0, y, z)));
      int end = int(texelFetch(starts, row + high.x + 1).x);
      for (int k = int(texelFetch(starts, row + low.x).x); k < end; ++k) {
        vec3 d = texelFetch(sorted, k).xyz - x;
        bool near = dot(d, d) < reach * reach;
        vec2 aside = near ? d * frame : vec2(0.0);
        count += near ? 1.0 : 0.0;
        first += aside;
        second += aside.xyx * aside.xyy;
        widest = max(widest, dot(aside, aside));
      }
    }
  if (count <= float(clump)) return 2.0;
  float middle = length(first) / (reach * count);
  vec2 inwards = first / max(length(first), 1e-9);
  float inside = dot(inwards * inwards, second.xy) + 2.0 * inwards.x * inwards.y * second.z;
  float across = second.x + second.y - inside;
  return smoothstep(wide.x, wide.y, sqrt(widest) / reach) * smoothstep(rim.x, rim.y, middle) *
         (1.0 - smoothstep(level.x * inside, level.y * inside, across));
}

void store(uint i, vec3 middle, mat3 g, float determinant, Fringe fringe) {
  packed.v[i] = packed_place(in_reaches(middle));
  shapes.v[3u * i] = vec4(middle, determinant);
  shapes.v[3u * i + 1u] = vec4(g[0], g[1][1]);
  shapes.v[3u * i + 2u] = vec4(g[1][2], g[2][2], fringe_words(fringe));
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins = uint(params.p.bins.x * params.p.bins.y * params.p.bins.z);
  if (i >= params.p.capacity) return;
  lonely.v[i] = 0u;
  if (i >= texelFetch(starts, int(bins)).x) return;
  vec4 own = texelFetch(sorted, int(i));
  vec3 x = own.xyz;
  float inverse_reach = 1.0 / params.p.reach;
  if (texelFetch(deep, int(bin_of(own.w))).x == bin_deep) {
    store(i, x, mat3(inverse_reach), 1.0, no_fringe);
    return;
  }
  float weights = 0.0;
  vec3 first = vec3(0.0);
  mat3 second = mat3(0.0);
  int neighbors = -1;
  int near = near_walls(x);
  for (int image = 0; image <= near; ++image) {
    vec3 from;
    if (!wall_image(x, image, near, from)) continue;
    vec3 flip = vec3((image & 1) != 0 ? -1.0 : 1.0, (image & 2) != 0 ? -1.0 : 1.0, (image & 4) != 0 ? -1.0 : 1.0);
    ivec3 bin = bin_at(from);
    ivec3 low = max(bin - 1, ivec3(0)), high = min(bin + 1, params.p.bins - 1);
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y) {
        int row = int(bin_index(ivec3(0, y, z)));
        int end = low.x <= high.x ? int(texelFetch(starts, row + high.x + 1).x) : 0;
        for (int k = low.x <= high.x ? int(texelFetch(starts, row + low.x).x) : 0; k < end; ++k) {
          vec3 d = (texelFetch(sorted, k).xyz - from) * inverse_reach;
          float r2 = dot(d, d);
          if (r2 >= 1.0) continue;
          d *= flip;
          float w = 1.0 - r2 * sqrt(r2);
          weights += w;
          first += w * d;
          second += outerProduct(w * d, d);
          ++neighbors;
        }
      }
  }
  vec3 mean = first / weights;
  vec3 v = texelFetch(velocity, int(texelFetch(order, int(i)).x)).xyz;
  float speed = length(v);
  float way = 2.0 * speed * frame * inverse_reach;
  // Weight of a thin falling stream: fast, with room around it.
  float falls = (1.0 - smoothstep(9.0, 13.0, float(neighbors))) * smoothstep(0.5, 1.5, way);
  float across = rows * smoothstep(0.5, 2.5, way) * speed * speed * (second[0][0] + second[1][1] + second[2][2]);
  bool row = dot(v, second * v) < across;
  bool torn = row && neighbors >= few && !row_is_near(x, v / speed);
  // At the end of a sheet there is half of a layer around.
  float fast = smoothstep(0.5, 1.5, way);
  vec3 along = v / max(speed, 1e-6), aside = mean - along * dot(along, mean);
  float half_layer = min(length(aside) / half_mean, 1.0), expected = layer * (1.0 - 0.5 * half_layer);
  vec3 inwards = aside / max(length(aside), 1e-6);
  float inside = dot(inwards, second * inwards);
  float upright = second[0][0] + second[1][1] + second[2][2] - inside - dot(along, second * along);
  float frays = max(1.0 - smoothstep(float(several - 2), float(several + 1), float(neighbors)),
                    smoothstep(0.4, 0.6, half_layer) * (1.0 - smoothstep(0.9 * inside, 1.3 * inside, upright)));
  frays *= smoothstep(1.0, 2.0, way) * (1.0 - smoothstep(frayed.x * expected, frayed.y * expected, weights)) *
           (1.0 - smoothstep(0.15, 0.21, abs(dot(along, mean))));
  bool sparse = falls > 0.5 && neighbors <= several;
  float ends = (sparse || frays > 0.0) && !row && neighbors >= few ? rim_at(x, along) : 0.0;
  bool lump = sparse && ends > 1.0;
  frays *= anisotropic ? min(ends, 1.0) : 0.0;
  // Its rim, and what something tears, would be beads, teeth and lumps: the thinner it is there the more of it is drops.
  Fringe fringe = no_fringe;
  fringe.whole = 1.0 - frays * (1.0 - smoothstep(torn_apart.x, torn_apart.y, weights / expected));
  fringe.share = clamp(1.5 * frays * half_layer - 0.15, 0.0, 1.0);
  if (fringe.share > 0.0) fringe.angle = angle_around(along, -aside);
  if (neighbors < few || torn || lump || fringe.whole < 0.05) {
    if (neighbors < few || torn || lump) fringe = Fringe(0.0, 0.0, 0.0);
    lonely.v[i] = fringe_drops(fringe);
    store(i, vec3(1e9), mat3(0.0), torn ? 1.0 : 0.0, fringe);  // for the droplet's size
    return;
  }
  if (!anisotropic) {
    store(i, x, mat3(inverse_reach), 1.0, no_fringe);
    mark(x, x);
    return;
  }
  lonely.v[i] = fringe_drops(fringe);
  bool sheet = fast > 0.0 && neighbors > few;  // perhaps one that falls
  vec3 middle = x + (1.0 - 0.7 * frays) * (params.p.smoothing * params.p.reach * mean);
  // A drop of a few particles is little larger than one, or it would look blown up.
  vec3 axis_lengths = vec3(mix(0.5, 0.75, clamp(float(neighbors - few) / float(several - few), 0.0, 1.0)));
  mat3 axes = mat3(1.0);
  float fill = 1.0;  // as much more as it counts for
  if (neighbors >= several || sheet) {
    mat3 spread = second / weights - outerProduct(mean, mean);
    for (int sweep = 0; sweep < 3; ++sweep) {
      rotate(spread, axes, 0, 1);
      rotate(spread, axes, 0, 2);
      rotate(spread, axes, 1, 2);
    }
    // A particle amid others has a spread of 0.15 along each axis.
    axis_lengths = min(vec3(spread[0][0], spread[1][1], spread[2][2]) / 0.15, vec3(1.0));
    axis_lengths = max(max(axis_lengths, vec3(1e-6)), least_axis * max(axis_lengths.x, max(axis_lengths.y, axis_lengths.z)));
    // A stream that is thinner than a layer is drawn as one, amid its like: gaps would be all that is seen of it.
    float amid = 1.0 - (1.0 - frays) * smoothstep(0.15, 0.45, length(mean));
    if (sheet) fill = mix(1.0, clamp(mix(layer, expected, frays) / weights, 1.0, most_fill), fast * amid);
  }
  mat3 lengths = axes * mat3(axis_lengths.x, 0.0, 0.0, 0.0, axis_lengths.y, 0.0, 0.0, 0.0, axis_lengths.z) * transpose(axes);
  // A thin stream that falls is drawn out: its kernels reach along it, so that it does not fall into beads.
  float drawn = max(falls, frays);
  lengths += (drawn * max(1.0 - dot(along, lengths * along), 0.0)) * outerProduct(along, along);
  mat3 g = inverse(lengths);
  store(i, middle, inverse_reach * g, fill * fringe.whole * determinant(g), fringe);
  mark(middle, middle);
}
