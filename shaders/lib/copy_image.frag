// Copies an image. As a compute kernel it replaces vkCmdCopyImage (engine/graph/pixel_kernels.h).
layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 color;

void main() { color = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }
