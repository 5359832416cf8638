// Faces with prescribed velocity: closed sides, inflow sides, obstacles.
layout(binding = 3) uniform samplerBuffer open_x;
layout(binding = 4) uniform samplerBuffer open_z;

// Velocity of the obstacle at the face between cells f - step and f: that of the cell that it fills more of.
vec2 obstacle_at(ivec2 f, ivec2 step) {
  vec4 a = texelFetch(solid, index_of(cell_at(f - step))), b = texelFetch(solid, index_of(cell_at(f)));
  return a.z < b.z ? a.xy : b.xy;
}

// Nothing flows in where an obstacle stands.
float flows_in(int edge, ivec2 c) {
  return edge == fluid_edge_inflow && !(solids && texelFetch(solid, index_of(c)).z <= 0.0) ? 1.0 : 0.0;
}

// x: whether the face is given, y: its velocity.
vec2 given_x(ivec2 f, FluidParams p) {
  if (f.x == 0 && closed(edge_west)) return vec2(1, west_east(p).x * flows_in(edge_west, f));
  if (f.x == nx && closed(edge_east)) return vec2(1, west_east(p).z * flows_in(edge_east, f - ivec2(1, 0)));
  if (!solids || texelFetch(open_x, face_x(f)).x > 0.0) return vec2(0);
  return vec2(1, obstacle_at(f, ivec2(1, 0)).x);
}
vec2 given_z(ivec2 f, FluidParams p) {
  if (f.y == 0 && closed(edge_north)) return vec2(1, north_south(p).y * flows_in(edge_north, f));
  if (f.y == nz && closed(edge_south)) return vec2(1, north_south(p).w * flows_in(edge_south, f - ivec2(0, 1)));
  if (!solids || texelFetch(open_z, face_z(f)).x > 0.0) return vec2(0);
  return vec2(1, obstacle_at(f, ivec2(0, 1)).y);
}

float pressure_of(samplerBuffer pressure, ivec2 c) { return texelFetch(pressure, index_of(cell_at(c))).x; }

// Applies forces to an advected velocity: the other half of the pressure's push, or what is given.
float forced(float v, vec2 given, float slope, float carried) { return given.x > 0.0 ? given.y : v - 0.5 * carried * slope; }

// Pressure gradient at faces that are not given. Outside of a side that fluid leaves through the pressure is 0.
float slope_x(samplerBuffer pressure, ivec2 f, FluidParams p) {
  bool west = !periodic_x && f.x == 0, east = !periodic_x && f.x == nx;
  float a = pressure_of(pressure, f - ivec2(1, 0)), b = pressure_of(pressure, f);
  a = west ? 0.0 : a;
  b = east ? 0.0 : b;
  return (b - a) * per_cell(p).x * (west || east ? fluid_outside : 1.0);
}
float slope_z(samplerBuffer pressure, ivec2 f, FluidParams p) {
  bool north = !periodic_z && f.y == 0, south = !periodic_z && f.y == nz;
  float a = pressure_of(pressure, f - ivec2(0, 1)), b = pressure_of(pressure, f);
  a = north ? 0.0 : a;
  b = south ? 0.0 : b;
  return (b - a) * per_cell(p).y * (north || south ? fluid_outside : 1.0);
}
