// SPDX-License-Identifier: Apache-2.0
// What lies below the time line of a motion: marks, the part that is played, curves, the report.
#include <QClipboard>
#include <QMimeData>
#include <QSignalSpy>
#include <QtTest>
#include <numbers>

#include "ui/panels/timeline/mark_strip.h"
#include "ui/panels/timeline/mark_text.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/panels/timeline/report_page.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::ui;

namespace {

constexpr double kTau = 2.0 * std::numbers::pi;

JointVector two(double a, double b) {
  JointVector out(2);
  out << a, b;
  return out;
}

// Two joints over 4 s: the first turns at 1 rad/s where 0.8 is allowed, the second does as `revolute` says at 0.1.
std::shared_ptr<usecase::MotionCurves> curves(bool second_turns = true) {
  auto out = std::make_shared<usecase::MotionCurves>();
  out->seconds = 4.0;
  for (int i = 0; i < 2; ++i) {
    usecase::JointCurve joint;
    joint.name = i == 0 ? "shoulder" : "elbow";
    joint.revolute = i == 0 || second_turns;
    joint.lower = i == 0 ? -4.0 : -1.0;
    joint.upper = i == 0 ? 4.0 : 1.0;
    joint.limit = {i == 0 ? 0.8 : 0.2, 5.0, 100.0};
    joint.margin = 0.25;
    joint.margin_at_s = 4.0;
    joint.peaks[1] = {i == 0 ? 1.25 : 0.5, 1.0, i == 0 ? 1.0 : 0.1};
    out->joints.push_back(joint);
  }
  for (int i = 0; i <= 40; ++i) {
    usecase::CurvePoint p;
    p.seconds = 0.1 * i;
    p.joints = {two(p.seconds, 0.1 * p.seconds), two(1.0, 0.1), two(0, 0), two(0, 0)};
    p.tool_speed = 0.5;
    out->points.push_back(p);
  }
  out->tool = world::NodeRef(FrameId{7});
  out->top_speed = 0.5;
  out->way_m = 2.0;
  out->stops = {2.0};
  out->breaks.push_back({0, usecase::Rate::kVelocity, 1.0, 3.0, 1.5, 1.0});
  return out;
}

int pixelsLike(QWidget& widget, Role role) {
  const QImage image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QColor wanted = Theme::instance().color(role);
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      count +=
          std::abs(c.red() - wanted.red()) + std::abs(c.green() - wanted.green()) + std::abs(c.blue() - wanted.blue()) <
          30;
    }
  return count;
}

}  // namespace

class TestTimeline : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void marksAreGoneTo();
  void aPartIsDrawnUp();
  void anEdgeOfThePartIsDragged();
  void theNearestMarksAreKnown();
  void marksAreInWords();
  void pagesShowTheirRates();
  void theToolHasItsLimit();
  void ticksChooseJoints();
  void theReadoutTellsUnits();
  void theReadoutStandsUnderThePointer();
  void whatIsNotKeptIsPainted();
  void jointsOfBothKindsShareAnAxis();
  void aClickInAPlotGoesToAMoment();
  void theReportIsCopied();
};

void TestTimeline::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  Theme::instance().setChoice(Theme::Choice::kLight);
  PreferenceValues usual;
  usual.welcome = false;
  Preferences::instance().set(usual);
}

void TestTimeline::marksAreGoneTo() {
  MarkStrip strip(nullptr);
  QVERIFY(strip.isHidden());
  strip.resize(414, 14);  // 400 pixels between its ends
  strip.setDuration(4.0);
  QVERIFY(!strip.isHidden());
  strip.setMarks({{TimeMark::Kind::kStep, 1.0, 1.0, 1.0, QStringLiteral("stops")},
                  {TimeMark::Kind::kLimit, 2.0, 3.0, 2.6, QStringLiteral("too fast")}});
  QCOMPARE(strip.accessibleDescription(), QStringLiteral("stops; too fast"));
  QSignalSpy gone(&strip, &MarkStrip::scrubbed);
  const auto click = [&](double seconds, int aside = 0) {
    gone.clear();
    QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(qRound(strip.xOf(seconds)) + aside, 7));
    return gone.isEmpty() ? -1.0 : gone.last().first().toDouble();
  };
  QCOMPARE(click(1.0, 3), 1.0);  // near enough to the mark
  QCOMPARE(click(2.2), 2.6);     // where it is worst
  QVERIFY(std::abs(click(3.5) - 3.5) < 0.02);
  // A drag goes on.
  QTest::mousePress(&strip, Qt::LeftButton, {}, QPoint(qRound(strip.xOf(3.4)), 7));
  QTest::mouseMove(&strip, QPoint(qRound(strip.xOf(3.8)), 7));
  QTRY_VERIFY(std::abs(gone.last().first().toDouble() - 3.8) < 0.02);
  QTest::mouseRelease(&strip, Qt::LeftButton, {}, QPoint(qRound(strip.xOf(3.8)), 7));
  strip.setDuration(0.0);
  QVERIFY(strip.isHidden());
}

