// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/physics_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace ww::ui {
namespace {

struct PhysicsText {
  Q_DECLARE_TR_FUNCTIONS(PhysicsText)
};

constexpr double kSlow = 0.9;       // of the speed that is asked for
constexpr double kStepShare = 0.7;  // of the time: the steps are to blame
constexpr std::size_t kManyContacts = 200, kManyAwake = 50;
constexpr Eigen::Index kManyJoints = 60;

// The mechanism that has the most joints, where they are many.
QString manyJoints(const Physics& physics) {
  const auto& joints = physics.status().now->joints;
  const auto most = std::ranges::max_element(joints, {}, [](const auto& j) { return j.positions.size(); });
  if (most == joints.end() || most->rests || most->positions.size() < kManyJoints) return {};
  const QString name = QString::fromStdString(physics.world()->display(most->object));
  return PhysicsText::tr("%1 costs the most, with its %2 joints: fewer of them help.")
      .arg(name)
      .arg(most->positions.size());
}

}  // namespace

QString millisecondsText(double ms) {
  return ms < 10.0 ? QLocale().toString(ms, 'g', 2) : QLocale().toString(ms, 'f', 0);
}

QString paceText(const Physics& physics) {
  if (physics.state() != Physics::State::kPlaying || physics.status().factor <= 0.0) return {};
  return PhysicsText::tr("%1 x").arg(QLocale().toString(physics.status().factor, 'g', 2));
}

QString whySlow(const Physics& physics) {
  const auto& status = physics.status();
  const double asked = physics.speed();
  if (physics.state() != Physics::State::kPlaying || !status.now || asked <= 0.0 || status.factor <= 0.0) return {};
  if (status.factor >= kSlow * asked) return {};
  const auto& now = *status.now;
  const double step_ms = 1e3 * now.step_s, dt_ms = 1e3 * physics.options().physics.time_step;
  const QString figures = PhysicsText::tr("A step of %1 ms takes %2 ms. Bodies awake: %3, points of contact: %4.")
                              .arg(QLocale().toString(dt_ms, 'g', 3), millisecondsText(step_ms))
                              .arg(now.awake)
                              .arg(now.contacts.size());
  // Of a large world steps are slow anyway; where they have waited for longer, that is what to say first.
  if (now.waited_s > now.step_s || step_ms < kStepShare * dt_ms / asked)
    return figures + QLatin1Char(' ') + PhysicsText::tr("The processor is busy with something else.");
  const QString many_joints = manyJoints(physics);
  const QString larger = PhysicsText::tr("A larger time step helps, and is less exact.");
  if (!many_joints.isEmpty()) return figures + QLatin1Char(' ') + many_joints + QLatin1Char(' ') + larger;
  if (now.contacts.size() > kManyContacts)
    return figures + QLatin1Char(' ') +
           PhysicsText::tr("The contacts cost the most: simpler shapes for collisions help.") + QLatin1Char(' ') +
           larger;
  if (now.awake > kManyAwake)
    return figures + QLatin1Char(' ') + PhysicsText::tr("It becomes faster when more of them rest.");
  return figures + QLatin1Char(' ') + larger;
}

}  // namespace ww::ui
