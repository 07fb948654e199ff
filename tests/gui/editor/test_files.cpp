// SPDX-License-Identifier: Apache-2.0
// Files that are damaged, doubtful, or wanted by other programs at the same time.
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QTimer>

#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "core/project/row_writer.h"
#include "tests/gui/editor/window_test.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/file_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestFiles : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aNewWorldIsSavedWhereFilesAre();
  void theImportWizardHasTheKeys();
  void anUnlikelyUnitIsChangedByOneClick();
  void aReaderThatWasKilledCanBeTriedAgain();
  void aDamagedFileIsNoDeadEnd();
  void anotherKindOfFileHasNothingToSave();
  void whatIsSoundInADamagedFileIsSaved();
  void savingWaitsForOtherProgramsAndAsks();
  void worldsAndModelsDroppedTogether();
  void anImportOutOfViewIsBroughtIntoView();
  void theWindowClosesWithAWizardOpen();
  void whatANewerProgramAddedGoesAlong();

 private:
  // What the dialog for a file starts with; it is called off.
  QFileInfo proposed(const char* id);
  void hurt(const QString& path, const QByteArray& mark, double part, const QByteArray& bytes);
};

QFileInfo TestFiles::proposed(const char* id) {
  QFileInfo found;
  QTimer look;
  connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = window_->findChild<QFileDialog*>();
    if (!dialog || !dialog->isVisible()) return;
    const auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    const QString text = name ? name->text() : QString();
    found = QFileInfo(dialog->directory().filePath(text.isEmpty() ? QStringLiteral("none") : text));
    dialog->reject();
  });
  look.start(50);
  action(id)->trigger();
  return found;
}

void TestFiles::aNewWorldIsSavedWhereFilesAre() {
  const QString before = QDir::currentPath();
  QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("started")) &&
          QDir(folder_.path()).mkpath(QStringLiteral("used")));
  QVERIFY(QDir::setCurrent(folder_.filePath(QStringLiteral("started"))));
  run("add.box");
  // Not where the program was started.
  QCOMPARE(proposed("file.save").filePath(), QDir(ui::usualFolder()).filePath(QStringLiteral("world.wright")));
  QCOMPARE(proposed("file.open").path(), QDir(ui::usualFolder()).path());
  // Where the last one went, also after a new one was begun; under a name that is free.
  const QString used = folder_.filePath(QStringLiteral("used"));
  saveTo(used + QStringLiteral("/world.wright"));
  run("file.new");
  run("add.box");
  QCOMPARE(proposed("file.save").filePath(), used + QStringLiteral("/world_2.wright"));
  QCOMPARE(proposed("file.open").path(), used);
  // A sample is called what it is.
  window_->document().reset();
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QCOMPARE(proposed("file.save-as").filePath(), used + QStringLiteral("/pick_and_place.wright"));
  // A folder that is gone is not asked for.
  QVERIFY(QDir(used).removeRecursively());
  QCOMPARE(proposed("file.save-as").path(), QDir(ui::usualFolder()).path());
  QVERIFY(QDir::setCurrent(before));
}

