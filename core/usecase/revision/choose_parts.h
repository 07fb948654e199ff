// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/io/importer.h"

namespace ww::usecase {

// What of a file that was read is wanted. A part is an entity, or a shape of one as "link/shape"; of a file with
// several models "model:link" or the name of the model, too.
struct PartChoice {
  std::vector<std::string> only, without;
  bool bottom_center = false;       // the origin goes to the middle of the underside
  std::optional<Vec3> origin = {};  // or to this point of the file, metres

  bool all() const { return only.empty() && without.empty() && !bottom_center && !origin; }
  bool operator==(const PartChoice&) const = default;
};

// A part that can be left out, as the file has it.
struct FilePart {
  std::string path;    // as PartChoice names it
  std::string name;    // for people
  int parent = -1;     // index into the list; -1: none
  bool can_go = true;  // not the first link of a model
};
// All that a reading holds: parents before children.
std::vector<FilePart> fileParts(const io::ImportResult& read);

// The reading with what was chosen: a pure function, nothing is read again. An entity goes with what hangs on it, a
// joint with the link that it moves; one without a place to hang on stays, without its shapes. Nothing mentions what is
// gone; a joint that follows none of the rest any more is told of. Counts and boxes are those of what is left.
// NOT_FOUND for a part that the file does not hold; INVALID_ARGUMENT when nothing would be left. Blocks for the cost of
// the objects.
Result<io::ImportResult> withChoice(const io::ImportResult& read, const PartChoice& choice);

// Where the origin of what is chosen was in the file, metres: zero unless it is moved.
Vec3 originInFile(const io::ImportResult& read, const PartChoice& choice);

// The choice without what the file holds no more.
PartChoice stillThere(const io::ImportResult& read, PartChoice choice);

}  // namespace ww::usecase
