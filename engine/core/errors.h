// Several errors of one input, so that a file is mended in one go.
#pragma once  // public
#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace undine {

inline constexpr std::size_t most_errors = 20;  // that are told of one input; it is read no further

// Its where(), problem() and remedy() are those of the first; what() has a line for each.
class Errors : public Error {
 public:
  Errors(std::vector<Error> all, bool more);  // all: not empty. more: some were left out
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Error>& all() const { return all_; }
  bool more() const { return more_; }
  static std::string rest();  // the line that says so

 private:
  std::vector<Error> all_;
  bool more_;
  std::string text_;
};

// Gathers errors of bad input, each once. Others go through at once.
class Problems {
 public:
  void add(const Error& e);
  template <class Work>
  void attempt(Work&& work) {
    try {
      work();
    } catch (const Error& e) {
      if (e.code() != Exit::bad_input) throw;
      add(e);
    }
  }
  const std::vector<Error>& all() const { return all_; }
  bool full() const { return more_; }  // more came than are kept
  void raise() const;                  // throws the one Error, or Errors; none: returns

 private:
  void add_one(const Error& e);
  std::vector<Error> all_;
  bool more_ = false;
};

}  // namespace undine
