// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/world/edits.h"
#include "arm.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

class TestWorldCost : public QObject {
  Q_OBJECT

  static world::World boxes(int count, geometry::GeometryStore& store) {
    const session::EditsPtr first = test::box(world::kRootObject, "b0");
    worldwright::v1::Edits edits;
    for (int i = 0; i < count; ++i) {
      *edits.add_edits() = first->edits(0);
      edits.mutable_edits(i)->mutable_create_object()->set_name(fmt::format("b{}", i));
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

 private Q_SLOTS:
  void nodesVisitedDoNotGrowWithTheWorld() {
    std::vector<std::array<std::uint64_t, 4>> rows;
    for (const int count : {1000, 10000, 100000}) {
      geometry::GeometryStore store;
      const world::World w = boxes(count, store);
      const ObjectId some = w.aliasNamed(fmt::format("b{}", count / 2));
      const auto moved = world::apply(w, *session::setPose(some, world::kRootObject, Pose::translation(1, 2, 3)), store);
      world::nodesVisited() = 0;
      QCOMPARE(world::diff(w, moved.value()).objects.size(), 1u);
      const std::uint64_t diffed = world::nodesVisited();
      rows.push_back({visits(w, session::setPose(some, world::kRootObject, Pose::translation(1, 2, 3)), store),
                      visits(w, session::renameObject(some, "renamed", true), store),
                      visits(w, session::deleteObject(some, false), store), diffed});
      qInfo("%d objects: move %llu, rename %llu, delete %llu, diff %llu nodes", count, static_cast<unsigned long long>(rows.back()[0]),
            static_cast<unsigned long long>(rows.back()[1]), static_cast<unsigned long long>(rows.back()[2]),
            static_cast<unsigned long long>(rows.back()[3]));
    }
    // A look-up of a name that is not there ends earlier in a sparse trie: at most one look-up of difference.
    constexpr std::uint64_t kOneLookup = 6;
    for (std::size_t kind = 0; kind < 4; ++kind) {
      QVERIFY(rows[0][kind] > 0);
      QVERIFY2(rows[2][kind] <= rows[0][kind] + kOneLookup, "the cost of an edit grows with the world");
    }
  }
};

QTEST_GUILESS_MAIN(TestWorldCost)
#include "test_world_cost.moc"
