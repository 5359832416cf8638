// Bench cases of the shallow-water solver.
#include "passes/columns/columns_bench.h"
#include "passes/shallow/shallow.h"
#include "passes/shallow/shallow_native.h"

namespace undine::shallow {

std::vector<BenchCase> shallow_bench() {
  constexpr double step_per_meter = 0.017;  // under the Courant number of 8 m of water that flows
  std::vector<BenchCase> out;
  for (const std::uint32_t nx : {256u, 1024u})
    out.push_back(
        columns::valley_case<reference::ShallowNative>("shallow", nx, nx / 4 * 3, step_per_meter, 104, 4000000));
  return out;
}

}  // namespace undine::shallow
