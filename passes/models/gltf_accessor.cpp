#include "passes/models/gltf_accessor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"

namespace undine::solids {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 26;

std::size_t component_bytes(int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;
  }
}

int component_count(int type) {
  switch (type) {
    case TINYGLTF_TYPE_SCALAR:
      return 1;
    case TINYGLTF_TYPE_VEC2:
      return 2;
    case TINYGLTF_TYPE_VEC3:
      return 3;
    case TINYGLTF_TYPE_VEC4:
      return 4;
    default:
      return 0;
  }
}

template <class T>
T load(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

float load_float(const unsigned char* bytes, int type, bool normalized) {
  const auto scaled = [normalized](float value, float most) {
    return normalized ? std::max(value / most, -1.0f) : value;
  };
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return scaled(load<std::int8_t>(bytes), 127.0f);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return scaled(load<std::uint8_t>(bytes), 255.0f);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return scaled(load<std::int16_t>(bytes), 32767.0f);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return scaled(load<std::uint16_t>(bytes), 65535.0f);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return static_cast<float>(load<std::uint32_t>(bytes));
    default:
      return load<float>(bytes);
  }
}

std::uint32_t load_index(const unsigned char* bytes, int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return load<std::uint8_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return load<std::uint16_t>(bytes);
    default:
      return load<std::uint32_t>(bytes);
  }
}

bool is_index_type(int type) {
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE || type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

std::string named(int accessor) { return "accessor " + std::to_string(accessor); }

}  // namespace

void GltfAccessors::fail(const std::string& place, const std::string& problem, const std::string& remedy) const {
  constexpr std::size_t longest = 300;  // names come from the file
  throw Error(Exit::bad_input, file_ + ": " + shortened(place, longest), shortened(problem, longest),
              shortened(remedy, longest));
}

const tinygltf::Accessor& GltfAccessors::at(int accessor) const {
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= model_.accessors.size())
    fail(named(accessor), "does not exist", "0 to " + std::to_string(model_.accessors.size()) + " exclusive");
  return model_.accessors[static_cast<std::size_t>(accessor)];
}

std::size_t GltfAccessors::zeros(int accessor) const {
  constexpr std::size_t most = std::size_t{1} << 22;
  const std::size_t count = at(accessor).count;
  if (count > most)
    fail(named(accessor), "count is " + std::to_string(count) + " without a bufferView", "at most 4194304");
  return count;
}

std::size_t GltfAccessors::count(int accessor) const { return at(accessor).count; }

GltfAccessors::View GltfAccessors::view(int index, const std::string& user) const {
  if (index < 0 || static_cast<std::size_t>(index) >= model_.bufferViews.size())
    fail(user, "bufferView " + std::to_string(index) + " does not exist",
         "0 to " + std::to_string(model_.bufferViews.size()) + " exclusive");
  const tinygltf::BufferView& v = model_.bufferViews[static_cast<std::size_t>(index)];
  if (v.buffer < 0 || static_cast<std::size_t>(v.buffer) >= model_.buffers.size())
    fail(user, "bufferView " + std::to_string(index) + " uses buffer " + std::to_string(v.buffer),
         "0 to " + std::to_string(model_.buffers.size()) + " exclusive");
  const std::vector<unsigned char>& buffer = model_.buffers[static_cast<std::size_t>(v.buffer)].data;
  if (v.byteOffset > buffer.size() || v.byteLength > buffer.size() - v.byteOffset)
    fail(user,
         "bufferView " + std::to_string(index) + " ends behind its buffer of " + std::to_string(buffer.size()) +
             " bytes",
         "byteOffset + byteLength within the buffer");
  return {buffer.data() + v.byteOffset, v.byteLength, v.byteStride};
}

