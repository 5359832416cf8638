#include "engine/gpu/readback.h"

#include <algorithm>

#include "engine/gpu/errors.h"

namespace undine::gpu {

ReadbackPool::~ReadbackPool() {
  for (Object& buffer : free_) memory_.destroy(buffer);
}

Object ReadbackPool::take(std::uint64_t bytes) {
  auto fits = std::find_if(free_.begin(), free_.end(),
                           [&](const Object& b) { return b.bytes >= bytes && b.bytes <= bytes * 2 + 4096; });
  if (fits != free_.end()) {
    Object buffer = *fits;
    free_.erase(fits);
    return buffer;
  }
  Object buffer = memory_.staging("read-back", bytes, Memory::Host::read);
  bytes_ += buffer.bytes;
  return buffer;
}

void ReadbackPool::give(Object& buffer) {
  if (!buffer) return;
  if (free_.size() < keep) {
    free_.push_back(buffer);
    buffer = {};
  } else {
    bytes_ -= buffer.bytes;
    memory_.destroy(buffer);
  }
}

void ReadbackPool::deliver(Readback& readback) {
  struct Return {
    ReadbackPool& pool;
    Object& buffer;
    ~Return() { pool.give(buffer); }
  } at_end{*this, readback.buffer};
  UNDINE_CHECK(vmaInvalidateAllocation(d_.vma, readback.buffer.allocation, 0, VK_WHOLE_SIZE), "read-back");
  if (readback.done) readback.done({readback.buffer.mapped, readback.bytes});
}

}  // namespace undine::gpu
