// Raises a word that all invocations of a dispatch raise. Read first by an atomic, for most find that there is nothing to raise;
// a plain read beside atomics of others would be a race.
#ifndef SHADERS_LIB_LARGEST_GLSL
#define SHADERS_LIB_LARGEST_GLSL
#define RAISE(word, value) \
  if ((value) > atomicLoad(word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed)) atomicMax(word, value)
#endif
