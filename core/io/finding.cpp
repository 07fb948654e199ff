// SPDX-License-Identifier: Apache-2.0
#include "core/io/finding.h"

#include "core/base/failure.h"

namespace ww::io {

Diagnostic finding(Diagnostic::Severity severity, std::string code, const Status& status, std::string path) {
  Diagnostic out{severity, std::move(code), status.title, status.hint, {}, 0, std::move(path), status.failure};
  if (!status.failure) return out;
  for (const FailureArg& a : status.failure->args) {
    const auto* place = std::get_if<arg::Place>(&a.value);
    if (!place) continue;
    out.file = place->file;
    out.line = place->line;
    break;
  }
  return out;
}

}  // namespace ww::io
