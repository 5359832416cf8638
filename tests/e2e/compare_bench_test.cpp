// tools/compare_bench: changes beyond noise between files of `undine bench --json`.
#include <gtest/gtest.h>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const std::string tool = UNDINE_SOURCE_DIR "/tools/compare_bench";

Outcome compare(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"python3", tool});
  return run_process(arguments);
}

std::string one_case(double wave, double sph, double wave_p95) {
  return fmt::format(R"({{"version": "0", "copy_gb_per_s": 9, "scenes": [], "cases": [
    {{"solver": "wave", "name": "128x128", "gpu_ms_median": {}, "gpu_ms_p95": {}, "processor_ms_median": 2}},
    {{"solver": "sph", "name": "8192", "gpu_ms_median": {}}}]}})",
                     wave, wave_p95, sph);
}

struct CompareBench : ::testing::Test {
  std::string file(const std::string& name, const std::string& text) { return folder.write(name, text); }
  // Verdict in the line of a figure.
  static std::string verdict(const Outcome& run, const std::string& name) {
    const std::size_t at = run.out.find("\n" + name + " ");
    if (at == std::string::npos) return "no line";
    const std::string line = run.out.substr(at + 1, run.out.find('\n', at + 1) - at - 1);
    return line.substr(line.rfind(' ') + 1);
  }
  TempFolder folder;
};

TEST_F(CompareBench, NoiseOfTheRunsDecides) {
  // Waves vary by a tenth and more between runs, particles by a hundredth; both became 8 % slower.
  std::vector<std::string> files, same;
  const double scatter[] = {1, 1.15, 0.98, 1.12, 1};
  for (int k = 0; k < 5; ++k) {
    const double wave = scatter[k], sph = 10 + 0.1 * (k % 2);
    files.push_back(file(fmt::format("a{}.json", k), one_case(wave, sph, wave)));
    files.push_back(file(fmt::format("b{}.json", k), one_case(1.08 * wave, 1.08 * sph, wave)));
    same.insert(same.end(), {files[files.size() - 2], files[files.size() - 2]});
  }
  Outcome run = compare(files);
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_EQ(verdict(run, "sph 8192"), "slower") << run.text();
  EXPECT_EQ(verdict(run, "wave 128x128"), "=") << run.text();
  EXPECT_EQ(verdict(run, "wave 128x128, CPU"), "=") << run.text();
  EXPECT_NE(run.out.find("+8.0 %"), std::string::npos) << run.text();
  run = compare(same);
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(verdict(run, "sph 8192"), "=") << run.text();
  std::swap(files[0], files[1]);  // one pair with the opposite result does not count, two do
  EXPECT_EQ(verdict(compare(files), "sph 8192"), "slower");
  std::swap(files[2], files[3]);
  EXPECT_EQ(verdict(compare(files), "sph 8192"), "=");
}

TEST_F(CompareBench, SinglePairsUseTheSpreadWithinFiles) {
  const std::string a = file("a.json", one_case(1, 10, 1.5)), b = file("b.json", one_case(0.8, 9, 0.85));
  const Outcome run = compare({a, b});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(verdict(run, "wave 128x128"), "=") << run.text();
  EXPECT_EQ(verdict(run, "sph 8192"), "faster") << run.text();
  EXPECT_EQ(verdict(compare({a, b, "--least", "20"}), "sph 8192"), "=");
}

TEST_F(CompareBench, ScopesAndKernelsOfScenesCount) {
  const auto scene = [&](const char* name, double scope, double kernel) {
    return file(name,
                fmt::format(R"({{"cases": [], "node_cost": {{"total_us": 1}}, "scenes": [{{"scene": "scenes/pool.json",
      "scopes": [{{"scope": "frame", "median_ms": {}, "p95_ms": 20}}],
      "kernels": [{{"kernel": "frame/step", "ms": {}}}]}}]}})",
                            scope, kernel));
  };
  const Outcome run = compare({scene("a.json", 20, 1), scene("b.json", 40, 2)});
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_EQ(verdict(run, "pool.json frame"), "slower") << run.text();
  EXPECT_EQ(verdict(run, "pool.json frame/step (kernel)"), "slower") << run.text();
  EXPECT_EQ(verdict(run, "CPU of a node, us"), "=") << run.text();
}

TEST_F(CompareBench, BadFilesAndArgumentsAreNamed) {
  const std::string good = file("good.json", one_case(1, 10, 1));
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& text) {
    const Outcome run = compare(arguments);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find(text), std::string::npos) << text << run.text();
    EXPECT_EQ(run.err.find("Traceback"), std::string::npos) << run.text();
  };
  refused({good}, "files come in pairs");
  refused({good, folder.file("none.json")}, "none.json: could not be read: No such file");
  refused({good, file("cut.json", R"({"cases": [)")}, "cut.json:1:12: is no JSON");
  refused({good, file("other.json", "[1]")}, "other.json: is no file of `undine bench --json`");
  refused({good, file("empty.json", R"({"cases": [], "scenes": []})")}, "empty.json: holds no figure");
  refused({good, file("word.json", R"({"scenes": [], "cases": [{"solver": "w", "name": "1", "gpu_ms_median": "9"}]})")},
          "word.json: /cases/0/gpu_ms_median: is \"9\": a number");
  refused({good, file("nan.json", R"({"scenes": [], "cases": [{"solver": "w", "name": "1", "gpu_ms_median": NaN}]})")},
          "nan.json: /cases/0/gpu_ms_median: is NaN");
  refused({good, file("w.json", R"({"scenes": [], "cases": [{"solver": "w", "name": "1", "gpu_ms_median": 1}]})")},
          "no figure in common");
  refused({"--pairs", "2", "--before", "true"}, "--pairs");
  refused({"--pairs", "1", "--before", folder.file("no program"), "--after", "true"}, "could not be started");
  refused({good, good, "--least", "-1"}, "--least");
}

}  // namespace
}  // namespace undine::test
