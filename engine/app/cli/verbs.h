// Verbs of the command line, each in verb_NAME.cpp, which declares its flags and its action. Actions throw Error;
// main_cli reports it.
#pragma once
#include "engine/app/cli/cli.h"

namespace undine::cli {

void report(const Error& e);  // on standard error, one line per error

template <class Line>
Call call(std::shared_ptr<Line> line, Exit (*run)(const Line&)) {
  return {{}, line, [line, run] { return run(*line); }};
}

Call verb_run(Flags& flags);
Call verb_render(Flags& flags);
Call verb_simulate(Flags& flags);
Call verb_bench(Flags& flags);
Call verb_tune(Flags& flags);
Call verb_graph(Flags& flags);
Call verb_check(Flags& flags);
Call verb_compare(Flags& flags);
Call verb_new(Flags& flags);
Call verb_import(Flags& flags);
Call verb_devices(Flags& flags);
Call verb_fields(Flags& flags);
Call verb_schema(Flags& flags);
Call verb_completion(Flags& flags);

// Shared flags of several verbs (shared_flags.cpp).
void scene_file(Flags& flags, session::CommandLine& line);
void scene_flags(Flags& flags, session::CommandLine& line);
void shader_flags(Flags& flags, session::CommandLine& line);
void queue_flag(Flags& flags, session::CommandLine& line);
void device_flags(Flags& flags, session::CommandLine& line);  // including those of scenes and shaders
// including those of devices: for verbs that run a simulation
void run_flags(Flags& flags, session::CommandLine& line);
void picture_size(Flags& flags, session::CommandLine& line);
void rate_flag(Flags& flags, double& fps);  // --fps with `fps` as default
void view_flags(Flags& flags, session::CommandLine& line);
// Checks --capture-frame of run_flags() against the last number; 0: any.
void check_capture(const session::CommandLine& line, std::uint64_t last, const char* counted);

}  // namespace undine::cli
