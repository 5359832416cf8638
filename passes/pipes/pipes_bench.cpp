// Bench cases of the solver of virtual pipes.
#include "passes/columns/columns_bench.h"
#include "passes/pipes/pipes.h"
#include "passes/pipes/pipes_native.h"

namespace undine::pipes {

std::vector<BenchCase> pipes_bench() {
  std::vector<BenchCase> out;
  for (const std::uint32_t nx : {256u, 1024u, 2048u, 4096u})
    out.push_back(columns::valley_case<reference::PipesNative>("pipes", nx, nx / 4 * 3, 0.07, 108, 8000000));
  out[1].peers = {{"an open library of the pipe model", 21.8, "native, 887 x 887 columns, four neighbors"}};
  return out;
}

}  // namespace undine::pipes
