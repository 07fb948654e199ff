// SPDX-License-Identifier: Apache-2.0
// Plans played on the drives of a simulation, what they make of it, who holds what, where masses are.
#include <algorithm>
#include <cmath>

#include "core/session/program_builders.h"
#include "core/usecase/simulation/contact_sense.h"
#include "core/usecase/simulation/controller_track.h"
#include "core/usecase/simulation/grip_state.h"
#include "core/usecase/simulation/mass_boxes.h"
#include "core/world/views/references.h"
#include "tests/unit/simulation/checks.h"
#include "tests/unit/simulation/lab.h"
#include "worldwright/v1/program.pb.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

// From 0 to `to` in a second, at rest at both ends; radians.
model::Trajectory swingTo(double to, double seconds = 1.0) {
  model::Trajectory out;
  for (int i = 0; i <= 20; ++i) {
    const double s = i / 20.0;
    model::JointState state;
    state.q = JointVector::Constant(1, to * s * s * (3.0 - 2.0 * s));
    state.v = JointVector::Constant(1, to * 6.0 * s * (1.0 - s) / seconds);
    state.a = JointVector::Zero(1);
    out.times.push_back(s * seconds);
    out.states.push_back(state);
  }
  return out;
}

}  // namespace

class TestControllerRun : public QObject {
  Q_OBJECT

 private:
  static usecase::ControllerTrack played(PhysicsCell& cell, const model::Trajectory& motion, double seconds,
                                         Moment* last = nullptr) {
    auto run = usecase::controllerRunOf(cell.w, cell.id("pendulum"), motion, "swing up");
    usecase::ControllerTrack track(std::make_shared<const usecase::ControllerRun>(run.value()));
    const auto s = cell.simulate();
    const Status begun = usecase::begin(*s, track.run());
    if (!begun.ok()) qFatal("%s", begun.line().c_str());
    for (int i = 0; i < static_cast<int>(seconds / 0.016); ++i) {
      (void)s->step(16);
      const Moment moment = Moments::take(*s);
      track.add(moment);
      if (last) *last = moment;
    }
    return track;
  }

