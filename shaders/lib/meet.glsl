// All invocations of a workgroup wait here, and what any has written to coherent buffers is there for all.
#ifndef LIB_MEET_GLSL
#define LIB_MEET_GLSL
void meet_with_buffers() {
  memoryBarrierBuffer();
  barrier();
  memoryBarrierBuffer();
}
#endif
