layout(location = 0) in float height;
layout(location = 0) out vec4 result;

void main() { result = vec4(height, 0.0, 0.0, 1.0); }
