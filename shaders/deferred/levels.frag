// Elevation, slopes and coverage of one water, in its tile of the map of levels.
layout(binding = 0) uniform sampler2D surface;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 column;

void main() { column = textureLod(surface, uv, 0.0); }
