// Workgroup barrier that also makes writes to coherent buffers visible to all invocations of the workgroup.
#ifndef SHADERS_LIB_MEET_GLSL
#define SHADERS_LIB_MEET_GLSL
void meet_with_buffers() {
  memoryBarrierBuffer();
  barrier();
  memoryBarrierBuffer();
}
#endif
