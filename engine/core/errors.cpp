#include "engine/core/errors.h"

#include <fmt/format.h>

namespace undine {

Errors::Errors(std::vector<Error> all, bool more) : Error(all.front()), all_(std::move(all)), more_(more) {
  for (const Error& e : all_) text_ += fmt::format("{}{}", text_.empty() ? "" : "\n", e.what());
  if (more_) text_ += fmt::format("\n{}", rest());
}

std::string Errors::rest() { return fmt::format("there are more errors; these are the first {}", most_errors); }

void Problems::add(const Error& e) {
  const auto* several = dynamic_cast<const Errors*>(&e);
  if (!several) return add_one(e);
  for (const Error& one : several->all()) add_one(one);
  more_ = more_ || several->more();
}

void Problems::add_one(const Error& e) {
  const auto same = [&e](const Error& o) { return o.where() == e.where() && o.problem() == e.problem(); };
  if (std::ranges::any_of(all_, same)) return;
  if (all_.size() < most_errors)
    all_.push_back(e);
  else
    more_ = true;
}

void Problems::raise() const {
  if (all_.size() == 1 && !more_) throw Error(all_.front());
  if (!all_.empty()) throw Errors(all_, more_);
}

}  // namespace undine
