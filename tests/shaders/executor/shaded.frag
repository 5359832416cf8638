layout(location = 0) in vec4 color;
layout(location = 0) out vec4 picture;
layout(binding = 0) uniform sampler2D depth;

void main() {
  picture = color * texelFetch(depth, ivec2(gl_FragCoord.xy), 0).x;
}
