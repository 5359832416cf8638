// Kernel gradient correction: A grad W with A the inverse of M = -sum V r x grad W makes gradients and divergences of
// linear fields exact [Randles & Libersky 1996], [Bonet & Lok 1999]. The pressure force is the adjoint of that
// divergence, V (p_i A_i + p_j A_j) grad W, equal and opposite in pairs. Pressure does no work in shear, so sheared
// lattices do not resist.
layout(constant_id = 28) const bool has_corrections = false;

mat3 sph_symmetric(vec3 diagonal, vec3 beside) {  // beside: xy, xz, yz
  return mat3(diagonal.x, beside.x, beside.y, beside.x, diagonal.y, beside.z, beside.y, beside.z, diagonal.z);
}
// The matrix of a particle's image.
mat3 sph_mirror_matrix(mat3 a, uint image) {
  vec3 s = sph_mirror(vec3(1.0), image);
  return mat3(s.x * s * a[0], s.y * s * a[1], s.z * s * a[2]);
}
#ifndef SPH_WRITES_CORRECTIONS
layout(binding = 19) uniform samplerBuffer corrections;  // two texels a particle: xx yy zz, xy xz yz
mat3 sph_correction(int i) {
  if (!has_corrections) return mat3(1.0);
  return sph_symmetric(texelFetch(corrections, 2 * i).xyz, texelFetch(corrections, 2 * i + 1).xyz);
}
#endif
