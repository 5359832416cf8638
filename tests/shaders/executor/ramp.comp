layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint count; uint scale; uint bias; } params;
layout(binding = 0, scalar) writeonly buffer Target { uint at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) target.at[i] = i * params.scale + params.bias;
}
