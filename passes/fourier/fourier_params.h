// Parameters of a pass of the Fourier transform. Arrays are slabs of `rows` x `columns` complex numbers; a vec4 holds
// two numbers of adjacent columns.
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
