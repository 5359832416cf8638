// Droplets for isolated particles and rims, stretched along their motion during the shutter time, and the capacity of
// the surface. `lonely` contains the exclusive prefix sum.
#include "meshing/particle_bins.glsl"
#include "meshing/particle_fringe.glsl"
#include "lib/noise.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer SortedBlock { vec4 v[]; } sorted;
layout(binding = 1, scalar) readonly buffer OrderBlock { uint v[]; } order;
layout(binding = 2, std430) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 3, std430) readonly buffer VelocityBlock { vec4 v[]; } velocity;
layout(binding = 4) uniform usamplerBuffer lonely;
layout(binding = 5, scalar) readonly buffer WorkBlock { uint v[]; } work;
layout(binding = 6, scalar) readonly buffer MeshBlock { MarchingFigures v; } mesh;
layout(binding = 7, scalar) writeonly buffer DropsBlock { ParticleDrop v[]; } drops;
layout(binding = 8, scalar) writeonly buffer DrawBlock { uint v[]; } draw;
layout(binding = 9, scalar) writeonly buffer FiguresBlock { uint v[]; } figures;  // SurfaceFigures
layout(binding = 10, std430) readonly buffer ShapesBlock { vec4 v[]; } shapes;

const float shutter = 1.0 / 60.0;  // seconds
const float longest = 6.0;         // over the width
const float whole = 2.07;          // radius of all of a particle's water over that of the largest droplet

// Drop with the volume of a ball of that radius, `stretch` times as long as wide.
ParticleDrop drop_of(vec3 place, float radius, vec3 along, float stretch) {
  return ParticleDrop(vec4(place, radius * pow(stretch, -1.0 / 3.0)), vec4(along, stretch));
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.capacity) return;
  uint room = most_drops * params.p.capacity;
  uint to = texelFetch(lonely, int(i)).x, end = min(texelFetch(lonely, int(i) + 1).x, room);
  if (to < end) {
    uint from = order.v[i];
    vec3 v = velocity.v[from].xyz;
    float speed = length(v), largest = params.p.drop_radius;
    vec3 along = speed > 0.0 ? v / speed : vec3(0.0, 1.0, 0.0);
    // Sizes differ, and each keeps its own; rows become strands, whose ends lie at other places.
    int own = floatBitsToInt(position.v[from].w);
    vec3 part = hash_unit(ivec3(own, 0, 0));
    Fringe fringe = fringe_of(shapes.v[3u * i + 2u].zw);
    bool row = shapes.v[3u * i].w > 0.0 && fringe.whole == 0.0;
    bool frays = fringe.share > 0.0 || fringe.whole > 0.0;
    float radius = largest * (row ? whole * mix(0.8, 1.15, part.x) : mix(0.45, 1.0, part.x * part.x));
    float stretch = clamp(1.0 + (row ? mix(0.4, 1.0, part.y) : 0.5) * speed * shutter / radius, 1.0, longest);
    vec3 place = sorted.v[i].xyz + (row ? 0.6 * (part.z - 0.5) * shutter : 0.0) * v;
    if (frays) {
      // As large as what is left of it, few of them large, and no longer in rows.
      radius = largest * mix(0.5, 1.9, part.x * part.x * part.x) * pow(1.0 - fringe.whole, 1.0 / 3.0);
      stretch = clamp(1.0 + mix(0.2, 1.2, part.y) * speed * shutter / max(radius, 1e-6), 1.0, 1.5 * longest);
      place += 0.35 * params.p.reach * (2.0 * hash_unit(ivec3(own, 1, 0)) - 1.0) + 0.8 * (part.z - 0.5) * shutter * v;
    }
    if (fringe.whole < 1.0) drops.v[to++] = drop_of(place, radius, along, stretch);
    // Fine ones, most of them close to the rim, where the sheet ends.
    mat2x3 frame = frame_around(along);
    vec3 beyond = frame * vec2(cos(fringe.angle), sin(fringe.angle)), across = cross(along, beyond);
    for (uint k = 1u; k <= fine_drops; ++k) {
      if (to >= end) break;
      vec3 where = hash_unit(ivec3(own, 2, k)), size = hash_unit(ivec3(own, 3, k));
      radius = largest * mix(0.22, 1.0, size.x * size.x * size.x) * fringe.share;
      stretch = clamp(1.0 + mix(0.2, 0.8, size.y) * speed * shutter / max(radius, 1e-6), 1.0, longest);
      vec3 aside = fringe.share * mix(0.05, 1.05, where.x * where.x) * beyond + 0.18 * (2.0 * where.y - 1.0) * across;
      place = sorted.v[i].xyz + params.p.reach * (aside + (where.z - 0.5) * along);
      drops.v[to++] = drop_of(place, radius, along, stretch);
    }
  }
  if (i != 0u) return;
  draw.v[0] = 6u;
  draw.v[1] = min(texelFetch(lonely, int(params.p.capacity)).x, room);
  draw.v[2] = 0u;
  draw.v[3] = 0u;
  figures.v[0] = params.p.slots;
  figures.v[1] = work.v[3];
  figures.v[2] = params.p.vertices;
  figures.v[3] = mesh.v.vertices_wanted;
  figures.v[4] = params.p.triangles;
  figures.v[5] = mesh.v.triangles_wanted;
  figures.v[6] = min(texelFetch(lonely, int(params.p.capacity)).x, room);
}
