// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/import_notes.h"

#include <fmt/format.h>

#include "core/base/failure.h"
#include "core/io/loss_report.h"
#include "core/io/suspicion.h"

namespace ww::rpc {

// Of a row the hint that holds on every way in: clients know no options of the command line.
std::string noteText(const Diagnostic& d) {
  const std::string code = d.failure ? std::string(d.failure->row->code) : d.code;
  std::string text = code.empty() ? d.message : fmt::format("{}: {}", code, d.message);
  if (d.line > 0) text += fmt::format(" (line {})", d.line);
  const std::string hint = d.failure ? hintText(*d.failure, d.failure->row->hint, plainVoice()) : std::string();
  return hint.empty() ? text : fmt::format("{}: {}", text, hint);
}

std::vector<std::string> importNotes(const Diagnostics& found, const ScratchFile& file) {
  // Clients take 8 KiB of metadata, and a note has up to 300 bytes.
  constexpr std::size_t kMost = 12;
  std::vector<std::string> out;
  std::size_t warnings = 0;
  const auto warns = [](const Diagnostic& d) {
    return d.severity != Diagnostic::Severity::kInfo || io::isSuspicion(d);
  };
  // What matters to all comes first, then what was said for others and is not kept.
  for (const bool first : {true, false})
    for (const Diagnostic& d : found)
      if (warns(d) == first && (first || io::isLoss(d)) && ++warnings <= kMost)
        out.push_back(withoutFolder(noteText(d), file));
  if (warnings > kMost) out.push_back(fmt::format("and {} more warnings", warnings - kMost));
  return out;
}

}  // namespace ww::rpc
