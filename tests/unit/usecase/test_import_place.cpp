// SPDX-License-Identifier: Apache-2.0
// Where what is imported goes, what is said of where things are put, and mechanisms of which a part is left out or read
// again.
#include "core/usecase/import_place.h"

#include "core/scene/followers.h"
#include "core/scene/object_index.h"
#include "core/scene/validate.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/revision/choose_parts.h"
#include "core/usecase/revision/take_parts.h"
#include "tests/unit/world/bench.h"

using namespace ww;
using namespace ww::usecase;

namespace so = intrinsic_proto::scene_object::v1;

namespace {

void addLink(so::SceneObject& object, const std::string& name, const std::string& parent) {
  so::Entity& entity = *object.add_entities();
  entity.set_name(name);
  entity.set_parent_name(parent);
  entity.mutable_link();
}

// With limits as imports make them.
void addSlide(so::SceneObject& object, const std::string& name, const std::string& parent, double upper = 0.04,
              double velocity = 1.0) {
  so::Entity& entity = *object.add_entities();
  entity.set_name(name);
  entity.set_parent_name(parent);
  auto& joint = *entity.mutable_joint()->mutable_kinematics_component();
  joint.set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_PRISMATIC);
  joint.mutable_axis()->set_x(1.0);
  joint.set_raw_value(0.0);
  for (auto* limits : {joint.mutable_system_limits(), joint.mutable_application_limits()}) {
    limits->mutable_fixed_limits()->set_upper(upper);
    limits->set_velocity(velocity);
  }
  joint.mutable_application_limits()->set_velocity(0.95 * velocity);
}

}  // namespace

class TestImportPlace : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A robot whose meshes are missing has no size, and yet a place.
  void whatHasNoShapesGoesWhereItWasDropped() {
    test::Bench b;
    io::ImportResult read;
    io::ImportedObject& bare = read.objects.emplace_back();
    bare.object.set_name("bare");
    bare.file_t_object = Pose::translation(0.1, 0, 0);
    auto& base = *bare.object.add_entities();
    base.set_name("base");
    base.mutable_link();
    ImportPlace place{ImportPlace::Kind::kPoint, Vec3(0.3, 0.2, 0.7), world::kRootObject, {}};
    const auto edits = placeImport(b.w, {}, named(b.w, world::kRootObject, read), place);
    QVERIFY(edits.ok() && b.apply(*edits));
    QVERIFY((b.w.aTB(world::kRootObject, b.id("bare")).p - place.p_in_root).norm() < 1e-12);
    place.kind = ImportPlace::Kind::kAsInFile;
    const auto again = placeImport(b.w, {}, named(b.w, world::kRootObject, read, "second"), place);
    QVERIFY(again.ok() && b.apply(*again));
    QCOMPARE(b.w.aTB(world::kRootObject, b.id("second")).p, Vec3(0.1, 0, 0));
  }

  // Programs move frames many times a second: what is said of that must not cost the world each time.
  void aFrameThatStaysNearIsNotComparedWithTheWholeWorld() {
    std::vector<std::uint64_t> visits;
    for (const int count : {200, 2000}) {
      test::Bench b;
      QVERIFY(b.apply(session::createFrame(world::kRootObject, world::kRootEntity, "spot", {})));
      std::vector<session::EditsPtr> boxes;
      for (int i = 0; i < count; ++i) boxes.push_back(test::box(world::kRootObject, fmt::format("b{}", i)));
      QVERIFY(b.apply(session::join(boxes)));
      const FrameId spot = b.w.frameNamed(world::kRootObject, "spot");
      const world::World before = b.w;
      QVERIFY(b.apply(session::setPose(spot, world::kRootObject, Pose::translation(1, 0, 0))));
      world::nodesVisited() = 0;
      QVERIFY(editNotes(before, b.w, false).empty());
      visits.push_back(world::nodesVisited());
      // One that is put far away is told all the same.
      QVERIFY(b.apply(session::setPose(spot, world::kRootObject, Pose::translation(5000, 0, 0))));
      const Diagnostics told = editNotes(before, b.w, false);
      QCOMPARE(told.size(), std::size_t{1});
      QVERIFY2(told.front().code.starts_with("usecase.far-away"), told.front().code.c_str());
    }
    QVERIFY2(visits[1] < 2 * visits[0] + 50, "the notes cost the world");
  }

  void partsOfAMechanismCanBeLeftOut_data() {
    QTest::addColumn<QString>("without");
    QTest::addColumn<QString>("left");
    QTest::addColumn<int>("told");
    QTest::newRow("the link of the follower") << "right"
                                              << "base jl left" << 0;
    QTest::newRow("the follower") << "jr"
                                  << "base jl left" << 0;
    QTest::newRow("the link of the leader") << "left"
                                            << "base jr right" << 1;
    QTest::newRow("the leader") << "jl"
                                << "base jr right" << 1;
  }

  void partsOfAMechanismCanBeLeftOut() {
    QFETCH(QString, without);
    QFETCH(QString, left);
    QFETCH(int, told);
    io::ImportResult read;
    so::SceneObject& gripper = read.objects.emplace_back().object;
    gripper.set_name("gripper");
    addLink(gripper, "base", "");
    for (const std::string side : {"left", "right"}) {
      addSlide(gripper, "j" + side.substr(0, 1), "base");
      addLink(gripper, side, "j" + side.substr(0, 1));
    }
    scene::setFollows(gripper, {{"jr", "jl", 1.0, 0.0}});
    gripper.mutable_properties()->mutable_kinematics()->add_ik_solvers()->set_tip_link_name("right");
    PartChoice choice;
    choice.without = {without.toStdString()};
    const auto chosen = withChoice(read, choice);
    QVERIFY(chosen.ok());
    const so::SceneObject& object = chosen->objects[0].object;
    QStringList names;
    for (const so::Entity& entity : object.entities()) names << QString::fromStdString(entity.name());
    QCOMPARE(names.join(' '), left);
    const Status sound = scene::validate(scene::ObjectIndex(object)).status();
    QVERIFY2(sound.ok(), sound.line().c_str());
    QCOMPARE(static_cast<int>(chosen->diagnostics.size()), told);
  }

  void limitsThatNobodyNarrowedAreTheFiles() {
    so::SceneObject object;
    addSlide(object, "here", "base");
    addSlide(object, "there", "base", 0.08, 3.0);
    const auto& file = object.entities(1).joint().kinematics_component();
    auto joint = object.entities(0).joint().kinematics_component();
    takeJoint(file, joint);
    QCOMPARE(joint.application_limits().fixed_limits().upper(), 0.08);
    QCOMPARE(joint.application_limits().velocity(), 0.95 * 3.0);
    // What was narrowed stays, and that alone.
    joint = object.entities(0).joint().kinematics_component();
    joint.mutable_application_limits()->set_velocity(0.5);
    takeJoint(file, joint);
    QCOMPARE(joint.application_limits().fixed_limits().upper(), 0.08);
    QCOMPARE(joint.application_limits().velocity(), 0.5);
  }
};

QTEST_GUILESS_MAIN(TestImportPlace)
#include "test_import_place.moc"
