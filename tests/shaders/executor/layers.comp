layout(local_size_x = 4, local_size_y = 4) in;
layout(push_constant, scalar) uniform ParamsBlock { uvec2 size; uint layers; uint mip; } params;
layout(binding = 0) uniform sampler2DArray source;
layout(binding = 1, scalar) writeonly buffer Target { float at[]; } target;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(p, params.size))) return;
  for (uint layer = 0u; layer < params.layers; ++layer)
    target.at[(layer * params.size.y + p.y) * params.size.x + p.x] =
        texelFetch(source, ivec3(p, layer), int(params.mip)).x;
}
