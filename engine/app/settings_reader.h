// Reads settings from JSON. Every error is Error(Exit::bad_input) at "file: /json/pointer" or
// "--set a.b=1: /json/pointer".
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "engine/app/settings.h"
#include "engine/app/settings_json.h"

namespace undine::settings {

struct Source {
  std::string name;              // what messages call the file
  std::filesystem::path folder;  // of files that settings name
  struct Part {                  // values that came from elsewhere: at `pointer` and under it
    std::string pointer, name;
  };
  std::vector<Part> parts;  // later ones hold over earlier ones
  std::string where(std::string_view pointer) const;
};

class Reader : public Visitor {
 public:
  // `root` must be an object and outlive the reader.
  Reader(const Json& root, const Source& source);
  template <class T>
  void read(T& settings) {
    settings.describe(*this);
    leave();
  }

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                      const Spec& s) override;
  bool takes_file(std::string_view name, bool now) override;
  bool replaces_lists() const override { return true; }
  bool wants(std::string_view name, bool present) override;

 private:
  struct Frame {
    const Json* json;
    std::string pointer;
    std::vector<std::string> known;
    std::string tag;  // `"shape": "box"`
  };
  const Json* find(std::string_view name, const Spec& s);
  void enter(const Json& object, const std::string& pointer);
  void leave();  // rejects keys that nobody asked for
  template <class T, class Check>
  void numbers(std::string_view name, T* v, int n, const Spec& s, bool whole, Check check);
  double real(const Json& json, const std::string& pointer, const Spec& s);
  std::int64_t integer(const Json& json, const std::string& pointer, const Spec& s);
  int word(const Json& json, const std::string& pointer, NameSpan names, const std::string& besides);
  [[noreturn]] void fail(const std::string& pointer, const std::string& what, const std::string& remedy) const;
  std::string here(std::string_view name) const { return pointer_of(frames_.back().pointer, name); }

  const Source& source_;
  std::vector<Frame> frames_;
};

// The canonical path of a file that a scene names. Refuses absolute paths, "..", links that leave `folder`, and all
// that is no regular file; never opens it. Throws Error(bad_input) at `where`.
std::filesystem::path resolve_file(const std::filesystem::path& folder, const std::string& name,
                                   const std::string& where);

}  // namespace undine::settings
