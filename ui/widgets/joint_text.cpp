// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/joint_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/scene/limits.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

struct JointText {
  Q_DECLARE_TR_FUNCTIONS(JointText)
};

const Unit& unitOf(const world::Joint& joint) {
  return defaultUnit(joint.motion == world::MotionType::kPrismatic ? Quantity::kLength : Quantity::kAngle);
}

QString shown(double position, const world::Joint& joint) { return shownQuantity(position, unitOf(joint).quantity); }

}  // namespace

std::pair<double, double> rangeOf(const world::Joint& joint) {
  const world::JointLimits both = ww::scene::intersection(joint.system, joint.application);
  return {both.lower, both.upper};
}

QString positionProblem(const world::Joint& joint, double position) {
  // A limit typed as it is shown is that limit.
  const double rounding =
      0.5 * std::pow(10.0, -shownDecimals(unitOf(joint))) * unitOf(joint).si + ww::scene::kLimitSlack;
  const auto [lower, upper] = rangeOf(joint);
  if (ww::scene::isWithin(position, {lower, upper}, rounding)) return {};
  if (position > upper) return JointText::tr("At most %1: the upper limit of this joint.").arg(shown(upper, joint));
  return JointText::tr("At least %1: the lower limit of this joint.").arg(shown(lower, joint));
}

QString limitsProblem(const QString& name, const world::Joint& joint, double lower, double upper) {
  const world::JointLimits asked{lower, upper};
  if (!ww::scene::isRangeInOrder(asked))
    return JointText::tr(
               "The lower limit, %1, would be above the upper one, %2. Choose a smaller lower or a larger upper limit.")
        .arg(shown(lower, joint), shown(upper, joint));
  if (!ww::scene::isRangeWithin(asked, joint.system))
    return JointText::tr("The robot itself goes from %1 to %2; its limits stay within that.")
        .arg(shown(joint.system.lower, joint), shown(joint.system.upper, joint));
  if (ww::scene::isWithin(joint.value, asked)) return {};
  if (joint.value < lower)
    return JointText::tr("%1 stands at %2, so that its lower limit is at most that. Jog the joint first.")
        .arg(name, shown(joint.value, joint));
  return JointText::tr("%1 stands at %2, so that its upper limit is at least that. Jog the joint first.")
      .arg(name, shown(joint.value, joint));
}

QString followerText(const world::Object& object, const world::Follower& follower, double leader_position) {
  const world::Joint& joint = *object.entities[follower.entity]->joint;
  return JointText::tr("%1 follows %2: %3 × its position + %4. It stands at %5.")
      .arg(QString::fromStdString(object.nameOf(follower)),
           QString::fromStdString(object.movingJointName(follower.leader)),
           QString::number(follower.multiplier, 'g', 6), shown(follower.offset, joint),
           shown(follower.at(leader_position), joint));
}

}  // namespace ww::ui
