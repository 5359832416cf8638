layout(local_size_x = 64) in;
layout(binding = 1, scalar) uniform ParamsBlock { uint count; float weights[60]; } params;
layout(binding = 2, scalar) uniform OtherBlock { vec3 direction; float strength; } other;
layout(binding = 0, scalar) writeonly buffer Target { float at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) target.at[i] = params.weights[i] + other.direction.z * other.strength;
}
