// Services of the operating system. Only system_posix.cpp (Linux, macOS) and system_windows.cpp call it directly; all
// other files use the C++ standard library.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace undine::system {

// --- This process.
int process();                         // process identifier
std::filesystem::path program();       // path of the executable; empty: unknown
std::filesystem::path module();        // of the executable or library that holds this code; empty: unknown
std::filesystem::path cache_folder();  // Undine's, per user: XDG_CACHE_HOME, ~/.cache, %LOCALAPPDATA%; empty: not found
std::filesystem::path config_folder();  // likewise for settings: XDG_CONFIG_HOME, ~/.config, %APPDATA%
std::uint64_t free_memory();  // bytes available to this process: machine, control group, ulimit; all ones: unknown
// Returns a function of a loaded library, "renderdoc" for librenderdoc.so or renderdoc.dll; null if it is not loaded.
void* loaded_function(const char* library, const char* name);
std::vector<std::string> arguments(int argc, char** argv);  // of main(), in UTF-8, without the program's name
void set_up_streams();                    // standard output and error take UTF-8 and keep line ends as written
std::filesystem::path folder_of_shell();  // working directory as the shell names it ($PWD); empty: unknown

// --- Signals, on systems that have them.
void on_hangup(void (*note)(int));       // terminal hang-up; stays ignored if it is (nohup)
void ignore_write_signals();             // reports a broken pipe and a file size limit as errors of write()
void block_signals();                    // blocks them in this thread; the main thread receives them
[[noreturn]] void end_by_closed_pipe();  // without a message; exit code 141 for a shell

// --- Displays.
bool has_display();  // the environment names a display, which may still refuse a connection

// --- Terminals.
bool is_terminal(std::FILE* stream);
int columns(std::FILE* stream);  // width of the terminal; 0: unknown

// --- Files, unbuffered, by the C library's descriptors. Failures set errno.
enum class Opening { fresh, existing };                                 // fresh: must not exist yet
int open_to_write(const std::filesystem::path& file, Opening opening);  // -1: failed
bool write_all(int descriptor, std::string_view bytes);                 // continues after an interruption
bool set_permissions(int descriptor, std::filesystem::perms bits);      // true on file systems without permissions
bool sync(int descriptor);                                              // until the bytes are on the disk
bool sync_folder(const std::filesystem::path& folder);                  // until a rename in the folder is on the disk
bool set_size(int descriptor, std::uint64_t bytes);                     // regular files only
bool close(int descriptor);
bool may_write(const std::filesystem::path& file);  // existing files only
bool may_write(int descriptor);
// True if replacing the file would break something: another hard link to it, or its owner.
bool is_shared(const std::filesystem::path& file);
// Descriptor of this process that a path names: /dev/fd/3, /proc/self/fd/3. Does not follow a link.
std::optional<int> descriptor_of(const std::filesystem::path& file);
bool may_write_in(const std::filesystem::path& folder);
inline constexpr int standard_output = 1;

bool installed(const std::string& name);  // a program in PATH

// Child process that reads from a pipe. Ctrl-C does not reach it, its output is discarded, and its standard error is
// stored. The destructor ends it if wait() was not called.
class Child {
 public:
  explicit Child(std::vector<std::string> words);  // program name, searched in PATH, and its arguments
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  const std::string& problem() const;  // reason why it did not start; empty: it runs
  // false: it stopped reading. Call from a thread without SIGPIPE (block_signals())
  bool write(std::string_view bytes);
  void finish();                                   // closes the pipe
  bool wait();                                     // waits for its end; true: exited successfully. Call once
  std::uint64_t said() const;                      // bytes to standard error
  std::string last_words(std::size_t most) const;  // whole lines, if they fit

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace undine::system
