layout(local_size_x = 1) in;
layout(push_constant, scalar) uniform ParamsBlock { uvec3 groups; } params;
layout(binding = 0, scalar) writeonly buffer Arguments { uint at[]; } arguments;

void main() {
  arguments.at[4] = params.groups.x;
  arguments.at[5] = params.groups.y;
  arguments.at[6] = params.groups.z;
}
