// Particle identifiers are stored as floats: the n-th is n while that is exact, afterwards the next representable
// float.
float sph_identity(uint n) {
  const uint exact = 16777216u;
  return n <= exact ? float(n) : uintBitsToFloat(0x4b800000u + (n - exact));
}
