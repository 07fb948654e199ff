// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/cli.h"
#include "app/cli/import_words.h"
#include "core/base/diagnostic.h"
#include "core/math/pose.h"
#include "core/usecase/revision/import_note.h"

namespace ww::cli {

struct Run;

// Warns of what an import found and of what is odd about the edit that placed it, without the notes that are not wanted
// or that ask for a unit which was given; gives what was told.
Diagnostics tellImport(const Run& run, const std::string& source, const Diagnostics& found, Diagnostics odd,
                       bool unit_said);
// What an import did not keep, one entry for each kind: "code", "what", "count", "where", "more_places", "meaning".
Json lossesJson(const Diagnostics& found);
// The same in words, a line for each kind, without those that a warning has told; empty when nothing was lost.
std::string lossesText(const Run& run, const Diagnostics& found);
// What of the file was found to be as it says itself, a line each; mostly empty.
std::string proofText(const Diagnostics& found);
// Leaves the parts that are wanted, and notes in them where they come from, unless that is standard input. Failures of
// withChoice(); CANCELLED.
Status chooseParts(const Run& run, const ImportWords& words, const io::ImportOptions& options,
                   const std::string& source, io::ImportResult& read);
// "0.3 m x 0.2 m x 80 mm", of edges in metres.
std::string edgesText(const Vec3& size);

}  // namespace ww::cli
