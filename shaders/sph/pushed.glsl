// Momentum exchanged between particles and bodies, in integer quanta.

BodyPush sph_quanta(SphBody b, vec3 x, vec3 impulse) {
  return BodyPush(ivec3(round(impulse / (b.mass * body_push_quantum))),
                  ivec3(round(cross(x - b.position, impulse) / (b.mass * b.radius * body_push_quantum))));
}

// Velocities after a sub-step's pushes and gravity.
void sph_body_pushed(inout SphBody b, BodyPush hit, float dt, float gravity) {
  mat3 axes = body_axes(b.rotation);
  if ((b.shape & body_driven) == 0) {
    b.velocity += body_push_quantum * vec3(hit.force);
    b.velocity.y -= dt * gravity * (1.0 - b.lifted);
  }
  b.spin += axes * (b.inverse_inertia * (transpose(axes) * (body_push_quantum * b.mass * b.radius * vec3(hit.turn))));
}
