// What only the operating system knows or can do. system_posix.cpp (Linux, macOS) and system_windows.cpp are the only
// files that call one; all others are the C++ standard library's.
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
int process();                          // its number
std::filesystem::path program();        // its executable; empty: not known
std::filesystem::path cache_folder();   // undine's, of this user: XDG_CACHE_HOME, ~/.cache, %LOCALAPPDATA%; empty: none
std::filesystem::path config_folder();  // likewise for settings: XDG_CONFIG_HOME, ~/.config, %APPDATA%
std::uint64_t free_memory();            // bytes it may still take: machine, control group, ulimit; all ones: not known
// A function of a library that this process has loaded already, "renderdoc" for librenderdoc.so or renderdoc.dll; none
// if it is not loaded.
void* loaded_function(const char* library, const char* name);
std::filesystem::path folder_of_shell();  // where it was started from ($PWD); empty: not known

// --- Signals, where there are such.
void on_hangup(void (*note)(int));       // of the terminal; where it is ignored (nohup) it stays so
void ignore_write_signals();             // a broken pipe and a limit on file sizes are errors of write()
void block_signals();                    // of this thread: they are for the main one
[[noreturn]] void end_by_closed_pipe();  // without a word; exit code 141 for a shell

// --- Displays.
bool has_display();  // whether the environment names one; it may turn out to be closed

// --- Terminals.
bool is_terminal(std::FILE* stream);
int columns(std::FILE* stream);  // of the terminal; 0: not known

// --- Files, unbuffered, by the C library's descriptors. What fails says so and sets errno.
enum class Opening { fresh, existing };                                 // fresh: must not be there yet
int open_to_write(const std::filesystem::path& file, Opening opening);  // -1: failed
bool write_all(int descriptor, std::string_view bytes);                 // goes on after an interruption
bool set_permissions(int descriptor, std::filesystem::perms bits);      // true where files have none
bool sync(int descriptor);                                              // until the bytes are on the disk
bool sync_folder(const std::filesystem::path& folder);                  // until a rename in it is
bool set_size(int descriptor, std::uint64_t bytes);                     // of a regular file
bool close(int descriptor);
bool may_write(const std::filesystem::path& file);  // of one that is there
bool may_write(int descriptor);
// True if a file that takes its place would break something: another hard link to it, or its owner.
bool is_shared(const std::filesystem::path& file);
// The open descriptor of this process that a path names: /dev/fd/3, /proc/self/fd/3. Does not follow a link.
std::optional<int> descriptor_of(const std::filesystem::path& file);
bool may_write_in(const std::filesystem::path& folder);
inline constexpr int standard_output = 1;

bool installed(const std::string& name);  // a program in PATH

// A program that reads what is written to it. It is not asked to end when this one is (Ctrl-C), its output goes
// nowhere, and what it says to standard error is kept. Ended by the destructor if wait() was not called.
class Child {
 public:
  explicit Child(std::vector<std::string> words);  // the program's name, looked for in PATH, and its arguments
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  const std::string& problem() const;  // why it did not start; empty: it runs
  bool write(std::string_view bytes);  // false: it reads no more. From a thread without SIGPIPE (block_signals())
  void finish();                       // nothing more will be written
  bool wait();                         // for its end; whether it ended well. Once
  std::uint64_t said() const;          // bytes to standard error
  std::string last_words(std::size_t most) const;  // whole lines, where they fit

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace undine::system
