// Gradients of the cubic spline. Include after declaring the push constants `params` with the parameters `p` of SPH.

// V grad W over sph_slope(), of a particle at distance d from its neighbor.
vec3 sph_gradient(vec3 d) {
  float r = length(d), q = r * (1.0 / params.p.support);
  return q < 1.0 && q > 1e-6 ? d * (sph_cubic_slope_shape(q) / r) : vec3(0.0);
}
// The same of the kernel that the incompressible model holds densities with. Two particles in one place part along a line
// that is none of the walls' normals; `first`: the particle comes before its neighbor.
vec3 sph_firm_gradient(vec3 d, bool first) {
  float r = length(d), q = min(r * (1.0 / params.p.support), 1.0), slope = sph_firm_slope_shape(q);
  return q > 1e-6 ? (slope / r) * d : (first ? -slope : slope) * vec3(0.6, 0.64, 0.48);
}
float sph_slope() { return params.p.volume * sph_cubic_slope_scale(params.p.support); }
