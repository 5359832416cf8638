// Parameters of a pass of the Fourier transform over arrays of complex numbers: slabs of `rows` x `columns`, two
// numbers of neighboring columns in a vec4.
#ifndef PASSES_FOURIER_FOURIER_PARAMS_H
#define PASSES_FOURIER_FOURIER_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::fourier)

struct PassParams {
  int rows, columns;  // of the result; the transform runs over rows
  int done;           // length of the transforms that earlier passes have finished
  int slabs_each;     // slabs that share an entry of reach
  ivec4 reach;        // columns (turned: rows) c with reach < c < their number - reach are zero, and stay unread
};

SHARED_END
#endif
