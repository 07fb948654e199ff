// SPDX-License-Identifier: Apache-2.0
// The operations of gazebo_msgs: what they do, where the original is wrong, and what is refused.
#include <cmath>
#include <limits>

#include "tests/unit/simulation/checks.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

class TestSimulationCalls : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // get_link_state told w_x as w_z.
  void everyComponentOfATwist() {
    PhysicsCell cell;
    const auto s = space(cell);
    const Twist twist{Vec3(1, 2, 3), Vec3(0.4, 0.5, 0.6)};
    WW_DONE(s->setModelState("a", PhysicsCell::at(turned(0.2, Vec3(4, 5, 6)), "", twist)));
    WW_GOT(const StateIn state, s->linkState("a::body", ""));
    QVERIFY((state.twist.linear - twist.linear).norm() < 1e-12);
    QVERIFY((state.twist.angular - twist.angular).norm() < 1e-12);
    QVERIFY(poseMismatch(state.pose, turned(0.2, Vec3(4, 5, 6)), 1e-12).empty());
  }

  // Velocities were turned the wrong way, and each setting drifted.
  void whatWasGotCanBeSet() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->setModelState("a", PhysicsCell::at(turned(0.3, Vec3(1, 0, 2)), "", {Vec3(1, 0, 0), Vec3(0, 2, 1)})));
    WW_DONE(s->setModelState("b", PhysicsCell::at(turned(2.0, Vec3(0, 3, 1)), "", {Vec3(0, 0.5, 0), Vec3(1, 0, 3)})));
    WW_GOT(const StateIn world_before, s->modelState("a", ""));
    WW_GOT(const StateIn relative, s->modelState("a", "b"));
    for (int i = 0; i < 10; ++i) {
      WW_DONE(s->setModelState("a", relative));
      WW_GOT(const StateIn again, s->modelState("a", "b"));
      QVERIFY(poseMismatch(again.pose, relative.pose, 1e-11).empty());
    }
    WW_GOT(const StateIn world_after, s->modelState("a", ""));
    QVERIFY(poseMismatch(world_after.pose, world_before.pose, 1e-10).empty());
    QVERIFY((world_after.twist.linear - world_before.twist.linear).norm() < 1e-10);
    QVERIFY((world_after.twist.angular - world_before.twist.angular).norm() < 1e-10);
    // By the definition.
    WW_GOT(const StateIn b, s->modelState("b", ""));
    const Vec3 expected = b.pose.q.conjugate() * (world_before.twist.linear - b.twist.linear);
    QVERIFY((relative.twist.linear - expected).norm() < 1e-12);
    // Links the same way.
    WW_GOT(const StateIn link, s->linkState("a::body", "b::body"));
    WW_DONE(s->setLinkState("a::body", link));
    QVERIFY(((s->modelState("a", "")->twist.linear - world_before.twist.linear).norm()) < 1e-10);
  }

  void worldHasSeveralNames() {
    PhysicsCell cell;
    const auto s = space(cell);
    const Pose here = s->modelState("a", "")->pose;
    for (const char* name : {"world", "map", "/map"}) QVERIFY(s->modelState("a", name)->pose == here);
    WW_FAILED(s->modelState("a", "nowhere"), "simulation.no-such-frame");
    WW_FAILED(s->modelState("c", ""), "simulation.no-such-model");
    WW_FAILED(s->linkState("a::nose", ""), "simulation.no-such-link");
  }

  void zeroQuaternionIsTheIdentity() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->setModelState("a", PhysicsCell::at({Vec3(1, 1, 1), Quat(0, 0, 0, 0)})));
    QVERIFY(poseMismatch(s->modelState("a", "")->pose, Pose::translation(1, 1, 1)).empty());
  }

  // Short durations did nothing, and the last of two wrenches won.
  void wrenchesAddUpInWholeSteps() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(1, 0, 0), 0.01)));
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(0, 2, 0), 0.01)));
    WW_DONE(s->applyBodyWrench(push("b::body", Vec3(4, 0, 0), 1e-5)));  // one step
    WW_DONE(s->applyBodyWrench(push("b::body", Vec3(0, 8, 0), 0.0)));   // none
    WW_DONE(s->applyBodyWrench(push("b::body", Vec3(0, 0, 2), 0.002, 0.02)));
    WW_DONE(s->step(10));
    QVERIFY((s->modelState("b", "")->twist.linear - Vec3(0.002, 0, 0)).norm() < 1e-12);
    WW_DONE(s->step(40));
    QVERIFY((s->modelState("a", "")->twist.linear - Vec3(0.01, 0.02, 0)).norm() < 1e-9);
    QVERIFY((s->modelState("b", "")->twist.linear - Vec3(0.002, 0, 0.002)).norm() < 1e-9);
  }

  void aStartOnTheClock() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(1, 0, 0), 0.001, 0.005)));
    WW_DONE(s->step(5));
    QCOMPARE(s->modelState("a", "")->twist.linear.x(), 0.0);
    WW_DONE(s->step(1));
    WW_NEAR(s->modelState("a", "")->twist.linear.x(), 1e-3, 1e-15);
    // For ever, until it is cleared.
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(0, 1, 0), -1.0)));
    WW_DONE(s->step(100));
    WW_DONE(s->clearBodyWrenches("a::body"));
    WW_DONE(s->step(100));
    WW_NEAR(s->modelState("a", "")->twist.linear.y(), 0.1, 1e-9);
  }

  // A force in a link's frame was turned twice; a world point counted from the centre of mass.
  void framesOfWrenches() {
    PhysicsCell cell;
    const auto s = space(cell);
    BodyWrench wrench = push("a::body", Vec3(1, 0, 0), 0.001);
    wrench.reference_frame = "b";
    wrench.reference_point = s->modelState("a", "b")->pose.p;
    WW_DONE(s->applyBodyWrench(wrench));
    WW_DONE(s->step(1));
    const Vec3 x = s->modelState("b", "")->pose.q * Vec3::UnitX();
    WW_GOT(const StateIn a, s->modelState("a", ""));
    QVERIFY((a.twist.linear - 1e-3 * x).norm() < 1e-12);
    QVERIFY(a.twist.angular.norm() < 1e-12);
    // At a point of the world beside the centre.
    wrench = push("b::body", Vec3(0, 0, 1), 0.001);
    wrench.reference_point = s->modelState("b", "")->pose.p + Vec3(0.5, 0, 0);
    WW_DONE(s->applyBodyWrench(wrench));
    WW_DONE(s->step(1));
    const double inertia = 2.0 * 0.02 / 12.0;
    QVERIFY((s->modelState("b", "")->twist.angular - Vec3(0, -0.5e-3 / inertia, 0)).norm() < 1e-9);
  }

  void spawnAndDeleteWhilePaused() {
    PhysicsCell cell;
    const auto s = space(cell);
    const auto crate = PhysicsCell::box("crate", kCube, 1.0, cell.store);
    WW_DONE(s->spawn("crate", crate, PhysicsCell::at(turned(0.5, Vec3(0, 0, 1)), "a")));
    WW_GOT(const StateIn state, s->modelState("crate", "a"));
    QVERIFY(poseMismatch(state.pose, turned(0.5, Vec3(0, 0, 1)), 1e-12).empty());
    WW_FAILED(s->spawn("crate", crate, PhysicsCell::at({})), "world.name-taken");
    WW_DONE(s->applyBodyWrench(push("crate::body", Vec3(1, 0, 0), -1.0)));
    WW_DONE(s->remove("crate"));
    WW_FAILED(s->modelState("crate", ""), "simulation.no-such-model");
    // The name is free again, and what was asked of the old one is forgotten.
    WW_DONE(s->spawn("crate", crate, PhysicsCell::at({})));
    WW_DONE(s->step(10));
    QCOMPARE(s->modelState("crate", "")->twist.linear.norm(), 0.0);
    WW_DONE(s->spawnCopy("other", "crate", PhysicsCell::at(Pose::translation(0, 5, 0))));
    QCOMPARE(s->modelNames().size(), std::size_t{4});
  }

  // A file may have the root link elsewhere than its model: states are those of the model, as they are where it is put.
  void stateOfAModelIsThatOfItsFrame() {
    PhysicsCell cell;
    const auto s = space(cell);
    const Pose object_t_model = turned(0.4, Vec3(0.1, -0.2, -0.5));
    const Pose wanted = turned(1.1, Vec3(1, 2, 3));
    WW_DONE(s->spawn("m", PhysicsCell::box("m", kCube, 1.0, cell.store),
                     PhysicsCell::at(wanted * object_t_model.inverse(), "", {Vec3(1, 0, 0), Vec3(0, 0, 2)}),
                     {false, false, object_t_model})
                .status());
    const auto check = [&](const std::string& name, const Pose& pose) {
      WW_GOT(const StateIn model, s->modelState(name, ""));
      QVERIFY2(poseMismatch(model.pose, pose, 1e-9).empty(), poseMismatch(model.pose, pose, 1e-9).c_str());
      QVERIFY((model.twist.linear - Vec3(1, 0, 0)).norm() < 1e-9 &&
              (model.twist.angular - Vec3(0, 0, 2)).norm() < 1e-9);
      WW_GOT(const StateIn link, s->linkState(name + "::body", name));
      QVERIFY(poseMismatch(link.pose, object_t_model.inverse(), 1e-9).empty());
      QVERIFY(link.twist.angular.norm() < 1e-9);
    };
    check("m", wanted);
    const Pose other = turned(-0.7, Vec3(5, 5, 5));
    WW_DONE(s->setModelState("m", PhysicsCell::at(other, "", {Vec3(1, 0, 0), Vec3(0, 0, 2)})));
    check("m", other);
    WW_DONE(s->spawnCopy("copy", "m", PhysicsCell::at(wanted, "", {Vec3(1, 0, 0), Vec3(0, 0, 2)})).status());
    check("copy", wanted);
    bool streamed = false;
    for (const NamedState& state : s->modelStates())
      streamed |= state.name == "copy" && poseMismatch(state.pose, wanted, 1e-9).empty();
    QVERIFY(streamed);
  }

  void spawnAThousandTimes() {
    PhysicsCell cell;
    const auto s = space(cell);
    const auto crate = PhysicsCell::box("crate", kCube, 1.0, cell.store);
    for (int i = 0; i < 1000; ++i) {
      WW_DONE(s->spawn("crate", crate, PhysicsCell::at(Pose::translation(0, 0, 5))));
      if (i % 100 == 0) WW_DONE(s->step(1));
      WW_DONE(s->remove("crate"));
    }
    QCOMPARE(s->modelNames().size(), std::size_t{2});
    QCOMPARE(s->linkStates().size(), std::size_t{2});
  }

  // What lay on what was deleted falls.
  void deletingWakes() {
    PhysicsCell cell;
    cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.5), true);
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.6));
    const auto s = cell.simulate();
    WW_DONE(s->step(4000));
    QVERIFY(s->asleep("crate"));
    WW_DONE(s->remove("table"));
    WW_DONE(s->step(1000));
    WW_NEAR(s->modelState("crate", "")->pose.p.z(), 0.05, 1e-3);
  }

  void aForceWakes() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.05));
    const auto s = cell.simulate();
    WW_DONE(s->step(4000));
    QVERIFY(s->asleep("crate"));
    WW_DONE(s->applyBodyWrench(push("crate::body", Vec3(30, 0, 0), 0.1)));
    WW_DONE(s->step(100));
    QVERIFY(s->modelState("crate", "")->twist.linear.x() > 1.0);
  }

  // Masses never reached the engine, and the inertia's axes were ignored.
  void linkPropertiesAreFelt() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_GOT(LinkProperties p, s->linkProperties("a::body"));
    WW_NEAR(p.mass, 1.0, 1e-12);
    p.mass = 4.0;
    p.ixx = 0.02, p.iyy = 0.03, p.izz = 0.04;
    p.com = {Vec3(0.05, 0, 0), Quat(Eigen::AngleAxisd(0.5 * M_PI, Vec3::UnitZ()))};
    WW_DONE(s->setModelState("a", PhysicsCell::at({}, "", {Vec3(1, 0, 0), Vec3::Zero()})));
    WW_DONE(s->setLinkProperties("a::body", p));
    QVERIFY((s->modelState("a", "")->twist.linear - Vec3(1, 0, 0)).norm() < 1e-12);
    BodyWrench wrench = push("a::body", Vec3(4, 0, 0), 0.001);
    wrench.torque = Vec3(0, 1, 0);
    wrench.reference_point = Vec3(0.05, 0, 0);
    WW_DONE(s->applyBodyWrench(wrench));
    WW_DONE(s->step(1));
    // The axes of the inertia are turned by a quarter: y is its x.
    WW_GOT(const StateIn a, s->modelState("a", ""));
    WW_NEAR(a.twist.angular.y(), 1e-3 / 0.02, 1e-9);
    WW_NEAR(a.twist.linear.x(), 1.0 + 1e-3, 1e-6);
    WW_GOT(const LinkProperties got, s->linkProperties("a::body"));
    WW_NEAR(got.ixx, 0.03, 1e-12);
    WW_NEAR(got.iyy, 0.02, 1e-12);
  }

  void gravityModeOfALink() {
    PhysicsCell cell;
    cell.addSolid("a", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto s = cell.simulate();
    WW_GOT(LinkProperties p, s->linkProperties("a"));
    p.gravity_mode = false;
    WW_DONE(s->setLinkProperties("a", p));
    WW_DONE(s->step(500));
    WW_NEAR(s->modelState("a", "")->pose.p.z(), 1.0, 1e-12);
    QVERIFY(!s->linkProperties("a")->gravity_mode);
  }

  // The type was always REVOLUTE, damping was empty, and joints were looked for in any robot.
  void joints() {
    PhysicsCell cell;
    cell.add("one", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.add("two", PhysicsCell::pendulum(cell.store), Pose::translation(0, 3, 2));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_FAILED(s->jointProperties("swing"), "simulation.several-named");
    WW_FAILED(s->jointProperties("one::swig"), "simulation.no-such-joint");
    JointChanges changes;
    changes.damping = 0.5;
    WW_DONE(s->setJointProperties("one::swing", changes));
    QCOMPARE(s->jointProperties("one::swing")->damping, 0.5);
    QVERIFY(s->jointProperties("one::swing")->type == JointType::kRevolute);
    changes = {};
    changes.hi_stop = std::numeric_limits<double>::infinity();
    changes.lo_stop = -std::numeric_limits<double>::infinity();
    WW_DONE(s->setJointProperties("two::swing", changes));
    QVERIFY(s->jointProperties("two::swing")->type == JointType::kContinuous);
    WW_DONE(s->applyJointEffort("two::swing", 3.0, {0.0, 0.1}));
    WW_DONE(s->step(100));
    QVERIFY(std::abs(s->jointProperties("two::swing")->rate) > 0.1);
    QVERIFY(std::abs(s->jointProperties("one::swing")->rate) < 1e-9);
    changes = {};
    changes.kept.stop_erp = 0.3;
    WW_GOT(const StatusMessage said, s->setJointProperties("one::swing", changes));
    QVERIFY(plain(said).find("stored, not simulated") != std::string::npos);
    QCOMPARE(s->jointProperties("one::swing")->kept.stop_erp, std::optional(0.3));
  }

  void effortsAreCutAndAddUp() {
    PhysicsCell cell;
    cell.add("p", PhysicsCell::pendulum(cell.store, 3.0, 2.0), Pose::translation(0, 0, 2));
    SimulationOptions options = PhysicsCell::free();
    options.physics.gravity.setZero();
    const auto s = cell.simulate(options);
    const double inertia = 1.0 / 12.0 * (1.0 + 0.02 * 0.02) + 0.25;
    WW_DONE(s->applyJointEffort("swing", 1.0, {0.0, 0.01}));
    WW_GOT(const StatusMessage said, s->applyJointEffort("swing", 50.0, {0.0, 0.01}));
    QVERIFY2(plain(said).find("gets 3, more than its limit of 2") != std::string::npos, plain(said).c_str());
    WW_DONE(s->step(20));
    WW_NEAR(s->jointProperties("swing")->rate, 3.0 * 0.01 / inertia, 1e-6);
    WW_FAILED(s->setModelConfiguration("p", {"swing", "swing"}, {0.1, 0.2}), "simulation.joint-twice");
  }

  // As in gazebo: what is as fast as its limit (20 rad/s) is driven no faster, and slowing down is free.
  void effortsEndAtTheLimitOfSpeed() {
    PhysicsCell cell;
    cell.add("p", PhysicsCell::pendulum(cell.store, 3.0, 100.0), Pose::translation(0, 0, 2));
    SimulationOptions options = PhysicsCell::free();
    options.physics.gravity.setZero();
    const auto s = cell.simulate(options);
    const double inertia = 1.0 / 12.0 * (1.0 + 0.02 * 0.02) + 0.25;
    WW_DONE(s->applyJointEffort("swing", 100.0, {0.0, 0.1}));
    WW_DONE(s->step(100));
    const double rate = s->jointProperties("swing")->rate;
    QVERIFY2(rate >= 20.0 && rate <= 20.0 + 100.0 * 0.001 / inertia + 1e-6, qPrintable(QString::number(rate)));
    WW_DONE(s->applyJointEffort("swing", -100.0, {0.0, 0.02}));
    WW_DONE(s->step(20));
    WW_NEAR(s->jointProperties("swing")->rate, rate - 100.0 * 0.02 / inertia, 1e-6);
  }

  void trajectoriesAreFollowed() {
    PhysicsCell cell;
    cell.add("p", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const auto s = cell.simulate();
    JointTrajectory t;
    t.model_name = "p";
    t.joint_names = {"swing"};
    t.points = {{0.0, {0.0}, {0.0}}, {0.5, {0.6}, {0.0}}, {1.0, {-0.2}, {0.0}}};
    WW_DONE(s->setJointTrajectory(t));
    WW_DONE(s->step(500));
    WW_NEAR(s->jointProperties("swing")->position, 0.6, 1e-3);
    WW_DONE(s->step(1000));
    WW_NEAR(s->jointProperties("swing")->position, -0.2, 1e-3);
    // What is beyond the range is said, and the drive ends where that does.
    WW_DONE(s->setModelConfiguration("p", {"swing"}, {0.0}));
    WW_GOT(const StatusMessage fits, s->setJointTrajectory(t));
    QVERIFY2(fits.empty(), plain(fits).c_str());
    t.points[1].positions = {90.0};
    WW_GOT(const StatusMessage said, s->setJointTrajectory(t));
    QVERIFY2(plain(said).find("'swing' is sent to 90 and goes no farther than its range of ") == 0,
             plain(said).c_str());
    t.points[1].time_from_start = 2.0;
    WW_FAILED(s->setJointTrajectory(t), "simulation.trajectory-times");
    t.points.clear();
    WW_FAILED(s->setJointTrajectory(t), "simulation.trajectory-empty");
  }

  // Points that lie elsewhere, late, or farther than the joint gets by then: it does what it can, and says so.
  void whatATrajectoryDoesNotSayIsTold() {
    PhysicsCell cell;
    cell.add("p", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const auto s = cell.simulate();
    JointTrajectory t;
    t.model_name = "p", t.joint_names = {"swing"};
    const auto said = [&](std::vector<TrajectoryPoint> points) {
      t.points = std::move(points);
      const auto done = s->setJointTrajectory(t);
      return done.ok() ? plain(*done) : done.status().line();
    };
    QCOMPARE(said({{0.0, {0.0}, {}}, {1.0, {0.5}, {}}}), std::string());
    QCOMPARE(said({{0.0, {0.4}, {}}, {1.0, {0.5}, {}}}),
             std::string("the trajectory begins 0.4 rad away from where 'swing' is: it goes there first"));
    QCOMPARE(said({{20.0, {0.5}, {}}}),
             std::string("the first point is at 20 s: until then 'swing' is on its way there from where it is"));
    QVERIFY(said({{0.001, {1.0}, {}}}).find("'swing' is to be at 1 rad after 0.001 s, faster than its limit of ") == 0);
    QCOMPARE(said({{20.0, {0.0}, {}}}), std::string());
  }

  // A goal at a time, without a point for where it begins: it was driven to at once with all force, and swung beyond.
  void aTrajectoryBeginsWhereTheJointsAre() {
    for (const bool put : {false, true}) {
      PhysicsCell cell;
      cell.add("p", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
      const auto s = cell.simulate();
      WW_DONE(s->setModelConfiguration("p", {"swing"}, {0.2}));
      JointTrajectory t;
      t.model_name = "p";
      t.joint_names = {"swing"};
      t.disable_physics_updates = put;
      t.points = {{1.0, {0.6}, {}}};
      WW_DONE(s->setJointTrajectory(t));
      for (int i = 1; i <= 10; ++i) {
        WW_DONE(s->step(100));
        WW_NEAR(s->jointProperties("swing")->position, 0.2 + 0.04 * i, 1e-3);
      }
      // With velocities the way is a cubic, which begins as fast as the joint is.
      t.points = {{1.0, {0.2}, {0.0}}};
      WW_DONE(s->setModelConfiguration("p", {"swing"}, {0.6}));
      WW_DONE(s->setJointTrajectory(t));
      WW_DONE(s->step(250));
      WW_NEAR(s->jointProperties("swing")->position, 0.6 - 0.4 * (3.0 / 16 - 2.0 / 64), 1e-3);
      WW_DONE(s->step(750));
      WW_NEAR(s->jointProperties("swing")->position, 0.2, 1e-3);
    }
  }

  void badNumbersChangeNothing() {
    PhysicsCell cell;
    const auto s = space(cell);
    const Sha256 before = s->hash();
    WW_FAILED(s->setModelState("a", PhysicsCell::at(Pose::translation(kNaN, 0, 0))), "simulation.not-a-number");
    WW_FAILED(s->setModelState("a", PhysicsCell::at(Pose::translation(1e300, 0, 0))), "simulation.not-a-number");
    WW_FAILED(s->setModelState("a", PhysicsCell::at({Vec3::Zero(), Quat(kNaN, 0, 0, 1)})), "simulation.not-a-number");
    WW_FAILED(s->applyBodyWrench(push("a", Vec3(kNaN, 0, 0), 1.0)), "simulation.not-a-number");
    WW_FAILED(s->applyBodyWrench(push("a", Vec3(1e300, 0, 0), 1.0)), "simulation.not-a-number");
    WW_FAILED(s->applyBodyWrench(push("a", Vec3(1, 0, 0), kNaN)), "simulation.not-a-number");
    LinkProperties p = *s->linkProperties("a");
    p.mass = -1.0;
    WW_FAILED(s->setLinkProperties("a", p), "simulation.out-of-range");
    p.mass = 1.0;
    p.ixx = -1.0;
    WW_FAILED(s->setLinkProperties("a", p), "simulation.impossible-inertia");
    WW_FAILED(s->step(0), "simulation.step-count");
    WW_FAILED(s->step(1'000'000'000), "simulation.step-count");
    PhysicsProperties physics = s->physics();
    physics.time_step = 0.0;
    WW_FAILED(s->setPhysics(physics), "simulation.out-of-range");
    physics = s->physics();
    physics.gravity.x() = kNaN;
    WW_FAILED(s->setPhysics(physics), "simulation.not-a-number");
    physics = s->physics();
    physics.ode.sor_pgs_iters = 0;
    WW_FAILED(s->setPhysics(physics), "simulation.out-of-range");
    Material m;
    m.mu = -1.0;
    WW_FAILED(s->setMaterial("a", m), "simulation.out-of-range");
    WW_FAILED(s->setModelConfiguration("a", {"x"}, {}), "simulation.lengths");
    QVERIFY(s->hash() == before);
    WW_DONE(s->step(1));
  }

  // Something flies apart: it is told, and the simulation can go on after a reset.
  void blowingUpIsTold() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->applyBodyWrench(push("a", Vec3(1e12, 0, 0), -1.0)));
    WW_FAILED(s->step(10000), "simulation.blew-up");
    s->reset();
    WW_DONE(s->step(10));
    QCOMPARE(s->modelState("a", "")->twist.linear.norm(), 0.0);
  }

  void aStopEndsLongWork() {
    PhysicsCell cell;
    const auto s = space(cell);
    std::stop_source stop;
    stop.request_stop();
    WW_FAILED(s->step(1000, stop.get_token()), "simulation.stopped");
  }
};

QTEST_GUILESS_MAIN(TestSimulationCalls)
#include "test_simulation_calls.moc"
