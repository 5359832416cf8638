#include "engine/files/archive.h"

#include <fmt/format.h>
#include <zip.h>
#include <zlib.h>

#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::files {
namespace {

constexpr std::string_view mark = "undine crc32 ";
constexpr std::size_t digits = 8;
constexpr std::uint64_t most = std::uint64_t{1} << 40;  // limit of unpacked bytes
constexpr std::uint64_t most_packed = 1100;             // limit of the compression ratio: DEFLATE reaches 1032
constexpr std::string_view zip_begins{"PK\x03\x04", 4};

struct Discard {
  void operator()(zip_t* zip) const { zip_discard(zip); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Zip = std::unique_ptr<zip_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

[[noreturn]] void unwritable(const char* why) { throw Error(Exit::failure, "archive", why, "free memory"); }

void add(zip_t* zip, const Member& member) {
  zip_source_t* from = zip_source_buffer(zip, member.bytes.data(), member.bytes.size(), 0);
  const zip_int64_t index = from ? zip_file_add(zip, member.name.c_str(), from, ZIP_FL_ENC_UTF_8) : -1;
  if (index < 0) {
    zip_source_free(from);
    unwritable(zip_strerror(zip));
  }
  const auto at = static_cast<zip_uint64_t>(index);
  constexpr std::uint16_t first_of_1980 = 0x21;  // fixed date, so that equal members give equal bytes
  if (zip_set_file_compression(zip, at, ZIP_CM_DEFLATE, 1) != 0 ||
      zip_file_set_dostime(zip, at, 0, first_of_1980, 0) != 0)
    unwritable(zip_strerror(zip));
}

class Archive {
 public:
  Archive(const std::filesystem::path& file, const std::string& bytes) : file_(file), bytes_(bytes.size()) {
    zip_error_t problem;
    zip_error_init(&problem);
    Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &problem));
    zip_.reset(source ? zip_open_from_source(source.get(), ZIP_RDONLY, &problem) : nullptr);
    why_ = zip_ ? std::string() : zip_error_strerror(&problem);
    zip_error_fini(&problem);
    if (zip_) static_cast<void>(source.release());
  }
  explicit operator bool() const { return zip_ != nullptr; }
  const std::string& why() const { return why_; }
  zip_uint64_t count() const { return static_cast<zip_uint64_t>(zip_get_num_entries(zip_.get(), 0)); }

  // Throws Error if the member's bytes are altered.
  Member member(zip_uint64_t at) const {
    zip_stat_t about;
    if (zip_stat_index(zip_.get(), at, 0, &about) != 0) refuse(fmt::format("member {}", at), said(zip_.get()));
    constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    if ((about.valid & needed) != needed) refuse(fmt::format("member {}", at), "its directory lacks name or size");
    const std::string where = "member " + shortened(about.name);
    if (about.comp_size > bytes_ || about.size / most_packed > about.comp_size)
      refuse(where, fmt::format("its directory claims {} bytes, packed {}", about.size, about.comp_size));
    Member out{about.name, std::string(about.size, '\0')};
    zip_file_t* in = zip_fopen_index(zip_.get(), at, 0);
    if (!in) refuse(where, said(zip_.get()));
    const zip_int64_t got = zip_fread(in, out.bytes.data(), out.bytes.size());
    char beyond = 0;
    const zip_int64_t more = got < 0 ? got : zip_fread(in, &beyond, 1);  // verifies the checksum
    const std::string problem =
        zip_error_code_zip(zip_file_get_error(in)) != ZIP_ER_OK ? zip_file_strerror(in) : std::string();
    zip_fclose(in);
    if (!problem.empty() || got < 0 || more < 0) refuse(where, problem.empty() ? "cannot be unpacked" : problem);
    if (static_cast<zip_uint64_t>(got) != about.size || more != 0)
      refuse(where,
             fmt::format("holds {} bytes than the {} of its directory", more > 0 ? "more" : "fewer", about.size));
    return out;
  }
  [[noreturn]] void refuse(const std::string& where, const std::string& why) const {
    throw Error(Exit::bad_input, file_.string() + ": " + where, "is damaged (" + why + ")",
                "an undamaged checkpoint of Undine");
  }

 private:
  static std::string said(zip_t* zip) {
    const bool any = zip_error_code_zip(zip_get_error(zip)) != ZIP_ER_OK;
    return any ? zip_strerror(zip) : "cannot be read";
  }

  std::filesystem::path file_;
  zip_uint64_t bytes_;
  Zip zip_;
  std::string why_;
};

// Called if the archive's checksum is wrong: names the damaged member.
[[noreturn]] void find_damage(const std::filesystem::path& file, const std::string& bytes) {
  const Archive archive(file, bytes);
  if (!archive) archive.refuse("its directory", archive.why());
  for (zip_uint64_t i = 0; i < archive.count(); ++i) archive.member(i);
  archive.refuse("bytes outside its members", "the checksum of the archive differs");
}

}  // namespace

std::string crc32_of(std::string_view bytes) {
  uLong sum = crc32_z(0, nullptr, 0);
  return fmt::format("{:08x}", crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string archive_bytes(const std::vector<Member>& members) {
  zip_error_t problem;
  zip_error_init(&problem);
  Source source(zip_source_buffer_create(nullptr, 0, 0, &problem));
  Zip zip(source ? zip_open_from_source(source.get(), ZIP_TRUNCATE, &problem) : nullptr);
  if (!zip) unwritable(zip_error_strerror(&problem));
  zip_source_keep(source.get());
  for (const Member& member : members) add(zip.get(), member);
  const std::string comment = std::string(mark) + std::string(digits, '0');
  if (zip_set_archive_comment(zip.get(), comment.c_str(), static_cast<zip_uint16_t>(comment.size())) != 0 ||
      zip_close(zip.get()) != 0)
    unwritable(zip_strerror(zip.get()));
  static_cast<void>(zip.release());
  zip_stat_t about;
  if (zip_source_stat(source.get(), &about) != 0 || zip_source_open(source.get()) != 0)
    unwritable("cannot be read back");
  std::string out(about.size, '\0');
  const zip_int64_t got = zip_source_read(source.get(), out.data(), out.size());
  zip_source_close(source.get());
  if (got != static_cast<zip_int64_t>(out.size())) unwritable("cannot be read back");
  const std::string sum = crc32_of(std::string_view(out).substr(0, out.size() - digits));
  out.replace(out.size() - digits, digits, sum);
  return out;
}

std::vector<Member> read_archive(const std::filesystem::path& file) {
  const std::string bytes = read_file(file, most);
  const std::string_view all = bytes;
  const auto refuse = [&](const std::string& what) {
    throw Error(Exit::bad_input, file.string(), what, "an undamaged checkpoint of Undine");
  };
  if (!all.starts_with(zip_begins.substr(0, std::min(all.size(), zip_begins.size()))) || all.empty())
    refuse("is not a checkpoint: a zip archive begins with PK");
  if (all.size() < mark.size() + digits || !all.substr(0, all.size() - digits).ends_with(mark))
    refuse(fmt::format("is truncated or damaged: its end is missing after byte {}", all.size()));
  if (all.substr(all.size() - digits) != crc32_of(all.substr(0, all.size() - digits))) find_damage(file, bytes);
  const Archive archive(file, bytes);
  if (!archive) archive.refuse("its directory", archive.why());
  std::vector<Member> out;
  for (zip_uint64_t i = 0; i < archive.count(); ++i) out.push_back(archive.member(i));
  return out;
}

}  // namespace undine::files
