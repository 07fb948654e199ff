// SPDX-License-Identifier: Apache-2.0
// What is told of mechanisms that have too few joints for a pose.
#include <QtTest>

#include "cell.h"
#include "core/kinematics/ik/solvers.h"

using namespace ww;
using namespace ww::kinematics;
using ww::test::Cell;

class TestIkFewJoints : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fewJointsAreToldBesideTheWay_data();
  void fewJointsAreToldBesideTheWay();
  void fewJointsAreToldForATurn();
};

void TestIkFewJoints::fewJointsAreToldBesideTheWay_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<double>("height");
  QTest::addColumn<QString>("words");
  QTest::newRow("one") << "link_1" << 0.2 << "only 'joint_1' moves the tool";
  QTest::newRow("two") << "link_2" << 0.4 << "only 2 joints move the tool";
}

// A tip that goes round the first joint, or round the second one above it, 0.3 m away.
void TestIkFewJoints::fewJointsAreToldBesideTheWay() {
  QFETCH(QString, link);
  QFETCH(double, height);
  QFETCH(QString, words);
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const FrameId tip =
      cell.addFrame(arm, cell.entity("arm", link.toStdString()), "tip", Pose::translation(0.3, 0.0, 0.0));
  const auto tree = JointTree::make(cell.world, arm);
  IkRequest request;
  request.tip = tree->riding(tip);
  request.start = JointVector::Zero(6);
  request.root_t_goal = Pose::translation(0.8, 0.0, height);
  const auto result = solveIk(*tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  const IkDiagnosis& why = result->why;
  QVERIFY2(why.reason == IkDiagnosis::Reason::kOutOfReach && why.few_joints > 0, why.text().c_str());
  QVERIFY2(why.reasons.size() >= 2, why.text().c_str());
  QVERIFY2(QString::fromStdString(why.reasons[0].title).startsWith(words), why.text().c_str());
  const Failure& way = *why.reasons[1].failure;
  QVERIFY2(std::abs(std::get<arg::Length>(*way.find("way")).m - 0.5) < 1e-3, why.text().c_str());
  QVERIFY2(why.reasons[1].title.ends_with(" too far along +x"), why.text().c_str());
}

// The turn that is missing is told once.
void TestIkFewJoints::fewJointsAreToldForATurn() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const FrameId tip = cell.addFrame(arm, cell.entity("arm", "link_1"), "tip", Pose::translation(0.3, 0.0, 0.0));
  const auto tree = JointTree::make(cell.world, arm);
  IkRequest request;
  request.tip = tree->riding(tip);
  request.start = JointVector::Zero(6);
  request.root_t_goal = Pose::translation(0.3, 0.0, 0.2) * Pose::rotation(Vec3::UnitX(), 0.4);
  const auto result = solveIk(*tree, request);
  QVERIFY(result.ok() && result->solutions.empty());
  const IkDiagnosis& why = result->why;
  QVERIFY2(why.reason == IkDiagnosis::Reason::kOrientation && why.few_joints == 1, why.text().c_str());
  QVERIFY2(why.reasons[0].title.starts_with("only 'joint_1' moves the tool"), why.text().c_str());
  QVERIFY2(why.text().find("but not its orientation") == std::string::npos, why.text().c_str());
}

QTEST_GUILESS_MAIN(TestIkFewJoints)
#include "test_ik_few_joints.moc"
