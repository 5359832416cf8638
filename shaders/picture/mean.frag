// Divides a sum of pictures by their number.
layout(binding = 0) uniform sampler2D sum;
layout(location = 0) out vec4 color;

void main() { color = texelFetch(sum, ivec2(gl_FragCoord.xy), 0); }
