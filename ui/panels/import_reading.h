// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/render/camera.h"
#include "core/usecase/features.h"
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

// What of it is seen in its picture, so that a point of it can be picked.
struct ImportSeen {
  world::WorldPtr world;  // of it alone: the root frame is that of the file, with the origin where it was chosen
  render::Camera camera;
  int width = 0, height = 0;
  std::vector<std::uint64_t> ids;  // as render::Picture has them
  std::vector<float> depth;        // likewise
  Vec3 origin;                     // of the root frame, in the file, metres
};

// What is wanted of a file.
struct ImportChosen {
  io::ImportResult result;  // with a note in each object of where it comes from
  std::string picture;      // of it alone, PNG; empty when it is too large to be drawn while somebody waits
  std::shared_ptr<const ImportSeen> seen;          // null without a picture
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

// A bore, pin, slot, rim or plane of what is imported.
struct PickedOrigin {
  Vec3 in_file;  // its middle, of round ones at the end that was picked, metres
  geometry::Feature feature;
};
// What is seen at a place of the picture, from 0 to 1 to the right and down; none beside it, and where nothing of that
// kind is. Blocks for the cost of the features, which the cache keeps; any thread.
std::optional<PickedOrigin> originAt(const ImportSeen& seen, double right, double down, usecase::FeatureCache& cache);

}  // namespace ww::ui
