// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/base/diagnostic.h"
#include "core/base/failure.h"
#include "core/world/values/world.h"

namespace ww::cli {

// Notes: what is odd, and stops nothing. Those that the run is told to keep to itself (--no-note) are left out of
// everything here.
bool isWanted(const Run& run, const Diagnostic& note);
Diagnostics wanted(const Run& run, Diagnostics notes);
// "what: what to do [code]": the code is what --no-note takes.
std::string noteText(const Diagnostic& note);
// What is odd about a world as it stands, which verdicts on it should not keep to themselves.
void addWorldNotes(const world::World& world, Diagnostics& notes);
// Of a world that is written into a file of another ending than .wright.
Diagnostics endingNote(const std::string& file);
// A warning each.
void warnOf(const Run& run, const Diagnostics& notes);
// One warning of checkpoints that a history has no more, the first of them by name: `what` comes before that. None:
// none.
void warnOfNames(const Run& run, const std::string& what, const std::vector<std::string>& names);
// A failure with what is odd among its details: scripts get one line, and the rest by --json.
int failNoted(const Run& run, Status status, const Diagnostics& notes);
// "notes" and, in the same order, their whole codes as "note_codes".
void addNotes(const Run& run, Json& json, const Diagnostics& notes);
// Of --no-note: empty for the code of a note, and for all.
std::string checkNoteCode(const std::string& text);

}  // namespace ww::cli
