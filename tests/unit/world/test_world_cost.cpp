// SPDX-License-Identifier: Apache-2.0
#include <QThread>
#include <QtTest>

#include "arm.h"
#include "core/world/updates/edits.h"
#include "core/world/values/diff.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

class TestWorldCost : public QObject {
  Q_OBJECT

  static world::World boxes(int count, geometry::GeometryStore& store, const std::string& stem = "b") {
    const session::EditsPtr first = test::box(world::kRootObject, "b0");
    worldwright::v1::Edits edits;
    for (int i = 0; i < count; ++i) {
      *edits.add_edits() = first->edits(0);
      edits.mutable_edits(i)->mutable_create_object()->set_name(fmt::format("{}{}", stem, i));
    }
    auto made = world::apply(world::World(), edits, store);
    return std::move(made).value();
  }

  static std::uint64_t visits(const world::World& w, const session::EditsPtr& edits, geometry::GeometryStore& store) {
    world::nodesVisited() = 0;
    const auto next = world::apply(w, *edits, store);
    const std::uint64_t n = world::nodesVisited();
    return next.ok() ? n : 0;
  }

  static constexpr std::size_t kKinds = 6;
  static constexpr const char* kNames[kKinds] = {
      "a move", "a rename", "a deletion", "a diff", "an undo with its observer", "an edit of a clone"};

  // Of undo with an observer, who gets the difference.
  static std::uint64_t undoVisits(const world::World& w, ObjectId some) {
    session::WorldSession session(w, std::make_shared<geometry::GeometryStore>());
    session::CommitRequest request;
    request.edits = session::deleteObject(some, false);
    if (!session.commit(request).ok()) return 0;
    std::size_t seen = 0;
    const auto subscription = session.observe([&](const session::Change& c) { seen = c.diff.objects.size(); });
    world::nodesVisited() = 0;
    const bool undone = session.undo().ok();
    return undone && seen == 2 ? world::nodesVisited() : 0;
  }

  // A clone is a copy of the value: nothing is visited until somebody edits it.
  static std::uint64_t cloneVisits(const world::World& w, ObjectId some, geometry::GeometryStore& store) {
    world::nodesVisited() = 0;
    const world::World clone = w;
    const auto edited =
        world::apply(clone, *session::setPose(some, world::kRootObject, Pose::translation(3, 2, 1)), store);
    const std::uint64_t n = world::nodesVisited();
    return edited.ok() && clone.data().objects.sharesAllWith(w.data().objects) ? n : 0;
  }

  // Objects that each hang on the one before, and frames of the root object that each ride on the one before.
  static world::World chain(int objects, int frames, geometry::GeometryStore& store) {
    world::World w;
    const auto edit = [&](const session::EditsPtr& edits) { w = world::apply(w, *edits, store).value(); };
    ObjectId last = world::kRootObject;
    for (int i = 0; i < objects; ++i) {
      const std::string name = fmt::format("b{}", i);
      edit(test::box(last, name));
      last = w.aliasNamed(name);
    }
    if (frames > 0) edit(session::createFrame(world::kRootObject, world::kRootEntity, "f0", {}));
    for (int i = 1; i < frames; ++i) {
      const FrameId before = w.frameNamed(world::kRootObject, fmt::format("f{}", i - 1));
      edit(session::createFrameOnFrame(before, fmt::format("f{}", i), {}));
    }
    return w;
  }

  // An eighth of what threads have as a rule.
  static Result<world::World> applyOnSmallStack(const world::World& w, const session::EditsPtr& edits,
                                                geometry::GeometryStore& store) {
    std::optional<Result<world::World>> out;
    const std::unique_ptr<QThread> thread(QThread::create([&] { out = world::apply(w, *edits, store); }));
    thread->setStackSize(1 << 20);
    thread->start();
    thread->wait();
    return std::move(*out);
  }

