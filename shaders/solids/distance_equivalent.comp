// Converts the share of a kernel layer (sph_layer) that solids fill to the distance of an equivalent plane. The sum
// over surrounding points is divided by the same sum for a plane at the sample's own distance, so planes give their
// exact distance. After the density maps of [Koschier & Bender 2017].
#include "passes/solids/distance_field.h"
#include "passes/solids/sph_boundary.h"
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) uniform sampler3D field;
layout(binding = 1, rg32f) uniform writeonly image3D result;
layout(push_constant, scalar) uniform ParamsBlock { CrowdParams p; } params;

const int strides = 4;  // to where the layer ends

// Value of the nearest sample, mirrored at the borders; `i` in samples.
float at(vec3 i) {
  ivec3 last = params.p.grid.samples - 1;
  return texelFetch(field, clamp(ivec3(floor(vec3(last) - abs(vec3(last) - abs(i)) + 0.5)), ivec3(0), last), 0).x;
}

void main() {
  ivec3 i = ivec3(gl_GlobalInvocationID);
  if (any(greaterThanEqual(i, params.p.grid.samples))) return;
  vec3 here = vec3(i), cell = params.p.grid.cell;
  float d = at(here), h = params.p.support, reach = 0.5 * h;
  if (abs(d) >= reach) {
    imageStore(result, i, vec4(d, clamp(d, -h, h), 0.0, 0.0));
    return;
  }
  vec3 n = vec3(at(here + vec3(1, 0, 0)) - at(here - vec3(1, 0, 0)), at(here + vec3(0, 1, 0)) - at(here - vec3(0, 1, 0)),
                at(here + vec3(0, 0, 1)) - at(here - vec3(0, 0, 1)));
  n /= cell;
  n = n / max(length(n), 1e-12);
  float stride = reach / float(strides), solid = 0.0, plane = 0.0;
  for (int z = -strides; z <= strides; ++z)
    for (int y = -strides; y <= strides; ++y)
      for (int x = -strides; x <= strides; ++x) {
        vec3 r = stride * vec3(x, y, z);
        float w = sph_layer_share(length(r) / h);
        if (w <= 0.0) continue;
        solid += w * clamp(0.5 - at(here + r / cell) / stride, 0.0, 1.0);
        plane += w * clamp(0.5 - (d + dot(n, r)) / stride, 0.0, 1.0);
      }
  float equivalent = d;
  if (plane > 0.0 && abs(solid / plane - 1.0) > 1e-4) {
    float wanted = sph_layer(d / h) * solid / plane, low = -1.0, high = 0.5;
    for (int k = 0; k < 20; ++k) {
      float middle = 0.5 * (low + high);
      bool more = sph_layer(middle) > wanted;
      low = more ? middle : low;
      high = more ? high : middle;
    }
    equivalent = 0.5 * (low + high) * h;
  }
  imageStore(result, i, vec4(d, equivalent, 0.0, 0.0));
}
