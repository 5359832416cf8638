// Source folder of the build. A separate file keeps the path whole and unique in the program: the test of the installed
// program replaces it.
namespace undine::shader {

extern const char source_tree[];
const char source_tree[] = UNDINE_SOURCE_DIR;

}  // namespace undine::shader
