// SPDX-License-Identifier: Apache-2.0
// Along the time of a planned motion, in the window: one clock for view, marks and curves; the report, ghosts along the
// way, pictures and movies.
#include <QClipboard>
#include <QDir>
#include <QImage>
#include <QMenu>
#include <algorithm>

#include "app/editor/clearance_desk.h"
#include "app/editor/film_desk.h"
#include "app/editor/timeline_desk.h"
#include "tests/gui/editor/motion_test.h"
#include "ui/panels/clearance_strip.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/panels/timeline/report_page.h"

using namespace ww;
using namespace ww::editor;

class TestTimelineDesk : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void oneClockMovesViewMarksAndCurves();
  void curvesOfAStalePlanAreDotted();
  void whatComesNearIsMarked();
  void theReportFollowsTheMotion();
  void ghostsStandAlongTheWay();
  void aPictureIsSaved();
  void framesAreSavedOneForEachMoment();
  void aFilmIsGivenUp();
  void theMovieIsMadeByFfmpeg();
  void withoutFfmpegItIsSaid();
  void whatFfmpegSaysIsTold();

 private:
  TimelineDesk& desk() { return window_->timeline(); }
  ui::MotionPlots& plots() { return *motion().clock()->plots(); }
  void planAndWait(bool post = true) {
    openCell(post);
    planTo(QStringLiteral("right"), 0, State::kFresh);
    QTRY_VERIFY_WITH_TIMEOUT(desk().curves().curves() != nullptr, 30000);
  }
  // All that notices tell, also what is cut off.
  QString told() {
    QStringList out = noticeTexts();
    for (const auto* label : window_->notifications().findChildren<QLabel*>()) out << label->toolTip();
    return out.join(QLatin1Char('\n'));
  }
  // A program of that name first on the path.
  void pretendFfmpeg(const QByteArray& script) {
    const QString file = write(QStringLiteral("ffmpeg"), script);
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    path_ = qgetenv("PATH");
    qputenv("PATH", folder_.path().toLocal8Bit() + ':' + path_);
  }
  void endPretending() { qputenv("PATH", path_); }
  QImage picture() {
    QTest::qWait(200);
    QImage out;
    view().grabImage([&](const QImage& image) { out = image; });
    (void)QTest::qWaitFor([&] { return !out.isNull(); }, 20000);
    return out;
  }
  static int different(const QImage& a, const QImage& b) {
    int other = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
      for (int x = 0; x < std::min(a.width(), b.width()); ++x) other += a.pixel(x, y) != b.pixel(x, y);
    return other;
  }

  QByteArray path_;
};

void TestTimelineDesk::oneClockMovesViewMarksAndCurves() {
  planAndWait();
  window_->actions().refresh();
  QVERIFY(!action("motion.curves")->isChecked() && !plots().isVisible());
  run("motion.curves");
  window_->actions().refresh();
  QVERIFY(action("motion.curves")->isChecked() && plots().isVisible());
  QCOMPARE(plots().canvas()->content().lines.size(), std::size_t{6});
  QCOMPARE(plots().ticks().size(), std::size_t{6});
  // As wide as the line of time, and a click there moves all.
  const QPoint line = motion().timeline()->mapTo(&motion(), QPoint()),
               below = plots().canvas()->mapTo(&motion(), QPoint());
  QCOMPARE(below.x(), line.x());
  QCOMPARE(plots().canvas()->width(), motion().timeline()->width());
  const double middle = 0.5 * motion().currentPlan()->duration();
  QTest::mouseClick(plots().canvas(), Qt::LeftButton, {}, QPoint(qRound(plots().canvas()->xOf(middle)), 20));
  QVERIFY(std::abs(motion().seconds() - middle) < 0.02 * motion().currentPlan()->duration());
  QVERIFY(motion().isPreviewing());
  const auto shown = window_->poseLayer().overrides().joints;
  QVERIFY(shown.contains(arm()));
  QVERIFY((shown.at(arm()) - motion().currentPlan()->at(motion().seconds())).norm() < 1e-9);
  QTest::keyClick(plots().canvas(), Qt::Key_End);
  QCOMPARE(motion().seconds(), motion().currentPlan()->duration());
  QTest::keyClick(plots().canvas(), Qt::Key_Home);
  QCOMPARE(motion().seconds(), 0.0);
  // A plan keeps its limits: nothing is marked as broken.
  for (const auto& mark : motion().clock()->marks()->marks()) QVERIFY(mark.kind != ui::TimeMark::Kind::kLimit);
  motion().stop();
  run("motion.curves");
  QVERIFY(!plots().isVisible());
}

