// The flags of one verb. Each is declared in one call, in its verb's file; help, completion and the manual page have it
// from there.
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

// "undine 0.1.0 (1a2b3c4d5)": what --version prints, with the commit where main_cli() was told it.
const std::string& version_text();
void set_commit(std::string_view commit);

struct Typed {                                // what completion knows
  std::string value;                          // as far as it is typed
  std::vector<std::filesystem::path> scenes;  // on the line
};
enum class Files : std::uint8_t { none, any, folders, scenes };  // that a shell offers by itself
struct Offered {
  Files files = Files::none;  // behind a = where the value has one
  std::vector<std::string> words;
};

struct Takes {                                 // the value of a flag
  std::string as;                              // in help: "FILE.json"; completion knows FILE, PATH, DIR and SCENE
  std::vector<std::string_view> words;         // all that is allowed; empty: anything
  std::function<Offered(const Typed&)> offer;  // of completion; none: words, or files that `as` tells
  bool required = false, optional = false;     // the flag; the value, which then is ""
};

struct Flag {
  std::vector<std::string> names;  // "--hud", "--no-hud"; of an argument without a flag: its name alone
  std::string help;
  std::optional<Takes> takes;
  bool positional() const { return !names.front().starts_with('-'); }
};

class Flags {
 public:
  explicit Flags(CLI::App& app);
  const std::vector<Flag>& all() const { return all_; }

  // A switch; "--vsync,!--no-vsync" goes both ways.
  void add(const std::string& names, bool& value, const std::string& help);
  void add(const std::string& names, std::optional<bool>& value, const std::string& help);
  // A value, kept as it is when the flag is not given. A name without -- is an argument; a list may be given
  // repeatedly. T: std::string, std::filesystem::path, std::uint32_t, std::optional<std::int64_t>, or a list of the
  // first two.
  template <class T>
  requires(!std::is_invocable_v<T&, const std::string&>) void add(const std::string& name, T& value,
                                                                  const std::string& help, Takes takes);
  // `read` throws std::invalid_argument with what is wrong.
  using Read = std::function<void(const std::string& text)>;
  void add(const std::string& name, const Read& read, const std::string& help, Takes takes);
  // A whole number from `least` on.
  void count(const std::string& name, std::uint64_t& value, std::int64_t least, const std::string& help,
             bool required = false);

 private:
  void keep(const std::string& names, const std::string& help, std::optional<Takes> takes);
  void finish(CLI::Option& option, const std::string& name, const std::string& help, Takes takes);

  CLI::App& app_;
  std::vector<Flag> all_;
};

}  // namespace undine::cli
