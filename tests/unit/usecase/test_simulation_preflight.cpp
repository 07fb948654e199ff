// SPDX-License-Identifier: Apache-2.0
// What is said before physics plays, and that its repairs repair.
#include <google/protobuf/struct.pb.h>

#include <algorithm>

#include "core/scene/custom_joints.h"
#include "core/scene/self_collide.h"
#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/simulation/grip.h"
#include "core/usecase/simulation/kept_poses.h"
#include "core/usecase/simulation/preflight.h"
#include "tests/unit/simulation/checks.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;
using usecase::PreflightFinding;

class TestSimulationPreflight : public QObject {
  Q_OBJECT

 private:
  static std::vector<PreflightFinding> of(const PhysicsCell& cell, const std::string& code,
                                          const usecase::PreflightOptions& options = {}) {
    auto all = usecase::preflight(cell.w, options);
    std::erase_if(all, [&](const PreflightFinding& f) { return f.told.code != code; });
    return all;
  }
  static double height(const Simulation& s, const std::string& model) { return s.modelState(model, "")->pose.p.z(); }

 private Q_SLOTS:
  void whatIsSoundIsNotTalkedAbout() {
    PhysicsCell cell;
    cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.05), true);
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.15));
    cell.addSolid("lid", kCube, 1.0, Pose::translation(0, 0, 0.25));
    const auto all = usecase::preflight(cell.w);
    QVERIFY2(all.empty(), all.empty() ? "" : all.front().told.message.c_str());
  }

  // It gets the mass of water, falls, and nothing is left to say; or it stands still.
  void whatHasNoMassGetsOne() {
    for (const std::size_t choice : {0u, 1u}) {
      PhysicsCell cell;
      cell.addSolid("light", kCube, 0.0, Pose::translation(0, 0, 1));
      const auto found = of(cell, "simulation.no-mass");
      QCOMPARE(found.size(), std::size_t{1});
      QCOMPARE(found[0].objects, std::vector<ObjectId>{cell.id("light")});
      QCOMPARE(found[0].fixes.size(), std::size_t{2});
      cell.apply(found[0].fixes[choice].edits);
      QVERIFY(usecase::preflight(cell.w).empty());
      const auto s = cell.simulate();
      WW_DONE(s->step(1000));
      WW_NEAR(height(*s, "light"), choice == 0 ? 0.05 : 1.0, 2e-3);
      if (choice == 0) WW_NEAR(s->linkProperties("light::body")->mass, 1.0, 1e-9);
    }
  }

  void anInertiaThatNoBodyHasIsTold() {
    PhysicsCell cell;
    const ObjectId crate = cell.addSolid("crate", kCube, 2.0, Pose::translation(0, 0, 0.05));
    const EntityId link = cell.w.peek(crate)->rootEntity();
    session::PhysicsEdit edit;
    edit.inertia = Vec3(1.0, 1.0, 5.0).asDiagonal();
    cell.apply(session::setLinkPhysics(cell.w, link, edit));
    const auto found = of(cell, "simulation.no-inertia");
    QCOMPARE(found.size(), std::size_t{1});
    cell.apply(found[0].fixes.at(0).edits);
    QVERIFY(of(cell, "simulation.no-inertia").empty());
    const auto now = session::linkPhysics(*cell.w.entity(link));
    WW_NEAR(now->mass, 2.0, 1e-12);
    WW_NEAR(now->inertia(0, 0), 2.0 * 0.02 / 12.0, 1e-9);
  }

  // Some hundred times too large is no mistake of units, and no body has it all the same.
  void anInertiaFarFromTheShapeIsTold() {
    PhysicsCell cell;
    const ObjectId crate = cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.05));
    const EntityId link = cell.w.peek(crate)->rootEntity();
    session::PhysicsEdit edit;
    edit.inertia = Vec3::Constant(2.5).asDiagonal();
    cell.apply(session::setLinkPhysics(cell.w, link, edit));
    const auto found = of(cell, "usecase.inertia-large");
    QCOMPARE(found.size(), std::size_t{1});
    cell.apply(found[0].fixes.at(0).edits);
    QVERIFY(usecase::preflight(cell.w).empty());
    WW_NEAR(session::linkPhysics(*cell.w.entity(link))->inertia(0, 0), 0.02 / 12.0, 1e-9);
  }

  void massesAreRepaired() {
    PhysicsCell cell;
    cell.addSolid("anvil", kCube, 500.0, Pose::translation(0, 0, 0.05));
    auto found = of(cell, "usecase.mass-high");
    QCOMPARE(found.size(), std::size_t{1});
    cell.apply(found[0].fixes.at(0).edits);
    QVERIFY(usecase::preflight(cell.w).empty());
    // Heavy on light: the heavy one as water would be a kilogram, the light one as well.
    PhysicsCell pile;
    pile.addSolid("foam", kCube, 0.01, Pose::translation(0, 0, 0.05));
    pile.addSolid("block", kCube, 15.0, Pose::translation(0, 0, 0.15));
    found = of(pile, "simulation.mass-ratio");
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].fixes.size(), std::size_t{2});
    for (const auto& fix : found[0].fixes) {
      PhysicsCell mended;
      mended.addSolid("foam", kCube, 0.01, Pose::translation(0, 0, 0.05));
      mended.addSolid("block", kCube, 15.0, Pose::translation(0, 0, 0.15));
      mended.apply(fix.edits);
      QVERIFY(of(mended, "simulation.mass-ratio").empty());
    }
  }

  // What is seen only falls through all, until it gets a hull of that.
  void whatHasNoShapeGetsOne() {
    PhysicsCell cell;
    samples::LinkSpec ball;
    ball.visual = geometry::tessellate(geometry::Sphere{0.1}, 24);
    samples::ObjectBuilder builder("ball", cell.store);
    builder.link("body", "", ball);
    const ObjectId id = cell.add("ball", builder.finish().value(), Pose::translation(0, 0, 0.5));
    session::PhysicsEdit weighs;
    weighs.mass = 1.0;
    weighs.inertia = Vec3::Constant(0.004).asDiagonal();
    cell.apply(session::setLinkPhysics(cell.w, cell.w.peek(id)->rootEntity(), weighs));
    const auto found = of(cell, "simulation.no-collider");
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].fixes.size(), std::size_t{2});
    cell.apply(found[0].fixes[0].edits);
    QVERIFY(of(cell, "simulation.no-collider").empty());
    const auto s = cell.simulate();
    WW_DONE(s->step(1500));
    WW_NEAR(height(*s, "ball"), 0.1, 5e-3);
  }

  // Each way ends it: the part is moved out of the other, or both may pass through each other.
  void overlapsAtTheStartAreMovedApart() {
    for (const std::size_t choice : {0u, 1u}) {
      PhysicsCell cell;
      cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.05), true);
      cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.13));
      const auto found = of(cell, "simulation.overlaps-at-start");
      QCOMPARE(found.size(), std::size_t{1});
      QVERIFY2(found[0].told.message.find("0.02 m") != std::string::npos, found[0].told.message.c_str());
      cell.apply(found[0].fixes.at(choice).edits);
      QVERIFY(of(cell, "simulation.overlaps-at-start").empty());
      if (choice == 0) WW_NEAR(cell.w.rootT(cell.id("crate")).p.z(), 0.15, 2e-4);
    }
    // What is left out is touched by nobody.
    PhysicsCell left;
    auto ghost = PhysicsCell::box("ghost", kCube, 0.0, left.store, true);
    ghost.mutable_simulation_spec()->set_disabled(true);
    left.add("ghost", ghost, Pose::translation(0, 0, 0.1));
    left.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.1));
    QVERIFY(of(left, "simulation.overlaps-at-start").empty());
    // Two that stand still may overlap.
    PhysicsCell cell;
    cell.addSolid("wall", kCube, 0.0, {}, true);
    cell.addSolid("post", kCube, 0.0, {}, true);
    QVERIFY(of(cell, "simulation.overlaps-at-start").empty());
  }

  // Links of one mechanism do not touch each other then, and are not told to be pushed apart.
  void linksThatOverlapAreTold() {
    PhysicsCell cell;
    samples::LinkSpec base, arm, tip;
    base.collision = tip.collision = {samples::boxAt(Vec3(0.3, 0.3, 0.1))};
    base.mass = arm.mass = tip.mass = 1.0;
    samples::JointSpec hinge;
    hinge.axis = Vec3::UnitZ();
    hinge.lower = -1.0, hinge.upper = 1.0;
    hinge.velocity = hinge.acceleration = hinge.jerk = hinge.effort = 10.0;
    samples::ObjectBuilder builder("folded", cell.store);
    builder.link("base", "", base).joint("one", "base", hinge).link("arm", "one", arm);
    builder.joint("two", "arm", hinge).link("tip", "two", tip);
    cell.add("folded", builder.finish().value(), Pose::translation(0, 0, 2));
    QCOMPARE(of(cell, "simulation.link-pair-overlaps").size(), std::size_t{1});
    QVERIFY(of(cell, "simulation.overlaps-at-start").empty());
    QVERIFY(usecase::startNotes(cell.w, {}).empty());
  }

  void whatReachesBelowTheFloorIsLifted() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.03));
    const auto found = of(cell, "simulation.below-floor");
    QCOMPARE(found.size(), std::size_t{1});
    cell.apply(found[0].fixes.at(0).edits);
    WW_NEAR(cell.w.rootT(cell.id("crate")).p.z(), 0.05, 1e-9);
    QVERIFY(of(cell, "simulation.below-floor").empty());
  }

  void massesThatAreFarApartAreToldWhereTheyTouch() {
    PhysicsCell cell;
    cell.addSolid("sheet", kCube, 0.01, Pose::translation(0, 0, 0.05));
    cell.addSolid("press", kCube, 50.0, Pose::translation(0, 0, 0.15));
    const auto found = of(cell, "simulation.mass-ratio");
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].told.message.find("5000") != std::string::npos, found[0].told.message.c_str());
    PhysicsCell apart;
    apart.addSolid("sheet", kCube, 0.01, Pose::translation(1, 0, 0.05));
    apart.addSolid("press", kCube, 50.0, Pose::translation(0, 0, 0.15));
    QVERIFY(of(apart, "simulation.mass-ratio").empty());
    // The larger step bears less.
    PhysicsCell near;
    near.addSolid("sheet", kCube, 0.1, Pose::translation(0, 0, 0.05));
    near.addSolid("press", kCube, 10.0, Pose::translation(0, 0, 0.15));
    QVERIFY(of(near, "simulation.mass-ratio").empty());
    usecase::PreflightOptions fast;
    fast.time_step = 1.0 / 240.0;
    QCOMPARE(of(near, "simulation.mass-ratio", fast).size(), std::size_t{1});
  }

  void whatHasNoShapeFallsForEver() {
    PhysicsCell cell;
    auto open = PhysicsCell::box("ring", kCube, 1.0, cell.store);
    for (auto& e : *open.mutable_entities())
      if (e.has_link()) e.mutable_link()->clear_geometry_component();
    cell.add("ring", open, Pose::translation(0, 0, 1));
    QCOMPARE(of(cell, "simulation.no-collider").size(), std::size_t{1});
  }

  // Physics keeps to the rules: with checking off a crate falls through the table that it stands on.
  void whatMeetsNothingByTheRulesIsTold() {
    PhysicsCell cell;
    cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.55), true);
    QVERIFY(of(cell, "simulation.nothing-meets").empty());
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.65));
    cell.addSolid("other", kCube, 1.0, Pose::translation(0.3, 0, 0.65));
    cell.apply(session::switchChecking(cell.w, false));
    const auto found = of(cell, "simulation.nothing-meets");
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].told.message.starts_with("checking is switched off"), found[0].told.message.c_str());
    QCOMPARE(usecase::startNotes(cell.w, {}).size(), std::size_t{1});
    QCOMPARE(found[0].fixes.size(), std::size_t{1});
    cell.apply(found[0].fixes[0].edits);
    QVERIFY(usecase::preflight(cell.w).empty());
    session::CollisionRuleEdit crate;
    crate.left = {{cell.id("crate"), {}}};
    cell.apply(session::addCollisionRule(cell.w, crate));
    QCOMPARE(of(cell, "simulation.passes-all").size(), std::size_t{1});
  }

  // Rules that leave no pair at all are as good as no checking; those that leave one are not.
  void rulesThatExcludeEveryPairAreTold() {
    PhysicsCell cell;
    cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.55), true);
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.65));
    cell.addSolid("other", kCube, 1.0, Pose::translation(0.3, 0, 0.65));
    const auto pass = [&](const char* left, const char* right) {
      session::CollisionRuleEdit rule;
      rule.left = {{cell.id(left), {}}};
      rule.right = {{cell.id(right), {}}};
      cell.apply(session::addCollisionRule(cell.w, rule));
    };
    pass("table", "crate");
    pass("table", "other");
    QVERIFY(of(cell, "simulation.nothing-meets").empty());
    pass("other", "crate");
    const auto found = of(cell, "simulation.nothing-meets");
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].told.message.find("exclude every pair") != std::string::npos, found[0].told.message.c_str());
    QVERIFY(std::ranges::any_of(usecase::startNotes(cell.w, {}),
                                [](const Diagnostic& d) { return d.code == "simulation.nothing-meets"; }));
    const auto s = cell.simulate();
    WW_DONE(s->step(1500));
    WW_NEAR(height(*s, "crate"), 0.05, 1e-3);
    WW_NEAR(height(*s, "other"), 0.05, 1e-3);
  }

  // What a file has of links that pass through each other, and of joints that nobody simulates.
  void whatAFileHasOfItsOwnIsTold() {
    PhysicsCell cell;
    auto hand = PhysicsCell::hand(cell.store);
    cell.add("plain", hand, Pose::translation(1, 0, 1));
    QVERIFY(of(cell, "simulation.links-pass").empty() && of(cell, "simulation.joints-fast").empty());
    scene::keepSelfCollide({}, false, hand);
    google::protobuf::Struct kinds;
    (*kinds.mutable_fields())["left"].set_string_value("<joint name='left' type='universal'><axis/></joint>");
    (*kinds.mutable_fields())["gone"].set_string_value("<joint name='gone' type='ball'/>");
    (*hand.mutable_user_data())[scene::kCustomJointsKey].PackFrom(kinds);
    cell.add("passing", hand, Pose::translation(0, 0, 1));
    const auto passes = of(cell, "simulation.links-pass");
    QCOMPARE(passes.size(), std::size_t{1});
    QCOMPARE(passes[0].objects, std::vector<ObjectId>{cell.id("passing")});
    const auto fast = of(cell, "simulation.joints-fast");
    QCOMPARE(fast.size(), std::size_t{1});
    QVERIFY2(fast[0].told.message.find("left (universal)") != std::string::npos, fast[0].told.message.c_str());
    QVERIFY(fast[0].told.message.find("gone") == std::string::npos);
  }

  // What physics did becomes the world's: all, some, or what rests; what stands there already is no edit.
  void posesAreKept() {
    PhysicsCell cell;
    const ObjectId low = cell.addSolid("low", kCube, 1.0, Pose::translation(0, 0, 0.1));
    const ObjectId high = cell.addSolid("high", kCube, 1.0, Pose::translation(1, 0, 9));
    const ObjectId arm = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(3, 0, 2));
    cell.setJoints(arm, JointVector::Constant(1, 1.0));
    SimulationOptions options;
    options.plan.hold_joints = false;
    const auto s = cell.simulate(options);
    const auto all = [](ObjectId, bool) { return true; };
    QVERIFY(!usecase::keptPoses(cell.w, Moments::of(*s), all).edits);
    WW_DONE(s->step(1000));
    const Moment moment = Moments::of(*s);
    const auto resting = usecase::keptPoses(cell.w, moment, [](ObjectId, bool rests) { return rests; });
    QCOMPARE(resting.count, std::size_t{1});
    const auto kept = usecase::keptPoses(cell.w, moment, all);
    QCOMPARE(kept.count, std::size_t{3});
    cell.apply(resting.edits);
    WW_NEAR(cell.w.rootT(low).p.z(), 0.05, 2e-3);
    QCOMPARE(cell.w.rootT(high).p.z(), 9.0);
    cell.apply(kept.edits);
    WW_NEAR(cell.w.rootT(high).p.z(), height(*s, "high"), 1e-9);
    WW_NEAR(cell.w.peek(arm)->jointPositions()[0], moment.joints.at(0).positions[0], 1e-9);
    QVERIFY(!usecase::keptPoses(cell.w, moment, all).edits);
  }

  // What hangs on a robot in the world and was let go lies where it fell, wherever the robot has gone.
  void whatWasLetGoIsKeptWhereItIs() {
    PhysicsCell cell;
    const ObjectId arm = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    const ObjectId part =
        cell.addSolid("part", kCube, 1.0, Pose::translation(0.1, 0, -1), false, arm, cell.entity("pendulum", "rod"));
    const auto s = cell.simulate();
    WW_DONE(simulation::Grips::letGo(*s, part));
    WW_DONE(s->step(100));
    WW_DONE(s->setModelConfiguration("pendulum", {"swing"}, {1.0}));
    const Moment moment = Moments::of(*s);
    const auto kept = usecase::keptPoses(cell.w, moment, [](ObjectId, bool) { return true; });
    QCOMPARE(kept.count, std::size_t{2});
    cell.apply(kept.edits);
    WW_NEAR(cell.w.peek(arm)->jointPositions()[0], 1.0, 1e-9);
    QVERIFY(poseMismatch(cell.w.rootT(part), moment.flying.at(0).root_t_object, 1e-9).empty());
  }

  // What somebody moved while it ran is not moved back by the way.
  void whatWasMovedSinceIsLeftAlone() {
    PhysicsCell cell;
    const ObjectId low = cell.addSolid("low", kCube, 1.0, Pose::translation(0, 0, 0.1));
    const ObjectId high = cell.addSolid("high", kCube, 1.0, Pose::translation(1, 0, 9));
    const ObjectId arm = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(3, 0, 2));
    SimulationOptions options;
    options.plan.hold_joints = false;
    cell.setJoints(arm, JointVector::Constant(1, 1.0));
    const auto s = cell.simulate(options);
    const world::World start = cell.w;
    WW_DONE(s->step(1000));
    const Moment moment = Moments::of(*s);
    cell.apply(session::setPose(low, world::kRootObject, Pose::translation(0.6, 0, 0.1)));
    cell.setJoints(arm, JointVector::Constant(1, 0.3));
    const auto all = [](ObjectId, bool) { return true; };
    const auto kept = usecase::keptPoses(cell.w, moment, all, &start);
    QCOMPARE(kept.count, std::size_t{1});
    QCOMPARE(kept.left, std::size_t{2});
    cell.apply(kept.edits);
    QCOMPARE(cell.w.rootT(low).p.x(), 0.6);
    QCOMPARE(cell.w.peek(arm)->jointPositions()[0], 0.3);
    WW_NEAR(cell.w.rootT(high).p.z(), height(*s, "high"), 1e-9);
    QCOMPARE(usecase::keptPoses(cell.w, moment, all).count, std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(TestSimulationPreflight)
#include "test_simulation_preflight.moc"
