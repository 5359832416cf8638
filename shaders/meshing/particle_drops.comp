// Places of the lonely particles, stretched along the way that each goes while a shutter is open, and how much room the
// surface has. `lonely` has become the number of those before each.
#include "meshing/particle_bins.glsl"
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

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.capacity) return;
  uint to = texelFetch(lonely, int(i)).x;
  if (texelFetch(lonely, int(i) + 1).x != to) {
    uint from = order.v[i];
    vec3 v = velocity.v[from].xyz;
    float speed = length(v);
    // Sizes differ, and each keeps its own; rows become strands, whose ends lie at other places.
    vec3 part = hash_unit(ivec3(floatBitsToInt(position.v[from].w), 0, 0));
    bool row = shapes.v[3u * i].w > 0.0;
    float radius = params.p.drop_radius * (row ? whole * mix(0.8, 1.15, part.x) : mix(0.45, 1.0, part.x * part.x));
    float stretch = clamp(1.0 + (row ? mix(0.4, 1.0, part.y) : 0.5) * speed * shutter / radius, 1.0, longest);
    vec3 place = sorted.v[i].xyz + (row ? 0.6 * (part.z - 0.5) * shutter : 0.0) * v;
    // Of the same volume, whatever the stretch.
    drops.v[to] = ParticleDrop(vec4(place, radius * pow(stretch, -1.0 / 3.0)),
                               vec4(speed > 0.0 ? v / speed : vec3(0.0, 1.0, 0.0), stretch));
  }
  if (i != 0u) return;
  draw.v[0] = 6u;
  draw.v[1] = texelFetch(lonely, int(params.p.capacity)).x;
  draw.v[2] = 0u;
  draw.v[3] = 0u;
  figures.v[0] = params.p.slots;
  figures.v[1] = work.v[3];
  figures.v[2] = params.p.vertices;
  figures.v[3] = mesh.v.vertices_wanted;
  figures.v[4] = params.p.triangles;
  figures.v[5] = mesh.v.triangles_wanted;
  figures.v[6] = texelFetch(lonely, int(params.p.capacity)).x;
}
