// One function per verb of the command line, each in verb_NAME.cpp. They throw Error; main_cli reports it.
#pragma once
#include "engine/app/cli/cli.h"

namespace undine::cli {

void report(const Error& e);  // on standard error, one line for each of Errors

Exit verb_run(const session::CommandLine& line);
Exit verb_render(const session::CommandLine& line);
Exit verb_simulate(const session::CommandLine& line);
Exit verb_bench(const session::CommandLine& line);
Exit verb_graph(const session::CommandLine& line);
Exit verb_check(const session::CommandLine& line);
Exit verb_devices(const session::CommandLine& line);
Exit verb_fields(const session::CommandLine& line);
Exit verb_schema(const session::CommandLine& line);
Exit verb_completion(const session::CommandLine& line);
Exit verb_man(const session::CommandLine& line);

}  // namespace undine::cli
