// Shells ask the program what fits behind the words of a line: `undine __complete WORD...`, the last one as far as it
// is typed. It answers in lines: the files that the shell adds (none, any, folders, scenes), what of the last word
// stands before a value (--out=), the value so far, and then one proposal a line, with a tab before its help.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "engine/app/cli/cli.h"

namespace undine::cli {

inline constexpr std::string_view complete_verb = "__complete";
std::string complete(std::span<const Verb> all, std::span<const std::string> words);

// What stands behind flags, for Takes::offer.
Offered offer_views(const Typed& typed);     // and the fields of the scenes on the line
Offered offer_dumps(const Typed& typed);     // FIELD=FILE
Offered offer_settings(const Typed& typed);  // PATH=VALUE
Offered offer_devices(const Typed& typed);

}  // namespace undine::cli