void TestTimeline::aPartIsDrawnUp() {
  MarkStrip strip(nullptr);
  strip.resize(414, 14);
  strip.setDuration(4.0);
  strip.show();
  std::optional<TimeRange> wanted;
  int told = 0;
  connect(&strip, &MarkStrip::rangeWanted, &strip, [&](const std::optional<TimeRange>& range) {
    wanted = range;
    strip.setRange(range);
    ++told;
  });
  const auto at = [&](double seconds) { return QPoint(qRound(strip.xOf(seconds)), 7); };
  QTest::mousePress(&strip, Qt::LeftButton, Qt::ShiftModifier, at(3.0));
  QTest::mouseMove(&strip, at(1.0));
  QTRY_VERIFY(wanted.has_value());
  QTest::mouseRelease(&strip, Qt::LeftButton, Qt::ShiftModifier, at(1.0));
  QVERIFY(std::abs(wanted->from - 1.0) < 0.02 && std::abs(wanted->to - 3.0) < 0.02);
  QVERIFY(pixelsLike(strip, Role::kAccent) > 10);
  told = 0;
  QTest::mouseDClick(&strip, Qt::LeftButton, {}, at(2.0));
  QVERIFY(told == 1 && !wanted);
  QCOMPARE(pixelsLike(strip, Role::kAccent), 0);
}

void TestTimeline::anEdgeOfThePartIsDragged() {
  MarkStrip strip(nullptr);
  strip.resize(414, 14);
  strip.setDuration(4.0);
  strip.show();
  TimeRange now{1.0, 3.0};
  strip.setRange(now);
  connect(&strip, &MarkStrip::rangeWanted, &strip, [&](const std::optional<TimeRange>& range) {
    now = *range;
    strip.setRange(range);
  });
  const auto at = [&](double seconds) { return QPoint(qRound(strip.xOf(seconds)), 7); };
  QTest::mousePress(&strip, Qt::LeftButton, {}, at(3.0) + QPoint(2, 0));
  QTest::mouseMove(&strip, at(2.0));
  QTRY_VERIFY(std::abs(now.to - 2.0) < 0.02);
  QVERIFY(std::abs(now.from - 1.0) < 0.02);
  // Beyond the other end it goes on as the other one.
  QTest::mouseMove(&strip, at(0.5));
  QTRY_VERIFY(std::abs(now.from - 0.5) < 0.02);
  QTest::mouseRelease(&strip, Qt::LeftButton, {}, at(0.5));
  QVERIFY(std::abs(now.to - 1.0) < 0.02);
}

void TestTimeline::theNearestMarksAreKnown() {
  MarkStrip strip(nullptr);
  strip.setDuration(4.0);
  strip.setMarks({{TimeMark::Kind::kStep, 1.0, 1.0, 1.0, {}}, {TimeMark::Kind::kNear, 2.0, 3.0, 2.5, {}}});
  QCOMPARE(strip.next(0.0).value_or(-1), 1.0);
  QCOMPARE(strip.next(1.0).value_or(-1), 2.5);
  QVERIFY(!strip.next(2.5));
  QCOMPARE(strip.previous(4.0).value_or(-1), 2.5);
  QCOMPARE(strip.previous(2.5).value_or(-1), 1.0);
  QVERIFY(!strip.previous(1.0));
}

void TestTimeline::marksAreInWords() {
  const auto c = curves();
  usecase::MotionMark mark;
  mark.kind = usecase::MotionMark::Kind::kLimit;
  mark.from_s = 1.0, mark.to_s = 3.0, mark.worst_s = 1.5;
  mark.rate = usecase::Rate::kVelocity;
  mark.amount = kTau / 4.0;
  const TimeMark made = timeMark(mark, *c, world::World());
  QCOMPARE(made.kind, TimeMark::Kind::kLimit);
  QCOMPARE(made.at, 1.5);
  QCOMPARE(made.text, QStringLiteral("1.00 s to 3.00 s: Velocity of shoulder is 90.00 °/s, its limit 45.84 °/s"));
  mark.kind = usecase::MotionMark::Kind::kStop;
  QCOMPARE(timeMark(mark, *c, world::World()).text, QStringLiteral("1.00 s: the robot stops"));
}

