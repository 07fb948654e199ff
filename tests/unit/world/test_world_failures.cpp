// SPDX-License-Identifier: Apache-2.0
// What failures of the world say: of which kind they are, about what, and what was perhaps meant.
#include <cstring>
#include <set>

#include "bench.h"
#include "core/world/failures/failures.h"
#include "core/world/records/load.h"
#include "core/world/updates/dropped_rules.h"
#include "core/world/updates/registry.h"

using namespace ww;
namespace failures = ww::world::failures;
using test::Bench;
using test::Cell;
using test::named;

namespace {

bool is(const Status& status, const FailureRow& row) {
  if (status.failure && status.failure->row == &row && status.code == row.canonical) return true;
  qWarning("%s", status.line().c_str());
  return false;
}

QString nearOf(const Status& status) {
  QStringList names;
  for (const std::string& name : status.failure ? status.failure->near : std::vector<std::string>{})
    names << QString::fromStdString(name);
  return names.join(QLatin1Char(' '));
}

template <typename Arg>
Arg argOf(const Status& status, const char* key) {
  const FailureValue* value = status.failure ? status.failure->find(key) : nullptr;
  const Arg* found = value ? std::get_if<Arg>(value) : nullptr;
  return found ? *found : Arg{};
}

// A table with an arm on it, and a lamp, whose name is no global one.
struct Shop : Bench {
  Shop() {
    apply(test::box(world::kRootObject, "table"));
    apply("edits { create_object { name: 'lamp' create_single_entity_object { " + test::boxGeometry() +
          " } parent_object " + test::entities("table", "include_base_entity: true") + " } }");
    apply(session::createFromSceneObject(id("table"), {}, "arm", test::makeArm(3), {}));
  }
};

}  // namespace

