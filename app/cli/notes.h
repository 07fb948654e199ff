// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "core/base/diagnostic.h"
#include "core/base/failure.h"

namespace ww::cli {

// What is odd, and stops nothing: a warning for people, a list beside the answer.
inline void warnOf(const Run& run, const Diagnostics& notes) {
  for (const Diagnostic& note : notes) warn(run, note.hint.empty() ? note.message : note.message + ": " + note.hint);
}

// A failure with what is odd among its details: scripts get one line, and the rest by --json.
inline int failNoted(const Run& run, Status status, const Diagnostics& notes) {
  for (const Diagnostic& note : notes) status.message += (status.message.empty() ? "" : "\n") + note.message;
  return fail(run, status);
}

inline Json notesJson(const Diagnostics& notes) {
  Json out = Json::array();
  for (const Diagnostic& note : notes) out.push_back(note.message);
  return out;
}

// Their codes, a list of the same length.
inline Json noteCodes(const Diagnostics& notes) {
  Json out = Json::array();
  for (const Diagnostic& note : notes) out.push_back(note.failure ? std::string(note.failure->row->code) : note.code);
  return out;
}

}  // namespace ww::cli
