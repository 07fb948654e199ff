// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/session/world_sync.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worlds.h"

using namespace ww;
using session::WorldRegistry;
using session::WorldSession;
namespace pb = intrinsic_proto::world;

namespace {

struct Cell {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::chrono::system_clock::time_point now{std::chrono::seconds(1000)};
  session::Clock clock = [this] { return now; };
  WorldRegistry worlds{store, clock};

  Cell() {
    (void)worlds.add("init_world", std::make_shared<WorldSession>(test::boxes(3, *store), store, clock));
    (void)worlds.add("world", std::make_shared<WorldSession>(world::World(), store, clock));
  }
  WorldSession& session(const std::string& id) { return *worlds.find(id).value(); }
  std::string hash(const std::string& id) { return test::hashOf(session(id)); }
};

bool sameTime(std::chrono::system_clock::time_point a, std::chrono::system_clock::time_point b) { return a == b; }

}  // namespace

class TestRegistry : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void worldsAreFoundByTheirIds() {
    Cell cell;
    QVERIFY(cell.worlds.find("world").ok());
    QCOMPARE(cell.worlds.find("nowhere").status().code, Code::kNotFound);
    QCOMPARE(cell.worlds.metadata("nowhere").status().code, Code::kNotFound);
    QCOMPARE(cell.worlds.remove("nowhere").code, Code::kNotFound);
    auto other = std::make_shared<WorldSession>(world::World(), cell.store);
    QCOMPARE(cell.worlds.add("world", other).code, Code::kAlreadyExists);
    QCOMPARE(cell.worlds.add("", other).code, Code::kInvalidArgument);
    QCOMPARE(cell.worlds.add("two words", other).code, Code::kInvalidArgument);
    const auto all = cell.worlds.list();
    QCOMPARE(all.size(), 2u);
    QCOMPARE(all[0].id, std::string("init_world"));
  }

  void aCloneHasTheContentAndTheTag() {
    Cell cell;
    QVERIFY(cell.worlds.remove("init_world").ok());
    QVERIFY(
        cell.worlds.add("init_world", std::make_shared<WorldSession>(test::boxes(3, *cell.store), cell.store), "mine")
            .ok());
    const auto made = cell.worlds.clone({"init_world", "copy", false, {}, "client"});
    QVERIFY(made.ok());
    QCOMPARE(made->id, std::string("copy"));
    QCOMPARE(made->user_tag.value_or(""), std::string("mine"));
    QCOMPARE(cell.hash("copy"), cell.hash("init_world"));
    QCOMPARE(made->structure_hash, cell.worlds.metadata("init_world")->structure_hash);
    QVERIFY(cell.session("copy").history().entries.empty());
    const auto tagged = cell.worlds.clone({"init_world", "", false, "other", "client"});
    QVERIFY(tagged.ok() && !tagged->id.empty());
    QCOMPARE(tagged->user_tag.value_or(""), std::string("other"));
    QVERIFY(test::commit(cell.session("copy"), test::box(world::kRootObject, "new")));
    QVERIFY(cell.hash("copy") != cell.hash("init_world"));
  }

  void anOverwrittenWorldCanBeHadBack() {
    Cell cell;
    QVERIFY(test::commit(cell.session("world"), test::box(world::kRootObject, "mine")));
    QVERIFY(test::commit(cell.session("world"), test::box(world::kRootObject, "undone")));
    QVERIFY(cell.session("world").undo().ok());
    const std::string before = cell.hash("world");
    QCOMPARE(cell.worlds.clone({"init_world", "world", false, {}, "client"}).status().code, Code::kAlreadyExists);
    QCOMPARE(cell.worlds.clone({"nowhere", "world", true, {}, "client"}).status().code, Code::kNotFound);
    int told = 0;
    auto subscription = cell.session("world").observe([&](const session::Change& change) {
      ++told;
      QCOMPARE(change.diff.objects.size(), 4u);  // one becomes another, two come, the root's children
    });
    QVERIFY(cell.worlds.clone({"init_world", "world", true, {}, "cell_py"}).ok());
    QCOMPARE(told, 1);
    subscription.reset();
    QCOMPARE(cell.hash("world"), cell.hash("init_world"));
    QCOMPARE(cell.session("world").undoLabel(), std::string("Replaced by a copy of init_world by cell_py"));
    QCOMPARE(test::replayed(cell.session("world")), cell.hash("world"));
    QVERIFY(cell.session("world").undo().ok());
    QCOMPARE(cell.hash("world"), before);
    QVERIFY(cell.session("world").redo().ok());
    // An id that was given in this session is not given again.
    QVERIFY(test::commit(cell.session("world"), test::box(world::kRootObject, "later")));
    const auto& entries = cell.session("world").history().entries;
    QVERIFY(entries.back().before->nextId() >= entries.front().after->nextId());
    QCOMPARE(test::replayed(cell.session("world")), cell.hash("world"));
  }

  void aCloneOntoTheSameContentLeavesNoEntry() {
    Cell cell;
    QVERIFY(cell.worlds.clone({"init_world", "world", true, {}, "client"}).ok());
    QVERIFY(cell.worlds.clone({"init_world", "world", true, {}, "client"}).ok());
    QVERIFY(cell.worlds.clone({"world", "world", true, {}, "client"}).ok());
    QCOMPARE(cell.session("world").history().entries.size(), 1u);
  }

  void swappedWorldsHaveEachOthersContentAndTag() {
    Cell cell;
    QVERIFY(cell.worlds.clone({"init_world", "tagged", false, "left", "client"}).ok());
    const std::string a = cell.hash("tagged"), b = cell.hash("world");
    QVERIFY(cell.worlds.swap("tagged", "world", "client").ok());
    QCOMPARE(cell.hash("world"), a);
    QCOMPARE(cell.hash("tagged"), b);
    QCOMPARE(cell.worlds.metadata("world")->user_tag.value_or(""), std::string("left"));
    QVERIFY(!cell.worlds.metadata("tagged")->user_tag);
    for (const char* id : {"tagged", "world"}) {
      QCOMPARE(cell.session(id).history().entries.size(), 1u);
      QCOMPARE(test::replayed(cell.session(id)), cell.hash(id));
      QCOMPARE(cell.session(id).worldSwaps(), cell.session(id).accountedSwaps());
    }
    QVERIFY(cell.session("world").undo().ok());
    QCOMPARE(cell.hash("world"), b);
    QCOMPARE(cell.worlds.swap("world", "nowhere", {}).code, Code::kNotFound);
    QVERIFY(cell.worlds.swap("world", "world", {}).ok());
  }

  void lastUpdateIsTheTimeOfTheLastChange() {
    Cell cell;
    const auto start = cell.now;
    cell.now += std::chrono::hours(1);
    QVERIFY(sameTime(cell.worlds.metadata("world")->last_update, start));
    QVERIFY(test::commit(cell.session("world"), test::box(world::kRootObject, "a")));
    QVERIFY(sameTime(cell.worlds.metadata("world")->last_update, cell.now));
    cell.now += std::chrono::hours(1);
    QVERIFY(cell.session("world").undo().ok());
    QVERIFY(sameTime(cell.worlds.metadata("world")->last_update, cell.now));
  }

  void aHeldSessionOutlivesItsWorld() {
    Cell cell;
    const auto held = cell.worlds.find("world").value();
    QVERIFY(cell.worlds.remove("world").ok());
    QVERIFY(test::commit(*held, test::box(world::kRootObject, "a")));
    QCOMPARE(cell.worlds.find("world").status().code, Code::kNotFound);
  }

  void cloningAndSwappingDoNotVisitTheWorld() {
    for (const int count : {1000, 10000, 100000}) {
      auto store = std::make_shared<geometry::GeometryStore>();
      WorldRegistry worlds(store);
      QVERIFY(worlds.add("a", std::make_shared<WorldSession>(test::boxes(count, *store), store)).ok());
      QVERIFY(worlds.add("b", std::make_shared<WorldSession>(world::World(), store)).ok());
      QVERIFY(worlds.metadata("a").ok());  // the first hash costs the size of the world, once
      world::nodesVisited() = 0;
      QVERIFY(worlds.clone({"a", "c", false, {}, {}}).ok());
      const auto cloned = world::nodesVisited();
      QVERIFY(worlds.swap("a", "b", {}).ok());
      QVERIFY(worlds.find("a").value()->undo().ok());
      qInfo("%d objects: clone visits %llu nodes, swap and undo %llu", count, static_cast<unsigned long long>(cloned),
            static_cast<unsigned long long>(world::nodesVisited() - cloned));
      QCOMPARE(world::nodesVisited(), 0u);
    }
  }

  void anObjectIsSyncedAsOneEntry() {
    Cell cell;
    QVERIFY(cell.worlds.clone({"init_world", "world", true, {}, {}}).ok());
    const ObjectId id = cell.session("init_world").snapshot().world->aliasNamed("b1");
    QVERIFY(
        test::commit(cell.session("init_world"), session::setPose(id, world::kRootObject, Pose::translation(1, 2, 3))));
    QVERIFY(test::commit(cell.session("world"), test::box(world::kRootObject, "mine")));
    pb::SyncObjectRequest request;
    request.set_from_world_id("init_world");
    request.set_to_world_id("world");
    QCOMPARE(session::syncObject(cell.worlds, request, "client").code, Code::kInvalidArgument);
    request.mutable_object()->mutable_by_name()->set_object_name("b1");
    QVERIFY(session::syncObject(cell.worlds, request, "client").ok());
    QCOMPARE(cell.session("world").snapshot().world->rootT(id).p, Vec3(1, 2, 3));
    QCOMPARE(cell.session("world").undoLabel(), std::string("Sync b1 from init_world by client"));
    QCOMPARE(test::replayed(cell.session("world")), cell.hash("world"));
    pb::CompareWorldsRequest compare;
    compare.set_base_world_id("init_world");
    compare.set_changed_world_id("world");
    const auto compared = session::compareWorlds(cell.worlds, compare);
    QVERIFY(compared.ok());
    QCOMPARE(compared->added_size(), 1);
    QCOMPARE(compared->modified_size(), 0);
    compare.set_base_world_id("nowhere");
    QCOMPARE(session::compareWorlds(cell.worlds, compare).status().code, Code::kNotFound);
    request.set_to_world_id("init_world");
    QCOMPARE(session::syncObject(cell.worlds, request, "client").code, Code::kInvalidArgument);
  }
};

QTEST_GUILESS_MAIN(TestRegistry)
#include "test_registry.moc"
