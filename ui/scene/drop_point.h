// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>
#include <optional>

#include "core/world/values/world.h"

class QMimeData;

namespace ww::ui {

// Where something was let go in the 3D view: on what, and where in the root frame (metres).
struct DropPoint {
  Vec3 p_in_root = Vec3::Zero();
  EntityId entity;  // none: on the floor
};

// The files of this machine that are dragged.
QStringList filesIn(const QMimeData& mime);
// What letting them go would do, in one line; `where`: in the view, none beside it.
QString dropText(const world::World& world, const QStringList& files, const std::optional<DropPoint>& where);

}  // namespace ww::ui