template <class Visit>
void GltfAccessors::each(int accessor, std::size_t element_bytes, Visit visit) const {
  const tinygltf::Accessor& a = at(accessor);
  const std::string place = named(accessor);
  if (a.count < 1 || a.count > most_elements)
    fail(place, "count is " + std::to_string(a.count), "1 to " + std::to_string(most_elements));
  // `place + bytes` never overflows: counts are below 2^26 and strides below 2^16.
  const auto check = [&](const View& v, std::size_t offset, std::size_t stride, std::size_t count, std::size_t bytes) {
    if (stride > 65536 || offset > v.bytes || (count - 1) * stride + bytes > v.bytes - offset)
      fail(place, "reads behind its bufferView of " + std::to_string(v.bytes) + " bytes",
           "byteOffset + (count - 1) * stride + element within the view");
  };
  if (a.bufferView >= 0) {
    const View v = view(a.bufferView, place);
    if (v.stride != 0 && (v.stride < element_bytes || v.stride % component_bytes(a.componentType) != 0))
      fail(place, "byteStride is " + std::to_string(v.stride),
           "a multiple of the component size, at least " + std::to_string(element_bytes));
    const std::size_t stride = v.stride ? v.stride : element_bytes;
    check(v, a.byteOffset, stride, a.count, element_bytes);
    for (std::size_t i = 0; i < a.count; ++i) visit(i, v.data + a.byteOffset + i * stride);
  }
  if (!a.sparse.isSparse) return;
  if (a.sparse.count < 1 || static_cast<std::size_t>(a.sparse.count) > a.count)
    fail(place, "sparse.count is " + std::to_string(a.sparse.count), "1 to count = " + std::to_string(a.count));
  if (!is_index_type(a.sparse.indices.componentType))
    fail(place, "sparse.indices.componentType is " + std::to_string(a.sparse.indices.componentType),
         "5121, 5123 or 5125");
  if (a.sparse.indices.byteOffset < 0 || a.sparse.values.byteOffset < 0)
    fail(place, "a sparse byteOffset is negative", "at least 0");
  const auto changed = static_cast<std::size_t>(a.sparse.count);
  const std::size_t index_bytes = component_bytes(a.sparse.indices.componentType);
  const View where = view(a.sparse.indices.bufferView, place), values = view(a.sparse.values.bufferView, place);
  const auto where_offset = static_cast<std::size_t>(a.sparse.indices.byteOffset);
  const auto values_offset = static_cast<std::size_t>(a.sparse.values.byteOffset);
  check(where, where_offset, index_bytes, changed, index_bytes);
  check(values, values_offset, element_bytes, changed, element_bytes);
  for (std::size_t i = 0; i < changed; ++i) {
    const std::size_t element = load_index(where.data + where_offset + i * index_bytes, a.sparse.indices.componentType);
    if (element >= a.count)
      fail(place, "sparse index " + std::to_string(element) + " is not below count",
           "below " + std::to_string(a.count));
    visit(element, values.data + values_offset + i * element_bytes);
  }
}

std::vector<float> GltfAccessors::floats(int accessor, int components) const {
  const tinygltf::Accessor& a = at(accessor);
  const std::size_t bytes = component_bytes(a.componentType);
  if (component_count(a.type) != components || bytes == 0)
    fail(named(accessor), "type " + std::to_string(a.type) + " of component type " + std::to_string(a.componentType),
         std::to_string(components) + " components per element");
  if (a.count > most_elements)
    fail(named(accessor), "count is " + std::to_string(a.count), "1 to " + std::to_string(most_elements));
  const auto width = static_cast<std::size_t>(components);
  std::vector<float> out;
  // A count is believed only after its bytes were found: a sparse accessor alone may claim any.
  if (a.bufferView >= 0) (void)view(a.bufferView, named(accessor));
  if (a.bufferView < 0) out.resize(zeros(accessor) * width);
  each(accessor, bytes * width, [&](std::size_t element, const unsigned char* data) {
    if (out.empty()) out.resize(a.count * width);
    for (std::size_t c = 0; c < width; ++c) {
      const float value = load_float(data + c * bytes, a.componentType, a.normalized);
      if (!std::isfinite(value))
        fail(named(accessor), "element " + std::to_string(element) + " is not a finite number", "finite numbers");
      out[element * width + c] = value;
    }
  });
  return out;
}

std::vector<std::uint32_t> GltfAccessors::indices(int accessor) const {
  const tinygltf::Accessor& a = at(accessor);
  if (a.type != TINYGLTF_TYPE_SCALAR || !is_index_type(a.componentType))
    fail(named(accessor), "holds no indices", "scalars of component type 5121, 5123 or 5125");
  std::vector<std::uint32_t> out;
  if (a.bufferView < 0) out.resize(zeros(accessor));
  each(accessor, component_bytes(a.componentType), [&](std::size_t element, const unsigned char* data) {
    if (out.empty()) out.resize(a.count);
    out[element] = load_index(data, a.componentType);
  });
  return out;
}

}  // namespace undine::solids
