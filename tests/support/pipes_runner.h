// Pipe solver on the test device, over a bed given by column.
#pragma once
#include "passes/pipes/pipes_pace.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/wave/wave_medium.h"
#include "tests/support/columns_runner.h"

namespace undine::test {

class PipesTest : public ColumnsTest {
 protected:
  void pipes(const pipes::PipesSettings& s, const std::vector<double>& bed, const std::vector<double>& depth) {
    columns_of(s, bed, depth);
  }
};

}  // namespace undine::test
