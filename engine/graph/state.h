// Persistent resources, which outlive a frame. Only bookkeeping; engine/gpu allocates them on first use, filled with
// zeros.
#pragma once  // public
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/access.h"
#include "engine/graph/resource.h"
#include "engine/graph/shape.h"

namespace undine::graph {

class State {
 public:
  // To whom resources belong: a water, the bodies, the renderer. All that is made within own() is freed when the owner
  // goes; a name is unique among an owner's alone. It must not outlive its State.
  class Owner {
   public:
    explicit Owner(State& state) : state_(&state), id_(++state.owners_) {}
    ~Owner();
    Owner(Owner&& other) noexcept : state_(std::exchange(other.state_, nullptr)), id_(other.id_) {}
    Owner& operator=(Owner&& other) noexcept {
      std::swap(state_, other.state_);
      std::swap(id_, other.id_);
      return *this;
    }
    [[nodiscard]] auto own() { return Owning(*state_, id_); }  // until the result goes, what is made is this owner's

   private:
    State* state_;
    std::uint32_t id_;
  };
  class Owning {
   public:
    Owning(State& state, std::uint32_t owner) : state_(state), before_(std::exchange(state.owner_, owner)) {}
    ~Owning() { state_.owner_ = before_; }
    Owning(const Owning&) = delete;
    Owning& operator=(const Owning&) = delete;

   private:
    State& state_;
    std::uint32_t before_;
  };
  std::uint32_t owner() const { return owner_; }  // of what is made now: for those who make more later, by Owning
  // Contents of a buffer that count from one frame to the next: all of it; nothing, for each writes what it reads; a
  // list in any order: three words, the number of entries, the entries, a word each, and a rest that nobody reads; a
  // count of what has come and gone, that nothing else depends on and that may begin with zeros at any time; what those
  // who count need from frame to frame, and nobody else.
  enum class Keeps : std::uint8_t { all, nothing, list, count, counting };
  struct Entry {
    std::string name;  // "pool/elevation[0]"
    bool image = false, live = true;
    std::uint32_t owner = 0;  // 0: nobody's
    BufferDesc buffer;
    ImageDesc texture;
    Keeps keeps = Keeps::all;
    // After the last planned frame. At first: zero-filled by a transfer, images left in Layout::general.
    AccessState last;
    std::uint64_t serial = 0;  // unique for every creation: tells a re-used index from the old resource
    std::uint64_t writes = 0;  // nodes that have written it
  };
  // Names are unique among an owner's live resources; a second one throws Error. Zero-sized descriptions throw Error.
  Buffer buffer(std::string_view name, BufferDesc desc, Keeps keeps = Keeps::all);
  Image image(std::string_view name, ImageDesc desc);
  void release(Resource resource);  // memory is freed when no frame in flight uses it
  void adopt(Resource resource);    // gives it to the owner of what is made now; names stay unique

  const Entry& at(Resource resource) const;
  Entry& at(Resource resource);
  std::span<const Entry> entries() const {
    return entries_;
  }                                                     // index = Resource::index(); dead ones have live == false
  std::uint64_t revision() const { return revision_; }  // grows with every creation or release
  std::uint64_t bytes() const;                          // live, by description
  // Epoch of shaders: grows when any has changed, so that cached parts of frames (scope_cache.h) are declared again.
  std::uint64_t epoch() const { return epoch_; }
  void renew() { ++epoch_; }
  // Tilings of the kernels that work on these resources: chosen before anything starts.
  Shapes& shapes() { return shapes_; }
  const Shapes& shapes() const { return shapes_; }

 private:
  Resource add(Entry entry);
  std::vector<Entry> entries_;
  Shapes shapes_;
  std::uint64_t revision_ = 0, serial_ = 0, epoch_ = 0;
  std::uint32_t owners_ = 0, owner_ = 0;  // how many there were; whose is what is made
};

// A named ring of time levels: u[-1] the previous, u[0] the current, u[+1] the one being written. step() moves on:
// what was u[+1] becomes u[0]. levels: 2 (u[0], u[+1]) or more (older ones at negative indices).
class History {
 public:
  History() = default;
  History(State& state, std::string_view name, BufferDesc desc, int levels);
  Buffer operator[](int level) const;  // level in [-(levels-2), +1]; outside throws Error
  void step();
  int levels() const { return static_cast<int>(ring_.size()); }

 private:
  std::vector<Buffer> ring_;
  std::size_t now_ = 0;
};

}  // namespace undine::graph
