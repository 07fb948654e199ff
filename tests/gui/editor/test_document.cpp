// SPDX-License-Identifier: Apache-2.0
// Every pair of what a document does with files, the second asked for while the first is at each of its
// moments, with and without an edit between them, under each answer to the question about unsaved changes.
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "app/editor/document.h"
#include "core/project/file_turn.h"
#include "tests/gui/editor/document_ops.h"

using namespace ww;
using namespace ww::editor;
using namespace ww::editor::test;

namespace {

// Threads of the jobs that are kept busy.
class Jam {
 public:
  Jam(ui::JobBridge& jobs, int threads) {
    for (int i = 0; i < threads; ++i)
      jobs.start(
          QStringLiteral("Jam"),
          [open = open_](const std::stop_token& stop, const Progress&) {
            while (!*open && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::microseconds(200));
            return okStatus();
          },
          [](const Status&) {});
  }
  ~Jam() { *open_ = true; }

 private:
  std::shared_ptr<std::atomic<bool>> open_ = std::make_shared<std::atomic<bool>>(false);
};

// A document with the world of a.wright, and somebody who answers its questions.
class Rig {
 public:
  Rig(const QString& folder, Case what) : folder_(folder), case_(what) {
    QObject::connect(&document, &Document::leaveAsked, &document, [this] {
      QMetaObject::invokeMethod(
          &document, [this] { answer(); }, Qt::QueuedConnection);
    });
    QObject::connect(&document, &Document::overwriteAsked, &document, [this] {
      ++overwrites;
      QMetaObject::invokeMethod(
          &document, [this] { case_.answer == Answer::kCancel ? document.cancelSave() : document.overwrite(); },
          Qt::QueuedConnection);
    });
    QObject::connect(&document, &Document::saved, &document,
                     [this](const QString& path) { may_go_.insert(hashOf(path)); });
    watch_ = session->observe([this](const session::Change& change) { seen(change); });
  }

  QString file(const char* name) const { return folder_ + QLatin1Char('/') + QLatin1String(name); }
  std::string hash() const { return world::contentHash(*bridge.snapshot().world); }
  bool isDone() { return !document.isBusy() && jobs.running() == 0; }

  void run(Op op) {
    switch (op) {
      case Op::kSave:
        allowed[document.path()].insert(hash());  // where a save before it is given up
        return save(document.target(), {});
      case Op::kSaveAs: return save(file("new.wright"), file("new.wright"));
      case Op::kSaveOver: return save(file("b.wright"), file("b.wright"));
      case Op::kSaveNowhere: return save(file("none/x.wright"), file("none/x.wright"));
      case Op::kNew: return document.reset(Document::Leave::kAsk);
      case Op::kOpenOther: return document.open(file("b.wright"), Document::Leave::kAsk);
      case Op::kOpenSame: return document.open(file("a.wright"), Document::Leave::kAsk);
      case Op::kOpenMissing: return document.open(file("missing.wright"), Document::Leave::kAsk);
      case Op::kCopy: return document.open(file("b.wright"), Document::Leave::kAsk, {}, Document::How::kAsCopy);
      case Op::kMake: return make();
      case Op::kClose:
        return document.leave(QStringLiteral("Close"), [this] {
          closed = true;
          may_go_.insert(hash());
        });
      case Op::kEdit: return edit({});
      case Op::kClientEdit: return std::thread([this] { edit("client"); }).join();
      case Op::kTake: return std::thread([this] { takeWorld(); }).join();
    }
  }

