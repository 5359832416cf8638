// Shells query the program for completions: `undine __complete WORD...`, with the partially typed word last. The answer
// has one item per line: files that the shell adds (none, any, folders, scenes); prefix of the last word before a value
// (--out=); value so far; then one proposal per line, with a tab before its help.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "engine/app/cli/cli.h"

namespace undine::cli {

inline constexpr std::string_view complete_verb = "__complete";
std::string complete(std::span<const Verb> all, std::span<const std::string> words);

// Values of flags, for Takes::offer.
Offered offer_views(const Typed& typed);     // including fields of the scenes on the line
Offered offer_dumps(const Typed& typed);     // FIELD=FILE
Offered offer_settings(const Typed& typed);  // PATH=VALUE
Offered offer_devices(const Typed& typed);

}  // namespace undine::cli