class TestWorldFailures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyRowHasACodeOfItsOwnAndSaysWhatToDo() {
    std::set<std::string_view> codes;
    // Their cause says it.
    const std::set<std::string_view> inner = {"world.bad-entity-record", "world.bad-object-record",
                                              "world.bad-frame-record", "world.root-missing"};
    for (const FailureRow* row : failures::all()) {
      const std::string code(row->code);
      QVERIFY2(codes.insert(row->code).second && code.starts_with("world."), code.c_str());
      QVERIFY2(inner.contains(row->code) || *row->hint, code.c_str());
      QVERIFY2(!std::strstr(row->title, "'{") && row->canonical != Code::kOk, code.c_str());
      for (const char* text : {row->hint, row->in_window})
        QVERIFY2(std::string_view(text).find("--") == std::string_view::npos && !std::strchr(text, '`'), code.c_str());
    }
    QVERIFY(codes.size() > 100);
  }

  void aNameThatIsNotThereComesWithThoseLikeIt_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("near");
    QTest::newRow("object") << "tabel"
                            << "table";
    QTest::newRow("object deep down, by its own name") << "lamp"
                                                       << "table/lamp";
    QTest::newRow("object in a path") << "table/lmap"
                                      << "table/lamp";
    QTest::newRow("frame") << "arm/flnge"
                           << "arm/flange";
    QTest::newRow("frame without its object") << "flange"
                                              << "arm/flange";
    QTest::newRow("entity") << "arm:joint2"
                            << "arm:joint_2";
    QTest::newRow("object of an entity") << "amr:joint_2"
                                         << "arm";
    QTest::newRow("first part of a path") << "tabel/lamp"
                                          << "table";
    QTest::newRow("nothing like it") << "hovercraft"
                                     << "";
    QTest::newRow("nothing at all") << ""
                                    << "";
  }
  void aNameThatIsNotThereComesWithThoseLikeIt() {
    QFETCH(QString, text);
    QFETCH(QString, near);
    const Shop b;
    const Status status = world::resolveText(b.w, text.toStdString()).status();
    QCOMPARE(status.code, Code::kNotFound);
    QCOMPARE(nearOf(status), near);
    for (const QString& name : near.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      QVERIFY2(world::resolveText(b.w, name.toStdString()).ok(), qPrintable(name));
      QVERIFY2(status.line().find("'" + name.toStdString() + "'") != std::string::npos, status.line().c_str());
    }
  }

  // Of an object that is there, what is not on it is told with what is.
  void aPathIntoAnObjectListsItsFrames() {
    const Shop b;
    const Status none = world::resolveText(b.w, "arm/quite_else").status();
    QVERIFY2(is(none, failures::kNoFrameOf), none.line().c_str());
    QVERIFY2(none.hint.find("flange") != std::string::npos, none.hint.c_str());
    const Status bare = world::resolveText(b.w, "table/lamp/quite_else").status();
    QVERIFY2(is(bare, failures::kHasNoFrames), bare.line().c_str());
  }

  void aWireNameThatIsNoneOfTheGlobalOnesSaysWhoseItIs() {
    Shop b;
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object " + named("lamp") + " }"));
    QVERIFY(is(b.last, failures::kNameNotGlobal));
    QCOMPARE(argOf<arg::Node>(b.last, "object").display, std::string("table/lamp"));
    QCOMPARE(argOf<arg::Node>(b.last, "object").id, b.w.find("table/lamp").value);
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object " + named("tabel") + " }"));
    QVERIFY(is(b.last, failures::kNoAliasAmong));
    QCOMPARE(nearOf(b.last), QStringLiteral("table"));
    QVERIFY(argOf<arg::Names>(b.last, "names").texts.size() > 1);
    // A name in the place of an id.
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object { id: 'table' } }"));
    QVERIFY(is(b.last, failures::kNameForId));
    QVERIFY2(b.last.hint.find(b.wire("table")) != std::string::npos, b.last.hint.c_str());
    // A mistyped one too; what looks like an id was not meant as a name.
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object { id: 'tabel' } }"));
    QVERIFY(is(b.last, failures::kNoSuchObject));
    QCOMPARE(nearOf(b.last), QString::fromStdString(b.wire("table") + " (table)"));
    QVERIFY(b.refuses(Code::kNotFound, "delete_object { object { id: 'o987654' } }"));
    QVERIFY(nearOf(b.last).isEmpty());
  }

  void whatAnObjectHasIsListed() {
    Shop b;
    const auto frame = [](const char* object, const char* name) {
      return "delete_frame { frame " + test::frameRef(object, name) + " }";
    };
    QVERIFY(b.refuses(Code::kNotFound, frame("arm", "flansch")));
    QVERIFY(is(b.last, failures::kNoFrameOf));
    QVERIFY2(b.last.hint.ends_with("its frames are 'flange'"), b.last.hint.c_str());
    QVERIFY(b.refuses(Code::kNotFound, frame("table", "flange")));
    // To add one first would be no help to a deletion.
    QVERIFY(is(b.last, failures::kNothingToDelete));
    QVERIFY2(b.last.line().find("flange") != std::string::npos, b.last.line().c_str());
    QVERIFY(
        b.refuses(Code::kNotFound, "update_frame_name { frame " + test::frameRef("table", "flange") + " name: 'x' }"));
    QVERIFY(is(b.last, failures::kHasNoFrames));
    QVERIFY(b.refuses(Code::kNotFound,
                      "update_object_joint { object " + named("arm") + " joint_name: 'joint2' joint_position: 0 }"));
    QVERIFY(is(b.last, failures::kNoSuchJoint));
    QCOMPARE(b.last.subject, std::string("joint2"));
    QVERIFY2(nearOf(b.last).startsWith(QStringLiteral("joint_2")), qPrintable(nearOf(b.last)));
    const std::string properties = "update_kinematic_object_properties { object " + named("arm");
    QVERIFY(b.refuses(Code::kNotFound, properties + " named_joint_configurations_to_remove: 'hoem' }"));
    QVERIFY(is(b.last, failures::kHasNoConfigurations));
    QVERIFY(b.update(properties + " named_joint_configurations_to_set { name: 'home' joint_positions: [0, 0, 0] } }"));
    QVERIFY(b.refuses(Code::kNotFound, properties + " named_joint_configurations_to_remove: 'hoem' }"));
    QVERIFY(is(b.last, failures::kNoSuchConfiguration));
    QCOMPARE(nearOf(b.last), QStringLiteral("home"));
  }

  void aTakenNameComesWithAFreeOne() {
    Shop b;
    QVERIFY(b.apply(test::box(world::kRootObject, "cup")));
    QVERIFY(b.apply(test::box(world::kRootObject, "cup_2")));
    QVERIFY(!b.apply(test::box(world::kRootObject, "cup")));
    QVERIFY(is(b.last, failures::kNameTaken));
    QCOMPARE(argOf<arg::Node>(b.last, "parent").id, world::kRootObject.value);
    QCOMPARE(b.last.subject, std::string("cup"));
    const std::string free = argOf<arg::Name>(b.last, "free").text;
    QCOMPARE(free, std::string("cup_3"));
    QVERIFY(b.apply(test::box(world::kRootObject, free)));
    // Renaming to it is INVALID_ARGUMENT, and the same kind of failure.
    QVERIFY(!b.apply(session::renameObject(b.id("cup"), "cup_2", true)));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QVERIFY(b.last.failure && b.last.failure->row == &failures::kNameTaken);
  }

  void aBadPoseNamesItsField() {
    Shop b;
    QVERIFY(b.refuses(Code::kInvalidArgument, "update_transform { node_a " + test::node("root") + " node_b " +
                                                  test::node("table") + " a_t_b { position { x: nan } orientation " +
                                                  "{ w: 1 } } }"));
    QVERIFY(is(b.last, failures::kBadPose));
    QCOMPARE(argOf<arg::Words>(b.last, "field").text, std::string("a_t_b"));
    QVERIFY2(b.last.title.starts_with("a_t_b is no pose: "), b.last.title.c_str());
  }

  // Looking for what was meant costs no more in a large world.
  void notFoundIsCheapInALargeWorld() {
    const session::EditsPtr first = test::box(world::kRootObject, "b0");
    std::uint64_t visits[2];
    for (const int count : {3000, 30000}) {
      geometry::GeometryStore store;
      worldwright::v1::Edits edits;
      for (int i = 0; i < count; ++i) {
        *edits.add_edits() = first->edits(0);
        edits.mutable_edits(i)->mutable_create_object()->set_name(fmt::format("part_{}", i));
      }
      const auto w = world::apply(world::World(), edits, store);
      QVERIFY(w.ok());
      world::nodesVisited() = 0;
      const Status status = world::resolveText(*w, "prat_17").status();
      visits[count > 3000] = world::nodesVisited();
      QVERIFY2(nearOf(status).startsWith(QStringLiteral("part_17")), qPrintable(nearOf(status)));
    }
    qInfo("trie nodes visited: %llu and %llu", static_cast<unsigned long long>(visits[0]),
          static_cast<unsigned long long>(visits[1]));
    QVERIFY(visits[1] < 2 * visits[0] && visits[1] < 50000);
  }

  void rulesThatGoWithADeletionAreCounted() {
    Shop b;
    const auto rule = [&](const std::string& left, const std::string& right) {
      return "collision_rules { left { object { id: '" + left + "' } } " +
             (right.empty() ? "" : "right { object { id: '" + right + "' } } ") +
             "collision_action { is_excluded: true } } ";
    };
    const std::string arm = b.wire("arm"), table = b.wire("table"), lamp = b.wire("table/lamp");
    QVERIFY(b.update("update_collision_settings { collision_settings { " + rule(arm, table) + rule(lamp, "") +
                     rule(table, "") + "} }"));
    const auto dropped = [&](std::vector<world::NodeRef> nodes) { return world::rulesDroppedWith(b.w, nodes); };
    QCOMPARE(dropped({b.frame("arm", "flange")}), std::size_t{0});
    QCOMPARE(dropped({b.id("arm")}), std::size_t{1});
    QCOMPARE(dropped({b.id("table/lamp")}), std::size_t{1});
    QCOMPARE(dropped({b.id("arm"), b.id("table/lamp")}), std::size_t{2});
    QCOMPARE(dropped({b.id("table")}), std::size_t{3});
    const session::EditsPtr one = session::deleteObject(b.id("arm"), true);
    QCOMPARE(plain(world::labelOf(b.w, one->edits(0))), std::string("Delete arm, with a collision rule"));
    const session::EditsPtr all = session::deleteObject(b.id("table"), true);
    QCOMPARE(plain(world::labelOf(b.w, all->edits(0))), std::string("Delete table, with 3 collision rules"));
    QVERIFY(b.apply(one));
    QCOMPARE(b.w.collisionSettings().collision_rules_size(), 2);
  }

  // Records that do not fit are told as damage, with which and why.
  void aDamagedRecordIsNamed() {
    const Cell b;
    world::RecordPtrs<worldwright::v1::ObjectRecord> objects;
    world::RecordPtrs<worldwright::v1::EntityRecord> entities;
    b.w.forEachObject([&](const world::Object& o) {
      objects.push_back(std::make_shared<worldwright::v1::ObjectRecord>(world::toRecord(o)));
      for (const auto& e : o.entities)
        entities.push_back(std::make_shared<worldwright::v1::EntityRecord>(world::toRecord(*e)));
    });
    entities.pop_back();
    const auto loaded = world::fromRecords(world::toRecord(b.w), objects, entities, {}, b.store);
    QVERIFY(!loaded.ok());
    QVERIFY(is(loaded.status(), failures::kDamaged));
    QCOMPARE(loaded.status().failure->causes.size(), std::size_t{1});
    QVERIFY(is(loaded.status().failure->causes.front(), failures::kObjectMissesEntity));
    QCOMPARE(loaded.status().subject, std::string("part"));
  }
};

QTEST_GUILESS_MAIN(TestWorldFailures)
#include "test_world_failures.moc"
