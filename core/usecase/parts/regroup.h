// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "core/io/importer.h"
#include "core/usecase/parts/part_scene.h"
#include "core/usecase/revision/import_note.h"

// One step of putting together or taking apart, with what objects remember of their file: the same steps are made of
// the file when it is read again, so that part can be compared with part.
namespace ww::usecase {

// Objects with their notes, none where they came from no file.
struct Remembering {
  std::vector<PartObject> objects;
  std::vector<std::optional<SourceNote>> notes;
};

// The notes stand in the user data of what was made, too.
struct RegroupedNotes {
  Regrouped made;
  std::vector<std::optional<SourceNote>> notes;  // of what was made
};
// All of the objects, which are more than one only for kObjectsToLinks.
RegroupedNotes regrouped(const Remembering& given, RegroupStep step, const PartsContext& context);

// What was read, as the steps make it. Models that a step names and that are not there are left out; what no step
// names, too. Nothing is done where there are no steps. Any thread; blocks for the cost of the objects.
io::ImportResult regroupedReading(io::ImportResult read, const std::vector<Regrouping>& steps);

}  // namespace ww::usecase
