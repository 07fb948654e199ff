// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <thread>

#include "worlds.h"

using namespace ww;
using session::WorldRegistry;
using session::WorldSession;

class TestRegistryThreads : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void eightReadersAndOneWriter() {
    auto store = std::make_shared<geometry::GeometryStore>();
    WorldRegistry worlds(store);
    QVERIFY(worlds.add("init_world", std::make_shared<WorldSession>(test::boxes(30, *store), store)).ok());
    QVERIFY(worlds.clone({"init_world", "world", false, {}, {}}).ok());
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, reads{0};
    std::vector<std::jthread> readers;
    for (int i = 0; i < 8; ++i) {
      readers.emplace_back([&, i] {
        while (!stop) {
          const auto session = worlds.find("world");
          if (!session.ok()) continue;
          const auto snapshot = session.value()->snapshot();
          const std::string hash = world::contentHash(*snapshot.world);
          if (i == 0) (void)worlds.list();
          if (i == 1) (void)session.value()->history();
          if (world::contentHash(*snapshot.world) != hash || !world::checkInvariants(*snapshot.world).ok()) ++wrong;
          ++reads;
        }
      });
    }
    for (int i = 0; i < 150; ++i) {
      const auto session = worlds.find("world").value();
      if (i % 7 == 3) (void)session->undo();
      else if (i % 7 == 5) (void)worlds.clone({"init_world", "world", true, {}, "writer"});
      else (void)test::commit(*session, test::box(world::kRootObject, fmt::format("n{}", i)));
    }
    while (reads < 16) std::this_thread::yield();
    stop = true;
    readers.clear();
    QCOMPARE(wrong.load(), 0);
  }

  // Others drop what nobody uses while an edit is about to use what it has just made.
  void geometryOfAnEditIsNotDroppedUnderIt() {
    auto store = std::make_shared<geometry::GeometryStore>();
    WorldSession session(world::World(), store);
    std::jthread dropper([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) store->dropUnused();
    });
    for (int i = 0; i < 400; ++i) {
      const double size = 0.01 + 0.001 * i;  // each a geometry of its own
      session::CommitRequest request;
      request.label = "Add";
      request.edits = session::createPrimitive(world::kRootObject, world::kRootEntity, fmt::format("n{}", i),
                                               geometry::Box{{size, size, size}}, {}, Pose{});
      const auto done = session.commit(request);
      QVERIFY2(done.ok(), done.status().line().c_str());
    }
  }

  // Worlds come and go while others are copied, as clients do that name no id for the copy.
  void copiesWithoutAnIdWhileWorldsComeAndGo() {
    auto store = std::make_shared<geometry::GeometryStore>();
    WorldRegistry worlds(store);
    const auto session = std::make_shared<WorldSession>(test::boxes(1, *store), store);
    QVERIFY(worlds.add("init_world", session).ok());
    for (int i = 0; i < 100; ++i) QVERIFY(worlds.add(fmt::format("other_{}", i), session).ok());
    std::atomic<int> wrong{0};
    std::vector<std::jthread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&] {
        for (int k = 0; k < 10000; ++k) {
          const auto copy = worlds.clone({"init_world", {}, false, {}, {}});
          if (!copy.ok() || !worlds.remove(copy->id).ok()) ++wrong;
        }
      });
    }
    clients.clear();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(worlds.list().size(), std::size_t{101});
  }

  // A pair of snapshots is of one moment: the two worlds are never the same one.
  void aSwapIsNeverSeenByHalves() {
    auto store = std::make_shared<geometry::GeometryStore>();
    WorldRegistry worlds(store);
    auto a = std::make_shared<WorldSession>(test::boxes(1, *store), store);
    auto b = std::make_shared<WorldSession>(test::boxes(2, *store), store);
    QVERIFY(worlds.add("a", a).ok() && worlds.add("b", b).ok());
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, reads{0};
    std::vector<std::jthread> readers;
    for (int i = 0; i < 2; ++i) {
      readers.emplace_back([&] {
        for (; !stop; ++reads) {
          const auto [x, y] = WorldSession::snapshots(*a, *b);
          if (x.world->objectCount() + y.world->objectCount() != 5) ++wrong;
        }
      });
    }
    std::vector<std::jthread> swappers;
    // Both orders at once must not wait for each other for ever.
    for (int i = 0; i < 2; ++i) {
      swappers.emplace_back([&, i] {
        for (int k = 0; k < 300; ++k)
          (void)WorldSession::swapWorlds(i ? *a : *b, i ? *b : *a, {"swap", {}, {}}, {"swap", {}, {}});
      });
    }
    swappers.clear();
    while (reads < 10) std::this_thread::yield();
    stop = true;
    readers.clear();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(a->history().entries.size(), 600u);
  }

  void twoWritersLoseNothing() {
    auto store = std::make_shared<geometry::GeometryStore>();
    WorldSession session(world::World(), store);
    std::vector<std::jthread> writers;
    for (int i = 0; i < 2; ++i) {
      writers.emplace_back([&, i] {
        for (int k = 0; k < 50; ++k)
          (void)test::commit(session, test::box(world::kRootObject, fmt::format("w{}_n{}", i, k)), "box",
                             fmt::format("w{}", i));
      });
    }
    writers.clear();
    QCOMPARE(session.snapshot().world->objectCount(), 101u);
    QCOMPARE(session.history().entries.size(), 100u);
    QCOMPARE(test::replayed(session), test::hashOf(session));
  }
};

QTEST_GUILESS_MAIN(TestRegistryThreads)
#include "test_registry_threads.moc"
