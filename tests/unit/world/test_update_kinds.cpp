// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <map>
#include <set>

#include "core/world/updates/registry.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using worldwright::v1::Edit;
using Update = intrinsic_proto::world::ObjectWorldUpdate;

namespace {

std::vector<const FieldDescriptor*> casesOf(const Descriptor& holder) {
  std::vector<const FieldDescriptor*> out;
  for (int i = 0; i < holder.oneof_decl(0)->field_count(); ++i) {
    const FieldDescriptor* field = holder.oneof_decl(0)->field(i);
    if (field->message_type() != Update::descriptor()) out.push_back(field);
  }
  return out;
}

// An edit that holds the case, with nothing in it.
Edit bare(const FieldDescriptor& field) {
  Edit edit;
  google::protobuf::Message* holder = &edit;
  if (field.containing_type() == Update::descriptor()) holder = edit.mutable_world_update();
  holder->GetReflection()->MutableMessage(holder, &field);
  return edit;
}

bool isBelow(const Descriptor& type, const std::string& wanted, std::set<const Descriptor*>& seen) {
  if (type.full_name() == wanted) return true;
  if (!seen.insert(&type).second) return false;
  for (int i = 0; i < type.field_count(); ++i) {
    const Descriptor* part = type.field(i)->message_type();
    if (part && isBelow(*part, wanted, seen)) return true;
  }
  return false;
}

}  // namespace

// Each kind of edit is one row, and the row is whole.
class TestUpdateKinds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCaseHasOneRow() {
    std::map<const FieldDescriptor*, int> rows;
    for (const world::EditKind& kind : world::editKinds()) ++rows[kind.field];
    std::size_t cases = 0;
    for (const Descriptor* holder : {Edit::descriptor(), Update::descriptor()}) {
      QCOMPARE(holder->oneof_decl_count(), 1);
      for (const FieldDescriptor* field : casesOf(*holder)) {
        QVERIFY2(rows[field] == 1, field->full_name().c_str());
        ++cases;
      }
    }
    QCOMPARE(rows.size(), cases);
  }

  void everyRowIsFoundByItsCase() {
    geometry::GeometryStore store;
    const world::World empty;
    for (const world::EditKind& kind : world::editKinds()) {
      const Edit edit = bare(*kind.field);
      const auto known = world::knownEdit(edit);
      QVERIFY2(known.kind == &kind, kind.field->full_name().c_str());
      QCOMPARE(known.request->GetDescriptor(), kind.field->message_type());
      // What a bare request lacks is told, by whatever kind.
      world::WorldEditor editor(empty, store);
      const Status status = world::applyEdit(editor, edit);
      if (!status.ok()) QVERIFY2(!status.hint.empty() && !status.subject.empty(), kind.field->full_name().c_str());
      QVERIFY2(!world::labelOf(empty, edit).empty(), kind.field->full_name().c_str());
    }
  }

  void whatComesOverTheWireHasALabelOfItsOwn() {
    const world::World empty;
    for (const FieldDescriptor* field : casesOf(*Update::descriptor()))
      QVERIFY2(plain(world::labelOf(empty, bare(*field))) != "Edit", field->full_name().c_str());
    QCOMPARE(plain(world::labelOf(empty, Edit())), std::string("Edit"));
  }

  void streamsAreOfWhatMoves() {
    std::set<std::string> moving;
    for (const world::EditKind& kind : world::editKinds()) {
      if (kind.stream_key) moving.insert(kind.field->name());
    }
    QVERIFY(moving == std::set<std::string>({"update_object_joint", "update_object_joints", "update_transform"}));
    QVERIFY(world::streamKeyOf(Edit()).empty());
  }

  void ignoredFieldsAreThere() {
    for (const world::EditKind& kind : world::editKinds()) {
      for (const world::IgnoredField& ignored : kind.ignored) {
        const Descriptor* type = kind.field->file()->pool()->FindMessageTypeByName(ignored.type);
        QVERIFY2(type && type->FindFieldByName(ignored.field), ignored.type);
        std::set<const Descriptor*> seen;
        QVERIFY2(isBelow(*kind.field->message_type(), ignored.type, seen), ignored.type);
        QVERIFY(*ignored.why != '\0');
      }
    }
  }

  void nothingIsNoKind() {
    QVERIFY(!world::knownEdit(Edit()).kind);
    Edit empty_update;
    empty_update.mutable_world_update();
    QVERIFY(!world::knownEdit(empty_update).kind);
    geometry::GeometryStore store;
    world::WorldEditor editor(world::World(), store);
    QCOMPARE(world::applyEdit(editor, empty_update).title,
             "the update is empty, or of a kind that this program does not know");
    QCOMPARE(world::applyEdit(editor, Edit()).title, "the edit is empty, or of a kind that this program does not know");
  }
};

QTEST_GUILESS_MAIN(TestUpdateKinds)
#include "test_update_kinds.moc"
