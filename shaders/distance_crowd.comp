// How much of a kernel reaches into the solids, as the distance of the plane that would cover as much: by a sum over the
// samples within the support, over the same sum for the plane that lies at the sample's own distance. Beside a plane
// the result is the distance itself, whatever the sums' error. After the density maps of [Koschier & Bender 2017].
#include "passes/distance_field.h"
#include "passes/sph_boundary.h"
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) uniform sampler3D field;
layout(binding = 1, rg32f) uniform writeonly image3D result;
layout(push_constant, scalar) uniform ParamsBlock { CrowdParams p; } params;

// Mirrored at the borders.
float at(ivec3 i) {
  ivec3 last = params.p.grid.samples - 1;
  i = abs(i);
  i = clamp(last - abs(last - i), ivec3(0), last);
  return texelFetch(field, i, 0).x;
}

void main() {
  ivec3 i = ivec3(gl_GlobalInvocationID);
  if (any(greaterThanEqual(i, params.p.grid.samples))) return;
  float d = at(i), h = params.p.support;
  vec3 cell = params.p.grid.cell;
  if (abs(d) >= h) {
    imageStore(result, i, vec4(d, clamp(d, -h, h), 0.0, 0.0));
    return;
  }
  vec3 n = vec3(at(i + ivec3(1, 0, 0)) - at(i - ivec3(1, 0, 0)), at(i + ivec3(0, 1, 0)) - at(i - ivec3(0, 1, 0)),
                at(i + ivec3(0, 0, 1)) - at(i - ivec3(0, 0, 1)));
  n /= cell;
  n = n / max(length(n), 1e-12);
  // About four strides to the support, however fine the field is.
  ivec3 stride = max(ivec3(round(0.25 * h / cell)), ivec3(1)), reach = ivec3(ceil(h / (cell * vec3(stride))));
  vec3 far = cell * vec3(stride);
  float sharp = 1.0 / max(far.x, max(far.y, far.z));
  float solid = 0.0, plane = 0.0;
  for (int z = -reach.z; z <= reach.z; ++z)
    for (int y = -reach.y; y <= reach.y; ++y)
      for (int x = -reach.x; x <= reach.x; ++x) {
        vec3 r = far * vec3(x, y, z);
        float q = length(r) / h;
        if (q >= 1.0) continue;
        float w = sph_cubic_shape(q);
        solid += w * clamp(0.5 - at(i + stride * ivec3(x, y, z)) * sharp, 0.0, 1.0);
        plane += w * clamp(0.5 - (d + dot(n, r)) * sharp, 0.0, 1.0);
      }
  float crowd = d;
  if (plane > 0.0) {
    float wanted = clamp(sph_beyond(d / h) * solid / plane, 0.0, 1.0), low = -1.0, high = 1.0;
    for (int k = 0; k < 20; ++k) {
      float middle = 0.5 * (low + high);
      bool more = sph_beyond(middle) > wanted;
      low = more ? middle : low;
      high = more ? high : middle;
    }
    crowd = abs(solid / plane - 1.0) < 1e-4 ? d : 0.5 * (low + high) * h;
  }
  imageStore(result, i, vec4(d, crowd, 0.0, 0.0));
}
