// SPDX-License-Identifier: Apache-2.0
// Assemblies that become one rigid object, links, or objects, and back.
#include "tests/unit/usecase/part_machine.h"

using namespace ww;
using namespace ww::usecase;
using namespace ww::test;

class TestRegroup : public QObject, private Machine {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void pathsBecomeLinks();
  void linksBecomeOneAgain();
  void linksBecomeObjectsAndComeBack();
  void oneBecomesObjects();
  void allPartsAreTheWhole();
  void objectsOfNoFileBecomeLinks();
  void readAgainAfterwards();
  void refusals();
  void oneStepOfTheHistory();
};

void TestRegroup::init() {
  const QByteArray fault = start();
  QVERIFY2(fault.isEmpty(), fault.constData());
}

void TestRegroup::pathsBecomeLinks() {
  const ObjectId before = id("machine");
  const EntityId base = object("machine").rootEntity();
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QCOMPARE(id("machine"), before);
  QCOMPARE(object("machine").rootEntity(), base);
  QCOMPARE(linksOf("machine"), (QStringList{"base", "base>bed", "base>left", "base>right", "left>bolt", "left>bolt_2",
                                            "left>plate", "right>plate_2"}));
  const auto sources = scene::partSourcesOf(world::toSceneObject(*world(), object("machine")));
  QCOMPARE(sources.mode, std::string("links"));
  QCOMPARE(sources.parts.size(), std::size_t{5});
}

void TestRegroup::linksBecomeOneAgain() {
  const auto before = world::toSceneObject(*world(), object("machine"));
  WW_BECOMES({"machine"}, PartMode::kLinks);
  WW_BECOMES({"machine"}, PartMode::kOne);
  QCOMPARE(linksOf("machine"), QStringList{"base"});
  const auto after = world::toSceneObject(*world(), object("machine"));
  const auto names = [](const so::SceneObject& o, const char* kind) {
    std::set<std::string> out;
    for (const auto& [name, placed] :
         o.entities(0).link().geometry_component().named_geometries().at(kind).named_geometries())
      out.insert(name);
    return out;
  };
  QCOMPARE(names(after, "Intrinsic_Visual"), names(before, "Intrinsic_Visual"));
  QCOMPARE(names(after, "Intrinsic_Collision"), names(before, "Intrinsic_Collision"));
}

void TestRegroup::linksBecomeObjectsAndComeBack() {
  WW_BECOMES({"machine"}, PartMode::kLinks);
  const ObjectId whole = id("machine");
  const QStringList links = linksOf("machine");
  std::map<std::string, Pose> poses;
  for (const world::EntityPtr& e : object("machine").entities) poses[e->name] = world()->rootT(e->id);
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QCOMPARE(objects(), (QStringList{"bed", "bolt", "bolt_2", "plate", "plate_2"}));
  QCOMPARE(id("bed"), whole);  // the largest goes on
  // In another order than they were: what was one object finds together.
  WW_BECOMES({"plate_2", "bolt", "bed", "bolt_2", "plate"}, PartMode::kLinks);
  QCOMPARE(objects(), QStringList{"machine"});
  QCOMPARE(id("machine"), whole);
  QCOMPARE(linksOf("machine"), links);
  for (const world::EntityPtr& e : object("machine").entities) {
    QVERIFY(positionDistance(poses.at(e->name), world()->rootT(e->id)) < 1e-9);
    QVERIFY(rotationDistance(poses.at(e->name), world()->rootT(e->id)) < 1e-9);
  }
}

void TestRegroup::oneBecomesObjects() {
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QCOMPARE(objects(), (QStringList{"bed", "bolt", "bolt_2", "plate", "plate_2"}));
  // Parts of one assembly meet again as that.
  WW_BECOMES({"bolt", "plate"}, PartMode::kLinks);
  QCOMPARE(objects(), (QStringList{"bed", "bolt_2", "left", "plate_2"}));
  QCOMPARE(linksOf("left"), (QStringList{"left", "left>bolt", "left>plate"}));
  WW_BECOMES({"bed", "bolt_2", "left", "plate_2"}, PartMode::kOne);
  QCOMPARE(linksOf("machine"), QStringList{"base"});
}

// Though a link below the root has all of them.
void TestRegroup::allPartsAreTheWhole() {
  QVERIFY(put(reading({{"rig/arm/a"}, {"rig/arm/b", {0.3, 0, 0}}})).ok());
  WW_BECOMES({"machine_2"}, PartMode::kObjects);
  WW_BECOMES({"a", "b"}, PartMode::kLinks);
  QCOMPARE(linksOf("machine_2"), (QStringList{"arm>a", "arm>b", "base", "base>arm"}));
}

