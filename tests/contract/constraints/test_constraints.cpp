// SPDX-License-Identifier: Apache-2.0
// What every kind of constraint keeps, for each row of the table. A kind without an example here fails.
#include <fmt/format.h>
#include <QtTest>
#include <cmath>
#include <map>
#include <random>

#include "cell.h"
#include "core/constraints/node_task.h"

using namespace ww;
using namespace ww::constraints;
using test::Cell;

namespace {

// An arm with a tool that it carries, and where it is asked to go.
struct Place {
  Cell cell;
  ObjectId arm = cell.addArm("arm", 6, Pose{{0.1, -0.2, 0.3}, Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()))});
  FrameId pick = cell.addFrame(world::kRootObject, world::kRootEntity, "pick",
                               Pose{{0.4, 0.2, 0.5}, Quat(Eigen::AngleAxisd(0.7, Vec3::UnitY()))});
  model::Mechanism mechanism = model::Mechanism::ofObject(model::Model::make(cell.world), arm).value();

  std::vector<Pose> at(const JointVector& q) const {
    std::vector<Pose> out(mechanism.moved().size());
    mechanism.forward(q, out);
    return out;
  }
  Pose rootT(world::NodeRef node, const JointVector& q) const {
    const auto seat = mechanism.seat(node);
    return seat.row < 0 ? seat.row_t_node : at(q)[static_cast<std::size_t>(seat.row)] * seat.row_t_node;
  }
};

JointVector someJoints(std::mt19937_64& random) {
  JointVector q(6);
  for (double& v : q) v = 2.0 * static_cast<double>(random() % 100000) / 1e5 - 1.0;
  return q;
}

// A constraint of a kind that holds at a configuration, and no more than that where it is of a region.
using Example = Constraint (*)(const Place&, const JointVector&);
const std::map<std::string, Example>& examples();

struct There {
  FrameId flange;
  FrameId pick;
  Pose target_t_moving, start;  // the flange in the frame `pick`; the flange in the root as the world stands
  Vec3 tip;                     // a point of the flange, in `pick`
};
const Vec3 kTip(0.03, -0.02, 0.1);
There thereOf(const Place& p, const JointVector& q) {
  const FrameId flange = p.cell.frame("arm", "flange");
  const Pose t = p.rootT(p.pick, q).inverse() * p.rootT(flange, q);
  return {flange, p.pick, t, p.rootT(flange, p.mechanism.restPositions()), t * kTip};
}
Quat tilt(double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3(1, 2, -1).normalized())); }

Constraint boxAt(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  const Pose box{Vec3(0.1, 0.2, 0.3), tilt(0.7)};
  const Vec3 corner = box.inverse() * t.tip;
  return PositionBox{t.flange, t.pick, kTip, box, corner, corner + Vec3(0.01, 0.02, 0.03)};
}
Constraint ellipsoidAt(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  return PositionEllipsoid{
      t.flange, t.pick, kTip, {t.tip - tilt(0.3) * Vec3(0.0499, 0, 0), tilt(0.3)}, Vec3(0.05, 0.1, 0.02)};
}
Constraint frustumAt(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  const Vec3 edge(0.05, 0.02, 0.3);
  return PositionFrustum{
      t.flange, t.pick, t.target_t_moving.inverse() * edge, std::atan2(0.0201, 0.3), std::atan2(0.0501, 0.3),
      0.2999,   0.35};
}
Constraint pointAt(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  const Vec3 axis(0.2, 0.1, 1.0), side = axis.unitOrthogonal();
  return PointAt{t.flange, t.pick, kTip, axis, t.target_t_moving * (kTip + 0.3 * axis + 0.00999 * side),
                 0.01,     0.25,   0.35};
}
Constraint relativePosition(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  const Vec3 way = p.rootT(t.flange, q) * kTip - t.start * kTip;
  return RelativePosition{t.flange, kTip, t.start.q.conjugate() * way, std::nullopt};
}
Constraint sumOf(const Place&, const JointVector& q) {
  JointVector signs = JointVector::Zero(6);
  signs[0] = 1.0, signs[4] = -1.0;
  return JointSum{signs, std::abs(signs.dot(q)) + 1e-10};
}
Constraint both(const Place& p, const JointVector& q) {
  const There t = thereOf(p, q);
  return Intersection{{PositionEquality{t.flange, t.pick, kTip, t.tip},
                       RotationCone{t.flange, t.pick, Vec3::UnitX(), t.target_t_moving.q * Vec3::UnitX(), 1.0}}};
}

