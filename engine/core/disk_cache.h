// What is computed from other values and read back in later runs, in files of the user's cache folder. An entry is
// known by a name and a key: a hash of everything that it is made of, the version of what makes it included. What is
// damaged, cut short, of another key or another length is not there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace undine {

// For this process, before anything is computed; empty, as at the beginning: nothing is read or written.
void use_disk_cache(std::filesystem::path folder);

// Fills all parts in order and says so, or leaves them undefined. Thread-safe, like store_computed().
bool load_computed(std::string_view name, std::uint64_t key, std::span<const std::span<std::byte>> parts);
// Written beside the file and renamed; a folder that cannot be written only costs computing again. An entry takes the
// place of what is there under its name and key alone.
void store_computed(std::string_view name, std::uint64_t key, std::span<const std::span<const std::byte>> parts);
std::filesystem::path computed_file(std::string_view name, std::uint64_t key);  // empty: the cache is off

}  // namespace undine
