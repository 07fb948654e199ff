// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/arm_model.h"

#include <QRandomGenerator>

#include "tests/cli/cases.h"

namespace ww::test {
namespace {

constexpr double kAngle = 1.0;  // of the joint that is moved to find its screw

Eigen::Isometry3d fkOf(const QString& world, const ScratchFolder& folder, const QList<double>& joints) {
  const QJsonObject pose =
      jsonOf({"fk", world, folder.write("model_fk.textproto", fkRequest(joints))})["reference_t_target"].toObject();
  if (pose.isEmpty()) qFatal("fk does not answer");
  const auto number = [&](const char* path) { return at(pose, QString::fromLatin1(path)).toDouble(); };
  const Eigen::Quaterniond q(number("orientation/w"), number("orientation/x"), number("orientation/y"),
                             number("orientation/z"));
  return Eigen::Translation3d(number("position/x"), number("position/y"), number("position/z")) * q.normalized();
}

}  // namespace

ArmModel::ArmModel(const QString& world, const ScratchFolder& folder) {
  zero_ = fkOf(world, folder, {0, 0, 0, 0, 0, 0});
  for (int i = 0; i < 6; ++i) {
    QList<double> joints(6, 0.0);
    joints[i] = kAngle;
    const Eigen::Isometry3d screw = fkOf(world, folder, joints) * zero_.inverse();
    axis_[i] = Eigen::AngleAxisd(screw.linear()).axis();
    if (Eigen::AngleAxisd(screw.linear()).angle() < 0) axis_[i] = -axis_[i];
    // A point that the rotation leaves where it is: (I - R) p = t, of all such the shortest.
    const Eigen::Matrix3d system = Eigen::Matrix3d::Identity() - screw.linear();
    point_[i] = system.completeOrthogonalDecomposition().solve(screw.translation());
  }
  const QJsonObject limits =
      at(jsonOf({"get", world, "robot"}), "kinematic_object_component/joint_application_limits").toObject();
  for (int i = 0; i < 6; ++i) {
    lower[i] = at(limits, QString("min_position/values/%1").arg(i)).toDouble();
    upper[i] = at(limits, QString("max_position/values/%1").arg(i)).toDouble();
  }
}

Eigen::Isometry3d ArmModel::tipWith(const Joints& q, Eigen::Matrix<double, 6, 6>& jacobian) const {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  Eigen::Vector3d axes[6], points[6];
  for (int i = 0; i < 6; ++i) {
    axes[i] = out.linear() * axis_[i];
    points[i] = out * point_[i];
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(q[i], axis_[i]).toRotationMatrix();
    out.translation() = points[i] - out.linear() * turn * point_[i];
    out.linear() = (out.linear() * turn).eval();
  }
  out = out * zero_;
  for (int i = 0; i < 6; ++i) jacobian.col(i) << axes[i].cross(out.translation() - points[i]), axes[i];
  return out;
}

Eigen::Isometry3d ArmModel::tip(const Joints& q) const {
  Eigen::Matrix<double, 6, 6> unused;
  return tipWith(q, unused);
}

// Damped least squares with the limits as walls; the remaining error.
double ArmModel::descend(Joints& q, const Eigen::Isometry3d& goal, double turn_weight) const {
  const auto error = [&](const Joints& joints, Eigen::Matrix<double, 6, 6>& jacobian) {
    const Eigen::Isometry3d t = tipWith(joints, jacobian);
    jacobian.bottomRows<3>() *= turn_weight;
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(goal.linear() * t.linear().transpose()));
    Eigen::Matrix<double, 6, 1> e;
    e << goal.translation() - t.translation(), turn_weight * turn.angle() * turn.axis();
    return e;
  };
  double damping = 1e-2;
  Eigen::Matrix<double, 6, 6> jacobian, next_jacobian;
  Eigen::Matrix<double, 6, 1> e = error(q, jacobian);
  for (int n = 0; n < 100 && damping < 1e4 && e.norm() > 1e-8; ++n) {
    // A joint at its wall that is pushed further takes no part.
    const Joints pull = jacobian.transpose() * e;
    for (int i = 0; i < 6; ++i) {
      if ((q[i] <= lower[i] && pull[i] < 0) || (q[i] >= upper[i] && pull[i] > 0)) jacobian.col(i).setZero();
    }
    Eigen::Matrix<double, 6, 6> normal = jacobian.transpose() * jacobian;
    normal.diagonal().array() += damping;
    const Joints next = (q + normal.ldlt().solve(jacobian.transpose() * e)).cwiseMax(lower).cwiseMin(upper);
    const Eigen::Matrix<double, 6, 1> next_e = error(next, next_jacobian);
    const double gain = e.norm() - next_e.norm();
    if (gain <= 0) {
      damping *= 5.0;
      continue;
    }
    q = next;
    e = next_e;
    jacobian = next_jacobian;
    damping = std::max(1e-7, damping * 0.3);
    if (gain < 1e-8) break;
  }
  return e.norm();
}

ArmModel::Joints ArmModel::nearest(const Eigen::Vector3d& point) const {
  QRandomGenerator random(17);
  Eigen::Isometry3d goal = Eigen::Isometry3d::Identity();
  goal.translation() = point;
  Joints best = Joints::Zero();
  double least = 1e9;
  for (int start = 0; start < 16; ++start) {
    Joints q;
    for (int i = 0; i < 6; ++i) q[i] = lower[i] + (upper[i] - lower[i]) * random.generateDouble();
    const double left = descend(q, goal, 0.0);
    if (left < least) least = left, best = q;
  }
  return best;
}

std::optional<ArmModel::Joints> ArmModel::solve(const Eigen::Isometry3d& pose) const {
  QRandomGenerator random(19);
  for (int start = 0; start < 40; ++start) {
    Joints q;
    for (int i = 0; i < 6; ++i) q[i] = lower[i] + (upper[i] - lower[i]) * random.generateDouble();
    if (descend(q, pose, 0.3) < 1e-6) return q;
  }
  return std::nullopt;
}

}  // namespace ww::test
