// One function per verb of the command line, each in verb_NAME.cpp. They throw Error; main_cli reports it.
#pragma once
#include "engine/app/cli/cli.h"

namespace undine {

void report(const Error& e);  // on standard error, one line for each of Errors

Exit verb_run(const CommandLine& line);
Exit verb_render(const CommandLine& line);
Exit verb_simulate(const CommandLine& line);
Exit verb_bench(const CommandLine& line);
Exit verb_graph(const CommandLine& line);
Exit verb_check(const CommandLine& line);
Exit verb_devices(const CommandLine& line);
Exit verb_fields(const CommandLine& line);
Exit verb_schema(const CommandLine& line);
Exit verb_completion(const CommandLine& line);
Exit verb_man(const CommandLine& line);

}  // namespace undine
