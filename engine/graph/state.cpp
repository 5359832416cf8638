#include "engine/graph/state.h"

#include <fmt/format.h>

#include "engine/core/error.h"

namespace undine::graph {

State::Owner::~Owner() {
  if (!state_) return;
  for (Entry& entry : state_->entries_) {
    if (!entry.live || entry.owner != id_) continue;
    entry.live = false;
    ++state_->revision_;
  }
}

Buffer State::buffer(std::string_view name, BufferDesc desc, Keeps keeps) {
  if (desc.bytes == 0) {
    throw Error(Exit::failure, fmt::format("resource {}", name), "a buffer of 0 bytes", "give it at least one element");
  }
  Entry entry;
  entry.name = name;
  entry.buffer = desc;
  entry.keeps = keeps;
  return Buffer(add(std::move(entry)));
}

Image State::image(std::string_view name, ImageDesc desc) {
  if (desc.extent.x == 0 || desc.extent.y == 0 || desc.extent.z == 0 || desc.mips == 0 || desc.layers == 0 ||
      desc.format == Format::undefined) {
    throw Error(Exit::failure, fmt::format("resource {}", name),
                fmt::format("an image of {} x {} x {} texels, {} mips, {} layers, format {}", desc.extent.x,
                            desc.extent.y, desc.extent.z, desc.mips, desc.layers, format_name(desc.format)),
                "every number must be at least 1 and the format defined");
  }
  Entry entry;
  entry.name = name;
  entry.image = true;
  entry.texture = desc;
  return Image(add(std::move(entry)));
}

Resource State::add(Entry entry) {
  std::size_t place = entries_.size();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].live) {
      if (place == entries_.size()) place = i;
    } else if (entries_[i].owner == owner_ && entries_[i].name == entry.name) {
      throw Error(Exit::failure, fmt::format("resource {}", entry.name), "its owner has a live resource of this name",
                  "an owner's names are unique");
    }
  }
  entry.last.write_stages = stage_transfer;
  entry.last.write_access = access_transfer_write;
  if (entry.image) entry.last.layout = Layout::general;
  entry.serial = ++serial_;
  entry.owner = owner_;
  ++revision_;
  Resource made = Resource::make(true, entry.image, static_cast<std::uint32_t>(place));
  if (place == entries_.size()) {
    entries_.push_back(std::move(entry));
  } else {
    entries_[place] = std::move(entry);
  }
  return made;
}

void State::adopt(Resource resource) {
  Entry& entry = at(resource);
  for (const Entry& other : entries_)
    if (other.live && &other != &entry && other.owner == owner_ && other.name == entry.name)
      throw Error(Exit::failure, fmt::format("resource {}", entry.name), "its new owner has a live one of this name",
                  "an owner's names are unique");
  entry.owner = owner_;
}

void State::release(Resource resource) {
  at(resource).live = false;
  ++revision_;
}

const State::Entry& State::at(Resource resource) const {
  bool known = resource && resource.persistent() && resource.index() < entries_.size();
  if (!known || entries_[resource.index()].image != resource.image() || !entries_[resource.index()].live) {
    throw Error(Exit::failure, fmt::format("resource handle {:#x}", resource.bits()),
                known ? "the resource was released" : "not a persistent resource of this State",
                "use the handle that State::buffer() or State::image() returned, until it is released");
  }
  return entries_[resource.index()];
}

State::Entry& State::at(Resource resource) { return const_cast<Entry&>(static_cast<const State&>(*this).at(resource)); }

std::uint64_t State::bytes() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) {
    if (entry.live) sum += entry.image ? bytes_of(entry.texture) : entry.buffer.bytes;
  }
  return sum;
}

History::History(State& state, std::string_view name, BufferDesc desc, int levels) {
  if (levels < 2) {
    throw Error(Exit::failure, fmt::format("history {}", name), fmt::format("{} time levels", levels),
                "at least 2: u[0] and u[+1]");
  }
  for (int i = 0; i < levels; ++i) ring_.push_back(state.buffer(fmt::format("{}[{}]", name, i), desc));
  now_ = static_cast<std::size_t>(levels - 2);
}

Buffer History::operator[](int level) const {
  int n = levels();
  if (level > 1 || level < -(n - 2) || n == 0) {
    throw Error(Exit::failure, "history", fmt::format("time level {:+} of a ring of {}", level, n),
                n == 0 ? "make it with a State first" : fmt::format("levels {:+} to +1", -(n - 2)));
  }
  return ring_[static_cast<std::size_t>(static_cast<int>(now_) + level + n) % ring_.size()];
}

void History::step() {
  if (!ring_.empty()) now_ = (now_ + 1) % ring_.size();
}

}  // namespace undine::graph