void TestTimelineDesk::curvesOfAStalePlanAreDotted() {
  planAndWait();
  QVERIFY(!plots().canvas()->content().is_stale);
  QVERIFY(window_->bridge().commit(QStringLiteral("move"), session::setPose(world()->find("post"), world::kRootObject,
                                                                            Pose::translation(0.9, 0, 0.35))));
  QTRY_VERIFY(plots().canvas()->content().is_stale);
  run("edit.undo");
  QTRY_VERIFY(!plots().canvas()->content().is_stale);
  QVERIFY(window_->bridge().commit(QStringLiteral("gone"), session::deleteObject(arm(), true)));
  QTRY_VERIFY(plots().canvas()->content().lines.empty());
  QVERIFY(!motion().clock()->marks()->isVisible());
}

void TestTimelineDesk::whatComesNearIsMarked() {
  planAndWait();
  QTRY_VERIFY_WITH_TIMEOUT(window_->clearance().path().isDone(), 30000);
  const auto nears = [this] {
    int count = 0;
    for (const auto& mark : motion().clock()->marks()->marks()) count += mark.kind == ui::TimeMark::Kind::kNear;
    return count;
  };
  auto* warn = motion().warnBelow();
  warn->edit()->setFocus();
  warn->edit()->selectAll();
  QTest::keyClicks(warn->edit(), QStringLiteral("300 mm"));
  QTest::keyClick(warn->edit(), Qt::Key_Return);
  QTRY_VERIFY(nears() > 0);
  const auto& marks = motion().clock()->marks()->marks();
  const auto near = std::ranges::find(marks, ui::TimeMark::Kind::kNear, &ui::TimeMark::kind);
  QVERIFY2(near->text.contains(QStringLiteral("post")), qPrintable(near->text));
  // To it by the mouse and by a key.
  auto* strip = motion().clock()->marks();
  QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(qRound(strip->xOf(near->at)), strip->height() / 2));
  QVERIFY(std::abs(motion().seconds() - near->at) < 1e-6);
  QTest::keyClick(strip, Qt::Key_Home);
  QTest::keyClick(strip, Qt::Key_PageDown);
  QVERIFY(motion().seconds() > 0.0);
  motion().stop();
}

void TestTimelineDesk::theReportFollowsTheMotion() {
  window_->actions().refresh();
  QVERIFY(!action("motion.report")->isEnabled());
  planAndWait();
  run("motion.report");
  auto* page = desk().report();
  QVERIFY(page && page->isVisible());
  const auto has = [&](const QString& words) { return page->page()->toPlainText().contains(words); };
  for (const char* words : {"arm: ", "Cycle time", "Least clearance", "post", "joint_1", "joint_6", "Peak jerk", "%"})
    QVERIFY2(has(QLatin1String(words)), qPrintable(page->page()->toPlainText()));
  QTest::mouseClick(page->copyButton(), Qt::LeftButton);
  QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("joint_1\t")));
  const QString before = page->report().toText();
  choose(motion().targetBox(), QStringLiteral("left"));
  QVERIFY(window_->bridge().commit(QStringLiteral("jog"), session::setJoints(arm(), kRight)));
  QTRY_VERIFY(has(QStringLiteral("The world has changed")));
  planTo(QStringLiteral("left"), 0, State::kFresh);
  QTRY_VERIFY(page->report().toText() != before && !has(QStringLiteral("The world has changed")));
  page->close();
}

void TestTimelineDesk::ghostsStandAlongTheWay() {
  // A robot with something to see.
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(motion().targetBox()->findText(QStringLiteral("pick")) >= 0, 60000);
  planTo(QStringLiteral("pick"), 0, State::kFresh);
  QTRY_VERIFY_WITH_TIMEOUT(desk().curves().curves() != nullptr, 30000);
  QCOMPARE(view().marks().onionCount(), std::size_t{0});
  const QImage before = picture();
  run("motion.onion");
  QCOMPARE(view().marks().onionCount(), std::size_t{5});
  QTRY_VERIFY2(different(picture(), before) > 500, "ghosts are seen");
  // Another number of them.
  QMenu* counts = nullptr;
  for (auto* menu : motion().clock()->menu()->findChildren<QMenu*>())
    if (menu->title().contains(QStringLiteral("ghosts"))) counts = menu;
  QVERIFY(counts);
  for (auto* one : counts->actions())
    if (one->text() == QStringLiteral("10")) one->trigger();
  QCOMPARE(view().marks().onionCount(), std::size_t{10});
  const QImage ghosts = picture();
  run("motion.onion");
  QCOMPARE(view().marks().onionCount(), std::size_t{0});
  QTRY_VERIFY2(different(picture(), ghosts) > 500, "they are gone");
}

void TestTimelineDesk::aPictureIsSaved() {
  const QString file = folder_.filePath(QStringLiteral("view.png"));
  QSignalSpy saved(&desk().films(), &FilmDesk::saved);
  desk().films().savePicture(file);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  const QImage image(file);
  QVERIFY(image.width() > 300 && image.height() > 200);
  // Where it cannot be written, that is said.
  desk().films().savePicture(folder_.filePath(QStringLiteral("nowhere/view.png")));
  QTRY_VERIFY_WITH_TIMEOUT(told().contains(QStringLiteral("could not be written")), 20000);
}

