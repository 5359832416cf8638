// Velocity of a column: discharge per meter over depth. Zero below 0.1 mm of depth; at most sqrt(fall depth), where fall is
// an acceleration in m/s², a multiple of gravity.
vec2 velocity_of(vec2 discharge, float depth, float fall) {
  if (depth < 1e-4) return vec2(0);
  vec2 u = discharge / depth;
  float fast = dot(u, u), most = fall * depth;
  return fast > most ? u * sqrt(most / fast) : u;
}
