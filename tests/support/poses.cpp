// SPDX-License-Identifier: Apache-2.0
#include "tests/support/poses.h"

#include <QJsonArray>
#include <limits>
#include <sstream>

namespace ww::test {
namespace {

std::string text(const Pose& pose) {
  std::ostringstream out;
  out.precision(12);
  out << "p (" << pose.p.x() << " " << pose.p.y() << " " << pose.p.z() << ") q wxyz (" << pose.q.w() << " "
      << pose.q.x() << " " << pose.q.y() << " " << pose.q.z() << ")";
  return out.str();
}

}  // namespace

std::string poseDifference(const Pose& got, const Pose& want, double metres, double radians) {
  const double distance = positionDistance(got, want);
  const double angle = rotationDistance(got, want);
  if (distance <= metres && angle <= radians) return {};
  std::ostringstream out;
  out << "got " << text(got) << ", want " << text(want) << ": " << distance << " m and " << angle << " rad apart";
  return out.str();
}

Pose poseFromJson(const QJsonObject& json) {
  const QJsonArray p = json.value(QLatin1String("position")).toArray();
  const QJsonArray q = json.value(QLatin1String("orientation")).toArray();
  const auto at = [](const QJsonArray& values, qsizetype i) {
    return values.at(i).toDouble(std::numeric_limits<double>::quiet_NaN());
  };
  return {Vec3(at(p, 0), at(p, 1), at(p, 2)), Quat(at(q, 0), at(q, 1), at(q, 2), at(q, 3))};
}

}  // namespace ww::test
