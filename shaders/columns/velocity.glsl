// Velocity of a column: discharge per meter over depth. Zero in films; limited to sqrt(fall depth).
vec2 velocity_of(vec2 discharge, float depth, float fall) {
  if (depth < 1e-4) return vec2(0);
  vec2 u = discharge / depth;
  float fast = dot(u, u), most = fall * depth;
  return fast > most ? u * sqrt(most / fast) : u;
}
