// Atomic maximum of a word over all invocations. Reads it by an atomic first, because most invocations have nothing
// to raise; a plain read concurrent with atomics would be a data race.
#ifndef SHADERS_LIB_LARGEST_GLSL
#define SHADERS_LIB_LARGEST_GLSL
#define RAISE(word, value) \
  if ((value) > atomicLoad(word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed)) atomicMax(word, value)
#endif