void TestTimeline::pagesShowTheirRates() {
  MotionPlots plots(nullptr);
  QVERIFY(plots.canvas()->content().lines.empty() && !plots.canvas()->content().nothing.isEmpty());
  plots.setCurves(curves(), false);
  QStringList pages;
  for (int i = 0; i < plots.tabs()->count(); ++i) pages << plots.tabs()->tabText(i);
  QCOMPARE(pages, (QStringList{QStringLiteral("Position"), QStringLiteral("Velocity"), QStringLiteral("Acceleration"),
                               QStringLiteral("Jerk"), QStringLiteral("Tool speed")}));
  const auto unit = [&](int page) {
    plots.tabs()->setCurrentIndex(page);
    return plots.canvas()->content().unit;
  };
  QCOMPARE(unit(0), QStringLiteral("°"));
  QCOMPARE(unit(2), QStringLiteral("°/s²"));
  QCOMPARE(unit(3), QStringLiteral("°/s³"));
  QCOMPARE(unit(4), QStringLiteral("mm/s"));
  QCOMPARE(plots.canvas()->content().lines.size(), std::size_t{1});
  QCOMPARE(plots.canvas()->content().lines[0].points.front().y(), 500.0);
  QVERIFY(!plots.canvas()->content().lines[0].upper);
  QCOMPARE(unit(1), QStringLiteral("°/s"));
  const auto& lines = plots.canvas()->content().lines;
  QCOMPARE(lines.size(), std::size_t{2});
  QVERIFY(std::abs(lines[0].points.front().y() - 360.0 / kTau) < 1e-9);
  QVERIFY(std::abs(*lines[0].upper - 0.8 * 360.0 / kTau) < 1e-9 && std::abs(*lines[0].lower + *lines[0].upper) < 1e-9);
  QCOMPARE(lines[0].outside.size(), std::size_t{1});
  QVERIFY(lines[0].color != lines[1].color);
  plots.setCurves(nullptr, false);
  QVERIFY(plots.canvas()->content().lines.empty());
}

// Where the robot has a limit of its own for its tool.
void TestTimeline::theToolHasItsLimit() {
  const auto c = curves();
  c->tool_limit = 0.4;
  c->tool_breaks.push_back({0, usecase::Rate::kVelocity, 0.0, 4.0, 1.0, 0.5});
  MotionPlots plots(nullptr);
  plots.resize(420, 220);
  plots.setCurves(c, false);
  plots.tabs()->setCurrentIndex(4);
  const auto& line = plots.canvas()->content().lines.front();
  QCOMPARE(line.upper.value_or(0.0), 400.0);
  QCOMPARE(line.outside.size(), std::size_t{1});
  QVERIFY(pixelsLike(*plots.canvas(), Role::kError) > 50);
  usecase::MotionMark mark;
  mark.kind = usecase::MotionMark::Kind::kLimit;
  mark.of_tool = true;
  mark.to_s = 4.0;
  mark.rate = usecase::Rate::kVelocity;
  mark.amount = 0.5;
  QCOMPARE(timeMark(mark, *c, world::World()).text,
           QStringLiteral("0.00 s to 4.00 s: the tool goes at 500.0 mm/s, its limit 400.0 mm/s"));
}

void TestTimeline::ticksChooseJoints() {
  MotionPlots plots(nullptr);
  plots.setCurves(curves(), false);
  QCOMPARE(plots.ticks().size(), std::size_t{2});
  QCOMPARE(plots.ticks()[1]->text(), QStringLiteral("elbow"));
  plots.ticks()[0]->click();
  QCOMPARE(plots.canvas()->content().lines.size(), std::size_t{1});
  QCOMPARE(plots.canvas()->content().lines[0].name, QStringLiteral("elbow"));
  // For another motion of the same robot they stay.
  plots.setCurves(nullptr, false);
  plots.setCurves(curves(), true);
  QVERIFY(!plots.ticks()[0]->isChecked() && plots.canvas()->content().is_stale);
  plots.ticks()[1]->click();
  QVERIFY(plots.canvas()->content().lines.empty());
  QVERIFY(plots.canvas()->content().nothing.contains(QStringLiteral("tick")));
}

void TestTimeline::theReadoutTellsUnits() {
  MotionPlots plots(nullptr);
  plots.setCurves(curves(), false);
  plots.tabs()->setCurrentIndex(1);
  QStringList told = plots.canvas()->readout(2.0);
  QCOMPARE(told.size(), 3);
  QCOMPARE(told[0], QStringLiteral("2.000 s"));
  QVERIFY2(told[1].startsWith(QStringLiteral("shoulder: 57.3")) && told[1].contains(QStringLiteral("°/s")) &&
               told[1].endsWith(QStringLiteral("beyond its limit")),
           qPrintable(told[1]));
  QVERIFY2(!told[2].contains(QStringLiteral("beyond")), qPrintable(told[2]));
  QVERIFY(!plots.canvas()->readout(0.5)[1].contains(QStringLiteral("beyond")));
  // Between two points of the curve.
  plots.tabs()->setCurrentIndex(0);
  QVERIFY(std::abs(PlotCanvas::valueAt(plots.canvas()->content().lines[0], 1.05) - 1.05 * 360.0 / kTau) < 1e-6);
  PreferenceValues other = Preferences::instance().values();
  other.angle_unit = QStringLiteral("rad");
  Preferences::instance().set(other);
  QCOMPARE(plots.canvas()->content().unit, QStringLiteral("rad"));
  QVERIFY(std::abs(PlotCanvas::valueAt(plots.canvas()->content().lines[0], 1.05) - 1.05) < 1e-9);
  other.angle_unit = PreferenceValues().angle_unit;
  Preferences::instance().set(other);
}

