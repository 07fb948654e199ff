// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>

#include "tests/cli/arm_model.h"
#include "tests/cli/cases.h"

using namespace ww::test;
using Eigen::Vector3d;

// A goal out of reach is refused with the distance and the direction, as an independent model has them.
class TestCliReach : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void modelAgrees();
  void outOfReach_data();
  void outOfReach();
  void stretchedAndBeyond();

 private:
  CliRun planTo(const Vector3d& p, const Eigen::Quaterniond& q) {
    const QString request =
        folder_.write("far.textproto", poseMotion({p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}, "ANY"));
    return runCli({"plan", world_, request, "--json"});
  }

  ScratchFolder folder_;
  QString world_;
  std::unique_ptr<ArmModel> arm_;
};

void TestCliReach::initTestCase() {
  world_ = makeSample(folder_);
  arm_ = std::make_unique<ArmModel>(world_, folder_);
}

void TestCliReach::modelAgrees() {
  const QList<double> home = namedJoints(world_, "home");
  const Eigen::Isometry3d model = arm_->tip(Eigen::Map<const ArmModel::Joints>(home.data()));
  const QJsonArray p = at(jsonOf({"transform", world_, "root", "gripper/tool_frame"}), "a_t_b/position").toArray();
  for (int i = 0; i < 3; ++i) QVERIFY(std::abs(model.translation()[i] - p[i].toDouble()) < 1e-9);
}

void TestCliReach::outOfReach_data() {
  QTest::addColumn<double>("yaw");
  QTest::addColumn<double>("height");
  QTest::addColumn<bool>("down");
  for (const double yaw : {0.0, 90.0, -45.0, 150.0}) {
    for (const double height : {0.3, 0.9, 1.4}) {
      QTest::addRow("yaw %g, height %g", yaw, height) << yaw << height << (yaw == 0.0);
    }
  }
  QTest::newRow("above") << 0.0 << 3.0 << false;
}

// The first number of metres in the text and the direction after it: one axis with its sign, or so much along each.
static bool said(const QString& text, double& metres, Vector3d& direction) {
  static const QRegularExpression kText("(\\d+\\.\\d+) m out of reach: ([^;:]*)");
  static const QRegularExpression kStep("(\\d+\\.\\d+) m (?:too far )?along ([+-])([xyz])");
  const auto match = kText.match(text);
  metres = match.captured(1).toDouble();
  direction = Vector3d::Zero();
  for (auto steps = kStep.globalMatch(match.captured(2)); steps.hasNext();) {
    const auto step = steps.next();
    const double sign = step.captured(2) == "-" ? -1.0 : 1.0;
    direction[step.captured(3)[0].toLatin1() - 'x'] += sign * step.captured(1).toDouble();
  }
  return match.hasMatch() && direction.norm() > 0.0;
}

void TestCliReach::outOfReach() {
  QFETCH(double, yaw);
  QFETCH(double, height);
  QFETCH(bool, down);
  const double angle = yaw * M_PI / 180.0;
  const Vector3d from = height > 2.0 ? Vector3d(0.001, 0, 0.77) : Vector3d(0, 0, height);
  const Vector3d ray = height > 2.0 ? Vector3d(0, 0, 1) : Vector3d(std::cos(angle), std::sin(angle), 0);
  // Outwards along the ray until the model's arm is 0.30 m away.
  double near = 0.0, far = 3.0;
  for (int n = 0; n < 12; ++n)
    (arm_->distance(from + 0.5 * (near + far) * ray) < 0.30 ? near : far) = 0.5 * (near + far);
  const Vector3d goal = from + near * ray;
  const Eigen::Quaterniond turned = down ? Eigen::Quaterniond(0, 0, 1, 0)
                                         : Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()) *
                                                              Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()));
  const CliRun run = planTo(goal, turned);
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "OUT_OF_RANGE"));
  double metres = 0;
  Vector3d direction;
  QVERIFY2(said(run.err, metres, direction), run.err);
  QVERIFY2(std::abs(metres - 0.30) <= 0.02, run.err);
  const Vector3d away = (goal - arm_->tip(arm_->nearest(goal)).translation()).normalized();
  QVERIFY2(away.dot(direction.normalized()) > 0.98, run.err);
}

// As people would make it: the arm stretched out, and then further along the tool.
void TestCliReach::stretchedAndBeyond() {
  for (const double turn : {0.0, 1.0, -2.0}) {
    const Vector3d ray(std::cos(turn), std::sin(turn), 0);
    const Vector3d shoulder = Vector3d(0, 0, 1.0);
    const Vector3d edge = arm_->tip(arm_->nearest(shoulder + 5.0 * ray)).translation();
    const Eigen::Isometry3d stretched = arm_->tip(arm_->nearest(shoulder + 5.0 * ray));
    const Vector3d goal = edge + 0.30 * (shoulder + 5.0 * ray - edge).normalized();
    const CliRun run = planTo(goal, Eigen::Quaterniond(stretched.linear()));
    WW_COMPARE_EXIT(run, 1);
    double metres = 0;
    Vector3d direction;
    QVERIFY2(said(run.err, metres, direction), run.err);
    QVERIFY2(std::abs(metres - 0.30) <= 0.02, run.err);
  }
}

QTEST_GUILESS_MAIN(TestCliReach)
#include "test_cli_reach.moc"
