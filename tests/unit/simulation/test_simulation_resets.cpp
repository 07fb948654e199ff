// SPDX-License-Identifier: Apache-2.0
// Resets, what stands, contacts, and physics as a whole.
#include <cmath>
#include <limits>

#include "core/simulation/moment.h"
#include "tests/unit/simulation/checks.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

class TestSimulationResets : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Poses written back are not the same; making all anew is.
  void resetIsExact() {
    PhysicsCell cell;
    for (int i = 0; i < 6; ++i)
      cell.addSolid("c" + std::to_string(i), kCube, 1.0, Pose::translation(0.02 * i, 0.01 * i, 0.06 + 0.12 * i));
    const auto s = cell.simulate();
    WW_DONE(s->applyBodyWrench(push("c5::body", Vec3(5, 0, 0), 0.1)));
    WW_DONE(s->step(800));
    const Sha256 first = s->hash();
    s->reset();
    QCOMPARE(s->time(), 0.0);
    WW_DONE(s->applyBodyWrench(push("c5::body", Vec3(5, 0, 0), 0.1)));
    WW_DONE(s->step(800));
    QVERIFY(s->hash() == first);
    const auto fresh = cell.simulate();
    WW_DONE(fresh->applyBodyWrench(push("c5::body", Vec3(5, 0, 0), 0.1)));
    WW_DONE(fresh->step(800));
    QVERIFY(fresh->hash() == first);
  }

  void resetScopes() {
    PhysicsCell cell;
    const auto s = space(cell);
    WW_DONE(s->spawn("crate", PhysicsCell::box("crate", kCube, 1.0, cell.store), PhysicsCell::at({})));
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(1, 0, 0), -1.0)));
    WW_DONE(s->step(100));
    s->reset({true, false, false});
    QCOMPARE(s->time(), 0.0);
    QVERIFY(s->modelState("a", "")->twist.linear.x() > 0.05);
    s->reset({false, true, false});
    QCOMPARE(s->modelState("a", "")->twist.linear.norm(), 0.0);
    QVERIFY(s->modelState("crate", "").ok());
    WW_DONE(s->step(100));
    QCOMPARE(s->modelState("a", "")->twist.linear.norm(), 0.0);  // what was waiting is forgotten
    s->reset({false, false, true});
    QVERIFY(!s->modelState("crate", "").ok());
    WW_DONE(s->applyBodyWrench(push("a::body", Vec3(1, 0, 0), -1.0)));
    WW_DONE(s->applyBodyWrench(push("b::body", Vec3(1, 0, 0), -1.0)));
    WW_DONE(s->step(10));
    WW_DONE(s->resetModel("a"));
    QCOMPARE(s->modelState("a", "")->twist.linear.norm(), 0.0);
    QVERIFY(s->modelState("b", "")->twist.linear.x() > 0.0);
    QVERIFY(poseMismatch(s->modelState("a", "")->pose, turned(0.4, Vec3(1, 2, 3)), 1e-12).empty());
  }

  // What calls changed of surfaces stays; what rides on a belt does not slip on it.
  void surfacesOutliveResets() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.05));
    const auto s = cell.simulate();
    WW_GOT(const Material still, s->material("floor"));
    Material belt = still;
    belt.surface_velocity = Vec3(0.5, 0, 0);
    WW_DONE(s->setMaterial("floor", belt));
    s->reset({false, true, false});
    WW_DONE(s->step(500));
    WW_NEAR(s->modelState("crate", "")->twist.linear.x(), 0.5, 0.01);
    const auto contacts = s->contacts();
    QCOMPARE(contacts.size(), std::size_t{1});
    for (const double slip : contacts.front().slips) QVERIFY2(slip < 0.02, std::to_string(slip).c_str());
    WW_DONE(s->setMaterial("floor", still));
    WW_DONE(s->setMaterial("crate", belt));
    WW_DONE(s->resetModel("crate"));
    WW_DONE(s->step(500));
    WW_NEAR(s->modelState("crate", "")->twist.linear.x(), -0.5, 0.01);
  }

  // A time step that is taken back leaves the clock where it is.
  void theClockOutlivesItsStep() {
    PhysicsCell cell;
    const auto s = cell.simulate();
    PhysicsProperties physics = s->physics();
    physics.time_step = 0.01;
    WW_DONE(s->setPhysics(physics));
    WW_DONE(s->step(100));
    s->reset({false, true, true});
    QCOMPARE(s->physics().time_step, 1e-3);
    WW_NEAR(s->time(), 1.0, 1e-12);
  }

  // What stands and was put elsewhere is so in a moment, too, and there once it is gone on from.
  void momentsKnowWhatWasMoved() {
    PhysicsCell cell;
    const ObjectId table = cell.addSolid("table", kCube, 0.0, Pose::translation(0, 0, 1), true);
    const ObjectId lid =
        cell.addSolid("lid", kCube, 0.0, Pose::translation(0, 0, 0.1), true, table, cell.w.peek(table)->rootEntity());
    const auto s = cell.simulate();
    QVERIFY(Moments::of(*s).standing.empty());
    WW_DONE(s->setModelState("table", PhysicsCell::at(Pose::translation(3, 0, 1))));
    WW_DONE(s->step(10));
    const Moment moment = Moments::of(*s);
    QCOMPARE(moment.standing.size(), std::size_t{2});
    QVERIFY(moment.flying.empty());
    QVERIFY(poseMismatch(moment.shown().objects.at(lid), Pose::translation(3, 0, 1.1), 1e-9).empty());
    s->reset();
    WW_NEAR(s->modelState("table", "")->pose.p.x(), 0.0, 1e-9);
    WW_DONE(Moments::restore(*s, moment));
    WW_NEAR(s->modelState("table", "")->pose.p.x(), 3.0, 1e-9);
    WW_NEAR(s->modelState("table/lid", "")->pose.p.x(), 3.0, 1e-9);
  }

  // What hangs on a robot has its own joints reset, and the robot's stay where they are.
  void whatHangsOnAnotherIsReset() {
    PhysicsCell cell;
    const ObjectId arm = cell.add("arm", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.add("hand", PhysicsCell::hand(cell.store), Pose::translation(0, 0, -1), arm, cell.entity("arm", "rod"));
    const auto s = cell.simulate();
    WW_DONE(s->setModelConfiguration("arm", {"swing"}, {0.3}));
    WW_DONE(s->setModelConfiguration("arm/hand", {"left", "right"}, {0.02, 0.03}));
    WW_DONE(s->step(10));
    WW_DONE(s->resetModel("arm/hand"));
    QCOMPARE(s->jointProperties("arm/hand::left")->position, 0.0);
    WW_DONE(s->step(100));
    WW_NEAR(s->jointProperties("arm/hand::left")->position, 0.0, 1e-6);
    WW_NEAR(s->jointProperties("arm/hand::right")->position, 0.0, 1e-6);
    WW_NEAR(s->jointProperties("arm::swing")->position, 0.3, 1e-3);
    WW_DONE(s->resetModel("arm"));
    QCOMPARE(s->jointProperties("arm::swing")->position, 0.0);
  }

  // "world" and "floor" stay the names of what they are.
  void reservedNames() {
    PhysicsCell cell;
    const auto s = cell.simulate();
    const auto crate = PhysicsCell::box("crate", kCube, 1.0, cell.store);
    for (const char* name : {"world", "map", "floor"})
      WW_FAILED(s->spawn(name, crate, PhysicsCell::at({})), "simulation.reserved-name");
    WW_DONE(s->spawn("crate", crate, PhysicsCell::at({})));
    WW_FAILED(s->spawnCopy("floor", "crate", PhysicsCell::at({})), "simulation.reserved-name");
    QVERIFY(s->material("floor").ok());
  }

  // A limit that is set across a joint takes it back, and does not throw it.
  void limitsAcrossAJoint() {
    PhysicsCell cell;
    cell.add("arm", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_DONE(s->setModelConfiguration("arm", {"swing"}, {1.0}));
    JointChanges changes;
    changes.hi_stop = 0.5;
    WW_GOT(const StatusMessage said, s->setJointProperties("arm::swing", changes));
    QVERIFY2(plain(said).find("beyond its limits") != std::string::npos, plain(said).c_str());
    double fastest = 0.0;
    for (int i = 0; i < 1500; ++i) {
      WW_DONE(s->step(1));
      fastest = std::max(fastest, std::abs(s->jointProperties("arm::swing")->rate));
    }
    QVERIFY2(fastest < 10.0, std::to_string(fastest).c_str());  // rad/s: a rod of 1 m falls no faster
    QVERIFY(s->jointProperties("arm::swing")->position < 0.51);
    // A drive of a speed keeps it when its force is set alone.
    changes = {};
    changes.fmax = 50.0;
    changes.vel = 0.5;
    WW_DONE(s->setJointProperties("arm::swing", changes));
    changes = {};
    changes.fmax = 90.0;
    WW_DONE(s->setJointProperties("arm::swing", changes));
    WW_DONE(s->setModelConfiguration("arm", {"swing"}, {-0.5}));
    WW_DONE(s->step(500));
    WW_NEAR(s->jointProperties("arm::swing")->rate, 0.5, 1e-3);
    changes = {};
    changes.fmax = 1e6;
    WW_GOT(const StatusMessage cut, s->setJointProperties("arm::swing", changes));
    QVERIFY2(plain(cut).find("100") != std::string::npos, plain(cut).c_str());
  }

  // Where a link is on its joint, the joint says; the base of a robot that stands is not without a mass.
  void whyNothingMovesIt() {
    PhysicsCell cell;
    cell.add("arm", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const auto s = cell.simulate();
    WW_FAILED(s->setLinkState("arm::rod", PhysicsCell::at({})), "simulation.on-joint");
    WW_FAILED(s->applyBodyWrench(push("arm::base", Vec3(1, 0, 0), 0.1)), "simulation.base-stands");
  }

  // What was spawned goes, and all else goes on.
  void spawnedAloneGoes() {
    PhysicsCell cell;
    const auto s = space(cell);
    const auto crate = PhysicsCell::box("crate", kCube, 1.0, cell.store);
    WW_DONE(s->spawn("crate", crate, PhysicsCell::at({})));
    WW_DONE(s->spawnCopy("copy", "crate", PhysicsCell::at(Pose::translation(0, 0, 5))));
    WW_DONE(s->remove("b"));
    PhysicsProperties physics = s->physics();
    physics.gravity = Vec3(0, 0, -1);
    WW_DONE(s->setPhysics(physics));
    WW_DONE(s->step(100));
    const double speed = s->modelState("a", "")->twist.linear.z();
    QVERIFY(speed < -0.09);
    s->reset({false, false, true});
    QCOMPARE(s->modelNames(), std::vector<std::string>{"a"});
    QCOMPARE(s->modelState("a", "")->twist.linear.z(), speed);
    QCOMPARE(s->physics().gravity.z(), -1.0);
    s->reset();
    QCOMPARE(s->modelNames().size(), std::size_t{2});
    QVERIFY(s->physics().gravity.z() != -1.0);
  }

  // A model that stands takes along all that stands on it.
  void movingWhatStands() {
    PhysicsCell cell;
    const ObjectId table = cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.5), true);
    cell.add("arm", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 1.2), table,
             cell.w.peek(table)->rootEntity());
    const auto s = cell.simulate();
    const Pose rod = s->linkState("table/arm::rod", "table")->pose;
    WW_DONE(s->setModelState("table", PhysicsCell::at(turned(0.3, Vec3(2, 0, 0.8)))));
    QVERIFY(poseMismatch(s->linkState("table/arm::rod", "table")->pose, rod, 1e-9).empty());
    QVERIFY(poseMismatch(s->modelState("table", "")->pose, turned(0.3, Vec3(2, 0, 0.8)), 1e-9).empty());
    WW_FAILED(s->setLinkState("table/arm::rod", PhysicsCell::at({})), "simulation.on-joint");
    WW_FAILED(s->setModelState("table", PhysicsCell::at({}, "", {Vec3(1, 0, 0), Vec3::Zero()})),
              "simulation.stands-still");
  }

  void contactsCarryTheWeight() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 3.0, Pose::translation(0, 0, 0.05));
    const auto s = cell.simulate();
    WW_DONE(s->step(500));
    const auto contacts = s->contacts();
    QCOMPARE(contacts.size(), std::size_t{1});
    QCOMPARE(contacts.front().collision1, std::string("floor"));
    // The link's one shape, as gazebo_msgs names it.
    const std::string shape = "crate::body::" + s->modelProperties("crate")->geom_names.at(0);
    QCOMPARE(contacts.front().collision2, shape);
    WW_NEAR(contacts.front().total_force.z(), -3.0 * 9.81, 0.1);
    QCOMPARE(contacts.front().forces.size(), contacts.front().depths.size());
  }

  // Nothing is pressed once it has bounced off.
  void contactsEndWhenThingsPart() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.1));
    const auto s = cell.simulate();
    WW_GOT(Material material, s->material("crate"));
    material.restitution = 0.5;
    WW_DONE(s->setMaterial("crate", material));
    bool pressed = false;
    double most_height = 0.0;  // after it was pressed
    for (int i = 0; i < 160; ++i) {
      WW_DONE(s->step(1));
      const double above = s->modelState("crate", "")->pose.p.z() - 0.05;
      if (above > 2e-3) QVERIFY2(s->contacts().empty(), std::to_string(i).c_str());
      pressed |= !s->contacts().empty();
      if (pressed) most_height = std::max(most_height, above);
    }
    QVERIFY(pressed && most_height > 2e-3);
  }

  // As deep as it has sunk in, whatever the solver is told.
  void softContactsAreAsDeepAsTheyAre() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 10.0, Pose::translation(0, 0, 0.05));
    const auto s = cell.simulate();
    WW_GOT(Material material, s->material("crate"));
    material.kp = 5000.0;
    material.kd = 200.0;
    WW_DONE(s->setMaterial("crate", material));
    WW_DONE(s->step(3000));
    const double sunk = 0.05 - s->modelState("crate", "")->pose.p.z();
    QVERIFY2(sunk > 4e-3, std::to_string(sunk).c_str());
    const auto contacts = s->contacts();
    QCOMPARE(contacts.size(), std::size_t{1});
    for (const double depth : contacts.front().depths) WW_NEAR(depth, sunk, 1e-4);
  }

  // Of two surfaces the smaller friction each way; one without a direction is as rough across as along.
  void frictionAcross() {
    struct Case {
      double mu, floor_mu2;
      Vec3 along;
      double braked;  // by which friction
    };
    const Case cases[] = {{0.6, 1.0, Vec3::UnitY(), 0.4},
                          {0.6, 0.0, Vec3::UnitY(), 0.4},
                          {0.0, 1.0, Vec3::UnitY(), 0.4},
                          {0.0, 1.0, Vec3::UnitX(), 0.0}};
    for (const Case& c : cases) {
      PhysicsCell cell;
      cell.addSolid("crate", Vec3(0.1, 0.1, 0.02), 1.0, Pose::translation(0, 0, 0.01));
      const auto s = cell.simulate();
      WW_GOT(Material floor, s->material("floor"));
      floor.mu = 1.0;
      floor.mu2 = c.floor_mu2;
      WW_DONE(s->setMaterial("floor", floor));
      WW_GOT(Material crate, s->material("crate"));
      crate.mu = c.mu;
      crate.mu2 = 0.4;
      crate.fdir1 = Vec3::UnitX();
      WW_DONE(s->setMaterial("crate", crate));
      WW_DONE(s->setModelState("crate", PhysicsCell::at(Pose::translation(0, 0, 0.01), "", {c.along, Vec3::Zero()})));
      WW_DONE(s->step(200));
      WW_NEAR(s->modelState("crate", "")->twist.linear.dot(c.along), 1.0 - c.braked * 9.81 * 0.2, 0.02);
    }
  }

  void physicsProperties() {
    PhysicsCell cell;
    cell.addSolid("a", kCube, 1.0, Pose::translation(0, 0, 5));
    const auto s = cell.simulate();
    PhysicsProperties p = s->physics();
    p.gravity = Vec3(0, 0, 1.0);
    p.time_step = 0.002;
    p.ode.max_contacts = 20;
    WW_GOT(const StatusMessage said, s->setPhysics(p));
    QVERIFY(plain(said).find("max_contacts") != std::string::npos);
    QVERIFY2(plain(said).find("coarse") == std::string::npos, plain(said).c_str());
    QCOMPARE(s->physics().ode.max_contacts, 20U);
    WW_DONE(s->step(500));
    WW_NEAR(s->time(), 1.0, 1e-12);
    WW_NEAR(s->modelState("a", "")->twist.linear.z(), 1.0, 1e-9);
    p.time_step = 0.1;
    WW_GOT(const StatusMessage coarse, s->setPhysics(p));
    QVERIFY2(plain(coarse).find("the time step of 0.1 s is coarse") != std::string::npos, plain(coarse).c_str());
  }
};

QTEST_GUILESS_MAIN(TestSimulationResets)
#include "test_simulation_resets.moc"
