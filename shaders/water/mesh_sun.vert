// The water seen from the sun.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer VerticesBlock { vec4 data[]; } vertices;

void main() { gl_Position = camera.c.sun_matrix * vec4(vertices.data[2 * gl_VertexIndex].xyz, 1.0); }
