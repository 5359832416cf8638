// Flags of one verb. Each is declared in one call in its verb's file; help, completion and manual page derive from it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace undine::cli {

// Output of --version: "undine 0.2.0 (1a2b3c4d5)", with the commit if set_commit() was called.
const std::string& version_text();
void set_commit(std::string_view commit);

struct Typed {                                // input of completion
  std::string value;                          // value typed so far
  std::vector<std::filesystem::path> scenes;  // scenes on the line
};
enum class Files : std::uint8_t { none, any, folders, scenes };  // files that a shell completes by itself
struct Offered {
  Files files = Files::none;  // after = if the flag has a value
  std::vector<std::string> words;
};

struct Takes {                                 // value of a flag
  std::string as;                              // in help: "FILE.json"; completion recognizes FILE, PATH, DIR and SCENE
  std::vector<std::string_view> words;         // allowed values; empty: any
  std::function<Offered(const Typed&)> offer;  // completions; empty: words, or files according to `as`
  bool required = false, optional = false;     // the flag is required; the value may be omitted and is then ""
};

struct Flag {
  std::vector<std::string> names;  // "--hud", "--no-hud"; for positional arguments: only the name
  std::string help;
  std::optional<Takes> takes;
  bool positional() const { return !names.front().starts_with('-'); }
};

class Flags {
 public:
  explicit Flags(CLI::App& app);
  const std::vector<Flag>& all() const { return all_; }

  // A switch; "--vsync,!--no-vsync" defines both directions.
  void add(const std::string& names, bool& value, const std::string& help);
  void add(const std::string& names, std::optional<bool>& value, const std::string& help);
  // A value, unchanged if the flag is absent. A name without -- is a positional argument; a list may be given
  // repeatedly. T: std::string, std::filesystem::path, std::uint32_t, std::optional<std::int64_t>, or a list of the
  // first two.
  template <class T>
  requires(!std::is_invocable_v<T&, const std::string&>) void add(const std::string& name, T& value,
                                                                  const std::string& help, Takes takes);
  // `read` throws std::invalid_argument with the problem.
  using Read = std::function<void(const std::string& text)>;
  void add(const std::string& name, const Read& read, const std::string& help, Takes takes);
  // A whole number, at least `least`.
  void count(const std::string& name, std::uint64_t& value, std::int64_t least, const std::string& help,
             bool required = false);

 private:
  void keep(const std::string& names, const std::string& help, std::optional<Takes> takes);
  void finish(CLI::Option& option, const std::string& name, const std::string& help, Takes takes);

  CLI::App& app_;
  std::vector<Flag> all_;
};

}  // namespace undine::cli