void TestRegroup::objectsOfNoFileBecomeLinks() {
  const auto box = [&](const char* name, const Vec3& at) {
    return commit(session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{}, {},
                                           Pose{at, Quat::Identity()}));
  };
  QVERIFY(box("post", {1, 0, 0}).ok() && box("lid", {1, 0, 1}).ok());
  WW_BECOMES({"post", "lid"}, PartMode::kLinks);
  QCOMPARE(linksOf("post"), (QStringList{"base", "base>lid", "base>post"}));
  QVERIFY(notes_.empty());
  WW_BECOMES({"post"}, PartMode::kOne);
  WW_BECOMES({"post"}, PartMode::kLinks);
  QCOMPARE(linksOf("post"), (QStringList{"base", "base>lid", "base>post"}));
  // One that hangs on another becomes a link of that.
  QVERIFY(box("foot", {0, 0, 0}).ok() && box("toe", {0, 1, 0}).ok());
  QVERIFY(commit(session::reparentObject(id("toe"), id("foot"), object("foot").rootEntity())).ok());
  WW_BECOMES({"foot/toe", "foot"}, PartMode::kLinks);
  QCOMPARE(linksOf("foot"), (QStringList{"foot", "foot>toe"}));
}

void TestRegroup::readAgainAfterwards() {
  Pieces moved = kMachine;
  moved[1].place.x() += 0.05;
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QCOMPARE(items(compared(kMachine, "machine")), QStringList());
  QCOMPARE(items(compared(moved, "machine")), QStringList{"moved:bolt"});
  // What people did stays, and is no change of the file.
  so::SceneObjectUpdate rename;
  rename.mutable_rename_entity()->set_entity_name("bed");
  rename.mutable_rename_entity()->set_new_entity_name("table");
  QVERIFY(change(rename, "machine").ok());
  QCOMPARE(items(compared(kMachine, "machine")), QStringList());
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QCOMPARE(items(compared(kMachine, "table")), QStringList());
  QCOMPARE(items(compared(kMachine, "bolt")), QStringList());
  QCOMPARE(items(compared(moved, "bolt_2")), QStringList());
  const auto revision = compared(moved, "bolt");
  QCOMPARE(items(revision), QStringList{"placed:bolt"});
  QVERIFY(std::abs(revision->items.front().moved_m - 0.05) < 1e-9);
  const auto edits = revised(*world(), *store_, *revision, {});
  QVERIFY(edits.ok());
  const Pose was = world()->rootT(id("bolt"));
  QVERIFY(commit(*edits).ok());
  QVERIFY(std::abs(positionDistance(was, world()->rootT(id("bolt"))) - 0.05) < 1e-9);
  WW_BECOMES({"table", "bolt", "bolt_2", "plate", "plate_2"}, PartMode::kOne);
  QVERIFY(!codes(notes_).contains("usecase.parts-files-differ"));
}

void TestRegroup::refusals() {
  const auto code = [&](const std::vector<ObjectId>& ids, PartMode mode) {
    const auto change = partsAs(*world(), *store_, ids, mode);
    return change.ok() || !change.status().failure
               ? QString()
               : QString::fromStdString(std::string(change.status().failure->row->code));
  };
  QCOMPARE(code({id("machine")}, PartMode::kOne), QString("usecase.parts-one-already"));
  QCOMPARE(code({world::kRootObject}, PartMode::kOne), QString("usecase.parts-of-world"));
  QCOMPARE(code({}, PartMode::kOne), QString("usecase.parts-gone"));
  QCOMPARE(code({ObjectId{4711}}, PartMode::kOne), QString("usecase.parts-gone"));
  QCOMPARE(presentParts(*world(), std::vector{id("machine")}), std::optional(PartMode::kOne));
  WW_BECOMES({"machine"}, PartMode::kLinks);
  QCOMPARE(code({id("machine")}, PartMode::kLinks), QString("usecase.parts-links-already"));
  QCOMPARE(presentParts(*world(), std::vector{id("machine")}), std::optional(PartMode::kLinks));
  WW_BECOMES({"machine"}, PartMode::kObjects);
  QCOMPARE(code({id("bed")}, PartMode::kLinks), QString("usecase.parts-none"));
  QCOMPARE(code({id("bed"), id("bolt")}, PartMode::kObjects), QString("usecase.parts-objects-already"));
  QCOMPARE(presentParts(*world(), std::vector{id("bed")}), std::optional<PartMode>());
  QCOMPARE(presentParts(*world(), std::vector{id("bed"), id("bolt")}), std::optional(PartMode::kObjects));
}

void TestRegroup::oneStepOfTheHistory() {
  const std::string before = world::contentHash(*world());
  WW_BECOMES({"machine"}, PartMode::kObjects);
  const std::string after = world::contentHash(*world());
  QVERIFY(session_->undo().ok());
  QCOMPARE(world::contentHash(*world()), before);
  QVERIFY(session_->redo().ok());
  QCOMPARE(world::contentHash(*world()), after);
}

QTEST_GUILESS_MAIN(TestRegroup)
#include "test_regroup.moc"
