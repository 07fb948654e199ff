// SPDX-License-Identifier: Apache-2.0
// What links and objects are beside where they are: read as it is kept, changed one thing at a time.
#include "core/session/object_properties.h"
#include "core/session/sensor_facts.h"
#include "core/session/user_data.h"
#include "tests/unit/scene/updated_arm.h"
#include "tests/unit/world/bench.h"

using namespace ww;
using session::Payload;
using session::PhysicsEdit;
using session::ToolLimits;

namespace {

struct Arm : test::Bench {
  Arm() {
    apply(session::createFromSceneObject(world::kRootObject, {}, "arm", test::armToUpdate(), {}));
    if (!last.ok()) qFatal("%s", last.line().c_str());
  }
  const world::Entity& link(const char* name) const { return *object("arm").entityNamed(name); }
};

}  // namespace

class TestObjectProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void physicsOneByOne() {
    Arm b;
    QVERIFY(!session::linkPhysics(b.link("base")));
    QVERIFY(!session::linkPhysics(b.link("j1")));
    QCOMPARE(session::linkPhysics(b.link("l2"))->mass, 2.0);
    PhysicsEdit edit;
    edit.center = Vec3(0, 0, 0.1);
    edit.mu2 = 0.2;
    QVERIFY(b.apply(session::setLinkPhysics(b.w, b.link("l2").id, edit)));
    const auto now = *session::linkPhysics(b.link("l2"));
    QCOMPARE(now.mass, 2.0);
    QCOMPARE(now.mu, 0.3);
    QCOMPARE(now.mu2, 0.2);
    QCOMPARE(now.center, Vec3(0, 0, 0.1));
    edit = {};
    edit.mass = -1;
    QVERIFY(!b.apply(session::setLinkPhysics(b.w, b.link("l2").id, edit)));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
  }

  // As simulations take it; and saying one thing of it makes no ice.
  void frictionThatNobodySaidIsAssumed() {
    test::Bench b;
    QVERIFY(b.apply(test::box(world::kRootObject, "part")));
    const auto link = [&b] { return b.object("part").entities.front(); };
    PhysicsEdit edit;
    edit.mass = 1.0;
    QVERIFY(b.apply(session::setLinkPhysics(b.w, link()->id, edit)));
    const auto assumed = *session::linkPhysics(*link());
    QVERIFY(!assumed.is_friction_known);
    QCOMPARE(assumed.mu, scene::kAssumedFriction);
    edit = {};
    edit.mu2 = 0.2;
    QVERIFY(b.apply(session::setLinkPhysics(b.w, link()->id, edit)));
    const auto now = *session::linkPhysics(*link());
    QVERIFY(now.is_friction_known);
    QCOMPARE(now.mu, assumed.mu);
    QCOMPARE(now.mu2, 0.2);
  }

  // A box of 0.1 m, solid: exact, wherever it is placed and however it is scaled.
  void physicsOfAShape() {
    test::Bench b;
    QVERIFY(b.apply(test::box(world::kRootObject, "part")));
    world::Entity link = *b.object("part").entities.front();
    const auto box = session::physicsOfShape(link, 6.0);
    QVERIFY(box);
    QCOMPARE(*box->mass, 6.0);
    QVERIFY(std::abs((*box->inertia)(0, 0) - 0.01) < 1e-12);
    link.collision.front().ref_t_shape = Eigen::Translation3d(1, 0, 0) * Eigen::Scaling(2.0, 1.0, 1.0);
    const auto moved = session::physicsOfShape(link, 6.0);
    QVERIFY((*moved->center - Vec3(1, 0, 0)).norm() < 1e-12);
    QVERIFY(std::abs((*moved->inertia)(1, 1) - 6.0 / 12.0 * (0.04 + 0.01)) < 1e-12);
    // Two beside each other turn about what is between them.
    link.collision.front().ref_t_shape = Eigen::Affine3d(Eigen::Translation3d(1, 0, 0));
    link.collision.push_back(link.collision.front());
    link.collision.back().ref_t_shape = Eigen::Affine3d(Eigen::Translation3d(-1, 0, 0));
    const auto pair = session::physicsOfShape(link, 6.0);
    QVERIFY(pair->center->norm() < 1e-12);
    QVERIFY(std::abs((*pair->inertia)(2, 2) - (0.01 + 6.0)) < 1e-9);
    link.collision.clear();
    link.visual.clear();
    QVERIFY(!session::physicsOfShape(link, 6.0));
  }

  void payloadLimitsAndSolver() {
    Arm b;
    QVERIFY(!session::payloadOf(b.object("arm")));
    QVERIFY(b.apply(session::setPayload(b.object("arm"), {3.0, Vec3(0, 0, 0.05)})));
    QCOMPARE(session::payloadOf(b.object("arm"))->mass, 3.0);
    QCOMPARE(session::payloadOf(b.object("arm"))->center, Vec3(0, 0, 0.05));
    ToolLimits limits;
    limits.speed = 0.5;
    limits.turning = 2.0;
    QVERIFY(b.apply(session::setToolLimits(b.object("arm"), limits)));
    QCOMPARE(b.view("arm").kinematic_object_component().cartesian_limits().min_translational_velocity(2), -0.5);
    limits.speed.reset();
    QVERIFY(b.apply(session::setToolLimits(b.object("arm"), limits)));
    QVERIFY(!session::toolLimitsOf(b.object("arm")).speed);
    QCOMPARE(*session::toolLimitsOf(b.object("arm")).turning, 2.0);
    QCOMPARE(session::solverOf(b.object("arm"))->tip, std::string("l2"));
    QVERIFY(b.apply(session::setSolver(b.id("arm"), session::Solver{"other", "l1"})));
    QCOMPARE(session::solverOf(b.object("arm"))->key, std::string("other"));
    QVERIFY(b.apply(session::setSolver(b.id("arm"), std::nullopt)));
    QVERIFY(!session::solverOf(b.object("arm")));
    QVERIFY(!b.apply(session::setSolver(b.id("arm"), session::Solver{"k", "nobody"})));
    QCOMPARE(b.last.code, Code::kNotFound);
  }

  void simulationAndTexts() {
    Arm b;
    QVERIFY(b.apply(session::setSimulation(b.id("arm"), {true, false})));
    QVERIFY(session::simulationOf(b.object("arm")).is_static);
    QVERIFY(b.apply(session::setUserText(b.id("arm"), "owner", "cell 4")));
    QVERIFY(b.apply(session::setUserText(b.id("arm"), "owner", "cell 5")));
    const auto data = session::userData(b.object("arm"));
    QCOMPARE(data.size(), std::size_t{2});
    QVERIFY(data[1].is_text && !data[1].is_reserved && !data[0].is_text);
    QVERIFY(b.apply(session::removeUserDatum(b.id("arm"), "owner")));
    QCOMPARE(session::userData(b.object("arm")).size(), std::size_t{1});
    QVERIFY(!b.apply(session::setUserText(b.id("arm"), "FLOWSTATE_X", "y")));
  }

  void sensorsInWords() {
    Arm b;
    QVERIFY(session::sensorFacts(b.link("l1")).empty());
    const auto facts = session::sensorFacts(b.link("cam"));
    QCOMPARE(facts.size(), std::size_t{1});
    QCOMPARE(plain(facts.front()), std::string("Camera"));
  }
};

QTEST_GUILESS_MAIN(TestObjectProperties)
#include "test_object_properties.moc"
