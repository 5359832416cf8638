#include "engine/app/cli/cli.h"
#include "tools/parts.h"

int main(int argc, char** argv) {
  undine::hand_in(undine::all_parts());
  return undine::cli::main_cli(argc, argv);
}
