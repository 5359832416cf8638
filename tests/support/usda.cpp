// [USD] Pixar Animation Studios, OpenUSD, pxr/usd/sdf/textFileFormatParser.h: the grammar.
#include "tests/support/usda.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>

namespace undine::test {
namespace {

using Form = UsdaValue::Form;

enum class Base { real, whole, boolean, text, asset };
struct Type {
  Base base;
  std::size_t components;  // 1: no tuple
};

const std::map<std::string, Type, std::less<>>& types() {
  static const std::map<std::string, Type, std::less<>> known{
      {"bool", {Base::boolean, 1}},    {"int", {Base::whole, 1}},    {"int64", {Base::whole, 1}},
      {"float", {Base::real, 1}},      {"double", {Base::real, 1}},  {"string", {Base::text, 1}},
      {"token", {Base::text, 1}},      {"asset", {Base::asset, 1}},  {"float2", {Base::real, 2}},
      {"texCoord2f", {Base::real, 2}}, {"double2", {Base::real, 2}}, {"float3", {Base::real, 3}},
      {"double3", {Base::real, 3}},    {"point3f", {Base::real, 3}}, {"normal3f", {Base::real, 3}},
      {"vector3f", {Base::real, 3}},   {"color3f", {Base::real, 3}}, {"quatf", {Base::real, 4}}};
  return known;
}

bool fits_one(const Type& type, const UsdaValue& v, double most) {
  if (type.components > 1) {
    if (v.form != Form::tuple || v.items.size() != type.components) return false;
    return std::ranges::all_of(v.items, [&](const UsdaValue& c) { return fits_one({type.base, 1}, c, most); });
  }
  if (type.base == Base::text) return v.form == Form::string;
  if (type.base == Base::asset) return v.form == Form::asset;
  if (v.form != Form::number) return false;
  if (type.base == Base::boolean) return v.text == "0" || v.text == "1";
  return type.base == Base::real || (v.whole && std::abs(v.number) <= most);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  UsdaLayer layer() {
    if (!text_.starts_with("#usda 1.0\n")) fail("expected '#usda 1.0' in the first line");
    at_ = 10;
    UsdaLayer out;
    skip_lines();
    if (peek() == '(') out.metadata = metadata(true);
    for (skip_lines(); at_ < text_.size(); skip_lines()) out.prims.push_back(prim());
    expect_unique(out.prims);
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, at_), '\n');
    throw std::runtime_error(fmt::format("line {}: {}, got '{}'", line, what, text_.substr(at_, 20)));
  }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip() {
    while (peek() == ' ' || peek() == '\t') ++at_;
    if (peek() == '#')
      while (peek() != '\n' && at_ < text_.size()) ++at_;
  }
  void skip_lines() {
    for (skip(); peek() == '\n'; skip()) ++at_;
  }
  void expect(char c) {
    if (peek() != c) fail(fmt::format("expected '{}'", c));
    ++at_;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect_line_end() {
    skip();
    if (peek() != '\n' && peek() != ')' && peek() != '}') fail("expected the end of the line");
  }
  static bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
  static bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)); }
  std::string word() {
    if (!begins_name(peek())) fail("expected an identifier");
    const std::size_t from = at_;
    while (in_name(peek())) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }
  std::string namespaced() {
    std::string out = word();
    while (peek() == ':' && begins_name(peek(1))) {
      ++at_;
      out += ":" + word();
    }
    return out;
  }
  std::string quoted() {
    expect('"');
    std::string out;
    while (peek() != '"') {
      char c = peek();
      if (c == '\0' || c == '\n') fail("expected '\"'");
      ++at_;
      if (c == '\\') {
        c = peek();
        ++at_;
        if (c >= '0' && c <= '7') {
          int code = c - '0';
          for (int i = 0; i < 2; ++i, ++at_) {
            if (peek() < '0' || peek() > '7') fail("expected three octal digits");
            code = 8 * code + (peek() - '0');
          }
          c = static_cast<char>(code);
        } else if (c == 'n' || c == 't') {
          c = c == 'n' ? '\n' : '\t';
        } else if (c != '"' && c != '\\') {
          fail("expected an escape sequence");
        }
      }
      out += c;
    }
    ++at_;
    return out;
  }
  // Absolute path of a prim or a property.
  std::string path() {
    expect('<');
    const std::size_t from = at_;
    do {
      expect('/');
      word();
    } while (peek() == '/');
    if (take('.')) namespaced();
    const std::string out(text_.substr(from, at_ - from));
    expect('>');
    return out;
  }
  // Number = -? digits (. digits)? (e sign? digits)? | -?inf | nan
  UsdaValue number() {
    UsdaValue out{.form = Form::number, .whole = true};
    const std::size_t from = at_;
    const auto digits = [&] {
      if (!std::isdigit(static_cast<unsigned char>(peek()))) fail("expected a digit");
      while (std::isdigit(static_cast<unsigned char>(peek()))) ++at_;
    };
    if (text_.substr(at_).starts_with("nan")) {
      at_ += 3;
      out.whole = false;
    } else {
      take('-');
      if (text_.substr(at_).starts_with("inf")) {
        at_ += 3;
        out.whole = false;
      } else {
        digits();
        if (take('.')) {
          digits();
          out.whole = false;
        }
        if (peek() == 'e' || peek() == 'E') {
          ++at_;
          if (peek() == '+' || peek() == '-') ++at_;
          digits();
          out.whole = false;
        }
      }
    }
    if (in_name(peek())) fail("expected the end of a number");
    out.text = std::string(text_.substr(from, at_ - from));
    out.number = std::strtod(out.text.c_str(), nullptr);
    return out;
  }
  UsdaValue sequence(Form form, char open, char close) {
    UsdaValue out{.form = form};
    expect(open);
    for (skip_lines(); !take(close); skip_lines()) {
      if (!out.items.empty()) {
        expect(',');
        skip_lines();
        if (take(close)) break;
      }
      out.items.push_back(value());
    }
    if (form == Form::tuple && out.items.empty()) fail("expected a value in a tuple");
    return out;
  }
  UsdaValue value() {
    switch (peek()) {
      case '"':
        return {.form = Form::string, .text = quoted()};
      case '<':
        return {.form = Form::path, .text = path()};
      case '(':
        return sequence(Form::tuple, '(', ')');
      case '[':
        return sequence(Form::list, '[', ']');
      case '@': {
        ++at_;
        const std::size_t end = text_.find_first_of("@\n", at_);
        if (end == at_ || end == std::string_view::npos || text_[end] != '@') fail("expected an asset path");
        UsdaValue out{.form = Form::asset, .text = std::string(text_.substr(at_, end - at_))};
        at_ = end + 1;
        return out;
      }
      default:
        return number();
    }
  }
  UsdaValue typed(const std::string& type) {
    const std::size_t from = at_;
    UsdaValue out = value();
    const bool array = type.ends_with("[]");
    const auto known = types().find(array ? type.substr(0, type.size() - 2) : type);
    const double most = type.starts_with("int64") ? 9.3e18 : std::numeric_limits<int>::max();
    bool fits = !array || out.form == Form::list;
    if (array && fits)
      fits = std::ranges::all_of(out.items, [&](const UsdaValue& v) { return fits_one(known->second, v, most); });
    else if (fits)
      fits = fits_one(known->second, out, most);
    if (fits) return out;
    at_ = from;
    fail("expected a value of type " + type);
  }
  std::string type_name() {
    std::string out = word();
    if (!types().contains(out)) fail("expected a type, not '" + out + "'");
    if (take('[')) {
      expect(']');
      out += "[]";
    }
    return out;
  }
  void assign() {
    skip();
    expect('=');
    skip();
  }
  UsdaValue dictionary() {
    UsdaValue out{.form = Form::dictionary};
    expect('{');
    for (skip_lines(); !take('}'); skip_lines()) {
      const bool nested = text_.substr(at_).starts_with("dictionary ");
      const std::string type = nested ? word() : type_name();
      skip();
      const std::string key = word();
      assign();
      if (!out.entries.emplace(key, std::pair(type, nested ? dictionary() : typed(type))).second)
        fail("expected different keys, found " + key + " twice");
      expect_line_end();
    }
    return out;
  }
  // Keys that layers, prims and properties may have, with the form of their values.
  std::map<std::string, UsdaValue> metadata(bool layer) {
    static const std::map<std::string, Form> forms{
        {"defaultPrim", Form::string},     {"doc", Form::string},           {"upAxis", Form::string},
        {"startTimeCode", Form::number},   {"endTimeCode", Form::number},   {"timeCodesPerSecond", Form::number},
        {"framesPerSecond", Form::number}, {"metersPerUnit", Form::number}, {"subLayers", Form::list},
        {"apiSchemas", Form::list},        {"references", Form::path},      {"kind", Form::string},
        {"customData", Form::dictionary},  {"clips", Form::dictionary},     {"interpolation", Form::string}};
    static const std::set<std::string> of_layers{
        "defaultPrim",     "doc",          "upAxis", "startTimeCode", "endTimeCode", "subLayers", "timeCodesPerSecond",
        "framesPerSecond", "metersPerUnit"};
    std::map<std::string, UsdaValue> out;
    expect('(');
    for (skip_lines(); !take(')'); skip_lines()) {
      std::string key = word();
      const bool prepended = key == "prepend";
      skip();
      if (prepended) key = word();
      const auto form = forms.find(key);
      if (form == forms.end() || of_layers.contains(key) != layer || prepended != (key == "apiSchemas"))
        fail("expected metadata that is known here, not '" + key + "'");
      assign();
      UsdaValue v = form->second == Form::dictionary ? dictionary() : value();
      if (v.form != form->second) fail("expected another form of the value of " + key);
      if (!out.emplace(key, std::move(v)).second) fail("expected different keys, found " + key + " twice");
      expect_line_end();
    }
    return out;
  }
  static void expect_unique(const std::vector<UsdaPrim>& prims) {
    std::set<std::string> names;
    for (const UsdaPrim& p : prims)
      if (!names.insert(p.name).second) throw std::runtime_error("two prims are named " + p.name);
  }
  UsdaPrim prim() {
    UsdaPrim out{.specifier = word()};
    if (out.specifier != "def" && out.specifier != "over" && out.specifier != "class")
      fail("expected def, over or class");
    skip();
    if (peek() != '"') out.type = word();
    skip();
    const std::size_t from = at_;
    out.name = quoted();
    if (out.name.empty() || !begins_name(out.name[0]) || !std::ranges::all_of(out.name, in_name)) {
      at_ = from;
      fail("expected a name of a prim");
    }
    skip_lines();
    if (peek() == '(') out.metadata = metadata(false);
    skip_lines();
    expect('{');
    for (skip_lines(); !take('}'); skip_lines()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("def ") || rest.starts_with("over ") || rest.starts_with("class "))
        out.children.push_back(prim());
      else
        property(out);
      expect_line_end();
    }
    expect_unique(out.children);
    return out;
  }
  void relationship(UsdaPrim& prim) {
    const std::string name = namespaced();
    UsdaProperty p{.type = "rel"};
    assign();
    p.targets.push_back(path());
    if (!prim.properties.emplace(name, std::move(p)).second) fail("expected one definition of " + name);
  }
  void property(UsdaPrim& prim) {
    bool uniform = false;
    if (text_.substr(at_).starts_with("uniform ")) {
      uniform = true;
      word();
      skip();
    }
    if (text_.substr(at_).starts_with("rel ")) {
      word();
      skip();
      return relationship(prim);
    }
    const std::string type = type_name();
    skip();
    const std::string name = namespaced();
    UsdaProperty& p = prim.properties[name];
    if (!p.type.empty() && (p.type != type || p.uniform != uniform)) fail("expected one type of " + name);
    p.type = type;
    p.uniform = uniform;
    if (take('.')) {
      const std::string what = word();
      assign();
      if (what == "connect" && p.targets.empty())
        p.targets.push_back(path());
      else if (what == "timeSamples" && p.samples.empty() && !uniform)
        samples(p);
      else
        fail("expected timeSamples or connect once, not " + what);
      return;
    }
    skip();
    if (take('=')) {
      skip();
      if (!p.value.empty()) fail("expected one value of " + name);
      p.value.push_back(typed(type));
      skip();
    }
    if (peek() == '(') p.metadata = metadata(false);
  }
  void samples(UsdaProperty& p) {
    expect('{');
    for (skip_lines(); !take('}'); skip_lines()) {
      if (!p.samples.empty()) {
        expect(',');
        skip_lines();
        if (take('}')) break;
      }
      const double time = number().number;
      skip();
      expect(':');
      skip();
      if (!p.samples.empty() && !(time > p.samples.rbegin()->first)) fail("expected rising time codes");
      p.samples.emplace(time, typed(p.type));
      skip_lines();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

template <class F>
void each_number(const UsdaValue& value, const F& f) {
  if (value.form == Form::number) f(value);
  for (const UsdaValue& item : value.items) each_number(item, f);
}

}  // namespace

std::vector<float> UsdaValue::floats() const {
  std::vector<float> out;
  each_number(*this, [&](const UsdaValue& v) { out.push_back(static_cast<float>(v.number)); });
  return out;
}

std::vector<std::int64_t> UsdaValue::integers() const {
  std::vector<std::int64_t> out;
  each_number(*this, [&](const UsdaValue& v) { out.push_back(std::strtoll(v.text.c_str(), nullptr, 10)); });
  return out;
}

UsdaLayer parse_usda(std::string_view text) { return Parser(text).layer(); }

}  // namespace undine::test
