// Files as wholes. A missing folder is made; whatever cannot be read or written is an Error that names path and reason.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace undine::files {

// Before a run: makes the folder and rejects, as Exit::failure, what could not be written later.
void prepare_file(const std::filesystem::path& file);

// Through a temporary file beside it and a rename: the file is never half-written, and stays as it was on
// Exit::failure. What a link points to is written; a device or pipe is written in place. Lasting: when it returns the
// bytes and the name are on the disk, and a machine that goes down then has them.
enum class Lasting : bool { no, yes };
void write_file(const std::filesystem::path& file, std::string_view bytes, Lasting lasting = Lasting::no);

// The content of a regular file of at most `most` bytes; otherwise Error(Exit::bad_input), before any allocation.
std::string read_file(const std::filesystem::path& file, std::uint64_t most = std::uint64_t{1} << 30);

}  // namespace undine::files
