// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>
#include <numbers>

namespace ww::ui {
namespace {

struct MotionText { Q_DECLARE_TR_FUNCTIONS(MotionText) };

QString millimetres(double m) {
  const double mm = 1000.0 * m;
  return QStringLiteral("%1 mm").arg(QLocale().toString(mm, 'f', mm < 10.0 ? 2 : mm < 100.0 ? 1 : 0));
}

QString degrees(double rad) { return QStringLiteral("%1\u00b0").arg(QLocale().toString(rad * 180.0 / std::numbers::pi, 'f', 1)); }

// "too far along +x", or "too far by 1,340 mm along +x and 1,339 mm along -z": small parts are left out.
QString wayText(double distance, const Vec3& direction) {
  QStringList parts;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double along = direction[k];
    const QString axis = QLatin1Char(along < 0.0 ? '-' : '+') + QString(QLatin1Char("xyz"[k]));
    if (std::abs(along) > 0.995) return MotionText::tr("too far along %1").arg(axis);
    if (std::abs(along) > 0.1) parts << MotionText::tr("%1 along %2").arg(millimetres(distance * std::abs(along)), axis);
  }
  const QString last = parts.isEmpty() ? millimetres(distance) : parts.takeLast();
  return MotionText::tr("too far by %1").arg(parts.isEmpty() ? last : MotionText::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last));
}

// With how far it is when the tool shall be turned as the target is, where that is farther.
QString withHeld(const QString& text, const kinematics::IkDiagnosis& ik) {
  if (ik.held_distance_m <= 0.0) return text;
  return MotionText::tr("%1; turned as it is, it is %2 out of reach, %3").arg(text, millimetres(ik.held_distance_m), wayText(ik.held_distance_m, ik.held_direction));
}

QString reachText(const kinematics::IkDiagnosis& ik) {
  return withHeld(MotionText::tr("The target is %1 out of the robot's reach, %2").arg(millimetres(ik.distance_m), wayText(ik.distance_m, ik.direction)), ik);
}

QString contactText(const planning::Diagnosis& why, const world::World& world) {
  return why.contacts.empty() ? MotionText::tr("something is in the way") : pairText(world, why.contacts.front());
}

// "joint_3 would be 5.0° beyond its limit".
QString limitText(int joint, double excess, const MotionRequest& request, const world::World& world) {
  const auto robot = world.object(request.robot);
  const auto i = static_cast<std::size_t>(joint);
  if (!robot || joint < 0 || i >= robot->moving_joints.size()) return MotionText::tr("a joint would be beyond its limit");
  const bool slides = robot->movingJoint(i).motion == world::MotionType::kPrismatic;
  return MotionText::tr("%1 would be %2 beyond its limit")
      .arg(QString::fromStdString(robot->movingJointName(i)), slides ? millimetres(excess) : degrees(excess));
}

QString unreachableText(const planning::Diagnosis& why, const MotionRequest& request, const world::World& world) {
  using Reason = kinematics::IkDiagnosis::Reason;
  switch (why.ik.reason) {
    case Reason::kOutOfReach: return reachText(why.ik);
    case Reason::kOrientation:
      if (why.ik.angle_rad > 0.0)
        return withHeld(MotionText::tr("The robot can reach the target, but not turned as it is: the nearest is off by %1").arg(degrees(why.ik.angle_rad)), why.ik);
      return withHeld(MotionText::tr("The robot can reach the target, but not turned as it is"), why.ik);
    case Reason::kJointLimit: return MotionText::tr("The target is out of reach: %1").arg(limitText(why.joint, why.excess, request, world));
    default: return MotionText::tr("The target cannot be reached");
  }
}

struct Words { QString title, hint; };

// That there is no way, or that the time has not sufficed to find it.
Words noPath(const planning::Diagnosis& why, bool in_time, const world::World& world) {
  const QString title = in_time ? MotionText::tr("No way around the obstacles was found") : MotionText::tr("No way around the obstacles was found in the time that planning has");
  return {why.contacts.empty() ? title : MotionText::tr("%1; on the straight way %2").arg(title, contactText(why, world)),
          in_time ? MotionText::tr("Move the obstacle or the target, or go by way of a place between")
                  : MotionText::tr("Plan again, move the obstacle or the target, or go by way of a place between")};
}

Words words(const planning::Diagnosis& why, bool in_time, const MotionRequest& request, const world::World& world) {
  using Kind = planning::Diagnosis::Kind;
  const QString apart = MotionText::tr("Move the robot or the object, or exclude this pair");
  switch (why.kind) {
    case Kind::kStartCollision: return {MotionText::tr("The robot collides where it stands: %1").arg(contactText(why, world)), apart};
    case Kind::kGoalCollision: return {MotionText::tr("The robot would collide at the target: %1").arg(contactText(why, world)), apart};
    case Kind::kPathCollision:
      return {MotionText::tr("The straight way is blocked: %1 at %2 % of the way").arg(contactText(why, world)).arg(qRound(100.0 * why.path_fraction)),
              MotionText::tr("Choose the motion \"Around obstacles\", move the obstacle, or exclude this pair")};
    case Kind::kStartLimit:
      return {MotionText::tr("The robot stands outside its limits: %1").arg(limitText(why.joint, why.excess, request, world)),
              MotionText::tr("Jog the joint back within its limits, or change the limits")};
    case Kind::kGoalLimit:
      return {MotionText::tr("The target is outside the limits: %1").arg(limitText(why.joint, why.excess, request, world)),
              MotionText::tr("Choose another target, or change the limits")};
    case Kind::kGoalUnreachable: return {unreachableText(why, request, world), MotionText::tr("Move the target or the robot")};
    case Kind::kNoPath: return noPath(why, in_time, world);
    default: return {};
  }
}

}  // namespace

Status motionFailure(const planning::Diagnosis& why, const Status& status, const MotionRequest& request, const world::World& world) {
  if (status.code == Code::kCancelled) return status;
  const Words w = words(why, status.code != Code::kDeadlineExceeded, request, world);
  if (w.title.isEmpty()) return status;
  return fail(status.code, w.title.toStdString()).withHint(w.hint.toStdString()).about(status.subject);
}

Status whyNoTarget() {
  return fail(Code::kNotFound, MotionText::tr("The tool or the target is not there any more").toStdString()).withHint(MotionText::tr("Choose another one").toStdString());
}

Status whyNoTool() {
  return fail(Code::kFailedPrecondition, MotionText::tr("The robot has no joint that moves").toStdString()).withHint(MotionText::tr("Choose a robot with joints").toStdString());
}

QString lengthText(double metres) { return millimetres(metres); }

QString pairText(const world::World& world, const collision::Contact& c) {
  const QString a = QString::fromStdString(world.display(c.a)), b = QString::fromStdString(world.display(c.b));
  if (c.distance_m > 0.0)
    return MotionText::tr("%1 and %2 are only %3 apart, %4 are asked for").arg(a, b, millimetres(c.distance_m), millimetres(c.margin_m));
  if (c.distance_m == 0.0) return MotionText::tr("%1 and %2 touch").arg(a, b);
  return MotionText::tr("%1 and %2 overlap by %3").arg(a, b, millimetres(-c.distance_m));
}


}  // namespace ww::ui
