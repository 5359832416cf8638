// Water of variable wave speed or extent: squared speed on faces, zero at closed faces. face_x has fours + 1 vec4s
// per row; its first one's w is the west border. face_z has nz + 1 rows.
layout(binding = 8) uniform samplerBuffer face_x;
layout(binding = 9) uniform samplerBuffer face_z;

vec4 faces_east(int z, int x4) { return texelFetch(face_x, z * (fours + 1) + x4 + 1); }
vec4 faces_west(int z, int x4, vec4 east) {
  return vec4(texelFetch(face_x, z * (fours + 1) + x4).w, east.xyz);
}
vec4 faces_north(int z, int x4) { return texelFetch(face_z, z * fours + x4); }