void TestFiles::theImportWizardHasTheKeys() {
  window_->openFiles({write(QStringLiteral("a.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY(hasKeys(wizard()));
  // The window has them when the user goes there, and asking to import gives them back.
  window_->activateWindow();
  QTRY_VERIFY(hasKeys(window_.get()));
  QTest::qWait(100);
  QVERIFY(hasKeys(window_.get()) && wizard()->isVisible());
  // Asking again shows the one that is there; a second file waits its turn.
  window_->importFiles();
  QCOMPARE(window_->findChildren<ui::ImportWizard*>().size(), 1);
  QTRY_VERIFY(hasKeys(wizard()));
  window_->openFiles({write(QStringLiteral("b.stl"), stlBox(0.4))});
  QCOMPARE(window_->findChildren<ui::ImportWizard*>().size(), 1);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  QTRY_VERIFY(wizard() && wizard()->file().endsWith(QStringLiteral("b.stl")));
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
}

void TestFiles::anUnlikelyUnitIsChangedByOneClick() {
  QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("m"));
  window_->openFiles({write(QStringLiteral("c.stl"), stlBox(30))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(wizard()->unitButton()->isVisible());
  QTest::mouseClick(wizard()->unitButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->result() && wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(std::abs(wizard()->result()->shown_m.size().x() - 0.03) < 1e-9);
  QVERIFY(!wizard()->unitButton()->isVisible());
  QCOMPARE(wizard()->unitBox()->currentText(), QStringLiteral("mm"));
  wizard()->reject();
}

void TestFiles::aReaderThatWasKilledCanBeTriedAgain() {
  const QByteArray real = qgetenv("WORLDWRIGHT_WORKER");
  const QString program = write(QStringLiteral("killed.sh"), "#!/bin/sh\nkill -9 $$\n");
  QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
  window_->openFiles({write(QStringLiteral("d.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->retryButton()->isVisible(), 20000);
  QStringList said;
  for (auto* label : wizard()->findChildren<QLabel*>()) said << label->text();
  const QString all = said.join(QLatin1Char(' '));
  QVERIFY2(all.contains(QStringLiteral("ended")) && !all.contains(QStringLiteral("probably damaged")), qPrintable(all));
  qputenv("WORLDWRIGHT_WORKER", real);
  QTest::mouseClick(wizard()->retryButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  wizard()->reject();
}

// Writes the bytes into the file where the mark stands for the first time, or at that part of its length.
void TestFiles::hurt(const QString& path, const QByteArray& mark, double part, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite));
  const QByteArray all = file.readAll();
  qint64 at = mark.isEmpty() ? static_cast<qint64>(part * static_cast<double>(all.size())) : all.indexOf(mark);
  QVERIFY(at > 0);
  // Wherever it stands: the history has what the world has, too.
  for (; at > 0; at = mark.isEmpty() ? -1 : all.indexOf(mark, at + mark.size())) {
    QVERIFY(file.seek(at));
    QCOMPARE(file.write(bytes), static_cast<qint64>(bytes.size()));
  }
}

void TestFiles::aDamagedFileIsNoDeadEnd() {
  for (int i = 0; i < 12; ++i) run("add.box");
  const QString path = folder_.filePath(QStringLiteral("hurt.wright")),
                whole = folder_.filePath(QStringLiteral("whole.wright"));
  saveTo(path);
  saveTo(whole);
  window_->notifications().closeAll();
  const std::string before = world::contentHash(*world());
  hurt(path, "box_7", 0, "xox_7");
  window_->document().open(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Save what can be saved...")), 20000);
  const QString told = noticeTexts().join(QLatin1Char(' '));
  for (const char* word : {"malformed", "database", "Tree ", "sqlite", "worldwright verify"})
    QVERIFY2(!told.contains(QLatin1String(word)), qPrintable(told));
  QVERIFY2(told.contains(QStringLiteral("hurt.wright is damaged")), qPrintable(told));
  QVERIFY2(!noticeButton(QStringLiteral("Open the backup")), "there is none");
  QCOMPARE(world::contentHash(*world()), before);
  // With a backup there is a way to it; what it gives has no file yet, so that nothing is written over it.
  QVERIFY(QFile::copy(whole, path + QLatin1Char('~')));
  window_->notifications().closeAll();
  window_->document().open(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Open the backup")), 20000);
  for (const auto* button : window_->notifications().findChildren<QPushButton*>())
    QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
  QSignalSpy opened(&window_->document(), &Document::opened);
  QTest::mouseClick(noticeButton(QStringLiteral("Open the backup")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
  QCOMPARE(world::contentHash(*world()), before);
  QVERIFY(window_->document().path().isEmpty() && window_->document().isDirty());
}

void TestFiles::anotherKindOfFileHasNothingToSave() {
  window_->document().open(
      write(QStringLiteral("letter.wright"), QByteArray("Dear reader, this is a text.\n").repeated(40)));
  QTRY_VERIFY_WITH_TIMEOUT(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("it is a text")), 20000);
  QVERIFY(!noticeButton(QStringLiteral("Save what can be saved...")));
  QVERIFY(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("Choose another file")));
}

void TestFiles::whatIsSoundInADamagedFileIsSaved() {
  for (int i = 0; i < 12; ++i) run("add.box");
  const QString path = folder_.filePath(QStringLiteral("half.wright")),
                rescued = folder_.filePath(QStringLiteral("rescued.wright"));
  saveTo(path);
  window_->notifications().closeAll();
  hurt(path, "box_7", 0, "xox_7");
  window_->files().recoverTo(path, rescued);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Open it")), 20000);
  QSignalSpy opened(&window_->document(), &Document::opened);
  QTest::mouseClick(noticeButton(QStringLiteral("Open it")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
  QCOMPARE(world()->objectCount(), std::size_t{12});
  QVERIFY(!world()->childNamed(world::kRootObject, "box_7") && world()->childNamed(world::kRootObject, "box_8"));
  // Where nothing is sound, that is said, and no file is left behind.
  window_->notifications().closeAll();
  hurt(path, {}, 0.1, QByteArray(static_cast<int>(QFileInfo(path).size() * 8 / 10), 'x'));
  const QString none = folder_.filePath(QStringLiteral("none.wright"));
  window_->files().recoverTo(path, none);
  QTRY_VERIFY_WITH_TIMEOUT(
      noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("Nothing could be saved from half.wright")), 20000);
  QVERIFY(!QFile::exists(none));
}

void TestFiles::worldsAndModelsDroppedTogether() {
  run("add.box");
  const QString world_file = folder_.filePath(QStringLiteral("mixed.wright"));
  saveTo(world_file);
  window_->files().newWorld();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  window_->openFiles(
      {write(QStringLiteral("m1.stl"), stlBox(0.3)), world_file, write(QStringLiteral("m2.stl"), stlBox(0.3))});
  // The world first; the models, one after the other, into it.
  QTRY_VERIFY_WITH_TIMEOUT(wizard(), 20000);
  QCOMPARE(window_->document().path(), world_file);
  QCOMPARE(world()->objectCount(), std::size_t{2});
  for (std::size_t objects = 3; objects <= 4; ++objects) {
    const QString file = objects == 3 ? QStringLiteral("m1.stl") : QStringLiteral("m2.stl");
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->file().endsWith(file) && wizard()->importButton()->isEnabled(),
                             20000);
    QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
    QTRY_COMPARE(world()->objectCount(), objects);
  }
  QTRY_VERIFY(!wizard());
}

void TestFiles::anImportOutOfViewIsBroughtIntoView() {
  run("add.box");
  auto* view = window_->viewHost().view();
  ui::CameraState away;
  away.eye = Vec3(50, 50, 3);
  away.target = Vec3(52, 52, 3);
  view->setCamera(away);
  window_->openFiles({write(QStringLiteral("far.stl"), stlBox(0.3))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(world()->objectCount(), std::size_t{3});
  const auto id = world()->childNamed(world::kRootObject, "far");
  QVERIFY(id);
  QTRY_VERIFY(view->shows(world()->boundsOf(*world()->object(id))));
  QTRY_VERIFY(window_->selection().contains(id));
}

void TestFiles::theWindowClosesWithAWizardOpen() {
  run("add.box");
  saveTo(folder_.filePath(QStringLiteral("closing.wright")));
  window_->openFiles({write(QStringLiteral("e.stl"), stlBox(0.3)), write(QStringLiteral("f.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QVERIFY(window_->close());
  window_.reset();
  QTest::qWait(300);
}

void TestFiles::savingWaitsForOtherProgramsAndAsks() {
  const QString path = folder_.filePath(QStringLiteral("shared.wright"));
  run("add.box");
  saveTo(path);
  run("add.sphere");
  QSignalSpy saved(&window_->document(), &Document::saved);
  {
    auto turn = project::FileTurn::take(path.toStdString(), {});
    QVERIFY(turn.ok());
    window_->document().save(path);
    QTest::qWait(400);
    QCOMPARE(saved.count(), 0);
    // The other one changes the file before it lets go.
    geometry::GeometryStore store;
    auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
    QVERIFY(loaded.ok());
    project::SaveOptions whole;
    whole.whole = true;
    QVERIFY(project::save(project::systemVfs(), path.toStdString(), loaded->world, store, whole).ok());
  }
  auto* box = static_cast<QMessageBox*>(nullptr);
  QTRY_VERIFY_WITH_TIMEOUT((box = window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))), 20000);
  QCOMPARE(saved.count(), 0);
  QVERIFY(window_->document().isDirty());
  // What an earlier save has kept there is not thrown away for it.
  QFile earlier(path + QLatin1Char('~'));
  QVERIFY(earlier.open(QIODevice::WriteOnly) && earlier.write("kept before") > 0);
  earlier.close();
  for (auto* button : box->buttons())
    if (button->text() == QStringLiteral("Save anyway")) QTest::mouseClick(button, Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY2(QFile::exists(path + QLatin1Char('~')), "what the other one wrote must be kept");
  QFile numbered(path + QStringLiteral(".~1~"));
  QVERIFY2(numbered.open(QIODevice::ReadOnly) && numbered.readAll() == "kept before", "the backup of before is gone");
  QVERIFY(earlier.open(QIODevice::ReadOnly) && earlier.read(11) != "kept before");
  // Saving again asks nothing.
  run("add.capsule");
  window_->document().save(path);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 20000);
}

// Into another file, too, though nothing of it is understood here.
void TestFiles::whatANewerProgramAddedGoesAlong() {
  const QString first = folder_.filePath(QStringLiteral("newer.wright")),
                other = folder_.filePath(QStringLiteral("copy.wright"));
  run("add.box");
  saveTo(first);
  window_->document().reset();
  {
    auto db = project::Database::open(project::systemVfs(), first.toStdString(), project::Database::Access::kReadWrite);
    QVERIFY(db.ok() && (*db)->exec("PRAGMA user_version=65539; BEGIN IMMEDIATE").ok());
    project::RowWriter writer(**db);
    QVERIFY(writer.putMeta("format", "65539").ok() && writer.putMeta("future", "17").ok());
    QVERIFY(writer.seal().ok() && (*db)->exec("COMMIT").ok());
  }
  window_->openFiles({first});
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().path(), first, 20000);
  run("add.sphere");
  saveTo(other);
  geometry::GeometryStore store;
  const auto saved = project::load(project::systemVfs(), other.toStdString(), store);
  QVERIFY(saved.ok());
  QVERIFY(saved->info.foreign);
  QCOMPARE(saved->info.format_version, std::uint64_t{65539});
}

int main(int argc, char** argv) { return runWindowTest<TestFiles>(argc, argv); }
#include "test_files.moc"
