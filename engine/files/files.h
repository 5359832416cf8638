// Whole-file reading and writing. Creates missing folders; failures throw Error with path and reason.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace undine::files {

// Call before a run. Creates the folder. Rejects paths that could not be written later (Exit::failure) and inputs
// (Exit::bad_input, check_output()).
void prepare_file(const std::filesystem::path& file);

// Writes through a temporary file and a rename: the file is never half-written, and unchanged after Exit::failure.
// Follows links, also to missing files. Writes directly to devices and pipes, and appends to descriptors of this
// process (/dev/stdout, /dev/fd/3). Overwrites in place files with several hard links, with another owner, or in a
// folder that is not writable. Lasting: returns after bytes and name are on the disk, so that they survive a power
// failure.
enum class Lasting : bool { no, yes };
void write_file(const std::filesystem::path& file, std::string_view bytes, Lasting lasting = Lasting::no);

// True for a device, a pipe or an open descriptor of this process, which accept any content.
bool is_stream(const std::filesystem::path& file);
// Error(Exit::bad_input): the file is an input (engine/core/inputs.h).
void check_output(const std::filesystem::path& file);

// For files that another program writes: a temporary name beside `file`, and the move to `file` as in write_file().
std::filesystem::path temporary_file(const std::filesystem::path& file);
void put_in_place(const std::filesystem::path& temporary, const std::filesystem::path& file);

// The content of a regular file of at most `most` bytes; otherwise Error(Exit::bad_input), before any allocation.
std::string read_file(const std::filesystem::path& file, std::uint64_t most = std::uint64_t{1} << 30);

}  // namespace undine::files
