#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "engine/files/npy.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class Npy : public Files {
 protected:
  // File with this header and data, version 1.0.
  static std::string npy(const std::string& header, std::string_view data) {
    std::string out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(header.size() & 255u);
    out += static_cast<char>(header.size() >> 8);
    return out + header + std::string(data);
  }
  template <class T>
  static std::string raw(std::initializer_list<T> values) {
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
  }
  void rejects(const std::string& bytes, std::string_view part) {
    expect_error(Exit::bad_input, part, [&] { files::read_npy(put("x.npy", bytes)); });
  }
};

TEST_F(Npy, EveryShapeComesBack) {
  const std::vector<std::vector<std::uint32_t>> shapes = {{}, {0}, {5}, {3, 4}, {2, 3, 2}, {1, 2, 3, 2}, {7, 0, 2}};
  for (const auto& shape : shapes) {
    std::size_t count = 1;
    for (auto n : shape) count *= n;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i) * 0.1f - 1;
    files::write_npy(folder / "x.npy", shape, values);
    const auto back = files::read_npy(folder / "x.npy");
    EXPECT_EQ(back.shape, shape);
    EXPECT_EQ(back.values, values);
    EXPECT_EQ((get(folder / "x.npy").size() - count * 4) % 64, 0u);  // data are aligned
  }
}

TEST_F(Npy, HeaderIsNumPys) {
  const std::uint32_t shape[] = {2, 3};
  const float values[6] = {};
  const auto bytes = files::npy_bytes(shape, values);
  EXPECT_EQ(bytes.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(bytes.size(), 128u + 24u);
  EXPECT_EQ(bytes[127], '\n');
  const std::uint32_t one[] = {6};
  EXPECT_NE(files::npy_bytes(one, values).find("'shape': (6,), }"), std::string::npos);
  expect_error(Exit::failure, "5 values", [&] { files::npy_bytes(shape, std::span(values).first(5)); });
}

TEST_F(Npy, OtherSpellingsAndDoubles) {
  const auto wide =
      files::read_npy(put("x.npy", npy("{\"shape\":(2,),'fortran_order':False,\n'descr':'<f8'}", raw({0.1, 1e300}))));
  EXPECT_EQ(wide.values[0], 0.1f);
  EXPECT_EQ(wide.values[1], std::numeric_limits<float>::infinity());
  const auto special = files::read_npy(
      put("x.npy", npy("{'descr':'<f4','fortran_order':False,'shape':(1, 2)}", raw({std::nanf(""), -0.0f}))));
  EXPECT_TRUE(std::isnan(special.values[0]));
  EXPECT_TRUE(std::signbit(special.values[1]));
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n";
  std::string second("\x93NUMPY\x02\x00", 8);
  second += std::string{static_cast<char>(header.size()), 0, 0, 0} + header + raw({2.5f});
  EXPECT_EQ(files::read_npy(put("x.npy", second)).values[0], 2.5f);
}

TEST_F(Npy, StrictAboutHeaderAndSize) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n";
  const std::string data = raw({1.0f, 2.0f});
  EXPECT_EQ(files::read_npy(put("x.npy", npy(good, data))).values.size(), 2u);
  rejects("", "not a .npy");
  rejects("PK\x03\x04 a zip archive of arrays", "not a .npy");
  rejects(npy(good, data + "x"), "9 bytes");
  rejects(npy(good, data.substr(1)), "7 bytes");
  rejects(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}", data), "'<i4'");
  rejects(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", data), "'>f4'");
  rejects(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", data), "plain number");
  rejects(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2,)}", data), "Fortran");
  rejects(npy("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", data), "neither");
  rejects(npy("{'descr': '<f4', 'fortran_order': False}", data), "lacks");
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}", data), "tuple");
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967297,)}", data), "tuple");
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': 2}", data), "tuple");
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}", data), "'more'");
  rejects(npy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", data), "second");
  rejects(npy(good + "x", data), "follows");
  rejects(npy("[]", data), "dictionary");
  // Sizes whose product overflows 64 bits, or exceeds the memory.
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967295, 4294967295, 4294967295)}", data),
          "8 bytes");
  rejects(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (100000, 100000)}", data), "8 bytes");
  std::string version = npy(good, data);
  version[6] = 9;
  rejects(version, "9.0");
}

TEST_F(Npy, CutAndRandomFilesNeverCrash) {
  const std::string whole = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n", raw({1.0f, 2.0f}));
  for (std::size_t n = 0; n < whole.size(); ++n)
    expect_error(Exit::bad_input, "x.npy", [&] { files::read_npy(put("x.npy", whole.substr(0, n))); });
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    std::string bytes = whole;
    bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      files::read_npy(put("x.npy", bytes));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::bad_input);
    }
  }
}

TEST_F(Npy, WritingNamesPathAndReason) {
  const std::uint32_t shape[] = {1};
  const float values[] = {1};
  if (fs::exists("/dev/full"))
    expect_error(Exit::failure, "/dev/full: cannot be written: No space",
                 [&] { files::write_npy("/dev/full", shape, values); });
  expect_error(Exit::failure, "none/x.npy", [&] { files::write_npy(folder / "none/x.npy", shape, values); });
}

}  // namespace
}  // namespace undine::test
