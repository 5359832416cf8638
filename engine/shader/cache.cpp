#include "engine/shader/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>

#include "engine/core/hash.h"
#include "engine/core/system.h"

namespace undine::shader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t magic = 0x31656e69646e75ull;  // "undine1"

class Writer {
 public:
  void number(std::uint64_t value) { bytes(&value, sizeof value); }
  void bytes(const void* data, std::size_t size) { out.append(static_cast<const char*>(data), size); }
  std::string out;
};

// Reads what Writer wrote; anything out of bounds makes ok() false and yields zeros.
class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    copy(&value, sizeof value);
    return value;
  }
  void copy(void* out, std::size_t size) {
    ok_ = ok_ && size <= in_.size();
    if (!ok_ || size == 0) return;  // nothing goes nowhere: `out` may be null then
    std::memcpy(out, in_.data(), size);
    in_.remove_prefix(size);
  }
  // A count of things of at least `each` bytes: never more than can follow.
  std::size_t count(std::size_t each) {
    const auto value = number();
    ok_ = ok_ && value <= in_.size() / each;
    return ok_ ? static_cast<std::size_t>(value) : 0;
  }
  bool ok() const { return ok_; }
  bool done() const { return ok_ && in_.empty(); }

 private:
  std::string_view in_;
  bool ok_ = true;
};

bool unchanged(const Dependency& d) {
  const auto text = read_text(d.file);
  return text.has_value() == d.present && (!text || text_hash(*text) == d.hash);
}

}  // namespace

Cache::Cache(fs::path folder, const fs::path& root, bool debug, bool messages, bool unroll)
    : folder_(std::move(folder)) {
  Hash hash;
  hash.text(root.string());
  hash.text(compiler_version());
  hash.word(debug);
  hash.word(messages);
  hash.word(unroll);
  key_ = hash.value();
}

fs::path Cache::file(std::string_view name) const {
  Hash hash;
  hash.word(key_);
  hash.text(name);
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '/', '_');
  return folder_ / fmt::format("{}-{:016x}.spirv", plain, hash.value());
}

std::optional<Compiled> Cache::load(std::string_view name, std::string_view text) const {
  if (folder_.empty()) return {};
  const auto data = read_text(file(name));
  if (!data || data->size() < sizeof(std::uint64_t)) return {};
  const auto body = std::string_view(*data).substr(0, data->size() - sizeof(std::uint64_t));
  if (Reader(std::string_view(*data).substr(body.size())).number() != text_hash(body)) return {};
  Reader in(body);
  if (in.number() != magic || in.number() != key_ || in.number() != text_hash(text)) return {};
  Compiled out;
  out.includes.resize(in.count(3 * sizeof(std::uint64_t)));
  for (auto& d : out.includes) {
    std::string path(in.count(1), '\0');
    in.copy(path.data(), path.size());
    d = {path, in.number() != 0, in.number()};
  }
  out.spirv.resize(in.count(sizeof(std::uint32_t)));
  in.copy(out.spirv.data(), out.spirv.size() * sizeof(std::uint32_t));
  if (!in.done() || out.spirv.empty()) return {};
  if (!std::all_of(out.includes.begin(), out.includes.end(), unchanged)) return {};
  return out;
}

void Cache::store(std::string_view name, std::string_view text, const Compiled& compiled) const {
  if (folder_.empty()) return;
  Writer w;
  w.number(magic);
  w.number(key_);
  w.number(text_hash(text));
  w.number(compiled.includes.size());
  for (const auto& d : compiled.includes) {
    const auto path = d.file.string();
    w.number(path.size());
    w.bytes(path.data(), path.size());
    w.number(d.present);
    w.number(d.hash);
  }
  w.number(compiled.spirv.size());
  w.bytes(compiled.spirv.data(), compiled.spirv.size() * sizeof(std::uint32_t));
  w.number(text_hash(w.out));

  static std::atomic<unsigned> serial{0};
  const auto target = file(name);
  auto temporary = target;
  temporary += fmt::format(".{}.{}", system::process(), serial++);
  std::error_code error;
  fs::create_directories(folder_, error);
  bool written = false;
  if (std::ofstream out(temporary, std::ios::binary); out) {
    out.write(w.out.data(), static_cast<std::streamsize>(w.out.size()));
    out.close();
    written = !out.fail();
  }
  if (written) fs::rename(temporary, target, error);
  if (!written || error) fs::remove(temporary, error);
}

}  // namespace undine::shader
