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

constexpr std::uint64_t magic = 0x31656e69646e75ull;          // "undine1"
constexpr std::uint64_t special_magic = 0x32656e69646e75ull;  // "undine2"
constexpr std::string_view special_extension = ".special";

class Writer {
 public:
  void number(std::uint64_t value) { bytes(&value, sizeof value); }
  void bytes(const void* data, std::size_t size) { out.append(static_cast<const char*>(data), size); }
  std::string out;
};

// Reads the output of Writer; access out of bounds makes ok() false and yields zeros.
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
    if (!ok_ || size == 0) return;  // `out` may be null for an empty range
    std::memcpy(out, in_.data(), size);
    in_.remove_prefix(size);
  }
  // Count of items of at least `each` bytes, limited by the remaining bytes.
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

// An entry is a text followed by its hash. Empty if the file is missing or damaged.
std::optional<std::string> read_entry(const fs::path& file) {
  auto data = read_text(file);
  if (!data || data->size() < sizeof(std::uint64_t)) return {};
  const std::size_t size = data->size() - sizeof(std::uint64_t);
  if (Reader(std::string_view(*data).substr(size)).number() != text_hash(std::string_view(*data).substr(0, size)))
    return {};
  data->resize(size);
  return data;
}

// Written to a temporary file and renamed, so that readers never see partial content.
bool write_entry(const fs::path& file, Writer& w) {
  w.number(text_hash(w.out));
  static std::atomic<unsigned> serial{0};
  auto temporary = file;
  temporary += fmt::format(".{}.{}", system::process(), serial++);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  error.clear();
  bool written = false;
  if (std::ofstream out(temporary, std::ios::binary); out) {
    out.write(w.out.data(), static_cast<std::streamsize>(w.out.size()));
    out.close();
    written = !out.fail();
  }
  if (written) fs::rename(temporary, file, error);
  if (written && !error) return true;
  fs::remove(temporary, error);
  return false;
}

void put_code(Writer& w, const std::vector<std::uint32_t>& spirv) {
  w.number(spirv.size());
  w.bytes(spirv.data(), spirv.size() * sizeof(std::uint32_t));
}

std::vector<std::uint32_t> take_code(Reader& in) {
  std::vector<std::uint32_t> spirv(in.count(sizeof(std::uint32_t)));
  in.copy(spirv.data(), spirv.size() * sizeof(std::uint32_t));
  return spirv;
}

std::string plain(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

// Deletes all but the `most` newest of the files "NAME-<16 digits>.special" beside `file`, which is one of them.
void forget_oldest(const fs::path& file, std::size_t most) {
  const std::string like = file.filename().string();
  const std::size_t same = like.size() - special_extension.size() - 16;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator at(file.parent_path(), error), end; !error && at != end; at.increment(error)) {
    const std::string text = at->path().filename().string();
    if (text.size() != like.size() || !text.starts_with(std::string_view(like).substr(0, same)) ||
        !text.ends_with(special_extension))
      continue;
    std::error_code gone;
    const fs::file_time_type written = fs::last_write_time(at->path(), gone);
    if (!gone) files.emplace_back(written, at->path());
  }
  if (files.size() <= most) return;
  std::ranges::sort(files);
  files.resize(files.size() - most);
  for (const auto& [written, old] : files) fs::remove(old, error);
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
  return folder_ / fmt::format("{}-{:016x}.spirv", plain(name), hash.value());
}

std::optional<Compiled> Cache::load(std::string_view name, std::string_view text) const {
  if (folder_.empty()) return {};
  const auto body = read_entry(file(name));
  if (!body) return {};
  Reader in(*body);
  if (in.number() != magic || in.number() != key_ || in.number() != text_hash(text)) return {};
  Compiled out;
  out.includes.resize(in.count(3 * sizeof(std::uint64_t)));
  for (auto& d : out.includes) {
    std::string path(in.count(1), '\0');
    in.copy(path.data(), path.size());
    d = {path, in.number() != 0, in.number()};
  }
  out.spirv = take_code(in);
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
  put_code(w, compiled.spirv);
  write_entry(file(name), w);
}

fs::path Cache::special_file(std::string_view name, Values values) const {
  Hash hash;
  hash.word(key_);
  hash.text(optimizer_version());
  hash.text(name);
  for (const ConstantValue& value : values) hash.word(std::uint64_t{value.id} << 32 | value.bits);
  return folder_ / fmt::format("{}-{:016x}{}", plain(name), hash.value(), special_extension);
}

std::optional<std::vector<std::uint32_t>> Cache::load_special(std::string_view name, std::uint64_t version,
                                                              Values values) const {
  if (folder_.empty()) return {};
  const auto body = read_entry(special_file(name, values));
  if (!body) return {};
  Reader in(*body);
  if (in.number() != special_magic || in.number() != version || in.count(sizeof(ConstantValue)) != values.size())
    return {};
  for (const ConstantValue& value : values)
    if (in.number() != (std::uint64_t{value.id} << 32 | value.bits)) return {};
  auto spirv = take_code(in);
  if (!in.done() || spirv.empty()) return {};
  return spirv;
}

void Cache::store_special(std::string_view name, std::uint64_t version, Values values,
                          const std::vector<std::uint32_t>& spirv) const {
  if (folder_.empty()) return;
  Writer w;
  w.number(special_magic);
  w.number(version);
  w.number(values.size());
  for (const ConstantValue& value : values) w.number(std::uint64_t{value.id} << 32 | value.bits);
  put_code(w, spirv);
  const fs::path file = special_file(name, values);
  if (write_entry(file, w)) forget_oldest(file, most_special);
}

}  // namespace undine::shader
