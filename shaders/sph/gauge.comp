// A workgroup reads a gauge at the end of a sub-step: weighted sums over all particles, in a fixed order.
#include "passes/sph/sph_gauges.h"
layout(constant_id = 0) const bool incompressible = false;
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Places { SphGaugeParams v[]; } places;
layout(binding = 1) uniform samplerBuffer position;
layout(binding = 2) uniform samplerBuffer velocity;
layout(binding = 3, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 4) uniform samplerBuffer pressures;
layout(binding = 5, scalar) restrict buffer Readings { vec2 v[]; } readings;
layout(binding = 6, scalar) readonly buffer Impulses { SphImpulse v[]; } impulses;

#include "passes/solids/sph_kernels.h"

shared vec3 parts[gl_WorkGroupSize.x];

// Weight by a squared distance over the reach; its integral over a disc of that radius is pi/3 of the square.
float disc(float q2) {
  float part = max(1.0 - q2, 0.0);
  return part * part;
}

// Weight of a particle on the plane across `axis`: it counts with its images in the other walls of the domain, so that
// water beside one is not missed.
float over(vec3 x, int axis, SphGaugeParams gauge) {
  vec3 near = mix(gauge.high, gauge.low, lessThan(x - gauge.low, gauge.high - x)), image = 2.0 * near - x;
  int b = (axis + 1) % 3, c = (axis + 2) % 3;
  float sum = 0.0;
  for (uint k = 0u; k < 4u; ++k) {
    vec2 d = vec2((k & 1u) == 0u ? x[b] : image[b], (k & 2u) == 0u ? x[c] : image[c]);
    d -= vec2(gauge.position[b], gauge.position[c]);
    sum += disc(dot(d, d) / (gauge.reach * gauge.reach));
  }
  return sum;
}

// The velocity that a particle has lost to the walls on which the gauge lies, their mean.
float taken(vec3 x, vec3 impulse, SphGaugeParams gauge) {
  float sum = 0.0;
  for (int a = 0; a < 3; ++a) {
    float part = gauge.walls[a] * impulse[a];
    if (part > 0.0) sum += part * over(x, a, gauge);
  }
  return sum / (gauge.open * dot(gauge.walls, gauge.walls));
}

// Pressure at the gauge from a particle `up` meters above it: water under pressure carries its own weight too.
float pressure_under(float p, float up, float gravity) { return p > 0.0 ? max(p + gravity * up, 0.0) : 0.0; }

// The velocity that a particle at d has lost to the solid thing on which the gauge lies.
float lost(vec3 d, SphImpulse impulse, SphGaugeParams gauge) {
  float speed = length(impulse.solid);
  if (speed == 0.0) return 0.0;
  float out_ = dot(d, impulse.solid) / -speed;
  if (abs(out_ - impulse.skin) > gauge.near) return 0.0;
  return speed * disc((dot(d, d) - out_ * out_) / (gauge.reach * gauge.reach));
}

void main() {
  if (control.c.for_finish.x == 0u) return;
  uint me = gl_LocalInvocationIndex;
  SphGaugeParams gauge = places.v[gl_WorkGroupID.x];
  bool on_wall = gauge.walls != vec3(0.0);
  vec3 sum = vec3(0.0);  // weights, weighted pressures, velocity lost
  for (uint i = me; i < control.c.count; i += gl_WorkGroupSize.x) {
    vec3 x = texelFetch(position, int(i)).xyz, d = x - gauge.position;
    if (gauge.height != 0u) {
      sum.x += over(x, 1, gauge);
      continue;
    }
    if (on_wall) {
      sum.z += taken(x, impulses.v[i].walls, gauge);
      continue;
    }
    float r = length(d);
    if (r >= gauge.reach) continue;
    float p = incompressible ? texelFetch(pressures, int(i)).x
                             : sph_pressure(texelFetch(velocity, int(i)).w, gauge.stiffness);
    sum.xy += sph_cubic(r, gauge.reach) * vec2(1.0, pressure_under(p, d.y, gauge.gravity));
    sum.z += lost(d, impulses.v[i], gauge);
  }
  parts[me] = sum;
  barrier();
  if (me != 0u) return;
  sum = vec3(0.0);
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  sum *= gauge.volume;
  float area = sph_pi / 3.0 * gauge.reach * gauge.reach;
  float dt = control.c.dt, part = max(dt, 1e-12);
  if (gauge.height != 0u) {
    readings.v[gl_WorkGroupID.x] = vec2(sum.x / area, 1.0);
    return;
  }
  vec2 reading = part * vec2(sum.y / max(sum.x, gauge.least), 1.0);
  if (dt > 0.0) reading.x += sum.z / area;
  readings.v[gl_WorkGroupID.x] = control.c.sub_steps == 1u ? reading : readings.v[gl_WorkGroupID.x] + reading;
}
