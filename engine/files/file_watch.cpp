#include "engine/files/file_watch.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace undine::files {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto look_every = 250ms;        // without inotify
constexpr auto look_also_every = 1000ms;  // beside it: folders that were moved, network drives, targets of links

FileWatch::FileWatch(bool notify, std::chrono::milliseconds quiet) : quiet_(quiet) {
  if (notify) notify_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

FileWatch::~FileWatch() {
  if (notify_ >= 0) ::close(notify_);
}

FileWatch::Stamp FileWatch::stamp(const fs::path& file) {
  struct stat s {};
  if (::stat(file.c_str(), &s) != 0) return {};
  return {static_cast<std::int64_t>(s.st_mtim.tv_sec) * 1'000'000'000 + s.st_mtim.tv_nsec,
          static_cast<std::uint64_t>(s.st_size), static_cast<std::uint64_t>(s.st_ino)};
}

void FileWatch::watch(const std::set<fs::path>& files) {
  std::erase_if(files_, [&](const auto& known) { return !files.contains(known.first); });
  std::set<fs::path> folders;
  for (const fs::path& file : files) {
    folders.insert(file.parent_path());
    if (!files_.contains(file)) files_[file] = stamp(file);
  }
  if (notify_ < 0) return;
  for (auto at = folders_.begin(); at != folders_.end();) {
    if (folders.contains(at->first)) {
      ++at;
      continue;
    }
    inotify_rm_watch(notify_, at->second);
    at = folders_.erase(at);
  }
  for (const fs::path& folder : folders) {
    if (folders_.contains(folder)) continue;
    const int id = inotify_add_watch(notify_, folder.empty() ? "." : folder.c_str(),
                                     IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM);
    if (id >= 0) folders_[folder] = id;
  }
}

void FileWatch::listen() {
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (;;) {
    const ssize_t got = ::read(notify_, buffer.data(), buffer.size());
    if (got <= 0) return;
    for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof(event));
      const char* name = buffer.data() + at + sizeof(event);
      at += sizeof(event) + event.len;
      if (event.mask & IN_Q_OVERFLOW) looked_ = {};
      for (auto folder = folders_.begin(); folder != folders_.end(); ++folder) {
        if (folder->second != event.wd) continue;
        if (event.mask & IN_IGNORED) {  // the folder is gone; looking goes on
          folders_.erase(folder);
          break;
        }
        if (event.len == 0) continue;
        const fs::path file = folder->first / name;
        if (files_.contains(file) || neighbours_) stirred_[file] = Clock::now();
      }
    }
  }
}

void FileWatch::look() {
  const auto now = Clock::now();
  const auto every = notify_ >= 0 && !folders_.empty() ? look_also_every : look_every;
  if (now - looked_ < every) return;
  looked_ = now;
  for (const auto& [file, known] : files_)
    if (!stirred_.contains(file) && stamp(file) != known) stirred_[file] = now;
}

std::vector<fs::path> FileWatch::changed() {
  if (notify_ >= 0) listen();
  look();
  std::vector<fs::path> out;
  if (stirred_.empty()) return out;
  const auto now = Clock::now();
  // All of a burst, or none of it. A neighbour that does not come to rest, such as a log, holds up nobody else.
  const auto restless = [&](const auto& one) { return now - one.second < quiet_; };
  decltype(stirred_) waits;
  for (const auto& one : stirred_)
    if (restless(one)) {
      if (files_.contains(one.first)) return out;
      waits.insert(one);
    }
  for (const auto& [file, when] : stirred_) {
    if (waits.contains(file)) continue;
    auto known = files_.find(file);
    if (known == files_.end()) {
      if (neighbours_) out.push_back(file);
      continue;
    }
    const Stamp fresh = stamp(file);
    if (fresh == known->second) continue;
    known->second = fresh;
    out.push_back(file);
  }
  stirred_ = std::move(waits);
  return out;
}

}  // namespace undine::files