  // What holds up the first of the two.
  std::optional<project::FileTurn> turn;
  std::shared_ptr<std::atomic<bool>> may_make = std::make_shared<std::atomic<bool>>(true);
  void holdUp(Op op) {
    const QString of = op == Op::kSave       ? file("a.wright")
                       : op == Op::kSaveAs   ? file("new.wright")
                       : op == Op::kSaveOver ? file("b.wright")
                                             : QString();
    if (!of.isEmpty()) turn.emplace(std::move(project::FileTurn::take(of.toStdString(), {}).value()));
    if (op == Op::kMake) *may_make = false;
  }
  // Until all that was begun so far is at work, or with one thread for all, done. Nothing is told meanwhile.
  void waitForThreads() {
    auto past = std::make_shared<std::atomic<bool>>(false);
    jobs.start(
        QStringLiteral("Last"),
        [past](const std::stop_token&, const Progress&) {
          *past = true;
          return okStatus();
        },
        [](const Status&) {});
    while (!*past) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }

  std::shared_ptr<session::WorldSession> session =
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
  ui::SessionBridge bridge{session};
  ui::JobBridge jobs;
  Document document{bridge, jobs};
  int questions = 0, overwrites = 0, replaced = 0, edits = 0;
  bool closed = false;
  QStringList lost;
  std::map<QString, std::set<std::string>> allowed;  // what each file may hold

 private:
  void save(const QString& to, const QString& path) {
    allowed[to].insert(hash());
    document.save(path);
  }
  void make() {
    document.make(
        QStringLiteral("Sample"),
        [go = may_make, store = session->sharedStore()]() -> Result<world::World> {
          while (!*go) std::this_thread::sleep_for(std::chrono::microseconds(200));
          return withBox(world::World(), "from_make", *store);
        },
        Document::Leave::kAsk);
  }
  void edit(const std::string& author) {
    session::CommitRequest request;
    request.label = "edit";
    request.author = author;
    request.edits = session::createPrimitive(world::kRootObject, world::kRootEntity, "edit_" + std::to_string(++edits),
                                             geometry::Box{{1, 1, 1}}, {}, Pose::identity());
    (void)session->commit(request);
  }
  void takeWorld() {
    ++edits;
    (void)session->commitWorld({"take", "", {}}, [this](const world::World&) -> Result<world::World> {
      return withBox(world::World(), "taken", session->store());
    });
  }
  void answer() {
    if (document.state() != Document::State::kAsking) return;
    ++questions;
    if (case_.answer == Answer::kCancel) return document.stay();
    if (case_.answer == Answer::kSave) return save(document.target(), {});
    may_go_.insert(hash());
    document.leaveAnyway();
  }
  // What goes must be saved, given up, or as it came.
  void seen(const session::Change& change) {
    if (change.kind != session::Change::Kind::kReplace) return;
    ++replaced;
    if (watching && !may_go_.contains(world::contentHash(*change.before.world)))
      lost << QStringLiteral("a world that was not saved has gone");
    may_go_.insert(world::contentHash(*change.after.world));
  }

  QString folder_;
  Case case_;
  std::set<std::string> may_go_;
  session::WorldSession::Subscription watch_;

 public:
  bool watching = false;
};

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void everyPairAtEveryMoment_data();
  void everyPairAtEveryMoment();
  void aFailedSaveIsNoChangeByAnother();
  void aHeldWorldStays();
  void aFileThatIsNearlyTheSameIsKeptToo();

 private:
  void oneCase(const Case& what);
  void check(Rig& rig, const Case& what);
  QTemporaryDir models_;
};

void TestDocument::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QSettings().clear();
  for (const char* name : {"a", "b"}) {
    geometry::GeometryStore store;
    const world::World world =
        withBox(withBox(world::World(), std::string("from_") + name, store), std::string("also_") + name, store);
    QVERIFY(
        project::save(project::systemVfs(), models_.filePath(QLatin1String(name)).toStdString(), world, store).ok());
  }
}

void TestDocument::everyPairAtEveryMoment_data() {
  QTest::addColumn<int>("first");
  QTest::addColumn<int>("second");
  for (const Op first : kLong)
    for (const auto& [second, name] : kNames)
      QTest::addRow("%s, %s", kNames.at(first), name) << static_cast<int>(first) << static_cast<int>(second);
}