const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> kExamples{
      {"joint_positions", [](const Place&, const JointVector& q) { return Constraint(q); }},
      {"pose",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(PoseEquality{t.flange, t.pick, t.target_t_moving});
       }},
      {"position",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(PositionEquality{t.flange, t.pick, kTip, t.tip});
       }},
      {"rotation",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(RotationEquality{t.flange, t.pick, t.target_t_moving.q});
       }},
      {"rotation_ball",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(RotationBall{t.flange, t.pick, tilt(0.2) * t.target_t_moving.q, 0.2 + 1e-9});
       }},
      {"rotation_cone",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         const Vec3 axis(0.3, 1.0, 0.1), there = t.target_t_moving.q * axis;
         const Quat turn(Eigen::AngleAxisd(0.1, there.unitOrthogonal()));
         return Constraint(RotationCone{t.flange, t.pick, axis, turn * there, 0.1 + 1e-9});
       }},
      {"point_at", &pointAt},
      {"position_box", &boxAt},
      {"position_ellipsoid", &ellipsoidAt},
      {"position_frustum", &frustumAt},
      {"relative_pose",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(RelativePose{t.flange, t.start.inverse() * p.rootT(t.flange, q), std::nullopt});
       }},
      {"relative_position", &relativePosition},
      {"relative_rotation",
       [](const Place& p, const JointVector& q) {
         const There t = thereOf(p, q);
         return Constraint(RelativeRotation{t.flange, t.start.q.conjugate() * p.rootT(t.flange, q).q, std::nullopt});
       }},
      {"some_joint_positions",
       [](const Place&, const JointVector& q) {
         return Constraint(SomeJointPositions{{1, 4}, Eigen::Vector2d(q[1], q[4])});
       }},
      {"joint_ranges",
       [](const Place&, const JointVector& q) {
         return Constraint(JointRanges{q, q + JointVector::Constant(6, 0.01)});
       }},
      {"joint_sum", &sumOf},
      {"intersection", &both}};
  return kExamples;
}

}  // namespace

