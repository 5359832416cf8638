// All invocations of a workgroup wait here, and what any has written to coherent buffers is there for all.
#ifndef SHADERS_LIB_MEET_GLSL
#define SHADERS_LIB_MEET_GLSL
void meet_with_buffers() {
  memoryBarrierBuffer();
  barrier();
  memoryBarrierBuffer();
}
#endif