 private Q_SLOTS:
  // Strong enough: it is where it ought to be, and its torques are those of mechanics.
  void aStrongDriveFollows() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store, 3.0, 1000.0), Pose::translation(0, 0, 2));
    Moment last;
    const auto track = played(cell, swingTo(1.5), 1.5, &last);
    QCOMPARE(track.joints().size(), std::size_t(1));
    QCOMPARE(track.run().joints.front().name, std::string("pendulum::swing"));
    const auto& joint = track.joints().front();
    QVERIFY2(joint.most_error < 1e-4, qPrintable(QString::number(joint.most_error)));
    QCOMPARE(joint.at_limit_s, 0.0);
    WW_NEAR(last.joints.front().positions[0], 1.5, 1e-4);
    // At rest, held out: m g l sin(q), against the weight.
    WW_NEAR(std::abs(joint.efforts.back()), 1.0 * 9.81 * 0.5 * std::sin(1.5), 0.05);
    WW_NEAR(joint.efforts.size() * 1.0, track.times().size() * 1.0, 0.0);
    QVERIFY(std::ranges::is_sorted(track.times()));
    QVERIFY(joint.most_effort >= std::abs(joint.efforts.back()));
  }

  // Too weak: it gives all that it has, stays behind, and says so.
  void aWeakDriveStaysBehind() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store, 3.0, 3.0), Pose::translation(0, 0, 2));
    const auto track = played(cell, swingTo(1.5), 2.0);
    const auto& joint = track.joints().front();
    WW_NEAR(track.run().joints.front().effort_limit, 3.0, 0.0);
    WW_NEAR(joint.most_effort, 3.0, 1e-6);
    // It hangs about where 3 Nm carry it.
    QVERIFY2(joint.most_error > 0.5, qPrintable(QString::number(joint.most_error)));
    QVERIFY2(joint.at_limit_s > 0.5, qPrintable(QString::number(joint.at_limit_s)));
  }

  // Between two looks nothing is missed: a jerk that lasts a few steps is seen.
  void peaksBetweenMomentsAreKept() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store, 3.0, 1000.0), Pose::translation(0, 0, 2));
    auto run = usecase::controllerRunOf(cell.w, cell.id("pendulum"), swingTo(0.2), "jerk");
    const auto s = cell.simulate();
    WW_DONE(usecase::begin(*s, *run));
    WW_DONE(s->applyBodyWrench(push("pendulum::rod", Vec3(500, 0, 0), 0.002, 0.1)).status());
    double most = 0.0;
    WW_DONE(s->step(300, {}, [&] { most = std::max(most, std::abs(s->jointStates().front().state.drive_force)); }));
    const Moment moment = Moments::take(*s);
    QVERIFY2(most > 100.0, qPrintable(QString::number(most)));
    WW_NEAR(std::abs(moment.joints.front().peak_efforts[0]), most, 1e-9);
    QVERIFY(std::abs(moment.joints.front().efforts[0]) < 0.5 * most);
    QCOMPARE(Moments::take(*s).joints.front().peak_efforts[0], 0.0);
  }

  void whatDoesNotFitIsRefused() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    QVERIFY(!usecase::controllerRunOf(cell.w, ObjectId{12345}, swingTo(1.0), "x").ok());
    QVERIFY(!usecase::controllerRunOf(cell.w, cell.id("pendulum"), {}, "x").ok());
    WW_FAILED(usecase::controllerRunOf(cell.w, "pick"), "program.no-programs");
    QVERIFY(usecase::plannedPrograms(cell.w).empty());
    // Where the joint cannot be, nothing begins.
    auto run = usecase::controllerRunOf(cell.w, cell.id("pendulum"), swingTo(1.0), "x");
    QVERIFY(run.ok());
    run->trajectories.front().points.front().positions.front() = 7.0;
    const auto s = cell.simulate();
    WW_FAILED(usecase::begin(*s, *run), "simulation.out-of-range");
  }

  // Also what no step has attached: it hangs there from the start.
  void whatIsDetachedIsLetGo() {
    PhysicsCell cell;
    const ObjectId arm = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId part =
        cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, -1), false, arm, cell.entity("pendulum", "rod"));
    worldwright::v1::Program program;
    program.set_name("let_go");
    auto& step = *program.add_steps();
    step.mutable_detach()->mutable_object()->set_id(world::toWire(part));
    worldwright::v1::ProgramPlan plan;
    plan.set_version(1);
    auto& planned = *plan.add_steps();
    planned.add_place(1);
    *planned.mutable_step() = step;
    planned.set_begins(0.05);
    planned.set_ends(0.05);
    cell.apply(session::setProgram(program));
    cell.apply(session::setProgramPlan("let_go", plan));
    WW_GOT(const usecase::ControllerRun run, usecase::controllerRunOf(cell.w, "let_go"));
    QCOMPARE(run.grips.size(), std::size_t(1));
    QVERIFY(run.grips.front().object == part && !run.grips.front().link);
    const auto s = cell.simulate();
    WW_DONE(usecase::begin(*s, run));
    WW_DONE(s->step(250));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < -1.5);
  }

  // Friction carries the light part, and not the heavy one.
  void whatIsHeldAndWhatSlips() {
    for (const double mass : {0.5, 6.0}) {
      PhysicsCell cell;
      cell.add("hand", PhysicsCell::hand(cell.store), Pose::translation(0, 0, 1));
      cell.addSolid("part", kCube, mass, Pose::translation(0, 0, 1));
      const auto s = cell.simulate(PhysicsCell::free());
      WW_DONE(s->applyJointEffort("left", 20.0, {0.0, -1.0}).status());
      WW_DONE(s->applyJointEffort("right", 20.0, {0.0, -1.0}).status());
      WW_DONE(s->step(100));
      const auto grips = usecase::gripsAt(cell.w, Moments::of(*s));
      QCOMPARE(grips.size(), std::size_t(1));
      QCOMPARE(grips.front().object, cell.id("part"));
      QCOMPARE(grips.front().holder, cell.id("hand"));
      QVERIFY2(std::abs(grips.front().force - 20.0) < 3.0, qPrintable(QString::number(grips.front().force)));
      QCOMPARE(grips.front().slips(), mass > 1.0);
      // Why: the force that friction takes to carry the weight.
      const double friction = grips.front().friction;
      QVERIFY(friction > 0.0);
      WW_NEAR(grips.front().needed, 0.5 * mass * 9.81 / friction, 0.01);
      QCOMPARE(grips.front().isWeak(), mass > 1.0);
    }
  }

  // Something soft elsewhere makes rigid fingers no softer: the part that they hold does not creep out of them.
  void whatIsHeldStaysBesideWhatIsSoft() {
    for (const bool soft : {false, true}) {
      PhysicsCell cell;
      cell.add("hand", PhysicsCell::hand(cell.store), Pose::translation(0, 0, 1));
      cell.addSolid("part", kCube, 0.5, Pose::translation(0, 0, 1));
      cell.addSolid("cushion", kCube, 1.0, Pose::translation(5, 0, 1));
      const auto s = cell.simulate(PhysicsCell::free());
      auto material = s->material("cushion::body");
      WW_DONE(material.status());
      if (soft) material->kp = 1e12;
      WW_DONE(s->setMaterial("cushion::body", *material).status());
      for (const char* joint : {"left", "right"}) WW_DONE(s->applyJointEffort(joint, 20.0, {0.0, -1.0}).status());
      WW_DONE(s->step(100));
      const auto depth = [&] {
        double most = 0.0;
        for (const ContactPoint& contact : Moments::of(*s).contacts) most = std::max(most, contact.depth);
        return most;
      };
      QVERIFY2(depth() < 2e-4, qPrintable(QString::number(depth())));
    }
  }

  // What lies on a floor is held by nobody.
  void whatStandsIsNotHeld() {
    PhysicsCell cell;
    cell.addSolid("part", kCube, 1.0, Pose::translation(0, 0, 0.05));
    cell.addSolid("lid", kCube, 1.0, Pose::translation(0, 0, 0.15));
    const auto s = cell.simulate();
    WW_DONE(s->step(100));
    QVERIFY(!Moments::of(*s).contacts.empty());
    QVERIFY(usecase::gripsAt(cell.w, Moments::of(*s)).empty());
  }

  // On the floor, on a table that was made after it or before it, and on each other: all are held up.
  void forcesActOnWhatMoves() {
    PhysicsCell cell;
    cell.addSolid("early", kCube, 0.0, Pose::translation(1, 0, 0.05), true);
    cell.addSolid("part", kCube, 1.0, Pose::translation(0, 0, 0.05));
    cell.addSolid("lid", kCube, 1.0, Pose::translation(0, 0, 0.15));
    cell.addSolid("first", kCube, 1.0, Pose::translation(1, 0, 0.15));
    cell.addSolid("second", kCube, 1.0, Pose::translation(2, 0, 0.15));
    cell.addSolid("late", kCube, 0.0, Pose::translation(2, 0, 0.05), true);
    const auto s = cell.simulate();
    WW_DONE(s->step(100));
    const Moment moment = Moments::of(*s);
    QVERIFY(moment.contacts.size() >= 16);
    for (const ContactPoint& contact : moment.contacts) {
      ContactPoint turned = contact;
      std::swap(turned.a, turned.b);
      turned.force = -turned.force;
      turned.normal = -turned.normal;
      for (const ContactPoint& told : {contact, turned}) {
        const ContactPoint on = usecase::onWhatMoves(cell.w, moment, told);
        QVERIFY(on.force.z() >= -1e-9);
        QVERIFY((on.force - (on.a == told.a ? told.force : Vec3(-told.force))).norm() == 0.0);
      }
    }
  }

  void boxesHaveTheInertiaThatIsSaid() {
    const Vec3 size(0.3, 0.1, 0.7);
    const Inertial box = boxInertial(4.0, size);
    const Quat turn(Eigen::AngleAxisd(0.6, Vec3(1, 2, 3).normalized()));
    const Eigen::Matrix3d r = turn.toRotationMatrix();
    const auto found = usecase::massBox(EntityId{7}, 4.0, Vec3(1, 2, 3), r * box.inertia * r.transpose());
    QVERIFY(found.is_possible);
    QCOMPARE(found.link_t_box.p, Vec3(1, 2, 3));
    // The same box, its edges perhaps in another order.
    for (int i = 0; i < 3; ++i) {
      const Vec3 edge = found.link_t_box.q * Vec3(Vec3::Unit(i) * found.size[i]);
      const Vec3 in_box = turn.conjugate() * edge;
      int axis = 0;
      in_box.cwiseAbs().maxCoeff(&axis);
      WW_NEAR(std::abs(in_box[axis]), size[axis], 1e-9);
      WW_NEAR(in_box.norm(), size[axis], 1e-9);
    }
    QVERIFY(!usecase::massBox(EntityId{7}, 1.0, Vec3::Zero(), Vec3(1, 1, 5).asDiagonal()).is_possible);
    PhysicsCell cell;
    cell.addSolid("part", kCube, 1.0);
    cell.addSolid("light", kCube, 0.0);
    const auto boxes = usecase::massBoxes(cell.w, 10);
    QCOMPARE(boxes.size(), std::size_t(1));
    WW_NEAR(boxes.front().size.x(), 0.1, 1e-9);
    QVERIFY(usecase::massBoxes(cell.w, 0).empty());
  }
};

QTEST_GUILESS_MAIN(TestControllerRun)
#include "test_controller_run.moc"
