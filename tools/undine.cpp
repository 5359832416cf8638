#include "engine/app/cli/cli.h"
#include "tools/parts.h"

extern const char* const undine_commit;  // tools/commit.cmake

int main(int argc, char** argv) {
  undine::hand_in(undine::all_parts());
  return undine::cli::main_cli(argc, argv, undine_commit);
}
