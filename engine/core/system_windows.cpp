// Windows 10 and later.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <windows.h>
// needs windows.h
#include <shellapi.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <codecvt>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "engine/core/system.h"

namespace undine::system {
namespace {

namespace fs = std::filesystem;

std::string last_error() { return std::system_category().message(static_cast<int>(::GetLastError())); }

std::wstring wide(const std::string& text) {
  const int size = static_cast<int>(text.size());
  const int length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
  std::wstring out(static_cast<std::size_t>(std::max(length, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, out.data(), length);
  return out;
}

std::string utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int length = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(std::max(length, 0)), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(), length, nullptr, nullptr);
  return out;
}

fs::path variable(const wchar_t* name) {
  const DWORD size = ::GetEnvironmentVariableW(name, nullptr, 0);
  std::wstring out(size, L'\0');
  if (size == 0) return {};
  out.resize(::GetEnvironmentVariableW(name, out.data(), size));
  return out;
}

// Quotes as CommandLineToArgvW and the C library parse.
std::wstring quoted(const std::string& word) {
  std::wstring out = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : wide(word)) {
    if (c == L'"') out.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out.append(backslashes, L'\\') + L"\"";
}

void close_once(HANDLE& handle) {
  if (handle && handle != INVALID_HANDLE_VALUE) ::CloseHandle(handle);
  handle = nullptr;
}

// A file that is deleted on close.
HANDLE passing_file() {
  wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
  if (::GetTempPathW(MAX_PATH, folder) == 0 || ::GetTempFileNameW(folder, L"und", 0, name) == 0) return nullptr;
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  const HANDLE out = ::CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                   CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  return out == INVALID_HANDLE_VALUE ? nullptr : out;
}

}  // namespace

int process() { return ::_getpid(); }

// The arguments of main() are in the code page of the system, which lacks most characters.
std::vector<std::string> arguments(int argc, char** argv) {
  int count = 0;
  wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (!words) return {argv + std::min(argc, 1), argv + argc};
  std::vector<std::string> out;
  for (int i = 1; i < count; ++i) out.push_back(utf8(words[i]));
  ::LocalFree(words);
  return out;
}

void set_up_streams() {
  ::SetConsoleOutputCP(CP_UTF8);
  for (std::FILE* stream : {stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
#ifdef _MSC_VER
  std::setlocale(LC_CTYPE, ".UTF-8");  // encoding of std::filesystem::path; libstdc++ always takes UTF-8
#endif
}

fs::path program() {
  std::wstring name(32768, L'\0');
  name.resize(::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
  return name;
}

fs::path module() {
  HMODULE own = nullptr;
  ::GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                       reinterpret_cast<LPCWSTR>(&module), &own);
  std::wstring name(32768, L'\0');
  name.resize(::GetModuleFileNameW(own, name.data(), static_cast<DWORD>(name.size())));
  return name;
}

fs::path cache_folder() {
  const fs::path local = variable(L"LOCALAPPDATA");
  return local.empty() ? fs::path() : local / "undine" / "cache";
}

fs::path config_folder() {
  const fs::path roaming = variable(L"APPDATA");
  return roaming.empty() ? fs::path() : roaming / "undine";
}

fs::path folder_of_shell() { return {}; }

std::uint64_t free_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  if (!::GlobalMemoryStatusEx(&status)) return std::numeric_limits<std::uint64_t>::max();
  return std::min<std::uint64_t>({status.ullAvailPhys, status.ullAvailPageFile, status.ullAvailVirtual});
}

void* loaded_function(const char* library, const char* name) {
  const HMODULE module = ::GetModuleHandleW(wide(library).append(L".dll").c_str());
  return module ? reinterpret_cast<void*>(::GetProcAddress(module, name)) : nullptr;
}

// Writing to a pipe without a reader returns an error; Windows has no signal for it.
void on_hangup(void (*)(int)) {}
void ignore_write_signals() {}
void block_signals() {}
void end_by_closed_pipe() { std::_Exit(141); }

bool has_display() { return true; }

bool is_terminal(std::FILE* stream) { return ::_isatty(::_fileno(stream)) != 0; }

int columns(std::FILE* stream) {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream)));
  return ::GetConsoleScreenBufferInfo(handle, &info) ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

