// Several errors of one input, so that a user can fix all of them at once.
#pragma once  // public
#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace undine {

inline constexpr std::size_t most_errors = 20;  // limit per input; reading stops at it

// where(), problem() and remedy() are those of the first error; what() has a line for each.
class Errors : public Error {
 public:
  Errors(std::vector<Error> all, bool more);  // all: not empty. more: some were omitted
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Error>& all() const { return all_; }
  bool more() const { return more_; }
  static std::string rest();  // line that reports omitted errors

 private:
  std::vector<Error> all_;
  bool more_;
  std::string text_;
};

// Collects distinct errors of bad input. Other errors propagate at once.
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
  bool full() const { return more_; }  // the limit is exceeded
  void raise() const;                  // throws the one Error, or Errors; returns if empty

 private:
  void add_one(const Error& e);
  std::vector<Error> all_;
  bool more_ = false;
};

}  // namespace undine
