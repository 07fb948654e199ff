// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/session/client_edits.h"
#include "worlds.h"

using namespace ww;
using session::WorldSession;

namespace {

struct Shared {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::chrono::system_clock::time_point now{};
  WorldSession session{world::World(), store, [this] { return now; }};
  ObjectId a, b, arm;

  Shared() {
    (void)test::commit(session, test::box(world::kRootObject, "a"));
    (void)test::commit(session, test::box(world::kRootObject, "b"));
    (void)test::commit(session, session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(6), {}));
    a = find("a");
    b = find("b");
    arm = find("arm");
  }
  ObjectId find(std::string_view name) const { return session.snapshot().world->aliasNamed(name); }
  std::size_t entries() const { return session.history().entries.size(); }
  bool send(const session::EditsPtr& edits, std::string author = "cell_py", std::string label = "edit") {
    session::CommitRequest request;
    request.label = std::move(label);
    request.edits = edits;
    request.author = std::move(author);
    session::asClientEdit(request);
    return session.commit(request).ok();
  }
};

session::EditsPtr move(ObjectId id, double x) {
  return session::setPose(id, world::kRootObject, Pose::translation(x, 0.1, 0.2));
}

}  // namespace

class TestSessionStreams : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aStreamIsOneEntryUntilAnotherEditComes() {
    Shared s;
    const std::string before = test::hashOf(s.session);
    const auto entries = s.entries();
    for (int i = 1; i <= 300; ++i) {
      s.now += std::chrono::milliseconds(i % 50 == 0 ? 90'000 : 10);
      QVERIFY(s.send(session::setJoint(s.arm, "joint_2", 0.001 * i)));
    }
    QCOMPARE(s.entries(), entries + 1);
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
    QVERIFY(s.session.undo().ok());
    QCOMPARE(test::hashOf(s.session), before);
    QVERIFY(s.session.redo().ok());
    QVERIFY(test::commit(s.session, session::renameObject(s.b, "c", true)));
    QVERIFY(s.send(session::setJoint(s.arm, "joint_2", 1.5)));
    QVERIFY(s.send(session::setJoint(s.arm, "joint_2", 1.6)));
    QCOMPARE(s.entries(), entries + 3);
  }

  void aShortStreamIsWrittenAsItCame() {
    Shared s;
    for (int i = 1; i <= 10; ++i) QVERIFY(s.send(move(s.a, i)));
    QCOMPARE(s.session.history().entries.back().edits->edits_size(), 10);
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
    for (int i = 1; i <= 200; ++i) QVERIFY(s.send(move(s.a, -i)));
    QCOMPARE(s.session.history().entries.back().edits->edits_size(), 1);
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
  }

  void changingTargetsJoinWhileTheyFollowQuickly() {
    Shared s;
    const auto entries = s.entries();
    for (int i = 1; i <= 20; ++i) {
      s.now += std::chrono::milliseconds(20);
      QVERIFY(s.send(i % 2 ? move(s.a, i) : move(s.b, i), "cell_py", "Move one"));
    }
    QCOMPARE(s.entries(), entries + 1);
    QCOMPARE(s.session.undoLabel(), std::string("Move several things by cell_py"));
    s.now += std::chrono::seconds(5);
    QVERIFY(s.send(move(s.a, 77)));
    QCOMPARE(s.entries(), entries + 2);
    QVERIFY(s.send(move(s.a, 78), "other_py"));
    QCOMPARE(s.entries(), entries + 3);
  }

  void whatDoesMoreThanMoveIsNoStream() {
    Shared s;
    QVERIFY(!session::streamKey(*move(s.a, 1)).empty());
    QVERIFY(session::streamKey(*move(s.a, 1)) == session::streamKey(*move(s.a, 2)));
    QVERIFY(session::streamKey(*move(s.a, 1)) != session::streamKey(*move(s.b, 1)));
    QVERIFY(session::streamKey(*session::join({move(s.a, 1), session::renameObject(s.a, "x", true)})).empty());
    QVERIFY(session::streamKey(*session::setJointLimits(s.arm, "joint_1", -1, 1)).empty());
    const auto entries = s.entries();
    QVERIFY(s.send(session::renameObject(s.a, "x", true)));
    QVERIFY(s.send(session::renameObject(s.a, "y", true)));
    QCOMPARE(s.entries(), entries + 2);
  }

  void theOldestEntriesAreForgotten() {
    Shared s;
    s.session.setHistoryLimit(20);
    for (int i = 1; i <= 100; ++i) QVERIFY(test::commit(s.session, move(s.a, i)));
    const auto history = s.session.history();
    QVERIFY(history.entries.size() <= 22 && history.entries.size() >= 20);
    QCOMPARE(history.position, history.entries.size());
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
    while (s.session.canUndo()) QVERIFY(s.session.undo().ok());
    QCOMPARE(s.session.snapshot().world->rootT(s.a).p.x(), 100.0 - static_cast<double>(history.entries.size()));
    QVERIFY(s.session.goTo(5).ok());
    QCOMPARE(s.session.goTo(99).code, Code::kOutOfRange);
  }

  void aWorldPutInPlaceIsOneEntryOrNone() {
    Shared s;
    const auto entries = s.entries();
    const auto snapshot = s.session.snapshot();
    QVERIFY(s.session.commitWorld({"nothing", {}, {}}, [](const world::World& w) -> Result<world::World> { return w; })
                .ok());
    QCOMPARE(s.entries(), entries);
    const auto refused = s.session.commitWorld({"no", {}, {}}, [](const world::World&) -> Result<world::World> {
      return fail(Code::kNotFound, "no such world");
    });
    QCOMPARE(refused.status().code, Code::kNotFound);
    QCOMPARE(s.session.snapshot().revision, snapshot.revision);
    const auto stale = s.session.commitWorld({"late", {}, snapshot.revision - 1},
                                             [](const world::World& w) -> Result<world::World> { return w; });
    QCOMPARE(stale.status().code, Code::kAborted);
    QVERIFY(
        s.session
            .commitWorld({"empty", {}, {}}, [](const world::World&) -> Result<world::World> { return world::World(); })
            .ok());
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
    QCOMPARE(s.session.worldSwaps(), s.session.accountedSwaps());
  }

  // Ids of the second of two joined batches are those of the commit.
  void joinedCreationsReplay() {
    Shared s;
    for (const char* name : {"x", "y"}) {
      session::CommitRequest request;
      request.label = "create";
      request.edits = test::box(world::kRootObject, name);
      request.coalesce_key = "create";
      QVERIFY(s.session.commit(request).ok());
    }
    QCOMPARE(test::replayed(s.session), test::hashOf(s.session));
  }
};

QTEST_GUILESS_MAIN(TestSessionStreams)
#include "test_session_streams.moc"
