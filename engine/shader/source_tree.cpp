// Where the program was built. The path stands in a file of its own, so that it is in the program once and whole: the
// test of the installed program puts another one in its place.
namespace undine::shader {

extern const char source_tree[];
const char source_tree[] = UNDINE_SOURCE_DIR;

}  // namespace undine::shader
