layout(location = 0) in vec4 color;
layout(location = 0) out vec4 picture;

void main() { picture = color; }
