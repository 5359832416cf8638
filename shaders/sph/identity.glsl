// Identities are kept as floats: the n-th is n as long as that is exact, and from there on the next float after the last.
float sph_identity(uint n) {
  const uint exact = 16777216u;
  return n <= exact ? float(n) : uintBitsToFloat(0x4b800000u + (n - exact));
}
