// `undine compare A B`: difference of two pictures.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "engine/app/cli/verbs.h"
#include "engine/core/inputs.h"
#include "engine/files/difference.h"
#include "engine/files/files.h"

namespace undine::cli {
namespace {

struct CompareLine : session::CommandLine {
  std::filesystem::path reference, test, out;
  std::optional<double> limit;  // limit of the mean FLIP value
};

Exit compare(const CompareLine& line) {
  const std::string both = line.reference.string() + ", " + line.test.string();
  if (!line.out.empty() && line.out.extension() != ".png")
    throw Error(Exit::bad_input, "--out " + line.out.string(), "does not end in .png", "the difference is a PNG");
  const files::Picture reference = files::read_picture(line.reference), test = files::read_picture(line.test);
  files::Difference d;
  try {
    d = files::difference(reference, test);
  } catch (const Error& e) {
    throw Error(e.code(), both, e.problem(), e.remedy());
  }
  if (!line.out.empty()) {
    for (const auto& picture : {line.reference, line.test}) note_input(picture);
    files::prepare_file(line.out);
    files::write_png(line.out, files::flip_picture(d, reference.size));
  }
  std::cout << fmt::format("flip {:.6f} mean, {:.6f} largest (0: the same, 1: as green and blue)\n", d.flip,
                           d.flip_most)
            << fmt::format("channels {:.6f} differ by more than 5/255; mean {:.6f}/255\n", d.share, d.mean);
  if (!line.limit || d.flip <= *line.limit) return Exit::done;
  throw Error(Exit::failure, both, fmt::format("flip {:.6f} exceeds --limit {}", d.flip, *line.limit),
              line.out.empty() ? "--out FILE.png shows where" : "see " + line.out.string());
}

}  // namespace

Call verb_compare(Flags& flags) {
  auto line = std::make_shared<CompareLine>();
  flags.add("reference", line->reference, "reference picture (.png or .exr)", {.as = "FILE", .required = true});
  flags.add("test", line->test, "picture to compare, of the same size and format", {.as = "FILE", .required = true});
  flags.add("--out", line->out, "write the difference (FLIP per pixel; black: none)", {.as = "FILE.png"});
  const auto limit = [at = line.get()](const std::string& text) {
    char rest = 0;
    double value = 0;
    if (std::sscanf(text.c_str(), "%lf%c", &value, &rest) != 1 || !(value >= 0) || value > 1)
      throw std::invalid_argument(text + " is not a number from 0 to 1");
    at->limit = value;
  };
  flags.add("--limit", limit, "fail (exit code 1) if the mean FLIP exceeds N", {.as = "N"});
  return call(line, compare);
}

}  // namespace undine::cli
