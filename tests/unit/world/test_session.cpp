// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <thread>

#include "arm.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using session::CommitRequest;
using session::WorldSession;

namespace {

struct Bench {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::chrono::system_clock::time_point now{};
  WorldSession session{world::World(), store, [this] { return now; }};

  bool commit(const session::EditsPtr& edits, std::string label = "edit", std::string key = {},
              std::string author = {}) {
    CommitRequest request;
    request.label = std::move(label);
    request.edits = edits;
    request.coalesce_key = std::move(key);
    request.author = std::move(author);
    return session.commit(request).ok();
  }
  ObjectId find(std::string_view name) const { return session.snapshot().world->aliasNamed(name); }
};

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void undoAndRedoGiveTheSameWorlds() {
    Bench b;
    const std::string empty = world::contentHash(*b.session.snapshot().world);
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    const std::string one = world::contentHash(*b.session.snapshot().world);
    QVERIFY(b.commit(session::setPose(b.find("a"), world::kRootObject, Pose::translation(1, 0, 0))));
    QVERIFY(b.session.undo().ok());
    QCOMPARE(world::contentHash(*b.session.snapshot().world), one);
    QVERIFY(b.session.undo().ok());
    QCOMPARE(world::contentHash(*b.session.snapshot().world), empty);
    QVERIFY(!b.session.undo().ok());
    QVERIFY(b.session.redo().ok());
    QCOMPARE(world::contentHash(*b.session.snapshot().world), one);
  }

  void anEditThatChangesNothingLeavesNoEntry() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    const auto revision = b.session.snapshot().revision;
    QVERIFY(b.commit(session::renameObject(b.find("a"), "a", true)));
    QCOMPARE(b.session.history().entries.size(), 1u);
    QCOMPARE(b.session.snapshot().revision, revision);
  }

  void aFailingBatchLeavesNoTrace() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    const auto before = b.session.snapshot();
    CommitRequest request;
    request.edits = session::join({test::box(world::kRootObject, "b"), session::deleteObject(ObjectId{999}, false)});
    const auto result = b.session.commit(request);
    QVERIFY(!result.ok());
    QCOMPARE(result.status().code, Code::kNotFound);
    QVERIFY2(result.status().title.starts_with("edit 2 of "), "the failing update is named");
    QVERIFY(b.session.snapshot().world == before.world);
    QCOMPARE(b.session.history().entries.size(), 1u);
  }

  void idsOfUndoneObjectsAreNotGivenAgain() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    const ObjectId first = b.find("a");
    QVERIFY(b.session.undo().ok());
    QVERIFY(b.commit(test::box(world::kRootObject, "b")));
    QVERIFY(b.find("b") != first);
  }

  void editsOfOneGestureWithinASecondAreOneEntry() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    const ObjectId a = b.find("a");
    for (int i = 1; i <= 5; ++i) {
      b.now += std::chrono::milliseconds(300);
      QVERIFY(b.commit(session::setPose(a, world::kRootObject, Pose::translation(i, 0, 0)), "Move a", "move"));
    }
    QCOMPARE(b.session.history().entries.size(), 2u);
    b.now += std::chrono::seconds(2);
    QVERIFY(b.commit(session::setPose(a, world::kRootObject, Pose::translation(9, 0, 0)), "Move a", "move"));
    QVERIFY(b.commit(session::setPose(a, world::kRootObject, Pose::translation(8, 0, 0)), "Move a", "move", "cell_py"));
    QCOMPARE(b.session.history().entries.size(), 4u);
    QVERIFY(QString::fromStdString(b.session.undoLabel()).contains("cell_py"));
  }

  void replayingTheHistoryGivesTheSameHash() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    QVERIFY(b.commit(test::box(world::kRootObject, "gone")));
    QVERIFY(b.session.undo().ok());
    QVERIFY(b.commit(session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(6), {})));
    QVERIFY(b.commit(session::createFrame(b.find("a"), {}, "grip", Pose::translation(0, 0, 0.1))));
    world::World replayed;
    for (const auto& entry : b.session.history().entries) {
      worldwright::v1::Edits edits;
      QVERIFY(edits.ParseFromString(entry.edits->SerializeAsString()));
      auto next = world::apply(replayed, edits, *b.store);
      QVERIFY(next.ok());
      replayed = std::move(next).value();
    }
    QCOMPARE(world::contentHash(replayed), world::contentHash(*b.session.snapshot().world));
  }

  void observersSeeDiffsInTheOrderOfRevisions() {
    Bench b;
    std::vector<std::uint64_t> revisions;
    world::World rebuilt;
    auto subscription = b.session.observe([&](const session::Change& change) {
      QCOMPARE(change.after.revision, change.before.revision + 1);
      revisions.push_back(change.after.revision);
    });
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    QVERIFY(b.session.undo().ok());
    QVERIFY(b.session.redo().ok());
    subscription.reset();
    QVERIFY(b.session.undo().ok());
    QCOMPARE(revisions, (std::vector<std::uint64_t>{2, 3, 4}));
  }

  // Guard: the world changes by no other way.
  void everySwapIsAccounted() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    QVERIFY(b.session.undo().ok());
    b.session.replace(world::World());
    QCOMPARE(b.session.worldSwaps(), 3u);
    QCOMPARE(b.session.worldSwaps(), b.session.accountedSwaps());
  }

  void theGuardSeesAChangePastTheDoor() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    b.session.swapPastTheDoor(world::World());
    QVERIFY(b.session.worldSwaps() != b.session.accountedSwaps());
  }

  void readersKeepTheirSnapshotsWhileAWriterWorks() {
    Bench b;
    QVERIFY(b.commit(test::box(world::kRootObject, "a")));
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back([&] {
        while (!stop) {
          const auto snapshot = b.session.snapshot();
          const std::string hash = world::contentHash(*snapshot.world);
          std::this_thread::yield();
          if (world::contentHash(*snapshot.world) != hash || !world::checkInvariants(*snapshot.world).ok()) ++wrong;
        }
      });
    }
    for (int i = 0; i < 200; ++i) {
      if (i % 3 == 2) (void)b.session.undo();
      else (void)b.commit(test::box(world::kRootObject, fmt::format("n{}", i)));
    }
    stop = true;
    readers.clear();
    QCOMPARE(wrong.load(), 0);
  }
};

QTEST_GUILESS_MAIN(TestSession)
#include "test_session.moc"
