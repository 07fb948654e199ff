// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/hand_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <numbers>

#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct HandText {
  Q_DECLARE_TR_FUNCTIONS(HandText)
};

using usecase::HandStop;

QString turnText(double radians) {
  return QLocale().toString(radians * 180.0 / std::numbers::pi, 'f', 1) + QChar(0xb0);
}

QString pairOf(const world::World& world, const collision::Contact& contact) {
  return HandText::tr("%1 and %2")
      .arg(QString::fromStdString(world.display(contact.a)), QString::fromStdString(world.display(contact.b)));
}

QString causeText(const usecase::HandFollower& follower, const usecase::HandStep& step, const Status& why) {
  switch (step.stop) {
    case HandStop::kNone: return {};
    case HandStop::kContact:
      return HandText::tr("stopped before a collision: %1").arg(pairOf(follower.world(), *step.contact));
    case HandStop::kLimit: {
      const QString joint = QString::fromStdString(follower.tree().names()[static_cast<std::size_t>(step.joint)]);
      const QString text = step.at_upper ? HandText::tr("%1 is at its upper limit").arg(joint)
                                         : HandText::tr("%1 is at its lower limit").arg(joint);
      return why.ok() ? text : text + QStringLiteral("; ") + toMessage(why).title;
    }
    case HandStop::kBranch:
      if (!why.ok()) return toMessage(why).title;
      return HandText::tr("on the way is another posture: keys 1 to 8 take one");
    case HandStop::kNearest: break;
  }
  return why.ok() ? HandText::tr("out of reach") : toMessage(why).title;
}

}  // namespace

QString stopText(const usecase::HandFollower& follower, const usecase::HandStep& step, const Status& why) {
  if (step.stop == HandStop::kNone) return {};
  constexpr double kTells = 1e-3;  // radians
  QString gap = lengthText(step.gap_m);
  if (step.gap_rad > kTells) gap += QStringLiteral(", ") + turnText(step.gap_rad);
  return HandText::tr("%1 (%2 short)").arg(causeText(follower, step, why), gap);
}

QString postureText(const world::World& world, const std::string& joint, const usecase::HandFollower::Posture& posture,
                    bool turns) {
  if (posture.joint >= 0)
    return HandText::tr("%1 beyond its limit by %2")
        .arg(QString::fromStdString(joint), turns ? turnText(posture.excess) : lengthText(posture.excess));
  if (posture.contact) return HandText::tr("collision: %1").arg(pairOf(world, *posture.contact));
  return HandText::tr("free");
}

}  // namespace ww::ui
