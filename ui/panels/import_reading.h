// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/usecase/import_collision.h"
#include "core/usecase/revision/import_note.h"

namespace ww::ui {

// What is asked of a file that is to be imported.
struct ImportWish {
  std::string file;
  io::ImportOptions options;  // the unit is for files that do not say theirs
  usecase::PartChoice choice;
  bool dark = true;                                    // the picture
  std::optional<geometry::CollisionWish> shapes = {};  // for checks, of all links; none: those of the file
};

// What is wanted of a file.
struct ImportChosen {
  io::ImportResult result;  // with a note in each object of where it comes from
  std::string picture;      // of it alone, PNG; empty when it is too large to be drawn while somebody waits
  std::vector<usecase::ImportedCollision> shapes;  // that were wished
};

// A file as it was read, once: another choice of its parts, or of shapes for checks, needs no other reading.
struct ImportReading {
  io::ImportResult read;  // all of it
  Result<ImportChosen> chosen = ImportChosen();
  std::string sha256;         // of the file
  io::ImportOptions options;  // that it was read with
  bool dark = true;
};

using SharedStore = std::shared_ptr<geometry::GeometryStore>;

// Blocks; any thread. Parts that the file does not hold are no mistake: they were chosen in another reading. Failures
// of detectFormat() and importFile().
Result<ImportReading> readForImport(const ImportWish& wish, const SharedStore& store, std::stop_token stop,
                                    const Progress& progress);
// Another choice of what was read. INVALID_ARGUMENT when nothing would be left; failures of remakeCollision(). Blocks
// for the cost of the objects and shapes.
Result<ImportChosen> chosenOf(const ImportReading& reading, const ImportWish& wish, const SharedStore& store,
                              std::stop_token stop);

}  // namespace ww::ui
