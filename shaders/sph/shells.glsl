// Balls that closures move, and the shells of water around them. Needs SphBodiesParams as params.p.
bool sph_ball(SphBody b) {
  return b.mass > 0.0 && (b.shape & body_proxy_shape) == body_proxy_sphere && (b.shape & body_driven) == 0;
}
bool sph_in_shell(vec3 x, vec3 center, float radius, float spacing) {
  float outer = sph_shell(radius, spacing);
  vec3 d = x - center;
  return radius < sph_most_ball * spacing && dot(d, d) < outer * outer;
}
