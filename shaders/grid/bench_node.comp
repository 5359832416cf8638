// A node without work, to measure the graph's CPU overhead by `undine bench`.
layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint add; } params;
layout(binding = 0, scalar) readonly buffer Source { uint at[]; } source;
layout(binding = 1, scalar) writeonly buffer Target { uint at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  target.at[i] = source.at[i] + params.add;
}
