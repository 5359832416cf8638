// Files as wholes. A missing folder is made; whatever cannot be read or written is an Error that names path and reason.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace undine::files {

// Before a run: makes the folder and rejects, as Exit::failure, what could not be written later, and as Exit::bad_input
// an input (check_output()).
void prepare_file(const std::filesystem::path& file);

// Through a temporary file beside it and a rename: the file is never half-written, and stays as it was on
// Exit::failure. Links are followed, also to a file that does not exist yet. Devices and pipes are written directly,
// and so are descriptors of this process (/dev/stdout, /dev/fd/3), behind what they have got. A file with several hard
// links, of another owner, or in a folder that cannot be written is overwritten in place. Lasting: when it returns the
// bytes and the name are on the disk, and a machine that goes down then has them.
enum class Lasting : bool { no, yes };
void write_file(const std::filesystem::path& file, std::string_view bytes, Lasting lasting = Lasting::no);

// A device, a pipe or an open descriptor of this process: takes any content.
bool is_stream(const std::filesystem::path& file);
// Error(Exit::bad_input): the file is an input (engine/core/inputs.h).
void check_output(const std::filesystem::path& file);

// For files that another program writes: a name beside `file`, and what moves it there as write_file() does.
std::filesystem::path temporary_file(const std::filesystem::path& file);
void put_in_place(const std::filesystem::path& temporary, const std::filesystem::path& file);

// The content of a regular file of at most `most` bytes; otherwise Error(Exit::bad_input), before any allocation.
std::string read_file(const std::filesystem::path& file, std::uint64_t most = std::uint64_t{1} << 30);

}  // namespace undine::files
