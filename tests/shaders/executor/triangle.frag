layout(location = 0) in vec4 color;
layout(location = 0) out vec4 picture;
layout(location = 1) out uint id;

void main() {
  picture = color;
  id = uint(gl_FragCoord.x) + 100u * uint(gl_FragCoord.y);
}
