// SPDX-License-Identifier: Apache-2.0
// What is on parts that become one, links, or objects: frames, what is attached, rules, masses.
#include "tests/unit/usecase/part_machine.h"

using namespace ww;
using namespace ww::usecase;
using namespace ww::test;

class TestRegroupStay : public QObject, private Machine {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void whatHangsStays();
  void framesOnFeaturesGoWithTheirPart();
  void rulesNameTheParts();
  void massesAddUpAndAreSharedOut();
  void collisionShapesOfAllStay();
};

void TestRegroupStay::init() {
  const QByteArray fault = start();
  QVERIFY2(fault.isEmpty(), fault.constData());
}

void TestRegroupStay::whatHangsStays() {
  WW_BECOMES({"machine"}, PartMode::kLinks);
  const auto link = [&](const char* name) { return object("machine").entityNamed(name)->id; };
  QVERIFY(commit(session::createFrame(id("machine"), link("left"), "hold", Pose::translation(0, 0, 0.4))).ok());
  QVERIFY(commit(session::createFrame(id("machine"), link("bolt"), "tip", Pose::translation(0, 0, 0.1))).ok());
  const FrameId tip = world()->frameNamed(id("machine"), "tip"), hold = world()->frameNamed(id("machine"), "hold");
  QVERIFY(commit(session::createFrameOnFrame(tip, "tip_end", Pose::translation(0, 0.1, 0))).ok());
  const FrameId end = world()->frameNamed(id("machine"), "tip_end");
  for (const char* name : {"nut", "washer"})
    QVERIFY(commit(session::createPrimitive(id("machine"), link("bolt"), name, geometry::Box{}, {},
                                            Pose::translation(0, 0, 0.5)))
                .ok());
  QVERIFY(commit(session::reparentObjectToFrame(id("machine/nut"), end)).ok());
  const ObjectId nut = id("machine/nut"), washer = id("machine/washer");
  std::map<int, Pose> at;
  const auto note = [&] {
    at = {{0, world()->rootT(tip)},
          {1, world()->rootT(hold)},
          {2, world()->rootT(end)},
          {3, world()->rootT(nut)},
          {4, world()->rootT(washer)}};
  };
  const auto areThere = [&] {
    const auto was = at;
    note();
    return std::ranges::all_of(was, [&](const auto& one) {
      return positionDistance(one.second, at.at(one.first)) < 1e-9 &&
             rotationDistance(one.second, at.at(one.first)) < 1e-9;
    });
  };
  note();
  WW_BECOMES({"machine"}, PartMode::kOne);
  QVERIFY(areThere());
  QCOMPARE(world::attachedTo(*world(), *world()->peek(nut)), end);
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QVERIFY(areThere());
  QCOMPARE(world()->peek(tip)->parent_entity, link("bolt"));
  QCOMPARE(world()->peek(hold)->parent_entity, link("left"));
  QCOMPARE(world::attachedTo(*world(), *world()->peek(nut)), end);
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QVERIFY(areThere());
  QCOMPARE(world()->peek(tip)->object, id("bolt"));
  QCOMPARE(world()->peek(nut)->parent, id("bolt"));
  QCOMPARE(world::attachedTo(*world(), *world()->peek(nut)), end);
  WW_BECOMES({"bed", "bolt", "bolt_2", "plate", "plate_2"}, PartMode::kLinks);
  QVERIFY(areThere());
  QCOMPARE(world()->peek(tip)->parent_entity, link("bolt"));
  QCOMPARE(world()->peek(hold)->parent_entity, link("left"));
  QCOMPARE(world::attachedTo(*world(), *world()->peek(nut)), end);
  QCOMPARE(world()->peek(washer)->parent, id("machine"));
}

void TestRegroupStay::framesOnFeaturesGoWithTheirPart() {
  QVERIFY(commit(session::createFrame(id("machine"), object("machine").rootEntity(), "bore",
                                      Pose::translation(0.2, 0, 0.1)))
              .ok());
  so::SceneObjectUpdate update;
  google::protobuf::StringValue text;
  const auto ref = object("machine").entities[0]->visual.front().geometry->ref;
  text.set_value("kind: bore\nlink: base\nshape: machine/left/plate\ngeometry: " + ref + "\nfeature: 0\nexact: yes");
  (*update.mutable_update_user_data()->mutable_user_data())[featureKey("bore")].PackFrom(text);
  QVERIFY(change(update, "machine").ok());
  WW_BECOMES({"machine"}, PartMode::kLinks);
  const FrameId bore = world()->frameNamed(id("machine"), "bore");
  QCOMPARE(world()->peek(bore)->parent_entity, object("machine").entityNamed("plate")->id);
  QVERIFY(featureLinkOf(object("machine"), "bore").find("link: plate\nshape: plate") != std::string::npos);
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QVERIFY(!featureLinkOf(object("plate"), "bore").empty());
  WW_BECOMES({"bed", "bolt", "bolt_2", "plate", "plate_2"}, PartMode::kOne);
  QVERIFY(featureLinkOf(object("machine"), "bore").find("link: base\nshape: machine/left/plate") != std::string::npos);
}

