// Short notes over the picture: "undine_001.png written". Thread-safe.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "engine/core/log.h"

namespace undine::hud {

struct Note {
  std::string text;
  bool problem = false;
  double age = 0;  // s
};

class Notes {
 public:
  static constexpr double lasting = 5;  // s
  void add(std::string text, bool problem = false) {
    log::debug("note: {}", text);
    const std::lock_guard lock(mutex_);
    notes_.push_back({std::move(text), problem});
    ++count_;
    if (notes_.size() > most) notes_.erase(notes_.begin());
  }
  // Visible notes, `elapsed` seconds after the previous call.
  std::vector<Note> shown(double elapsed) {
    const std::lock_guard lock(mutex_);
    for (Note& note : notes_) note.age += elapsed;
    std::erase_if(notes_, [](const Note& note) { return note.age > lasting; });
    return notes_;
  }

  std::size_t count() {  // all notes ever added
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  static constexpr std::size_t most = 4;
  std::mutex mutex_;
  std::vector<Note> notes_;
  std::size_t count_ = 0;
};

}  // namespace undine::hud
