// Typed reads of glTF accessors with every bound checked first. Included by gltf*.cpp only.
#pragma once
#include <string>
#include <vector>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <tiny_gltf.h>
#pragma GCC diagnostic pop

namespace undine::solids {

class GltfAccessors {
 public:
  GltfAccessors(const tinygltf::Model& model, std::string file) : model_(model), file_(std::move(file)) {}

  // `components` floats per element; normalized integers become their fractions.
  std::vector<float> floats(int accessor, int components) const;
  std::vector<std::uint32_t> indices(int accessor) const;  // scalar unsigned integers
  std::size_t count(int accessor) const;
  // Bytes of a buffer view, checked; stride 0: tight.
  struct View {
    const unsigned char* data;
    std::size_t bytes, stride;
  };
  View view(int index, const std::string& user) const;
  [[noreturn]] void fail(const std::string& place, const std::string& problem, const std::string& remedy) const;

 private:
  const tinygltf::Accessor& at(int accessor) const;
  // Count of an accessor without a bufferView, whose elements are 0 by the specification.
  std::size_t zeros(int accessor) const;
  // Calls visit(element, bytes of the element) for all elements: first the dense ones, then the sparse ones.
  template <class Visit>
  void each(int accessor, std::size_t element_bytes, Visit visit) const;
  const tinygltf::Model& model_;
  std::string file_;
};

}  // namespace undine::solids
