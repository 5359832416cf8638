#include "engine/files/file_watch.h"

#include <algorithm>
#include <utility>

namespace undine::files {

namespace fs = std::filesystem;

FileWatch::Stamp FileWatch::stamp(const fs::path& file) {
  std::error_code none;
  Stamp out;
  out.time = fs::last_write_time(file, none);
  if (none) return {};
  out.size = fs::file_size(file, none);  // other than regular files: the largest number
  return out;
}

void FileWatch::watch(const std::set<fs::path>& files) {
  std::erase_if(files_, [&](const auto& known) { return !files.contains(known.first); });
  for (const fs::path& file : files) {
    if (files_.contains(file)) continue;
    const Stamp now = stamp(file);
    files_[file] = {now, now};
    neighbors_.erase(file);
  }
}

void FileWatch::report_neighbors(bool on) {
  if (std::exchange(beside_, on) == on) return;
  neighbors_.clear();
  if (!on) return;
  look_beside(Clock::now());
  for (auto& [file, seen] : neighbors_) seen.told = seen.last;
}

// Vanished files have a stamp of zeros.
void FileWatch::look_beside(Clock::time_point now) {
  std::set<fs::path> folders;
  for (const auto& [file, seen] : files_) folders.insert(file.parent_path());
  std::map<fs::path, Stamp> fresh;
  for (const auto& [file, seen] : neighbors_) fresh[file] = {};
  std::error_code ignored;
  for (const fs::path& folder : folders)
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
      const fs::path file = folder / entry.path().filename();
      if (!files_.contains(file)) fresh[file] = stamp(file);
    }
  for (const auto& [file, at] : fresh) {
    Seen& seen = neighbors_[file];
    if (std::exchange(seen.last, at) != at) seen.since = now;
  }
}

bool FileWatch::look() {
  const auto now = Clock::now();
  bool burst = false, stirred = false;
  for (auto& [file, seen] : files_) {
    const Stamp fresh = stamp(file);
    if (std::exchange(seen.last, fresh) != fresh) seen.since = now;
    stirred = stirred || seen.stirred();
    burst = burst || (seen.stirred() && now - seen.since < quiet_);
  }
  if (beside_) look_beside(now);
  const auto end = Clock::now();
  const auto pause = stirred ? quiet_ : 4 * quiet_;
  next_look_ = end + std::max<Clock::duration>(pause, 19 * (end - now));
  return burst;
}

std::vector<fs::path> FileWatch::changed() {
  std::vector<fs::path> out;
  // Report a burst only as a whole. A neighbor that keeps changing, such as a log, does not block the others.
  if (Clock::now() < next_look_ || look()) return out;
  const auto now = Clock::now();
  for (Files* part : {&files_, &neighbors_})
    for (auto& [file, seen] : *part) {
      if (!seen.stirred() || now - seen.since < quiet_) continue;
      seen.told = seen.last;
      out.push_back(file);
    }
  return out;
}

}  // namespace undine::files
