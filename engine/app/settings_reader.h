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

  void file(std::string_view name, std::filesystem::path& v, const Spec& s) override;
  void reject(std::string_view name, const std::string& problem, const std::string& allowed) override;

 protected:
  void flag(std::string_view name, bool& v, const Spec& s) override;
  void reals(std::string_view name, double* v, int n, const Spec& s) override;
  void integers(std::string_view name, std::int64_t* v, int n, const Spec& s) override;
  void text(std::string_view name, std::string& v, const Spec& s) override;
  void one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) override;
  void number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) override;
  void file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words, const Spec& s) override;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                      const Spec& s) override;
  bool begin_object(std::string_view name, const Spec& s) override;
  void end_object() override { leave(); }
  bool begin_list(std::string_view name, std::size_t& size, const Spec& s) override;
  void begin_element(std::size_t index) override;
  void end_element() override { leave(); }
  void end_list() override;
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
