// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/exchange/export_scene.h"
#include "core/geometry/store.h"

namespace google::protobuf {
class FileDescriptorSet;
}

namespace ww::exchange {

struct ExportOptions {
  std::string format;          // id of a row of exportFormats()
  std::string stem = "model";  // of the files' names: a valid name
  double unit_scale = 1.0;     // units of the file in a metre, for formats without a unit (OBJ, STL): 1000 for mm
  bool with_meshes = true;     // SDF, URDF: meshes go along; else shapes that need one are left out
  bool with_user_data = true;  // SDF: what clients keep with the object, as text
  // Describes messages in it that this program does not know.
  std::shared_ptr<const google::protobuf::FileDescriptorSet> user_data_types = {};
  std::uint64_t memory_limit_mb = 4096;  // of the process that writes STEP; 0: no limit
};

// What belongs together: the first file is the one that is opened, the others it names by their relative paths.
struct ExportedFile {
  std::string name;  // relative, of safe characters, with / between folders: "arm_meshes/base_0a1b.obj"
  std::string bytes;
};
struct ExportResult {
  std::vector<ExportedFile> files;
  Diagnostics losses;  // what the format has no words for, by kind
};

struct ExportFormat {
  std::string_view id;                    // as on the command line: "sdf"
  const char* title;                      // for people, to be translated: "SDF model or world"
  std::vector<std::string_view> endings;  // without the dot, the usual one first; no zip
  bool may_have_more = false;             // meshes or materials beside the file: it can be packed as ZIP
  bool unitless = false;                  // the file does not say its unit
};
const std::vector<ExportFormat>& exportFormats();
const ExportFormat* exportFormat(std::string_view id);            // null when there is none
const ExportFormat* exportFormatOfEnding(std::string_view name);  // by a file's ending, ZIP apart; null when unknown

// Makes the files of a scene, in memory. Blocks; any thread. A stop gives CANCELLED. Codes: INVALID_ARGUMENT (an
// unsound object, nothing to export, options), NOT_FOUND (geometry that the store does not know), FAILED_PRECONDITION
// (kinematics that the format cannot say, with the joint), RESOURCE_EXHAUSTED (too large for the format), INTERNAL and
// those of the process that writes STEP.
Result<ExportResult> exportScene(const ExportScene& scene, const ExportOptions& options, geometry::GeometryStore& store,
                                 std::stop_token stop, const Progress& progress);

// The files as one ZIP.
std::string packed(const ExportResult& result);

// Puts them where `out` says: as one ZIP where that is its ending, else the first under that name and the others
// beside it. Each file appears whole, the first one last; where one cannot be written those that came before it are
// taken away again. Nothing outside of the folder of `out` is written. Bytes written; errors as of the system.
Result<std::uint64_t> publish(const ExportResult& result, const std::filesystem::path& out);

}  // namespace ww::exchange