int open_to_write(const fs::path& file, Opening opening) {
  const int flags = opening == Opening::fresh ? _O_CREAT | _O_EXCL : 0;
  return ::_wopen(file.c_str(), flags | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), 1u << 30));
    const int n = ::_write(descriptor, bytes.data(), size);
    if (n <= 0) {
      if (::GetLastError() == ERROR_PIPE_NOT_CONNECTED) errno = EPIPE;  // EINVAL by the C library
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool set_permissions(int, fs::perms) { return true; }

bool sync(int descriptor) { return ::_commit(descriptor) == 0; }

bool sync_folder(const fs::path&) { return true; }  // NTFS journals names; folders cannot be flushed

bool set_size(int descriptor, std::uint64_t bytes) {
  return ::_chsize_s(descriptor, static_cast<long long>(bytes)) == 0;
}

bool close(int descriptor) { return ::_close(descriptor) == 0; }

bool may_write(int) { return true; }

bool is_shared(const fs::path& file) {
  std::error_code absent;
  const auto links = fs::hard_link_count(file, absent);
  return !absent && links > 1;
}

std::optional<int> descriptor_of(const fs::path&) { return {}; }

bool may_write(const fs::path& file) { return ::_waccess(file.c_str(), 2) == 0; }

bool may_write_in(const fs::path& folder) { return ::_waccess(folder.c_str(), 0) == 0; }

bool installed(const std::string& name) {
  return ::SearchPathW(nullptr, wide(name).c_str(), L".exe", 0, nullptr, nullptr) != 0;
}

struct Child::State {
  HANDLE pipe = nullptr, log = nullptr, process = nullptr;
  std::string problem;

  void start(const std::vector<std::string>& words) {
    std::wstring line;
    for (const auto& word : words) line += (line.empty() ? L"" : L" ") + quoted(word);
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    HANDLE reading = nullptr;
    if (!::CreatePipe(&reading, &pipe, &inherited, 0) || !::SetHandleInformation(pipe, HANDLE_FLAG_INHERIT, 0)) {
      problem = "no pipe: " + last_error();
      close_once(reading);
      return;
    }
    log = passing_file();
    HANDLE nowhere = ::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, nullptr);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = reading;
    start.hStdOutput = nowhere;
    start.hStdError = log ? log : nowhere;
    PROCESS_INFORMATION info{};
    const DWORD flags = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;  // keeps Ctrl-C from the child
    if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr, &start, &info)) {
      process = info.hProcess;
      ::CloseHandle(info.hThread);
    } else {
      problem = last_error();
    }
    close_once(reading);
    close_once(nowhere);
  }
};

Child::Child(std::vector<std::string> words) : state_(std::make_unique<State>()) { state_->start(words); }

Child::~Child() {
  if (state_->process) {
    ::TerminateProcess(state_->process, 1);
    wait();
  }
  close_once(state_->pipe);
  close_once(state_->log);
}

const std::string& Child::problem() const { return state_->problem; }

bool Child::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1u << 30));
    DWORD n = 0;
    if (!::WriteFile(state_->pipe, bytes.data(), size, &n, nullptr) || n == 0) return false;
    bytes.remove_prefix(n);
  }
  return true;
}

void Child::finish() { close_once(state_->pipe); }

bool Child::wait() {
  if (!state_->process) return false;
  DWORD code = 1;
  ::WaitForSingleObject(state_->process, INFINITE);
  ::GetExitCodeProcess(state_->process, &code);
  close_once(state_->process);
  return code == 0;
}

std::uint64_t Child::said() const {
  LARGE_INTEGER size{};
  return state_->log && ::GetFileSizeEx(state_->log, &size) ? static_cast<std::uint64_t>(size.QuadPart) : 0;
}

std::string Child::last_words(std::size_t most) const {
  const std::uint64_t size = said(), from = size - std::min<std::uint64_t>(size, most);
  std::string text(static_cast<std::size_t>(size - from), '\0');
  LARGE_INTEGER at{};
  at.QuadPart = static_cast<LONGLONG>(from);
  DWORD n = 0;
  if (text.empty() || !::SetFilePointerEx(state_->log, at, nullptr, FILE_BEGIN) ||
      !::ReadFile(state_->log, text.data(), static_cast<DWORD>(text.size()), &n, nullptr))
    n = 0;
  text.resize(n);
  if (const auto line = text.find('\n'); from > 0 && line != std::string::npos) text.erase(0, line + 1);
  return text;
}

}  // namespace undine::system

#if defined(__GLIBCXX__) && !defined(_UCRT)
// Narrow paths are UTF-8. libstdc++ converts them by this facet, for which msvcrt.dll knows the ANSI code page alone,
// and path::string() returns UTF-8 all the same. The linker takes these members in place of those in libstdc++.
namespace std {
namespace {
const codecvt_utf8_utf16<wchar_t>& utf8_facet() {
  static const auto* const facet = new codecvt_utf8_utf16<wchar_t>;  // outlives all static objects
  return *facet;
}
}  // namespace
codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_in(mbstate_t& state, const char* from, const char* from_end,
                                                              const char*& from_next, wchar_t* to, wchar_t* to_end,
                                                              wchar_t*& to_next) const {
  return utf8_facet().in(state, from, from_end, from_next, to, to_end, to_next);
}
codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_out(mbstate_t& state, const wchar_t* from,
                                                               const wchar_t* from_end, const wchar_t*& from_next,
                                                               char* to, char* to_end, char*& to_next) const {
  return utf8_facet().out(state, from, from_end, from_next, to, to_end, to_next);
}
int codecvt<wchar_t, char, mbstate_t>::do_length(mbstate_t& state, const char* from, const char* end,
                                                 size_t most) const {
  return utf8_facet().length(state, from, end, most);
}
int codecvt<wchar_t, char, mbstate_t>::do_encoding() const throw() { return 0; }  // bytes of a character vary
int codecvt<wchar_t, char, mbstate_t>::do_max_length() const throw() { return 4; }
}  // namespace std
#endif
