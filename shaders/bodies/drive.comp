// Advances moving meshes by a sub-step: by prescribed motion, or around their axles by the water's torque in the last
// clock step.
#include "lib/bodies.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool has_pushes = false;
layout(binding = 0, scalar) uniform ParamsBlock { BodyDriveParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4, scalar) restrict buffer Next { BodyState v[]; } next;
layout(binding = 5, scalar) restrict buffer Loads { BodyPush v[]; } loads;    // of waters of grids
layout(binding = 6, scalar) readonly buffer Pushes { BodyPush v[]; } pushes;  // of particles
layout(binding = 7, scalar) restrict buffer Works { BodyWork v[]; } works;

void main() {
  uint m = gl_GlobalInvocationID.x, i = params.p.first + m;
  if (m >= params.p.movers) return;
  BodyState s = now.v[i];
  BodyDrive d = params.p.v[m];
  BodyKind k = kinds.v[records.v[i].kind];
  vec3 pushed = vec3(loads.v[m].force), turned = vec3(loads.v[m].turn);
  if (params.p.last != 0) loads.v[m] = BodyPush(ivec3(0), ivec3(0));  // the waters add theirs anew
  if (has_pushes) {
    pushed += vec3(pushes.v[params.p.pushes + m].force);
    turned += vec3(pushes.v[params.p.pushes + m].turn);
  }
  float unit = body_push_quantum * k.mass * params.p.inverse_step;
  BodyWork work = works.v[m];
  work.force = unit * pushed;
  work.moment = unit * k.radius * turned;
  work.torque = 0.0;
  work.delivered = 0.0;
  float dt = params.p.dt;
  if (d.inertia > 0.0) {
    float before = dot(s.spin, d.axis);
    work.torque = dot(work.moment + cross(s.position - d.center, work.force), d.axis);
    float after = (before + dt * work.torque / d.inertia) / (1.0 + dt * d.load / d.inertia);
    after -= clamp(after, -dt * d.friction / d.inertia, dt * d.friction / d.inertia);
    s.spin = after * d.axis;
    s.rotation = normalize(quaternion_product(quaternion_of(dt * s.spin), s.rotation));
    s.position = d.center + body_axes(s.rotation) * d.arm;
    s.velocity = cross(s.spin, s.position - d.center);
    work.power = 0.5 * work.torque * (before + after);
    work.delivered = d.load * after * after;
    work.angle += dt * after;
  } else {
    work.power = dot(work.force, s.velocity) + dot(work.moment, s.spin);
    s.position = d.position;
    s.rotation = d.rotation;
    s.velocity = d.velocity;
    s.spin = d.spin;
  }
  work.work += dt * work.power;
  next.v[i] = s;
  works.v[m] = work;
}
