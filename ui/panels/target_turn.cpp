// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/target_turn.h"

#include <QCoreApplication>
#include <algorithm>
#include <string_view>

#include "core/base/failure.h"
#include "core/usecase/repairs.h"

namespace ww::ui {

bool isUpsideDown(const MotionOutcome& refused, const usecase::Target& target, const world::World& world) {
  const auto is = [](const auto& failure, std::string_view code) { return failure && failure->row->code == code; };
  // Where postures from below exist, what refuses them is what the target lies on.
  const bool below = std::ranges::any_of(
      refused.notes, [&](const Diagnostic& note) { return is(note.failure, "validate.tool-from-below"); });
  const bool turns = below || refused.is_free_turned || is(refused.status.failure, "planning.upside-down");
  return turns && world.frame(targetFrame(target));
}

void turnOver(SessionBridge& bridge, FrameId frame) {
  const auto world = bridge.snapshot().world;
  if (!world->frame(frame)) return;
  const QString name = QString::fromStdString(world->display(frame));
  bridge.commit(QCoreApplication::translate("ww::ui::MotionPanel", "Turn %1 over").arg(name),
                usecase::turnedOver(*world, frame));
}

}  // namespace ww::ui
