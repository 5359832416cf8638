layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant, scalar) uniform ParamsBlock { uvec2 size; float shift; } params;
layout(binding = 0) uniform sampler2D source;
layout(binding = 1, scalar) writeonly buffer Target { vec4 at[]; } target;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(p, params.size))) return;
  vec2 uv = (vec2(p) + 0.5 + vec2(params.shift, 0)) / vec2(params.size);
  target.at[p.y * params.size.x + p.x] = textureLod(source, uv, 0);
}
