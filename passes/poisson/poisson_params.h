// Parameters of the Poisson kernels. The cells of a level lie in two planes, red where x + z is even and black where it
// is odd: cell x of row z is lane x / 2 of its plane's row, columns = ceil(nx / 8) vec4s long; lanes beyond nx hold 0.
// Fluxes per difference ("faces") of a level of whole square cells are 1. rhs is the sum over the fine cells of a cell.
#ifndef PASSES_POISSON_POISSON_PARAMS_H
#define PASSES_POISSON_POISSON_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::poisson)

// One level of cells. Reach: distance of whole cells' centers over the distance that a face spans; 0: without flux.
struct PoissonLevel {
  ivec2 cells;
  int columns;
  float along_x, along_z;        // flux per difference of whole cells: dz/dx, dx/dz
  float west, to_east, east;     // reach of face 0, nx - 1, nx
  float wide;                    // width of the last column over that of a whole cell
  float north, to_south, south;  // reach of face 0, nz - 1, nz
  float tall;                    // height of the last row, likewise
  float mass;                    // shift * area of a whole cell
};

struct PoissonRelaxParams {
  PoissonLevel level;
  float omega;
  float center;  // 1: subtract the report's mean from rhs; 0: do not
};
struct PoissonPairParams {  // restriction and prolongation
  PoissonLevel fine, coarse;
  float center;
};
struct PoissonFacesParams {
  PoissonLevel fine, coarse;
};
struct PoissonCopyParams {
  PoissonLevel level;
  float area;
};
struct PoissonVectorParams {
  int count;    // vec4s per color
  int threads;  // total number
};
struct PoissonJudgeParams {
  int phase;     // poisson_judge_*
  int parts;     // sums to add up
  int nodes;     // dispatch arguments
  int singular;  // 1: all borders are closed; 2: the kernel tests the faces
  int sweeps;    // sweeps per cycle, for the report
  float tolerance;
  float stall;  // the solve ends after a cycle that leaves more than this share of the residual
};
const int poisson_judge_mean = 0;
const int poisson_judge_begin = 1;
const int poisson_judge_cycle = 2;
const int poisson_judge_beta = 3;   // sums of z r and z r_before
const int poisson_judge_alpha = 4;  // sums of d A d

// Levels that one workgroup solves; the first is restricted from a larger one. Offsets in vec4s.
const int poisson_small_most = 12;
const int poisson_small_width = 64;  // width of the image that holds them, texels
struct PoissonSmallLevel {
  PoissonLevel level;
  int values;  // red, black, and a copy of one of them
  int rhs;     // red, black
  int faces;
  int lanes;  // a row takes 2^lanes threads
  int rows;   // rows per thread in a sweep
};
struct PoissonSmallParams {
  PoissonSmallLevel levels[poisson_small_most];
  int count;
  int smoothings;
  int cycles;
  int warm;  // 1: the first level starts from its values
  float center;
};

const int poisson_done_tolerance = 1;
const int poisson_done_stalled = 2;  // rounding or the geometry limits convergence
const int poisson_done_nan = 3;
struct PoissonReport {
  float residual;          // 2-norm over scale
  float initial;           // before the first cycle
  uint iterations;         // cycles or sweeps
  uint done;               // poisson_done_*; 0: ran out of iterations
  float scale;             // 2-norm of rhs minus its mean; if that is 0, of the first residual
  float mean;              // mean of rhs per cell, subtracted if all borders are closed and shift is 0
  float rho, alpha, beta;  // coefficients of conjugate gradients
};

SHARED_END
#endif
