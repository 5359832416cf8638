#include "engine/app/cli/cli.h"

int main(int argc, char** argv) { return undine::main_cli(argc, argv); }