void TestRegroupStay::rulesNameTheParts() {
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QVERIFY(
      commit(session::createPrimitive(world::kRootObject, world::kRootEntity, "hand", geometry::Box{}, {}, {})).ok());
  const EntityId bolt = object("machine").entityNamed("bolt")->id;
  QVERIFY(commit(session::addCollisionRule(*world(), {{{id("machine"), bolt}}, {{id("hand"), {}}}, true, 0.0})).ok());
  QVERIFY(commit(session::addCollisionRule(*world(), {{{id("machine"), {}}}, {{id("hand"), {}}}, false, 0.02})).ok());
  WW_BECOMES({"machine"}, PartMode::kObjects);
  const auto rules = world()->collisionSettings().collision_rules();
  QCOMPARE(rules.size(), 2);
  QCOMPARE(rules[0].left_size(), 1);
  QCOMPARE(world::resolve(*world(), rules[0].left(0)).value(), std::vector<EntityId>{object("bolt").rootEntity()});
  QCOMPARE(rules[1].left_size(), 5);
  WW_BECOMES({"bed", "bolt", "bolt_2", "plate", "plate_2"}, PartMode::kLinks);
  QCOMPARE(world()->collisionSettings().collision_rules()[0].left_size(), 1);
  QCOMPARE(world::resolve(*world(), world()->collisionSettings().collision_rules()[0].left(0)).value(),
           std::vector<EntityId>{object("machine").entityNamed("bolt")->id});
  QCOMPARE(world()->collisionSettings().collision_rules()[1].left(0).object().id(), world::toWire(id("machine")));
  // That one bolt may be touched does not mean that all of it may.
  WW_BECOMES({"machine"}, PartMode::kOne);
  QCOMPARE(world()->collisionSettings().collision_rules_size(), 1);
  QVERIFY(codes(notes_).contains("usecase.parts-rules-lost"));
}

void TestRegroupStay::massesAddUpAndAreSharedOut() {
  so::SceneObjectUpdate update;
  update.mutable_update_physics_properties()->set_entity_name("base");
  update.mutable_update_physics_properties()->set_mass_kg(12.0);
  QVERIFY(change(update, "machine").ok());
  const auto before = world::toSceneObject(*world(), object("machine")).entities(0).link().physics_component();
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QVERIFY(codes(notes_).contains("usecase.parts-mass-by-volume"));
  double sum = 0.0;
  std::map<std::string, double> masses;
  const auto shared = world::toSceneObject(*world(), object("machine"));
  for (const auto& e : shared.entities()) sum += masses[e.name()] = e.link().physics_component().mass_kg();
  QVERIFY(std::abs(sum - 12.0) < 1e-9);
  QVERIFY(std::abs(masses["bolt"] - masses["bolt_2"]) < 1e-9);
  // A bolt of 0.5 litres; a bed of 100 litres.
  QVERIFY(std::abs(masses["bed"] / masses["bolt"] - 200.0) < 1e-6);
  WW_BECOMES({"machine"}, PartMode::kOne);
  const auto after = world::toSceneObject(*world(), object("machine")).entities(0).link().physics_component();
  QCOMPARE(QByteArray::fromStdString(after.ShortDebugString()), QByteArray::fromStdString(before.ShortDebugString()));
  // Two balls of 2 kg at a distance of 2 m: each is 1 m from the centre of both.
  const auto weigh = [&](const char* name, double x) {
    QVERIFY(commit(session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Sphere{}, {},
                                            Pose{Vec3(x, 0, 0), Quat(std::sqrt(0.5), 0, 0, std::sqrt(0.5))}))
                .ok());
    so::SceneObjectUpdate ball;
    auto& p = *ball.mutable_update_physics_properties();
    p.set_entity_name(object(name).entities[0]->name);
    p.set_mass_kg(2.0);
    geometry::toWire(Eigen::MatrixXd(Eigen::Vector3d(0.1, 0.2, 0.3).asDiagonal()), p.mutable_inertia());
    QVERIFY(change(ball, name).ok());
  };
  weigh("ball_1", 9.0);
  weigh("ball_2", 11.0);
  WW_BECOMES({"ball_1", "ball_2"}, PartMode::kOne);
  const auto both = world::toSceneObject(*world(), object("ball_1")).entities(0).link().physics_component();
  QCOMPARE(both.mass_kg(), 4.0);
  // In the frame of the first, which is turned a quarter about z: the other is along its -y.
  QVERIFY(std::abs(geometry::fromWire(both.this_t_center_of_mass())->p.y() + 1.0) < 1e-12);
  const Eigen::MatrixXd inertia = geometry::fromWire(both.inertia()).value();
  QVERIFY((inertia - Eigen::MatrixXd(Eigen::Vector3d(0.2 + 4.0, 0.4, 0.6 + 4.0).asDiagonal())).cwiseAbs().maxCoeff() <
          1e-9);
}

void TestRegroupStay::collisionShapesOfAllStay() {
  so::SceneObjectUpdate update;
  auto& geometry = *update.mutable_update_geometry();
  geometry.set_entity_name("base");
  geometry.add_geometries_to_remove()->set_type(so::GeometryUpdate::GEOMETRY_TYPE_COLLISION);
  auto& hull = *geometry.add_geometries_to_set();
  hull.set_type(so::GeometryUpdate::GEOMETRY_TYPE_COLLISION);
  hull.set_geometry_name("collision");
  geometry::Shape shape;
  shape.primitives.push_back({geometry::Box{Vec3(1, 1, 1)}});
  hull.mutable_geometry()->mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
      store_->intern(shape).value()->ref);
  QVERIFY(change(update, "machine").ok());
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QVERIFY(codes(notes_).contains("usecase.parts-shapes-stay"));
  QCOMPARE(object("machine").entities[0]->collision.size(), std::size_t{1});
  WW_BECOMES({"machine"}, PartMode::kOne);
  QCOMPARE(object("machine").entities[0]->collision.front().name, std::string("collision"));
}

QTEST_GUILESS_MAIN(TestRegroupStay)
#include "test_regroup_stay.moc"
