// SPDX-License-Identifier: Apache-2.0
// Names of past states are unsaved work: they go to the file before another world comes, or are asked about.
#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <optional>
#include <thread>

#include "app/editor/document.h"
#include "core/project/file_turn.h"
#include "tests/gui/editor/document_ops.h"

using namespace ww;
using namespace ww::editor;
using namespace ww::editor::test;

namespace {

// Those of states in the history of a file.
QStringList namesIn(const QString& path) {
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
  const auto record = loaded.ok() ? history::recordOf(loaded->history) : std::nullopt;
  QStringList out;
  for (const history::Coded& state : record ? record->states : std::vector<history::Coded>())
    if (!state.node->checkpoint.empty()) out << QString::fromStdString(state.node->checkpoint);
  return out;
}

// A document with the world of a file, and somebody who answers whether it may be left.
class NamesDesk {
  QTemporaryDir folder_{quickFolder()};  // goes last

 public:
  explicit NamesDesk(Answer answer) : answer_(answer) {
    QObject::connect(
        &document, &Document::leaveAsked, &document, [this] { reply(); }, Qt::QueuedConnection);
  }
  QString file() const { return folder_.filePath(QStringLiteral("a.wright")); }
  bool isDone() { return !document.isBusy() && jobs.running() == 0; }
  bool wait() {
    return waitFor([this] { return isDone(); });
  }
  bool begin() { return edit() && saved(); }
  bool saved() {
    document.save(file());
    return wait() && !document.isDirty();
  }
  bool edit() {
    session::CommitRequest request;
    request.label = "edit";
    request.edits = session::createPrimitive(world::kRootObject, world::kRootEntity, "part_" + std::to_string(++edits_),
                                             geometry::Box{{1, 1, 1}}, {}, Pose::identity());
    return session->commit(request).ok();
  }
  // The state that it is in.
  bool name(const char* text) {
    history::Tree& tree = *document.keeping().history;
    return tree.setCheckpoint(tree.view().current, text).ok();
  }
  void close() {
    document.leave(QStringLiteral("Close"), [this] { closed = true; });
  }

  std::shared_ptr<session::WorldSession> session =
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
  ui::SessionBridge bridge{session};
  ui::JobBridge jobs;
  Document document{bridge, jobs};
  int questions = 0;
  bool closed = false;

 private:
  void reply() {
    if (document.state() != Document::State::kAsking) return;
    ++questions;
    if (answer_ == Answer::kCancel) document.stay();
    else if (answer_ == Answer::kSave) document.save();
    else document.leaveAnyway();
  }
  Answer answer_;
  int edits_ = 0;
};

}  // namespace

class TestDocumentNames : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
  }

  // Who closes the window at once does not lose it.
  void oneGivenWhileASaveRunsIsInTheFileAtTheEnd() {
    NamesDesk desk(Answer::kCancel);
    QVERIFY(desk.begin() && desk.edit());
    std::optional turn(std::move(project::FileTurn::take(desk.file().toStdString(), {}).value()));
    desk.document.save();
    QVERIFY(desk.document.isBeingSaved());
    QVERIFY(desk.name("meanwhile"));
    QVERIFY(!desk.document.isBeingSaved());
    desk.close();
    turn.reset();
    QVERIFY(desk.wait());
    QVERIFY(desk.closed);
    QCOMPARE(desk.questions, 0);
    QCOMPARE(namesIn(desk.file()), QStringList{QStringLiteral("meanwhile")});
  }

  void oneGivenWhileAnotherWorldIsReadIsKept() {
    NamesDesk desk(Answer::kCancel);
    QVERIFY(desk.begin());
    const auto may_come = std::make_shared<std::atomic<bool>>(false);
    desk.document.make(
        QStringLiteral("Sample"),
        [may_come]() -> Result<world::World> {
          while (!*may_come) std::this_thread::sleep_for(std::chrono::microseconds(200));
          return world::World();
        },
        Document::Leave::kAsk);
    QVERIFY(desk.document.state() == Document::State::kReading);
    QVERIFY(desk.name("late"));
    *may_come = true;
    QVERIFY(desk.wait());
    QVERIFY(desk.document.path().isEmpty());
    QCOMPARE(namesIn(desk.file()), QStringList{QStringLiteral("late")});
  }

  // And not for ever: who does not want it goes without.
  void oneThatCannotBeWrittenIsAskedAbout_data() {
    QTest::addColumn<int>("answer");
    QTest::newRow("cancel") << static_cast<int>(Answer::kCancel);
    QTest::newRow("save") << static_cast<int>(Answer::kSave);
    QTest::newRow("discard") << static_cast<int>(Answer::kDiscard);
  }
  void oneThatCannotBeWrittenIsAskedAbout() {
    QFETCH(const int, answer);
    NamesDesk desk(static_cast<Answer>(answer));
    QVERIFY(desk.begin() && desk.name("early"));
    QVERIFY(desk.document.hasViewToSave() && !desk.document.isDirty());
    // A folder in the way of the journal of the file.
    const QString in_the_way = desk.file() + QStringLiteral("-journal");
    QVERIFY(QDir().mkpath(in_the_way + QStringLiteral("/x")));
    desk.close();
    QVERIFY(waitFor([&] { return desk.questions > 0 && desk.isDone(); }));
    QCOMPARE(desk.questions, 1);
    QCOMPARE(desk.closed, static_cast<Answer>(answer) == Answer::kDiscard);
    if (desk.closed) return;
    QVERIFY(QDir(in_the_way).removeRecursively());
    desk.close();
    QVERIFY(desk.wait());
    QVERIFY(desk.closed);
    QCOMPARE(desk.questions, 1);
    QCOMPARE(namesIn(desk.file()), QStringList{QStringLiteral("early")});
  }

  void oneInAWorldWithoutAFileIsAskedAbout() {
    NamesDesk desk(Answer::kCancel);
    desk.document.make(
        QStringLiteral("Sample"), []() -> Result<world::World> { return world::World(); }, Document::Leave::kAsk);
    QVERIFY(desk.wait());
    QVERIFY(desk.name("of a sample"));
    desk.close();
    QVERIFY(waitFor([&] { return desk.questions > 0 && desk.isDone(); }));
    QVERIFY(!desk.closed);
    QVERIFY(desk.saved());
    desk.close();
    QVERIFY(desk.wait());
    QVERIFY(desk.closed);
    QCOMPARE(desk.questions, 1);
    QCOMPARE(namesIn(desk.file()), QStringList{QStringLiteral("of a sample")});
  }
};

int main(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("document names test"));
  TestDocumentNames test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_document_names.moc"
