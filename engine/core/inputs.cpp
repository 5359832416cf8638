#include "engine/core/inputs.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace undine {
namespace {

namespace fs = std::filesystem;

std::mutex inputs_mutex;
std::set<fs::path> inputs;  // canonical; guarded by mutex

}  // namespace

void note_input(const fs::path& file) {
  std::error_code absent;
  fs::path whole = fs::canonical(file, absent);
  if (absent) return;
  const std::scoped_lock lock(inputs_mutex);
  inputs.insert(std::move(whole));
}

bool is_input(const fs::path& file) {
  std::error_code absent;
  if (!fs::exists(file, absent)) return false;
  const std::scoped_lock lock(inputs_mutex);
  return std::ranges::any_of(inputs, [&](const fs::path& input) { return fs::equivalent(input, file, absent); });
}

}  // namespace undine
