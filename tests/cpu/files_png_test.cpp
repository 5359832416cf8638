#include <cstring>
#include <random>

#include "engine/files/png.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
class Png : public Files {};

template <class T>
files::Bitmap<T> noise(glm::uvec2 size, std::uint32_t channels) {
  std::mt19937 random(size.x * 7 + channels);
  files::Bitmap<T> out{size, channels, std::vector<T>(std::size_t{size.x} * size.y * channels)};
  for (auto& v : out.values) v = static_cast<T>(random());
  return out;
}

template <class T>
files::Bitmap<T> slope(glm::uvec2 size, std::uint32_t channels) {
  auto out = noise<T>(size, channels);
  for (std::size_t i = 0; i < out.values.size(); ++i)
    out.values[i] = static_cast<T>(i * 3 / channels + i % channels * 50);
  return out;
}

TEST_F(Png, EveryFormComesBack) {
  const auto file = folder / "x.png";
  for (glm::uvec2 size : {glm::uvec2(1, 1), glm::uvec2(1, 7), glm::uvec2(129, 1), glm::uvec2(64, 33)})
    for (std::uint32_t channels = 1; channels <= 4; ++channels) {
      for (const auto& picture : {noise<std::uint8_t>(size, channels), slope<std::uint8_t>(size, channels)}) {
        files::write_png(file, picture);
        const auto back = files::read_png8(file);
        EXPECT_EQ(back.size, size);
        EXPECT_EQ(back.channels, channels);
        EXPECT_EQ(back.values, picture.values);
      }
      for (const auto& picture : {noise<std::uint16_t>(size, channels), slope<std::uint16_t>(size, channels)}) {
        files::write_png(file, picture);
        const auto back = files::read_png16(file);
        EXPECT_EQ(back.size, size);
        EXPECT_EQ(back.channels, channels);
        EXPECT_EQ(back.values, picture.values);
      }
    }
}

TEST_F(Png, ChannelsAndBitsAreConverted) {
  const auto file = folder / "x.png";
  files::write_png(file, files::Bitmap8{{2, 1}, 1, {0, 200}});
  EXPECT_EQ(files::read_png8(file, 4).values, (std::vector<std::uint8_t>{0, 0, 0, 255, 200, 200, 200, 255}));
  EXPECT_EQ(files::read_png16(file).values, (std::vector<std::uint16_t>{0, 200 * 257}));
  files::write_png(file, files::Bitmap16{{1, 1}, 1, {0xabcd}});
  EXPECT_EQ(files::read_png8(file).values, (std::vector<std::uint8_t>{0xab}));
}

TEST_F(Png, PictureFromTheGpuLosesItsAlpha) {
  const std::vector<std::uint8_t> rgba = {1, 2, 3, 0, 4, 5, 6, 255};
  files::write_png(folder / "x.png", {2, 1}, std::as_bytes(std::span(rgba)));
  const auto back = files::read_png8(folder / "x.png");
  EXPECT_EQ(back.channels, 3u);
  EXPECT_EQ(back.values, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
  expect_error(Exit::failure, "do not make an rgba8 picture", [&] {
    files::write_png(folder / "x.png", {3, 1}, std::as_bytes(std::span(rgba)));
  });
}

TEST_F(Png, SameBytesAndSmallerThanRaw) {
  const auto picture = slope<std::uint8_t>({256, 256}, 3);
  EXPECT_EQ(files::encode_png(picture), files::encode_png(picture));
  EXPECT_LT(files::encode_png(picture).size(), picture.values.size() / 10);
}

TEST_F(Png, WritingNamesPathAndReason) {
  const auto picture = noise<std::uint8_t>({8, 8}, 3);
  if (fs::exists("/dev/full"))
    expect_error(Exit::failure, "/dev/full: cannot be written: No space left",
                 [&] { files::write_png("/dev/full", picture); });
  expect_error(Exit::failure, "No such file", [&] { files::write_png(folder / "none/x.png", picture); });
  expect_error(Exit::failure, "is a folder", [&] { files::write_png(folder, picture); });
  expect_error(Exit::failure, "0x8", [&] { files::write_png(folder / "x.png", files::Bitmap8{{0, 8}, 3, {}}); });
  expect_error(Exit::failure, "8x8", [&] {
    files::write_png(folder / "x.png", files::Bitmap8{{8, 8}, 4, picture.values});
  });
  EXPECT_EQ(entries(), 0u);
}

TEST_F(Png, DamagedFilesAreRejected) {
  const std::string whole = files::encode_png(noise<std::uint8_t>({9, 5}, 3));
  // The last 16 bytes are the end of the data's checksum and the empty end chunk, which the decoder does not need.
  for (std::size_t n = 0; n + 16 < whole.size(); ++n)
    expect_error(Exit::bad_input, "x.png", [&] { files::read_png8(put("x.png", whole.substr(0, n))); });
  expect_error(Exit::bad_input, "not a PNG",
               [&] { files::read_png16(put("x.png", "\xff\xd8\xff\xe0 JFIF, and more than 33 bytes of it")); });
  std::mt19937 random(5);
  for (int i = 0; i < 1000; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      files::read_png8(put("x.png", bytes));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::bad_input);
    }
  }
}

TEST_F(Png, ClaimedSizeIsJudgedBeforeAllocation) {
  std::string bytes = files::encode_png(noise<std::uint8_t>({4, 4}, 3));
  const auto claim = [&](const char(&size)[9]) { std::memcpy(bytes.data() + 16, size, 8); };
  claim("\x00\x00\x80\x00\x00\x00\x80\x00");  // 32768 x 32768
  expect_error(Exit::bad_input, "cannot hold its 32768x32768", [&] { files::read_png8(put("x.png", bytes)); });
  claim("\x00\x00\xff\xff\x00\x00\xff\xff");
  expect_error(Exit::bad_input, "65535x65535", [&] { files::read_png16(put("x.png", bytes)); });
  claim("\x00\x00\x00\x00\x00\x00\x00\x04");
  expect_error(Exit::bad_input, "0x4", [&] { files::read_png8(put("x.png", bytes)); });
}

}  // namespace
}  // namespace undine::test
