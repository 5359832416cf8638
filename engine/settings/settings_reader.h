// Reads settings from JSON. Every error is Error(Exit::bad_input) at "file: /json/pointer" or "--set a.b=1:
// /json/pointer". Reading continues after an error, and read() throws all errors together. A refused value keeps its
// default; members that depend on a refused tag are skipped. Every object may hold "help", a remark for people.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/errors.h"
#include "engine/settings/settings.h"
#include "engine/settings/settings_json.h"

namespace undine::settings {

struct Source {
  std::string name;              // name of the file in messages
  std::filesystem::path folder;  // base folder of files that settings name
  struct Origin {
    std::string pointer;           // place in the file that holds the values
    std::filesystem::path folder;  // folder of that file
  };
  struct Part {  // values from elsewhere: at `pointer` and under it
    std::string pointer, name;
    std::optional<Origin> origin{};  // empty: the place is `pointer` and the folder the scene's
  };
  std::vector<Part> parts;         // later parts override earlier ones
  std::filesystem::path assets{};  // library of files, searched after the other folders; empty: not set
  std::string where(std::string_view pointer) const;
  // Finds the file that the value at `pointer` names: beside the referring file, in the scene's folder or in the
  // library.
  std::filesystem::path file(std::string_view pointer, const std::string& text) const;
  const Part* part_of(std::string_view pointer) const;  // null: the scene's own file
};

class Reader : public Visitor {
 public:
  // `root` must be an object and outlive the reader.
  Reader(const Json& root, const Source& source);
  // Throws all errors found, including those from note(): an Error, or Errors.
  template <class T>
  void read(T& settings) {
    try {
      settings.describe(*this);
      leave();
    } catch (const Enough&) {
    }
    problems_.raise();
  }
  void note(const Error& e);

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys, const Spec& s,
                      Series* series) override;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  bool takes_file(std::string_view name, bool now) override;
  void texts(std::string_view name, const Spec& s) override;
  bool begin_named(std::string_view name, std::string_view among, const Spec& s) override;
  bool takes_name(std::string_view name) override;
  void named_color(std::string_view name, glm::dvec3& v, std::string_view among, const Spec& s) override;
  std::vector<std::string> keys_here(std::vector<std::string> now) override;
  bool replaces_lists() const override { return true; }
  bool wants(std::string_view name, bool present) override;

 private:
  struct Enough {};  // thrown at the limit of reported errors
  struct Frame {
    const Json* json;
    std::string pointer;
    std::vector<std::string> known;
    std::string tag;      // `"shape": "box"`
    bool failed = false;  // one of its own values was refused
    bool skip = false;    // not an object, or its tag was refused: its members are not read
  };
  // Runs `work`, notes its error and closes frames that it opened.
  template <class Work>
  void attempt(Work&& work) {
    if (frames_.back().skip) return;
    const std::size_t depth = frames_.size();
    try {
      work();
    } catch (const Error& e) {
      frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(depth), frames_.end());
      frames_.back().failed = true;
      note(e);
    }
  }
  bool refused(const std::string& pointer) const;  // this value, a value in it or a value around it
  const Json* find(std::string_view name, const Spec& s);
  void enter(const Json& object, const std::string& pointer);
  void leave();  // rejects unknown keys
  template <class T, class Check>
  void numbers(std::string_view name, T* v, int n, const Spec& s, bool whole, Check check);
  double real(const Json& json, const std::string& pointer, const Spec& s);
  std::int64_t integer(const Json& json, const std::string& pointer, const Spec& s);
  int word(const Json& json, const std::string& pointer, NameSpan names, const std::string& besides);
  // Finds the object of the scene's map `among` that the text at `pointer` names; sets `place` to its position.
  const Json& named(const Json& text, const std::string& pointer, std::string_view among, std::string& place) const;
  [[noreturn]] void fail(const std::string& pointer, const std::string& what, const std::string& remedy) const;
  std::string here(std::string_view name) const { return pointer_of(frames_.back().pointer, name); }

  const Source& source_;
  std::vector<Frame> frames_;
  Problems problems_;
};

// Returns the canonical path of a file that a scene names, in the first of `folders` that has it. Refuses absolute
// paths, "..", links that leave the folder, and everything but regular files; never opens it. Throws Error(bad_input)
// at `where`.
std::filesystem::path resolve_file(std::span<const std::filesystem::path> folders, const std::string& name,
                                   const std::string& where);
inline std::filesystem::path resolve_file(const std::filesystem::path& folder, const std::string& name,
                                          const std::string& where) {
  return resolve_file(std::span(&folder, 1), name, where);
}

}  // namespace undine::settings