void TestTimelineDesk::framesAreSavedOneForEachMoment() {
  planAndWait();
  run("view.collision");  // the arm of this cell has no other shapes, and frames are in no film
  motion().clock()->setRange(ui::TimeRange{0.0, 0.2});
  QCOMPARE(desk().films().moments().size(), std::size_t{6});  // each 40 ms
  const QString file = folder_.filePath(QStringLiteral("way.png"));
  QSignalSpy saved(&desk().films(), &FilmDesk::saved);
  desk().films().save(FilmDesk::Kind::kFrames, file);
  QVERIFY(desk().films().isFilming());
  window_->actions().refresh();
  QVERIFY(!action("motion.movie")->isEnabled());
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
  QVERIFY(!desk().films().isFilming() && !motion().isPreviewing());
  QCOMPARE(QDir(folder_.path()).entryList({QStringLiteral("way_*.png")}).size(), 6);
  const QImage first(frameFile(file, 1)), last(frameFile(file, 6));
  QVERIFY(!first.isNull() && first.size() == last.size());
  QVERIFY2(different(first, last) > 50, "the robot moves");
}

void TestTimelineDesk::aFilmIsGivenUp() {
  planAndWait();
  const QString file = folder_.filePath(QStringLiteral("given_up.png"));
  desk().films().save(FilmDesk::Kind::kFrames, file);
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(frameFile(file, 1)), 20000);
  window_->jobs().cancelAll();
  QTRY_VERIFY_WITH_TIMEOUT(!desk().films().isFilming(), 20000);
  QCOMPARE(QDir(folder_.path()).entryList({QStringLiteral("given_up_*.png")}).size(), 0);
  QVERIFY(!motion().isPreviewing());
}

// The pictures come one after the other, each with a row of bytes for each of its lines.
void TestTimelineDesk::theMovieIsMadeByFfmpeg() {
  planAndWait();
  pretendFfmpeg("#!/bin/sh\nfor last; do :; done\necho \"$@\" > \"$(dirname \"$0\")/words\"\ncat > \"$last\"\n");
  motion().clock()->setRange(ui::TimeRange{0.0, 0.2});
  const QString file = folder_.filePath(QStringLiteral("way.mp4"));
  QSignalSpy saved(&desk().films(), &FilmDesk::saved);
  desk().films().save(FilmDesk::Kind::kMovie, file);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
  endPretending();
  QFile words(folder_.filePath(QStringLiteral("words")));
  QVERIFY(words.open(QIODevice::ReadOnly));
  const QStringList given = QString::fromUtf8(words.readAll()).split(QLatin1Char(' '));
  const QStringList size = given.value(given.indexOf(QStringLiteral("-video_size")) + 1).split(QLatin1Char('x'));
  QCOMPARE(size.size(), 2);
  const qint64 width = size[0].toInt(), height = size[1].toInt();
  QVERIFY(width > 300 && width % 2 == 0 && height % 2 == 0);
  QCOMPARE(QFileInfo(file).size(), 6 * 4 * width * height);
  QCOMPARE(given.value(given.indexOf(QStringLiteral("-framerate")) + 1), QStringLiteral("25"));
  QCOMPARE(QDir(folder_.path()).entryList({QStringLiteral(".*part*")}, QDir::Files | QDir::Hidden).size(), 0);
}

void TestTimelineDesk::withoutFfmpegItIsSaid() {
  planAndWait();
  path_ = qgetenv("PATH");
  qputenv("PATH", folder_.filePath(QStringLiteral("empty")).toLocal8Bit());
  run("motion.movie");
  endPretending();
  QTRY_VERIFY(told().contains(QStringLiteral("ffmpeg")));
  QVERIFY(!desk().films().isFilming());
  auto* instead = noticeButton(action("motion.frames")->text().remove(QLatin1Char('&')).remove(QStringLiteral("...")));
  QVERIFY(instead || noticeButton(action("motion.frames")->text().remove(QLatin1Char('&'))));
}

void TestTimelineDesk::whatFfmpegSaysIsTold() {
  planAndWait();
  pretendFfmpeg("#!/bin/sh\ncat > /dev/null\necho 'no such codec here' >&2\nexit 3\n");
  motion().clock()->setRange(ui::TimeRange{0.0, 0.1});
  const QString file = folder_.filePath(QStringLiteral("bad.mp4"));
  desk().films().save(FilmDesk::Kind::kMovie, file);
  QTRY_VERIFY_WITH_TIMEOUT(!desk().films().isFilming(), 60000);
  endPretending();
  QTRY_VERIFY(told().contains(QStringLiteral("no such codec here")));
  QVERIFY(!QFile::exists(file));
}

int main(int argc, char** argv) { return runWindowTest<TestTimelineDesk>(argc, argv); }
#include "test_timeline_desk.moc"