  // What edits of an object with so many entities, and questions about one of them, visit.
  struct OfObject {
    std::uint64_t move = 0, rename = 0, jog = 0, ask = 0, diff = 0;
  };
  static OfObject visitsOfObject(int entities) {
    geometry::GeometryStore store;
    const auto made = world::apply(
        world::World(), *session::createFromSceneObject(world::kRootObject, {}, "comb", test::makeComb(entities), {}),
        store);
    const world::World& w = made.value();
    const ObjectId comb = w.aliasNamed("comb");
    const world::Object& object = *w.peek(comb);
    const world::Entity& joint = *object.entities[object.moving_joints[object.moving_joints.size() / 2]];
    OfObject out;
    out.move = visits(w, session::setPose(comb, world::kRootObject, Pose::translation(1, 2, 3)), store);
    out.rename = visits(w, session::renameEntity(joint.id, "renamed"), store);
    out.jog = visits(w, session::setJoint(comb, joint.name, 0.5), store);
    world::nodesVisited() = 0;
    (void)w.rootT(joint.id);
    out.ask = world::nodesVisited();
    const auto renamed = world::apply(w, *session::renameEntity(joint.id, "renamed"), store);
    world::nodesVisited() = 0;
    (void)world::whatChanged(object, *renamed.value().peek(comb));
    out.diff = world::nodesVisited();
    return out;
  }

 private Q_SLOTS:
  void nodesVisitedDoNotGrowWithTheEntitiesOfAnObject() {
    std::vector<OfObject> rows;
    for (const int entities : {10, 1000, 10000}) {
      const OfObject r = visitsOfObject(entities);
      qInfo("%d entities: a move visits %d nodes, a rename %d, a jog %d, a pose %d, a comparison %d", entities,
            int(r.move), int(r.rename), int(r.jog), int(r.ask), int(r.diff));
      QVERIFY(r.move && r.rename && r.jog && r.ask && r.diff);
      rows.push_back(r);
    }
    // A small object is one node, and what is in it is looked through; a large one has a depth, and an index of ids
    // and one of names, which a rename changes.
    constexpr std::uint64_t kDepth = 4, kIndex = 4;
    QVERIFY(rows[2].move <= rows[0].move + kDepth);
    QVERIFY(rows[2].ask <= rows[0].ask + 2 * (kDepth + kIndex));
    QVERIFY(rows[2].diff <= rows[0].diff + kDepth);
    for (const auto what : {&OfObject::rename, &OfObject::jog}) {
      QVERIFY(rows[2].*what <= rows[0].*what + 20 * kDepth);
      QVERIFY(rows[2].*what <= rows[1].*what + 20);
    }
  }

  // part_0 to part_99999: who copies one, or all, does not have every number tried for each.
  void aCopyInALongSeriesTriesFewNames() {
    std::vector<std::uint64_t> rows;
    for (const int count : {1000, 100000}) {
      geometry::GeometryStore store;
      const world::World w = boxes(count, store, "part_");
      const session::EditsPtr copy = session::copyObject(w.aliasNamed("part_5"), true);
      rows.push_back(visits(w, copy, store));
      qInfo("a copy in a series of %d visits %llu nodes", count, static_cast<unsigned long long>(rows.back()));
      const auto copied = world::apply(w, *session::join({copy, copy}), store);
      QVERIFY(copied.ok());
      QVERIFY(copied.value().aliasNamed(fmt::format("part_{}", count)));
      QVERIFY(copied.value().aliasNamed(fmt::format("part_{}", count + 1)));
    }
    constexpr std::uint64_t kDoublings = 7, kNamesEach = 2, kVisitsOfName = 30;
    QVERIFY(rows[0] > 0);
    QVERIFY2(rows[1] <= rows[0] + kDoublings * kNamesEach * kVisitsOfName, "the cost of a copy grows with the series");
  }

