#include "engine/core/disk_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/scene.h"
#include "passes/sky/sky.h"
#include "tests/cpu/files_folder.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

class DiskCache : public test::Files {
 protected:
  DiskCache() { use_disk_cache(folder); }
  ~DiskCache() override { use_disk_cache({}); }
  void store(std::uint64_t key) const {
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(numbers)), std::as_bytes(std::span(more))};
    store_computed("numbers", key, parts);
  }
  // Returns true if the entry exists, and checks its contents.
  bool load(std::uint64_t key, std::size_t count = 3) const {
    std::vector<double> a(count);
    std::array<std::uint16_t, 5> b{};
    const std::span<std::byte> parts[] = {std::as_writable_bytes(std::span(a)), std::as_writable_bytes(std::span(b))};
    if (!load_computed("numbers", key, parts)) return false;
    EXPECT_EQ(a, numbers);
    EXPECT_EQ(b, more);
    return true;
  }

  const std::vector<double> numbers{1.5, -2, 1e300};
  const std::array<std::uint16_t, 5> more{1, 2, 3, 4, 65535};
};

TEST_F(DiskCache, GivesBackWhatWasStored) {
  EXPECT_FALSE(load(7));
  store(7);
  EXPECT_TRUE(load(7));
  EXPECT_FALSE(load(8));
  EXPECT_FALSE(load(7, 4)) << "of another length";
  EXPECT_EQ(entries(), 1u) << "nothing is left beside the entry";
}

TEST_F(DiskCache, TakesNothingThatIsDamaged) {
  store(7);
  const fs::path file = computed_file("numbers", 7);
  const std::string good = get(file);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 16);
    put(file.filename().string(), bad);
    EXPECT_FALSE(load(7)) << "byte " << i;
    put(file.filename().string(), good.substr(0, i));
    EXPECT_FALSE(load(7)) << "cut at byte " << i;
  }
  put(file.filename().string(), good + "x");
  EXPECT_FALSE(load(7));
  store(7);
  EXPECT_TRUE(load(7)) << "written anew";
}

TEST_F(DiskCache, EntriesWithAnotherKeyAreMissing) {
  store(7);
  fs::rename(computed_file("numbers", 7), computed_file("numbers", 8));
  EXPECT_FALSE(load(8));
}

TEST_F(DiskCache, KeepsTheNewest) {
  for (std::uint64_t key = 0; key < 12; ++key) {
    store(key);
    fs::last_write_time(computed_file("numbers", key),
                        fs::file_time_type::clock::now() - std::chrono::seconds(100 - key));
  }
  EXPECT_EQ(entries(), 8u);
  EXPECT_FALSE(load(3));
  EXPECT_TRUE(load(4));
  EXPECT_TRUE(load(11));
}

TEST_F(DiskCache, OffOrNotToBeWritten) {
  use_disk_cache({});
  store(7);
  EXPECT_FALSE(load(7));
  EXPECT_EQ(entries(), 0u);
  use_disk_cache(put("file", "in the way") / "sub");
  store(7);
  EXPECT_FALSE(load(7));
}

class SkyCache : public DiskCache {
 protected:
  // Uploads and irradiance of a sky.
  struct Made {
    std::vector<std::byte> uploads;
    deferred::SkyHarmonics harmonics;
    glm::dvec2 clouds;
    bool operator==(const Made&) const = default;
  };
  static Made make(const Scene& scene) {
    graph::State state;
    graph::Graph g(state);
    deferred::Sky sky(state, scene);
    sky.start(g);
    Made out{.uploads = {}, .harmonics = sky.harmonics(), .clouds = sky.clouds().offset(3)};
    for (const graph::Node& node : g.nodes()) {
      const auto bytes = g.data().subspan(node.payload.offset, node.payload.size);
      out.uploads.insert(out.uploads.end(), bytes.begin(), bytes.end());
    }
    return out;
  }
  std::size_t skies() const { return entries(); }
};

TEST_F(SkyCache, SameBytesWithAndWithout) {
  Scene scene;
  scene.sky.model = SkySettings::Model::atmosphere;
  use_disk_cache({});
  const Made plain = make(scene);
  EXPECT_GT(plain.uploads.size(), std::size_t{5} << 20);
  use_disk_cache(folder);
  EXPECT_EQ(make(scene), plain);
  ASSERT_EQ(skies(), 1u);
  EXPECT_EQ(make(scene), plain) << "read back";
  const fs::path file = fs::directory_iterator(folder)->path();
  const std::string good = get(file);
  put(file.filename().string(), good.substr(0, good.size() / 2));
  EXPECT_EQ(make(scene), plain) << "of a file that was cut short";
  EXPECT_EQ(get(file), good) << "and written anew";
}

TEST_F(SkyCache, IsReadBack) {
  Scene scene;
  const Made first = make(scene);
  ASSERT_EQ(skies(), 1u);
  scene.sun.intensity = 5;
  const Made other = make(scene);
  ASSERT_NE(other, first);
  ASSERT_EQ(skies(), 2u);
  const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) fs::last_write_time(entry.path(), before);
  EXPECT_EQ(make(scene), other);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    EXPECT_EQ(entry.last_write_time(), before) << "written again";
}

TEST_F(SkyCache, EveryValueThatShows) {
  std::vector<Made> made;
  const auto sky = [&](const auto& change) {
    Scene scene;
    change(scene);
    made.push_back(make(scene));
    EXPECT_EQ(skies(), std::min<std::size_t>(made.size(), 8));
    use_disk_cache({});
    EXPECT_EQ(make(scene), made.back()) << "of sky " << made.size();
    use_disk_cache(folder);
  };
  sky([](Scene&) {});
  sky([](Scene& s) { s.sky.model = SkySettings::Model::atmosphere; });
  sky([](Scene& s) { s.sun.direction = glm::normalize(glm::dvec3(0.2, 0.9, 0.1)); });
  sky([](Scene& s) { s.sun.color.y = 0.5; });
  sky([](Scene& s) { s.sky.turbidity = 3; });
  sky([](Scene& s) { s.sky.clouds = 0; });
  sky([](Scene& s) { s.sky.cloud_height = 900; });
  sky([](Scene& s) { s.sky.intensity = 2; });
}

TEST_F(SkyCache, AnImageByWhatIsInIt) {
  const fs::path images = folder / "images";
  fs::create_directories(images);
  const auto image = [&](char exponent) {
    std::string texels;
    for (int i = 0; i < 8 * 4; ++i) texels += std::string("\x40\x50\x60", 3) + exponent;
    std::ofstream(images / "sky.hdr", std::ios::binary) << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n"
                                                        << texels;
  };
  Scene scene;
  scene.sky.model = SkySettings::Model::image;
  scene.sky.image = images / "sky.hdr";
  image('\x81');
  const Made first = make(scene);
  EXPECT_EQ(make(scene), first);
  image('\x82');
  EXPECT_NE(make(scene), first);
  EXPECT_EQ(skies(), 3u) << "two skies, and the folder of images";
  fs::remove(scene.sky.image);
  EXPECT_THROW(make(scene), Error);
}

}  // namespace
}  // namespace undine
