// SPDX-License-Identifier: Apache-2.0
// What every kind of constraint keeps, for each row of the table. A kind without an example here fails.
#include <fmt/format.h>
#include <QtTest>
#include <map>
#include <random>

#include "cell.h"
#include "core/constraints/constraint.h"

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

// A constraint of a kind that holds at a configuration.
using Example = Constraint (*)(const Place&, const JointVector&);
const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> kExamples{
      {"joint_positions", [](const Place&, const JointVector& q) { return Constraint(q); }},
      {"pose", [](const Place& p, const JointVector& q) {
         const FrameId flange = p.cell.frame("arm", "flange");
         return Constraint(PoseEquality{flange, p.pick, p.rootT(p.pick, q).inverse() * p.rootT(flange, q)});
       }}};
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
    for (int i = 0; i < 30; ++i) {
      const JointVector there = someJoints(random), here = someJoints(random);
      const auto task = make(place, there);
      QVERIFY(task->residual(there, place.at(there)).norm() < 1e-7);
      QCOMPARE(task->residual(there, place.at(there)).size(), task->rows());
      const Miss none = task->distance(there, place.at(there)), far = task->distance(here, place.at(here));
      QVERIFY(none.metres < 1e-7 && none.radians < 1e-7);
      QVERIFY(far.metres + far.radians > 1e-3);
      QVERIFY(task->residual(here, place.at(here)).norm() > 1e-3);
      QVERIFY(!task->text().empty());
    }
  }

  void jacobianAgreesWithDifferences_data() { rows(); }
  void jacobianAgreesWithDifferences() {
    const Place place;
    std::mt19937_64 random(2);
    for (int i = 0; i < 10; ++i) {
      const JointVector there = someJoints(random);
      // Rotation vectors are only near the goal what turns add up to.
      const JointVector q = there + 1e-4 * someJoints(random);
      const auto task = make(place, there);
      const Eigen::MatrixXd j = task->jacobian(q, place.at(q));
      QCOMPARE(j.rows(), task->rows());
      QCOMPARE(j.cols(), q.size());
      for (Eigen::Index k = 0; k < q.size(); ++k) {
        JointVector plus = q, minus = q;
        plus[k] += 1e-6;
        minus[k] -= 1e-6;
        const Eigen::VectorXd made_up =
            (task->residual(minus, place.at(minus)) - task->residual(plus, place.at(plus))) / 2e-6;
        QVERIFY2((made_up - j.col(k)).norm() < 1e-3, fmt::format("joint {}", k).c_str());
      }
    }
  }

  void aStepAlongTheJacobianComesNearer_data() { rows(); }
  void aStepAlongTheJacobianComesNearer() {
    const Place place;
    std::mt19937_64 random(3);
    for (int i = 0; i < 20; ++i) {
      const JointVector there = someJoints(random), q = there + 0.05 * someJoints(random);
      const auto task = make(place, there);
      const Eigen::VectorXd before = task->residual(q, place.at(q));
      const JointVector next = q + 0.1 * task->jacobian(q, place.at(q)).transpose() * before;
      QVERIFY(task->residual(next, place.at(next)).norm() < before.norm());
    }
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
    QVERIFY(refused(PoseEquality{flange, flange, {}}, "moves with the robot"));
  }

 private:
  void rows() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(constraintKinds().size()); ++i)
      QTest::newRow(constraintKinds()[static_cast<std::size_t>(i)].name) << i;
  }
  std::unique_ptr<const Task> make(const Place& place, const JointVector& there) {
    QFETCH(int, row);
    const ConstraintKind& kind = constraintKinds()[static_cast<std::size_t>(row)];
    return kind.make(place.mechanism, examples().at(kind.name)(place, there)).value();
  }
};

QTEST_GUILESS_MAIN(TestConstraints)
#include "test_constraints.moc"
