// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/target_turn.h"

#include <QCoreApplication>

#include "core/base/failure.h"
#include "core/usecase/repairs.h"

namespace ww::ui {

bool isUpsideDown(const MotionOutcome& refused, const usecase::Target& target, const world::World& world) {
  const auto& failure = refused.status.failure;
  return failure && failure->row->code == "planning.upside-down" && world.frame(targetFrame(target));
}

void turnOver(SessionBridge& bridge, FrameId frame) {
  const auto world = bridge.snapshot().world;
  if (!world->frame(frame)) return;
  const QString name = QString::fromStdString(world->display(frame));
  bridge.commit(QCoreApplication::translate("ww::ui::MotionPanel", "Turn %1 over").arg(name),
                usecase::turnedOver(*world, frame));
}

}  // namespace ww::ui
