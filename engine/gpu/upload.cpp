#include "engine/gpu/upload.h"

#include <algorithm>
#include <cstring>

namespace undine::gpu {

UploadRing::UploadRing(DeviceImpl& device, Memory& memory)
    : memory_(memory),
      alignment_(std::max<std::uint64_t>(64, device.properties.limits.minUniformBufferOffsetAlignment)) {
  large_.reserve(8);
}

UploadRing::~UploadRing() {
  for (Object& chunk : chunks_) memory_.destroy(chunk);
  for (Object& piece : large_) memory_.destroy(piece);
}

void UploadRing::reset() {
  for (Object& piece : large_) memory_.destroy(piece);
  large_.clear();
  chunk_ = 0;
  used_ = 0;
}

UploadRing::Slice UploadRing::take(std::uint64_t bytes) {
  if (bytes > chunk_bytes / 4) {
    large_.push_back(memory_.staging("upload", bytes, Memory::Host::write));
    return {large_.back().buffer, 0, large_.back().mapped};
  }
  used_ = (used_ + alignment_ - 1) / alignment_ * alignment_;
  if (used_ + bytes > chunk_bytes) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ >= chunks_.size()) {
    chunks_.push_back(memory_.staging("upload ring", chunk_bytes, Memory::Host::write));
    chunk_ = chunks_.size() - 1;
  }
  Slice slice{chunks_[chunk_].buffer, used_, chunks_[chunk_].mapped + used_};
  used_ += bytes;
  return slice;
}

UploadRing::Slice UploadRing::put(std::span<const std::byte> data) {
  Slice slice = take(data.size());
  std::memcpy(slice.data, data.data(), data.size());
  return slice;
}

std::uint64_t UploadRing::bytes() const {
  std::uint64_t sum = 0;
  for (const Object& chunk : chunks_) sum += chunk.bytes;
  for (const Object& piece : large_) sum += piece.bytes;
  return sum;
}

}  // namespace undine::gpu
