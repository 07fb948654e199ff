// SPDX-License-Identifier: Apache-2.0
// What a world is to the engine: what flies, what stands, what is rigid with what, and who may touch whom.
#include <cmath>
#include <functional>

#include "core/scene/self_collide.h"
#include "core/world/values/diff.h"
#include "resources/samples/object_builder.h"
#include "tests/unit/simulation/checks.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

double height(const Simulation& s, const std::string& model) { return s.modelState(model, "")->pose.p.z(); }

}  // namespace

class TestSimulationWorld : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatHasAMassFallsOnTheFloor() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 2.0, Pose::translation(0, 0, 1));
    cell.addSolid("post", kCube, 2.0, Pose::translation(1, 0, 1), true);
    cell.addSolid("light", kCube, 0.0, Pose::translation(2, 0, 1));
    const std::string before = world::contentHash(cell.w);
    const auto s = cell.simulate();
    WW_DONE(s->step(2000));
    WW_NEAR(height(*s, "crate"), 0.05, 1e-3);
    QCOMPARE(height(*s, "post"), 1.0);
    QCOMPARE(height(*s, "light"), 1.0);
    QCOMPARE(s->notes().size(), std::size_t{1});
    QVERIFY(s->notes().front().title.find("light") != std::string::npos);
    QCOMPARE(world::contentHash(cell.w), before);
  }

  void theFloorHasASurface() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 2.0, Pose::translation(0, 0, 0.05));
    const auto s = cell.simulate();
    WW_GOT(Material floor, s->material("floor"));
    QCOMPARE(floor.mu, 1.0);
    floor.mu = floor.mu2 = 0.1;
    WW_DONE(s->setMaterial("floor", floor).status());
    QCOMPARE(s->material("floor")->mu, 0.1);
    Material crossed = floor;
    crossed.mu2 = 0.3;
    WW_GOT(const StatusMessage told, s->setMaterial("crate", crossed));
    QVERIFY(!told.empty());  // without a direction there is no across
    WW_DONE(s->setMaterial("crate", floor).status());
    for (const bool afterwards : {false, true}) {
      // It stays so when things come and go.
      if (afterwards) WW_DONE(s->spawnCopy("other", "crate", PhysicsCell::at(Pose::translation(9, 9, 0.05))).status());
      if (afterwards) WW_DONE(s->remove("other"));
      const Pose start = Pose::translation(0, 0, 0.05);
      WW_DONE(s->setModelState("crate", PhysicsCell::at(start, "", {Vec3(1, 0, 0), Vec3::Zero()})));
      WW_DONE(s->step(1500));
      WW_NEAR(s->modelState("crate", "")->pose.p.x(), 1.0 / (2.0 * 0.1 * 9.81), 5e-3);
    }
    WW_FAILED(cell.simulate(PhysicsCell::free())->material("floor").status(), "simulation.no-such-link");
  }

  void aDensityGivesAMass() {
    PhysicsCell cell;
    cell.addSolid("light", kCube, 0.0, Pose::translation(0, 0, 1));
    SimulationOptions options;
    options.plan.density = 500.0;
    const auto s = cell.simulate(options);
    WW_GOT(const LinkProperties p, s->linkProperties("light::body"));
    WW_NEAR(p.mass, 0.5, 1e-12);
    WW_NEAR(p.ixx, 0.5 * 0.02 / 12.0, 1e-12);
    WW_DONE(s->step(1000));
    WW_NEAR(height(*s, "light"), 0.05, 1e-3);
  }

  // What hangs on another object is rigid with it, whatever its own mass is: nothing sags.
  void whatIsAttachedIsRigid() {
    PhysicsCell cell;
    const ObjectId wall = cell.addSolid("wall", kCube, 0.0, Pose::translation(0, 0, 1), true);
    ObjectId last = wall;
    for (int i = 1; i <= 10; ++i)
      last = cell.addSolid("link_" + std::to_string(i), kCube, 1.0, Pose::translation(0.1, 0, 0), false, last,
                           cell.w.peek(last)->rootEntity());
    const ObjectId crate = cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 2, 0.5));
    cell.addSolid("lid", kCube, 1.0, Pose::translation(0, 0, 0.1), false, crate, cell.w.peek(crate)->rootEntity());
    const auto s = cell.simulate();
    WW_DONE(s->step(2000));
    const Vec3 end =
        s->modelState("wall/link_1/link_2/link_3/link_4/link_5/link_6/link_7/link_8/link_9/link_10", "").value().pose.p;
    QVERIFY((end - Vec3(1.0, 0, 1)).norm() < 1e-9);
    WW_NEAR(height(*s, "crate"), 0.05, 1e-3);
    WW_NEAR(height(*s, "crate/lid"), 0.15, 1e-3);
  }

  void jointsHoldUntilTheyAreDriven() {
    PhysicsCell cell;
    const ObjectId pendulum = cell.add("pendulum", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.setJoints(pendulum, JointVector::Constant(1, 1.0));
    const auto held = cell.simulate();
    WW_DONE(held->step(1000));
    WW_GOT(const JointProperties p, held->jointProperties("pendulum::swing"));
    WW_NEAR(p.position, 1.0, 1e-4);
    WW_NEAR(std::abs(p.drive_force), 9.81 * 0.5 * std::sin(1.0), 0.05);
    const auto loose = cell.simulate(PhysicsCell::free());
    WW_DONE(loose->step(500));
    QVERIFY(loose->jointProperties("swing")->position < 0.5);
  }

  // Poses of all links of a moved mechanism are those of the model.
  void linksAreWhereTheModelHasThem() {
    std::mt19937_64 random(7);
    PhysicsCell cell;
    for (int round = 0; round < 5; ++round) {
      const std::string name = "tree_" + std::to_string(round);
      auto tree = randomTree(random, 6);
      for (auto& e : *tree.mutable_entities()) {
        if (e.has_link()) e.mutable_link()->mutable_physics_component()->set_mass_kg(1.0);
      }
      const ObjectId id = cell.add(name, tree, randomPose(random));
      JointVector q(6);
      for (double& x : q) x = randomNumber(random);
      cell.setJoints(id, q);
    }
    const auto s = cell.simulate(PhysicsCell::free());
    const auto compare = [&](const world::World& w) {
      w.forEachObject([&](const world::Object& o) {
        for (const auto& e : o.entities) {
          if (o.id == world::kRootObject || e->kind != world::EntityKind::kLink) continue;
          const auto got = s->linkState(o.name + "::" + e->name, "");
          const std::string wrong = poseMismatch(got->pose, w.rootT(world::NodeRef(e->id)), 1e-9);
          QVERIFY2(wrong.empty(), (o.name + " " + e->name + " " + wrong).c_str());
        }
      });
    };
    compare(cell.w);
    for (int round = 0; round < 5; ++round) {
      const std::string name = "tree_" + std::to_string(round);
      JointVector q(6);
      std::vector<std::string> names;
      for (int i = 0; i < 6; ++i) {
        q[i] = randomNumber(random);
        names.push_back(cell.w.peek(cell.id(name))->movingJointName(static_cast<std::size_t>(i)));
      }
      cell.setJoints(cell.id(name), q);
      WW_DONE(s->setModelConfiguration(name, names, {q.begin(), q.end()}));
    }
    compare(cell.w);
  }

  // Velocities of links are those that their poses have.
  void velocitiesAreDerivatives() {
    std::mt19937_64 random(11);
    PhysicsCell cell;
    auto tree = randomTree(random, 4, false);
    for (auto& e : *tree.mutable_entities()) {
      if (e.has_link()) e.mutable_link()->mutable_physics_component()->set_mass_kg(1.0);
    }
    cell.add("tree", tree);
    SimulationOptions options = PhysicsCell::free();
    options.physics.time_step = 1e-5;
    const auto s = cell.simulate(options);
    WW_DONE(s->step(5000));
    const auto before = s->linkStates();
    WW_DONE(s->step(1));
    const auto after = s->linkStates();
    QVERIFY(!after.empty());
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Vec3 speed = (after[i].pose.p - before[i].pose.p) / 1e-5;
      QVERIFY((speed - after[i].twist.linear).norm() < 1e-3 * (1.0 + speed.norm()));
      const Eigen::AngleAxisd turn(after[i].pose.q * before[i].pose.q.conjugate());
      const Vec3 turning = turn.angle() * turn.axis() / 1e-5;
      QVERIFY((turning - after[i].twist.angular).norm() < 1e-3 * (1.0 + turning.norm()));
    }
  }

  void followersFollow() {
    PhysicsCell cell;
    auto hand = gripper(2);
    for (auto& e : *hand.mutable_entities()) {
      if (e.has_link()) e.mutable_link()->mutable_physics_component()->set_mass_kg(0.2);
    }
    cell.add("hand", hand);
    cell.follow(cell.id("hand"), {{"joint_2", "joint_1", -0.5, 0.1}});
    const auto s = cell.simulate(PhysicsCell::free());
    WW_DONE(s->applyJointEffort("hand::joint_1", 0.02, {0.0, -1.0}));
    WW_DONE(s->step(500));
    const double leader = s->jointProperties("hand::joint_1")->position;
    QVERIFY(leader > 0.001);
    WW_NEAR(s->jointProperties("hand::joint_2")->position, -0.5 * leader + 0.1, 1e-6);
    WW_FAILED(s->setModelConfiguration("hand", {"joint_2"}, {0.0}), "simulation.follows");
  }

  // An exclusion lets things through each other.
  void rulesAreObeyed() {
    PhysicsCell cell;
    cell.addSolid("table", Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, 0.5), true);
    cell.addSolid("stays", kCube, 1.0, Pose::translation(0.2, 0, 0.7));
    cell.addSolid("ghost", kCube, 1.0, Pose::translation(-0.2, 0, 0.7));
    session::CollisionRuleEdit rule;
    rule.left = {{cell.id("table"), {}}};
    rule.right = {{cell.id("ghost"), {}}};
    cell.apply(session::addCollisionRule(cell.w, rule));
    const auto s = cell.simulate();
    WW_DONE(s->step(1500));
    WW_NEAR(height(*s, "stays"), 0.6, 1e-3);
    WW_NEAR(height(*s, "ghost"), 0.05, 1e-3);
  }

  // Also between bodies of several parts each, of which some may touch.
  void rulesOfPartsAreObeyed() {
    PhysicsCell cell;
    for (const auto& [name, z] : {std::pair("low", 0.05), std::pair("high", 0.3)}) {
      const ObjectId base = cell.addSolid(name, kCube, 1.0, Pose::translation(0, 0, z));
      cell.addSolid(std::string(name) + "_tool", kCube, 1.0, Pose::translation(0.3, 0, 0), false, base,
                    cell.w.peek(base)->rootEntity());
    }
    for (const auto& [low, high] : {std::pair("low", "high"), std::pair("low/low_tool", "high/high_tool")}) {
      session::CollisionRuleEdit rule;
      rule.left = {{cell.id(low), {}}};
      rule.right = {{cell.id(high), {}}};
      cell.apply(session::addCollisionRule(cell.w, rule));
    }
    const auto s = cell.simulate();
    WW_DONE(s->step(1000));
    WW_NEAR(height(*s, "high"), 0.05, 1e-3);
  }

  // Files are full of links that overlap; pushed apart they would throw the mechanism about.
  void linksThatOverlapAtTheStartDoNotTouch() {
    PhysicsCell cell;
    const auto s = cell.simulate(PhysicsCell::free());
    samples::LinkSpec base, arm, tip;
    base.collision = {samples::boxAt(Vec3(0.2, 0.2, 0.2))};
    arm.collision = {samples::boxAt(Vec3(0.1, 0.1, 0.1), Pose::translation(0.1, 0, 0))};
    tip.collision = {samples::boxAt(Vec3(0.3, 0.1, 0.1))};
    base.mass = arm.mass = tip.mass = 1.0;
    samples::JointSpec hinge;
    hinge.axis = Vec3::UnitZ();
    hinge.lower = -3.0, hinge.upper = 3.0;
    hinge.velocity = hinge.acceleration = hinge.jerk = hinge.effort = 100.0;
    hinge.parent_t_inboard = Pose::translation(0.1, 0, 0);
    samples::ObjectBuilder builder("folded", cell.store);
    builder.link("base", "", base).joint("one", "base", hinge).link("arm", "one", arm);
    builder.joint("two", "arm", hinge).link("tip", "two", tip);
    WW_GOT(const auto object, builder.finish());
    WW_GOT(const StatusMessage said, s->spawn("folded", object, PhysicsCell::at(Pose::translation(0, 0, 2))));
    QVERIFY2(plain(said).find("base - tip") != std::string::npos, plain(said).c_str());
    const Energy before = s->energy();
    WW_DONE(s->step(300));
    const Energy after = s->energy();
    const double gained = after.kinetic + after.potential - before.kinetic - before.potential;
    QVERIFY2(std::abs(gained) < 0.1, std::to_string(gained).c_str());  // J
    // What is apart at the start is still in the way of each other, and the same again after a reset.
    const Sha256 hash = s->hash();
    s->reset({true, true, false});
    QCOMPARE(s->notes().size(), std::size_t{1});
    WW_DONE(s->step(300));
    QVERIFY(s->hash() == hash);
  }

  // Two fingers that are driven towards each other: <self_collide> of a file, and rules, which go before it.
  void linksPassEachOtherAsTheFileHasIt() {
    using Edit = std::function<void(PhysicsCell::SceneObject&)>;
    const auto says = [](const std::string& link, bool word) {
      return [=](PhysicsCell::SceneObject& o) { scene::keepSelfCollide(link, word, o); };
    };
    const auto rule = [](bool excluded) {
      return [=](PhysicsCell::SceneObject& o) {
        auto& made = *o.mutable_collision_rules()->add_exclusion_rules();
        made.set_is_excluded(excluded);
        made.mutable_entity_pair()->mutable_left_entity()->set_entity_name("right_finger");
        made.mutable_entity_pair()->mutable_right_entity()->set_entity_name("left_finger");
      };
    };
    const struct {
      std::vector<Edit> edits;
      bool pass;
    } cases[] = {{{}, false},
                 {{says("", false)}, true},
                 {{says("", true)}, false},
                 {{says("", false), says("left_finger", true)}, false},
                 {{says("", false), says("palm", true)}, true},
                 {{says("", true), says("left_finger", false)}, false},
                 {{says("", true), rule(true)}, true},
                 {{says("", false), rule(false)}, false}};
    for (const auto& c : cases) {
      PhysicsCell cell;
      auto hand = PhysicsCell::hand(cell.store);
      for (auto& e : *hand.mutable_entities())
        if (e.has_joint())
          e.mutable_joint()->mutable_kinematics_component()->mutable_system_limits()->mutable_fixed_limits()->set_upper(
              0.1);
      for (const Edit& edit : c.edits) edit(hand);
      cell.add("hand", hand, Pose::translation(0, 0, 1));
      SimulationOptions options = PhysicsCell::free();
      options.physics.gravity.setZero();
      const auto s = cell.simulate(options);
      for (const char* joint : {"left", "right"}) WW_DONE(s->applyJointEffort(joint, 5.0, {0.0, -1.0}).status());
      WW_DONE(s->step(1000));
      const double sum = s->jointProperties("left")->position + s->jointProperties("right")->position;
      WW_NEAR(sum, c.pass ? 0.2 : 0.12, 2e-3);
    }
  }

  // Meshes that are not convex, at rest and moving: what is between two posts is open.
  void meshesCollideAsTheyAre() {
    geometry::Mesh posts;
    for (const double x : {-0.3, 0.3}) {
      geometry::Mesh post = geometry::tessellate(geometry::Box{Vec3(0.1, 0.1, 0.4)});
      const auto first = static_cast<std::uint32_t>(posts.vertices.size());
      for (const Vec3& v : post.vertices) posts.vertices.push_back(v + Vec3(x, 0, 0));
      for (auto t : post.triangles) posts.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    for (const double mass : {0.0, 5.0}) {
      PhysicsCell cell;
      cell.add("posts", PhysicsCell::ofMesh("posts", posts, mass, cell.store), Pose::translation(0, 0, 0.2));
      cell.addSolid("bar", Vec3(0.8, 0.1, 0.1), 1.0, Pose::translation(0, 0, 0.46));
      cell.addSolid("between", kCube, 1.0, Pose::translation(0, 0, 0.2));
      const auto s = cell.simulate();
      WW_DONE(s->step(1000));
      WW_NEAR(height(*s, "posts"), 0.2, 2e-3);
      WW_NEAR(height(*s, "bar"), 0.45, 3e-3);
      WW_NEAR(height(*s, "between"), 0.05, 1e-3);
    }
  }

  void whatIsLeftOutIsNotTouched() {
    PhysicsCell cell;
    auto ghost = PhysicsCell::box("ghost", Vec3(1, 1, 0.1), 5.0, cell.store);
    ghost.mutable_simulation_spec()->set_disabled(true);
    cell.add("ghost", ghost, Pose::translation(0, 0, 0.5));
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 1));
    const auto s = cell.simulate();
    WW_DONE(s->step(1500));
    QCOMPARE(height(*s, "ghost"), 0.5);
    WW_NEAR(height(*s, "crate"), 0.05, 1e-3);
    QVERIFY(s->notes().front().title.find("left out") != std::string::npos);
  }

  // What the object says of its simulation.
  void initialStateOfDevices() {
    PhysicsCell cell;
    auto pendulum = PhysicsCell::pendulum(cell.store);
    auto& device = *pendulum.mutable_simulation_spec()->mutable_robot()->add_device_specs();
    device.set_joint_entity("swing");
    device.set_initial_state(0.7);
    pendulum.mutable_simulation_spec()->add_extra_inlined_plugins("<plugin name='p' filename='x'/>");
    cell.add("pendulum", pendulum, Pose::translation(0, 0, 2));
    const auto s = cell.simulate();
    QCOMPARE(s->jointProperties("swing")->position, 0.7);
    QVERIFY(s->notes().front().title.find("plugin") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestSimulationWorld)
#include "test_simulation_world.moc"
