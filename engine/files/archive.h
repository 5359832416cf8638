// Zip archives with integrity checks. Standard zip tools open them: members are deflated, and the archive's comment
// holds the CRC-32 of all bytes before its last eight.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace undine::files {

struct Member {
  std::string name;  // "state/height.npy"; unique
  std::string bytes;
};

// Eight hexadecimal digits.
std::string crc32_of(std::string_view bytes);

// Returns the archive's bytes; equal members give equal bytes. Error(Exit::failure) if memory is exhausted.
std::string archive_bytes(const std::vector<Member>& members);

// Members in order. Error(Exit::bad_input) names the file and the problem: truncated, altered member, not such an
// archive.
std::vector<Member> read_archive(const std::filesystem::path& file);

}  // namespace undine::files