  void copiesOfAllOfASeriesCostTheSameEach() {
    std::vector<double> rows;
    for (const int count : {500, 4000}) {
      geometry::GeometryStore store;
      const world::World w = boxes(count, store, "part_");
      std::vector<session::EditsPtr> edits;
      for (int i = 0; i < count; ++i)
        edits.push_back(session::copyObject(w.aliasNamed(fmt::format("part_{}", i)), true));
      rows.push_back(static_cast<double>(visits(w, session::join(edits), store)) / count);
      qInfo("%d copies visit %.0f nodes each", count, rows.back());
    }
    QVERIFY(rows[0] > 0.0);
    QVERIFY(rows[1] <= 2.0 * rows[0]);
  }

  void checkingOneOfAChainCostsTheSameInALongOne() {
    std::vector<double> of_objects, of_frames;
    for (const int count : {250, 2000}) {
      geometry::GeometryStore store;
      const auto checked = [&](const world::World& w) {
        world::nodesVisited() = 0;
        return world::checkInvariants(w).ok() ? static_cast<double>(world::nodesVisited()) / count : 0.0;
      };
      of_objects.push_back(checked(chain(count, 0, store)));
      of_frames.push_back(checked(chain(0, count, store)));
      qInfo("in a chain of %d: %.0f nodes an object, %.0f a frame", count, of_objects.back(), of_frames.back());
    }
    QVERIFY(of_objects[0] > 0.0 && of_frames[0] > 0.0);
    QVERIFY(of_objects[1] <= 2.0 * of_objects[0]);
    QVERIFY(of_frames[1] <= 2.0 * of_frames[0]);
  }

  // What clients nest must not need a stack of that depth.
  void longChainsAreMovedAndCopied() {
    constexpr int kMany = 10000;
    geometry::GeometryStore store;
    const world::World frames = chain(1, kMany, store);
    const ObjectId box = frames.aliasNamed("b0");
    const FrameId first = frames.frameNamed(world::kRootObject, "f0");
    const auto moved = applyOnSmallStack(frames, session::reparentFrame(first, box, {}), store);
    QVERIFY2(moved.ok(), moved.status().line().c_str());
    QCOMPARE(moved->framesOf(*moved->peek(box)).size(), std::size_t{kMany});
    QVERIFY(world::checkInvariants(*moved).ok());
    const world::World objects = chain(kMany, 0, store);
    const auto copied = applyOnSmallStack(objects, session::copyObject(objects.aliasNamed("b0"), true), store);
    QVERIFY2(copied.ok(), copied.status().line().c_str());
    QCOMPARE(copied->objectCount(), std::size_t{2 * kMany + 1});
    QVERIFY(world::checkInvariants(*copied).ok());
  }

  void nodesVisitedDoNotGrowWithTheWorld() {
    std::vector<std::array<std::uint64_t, kKinds>> rows;
    for (const int count : {1000, 10000, 100000}) {
      geometry::GeometryStore store;
      const world::World w = boxes(count, store);
      const ObjectId some = w.aliasNamed(fmt::format("b{}", count / 2));
      const auto moved =
          world::apply(w, *session::setPose(some, world::kRootObject, Pose::translation(1, 2, 3)), store);
      world::nodesVisited() = 0;
      QCOMPARE(world::diff(w, moved.value()).objects.size(), 1u);
      const std::uint64_t diffed = world::nodesVisited();
      rows.push_back({visits(w, session::setPose(some, world::kRootObject, Pose::translation(1, 2, 3)), store),
                      visits(w, session::renameObject(some, "renamed", true), store),
                      visits(w, session::deleteObject(some, false), store), diffed, undoVisits(w, some),
                      cloneVisits(w, some, store)});
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        qInfo("%d objects: %s visits %llu nodes", count, kNames[kind],
              static_cast<unsigned long long>(rows.back()[kind]));
      }
    }
    // A look-up of a name that is not there ends earlier in a sparse trie: at most one look-up of difference.
    constexpr std::uint64_t kOneLookup = 6;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      QVERIFY(rows[0][kind] > 0);
      QVERIFY2(rows[2][kind] <= rows[0][kind] + kOneLookup, "the cost of an edit grows with the world");
    }
  }
};

QTEST_GUILESS_MAIN(TestWorldCost)
#include "test_world_cost.moc"
