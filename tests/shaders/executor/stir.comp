layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint count; uint salt; } params;
layout(binding = 0, scalar) readonly buffer Left { uint at[]; } left;
layout(binding = 1, scalar) readonly buffer Right { uint at[]; } right;
layout(binding = 2, scalar) writeonly buffer Target { uint at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) target.at[i] = (left.at[i] * 1664525u + params.salt) ^ right.at[params.count - 1u - i];
}
