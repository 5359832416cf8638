// Signed 64-bit integers as low and high words, for devices without shaderInt64.
uvec2 wide64(int v) { return uvec2(uint(v), uint(v >> 31)); }
uvec2 add64(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}
