layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint count; } params;
layout(binding = 0) uniform samplerBuffer source;
layout(binding = 1, scalar) writeonly buffer Target { vec4 at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) target.at[i] = texelFetch(source, int(i)) * 2.0;
}
