// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/rotation_notation.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <cmath>
#include <numbers>

namespace ww::ui {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

struct NotationText { Q_DECLARE_TR_FUNCTIONS(Notation) };
QString exact(double number) { return QString::number(number, 'g', QLocale::FloatingPointShortest); }

std::optional<Pose> fromMatrixNumbers(const std::vector<double>& n) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) m(row, column) = n[static_cast<std::size_t>(row * 4 + column)];
  const Eigen::Matrix3d r = m.topLeftCorner<3, 3>();
  if (!(r * r.transpose()).isApprox(Eigen::Matrix3d::Identity(), 1e-6) || r.determinant() < 0) return std::nullopt;
  return Pose::fromMatrix(m);
}

}  // namespace

const std::vector<NotationInfo>& notations() {
  static const std::vector<NotationInfo> all{
      {Notation::kRpy, "rpy", {QT_TRANSLATE_NOOP("Notation", "R"), QT_TRANSLATE_NOOP("Notation", "P"), QT_TRANSLATE_NOOP("Notation", "Y")}, Quantity::kAngle},
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

QString poseToText(const Pose& pose, Notation notation) {
  QStringList parts{exact(pose.p.x()), exact(pose.p.y()), exact(pose.p.z())};
  const bool angles = notation == Notation::kRpy;
  for (const double number : toNumbers(pose.q, angles ? Notation::kRpy : Notation::kQuaternion))
    parts << exact(angles ? number / kDegree : number);
  return parts.join(QLatin1Char(' '));
}

QString poseToMatrixText(const Pose& pose) {
  const Eigen::Matrix4d m = pose.matrix();
  QStringList rows;
  for (int row = 0; row < 4; ++row) {
    QStringList numbers;
    for (int column = 0; column < 4; ++column) numbers << exact(m(row, column));
    rows << numbers.join(QLatin1Char(' '));
  }
  return rows.join(QLatin1Char('\n'));
}

std::optional<Pose> poseFromText(const QString& text) {
  static const QRegularExpression number(QStringLiteral("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?"));
  std::vector<double> n;
  auto matches = number.globalMatch(text.left(4000));
  while (matches.hasNext()) n.push_back(matches.next().captured().toDouble());
  for (const double value : n)
    if (!std::isfinite(value)) return std::nullopt;
  if (n.size() == 16 || n.size() == 12) return fromMatrixNumbers(n);
  if (n.size() != 7 && n.size() != 6) return std::nullopt;
  Pose pose;
  pose.p = Vec3(n[0], n[1], n[2]);
  if (n.size() == 6) {
    pose.q = *fromNumbers({n[3] * kDegree, n[4] * kDegree, n[5] * kDegree}, Notation::kRpy);
    return pose;
  }
  const auto q = fromNumbers({n[3], n[4], n[5], n[6]}, Notation::kQuaternion);
  if (!q || std::abs(Quat(n[3], n[4], n[5], n[6]).norm() - 1.0) > 1e-2) return std::nullopt;
  pose.q = *q;
  return pose;
}

}  // namespace ww::ui