void TestTimeline::theReadoutStandsUnderThePointer() {
  MotionPlots plots(nullptr);
  plots.resize(420, 220);
  plots.setCurves(curves(), false);
  plots.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plots));
  QCoreApplication::processEvents();  // laid out
  auto* canvas = plots.canvas();
  const auto seen = [canvas] { return canvas->grab().toImage(); };
  const QImage before = seen();
  QTest::mouseMove(canvas, QPoint(qRound(canvas->xOf(1.0)), 40));
  const QImage left = seen();
  QVERIFY(left != before);
  // At the right edge it stands on the other side, within the plot.
  QTest::mouseMove(canvas, QPoint(qRound(canvas->xOf(4.0)), 40));
  QVERIFY(seen() != left && seen() != before);
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(canvas, &leave);
  QCOMPARE(seen(), before);
}

void TestTimeline::whatIsNotKeptIsPainted() {
  MotionPlots plots(nullptr);
  plots.resize(420, 220);
  plots.setCurves(curves(), false);
  plots.tabs()->setCurrentIndex(1);
  QVERIFY(pixelsLike(*plots.canvas(), Role::kError) > 50);
  plots.ticks()[0]->click();  // the other joint keeps its limits
  QCOMPARE(pixelsLike(*plots.canvas(), Role::kError), 0);
}

// Per cent of the limits; the readout tells what it is.
void TestTimeline::jointsOfBothKindsShareAnAxis() {
  MotionPlots plots(nullptr);
  plots.setCurves(curves(false), false);
  plots.tabs()->setCurrentIndex(1);
  QCOMPARE(plots.canvas()->content().unit, QStringLiteral("% of the limit"));
  const auto& lines = plots.canvas()->content().lines;
  QVERIFY(std::abs(lines[0].points.front().y() - 125.0) < 1e-9 && std::abs(lines[1].points.front().y() - 50.0) < 1e-9);
  QVERIFY(std::abs(*lines[1].upper - 100.0) < 1e-9);
  QCOMPARE(lines[1].unit, QStringLiteral("mm/s"));
  QVERIFY(std::abs(PlotCanvas::valueAt(lines[1], 1.0) - 100.0) < 1e-9);
  plots.ticks()[0]->click();
  QCOMPARE(plots.canvas()->content().unit, QStringLiteral("mm/s"));
}

void TestTimeline::aClickInAPlotGoesToAMoment() {
  MotionPlots plots(nullptr);
  plots.resize(420, 220);
  plots.setCurves(curves(), false);
  plots.show();
  QSignalSpy gone(&plots, &MotionPlots::scrubbed);
  QTest::mouseClick(plots.canvas(), Qt::LeftButton, {}, QPoint(qRound(plots.canvas()->xOf(3.0)), 30));
  QCOMPARE(gone.count(), 1);
  QVERIFY(std::abs(gone.last().first().toDouble() - 3.0) < 0.02);
}

void TestTimeline::theReportIsCopied() {
  const auto c = curves();
  MotionPlan plan;
  plan.world = std::make_shared<const world::World>();
  const std::vector<TimeMark> marks{{TimeMark::Kind::kStep, 2.0, 2.0, 2.0, QStringLiteral("2.00 s: the robot stops")}};
  ReportPage page(nullptr);
  page.setReport(motionReport({QStringLiteral("arm: left to right"), plan, *c, marks, true}));
  page.show();
  const QString read = page.page()->toPlainText();
  for (const char* words : {"arm: left to right", "The world has changed", "Cycle time", "4.000 s",
                            "nothing comes near", "shoulder", "125.0 %", "Stops on the way", "2.00 s: the robot stops"})
    QVERIFY2(read.contains(QLatin1String(words)), words);
  QTest::mouseClick(page.copyButton(), Qt::LeftButton);
  const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
  QVERIFY(copied && copied->hasHtml());
  QVERIFY2(copied->text().contains(QStringLiteral("Cycle time\t4.000 s\n")), qPrintable(copied->text()));
  QVERIFY2(copied->text().contains(QStringLiteral("shoulder\t14.32 ° at 4.000 s\t125.0 % at 1.000 s\t")),
           qPrintable(copied->text()));
}

QTEST_MAIN(TestTimeline)
#include "test_timeline.moc"
