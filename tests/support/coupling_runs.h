// Audited sessions of scenes with couplings: runs, reloads, and the ledger as --stats writes it.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/app/session/session.h"
#include "engine/app/session/stats.h"
#include "engine/files/files.h"
#include "engine/scene/couplings.h"
#include "tests/support/field_values.h"

namespace undine::test {

using Json = nlohmann::json;

struct CouplingRuns : testing::Test {
  static std::string cascade() {
    return files::read_file(std::string(UNDINE_TESTS_DIR) + "/data/exchange_cascade.json", 1 << 20);
  }
  static Json cascade_json() { return Json::parse(cascade()); }
  Scene scene_of(const Json& json) const { return parse_scene(json.dump(), file); }

  void open(const Json& json, bool no_alias = false) {
    log.reset();
    session::CommandLine line;
    line.validation = true;
    line.no_alias = no_alias;
    if (const char* other = std::getenv("UNDINE_SHADERS")) line.shaders = other;  // set by tools/mutants
    session = std::make_unique<session::Session>(
        scene_of(json), line, session::SessionParts{.device = true, .accounting = Accounting::audited});
    session->start();
    session->run();
    log = std::make_unique<session::StatsLog>(*session);
    row();
  }
  void advance(int steps) {
    for (; steps > 0; steps -= 20) {
      session->step(static_cast<std::uint32_t>(std::min(steps, 20)));
      session->run();
    }
  }
  // Current row of the ledger; fails the test unless it closes.
  Json row() {
    log->declare();
    session->run();
    session->executor().finish();
    EXPECT_NO_THROW(log->audit());
    return Json::parse(log->json()).at("steps").back();
  }
  std::vector<std::vector<std::byte>> bytes() {
    std::vector<Field> fields = session->world().fields();
    std::erase_if(fields,
                  [](const Field& f) { return bool(f.follow); });  // they tell of the steps since the first call
    std::vector<std::vector<std::byte>> out(2 * fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const FieldView view = fields[i].publish(session->graph());
      const auto keep = [&out](std::size_t k) {
        return [&out, k](std::span<const std::byte> b) { out[k].assign(b.begin(), b.end()); };
      };
      session->graph().readback("field", view.buffer, keep(2 * i));
      if (view.rows) session->graph().readback("rows", view.rows, keep(2 * i + 1));
    }
    session->run();
    session->executor().finish();
    return out;
  }
  ~CouplingRuns() override {
    if (session) {
      EXPECT_EQ(session->result(), Exit::done);
    }
  }
  std::string file = "runs.json";
  std::unique_ptr<session::Session> session;
  std::unique_ptr<session::StatsLog> log;
};

inline double number(const Json& row, const std::string& at) {
  const Json::json_pointer pointer(at);
  return row.contains(pointer) ? row.at(pointer).get<double>() : 0;
}

}  // namespace undine::test
