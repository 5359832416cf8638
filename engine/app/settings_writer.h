// Settings as JSON, in the order of describe(): what Reader reads back to the same values.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/app/settings.h"

namespace undine::settings {

class Writer : public Visitor {
 public:
  using Ordered = nlohmann::ordered_json;
  // Files are written relative to `folder`.
  explicit Writer(std::filesystem::path folder) : folder_(std::move(folder)) { open_.push_back(Ordered::object()); }
  template <class T>
  Ordered write(T& settings) {
    settings.describe(*this);
    return std::move(open_.front());
  }

  void file(std::string_view name, std::filesystem::path& v, const Spec& s) override;
  void reject(std::string_view, const std::string&, const std::string&) override {}

 protected:
  void flag(std::string_view name, bool& v, const Spec& s) override;
  void reals(std::string_view name, double* v, int n, const Spec& s) override;
  void singles(std::string_view name, double* v, int n, const Spec& s) override;
  void integers(std::string_view name, std::int64_t* v, int n, const Spec& s) override;
  void text(std::string_view name, std::string& v, const Spec& s) override;
  void one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) override;
  void number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) override;
  void file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words, const Spec& s) override;
  bool begin_object(std::string_view name, const Spec& s) override;
  void end_object() override;
  bool begin_list(std::string_view name, std::size_t& size, const Spec& s) override;
  void begin_element(std::size_t) override { open_.push_back(Ordered::object()); }
  void end_element() override;
  void end_list() override { end_object(); }

 private:
  void put(std::string_view name, Ordered value) { open_.back()[std::string(name)] = std::move(value); }

  std::filesystem::path folder_;
  std::vector<Ordered> open_;
  std::vector<std::string> names_;
};

double shortest_single(double v);  // the double with the fewest digits that is the same float as v

}  // namespace undine::settings
