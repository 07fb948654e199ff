// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/io/importer.h"
#include "ui/bridge/session_bridge.h"
#include "ui/scene/drop_point.h"

namespace ww::editor {

// Where what is imported goes.
struct ImportPlace {
  enum class Kind { kFree, kPoint, kMount, kAsInFile };
  Kind kind = Kind::kFree;
  Vec3 p_in_root = Vec3::Zero();              // kPoint: there; kFree: near to it, on the floor
  world::NodeRef mount = world::kRootObject;  // kMount: the link or frame that it is put on
};

// The places to choose from, the likeliest first. `looked_at`: where a free place is looked for.
std::vector<ImportPlace> importPlaces(const world::World& world, const std::optional<ui::DropPoint>& dropped, const Vec3& looked_at);
// For people: "On robot:tool0".
QString placeText(const world::World& world, const ImportPlace& place);

// The objects of a file, and what they are to be called.
struct NamedImport {
  const io::ImportResult& result;
  std::vector<std::string> names;  // free in the world; one for each object
};
// Edits that make them at the place, for the world that `tried` applies edits to. What is put on a link hangs
// on it (is attached to an attachment frame) and is, by a rule, not checked against what cannot move against
// it. NOT_FOUND when that link is no longer there.
Result<session::EditsPtr> placeImport(const world::World& world, const ui::TryEdits& tried, const NamedImport& import, const ImportPlace& place);

}  // namespace ww::editor
