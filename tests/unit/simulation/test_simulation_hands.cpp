// SPDX-License-Identifier: Apache-2.0
// What hands do to a simulation: pull by a spring, hold fast, let go.
#include <cmath>
#include <limits>

#include "core/session/edit_builders.h"
#include "core/simulation/grip.h"
#include "core/simulation/moment.h"
#include "core/simulation/pull.h"
#include "core/simulation/wire.h"
#include "tests/unit/simulation/checks.h"
#include "tests/unit/simulation/reference_arm.h"
#include "worldwright/v1/simulation.pb.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Vec3 placeOf(const Simulation& s, const std::string& link, const Vec3& p_in_link = Vec3::Zero()) {
  return s.linkState(link, "")->pose * p_in_link;
}

}  // namespace

class TestSimulationHands : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsPulledComesAndRests() {
    PhysicsCell cell;
    const auto s = space(cell);
    const EntityId link = cell.entity("a", "body");
    const Vec3 corner(0.05, 0.05, 0.05), to = placeOf(*s, "a::body", corner) + Vec3(0.1, -0.2, 0.3);
    WW_DONE(Pulls::begin(*s, link, corner, to));
    WW_DONE(s->step(1));
    const Moment pulled = Moments::of(*s);
    QVERIFY(pulled.pull && pulled.pull->link == link);
    // One kilogram, a corner of which moves more easily than the whole.
    QVERIFY2(pulled.pull->force.norm() > 5.0 && pulled.pull->force.norm() < 225.0 * 0.5,
             qPrintable(QString::number(pulled.pull->force.norm())));
    QVERIFY(pulled.pull->force.normalized().dot((to - pulled.pull->from).normalized()) > 0.999);
    WW_DONE(s->step(4000));
    // What turned about its corner has come to rest.
    const double away = (placeOf(*s, "a::body", corner) - to).norm();
    QVERIFY2(away < 2e-3, qPrintable(QString::number(away)));
    WW_DONE(Pulls::begin(*s, link, Vec3::Zero(), to));
    WW_DONE(s->step(4000));
    QVERIFY((placeOf(*s, "a::body") - to).norm() < 1e-6);
    QVERIFY(s->linkState("a::body", "")->twist.linear.norm() < 1e-6);
    // Elsewhere, then let go: it stays as fast as it is.
    Pulls::moveTo(*s, to + Vec3(0, 0, 1));
    WW_DONE(s->step(50));
    QVERIFY(Moments::of(*s).pull->to == to + Vec3(0, 0, 1));
    Pulls::end(*s);
    QVERIFY(!Moments::of(*s).pull);
    const Vec3 speed = s->linkState("a::body", "")->twist.linear;
    QVERIFY(speed.z() > 0.1);
    WW_DONE(s->step(1));
    QVERIFY((s->linkState("a::body", "")->twist.linear - speed).norm() < 1e-2);
  }

  void lightAndHeavyComeAtOneSpeed() {
    std::vector<double> way;
    for (const double mass : {0.01, 1.0, 1000.0}) {
      PhysicsCell cell;
      cell.addSolid("a", kCube, mass);
      SimulationOptions options = PhysicsCell::free();
      options.physics.gravity.setZero();
      const auto s = cell.simulate(options);
      WW_DONE(Pulls::begin(*s, cell.entity("a", "body"), Vec3::Zero(), Vec3(0.4, 0, 0)));
      WW_DONE(s->step(150));
      way.push_back(placeOf(*s, "a::body").x());
    }
    QVERIFY2(way[0] > 0.1 && way[0] < 0.4, qPrintable(QString::number(way[0])));
    QVERIFY(std::abs(way[1] - way[0]) < 1e-6 && std::abs(way[2] - way[0]) < 1e-6);
  }

  // What a force really does to a free body and to each link of an arm.
  void mobilityIsWhatAForceBringsAbout() {
    Lab lab(1e-4, Vec3::Zero());
    std::vector<PieceId> pieces{{lab.box(Vec3(0.3, 0.1, 0.2), 3.0, turned(0.7, Vec3(5, 0, 0))), 0}};
    const int arm = lab.add(ReferenceArm().chain().assembly);
    for (int i = 1; i <= 6; ++i) pieces.push_back({arm, i});
    lab.run(1e-4);
    for (const PieceId& piece : pieces) {
      const PieceState before = lab.engine.state(piece);
      const Vec3 at = before.root_t_piece * Vec3(0.04, -0.03, 0.07);
      const Eigen::Matrix3d mobility = lab.engine.mobility(piece, at);
      QVERIFY(mobility.trace() > 0.0 && (mobility - mobility.transpose()).norm() < 1e-9 * mobility.norm());
      const Vec3 force = Vec3(0.3, -0.5, 0.2);
      lab.engine.addForce(piece, force, at, Vec3::Zero());
      lab.engine.step();
      const PieceState after = lab.engine.state(piece);
      const auto speed = [&](const PieceState& state) {
        return Vec3(state.twist.linear + state.twist.angular.cross(at - state.root_t_piece.p));
      };
      const Vec3 got = (speed(after) - speed(before)) / lab.dt, expected = mobility * force;
      QVERIFY2((got - expected).norm() < 0.02 * expected.norm() + 1e-9,
               qPrintable(QStringLiteral("piece %1: %2 of %3").arg(piece.piece).arg(got.norm()).arg(expected.norm())));
    }
    QVERIFY(lab.engine.mobility({arm, 0}, Vec3::Zero()).isZero());
  }

  // A joint that is held gives way when the pull is stronger than its drive; a free one swings to where it is pulled.
  void linksOnJointsArePulled() {
    for (const bool held : {true, false}) {
      PhysicsCell cell;
      cell.add("pendulum", PhysicsCell::pendulum(cell.store, 3.0, 1000.0), Pose::translation(0, 0, 2));
      SimulationOptions options = PhysicsCell::free();
      options.plan.hold_joints = held;
      const auto s = cell.simulate(options);
      const Vec3 tip(0, 0, -1);
      WW_DONE(Pulls::begin(*s, cell.entity("pendulum", "rod"), tip, Vec3(2, 0, 2)));
      WW_DONE(s->step(3000));
      const Vec3 at = placeOf(*s, "pendulum::rod", tip);
      if (held) QVERIFY2((at - Vec3(0, 0, 1)).norm() < 1e-3, qPrintable(QString::number(at.x())));
      else QVERIFY2(at.x() > 0.9, qPrintable(QString::number(at.x())));
      QVERIFY(Moments::of(*s).pull->force.x() > 1.0);
    }
  }

  // Along the arm it is heavy and across it light: that must not shake, at no time step.
  void pullsAreStable() {
    for (const double dt : {1e-3, 1.0 / 240.0, 0.01}) {
      PhysicsCell cell;
      cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
      cell.addSolid("rod", Vec3(0.01, 0.01, 1.0), 0.1, Pose::translation(3, 0, 2));
      SimulationOptions options = PhysicsCell::free();
      options.physics.time_step = dt;
      const auto s = cell.simulate(options);
      const auto last = static_cast<std::uint64_t>(8.0 / dt);
      WW_DONE(Pulls::begin(*s, cell.entity("pendulum", "rod"), Vec3(0, 0, -1), Vec3(0, 0, -3)));
      WW_DONE(s->step(last));
      QVERIFY2(std::abs(s->jointProperties("swing")->rate) < 0.05, qPrintable(QString::number(dt)));
      // Nothing gives way there: no more than twice its weight, and that is told.
      const Moment pulled = Moments::of(*s);
      WW_NEAR(pulled.pull->force.norm(), 2.0 * 9.81, 1e-6);
      QVERIFY(pulled.pull->is_most);
      WW_DONE(s->resetModel("rod"));  // it has fallen meanwhile
      WW_DONE(Pulls::begin(*s, cell.entity("rod", "body"), Vec3(0, 0, 0.5), placeOf(*s, "rod::body")));
      WW_DONE(s->step(last));
      const double rod = s->linkState("rod::body", "")->twist.linear.norm();
      QVERIFY2(rod < 0.1, qPrintable(QStringLiteral("%1 m/s at %2 s").arg(rod).arg(dt)));
    }
  }

  // Whatever stands against it: a stretched arm of 100 kg that its drives hold, and a part under a wall.
  void noPullIsHarderThanTwiceTheWeight() {
    SpringState spring;
    spring.stretch = Vec3(3, 0, 0);
    spring.mobility = Vec3(1e-8, 0.5, 0.5).asDiagonal();
    spring.most_mass = 100.0;
    WW_NEAR(springForce(spring).norm(), 2.0 * 9.81 * 100.0, 1e-6);
    spring.speed = Vec3(0, 1e4, 0);
    QVERIFY(springForce(spring).norm() < 2.0 * 9.81 * 100.0 + 1e-6);
    PhysicsCell cell;
    cell.addSolid("part", kCube, 2.0, Pose::translation(0, 0, 0.05));
    cell.addSolid("lid", Vec3(1, 1, 0.1), 1.0, Pose::translation(0, 0, 0.16), true);
    const auto s = cell.simulate();
    WW_DONE(Pulls::begin(*s, cell.entity("part", "body"), Vec3::Zero(), Vec3(0, 0, 5)));
    WW_DONE(s->step(1000));
    WW_NEAR(Moments::of(*s).pull->force.norm(), 2.0 * 9.81 * 2.0, 1e-6);
    QVERIFY(Moments::of(*s).pull->is_most);
    Pulls::moveTo(*s, placeOf(*s, "part::body"));
    WW_DONE(s->step(100));
    QVERIFY(!Moments::of(*s).pull->is_most);
  }

  void whatCannotBePulled() {
    PhysicsCell cell;
    cell.addSolid("wall", kCube, 1.0, {}, true);
    const ObjectId part = cell.addSolid("part", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_FAILED(Pulls::begin(*s, cell.entity("wall", "body"), Vec3::Zero(), Vec3(0, 0, 1)), "simulation.stands-still");
    WW_FAILED(Pulls::begin(*s, EntityId{123456}, Vec3::Zero(), Vec3(0, 0, 1)), "simulation.no-such-link");
    const EntityId body = cell.entity("part", "body");
    for (const double bad : {kNaN, std::numeric_limits<double>::infinity()})
      WW_FAILED(Pulls::begin(*s, body, Vec3(0, bad, 0), Vec3(0, 0, 1)), "simulation.not-a-number");
    WW_FAILED(Pulls::begin(*s, body, Vec3(0, 1e30, 0), Vec3(0, 0, 1)), "simulation.not-a-number");
    WW_DONE(Pulls::begin(*s, body, Vec3::Zero(), Vec3(0, 0, 3)));
    Pulls::moveTo(*s, Vec3(kNaN, 0, 0));
    WW_DONE(s->step(100));
    QVERIFY(placeOf(*s, "part::body").z() > 1.0);
    WW_DONE(s->remove("part"));
    WW_DONE(s->step(10));
    QVERIFY(!Moments::of(*s).pull);
    s->reset();
    QVERIFY(s->world().peek(part));
    WW_DONE(Pulls::begin(*s, body, Vec3::Zero(), Vec3(0, 0, 3)));
    s->reset();
    QVERIFY(!Moments::of(*s).pull);
  }

  // ---- held fast

  void whatIsHeldRidesAlongAndFliesOn() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId part = cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    const Sha256 before = s->hash();
    WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
    WW_GOT(const StateIn held, s->linkState("part::body", "pendulum::rod"));
    WW_DONE(s->applyJointEffort("swing", 40.0, {0.0, 0.15}).status());
    WW_DONE(s->step(300));
    WW_GOT(const StateIn later, s->linkState("part::body", "pendulum::rod"));
    QVERIFY2(poseMismatch(held.pose, later.pose, 1e-9).empty(), poseMismatch(held.pose, later.pose, 1e-9).c_str());
    QVERIFY(std::abs(s->jointProperties("swing")->position) > 0.1);
    const Moment moment = Moments::of(*s);
    QCOMPARE(moment.grips.size(), std::size_t(1));
    QCOMPARE(moment.flying.size(), std::size_t(1));
    QVERIFY(poseMismatch(moment.flying.front().root_t_object, s->modelState("part", "")->pose).empty());
    // Let go, it goes on as it moved, and falls.
    WW_GOT(const StateIn swung, s->modelState("part", ""));
    WW_DONE(Grips::letGo(*s, part));
    WW_GOT(const StateIn thrown, s->modelState("part", ""));
    QVERIFY(poseMismatch(swung.pose, thrown.pose, 1e-9).empty());
    QVERIFY2((swung.twist.linear - thrown.twist.linear).norm() < 1e-6 && swung.twist.linear.norm() > 0.3,
             qPrintable(QString::number(swung.twist.linear.norm())));
    WW_DONE(s->step(200));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < swung.twist.linear.z() - 1.5);
    WW_FAILED(Grips::letGo(*s, part), "simulation.not-held");
    // A reset brings all back, whoever held what.
    for (const bool held_then : {false, true}) {
      if (held_then) WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
      ResetScope scope;
      scope.time = scope.state = true;
      s->reset(scope);
      QVERIFY(s->hash() == before);
    }
  }

  void aMomentWithSomethingHeldIsGoneOnFrom() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId part = cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
    WW_DONE(s->applyJointEffort("swing", 40.0, {0.0, 0.15}).status());
    WW_DONE(s->step(300));
    const Moment moment = Moments::of(*s);
    WW_DONE(Grips::letGo(*s, part));
    WW_DONE(s->step(500));
    WW_DONE(Moments::restore(*s, moment));
    QVERIFY(poseMismatch(s->modelState("part", "")->pose, moment.flying.front().root_t_object, 1e-9).empty());
    WW_GOT(const StateIn held, s->linkState("part::body", "pendulum::rod"));
    WW_DONE(s->step(300));
    WW_GOT(const StateIn later, s->linkState("part::body", "pendulum::rod"));
    QVERIFY(poseMismatch(held.pose, later.pose, 1e-9).empty());
    QCOMPARE(Moments::of(*s).step, moment.step + 300);
  }

  // A reset of one object alone takes it back to where it was before it was held, and leaves all others as they fly.
  void oneThatWasHeldIsReset() {
    for (const bool held_then : {false, true}) {
      PhysicsCell cell;
      cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
      const ObjectId part = cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, 1));
      cell.addSolid("other", kCube, 1.0, Pose::translation(5, 0, 9));
      const auto s = cell.simulate(PhysicsCell::free());
      WW_GOT(const StateIn start, s->modelState("part", ""));
      WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
      WW_DONE(s->applyJointEffort("swing", 40.0, {0.0, 0.15}).status());
      WW_DONE(s->step(300));
      if (!held_then) WW_DONE(Grips::letGo(*s, part));
      WW_DONE(s->step(100));
      WW_GOT(const StateIn other, s->modelState("other", ""));
      const double angle = s->jointProperties("swing")->position;
      WW_DONE(s->resetModel("part"));
      QVERIFY(Moments::of(*s).grips.empty());
      WW_GOT(const StateIn back, s->modelState("part", ""));
      QVERIFY2(poseMismatch(back.pose, start.pose, 1e-12).empty(), poseMismatch(back.pose, start.pose, 1e-12).c_str());
      QVERIFY(back.twist.linear.isZero() && back.twist.angular.isZero());
      WW_GOT(const StateIn flies, s->modelState("other", ""));
      QVERIFY(poseMismatch(flies.pose, other.pose, 1e-15).empty() && flies.twist.linear == other.twist.linear);
      WW_NEAR(s->jointProperties("swing")->position, angle, 1e-12);
      // A reset of what holds something lets it go.
      WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
      WW_DONE(s->resetModel("pendulum"));
      QVERIFY(Moments::of(*s).grips.empty());
      QCOMPARE(s->jointProperties("swing")->position, 0.0);
      WW_DONE(s->step(100));
      QVERIFY(s->modelState("part", "")->twist.linear.z() < -0.9);
    }
  }

  // As clients and scripts ask for it.
  void heldAndReleasedByName() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    v1::SimulationReply reply;
    v1::ReleaseModelRequest release;
    release.set_model_name("part");
    WW_FAILED(perform(*s, release, &reply), "simulation.not-held");
    v1::HoldModelRequest hold;
    hold.set_model_name("part");
    hold.set_link_name("pendulum::rood");
    WW_FAILED(perform(*s, hold, &reply), "simulation.no-such-link");
    hold.set_link_name("pendulum::rod");
    WW_DONE(perform(*s, hold, &reply));
    QVERIFY2(reply.status_message().empty(), reply.status_message().c_str());
    WW_GOT(const StateIn held, s->linkState("part::body", "pendulum::rod"));
    WW_DONE(s->step(300));
    WW_GOT(const StateIn later, s->linkState("part::body", "pendulum::rod"));
    QVERIFY2(poseMismatch(held.pose, later.pose, 1e-9).empty(), poseMismatch(held.pose, later.pose, 1e-9).c_str());
    WW_DONE(perform(*s, release, &reply));
    WW_DONE(s->step(200));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < -1.5);
    hold.set_model_name("prat");
    WW_FAILED(perform(*s, hold, &reply), "simulation.no-such-model");
    // It is done, and said to be odd.
    hold.set_model_name("part");
    WW_DONE(s->step(2000));
    WW_DONE(perform(*s, hold, &reply));
    QVERIFY2(reply.status_message().find("'part' is held from ") != std::string::npos, reply.status_message().c_str());
  }

  // What lay on something in the world lies on nothing once a hand has let it go.
  void whatIsLetGoHangsNowhere() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId pallet = cell.addSolid("pallet", kCube, 0.0, Pose::translation(0.1, 0, 0.7), true);
    const ObjectId part =
        cell.addSolid("part", kCube, 1.0, Pose::translation(0, 0, 0.3), false, pallet, cell.entity("pallet", "body"));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_GOT(const StateIn start, s->modelState("pallet/part", ""));
    WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
    WW_DONE(s->step(10));
    WW_DONE(Grips::letGo(*s, part));
    WW_DONE(s->step(200));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < -1.5);
    WW_FAILED(Grips::letGo(*s, part), "simulation.not-held");
    WW_DONE(s->resetModel("part"));
    WW_GOT(const StateIn back, s->modelState("pallet/part", ""));
    QVERIFY2(poseMismatch(back.pose, start.pose, 1e-12).empty(), poseMismatch(back.pose, start.pose, 1e-12).c_str());
  }

  // A part that hung on something in the world and was let go: resets are exact, and moments are gone on from.
  void resetsOfWhatHungAndWasLetGo() {
    PhysicsCell cell;
    const ObjectId arm =
        cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose{Vec3(0.3, 0.2, 2), turned(0.7, {}).q});
    cell.setJoints(arm, JointVector::Constant(1, 0.3));
    const ObjectId part = cell.addSolid("part", kCube, 1.0, turned(0.31, Vec3(0.013, 0.027, -0.9)), false, arm,
                                        cell.entity("pendulum", "rod"));
    const auto s = cell.simulate(PhysicsCell::free());
    const Sha256 start = s->hash();
    WW_DONE(s->step(300));
    WW_DONE(Grips::letGo(*s, part));
    WW_DONE(s->step(100));
    const Moment moment = Moments::of(*s);
    QCOMPARE(moment.flying.size(), std::size_t(1));
    for (const bool all : {true, false}) {
      s->reset({true, true, all});
      QVERIFY(s->hash() == start);
      QCOMPARE(s->world().peek(part)->parent, arm);
      WW_DONE(Grips::letGo(*s, part));
      WW_DONE(s->step(50));
    }
    WW_DONE(Moments::restore(*s, moment));
    QVERIFY(poseMismatch(s->modelState("part", "")->pose, moment.flying.front().root_t_object, 1e-9).empty());
    QCOMPARE(s->steps(), moment.step);
    WW_DONE(s->step(10));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < moment.flying.front().twist.linear.z());
  }

  // Two of one name are told apart by what they hang on, and must not meet below one thing.
  void namesMakeWay() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    std::vector<ObjectId> parts;
    for (const char* tray : {"tray_1", "tray_2"}) {
      const ObjectId on = cell.addSolid(tray, kCube, 0.0, Pose::translation(1.0 + parts.size(), 0, 0.7), true);
      parts.push_back(cell.addSolid(parts.empty() ? "a" : "b", kCube, 1.0, Pose::translation(0, 0, 0.3), false, on,
                                    cell.entity(tray, "body")));
      cell.apply(session::renameObject(parts.back(), "part", false));
    }
    const auto s = cell.simulate(PhysicsCell::free());
    for (const ObjectId part : parts) WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
    QCOMPARE(Moments::of(*s).grips.size(), std::size_t(2));
    for (const ObjectId part : parts) WW_DONE(Grips::letGo(*s, part));
    QVERIFY(Moments::of(*s).grips.empty());
    QCOMPARE(s->world().display(parts[0]), std::string("part"));
    QVERIFY(s->world().display(parts[1]) != "part");
    s->reset({true, true, false});
    QCOMPARE(s->world().display(parts[1]), std::string("tray_2/part"));
  }

  // One that cannot be done keeps none of the others that are due.
  void allThatIsDueIsDone() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId a = cell.addSolid("a", kCube, 1.0, Pose::translation(1, 0, 1));
    const ObjectId b = cell.addSolid("b", kCube, 1.0, Pose::translation(2, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_DONE(Grips::plan(*s, a, {}, 0.01));
    WW_DONE(Grips::plan(*s, b, cell.entity("pendulum", "rod"), 0.01));
    WW_FAILED(s->step(20), "simulation.not-held");
    QCOMPARE(Moments::of(*s).grips.size(), std::size_t(1));
  }

  // A table that a part holds would sink with it.
  void whatStandsIsNotHeld() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.addSolid("table", kCube, 0.0, {});
    cell.addSolid("part", kCube, 1.0, Pose::translation(0.0, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    WW_FAILED(Grips::hold(*s, "table", "part::body"), "simulation.stands-still");
    WW_FAILED(Grips::hold(*s, "pendulum", "part::body"), "simulation.base-stands");
    QVERIFY(Moments::of(*s).grips.empty());
    WW_DONE(Grips::hold(*s, "part", "table::body"));
  }

  void holdersGoAndRefusals() {
    PhysicsCell cell;
    cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId part = cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, 1));
    const auto s = cell.simulate(PhysicsCell::free());
    QVERIFY(!Grips::hold(*s, part, cell.entity("part", "body")).ok());
    QVERIFY(!Grips::hold(*s, ObjectId{99999}, cell.entity("pendulum", "rod")).ok());
    QVERIFY(!Grips::hold(*s, part, EntityId{99999}).ok());
    QVERIFY(Moments::of(*s).grips.empty());
    WW_DONE(Grips::hold(*s, part, cell.entity("pendulum", "rod")));
    QVERIFY(!Grips::hold(*s, part, cell.entity("part", "body")).ok());  // and it stays held
    QCOMPARE(Moments::of(*s).grips.size(), std::size_t(1));
    WW_DONE(s->step(10));
    WW_DONE(s->remove("pendulum"));
    QVERIFY(s->world().peek(part));
    WW_DONE(s->step(200));
    QVERIFY(s->modelState("part", "")->twist.linear.z() < -1.5);
  }
};

QTEST_GUILESS_MAIN(TestSimulationHands)
#include "test_simulation_hands.moc"