void TestDocument::everyPairAtEveryMoment() {
  QFETCH(int, first);
  QFETCH(int, second);
  const Op one = static_cast<Op>(first), two = static_cast<Op>(second);
  for (const Moment moment : {Moment::kAsked, Moment::kHeld, Moment::kEnded})
    for (const bool edit : {false, true})
      for (const Answer answer : {Answer::kSave, Answer::kCancel, Answer::kDiscard}) {
        if (edit && isEdit(two)) continue;
        const bool leaves = (edit || isEdit(two)) && (isLeaving(one) || isLeaving(two)),
                   over = one == Op::kSaveOver || two == Op::kSaveOver;
        if ((answer == Answer::kDiscard && !leaves) || (answer == Answer::kCancel && !leaves && !over))
          continue;  // nothing is asked
        oneCase({one, two, moment, edit, answer});
        if (QTest::currentTestFailed()) return;
      }
}

void TestDocument::oneCase(const Case& what) {
  const QTemporaryDir folder(quickFolder());
  for (const char* name : {"a", "b"})
    QVERIFY(QFile::copy(models_.filePath(QLatin1String(name)),
                        folder.filePath(QLatin1String(name) + QStringLiteral(".wright"))));
  Rig rig(folder.path(), what);
  rig.document.open(rig.file("a.wright"));
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  for (const char* name : {"a.wright", "b.wright"}) rig.allowed[rig.file(name)].insert(hashOf(rig.file(name)));
  if (isSave(what.first)) rig.run(Op::kEdit);
  rig.replaced = 0;
  rig.watching = true;
  {
    std::optional<Jam> jam;
    if (what.moment == Moment::kAsked) jam.emplace(rig.jobs, 3);
    if (what.moment == Moment::kEnded) jam.emplace(rig.jobs, 2);
    if (what.moment == Moment::kHeld) rig.holdUp(what.first);
    rig.run(what.first);
    if (what.moment != Moment::kAsked) rig.waitForThreads();
    if (what.edit_between) rig.run(Op::kEdit);
    rig.run(what.second);
    *rig.may_make = true;
    rig.turn.reset();
  }
  QVERIFY2(waitFor([&] { return rig.isDone(); }), qPrintable(what.name()));
  check(rig, what);
}

void TestDocument::check(Rig& rig, const Case& what) {
  const QByteArray name = what.name().toUtf8();
  QVERIFY2(rig.lost.isEmpty(), name);
  for (const auto& [path, hashes] : rig.allowed)
    if (QFileInfo::exists(path)) QVERIFY2(hashes.contains(hashOf(path)), name);
  // What was saved over is kept.
  const bool over = (what.first == Op::kSaveOver || what.second == Op::kSaveOver) && what.answer != Answer::kCancel &&
                    rig.overwrites > 0;
  if (over) QVERIFY2(hashOf(rig.file("b.wright~")) == hashOf(models_.filePath(QStringLiteral("b"))), name);
  QVERIFY2(rig.questions <= 2 && rig.overwrites <= 2, name);
  const QString path = rig.document.path();
  QCOMPARE(titleOf(rig.document), path.isEmpty() ? QStringLiteral("Untitled") : QFileInfo(path).fileName());
  if (!path.isEmpty()) QVERIFY2(rig.document.isDirty() == (hashOf(path) != rig.hash()), name);
  // What is shown in the end.
  const auto shown = what.shown();
  QVERIFY2(rig.closed == (shown == Op::kClose), name);
  const bool stays = !shown || shown == Op::kClose;
  QVERIFY2(rig.replaced == (stays ? 0 : 1), name);
  // A file that was opened may bring a history of its own.
  const bool is_file = shown == Op::kOpenOther || shown == Op::kOpenSame || shown == Op::kCopy;
  if (!is_file) QVERIFY2(rig.session->canUndo() == (stays && rig.edits > 0), name);
  if (shown == Op::kNew)
    QVERIFY2(rig.bridge.snapshot().world->objectCount() == 1 && path.isEmpty() && !rig.document.isDirty(), name);
  if (shown == Op::kMake)
    QVERIFY2(rig.bridge.snapshot().world->childNamed(world::kRootObject, "from_make") && path.isEmpty() &&
                 !rig.document.isDirty(),
             name);
  if (shown == Op::kOpenOther)
    QVERIFY2(path == rig.file("b.wright") && rig.hash() == hashOf(path) && !rig.document.isDirty(), name);
  if (shown == Op::kOpenSame)
    QVERIFY2(path == rig.file("a.wright") && rig.hash() == hashOf(path) && !rig.document.isDirty(), name);
  if (shown == Op::kCopy)
    QVERIFY2(path.isEmpty() && rig.hash() == hashOf(rig.file("b.wright")) && rig.document.isDirty(), name);
}

