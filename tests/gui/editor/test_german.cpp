// SPDX-License-Identifier: Apache-2.0
// What the core tells is German in a German window: the history, undo, what a job is at, and why a save failed.
#include <QListView>
#include <QThread>
#include <QTranslator>
#include <atomic>

#include "core/session/edit_builders.h"
#include "core/world/updates/registry.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/window_test.h"
#include "ui/bridge/job_bridge.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::editor;

class TestGerman : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theWindowIsGerman();
  void cleanupTestCase() { QCoreApplication::removeTranslator(&german_); }
  void theLibraryIsNamedForPeople();
  void editsOfClientsAndTheirUndo();
  void whatAJobIsAt();
  void aSaveThatFails();

 private:
  // All rows of all lists: the history, the jobs, the messages.
  QStringList listed() const {
    QStringList out;
    for (const auto* view : window_->findChildren<QListView*>())
      for (int row = 0; view->model() && row < view->model()->rowCount(); ++row)
        out << view->model()->index(row, 0).data().toString();
    return out;
  }
  bool isListed(const QString& part) const { return !listed().filter(part).isEmpty(); }
  void shot(const char* name) {
    if (qEnvironmentVariableIsSet("WW_SHOTS"))
      window_->grab().save(qEnvironmentVariable("WW_SHOTS") + QLatin1Char('/') + QLatin1String(name));
  }
  QTranslator german_;
};

// From now on.
void TestGerman::theWindowIsGerman() {
  window_.reset();
  QVERIFY(german_.load(QStringLiteral(":/translations/worldwright_de")));
  QVERIFY(QCoreApplication::installTranslator(&german_));
  QVERIFY(QMetaObject::invokeMethod(this, "init"));
  QCOMPARE(action("edit.undo")->text(), QStringLiteral("&Rückgängig"));
}

void TestGerman::theLibraryIsNamedForPeople() {
  for (const auto& list : {samples::libraryList(), samples::sensorList()})
    for (const samples::SampleInfo& info : list) {
      const auto* add = action(qPrintable(QStringLiteral("add.sample.") + QString::fromStdString(info.name)));
      const QString title = QString::fromStdString(info.title), text = QString::fromStdString(info.description);
      QVERIFY2(add->text() != QString::fromStdString(info.name), qPrintable(add->text()));
      QVERIFY2(add->text() != title || title == QStringLiteral("Lidar"), qPrintable(title));
      QVERIFY2(!add->toolTip().contains(text), qPrintable(add->toolTip()));
    }
  QCOMPARE(action("add.sample.arm6")->text(), QStringLiteral("Arm mit 6 Achsen"));
  QVERIFY2(action("add.sample.arm6")->toolTip().contains(QStringLiteral("0,9 m")),
           qPrintable(action("add.sample.arm6")->toolTip()));
}

void TestGerman::editsOfClientsAndTheirUndo() {
  auto& session = window_->bridge().session();
  session.replace(samples::makeSample("pick_and_place", session.store()).value());
  QTRY_VERIFY(world()->find("crate"));
  const auto commit = [&](const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = world::labelOf(*world(), edits->edits(0));
    request.edits = edits;
    request.author = "cell_py";
    return session.commit(request).ok();
  };
  QVERIFY(commit(session::setPose(world()->find("crate"), world::kRootObject, Pose::translation(0, 0, 3))));
  QVERIFY(commit(session::renameObject(world()->find("crate"), "kiste", true)));
  QVERIFY(commit(session::deleteObject(world()->find("gripper"), true)));
  QTRY_VERIFY2(isListed(QStringLiteral("crate verschieben")), qPrintable(listed().join('\n')));
  QVERIFY2(isListed(QStringLiteral("crate in kiste umbenennen")), qPrintable(listed().join('\n')));
  QVERIFY2(isListed(QStringLiteral("gripper und eine Kollisionsregel löschen")), qPrintable(listed().join('\n')));
  window_->actions().refresh();
  const QString undo = action("edit.undo")->text();
  QVERIFY2(undo.contains(QStringLiteral("Rückgängig: gripper und eine Kollisionsregel löschen")), qPrintable(undo));
  shot("german_history.png");
  run("edit.undo");
  run("edit.undo");
  const QString redo = action("edit.redo")->text();
  QVERIFY2(redo.contains(QStringLiteral("crate in kiste umbenennen")), qPrintable(redo));
  for (const QString& text : listed() + noticeTexts())
    for (const char* english : {"Move ", "Rename ", "Delete "})
      QVERIFY2(!text.contains(QLatin1String(english)), qPrintable(text));
}

void TestGerman::whatAJobIsAt() {
  std::atomic<bool> done = false;
  window_->jobs().start(QStringLiteral("Import"),
                        [&done](const std::stop_token& stop, const Progress& progress) {
                          progress.report(0.3);
                          progress.text(phrase("meshing {part}", {{"part", arg::Words{"flange"}}}));
                          while (!done && !stop.stop_requested()) QThread::msleep(5);
                          return okStatus();
                        },
                        {});
  QTRY_VERIFY2(isListed(QStringLiteral("flange wird in Dreiecke zerlegt")), qPrintable(listed().join('\n')));
  shot("german_job.png");
  done = true;
  QTRY_COMPARE(window_->jobs().running(), 0);
}

void TestGerman::aSaveThatFails() {
  const QString file = folder_.filePath(QStringLiteral("fehlt/zelle.wright"));
  window_->document().save(file);
  const auto told = [this] { return (listed() + noticeTexts()).filter(QStringLiteral("zelle.wright")); };
  QTRY_VERIFY_WITH_TIMEOUT(!told().isEmpty() && window_->jobs().running() == 0, 20000);
  QTest::qWait(200);
  shot("german_save.png");
  const QString all = (listed() + noticeTexts()).join(QLatin1Char('\n'));
  for (const char* english : {"cannot", "there is no", "There is no", "choose ", "Choose "})
    QVERIFY2(!all.contains(QLatin1String(english)), qPrintable(all));
  QVERIFY2(all.contains(QStringLiteral("Ordner")), qPrintable(all));
}

int main(int argc, char** argv) {
  Q_INIT_RESOURCE(translations);
  return runWindowTest<TestGerman>(argc, argv);
}
#include "test_german.moc"
