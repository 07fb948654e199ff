// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/geometry/store.h"
#include "core/io/format.h"
#include "core/io/part_mode.h"
#include "core/io/tessellation_bounds.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::io {

enum class Resolution { kCoarse, kFine };
// Whether what the file is checked with comes along; other kinds are made of what was read (core/usecase).
enum class CollisionMode { kAsIs, kNone };
enum class UpAxis { kDefault, kY, kZ };  // kDefault: as the format says (glTF y, others z)

struct ImportOptions {
  Format type = Format::kUnknown;    // kUnknown: by content and ending
  std::string name;                  // of the object; empty: from the file
  std::optional<double> unit_scale;  // metres per unit of a file without units
  UpAxis up = UpAxis::kDefault;      // for formats that do not say
  std::optional<Quat> rotation;      // applied after the scale, about the object's origin
  double uniform_scale = 1.0;
  Resolution resolution = Resolution::kCoarse;
  // Of triangles of CAD files, instead of what the resolution gives: how far they may lie from the exact surface, and
  // the turn between neighbours; 0: by the resolution, at most kCadChord.
  double chord_m = 0.0, angle_rad = 0.0;
  bool drop_collision = false;
  bool drop_exact = false;  // of CAD files only triangles are kept: smaller, but STEP export has flat faces then
  CollisionMode collision = CollisionMode::kAsIs;
  PartMode parts = PartMode::kOne;                 // what becomes of assemblies of STEP files
  std::vector<std::filesystem::path> search_dirs;  // for meshes and models that the file names
  std::optional<geometry::Color> color;            // instead of the file's colours
  std::uint64_t memory_limit_mb = 4096;            // of the worker; 0: no limit
  double cpu_limit_s = 0.0;                        // 0: by the size of the file
  double wall_limit_s = 0.0;                       // 0: by the CPU limit
  std::uint64_t max_triangles = 50'000'000;        // of all instances together
  std::uint32_t max_instances = 100'000;
  bool strict = false;  // warnings become a failure
  // As the documents of the services have it: what they do not allow (SDF joints to the world, cones, loose links and
  // the like) is refused instead of mended with a warning; frames of SDF that ask for no entity are left out; a STEP
  // file without shapes is an empty link.
  bool documented = false;
  std::uint32_t measured_runs = 0;               // reads the file so often before, to tell what reading alone costs
  std::map<std::string, std::string> arguments;  // of templates (xacro): instead of their own values
  // Of names in STEP files that are not UTF-8, one of codePages(); empty: what fits.
  std::string encoding;
  double cell_m = 0.0;  // of clouds of points: the edge of the boxes that stand for them; 0: by their size
};

struct ImportedObject {
  // Geometries are refs into the store that was passed in. Names obey the rules of the wire.
  intrinsic_proto::scene_object::v1::SceneObject object;
  std::map<std::string, std::string> original_names;  // entity name -> name in the file, if different
  Pose file_t_object;   // where it stands in the file: the models of a world keep their places by it
  Pose object_t_model;  // the frame that the file calls the model's: the object's is that of its root link
};

struct ImportCounts {
  std::uint64_t models = 0, links = 0, joints = 0, frames = 0, sensors = 0;
  // Instances count each time they occur. Solids are those of the file, parts those that came in: not what it hides.
  std::uint64_t solids = 0, parts = 0;
  std::uint64_t triangles = 0, collision_triangles = 0;  // likewise
};

// What reading alone costs, a figure for each run; empty unless it was asked for.
struct ReadCost {
  std::uint64_t bytes = 0;                  // of the file
  bool in_memory = false;                   // its bytes were read before
  std::vector<double> thread_s, process_s;  // CPU time of the reading thread, of all threads
};

struct ImportResult {
  std::vector<ImportedObject> objects;
  std::vector<geometry::GeometryPtr> geometries;  // keeps them alive in the store
  Format format = Format::kUnknown;
  Format content = Format::kUnknown;  // of an archive: of the first file of it that was read
  ImportCounts counts;
  // Of all objects at their places in the file, joints as imported. `shown_m` bounds the triangles tightly; `bounds_m`
  // what the file holds: for CAD files the kernel's box of the exact shapes, which includes curves and points and is
  // somewhat larger for free-form surfaces; for others the same as `shown_m`.
  Bounds bounds_m;
  Bounds shown_m;
  std::string unit;      // of the file: "mm", "m", "in", ...
  std::string encoding;  // one of codePages() that names are read in; empty: all of them are UTF-8
  double seconds = 0.0;
  ReadCost read_cost;
  Diagnostics diagnostics;

  // Of what was read, in an archive or not.
  Format contentFormat() const { return content == Format::kUnknown ? format : content; }
};

// Reads a scene file in a process of its own, and checks all that comes back. Blocks; may be called
// from any thread, and from several at once. A stop ends the worker at once and gives CANCELLED.
// Codes: NOT_FOUND and PERMISSION_DENIED (the file), INVALID_ARGUMENT (options, damaged or empty file),
// UNIMPLEMENTED (an option or part of a format that is not read), RESOURCE_EXHAUSTED (memory, triangles,
// instances, CPU), DEADLINE_EXCEEDED (time), DATA_LOSS (the reader died on the file),
// FAILED_PRECONDITION (`strict` and there were warnings), INTERNAL (no worker).
// `before_failure` gets what was found in a file that could not be read in the end.
Result<ImportResult> importFile(const std::filesystem::path& path, const ImportOptions& options,
                                geometry::GeometryStore& store, std::stop_token stop, const Progress& progress,
                                Diagnostics* before_failure = nullptr);

}  // namespace ww::io