// Where the disk is full, say: the next try asks nothing, as nobody else was there.
void TestDocument::aFailedSaveIsNoChangeByAnother() {
  const QTemporaryDir folder;
  const Case what{Op::kSave, Op::kSave, Moment::kAsked, false, Answer::kCancel};
  QVERIFY(QFile::copy(models_.filePath(QStringLiteral("a")), folder.filePath(QStringLiteral("a.wright"))));
  Rig rig(folder.path(), what);
  rig.document.open(rig.file("a.wright"));
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  rig.run(Op::kEdit);
  // A folder in the way of the journal.
  QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("a.wright-journal/x")));
  rig.document.save();
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  QVERIFY(rig.document.isDirty());
  QVERIFY(QDir(folder.filePath(QStringLiteral("a.wright-journal"))).removeRecursively());
  rig.document.save();
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  QVERIFY(!rig.document.isDirty());
  QCOMPARE(rig.overwrites, 0);
  QCOMPARE(hashOf(rig.file("a.wright")), rig.hash());
}

void TestDocument::aHeldWorldStays() {
  const QTemporaryDir folder;
  const Case what{Op::kSave, Op::kSave, Moment::kAsked, false, Answer::kDiscard};
  for (const char* name : {"a", "b"})
    QVERIFY(QFile::copy(models_.filePath(QLatin1String(name)),
                        folder.filePath(QLatin1String(name) + QStringLiteral(".wright"))));
  Rig rig(folder.path(), what);
  rig.document.open(rig.file("a.wright"));
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  const std::string before = rig.hash();
  auto hold = rig.document.hold();
  rig.run(Op::kOpenOther);
  QVERIFY(waitFor([&] { return rig.jobs.running() == 0; }));
  QVERIFY(rig.document.state() == Document::State::kHeld);
  QCOMPARE(rig.hash(), before);
  // What is decided meanwhile is done to this world.
  rig.run(Op::kSaveAs);
  QVERIFY(waitFor([&] { return rig.jobs.running() == 0; }));
  QCOMPARE(hashOf(rig.file("new.wright")), before);
  hold.reset();
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  QCOMPARE(rig.document.path(), rig.file("b.wright"));
}

// Not changed in place, as its own file would be.
void TestDocument::aFileThatIsNearlyTheSameIsKeptToo() {
  const QTemporaryDir folder;
  const Case what{Op::kSaveOver, Op::kSave, Moment::kAsked, false, Answer::kSave};
  for (const char* name : {"a.wright", "b.wright"})
    QVERIFY(QFile::copy(models_.filePath(QStringLiteral("a")), folder.filePath(QLatin1String(name))));
  Rig rig(folder.path(), what);
  rig.document.open(rig.file("a.wright"));
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  const std::string before = rig.hash();
  rig.run(Op::kEdit);
  rig.run(Op::kSaveOver);
  QVERIFY(waitFor([&] { return rig.isDone(); }));
  QCOMPARE(rig.overwrites, 1);
  QCOMPARE(hashOf(rig.file("b.wright")), rig.hash());
  QVERIFY2(QFileInfo::exists(rig.file("b.wright~")), "it is kept");
  QCOMPARE(hashOf(rig.file("b.wright~")), before);
}

int main(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("document test"));
  TestDocument test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_document.moc"
