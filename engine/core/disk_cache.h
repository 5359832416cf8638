// Disk cache of computed values in the user's cache folder. Entries have a name and a key: a hash of all inputs,
// including the version of the code. Damaged or truncated entries, and entries with another key or length, count as
// missing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace undine {

// Sets the folder for this process; call before computing anything. Empty (default): the cache is off.
void use_disk_cache(std::filesystem::path folder);

// Fills all parts in order and returns true, or leaves them undefined. Thread-safe, like store_computed().
bool load_computed(std::string_view name, std::uint64_t key, std::span<const std::span<std::byte>> parts);
// Written to a temporary file and renamed. If the folder is not writable, values are computed again. Replaces only the
// entry with the same name and key.
void store_computed(std::string_view name, std::uint64_t key, std::span<const std::span<const std::byte>> parts);
std::filesystem::path computed_file(std::string_view name, std::uint64_t key);  // empty: the cache is off

}  // namespace undine
