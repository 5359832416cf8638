// Exception type of the project. Its nouns make every message name place, problem and remedy.
#pragma once  // public
#include <stdexcept>
#include <string>
#include <string_view>

namespace undine {

// Exit codes of the command line (contract: "Exit codes").
enum class Exit : int { done = 0, failure = 1, bad_input = 2, no_device = 3, validation = 4 };

// Quotes a value in a message: at most `most` bytes, cut between characters and followed by "...".
std::string shortened(std::string_view text, std::size_t most = 80);

// Error with three parts:
// where: "scene.json: /water/0/cells", "pass wave/step, binding u_now", "device llvmpipe" ...
// what: the problem, with the value found.
// remedy: allowed values or a solution; may be empty.
// Each part is cut at most_of_a_part bytes, regardless of file content.
inline constexpr std::size_t most_of_a_part = 4000;
class Error : public std::runtime_error {
 public:
  Error(Exit code, std::string where, std::string what, std::string remedy = {});
  Exit code() const { return code_; }
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& remedy() const { return remedy_; }

 private:
  Exit code_;
  std::string where_, problem_, remedy_;
};

}  // namespace undine
