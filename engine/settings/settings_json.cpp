#include "engine/settings/settings_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/edit_distance.h"
#include "engine/core/error.h"

namespace undine::settings {
namespace {

constexpr std::size_t longest = 80;

std::string position(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t line = 1, column = 1;
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return fmt::format("{}:{}", line, column);
}

// Builds the tree and checks keys, depth and size, which the library's builder does not.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::string& where) : text_(text), where_(where) {}
  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool v) override { return put(v); }
  bool number_integer(number_integer_t v) override { return put(v); }
  bool number_unsigned(number_unsigned_t v) override { return put(v); }
  bool number_float(number_float_t v, const string_t&) override { return put(v); }
  bool string(string_t& v) override { return put(std::move(v)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& v) override {
    if (open_.back()->contains(v)) {
      fail(where_ + ": " + pointer_of(pointer(), v), "the key is there twice", "keep one");
    }
    keys_.back() = std::move(v);
    return true;
  }
  bool parse_error(std::size_t read, const std::string& token, const nlohmann::detail::exception& error) override {
    std::size_t offset = read > 0 ? read - 1 : 0;
    if (error.id == 406) {
      fail(where_ + ":" + position(text_, read > token.size() ? read - token.size() : 0),
           printable(token) + " is too large for a number", "allowed: numbers up to 1.797e308");
    }
    std::string what = error.what();
    if (auto at = what.find(" - "); at != std::string::npos) what.erase(0, at + 3);
    fail(where_ + ":" + position(text_, offset), "syntax error: " + printable(what), "");
  }

 private:
  [[noreturn]] static void fail(const std::string& where, const std::string& what, const std::string& remedy) {
    throw Error(Exit::bad_input, where, what, remedy);
  }
  std::string pointer() const {
    std::string text;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      text = open_[i]->is_array() ? fmt::format("{}/{}", text, open_[i]->size() - 1) : pointer_of(text, keys_[i]);
    }
    return text;
  }
  bool put(Json value) {
    if (++values_ > max_values) {
      fail(where_, "the file holds too many values", fmt::format("allowed: up to {}", max_values));
    }
    if (open_.empty()) {
      root_ = std::move(value);
      last_ = &root_;
    } else if (open_.back()->is_array()) {
      open_.back()->push_back(std::move(value));
      last_ = &open_.back()->back();
    } else {
      last_ = &(*open_.back())[keys_.back()];
      *last_ = std::move(value);
    }
    return true;
  }
  bool open(Json value) {
    if (open_.size() == max_depth) {
      fail(where_, "lists and objects are nested too deeply", fmt::format("allowed: up to {} levels", max_depth));
    }
    put(std::move(value));
    open_.push_back(last_);
    keys_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& where_;
  Json root_;
  Json* last_ = nullptr;
  std::vector<Json*> open_;
  std::vector<std::string> keys_;
  std::size_t values_ = 0;
};

}  // namespace

std::size_t invalid_text(std::string_view text) {
  auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  for (std::size_t i = 0; i < text.size();) {
    unsigned lead = byte(i);
    std::size_t more = lead < 0x80 ? 0 : lead >= 0xC2 && lead < 0xE0 ? 1 : lead >= 0xE0 && lead < 0xF0 ? 2 : 3;
    if (lead == 0 || lead > 0xF4 || (lead >= 0x80 && lead < 0xC2)) return i;
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t k = 1; k <= more; ++k) {
      if (byte(i + k) < low || byte(i + k) > high) return i;
      low = 0x80;
      high = 0xBF;
    }
    i += more + 1;
  }
  return std::string_view::npos;
}

Json parse_json(std::string_view text, const std::string& where) {
  if (text.size() > max_bytes) {
    throw Error(Exit::bad_input, where, fmt::format("the file holds {} bytes", text.size()),
                fmt::format("allowed: up to {}", max_bytes));
  }
  if (std::size_t at = invalid_text(text); at != std::string_view::npos) {
    throw Error(Exit::bad_input, where + ":" + position(text, at),
                text[at] == 0 ? "a NUL byte" : fmt::format("byte 0x{:02x} is not valid UTF-8", text[at] & 0xFF),
                "save the file as UTF-8 text");
  }
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string_view::npos) {
    throw Error(Exit::bad_input, where, "the file is empty");
  }
  Builder builder(text, where);
  Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, true, true);
  return builder.take();
}

bool is_json_schema(const Json& root) {
  const auto at = root.find("$schema");
  return at != root.end() && at->is_string() && !root.contains("version") &&
         at->get_ref<const std::string&>().find("json-schema.org/") != std::string::npos;
}

std::string printable(std::string_view text) {
  bool cut = text.size() > longest;
  if (cut) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end);
  }
  std::string out;
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("<{:02x}>", c & 0xFF);
    } else {
      out += c;
    }
  }
  return cut ? out + "..." : out;
}

std::string shown(const Json& value) {
  switch (value.type()) {
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return fmt::format("a list of {}", value.size());
    case Json::value_t::string:
      return fmt::format("\"{}\"", printable(value.get_ref<const std::string&>()));
    default:
      return value.dump();
  }
}

std::string pointer_of(std::string_view pointer, std::string_view key) {
  std::string out(pointer);
  out += '/';
  for (char c : printable(key)) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string number_range(const Spec& spec, bool whole) {
  std::string out = whole ? "whole number" : "number";
  bool low = spec.min > -1e30, high = spec.max < 1e30;
  if (low) out += fmt::format("{}{}", spec.above_min ? " above " : " from ", spec.min);
  if (high) out += fmt::format("{}{}", low && spec.above_min ? ", up to " : low ? " to " : " up to ", spec.max);
  if (!spec.unit.empty()) out += fmt::format(", in {}", spec.unit);
  return out;
}

std::string nearest(std::string_view word, const std::vector<std::string>& words) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.empty() || word.size() > 64) return best;
  for (const std::string& candidate : words) {
    if (std::size_t d = edit_distance(word, candidate); d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace undine::settings
