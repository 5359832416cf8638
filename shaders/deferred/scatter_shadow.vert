// Instances on the terrain in a map of the sun.
#include "passes/deferred/camera.h"
#include "deferred/scatter_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;

void main() { gl_Position = camera.c.sun_matrix * vec4(scatter_point().world, 1.0); }
