#include "engine/files/jpeg.h"

#include <csetjmp>
#include <cstdio>
// libjpeg's header needs both headers above it.
#include <jerror.h>
#include <jpeglib.h>

#include "engine/core/error.h"

namespace undine::files {
namespace {

constexpr long most_memory = 1l << 30;  // bytes for whole pictures, which progressive decoding stores
constexpr int most_scans = 100;         // scans of a progressive picture: a few bytes can request many

// libjpeg reports errors by longjmp out of its C frames, which hold no objects with destructors.
struct Decoder {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf back{};
  char text[JMSG_LENGTH_MAX] = "";

  Decoder() {
    info.err = jpeg_std_error(&errors);
    info.client_data = this;
    errors.error_exit = [](j_common_ptr common) {
      auto& self = *static_cast<Decoder*>(common->client_data);
      common->err->format_message(common, self.text);
      std::longjmp(self.back, 1);
    };
    // Refuse damaged data, but accept extra bytes between markers.
    errors.emit_message = [](j_common_ptr common, int level) {
      if (level < 0 && common->err->msg_code != JWRN_EXTRANEOUS_DATA) common->err->error_exit(common);
    };
    progress.progress_monitor = [](j_common_ptr common) {
      const auto& self = *static_cast<Decoder*>(common->client_data);
      if (self.info.input_scan_number > most_scans) {
        common->err->msg_code = JERR_BAD_PROGRESSION;
        common->err->error_exit(common);
      }
    };
  }
  ~Decoder() { jpeg_destroy_decompress(&info); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // False: `text` holds the reason.
  bool open(std::span<const std::uint8_t> bytes) {
    if (setjmp(back)) return false;
    jpeg_create_decompress(&info);
    info.progress = &progress;
    info.mem->max_memory_to_use = most_memory;
    jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));  // 32 bits on Windows
    jpeg_read_header(&info, TRUE);
    return true;
  }
  bool decode(std::uint8_t* rows) {
    if (setjmp(back)) return false;
    info.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = rows + std::size_t{4} * info.output_width * info.output_scanline;
      jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
    return true;
  }
};

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(Exit::bad_input, where, "the image does not decode: " + what, "replace the file");
}

}  // namespace

bool is_jpeg(std::span<const std::uint8_t> bytes) {
  return bytes.size() > 2 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

Bitmap8 decode_jpeg(std::span<const std::uint8_t> bytes, const std::string& where, std::uint32_t most) {
  Decoder decoder;
  if (!decoder.open(bytes)) refuse(where, decoder.text);
  const std::uint32_t width = decoder.info.image_width, height = decoder.info.image_height;
  if (width > most || height > most)
    throw Error(Exit::bad_input, where, "the image is " + std::to_string(width) + "x" + std::to_string(height),
                "1 to " + std::to_string(most) + " texels a side");
  // At least one bit per unit of at most 32 x 32 texels: refuses sizes that the data cannot fill before allocating.
  if (std::uint64_t{(width + 31) / 32} * ((height + 31) / 32) > 8 * bytes.size())
    refuse(where, "its data is too short");
  if (decoder.info.jpeg_color_space == JCS_CMYK || decoder.info.jpeg_color_space == JCS_YCCK)
    refuse(where, "it is CMYK, and grey or RGB was expected");
  Bitmap8 out{{width, height}, 4, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
  if (!decoder.decode(out.values.data())) refuse(where, decoder.text);
  return out;
}

}  // namespace undine::files
