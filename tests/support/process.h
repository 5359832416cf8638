// Child processes for end-to-end tests: output, exit code, and a time limit.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace undine::test {

struct Outcome {
  int code = -1;  // exit code; -1 after termination by a signal
  int signal = 0;
  bool timed_out = false;
  std::string out, err;
  std::string text() const;  // for failure messages
};

struct RunOptions {
  std::vector<std::pair<std::string, std::optional<std::string>>> env;  // set, or unset without a value
  double timeout = 120;                                                 // seconds
  std::string folder;                                                   // working directory; empty: the current one
  std::function<bool()> signal_when;  // polled every 20 ms; once true, `signal` is sent
  int signal = 2;                     // SIGINT
};

Outcome run_process(const std::vector<std::string>& command, const RunOptions& options = {});
Outcome undine(std::vector<std::string> arguments, const RunOptions& options = {});  // the program under test

}  // namespace undine::test