class TestConstraints : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKindHasAnExample() {
    QCOMPARE(constraintKinds().size(), examples().size());
    QCOMPARE(constraintKinds().size(), std::variant_size_v<Constraint>);
    for (const ConstraintKind& kind : constraintKinds()) QVERIFY2(examples().contains(kind.name), kind.name);
  }

  void holdsWhereItHolds_data() { rows(); }
  void holdsWhereItHolds() {
    const Place place;
    std::mt19937_64 random(1);
    int apart = 0;
    for (int i = 0; i < 30; ++i) {
      const JointVector there = someJoints(random), here = someJoints(random);
      const auto task = make(place, there);
      QVERIFY(task->residual(there, place.at(there)).norm() < 1e-7);
      QCOMPARE(task->residual(there, place.at(there)).size(), task->rows());
      const Miss none = task->distance(there, place.at(there)), far = task->distance(here, place.at(here));
      QVERIFY(none.metres < 1e-7 && none.radians < 1e-7);
      const double missing = task->residual(here, place.at(here)).norm();
      QCOMPARE(far.metres + far.radians > 1e-9, missing > 1e-9);
      apart += far.metres + far.radians > 1e-3;
      QVERIFY(!plain(task->text()).empty());
      QVERIFY(plain(task->text()).find('{') == std::string::npos);
    }
    QVERIFY2(apart >= 10, fmt::format("{} of 30", apart).c_str());
  }

  // Anywhere: near the goal and far from it.
  void jacobianAgreesWithDifferences_data() { rows(); }
  void jacobianAgreesWithDifferences() {
    const Place place;
    std::mt19937_64 random(2);
    constexpr double kStep = 1e-6;
    int compared = 0;
    for (int i = 0; i < 40; ++i) {
      const JointVector there = someJoints(random);
      const JointVector q = there + (i % 2 ? 1.0 : 1e-3) * someJoints(random);
      const auto task = make(place, there);
      const Eigen::MatrixXd j = task->jacobian(q, place.at(q));
      QCOMPARE(j.rows(), task->rows());
      QCOMPARE(j.cols(), q.size());
      for (Eigen::Index k = 0; k < q.size(); ++k) {
        JointVector plus = q, minus = q;
        plus[k] += kStep;
        minus[k] -= kStep;
        const Eigen::VectorXd before = task->residual(minus, place.at(minus)),
                              after = task->residual(plus, place.at(plus));
        // At the edge of a region what is missing has a kink.
        if (((before.array() == 0.0) != (after.array() == 0.0)).any()) continue;
        ++compared;
        const Eigen::VectorXd made_up = (before - after) / (2.0 * kStep);
        QVERIFY2((made_up - j.col(k)).norm() < 1e-4 * (1.0 + made_up.norm()),
                 fmt::format("configuration {}, joint {}: {}", i, k, (made_up - j.col(k)).norm()).c_str());
      }
    }
    QVERIFY(compared >= 120);
  }

  void aStepAlongTheJacobianComesNearer_data() { rows(); }
  void aStepAlongTheJacobianComesNearer() {
    const Place place;
    std::mt19937_64 random(3);
    for (int i = 0; i < 20; ++i) {
      const JointVector there = someJoints(random), q = there + 0.05 * someJoints(random);
      const auto task = make(place, there);
      const Eigen::VectorXd before = task->residual(q, place.at(q));
      if (before.norm() < 1e-12) continue;
      const JointVector next = q + 0.1 * task->jacobian(q, place.at(q)).transpose() * before;
      QVERIFY(task->residual(next, place.at(next)).norm() < before.norm());
    }
  }

  // As a target that leaves room has it, when something has to hold along the way as well.
  void intersectionsWithinOthersAreSampled() {
    const Place place;
    std::mt19937_64 random(4);
    const Unit unit = [&random] { return static_cast<double>(random() >> 11) * 0x1.0p-53; };
    const JointVector there = someJoints(random);
    const There t = thereOf(place, there);
    const Constraint turned = RotationCone{t.flange, t.pick, Vec3::UnitX(), t.target_t_moving.q * Vec3::UnitX(), 1.5};
    const auto task = makeTask(place.mechanism, Intersection{{both(place, there), turned}}, there);
    QVERIFY(task.ok());
    const auto sample = (*task)->sample(unit);
    QVERIFY(sample && sample->target_t_moving);
    QVERIFY((*sample->target_t_moving * kTip - t.tip).norm() < 1e-8);
  }

  void samplesSatisfy_data() { rows(); }
  void samplesSatisfy() {
    const Place place;
    std::mt19937_64 random(4);
    const Unit unit = [&random] { return static_cast<double>(random() >> 11) * 0x1.0p-53; };
    const JointVector there = someJoints(random);
    const auto task = make(place, there);
    const auto parts = partsOf(place, there);
    for (int i = 0; i < 50; ++i) {
      const auto sample = task->sample(unit);
      QVERIFY(sample.has_value());
      for (const TaskPtr& part : parts) {
        const auto* about_nodes = dynamic_cast<const NodeTask*>(part.get());
        QCOMPARE(sample->target_t_moving.has_value(), about_nodes != nullptr);
        const Miss miss = about_nodes ? about_nodes->miss(*sample->target_t_moving) : part->distance(sample->q, {});
        QVERIFY2(miss.metres < 1e-8 && miss.radians < 1e-7, fmt::format("{} {}", miss.metres, miss.radians).c_str());
      }
    }
  }

  // A target that rides on another link of the robot, and a moving node that stands still.
  void nodesMayRideOnAnything() {
    const Place place;
    std::mt19937_64 random(5);
    const FrameId flange = place.cell.frame("arm", "flange");
    const world::NodeRef elbow = place.cell.entity("arm", "link_3");
    const std::vector<std::pair<world::NodeRef, world::NodeRef>> pairs{
        {flange, elbow}, {elbow, flange}, {place.pick, flange}};
    for (const auto& [moving, target] : pairs) {
      const JointVector there = someJoints(random), q = there + 0.3 * someJoints(random);
      const Pose goal = place.rootT(target, there).inverse() * place.rootT(moving, there);
      const auto task = makeTask(place.mechanism, PoseEquality{moving, target, goal}).value();
      QVERIFY(task->residual(there, place.at(there)).norm() < 1e-9);
      const Eigen::MatrixXd j = task->jacobian(q, place.at(q));
      for (Eigen::Index k = 0; k < 6; ++k) {
        JointVector plus = q, minus = q;
        plus[k] += 1e-6;
        minus[k] -= 1e-6;
        const Eigen::VectorXd made_up =
            (task->residual(minus, place.at(minus)) - task->residual(plus, place.at(plus))) / 2e-6;
        QVERIFY((made_up - j.col(k)).norm() < 1e-5);
      }
    }
  }

  // The moving frame as its own target: from where it is at the start.
  void itsOwnTargetIsWhereItStarts() {
    const Place place;
    std::mt19937_64 random(6);
    const FrameId flange = place.cell.frame("arm", "flange");
    const JointVector start = someJoints(random);
    const Pose down = Pose::translation(0, 0, -0.1), from = place.rootT(flange, start);
    const auto pose = rootPoseOf(*makeTask(place.mechanism, PoseEquality{flange, flange, down}, start).value());
    QVERIFY(pose.has_value());
    QVERIFY(positionDistance(pose->root_t_tip, from * down) < 1e-12);
    const auto same = rootPoseOf(*makeTask(place.mechanism, RelativePose{flange, down, std::nullopt}, start).value());
    QVERIFY(positionDistance(pose->root_t_tip, same->root_t_tip) < 1e-12);
    QVERIFY(rotationDistance(pose->root_t_tip, same->root_t_tip) < 1e-9);
    // Along the axes of the frame `pick`, and turned about them.
    const Pose by{Vec3(0.1, 0, 0), tilt(0.4)};
    const auto other = rootPoseOf(*makeTask(place.mechanism, RelativePose{flange, by, place.pick}, start).value());
    const Quat axes = place.rootT(place.pick, start).q;
    QVERIFY((other->root_t_tip.p - (from.p + axes * by.p)).norm() < 1e-12);
    const Quat turned = axes * tilt(0.4) * axes.conjugate() * from.q;
    QVERIFY(turned.angularDistance(other->root_t_tip.q) < 1e-9);
    // What stands still is brought to what moves: a solver for poses can do that as well.
    const auto held = rootPoseOf(*makeTask(place.mechanism, PoseEquality{place.pick, flange, down}).value());
    QVERIFY(held.has_value());
    QVERIFY(positionDistance(held->root_t_tip * down, place.rootT(place.pick, start)) < 1e-12);
  }

  void distancesAreThoseOfGeometry() {
    const Place place;
    const FrameId flange = place.cell.frame("arm", "flange");
    const JointVector q = JointVector::Constant(6, 0.3);
    const Pose at = place.rootT(flange, q);
    const auto miss = [&](const Constraint& c) {
      return makeTask(place.mechanism, c).value()->distance(q, place.at(q));
    };
    const auto isAbout = [](double a, double b) { return std::abs(a - b) < 1e-9; };
    const auto root = world::kRootObject;
    // 0.3 rad beside a cone of 0.1.
    const Vec3 z = at.q * Vec3::UnitZ(), beside = Eigen::AngleAxisd(0.3, z.unitOrthogonal()) * z;
    QVERIFY(isAbout(miss(RotationCone{flange, root, Vec3::UnitZ(), beside, 0.1}).radians, 0.2));
    QVERIFY(isAbout(miss(RotationCone{flange, root, Vec3::UnitZ(), -z, 0.5}).radians, M_PI - 0.5));
    QVERIFY(isAbout(miss(RotationBall{flange, root, at.q * tilt(0.3), 0.1}).radians, 0.2));
    // 0.4 m ahead, 30 mm beside the ray.
    const Vec3 ahead = at * Vec3(0.03, 0, 0.4), behind = at * Vec3(0.03, 0, -0.4);
    QVERIFY(isAbout(miss(PointAt{flange, root, Vec3::Zero(), 2.0 * Vec3::UnitZ(), ahead, 0.01}).metres, 0.02));
    QVERIFY(isAbout(miss(PointAt{flange, root, Vec3::Zero(), Vec3::UnitZ(), behind, 0.01}).metres,
                    std::hypot(0.03, 0.4) - 0.01));
    QVERIFY(
        isAbout(miss(PointAt{flange, root, Vec3::Zero(), Vec3::UnitZ(), at * Vec3(0, 0, 0.4), 0.01, 0.5}).metres, 0.1));
    // Out of a box by 3, 4 and 0 mm, of a ball of 0.1 m by 0.05, of a frustum by its far side.
    const Pose box{at.p, tilt(1.0)};
    QVERIFY(isAbout(miss(PositionBox{flange, root, Vec3::Zero(), box, Vec3(0.003, -1, -1), Vec3(1, -0.004, 1)}).metres,
                    0.005));
    QVERIFY(
        isAbout(miss(PositionEllipsoid{
                         flange, root, Vec3::Zero(), {at.p + Vec3(0, 0.15, 0), Quat::Identity()}, Vec3::Constant(0.1)})
                    .metres,
                0.05));
    QVERIFY(isAbout(
        miss(PositionEllipsoid{
                 flange, root, Vec3::Zero(), {at.p + Vec3(0, 0.15, 0), Quat::Identity()}, Vec3(0.01, 0.12, 0.3)})
            .metres,
        0.03));
    PositionFrustum frustum{flange, place.pick};
    frustum.p_in_moving = place.rootT(flange, q).inverse() * (place.rootT(place.pick, q) * Vec3(0.01, 0, 0.5));
    frustum.x_angle = frustum.y_angle = 0.3;
    frustum.far_z = 0.45;
    QVERIFY(isAbout(miss(frustum).metres, 0.05));
    frustum.far_z = 1.0;
    QVERIFY(isAbout(miss(frustum).metres, 0.0));
    JointSum sum{JointVector::Ones(6), 1.5};
    QVERIFY(isAbout(miss(sum).radians, 0.3));
  }

  void whatCannotBeDoneIsRefused() {
    const Place place;
    const auto refused = [&](const Constraint& c, const char* part) {
      const auto task = makeTask(place.mechanism, c);
      return task.status().code == Code::kInvalidArgument && task.status().title.find(part) != std::string::npos;
    };
    QVERIFY(refused(JointVector::Zero(5), "6 finite joint positions"));
    QVERIFY(refused(JointVector::Constant(6, std::numeric_limits<double>::quiet_NaN()), "finite"));
    QVERIFY(refused(PoseEquality{place.pick, world::kRootObject, {}}, "does not move with the robot"));
    const FrameId flange = place.cell.frame("arm", "flange");
    QVERIFY(refused(RelativePose{place.pick, {}, std::nullopt}, "does not move with the robot"));
    QVERIFY(refused(RotationCone{flange, place.pick, Vec3::Zero()}, "moving_axis has no direction"));
    QVERIFY(refused(RotationCone{flange, place.pick, Vec3::UnitX(), Vec3::UnitX(), -0.1}, "cone_opening_half_angle"));
    QVERIFY(refused(RotationBall{flange, place.pick, Quat::Identity(), 4.0}, "angular_radius must be at most"));
    QVERIFY(refused(PointAt{flange, place.pick, Vec3::Zero(), Vec3::UnitX(), Vec3::Zero(), 1e-9},
                    "tolerance must be at least"));
    QVERIFY(refused(PointAt{flange, place.pick, Vec3::Zero(), Vec3::UnitX(), Vec3::Zero(), 1e-3, 0.5, 0.4},
                    "max_distance must be at least 0.5"));
    QVERIFY(refused(PositionBox{flange, place.pick, Vec3::Zero(), Pose::identity(), Vec3::Ones(), Vec3::Zero()},
                    "upper_bounds.x"));
    QVERIFY(refused(PositionEllipsoid{flange, place.pick, Vec3::Zero(), Pose::identity(), Vec3(1, 0, 1)},
                    "ry must be at least"));
    QVERIFY(refused(PositionFrustum{flange, place.pick, Vec3::Zero(), 2.0}, "x_angle must be at most"));
    QVERIFY(refused(SomeJointPositions{{7}, JointVector::Zero(1)}, "joint positions"));
    QVERIFY(refused(JointRanges{JointVector::Ones(6), JointVector::Zero(6)}, "upper_limits"));
    QVERIFY(refused(JointRanges{JointVector::Ones(3), {}}, "6 finite joint positions"));
    QVERIFY(refused(JointSum{JointVector::Zero(6), 1.0}, "joint_signs"));
    QVERIFY(refused(JointSum{JointVector::Ones(6), -1.0}, "joint_sum_limit"));
    QVERIFY(refused(Intersection{}, "no constraint"));
  }

 private:
  void rows() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(constraintKinds().size()); ++i)
      QTest::newRow(constraintKinds()[static_cast<std::size_t>(i)].name) << i;
  }
  TaskPtr make(const Place& place, const JointVector& there) {
    QFETCH(int, row);
    const ConstraintKind& kind = constraintKinds()[static_cast<std::size_t>(row)];
    return kind.make(place.mechanism, examples().at(kind.name)(place, there), place.mechanism.restPositions()).value();
  }
  // Those of an intersection, else it alone.
  std::vector<TaskPtr> partsOf(const Place& place, const JointVector& there) {
    QFETCH(int, row);
    const Constraint c = examples().at(constraintKinds()[static_cast<std::size_t>(row)].name)(place, there);
    std::vector<TaskPtr> out;
    if (const auto* all = std::get_if<Intersection>(&c))
      for (const Constraint& one : all->all) out.push_back(makeTask(place.mechanism, one).value());
    else out.push_back(make(place, there));
    return out;
  }
};

QTEST_GUILESS_MAIN(TestConstraints)
#include "test_constraints.moc"
