// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <future>
#include <thread>

#include "core/base/failure.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/status_text.h"
#include "ui/bridge/turns.h"
#include "ui/bridge/watchdog.h"

using namespace ww;
using namespace ww::ui;

class TestBridge : public QObject {
  Q_OBJECT
 public:
  explicit TestBridge(Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void changesFromAnyThreadComeInOrder();
  void aStreamIsToldAsFewChanges();
  void undoTellsWhatItTook();
  void aBridgeMayGoWhileOthersCommit();
  void failuresAreTold();
  void messagesSpeakOfTheWindow();
  void findingsAreWrittenFromTheirRow();
  void selectionKeepsOrderAndForgetsWhatIsGone();
  void layerMovesWhatHangsOnIt();
  void layerMovesWhatIsAttachedToAFrame();
  void jobsReportAndStop();
  void theMotionShownIsTheOnePlanned();
  void aLaterTurnComesAfterAllThatIsDue();
  void watchdogSeesABlockedLoop();
  void watchdogExcusesWindowCreationAndFrames();
  void watchdogSeesAThreadThatIsHeld();

 private:
  static std::shared_ptr<session::WorldSession> session() {
    return std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
  }
  static session::CommitRequest by(const std::string& author, const std::string& label, session::EditsPtr edits) {
    session::CommitRequest request;
    request.label = label;
    request.edits = std::move(edits);
    request.author = author;
    return request;
  }
  static session::EditsPtr box(const std::string& name, ObjectId parent = world::kRootObject,
                               EntityId entity = world::kRootEntity, const Pose& pose = {}) {
    return session::createPrimitive(parent, entity, name, geometry::Box{}, {}, pose);
  }
  Watchdog& dog_;
};

void TestBridge::changesFromAnyThreadComeInOrder() {
  auto s = session();
  SessionBridge bridge(s);
  session::Snapshot last = s->snapshot();
  const auto start = last.world;
  connect(&bridge, &SessionBridge::changed, this, [&](const ChangePtr& change) {
    QCOMPARE(QThread::currentThread(), qApp->thread());
    // No gap: each starts where the last one ended, and its difference is that of its worlds.
    QCOMPARE(change->before.revision, last.revision);
    QCOMPARE(change->diff.objects.size(), world::diff(*change->before.world, *change->after.world).objects.size());
    last = change->after;
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&s, t] {
      for (int i = 0; i < 50; ++i)
        (void)s->commit(by("client", "add", box("b" + std::to_string(t) + "_" + std::to_string(i) + "x")));
    });
  for (auto& thread : threads) thread.join();
  QTRY_COMPARE(last.revision, s->snapshot().revision);
  QCOMPARE(last.world->objectCount(), start->objectCount() + 150);
}

// A client may change the world thousands of times a second.
void TestBridge::aStreamIsToldAsFewChanges() {
  auto s = session();
  SessionBridge bridge(s);
  int told = 0;
  std::uint64_t revision = 0;
  std::size_t objects = 0;
  connect(&bridge, &SessionBridge::changed, this, [&](const ChangePtr& change) {
    ++told;
    revision = change->after.revision;
    objects += change->diff.objects.size();
  });
  std::atomic<bool> is_done{false};
  std::thread client([&] {
    for (int i = 0; i < 2000; ++i) (void)s->commit(by("client", "add", box("c" + std::to_string(i) + "x")));
    is_done = true;
  });
  QElapsedTimer clock;
  clock.start();
  QTRY_VERIFY_WITH_TIMEOUT(is_done && revision == s->snapshot().revision, 30000);
  client.join();
  QVERIFY2(told <= 2 + clock.elapsed() / 16, qPrintable(QString::number(told)));
  QVERIFY2(objects < 2000 + 2 * static_cast<std::size_t>(told) + 1,
           "each object is told once, and its parent each time");
  // What the user does is told at once, with what others did before it.
  (void)std::async(std::launch::async, [&] { (void)s->commit(by("client", "add", box("late"))); });
  told = 0;
  bridge.commit(QStringLiteral("own"), box("own"));
  QCoreApplication::processEvents();
  QCOMPARE(told, 1);
  QCOMPARE(revision, s->snapshot().revision);
}

void TestBridge::undoTellsWhatItTook() {
  auto s = session();
  SessionBridge bridge(s);
  QSignalSpy stepped(&bridge, &SessionBridge::stepped);
  (void)s->commit(by("cell_py", "Create part", box("part")));
  bridge.undo();
  QCOMPARE(stepped.count(), 1);
  QCOMPARE(stepped.front(), (QVariantList{true, QStringLiteral("Create part"), QStringLiteral("cell_py")}));
  QCOMPARE(SessionBridge::named(QStringLiteral("Create part"), QStringLiteral("cell_py")),
           QStringLiteral("Create part by client cell_py"));
  QCOMPARE(SessionBridge::named(QStringLiteral("Create part"), QStringLiteral("grpc-python client 127.0.0.1:1")),
           QStringLiteral("Create part by grpc-python client 127.0.0.1:1"));
}

void TestBridge::aBridgeMayGoWhileOthersCommit() {
  auto s = session();
  std::atomic<bool> stop{false};
  std::thread committer([&] {
    for (int i = 0; !stop && i < 2000; ++i) (void)s->commit(by("c", "add", box("n" + std::to_string(i) + "x")));
  });
  for (int i = 0; i < 50; ++i) {
    SessionBridge bridge(s);
    QCoreApplication::processEvents();
  }
  stop = true;
  committer.join();
}

void TestBridge::failuresAreTold() {
  SessionBridge bridge(session());
  QSignalSpy failed(&bridge, &SessionBridge::failed);
  QVERIFY(!bridge.commit(QStringLiteral("Delete"), session::deleteObject(ObjectId{999}, true)));
  QCOMPARE(failed.count(), 1);
  QVERIFY(failed.front().front().toString().startsWith(QStringLiteral("Delete: ")));
}

namespace {

constexpr FailureRow kInner{.code = "test.inner",
                            .canonical = Code::kDataLoss,
                            .title = "{file} is shorter by {length}",
                            .at_command = "give --repair",
                            .in_window = "save under another name",
                            .action = "file.save-as"};
constexpr FailureRow kOuter{.code = "test.outer", .canonical = Code::kNotFound, .title = "there is no {name}"};

}  // namespace

void TestBridge::messagesSpeakOfTheWindow() {
  const Status inner = fail(kInner, {{"file", arg::Place{"a.wright"}}, {"length", arg::Length{0.25}}});
  QCOMPARE(toMessage(inner).title, QStringLiteral("a.wright is shorter by 250 mm."));
  QCOMPARE(toMessage(inner).hint, QStringLiteral("Save under another name."));
  // What a failure does not say itself, its cause may.
  const Message message = toMessage(fail(kOuter, {{"name", arg::Name{"hom"}}}, inner));
  QCOMPARE(message.hint, QStringLiteral("Save under another name."));
  QCOMPARE(message.action, QStringLiteral("file.save-as"));
  const std::vector<std::string> known{"home"};
  QCOMPARE(toMessage(withNearest(fail(kOuter, {{"name", arg::Name{"hom"}}}), "hom", known)).hint,
           QStringLiteral("Did you mean 'home'?"));
  // Options and commands are of no use here.
  QVERIFY(toMessage(fail(Code::kNotFound, "it is not there").withHint("name its folder with --search")).hint.isEmpty());
  QVERIFY(toMessage(fail(Code::kNotFound, "it is not there").withHint("`tree` lists them")).hint.isEmpty());
}

void TestBridge::findingsAreWrittenFromTheirRow() {
  const Status status = fail(kInner, {{"file", arg::Place{"a.stl"}}, {"length", arg::Length{0.25}}});
  Diagnostic finding{Diagnostic::Severity::kWarning, "short", status.title, status.hint, "a.stl", 0, {}};
  finding.failure = status.failure;
  QCOMPARE(toLine(finding), QStringLiteral("a.stl is shorter by 250 mm. Save under another name."));
  QCOMPARE(toMessage(finding).action, QStringLiteral("file.save-as"));
}

void TestBridge::selectionKeepsOrderAndForgetsWhatIsGone() {
  SessionBridge bridge(session());
  bridge.commit(QStringLiteral("a"), box("a"));
  bridge.commit(QStringLiteral("b"), box("b"));
  const auto world = bridge.snapshot().world;
  const world::NodeRef a = world->childNamed(world::kRootObject, "a"), b = world->childNamed(world::kRootObject, "b");
  Selection selection;
  QSignalSpy changed(&selection, &Selection::changed);
  selection.select({a, b});
  selection.select({a, b});
  QCOMPARE(changed.count(), 1);
  selection.select({a}, Selection::Mode::kAdd);
  QVERIFY(selection.active() == a);
  selection.select({b}, Selection::Mode::kToggle);
  QCOMPARE(selection.nodes().size(), std::size_t{1});
  bridge.commit(QStringLiteral("d"), session::deleteObject(std::get<ObjectId>(a), true));
  selection.prune(*bridge.snapshot().world);
  QVERIFY(selection.nodes().empty());
}

void TestBridge::layerMovesWhatHangsOnIt() {
  SessionBridge bridge(session());
  bridge.commit(QStringLiteral("a"), box("a"));
  const ObjectId a = bridge.snapshot().world->childNamed(world::kRootObject, "a");
  bridge.commit(QStringLiteral("b"),
                box("b", a, bridge.snapshot().world->object(a)->rootEntity(), Pose::translation(0, 0, 1)));
  const auto world = bridge.snapshot().world;
  const ObjectId b = world->childNamed(a, "b");
  PoseLayer layer;
  QVERIFY(layer.rootT(*world, b) == world->rootT(b));
  layer.setRootTObject(a, Pose::translation(5, 0, 0));
  QVERIFY((layer.rootT(*world, b).p - Vec3(5, 0, 1)).norm() < 1e-12);
  layer.clear();
  QVERIFY((layer.rootT(*world, b).p - Vec3(0, 0, 1)).norm() < 1e-12);
}

// What is shown before the edit is what the edit makes of it.
void TestBridge::layerMovesWhatIsAttachedToAFrame() {
  SessionBridge bridge(session());
  const auto now = [&bridge] { return bridge.snapshot().world; };
  const auto named = [&](const char* name) { return now()->childNamed(world::kRootObject, name); };
  for (const char* name : {"base", "held", "free"})
    bridge.commit(QStringLiteral("make"),
                  box(name, world::kRootObject, world::kRootEntity, Pose::fromRpy(Vec3(1, 2, 3), 0.3, 0.1, 0.7)));
  const ObjectId base = named("base"), free = named("free");
  const EntityId entity = now()->object(base)->rootEntity();
  bridge.commit(QStringLiteral("make"),
                session::createFrame(base, entity, "low", Pose::fromRpy(Vec3(0.1, 0, 0), 0.2, 0, 0)));
  const FrameId low = now()->frameNamed(base, "low");
  bridge.commit(QStringLiteral("make"),
                session::createFrame(base, entity, "high", Pose::fromRpy(Vec3(0, 0.4, 0), 0, 0.5, 0)));
  const FrameId high = now()->frameNamed(base, "high");
  bridge.commit(QStringLiteral("ride"), session::reparentFrameToFrame(high, low));
  bridge.commit(QStringLiteral("attach"), session::reparentObjectToFrame(named("held"), high));
  const ObjectId held = now()->childNamed(base, "held");
  QVERIFY(held);
  bridge.commit(QStringLiteral("hang"),
                box("leaf", held, now()->object(held)->rootEntity(), Pose::translation(0, 0, 1)));
  const ObjectId leaf = now()->childNamed(held, "leaf");
  bridge.commit(QStringLiteral("make"),
                session::createFrame(held, now()->object(held)->rootEntity(), "tip", Pose::translation(0, 1, 0)));
  const FrameId tip = now()->frameNamed(held, "tip");

  const Pose there = Pose::fromRpy(Vec3(5, -1, 2), 1.1, -0.4, 2.0);
  PoseLayer layer;
  layer.setRootTFrame(low, there);
  QCOMPARE(layer.moved(*now()), std::vector<ObjectId>{held});
  const auto before = now();
  QVERIFY(bridge.commit(QStringLiteral("move"), session::setPose(low, world::kRootObject, there)));
  const std::vector<world::NodeRef> all{low, high, held, leaf, tip};
  for (const auto& node : all) {
    QVERIFY((before->rootT(node).p - now()->rootT(node).p).norm() > 1.0);
    QVERIFY((layer.rootT(*before, node).p - now()->rootT(node).p).norm() < 1e-12);
    QVERIFY(rotationDistance(layer.rootT(*before, node), now()->rootT(node)) < 1e-7);
  }
  QVERIFY(layer.rootT(*before, base) == before->rootT(base) && layer.rootT(*before, free) == before->rootT(free));
}

void TestBridge::jobsReportAndStop() {
  JobBridge jobs;
  Status ended = okStatus();
  bool done = false;
  const quint64 id = jobs.start(
      QStringLiteral("long"),
      [](const std::stop_token& stop, const Progress& progress) {
        progress.report(0.5);
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return fail(Code::kCancelled, "cancelled");
      },
      [&](const Status& status) {
        ended = status;
        done = true;
      });
  QTRY_COMPARE(jobs.jobs().front().fraction, 0.5);
  QElapsedTimer clock;
  clock.start();
  jobs.cancel(id);
  QVERIFY(jobs.jobs().front().stopping);
  QTRY_VERIFY(done);
  QVERIFY(clock.elapsed() < 1000);
  QCOMPARE(ended.code, Code::kCancelled);
  QVERIFY(jobs.jobs().front().state == JobInfo::State::kCancelled);
  int value = 0;
  jobs.run<int>(
      QStringLiteral("sum"), [](const std::stop_token&, const Progress&) { return Result<int>(42); },
      [&](const Result<int>& r) { value = *r; });
  QTRY_COMPARE(value, 42);
}

// What is shown is the cubic that the robot is given, not straight lines between its states.
void TestBridge::theMotionShownIsTheOnePlanned() {
  MotionPlan plan;
  QCOMPARE(plan.at(1.0).size(), Eigen::Index{0});
  const auto state = [](double q, double v) {
    return planning::JointState{JointVector::Constant(2, q), JointVector::Constant(2, v), JointVector::Zero(2)};
  };
  plan.trajectory = {{0.0, 1.0, 3.0}, {state(0, 0), state(1, 2), state(5, 0)}};
  QCOMPARE(plan.at(-1)[0], 0.0);
  QCOMPARE(plan.at(0.5)[0], 0.25);  // 0.5 * (0 + 1) - 2 / 8
  QCOMPARE(plan.at(2.0)[1], 3.5);   // 0.5 * (1 + 5) + 2 * 2 / 8
  QCOMPARE(plan.at(9.0)[0], 5.0);
  QCOMPARE(plan.duration(), 3.0);
}

namespace {
void burn(int ms) {
  timespec start{}, now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while (static_cast<double>(now.tv_sec - start.tv_sec) * 1e3 +
             static_cast<double>(now.tv_nsec - start.tv_nsec) * 1e-6 <
         ms);
}
}  // namespace

// The guard shows that it can fail.
void TestBridge::aLaterTurnComesAfterAllThatIsDue() {
  QStringList order;
  const auto add = [&order](const char* what) { return [&order, what] { order << QLatin1String(what); }; };
  inALaterTurn(this, add("later"));
  {
    QObject gone;
    inALaterTurn(&gone, add("gone"));
  }
  QTimer::singleShot(0, this, add("timer"));
  QMetaObject::invokeMethod(
      this,
      [&] {
        order << QStringLiteral("posted");
        QMetaObject::invokeMethod(this, add("posted by it"), Qt::QueuedConnection);
      },
      Qt::QueuedConnection);
  QTRY_COMPARE(order.size(), 4);
  QCOMPARE(order.last(), QStringLiteral("later"));
  QTest::qWait(50);
  QCOMPARE(order.size(), 4);
}

void TestBridge::watchdogSeesABlockedLoop() {
  QTest::qWait(20);
  dog_.reset();
  QTest::qWait(30);
  QVERIFY2(!dog_.failed(), qPrintable(dog_.summary()));
  bool fired = false;
  QTimer::singleShot(0, this, [&] {
    burn(80);
    fired = true;
  });
  QTRY_VERIFY(fired);
  QTest::qWait(20);
  QVERIFY2(dog_.failed(), qPrintable(dog_.summary()));
  QVERIFY(dog_.tooLong().front().cpu_ms >= 79.0);
  QVERIFY(dog_.wallPercentile(1.0) >= 79.0);
  qInfo("%s", qPrintable(dog_.summary()));
}

void TestBridge::watchdogExcusesWindowCreationAndFrames() {
  dog_.reset();
  bool fired = false;
  QTimer::singleShot(0, this, [&] {
    Watchdog::Pause making(&dog_);
    burn(80);
    fired = true;
  });
  QTRY_VERIFY(fired);
  QTest::qWait(20);
  QVERIFY2(!dog_.failed(), qPrintable(dog_.summary()));
  FrameTotals frames;
  dog_.setFrameSource([&] { return frames; });
  fired = false;
  QTimer::singleShot(0, this, [&] {
    burn(80);
    frames.cpu_ms += 80;
    frames.wall_ms += 80;
    fired = true;
  });
  QTRY_VERIFY(fired);
  QTest::qWait(20);
  QVERIFY2(!dog_.failed(), qPrintable(dog_.summary()));
  dog_.setFrameSource({});
}

// Whoever sleeps on the thread of the window holds it; a frame that waits for those who draw does not.
void TestBridge::watchdogSeesAThreadThatIsHeld() {
  dog_.reset();
  FrameTotals frames;
  dog_.setFrameSource([&] { return frames; });
  bool fired = false;
  QTimer::singleShot(0, this, [&] {
    QThread::msleep(450);
    frames.wall_ms += 440;
    fired = true;
  });
  QTRY_VERIFY(fired);
  QTest::qWait(20);
  QVERIFY2(!dog_.failed(), qPrintable(dog_.summary()));
  fired = false;
  QTimer::singleShot(0, this, [&] {
    QThread::msleep(450);
    fired = true;
  });
  QTRY_VERIFY(fired);
  QTest::qWait(20);
  QVERIFY2(dog_.failed() && dog_.worstHeldMs() > 400.0, qPrintable(dog_.summary()));
  dog_.setFrameSource({});
}

int main(int argc, char** argv) {
  Watchdog dog;
  dog.setPrintAbove(-1);
  WatchedApplication app(argc, argv, &dog);
  TestBridge test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_bridge.moc"
