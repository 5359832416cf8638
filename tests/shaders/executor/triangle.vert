layout(push_constant, scalar) uniform ParamsBlock { vec4 color; vec2 shift; float depth; } params;
layout(location = 0) out vec4 color;

void main() {
  // Counter-clockwise in a y-up image: the lower left half.
  vec2 corner = vec2(gl_VertexIndex == 1 ? 1.0 : -1.0, gl_VertexIndex == 2 ? 1.0 : -1.0);
  gl_Position = vec4(corner + params.shift, params.depth, 1);
  color = params.color;
}
