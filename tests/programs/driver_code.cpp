// Preloaded into the program, counts code generation in Mesa's software driver: each opened module of LLVM. At the
// end it writes the count to the file that UNDINE_CODE_COUNT names.
#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using Open = void* (*)(const char*, void*);
std::atomic<long> count{0};

Open drivers() {
  static const Open found = [] {
    void* library = nullptr;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
          if (std::strstr(info->dlpi_name, "libLLVM") == nullptr) return 0;
          *static_cast<void**>(out) = dlopen(info->dlpi_name, RTLD_NOW | RTLD_NOLOAD);
          return 1;
        },
        &library);
    return library ? reinterpret_cast<Open>(dlsym(library, "LLVMModuleCreateWithNameInContext")) : nullptr;
  }();
  return found;
}

struct Report {
  ~Report() {
    const char* file = std::getenv("UNDINE_CODE_COUNT");
    if (std::FILE* out = file ? std::fopen(file, "w") : nullptr) {
      std::fprintf(out, "%ld\n", count.load());
      std::fclose(out);
    }
  }
} report;

}  // namespace

extern "C" void* LLVMModuleCreateWithNameInContext(const char* name, void* context) {
  ++count;
  const Open open = drivers();
  return open ? open(name, context) : nullptr;
}
