// Test device with validation and synchronization validation; any message fails the test that caused it.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "engine/gpu/executor.h"

namespace undine::test {

gpu::Device& device();  // shared by the tests of one process

class GpuTest : public ::testing::Test {
 protected:
  explicit GpuTest(bool alias = true);
  ~GpuTest() override;
  void TearDown() override;  // fails on validation messages
  graph::State state;
  shader::Library shaders;  // root: the project's shaders
  std::unique_ptr<gpu::Executor> executor;
  void run(graph::Graph& g) { executor->run(g); }
  // Contents of a persistent resource after all submitted frames. Blocks.
  std::vector<std::byte> bytes(graph::Resource r);
  template <class T>
  std::vector<T> read(graph::Resource r) {
    auto raw = bytes(r);
    std::vector<T> out(raw.size() / sizeof(T));
    std::memcpy(out.data(), raw.data(), out.size() * sizeof(T));
    return out;
  }

 private:
  std::uint64_t messages_ = 0;
};

}  // namespace undine::test
