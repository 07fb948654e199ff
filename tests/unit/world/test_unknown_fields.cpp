// SPDX-License-Identifier: Apache-2.0
// Messages of a newer program: one field each that this program does not know must survive.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "arm.h"
#include "core/project/project.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

using namespace ww;

namespace {

constexpr int kExtraField = 9999;

// Adds an unknown field with a text of its own to the message and all that are set below it.
void addExtras(google::protobuf::Message& message, int& count) {
  const auto* reflection = message.GetReflection();
  if (message.GetDescriptor()->options().map_entry() ||
      message.GetDescriptor()->full_name().starts_with("google.protobuf."))
    return;
  reflection->MutableUnknownFields(&message)->AddLengthDelimited(
      kExtraField, fmt::format("extra {} {}", count++, std::string(message.GetDescriptor()->name())));
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) addExtras(*reflection->MutableMessage(&message, field), count);
    else if (!field->is_map()) {
      for (int i = 0; i < reflection->FieldSize(message, field); ++i)
        addExtras(*reflection->MutableRepeatedMessage(&message, field, i), count);
    }
  }
}

// All extras within a message, sorted.
void collect(const google::protobuf::Message& message, std::multiset<std::string>& found) {
  const auto* reflection = message.GetReflection();
  const auto& unknown = reflection->GetUnknownFields(message);
  for (int i = 0; i < unknown.field_count(); ++i) {
    if (unknown.field(i).number() == kExtraField) found.insert(unknown.field(i).length_delimited());
  }
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) collect(reflection->GetMessage(message, field), found);
    else
      for (int i = 0; i < reflection->FieldSize(message, field); ++i)
        collect(reflection->GetRepeatedMessage(message, field, i), found);
  }
}

std::multiset<std::string> extrasOf(const world::World& w) {
  std::multiset<std::string> found;
  collect(world::toRecord(w), found);
  w.forEachObject([&](const world::Object& o) {
    collect(world::toRecord(o), found);
    for (const auto& e : o.entities) collect(world::toRecord(*e), found);
  });
  w.forEachFrame([&](const world::Frame& f) { collect(world::toRecord(f), found); });
  return found;
}

}  // namespace

class TestUnknownFields : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void surviveSaveEditAndSave() {
    geometry::GeometryStore store;
    auto scene = test::makeArm(2);
    scene.mutable_properties()->mutable_kinematics()->add_named_configurations()->set_name("home");
    for (const char* j : {"joint_1", "joint_2"}) {
      (*scene.mutable_properties()
            ->mutable_kinematics()
            ->mutable_named_configurations(0)
            ->mutable_joint_positions())[j] = 0.1;
    }
    scene.mutable_simulation_spec()->set_is_static(true);
    scene.mutable_collision_rules()
        ->add_exclusion_rules()
        ->mutable_entity_pair()
        ->mutable_left_entity()
        ->set_entity_name("base");
    int count = 0;
    addExtras(scene, count);
    QVERIFY(count > 20);
    auto made =
        world::apply(world::World(), *session::createFromSceneObject(world::kRootObject, {}, "arm", scene, {}), store);
    QVERIFY2(made.ok(), made.status().title.c_str());
    const auto before = extrasOf(made.value());
    QCOMPARE(static_cast<int>(before.size()), count);

    QTemporaryDir dir;
    const std::string file = dir.filePath("w.wright").toStdString();
    QVERIFY(project::save(project::systemVfs(), file, made.value(), store).ok());
    geometry::GeometryStore fresh;
    auto loaded = project::load(project::systemVfs(), file, fresh);
    QVERIFY2(loaded.ok(), loaded.status().title.c_str());
    const ObjectId arm = loaded.value().world.aliasNamed("arm");
    auto moved = world::apply(loaded.value().world,
                              *session::setPose(arm, world::kRootObject, Pose::translation(1, 2, 3)), fresh);
    QVERIFY(moved.ok());
    auto jogged = world::apply(moved.value(), *session::setJoint(arm, "joint_1", 0.7), fresh);
    QVERIFY(jogged.ok());
    QVERIFY(project::save(project::systemVfs(), file, jogged.value(), fresh).ok());
    auto again = project::load(project::systemVfs(), file, fresh);
    QVERIFY(again.ok());
    QCOMPARE(extrasOf(again.value().world), before);
    QCOMPARE(world::contentHash(again.value().world), world::contentHash(jogged.value()));
  }
};

QTEST_GUILESS_MAIN(TestUnknownFields)
#include "test_unknown_fields.moc"
