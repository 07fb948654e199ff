// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/shape_words.h"
#include "app/cli/verb.h"
#include "core/io/importer.h"
#include "core/math/pose.h"
#include "core/usecase/revision/choose_parts.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObjectConfig;
}

namespace ww::cli {

// The options of the verb import, as they are written.
struct ImportWords {
  std::vector<std::string> sources, search, args;
  std::string into, name, parent, pose, unit, up, rotate, resolution = "coarse", parts = "one", encoding, type,
                                                          material, config, origin;
  ShapeWords collision{"as-is", {}, {}};
  std::optional<double> scale, chord_mm, angle_deg, cell;
  double uniform_scale = 1.0;
  std::uint64_t memory_mb = 4096;
  bool drop_collision = false, drop_exact = false, strict = false;
  usecase::PartChoice choice;
  std::shared_ptr<intrinsic_proto::scene_object::v1::SceneObjectConfig> configuration;  // what `config` holds
};

constexpr std::uint64_t kMostMemoryMb = 1u << 20;

// Where what is read shall stand: parent_t_object. INVALID_ARGUMENT: not seven numbers, or no rotation.
Result<Pose> placement(const ImportWords& words);
// INVALID_ARGUMENT: an option that means nothing, or is out of range.
Result<io::ImportOptions> importOptions(const ImportWords& words, const Run& run);

// What of the file is wanted, with the origin that is written.
Result<usecase::PartChoice> partChoice(const ImportWords& words);

// Whether shapes for collisions are made anew, and not taken from the file, or left out.
bool makesCollision(const ImportWords& words);

// Notes of options that say nothing about a file of this kind. `source`: where it was read.
Diagnostics idleOptions(const ImportWords& words, io::Format format, const std::string& source);

}  // namespace ww::cli
