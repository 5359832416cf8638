// A blade of grass, darkened at its foot by occlusion.
layout(location = 0) in vec3 color;
layout(location = 1) in vec3 normal;
layout(location = 2) in float along;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal_roughness;

void main() {
  albedo = vec4(clamp(color * mix(0.55, 1.3, along), 0.0, 1.0), mix(0.65, 1.0, along));
  normal_roughness = vec4(normalize(normal), 0.75);
}
