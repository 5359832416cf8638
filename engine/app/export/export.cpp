#include "engine/app/export/export.h"

#include <atomic>
#include <future>
#include <mutex>

#include "engine/app/export/dump.h"
#include "engine/app/session/measure.h"
#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/files/files.h"

namespace undine::session {

struct Arrived {
  std::filesystem::path file;
  FileBytes bytes;
};

struct FieldExport::State {
  std::filesystem::path folder;
  std::vector<Arrived> arrived;  // used by the main thread, then only by the writer
  std::size_t expected = 0;
  std::atomic<bool> done = false;
  std::string problem;       // read only after done
  std::future<void> writer;  // the destructor of the last owner joins it
};

FieldExport::FieldExport(Session& session, const std::filesystem::path& folder) : state_(std::make_shared<State>()) {
  auto write = [](State& state) {
    try {
      for (const auto& [file, bytes] : state.arrived) files::write_file(file, bytes(file.extension().string()));
      log::info("{} written to {}", counted(state.arrived.size(), "file"), state.folder.string());
    } catch (const std::exception& e) {
      state.problem = e.what();
      log::error("{}", state.problem);
    }
    state.arrived.clear();
    state.done = true;
  };
  state_->folder = folder;
  const auto sources = dump_sources(session.world());
  for (const DumpSource& source : sources) files::prepare_file(folder / (source.name + source.endings.front()));
  state_->expected = sources.size();
  state_->done = sources.empty();
  for (const DumpSource& source : sources)
    source.declare(session.graph(),
                   [state = state_, write, file = folder / (source.name + source.endings.front())](auto bytes) {
                     state->arrived.push_back({file, std::move(bytes)});
                     if (state->arrived.size() == state->expected)
                       state->writer = std::async(std::launch::async, [write, s = state.get()] { write(*s); });
                   });
}

std::size_t FieldExport::files() const { return state_->expected; }
bool FieldExport::done() const { return state_->done; }
std::string FieldExport::problem() const { return state_->done ? state_->problem : std::string(); }

FieldExport export_fields(Session& session, const std::filesystem::path& folder) { return {session, folder}; }

}  // namespace undine::session
