// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/rotation_notation.h"

#include <QCoreApplication>
#include <cmath>

namespace ww::ui {
namespace {

struct NotationText {
  Q_DECLARE_TR_FUNCTIONS(Notation)
};

}  // namespace

const std::vector<NotationInfo>& notations() {
  static const std::vector<NotationInfo> all{
      {Notation::kRpy,
       "rpy",
       {QT_TRANSLATE_NOOP("Notation", "R"), QT_TRANSLATE_NOOP("Notation", "P"), QT_TRANSLATE_NOOP("Notation", "Y")},
       Quantity::kAngle},
      {Notation::kZyx, "zyx", {"A", "B", "C"}, Quantity::kAngle},
      {Notation::kAxisAngle, "axis-angle", {"Rx", "Ry", "Rz"}, Quantity::kAngle},
      {Notation::kQuaternion, "quaternion", {"w", "x", "y", "z"}, Quantity::kNumber}};
  return all;
}

const NotationInfo& info(Notation notation) { return notations()[static_cast<std::size_t>(notation)]; }

QString title(Notation notation) {
  switch (notation) {
    case Notation::kRpy: return NotationText::tr("Roll, pitch, yaw");
    case Notation::kZyx: return NotationText::tr("Z Y' X'' (A B C)");
    case Notation::kAxisAngle: return NotationText::tr("Rotation vector");
    case Notation::kQuaternion: return NotationText::tr("Quaternion");
  }
  return {};
}

std::vector<double> toNumbers(const Quat& q, Notation notation) {
  const Vec3 rpy = Pose{Vec3::Zero(), q}.rpy();
  switch (notation) {
    case Notation::kRpy: return {rpy.x(), rpy.y(), rpy.z()};
    case Notation::kZyx: return {rpy.z(), rpy.y(), rpy.x()};
    case Notation::kQuaternion: return {q.w(), q.x(), q.y(), q.z()};
    case Notation::kAxisAngle: break;
  }
  // The shorter way round: w >= 0.
  const double sign = q.w() < 0 ? -1.0 : 1.0;
  const Vec3 v = sign * q.vec();
  const double length = v.norm();
  const double scale = length < 1e-12 ? 2.0 : 2.0 * std::atan2(length, sign * q.w()) / length;
  return {v.x() * scale, v.y() * scale, v.z() * scale};
}

std::optional<Quat> fromNumbers(const std::vector<double>& n, Notation notation) {
  const std::size_t expected = notation == Notation::kQuaternion ? 4 : 3;
  if (n.size() != expected) return std::nullopt;
  for (const double number : n)
    if (!std::isfinite(number)) return std::nullopt;
  switch (notation) {
    case Notation::kRpy: return Pose::fromRpy(Vec3::Zero(), n[0], n[1], n[2]).q;
    case Notation::kZyx: return Pose::fromRpy(Vec3::Zero(), n[2], n[1], n[0]).q;
    case Notation::kAxisAngle: {
      const Vec3 v(n[0], n[1], n[2]);
      const double angle = v.norm();
      return angle < 1e-15 ? Quat::Identity() : Quat(Eigen::AngleAxisd(angle, v / angle));
    }
    case Notation::kQuaternion: {
      const Quat q(n[0], n[1], n[2], n[3]);
      if (q.norm() < 1e-6) return std::nullopt;
      return normalizedOnce(q);
    }
  }
  return std::nullopt;
}

}  // namespace ww::ui
