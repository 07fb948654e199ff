// SPDX-License-Identifier: Apache-2.0
// A CAD file in, a previewed motion, a saved world: the whole way through the program, by the events of
// the X server alone. Each step is tested by the pixels of the view and leaves a screenshot.
#include <QGuiApplication>
#include <QJsonDocument>
#include <QTest>
#include <cmath>

#include "tests/gui/journey/desk.h"
#include "tests/gui/journey/picture.h"

using namespace ww::journey;

namespace {

// Colours of the dark theme that the steps look for.
const QColor kActiveOutline(0xff, 0xc8, 0x57);
const QColor kTrace(0x4c, 0x9a, 0xff);
constexpr double kTableTop = 0.720;
constexpr double kTarget[3] = {0.86, -0.42, kTableTop};
constexpr double kHandlePixels = 87.4;  // from the pivot
constexpr double kLongestHeldMs = 400.0;

double coordinate(const QJsonObject& node, int axis) { return node["root_p"].toArray().at(axis).toDouble(); }

}  // namespace

// The steps build on each other: after one that fails the others are not tried.
class TestJourney : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();
  void opensTheSampleCell();
  void idsAreThoseOfRender();
  void outlinesWhatIsSelected();
  void takesAFileFromAnotherProgram();
  void movesThePartOntoTheTable();
  void undoesAndRedoes();
  void jogs();
  void plansToPick();
  void scrubs();
  void savesAndCloses();
  void opensAgainTheSame();
  void cleanupTestCase();

 private:
  void clickButton(const char* action);
  void dragAlong(const char* axis, int index);
  void checkWatchdog(const QJsonObject& last_state, const char* run);

  std::unique_ptr<Desk> desk_;
  QString file_, part_, hash_;
  QImage bare_, floor_, table_, home_, jogged_, planned_;
  QJsonObject last_state_;
  bool failed_ = false;
};

void TestJourney::initTestCase() {
  desk_ = std::make_unique<Desk>();
  QVERIFY2(desk_->error().isEmpty(), qPrintable(desk_->error()));
  file_ = desk_->folder() + QStringLiteral("/sample cell.wright");
  QVERIFY2(desk_->command({"new", "--sample", "pick_and_place", file_}), qPrintable(desk_->error()));
}

void TestJourney::init() {
  if (failed_) QSKIP("an earlier step failed");
}

void TestJourney::cleanup() {
  if (!QTest::currentTestFailed() || failed_) return;
  failed_ = true;
  desk_->shot(QStringLiteral("failed"));
  qInfo("at the end: %s", QJsonDocument(desk_->state()).toJson().constData());
  qInfo("it said: %s", qPrintable(desk_->told().right(4000)));
}

void TestJourney::clickButton(const char* action) {
  const auto at = desk_->button(QLatin1String(action));
  QVERIFY2(at, qPrintable(QLatin1String(action) + desk_->error()));
  QVERIFY2(desk_->waitUntil([&] { return desk_->ask({{"action", action}})["enabled"].toBool(); }, 5000), action);
  desk_->click(*at);
}

void TestJourney::opensTheSampleCell() {
  QVERIFY2(desk_->open(file_, {"--size", "1280x800", "--theme", "dark"}), qPrintable(desk_->error() + desk_->told()));
  bare_ = desk_->shot(QStringLiteral("1-cell"));
  const QRect view = desk_->view();
  QVERIFY2(view.width() > 500 && view.height() > 300, "the view is small");
  QVERIFY(variety(bare_, view) > 60);
  // Robot and table stand out from what is behind them.
  for (const char* name : {"robot", "table", "fixture"}) {
    const QJsonObject node = desk_->node(QLatin1String(name));
    QVERIFY2(node["inside"].toBool(), name);
    const QPoint at = Desk::toPoint(node["center_at"].toArray());
    QVERIFY2(view.contains(at), name);
    QVERIFY2(variety(bare_, around(at, 20)) > 3, name);
  }
  // No selection, no plan.
  QCOMPARE(countColour(bare_, view, kActiveOutline), 0);
  QVERIFY(countColour(bare_, view, kTrace) < 200);
}

void TestJourney::idsAreThoseOfRender() {
  const QString qt3d = desk_->folder() + QStringLiteral("/ids_view.png"),
                rays = desk_->folder() + QStringLiteral("/ids_render.png");
  const QJsonObject answer = desk_->ask({{"ids", qt3d}});
  QVERIFY2(answer.contains(QLatin1String("file")), QJsonDocument(answer).toJson().constData());
  const QJsonObject camera = desk_->ask({{"camera", true}});
  QStringList numbers;
  for (const char* key : {"eye", "target"})
    for (const auto& value : camera[QLatin1String(key)].toArray())
      numbers << QString::number(value.toDouble(), 'g', 17);
  numbers << QString::number(camera["vertical_fov"].toDouble() * 180.0 / M_PI, 'g', 17);
  const QJsonArray size = answer["size"].toArray();
  QVERIFY2(desk_->command({"render", file_, "--out", desk_->folder() + QStringLiteral("/render.png"), "--ids", rays,
                           "--size", QStringLiteral("%1x%2").arg(size.at(0).toInt()).arg(size.at(1).toInt()), "--view",
                           QStringLiteral("camera-at:") + numbers.join(QLatin1Char(','))}),
           qPrintable(desk_->error()));
  const QImage a(qt3d), b(rays);
  const double same = agreement(a, b);
  qInfo("object ids of the view and of render agree on %.3f %% of the pixels (%d x %d)", 100.0 * same, a.width(),
        a.height());
  const QRect all(QPoint(), a.size());
  QVERIFY2(countColour(a, all, Qt::black, 0) < 0.97 * a.width() * a.height(), "the mask is empty");
  QVERIFY2(same >= 0.98, qPrintable(QString::number(same)));
}

// In the tree: the view shows it. A frame has no outline, and the one of before is gone.
void TestJourney::outlinesWhatIsSelected() {
  for (const char* name : {"crate", "pick", "table", "pick"}) {
    const auto row = desk_->item(QLatin1String(name), QStringLiteral("Scene tree"));
    QVERIFY2(row, qPrintable(desk_->error()));
    desk_->click(*row);
    QVERIFY(desk_->settle());
    QTest::qWait(150);
    const int outline = countColour(desk_->screen(), desk_->view(), kActiveOutline, 24);
    QVERIFY2((outline > 60) == (QLatin1String(name) != QLatin1String("pick")),
             qPrintable(QStringLiteral("%1: %2 pixels").arg(QLatin1String(name)).arg(outline)));
  }
}

void TestJourney::takesAFileFromAnotherProgram() {
  const QRect frame = Desk::toRect(desk_->ask({{"widget", "mainWindow"}})["frame"].toArray());
  const QRect screen = QGuiApplication::primaryScreen()->geometry();
  const int x = frame.right() + 160 < screen.right() ? frame.right() + 10 : frame.left() - 150;
  QProcess source;
  source.start(QCoreApplication::applicationDirPath() + QStringLiteral("/ww_drag_source"),
               {qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/models/bracket.step"),
                QString::number(x), QStringLiteral("300")});
  QVERIFY(source.waitForStarted());
  const auto shown = [&] { return source.waitForReadyRead(1), source.canReadLine(); };
  QVERIFY(desk_->waitUntil(shown, 20000) && source.readLine().trimmed() == "shown");
  QTest::qWait(100);
  const int objects = desk_->state()["objects"].toInt();
  const auto place = desk_->point(0.25, -0.85, 0.0);
  QVERIFY2(place, "the floor in front of the table is not in view");
  QVERIFY2(desk_->dragOver(QPoint(x + 70, 330), *place), "the drag does not arrive");
  const auto told = [&] { return source.waitForReadyRead(1), source.canReadLine(); };
  QVERIFY2(desk_->waitUntil(told, 10000) && source.readLine().trimmed() == "taken",
           "the editor has not taken the file");
  // The source must live until then: it is told of a drop before the editor has fetched what was dropped.
  QVERIFY2(desk_->waitUntil([&] {
    return desk_->ask({{"widget", "Import"}, {"in", "importWizard"}})["enabled"].toBool();
  }),
           "the wizard is not ready");
  source.terminate();
  QTest::qWait(400);
  desk_->shot(QStringLiteral("2-wizard"));
  const auto import = desk_->widget(QStringLiteral("Import"), QStringLiteral("importWizard"));
  QVERIFY2(import, qPrintable(desk_->error()));
  desk_->click(*import);
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["objects"].toInt() == objects + 1; }));
  QVERIFY(desk_->settle());
  source.waitForFinished(3000);
  part_ = desk_->state()["selection"].toArray().at(0).toString();
  QVERIFY2(!part_.isEmpty(), "what was imported is not selected");
  floor_ = desk_->shot(QStringLiteral("3-imported"));
  const QJsonObject node = desk_->node(part_);
  const QRect near = around(Desk::toPoint(node["center_at"].toArray()), 30);
  QVERIFY2(changed(bare_, floor_, near) > 0.1, "the part is not to be seen where it was dropped");
  QVERIFY2(countColour(floor_, around(near.center(), 120), kActiveOutline, 24) > 20, "it has no outline");
}

// Drags one handle so far that the pivot comes to the target in this direction: the handle stands a
// little further along the axis, and keeps that distance.
void TestJourney::dragAlong(const char* axis, int index) {
  const QJsonObject before = desk_->node(part_);
  const auto handle = desk_->gizmo(QLatin1String(axis));
  QVERIFY2(handle, axis);
  double from[3], to[3];
  for (int i = 0; i < 3; ++i) from[i] = to[i] = coordinate(before, i);
  from[index] += kHandlePixels * before["metres_per_pixel"].toDouble();
  to[index] = from[index] + kTarget[index] - coordinate(before, index);
  const auto a = desk_->point(from[0], from[1], from[2]), b = desk_->point(to[0], to[1], to[2]);
  QVERIFY2(a && b, "out of the view");
  desk_->drag(*handle, *handle + *b - *a, 16);
  QVERIFY2(desk_->settle(), axis);
  const double off = coordinate(desk_->node(part_), index) - kTarget[index];
  QVERIFY2(std::abs(off) < 0.03, qPrintable(QStringLiteral("%1 is off by %2 m").arg(QLatin1String(axis)).arg(off)));
}

void TestJourney::movesThePartOntoTheTable() {
  // The notice lies over a part of the view.
  if (const auto notice = desk_->widget(QStringLiteral("Close this notice"))) desk_->click(*notice);
  clickButton("tool.move");
  desk_->moveTo(desk_->view().bottomLeft() + QPoint(20, -20));
  QVERIFY(desk_->settle());
  floor_ = desk_->screen();
  dragAlong("z", 2);
  if (QTest::currentTestFailed()) return;
  dragAlong("x", 0);
  if (QTest::currentTestFailed()) return;
  dragAlong("y", 1);
  if (QTest::currentTestFailed()) return;
  QVERIFY(desk_->settle());
  table_ = desk_->shot(QStringLiteral("4-on-the-table"));
  const QJsonObject node = desk_->node(part_);
  QVERIFY2(std::abs(node["box"].toArray().at(0).toArray().at(2).toDouble() - kTableTop) < 0.006,
           "it does not stand on the table");
  const QRect near = around(Desk::toPoint(node["center_at"].toArray()), 16);
  QVERIFY2(changed(bare_, table_, near) > 0.15, "the part is not to be seen on the table");
  QVERIFY2(countColour(table_, around(near.center(), 120), kActiveOutline, 24) > 20, "it has no outline");
}

void TestJourney::undoesAndRedoes() {
  const QRect view = desk_->view();
  const auto step = [&](const char* action) {
    const int revision = desk_->state()["revision"].toInt();
    clickButton(action);
    return desk_->waitUntil([&] { return desk_->state()["revision"].toInt() > revision; }, 5000);
  };
  for (int i = 0; i < 3; ++i) QVERIFY(step("edit.undo"));
  QVERIFY(desk_->settle());
  const QImage undone = desk_->shot(QStringLiteral("5-undone"));
  qInfo("undo leaves %.3f %% of the view different", 100.0 * changed(floor_, undone, view));
  QVERIFY2(changed(floor_, undone, view) < 0.002, "undoing does not give the picture of before");
  QVERIFY(changed(table_, undone, view) > 0.005);
  for (int i = 0; i < 3; ++i) QVERIFY(step("edit.redo"));
  QVERIFY(desk_->settle());
  const QImage redone = desk_->screen();
  QVERIFY2(changed(table_, redone, view) < 0.002, "redoing does not give the picture of before");
}

void TestJourney::jogs() {
  const auto work_place = desk_->point(0.5, 0.0, 0.85);
  QVERIFY(work_place);
  const QImage far = desk_->screen();
  desk_->wheelUp(*work_place, 2);
  QVERIFY(desk_->settle());
  home_ = desk_->screen();
  QVERIFY2(changed(far, home_, desk_->view()) > 0.1, "the wheel does not zoom");
  const auto tab = desk_->item(QStringLiteral("Joints"));
  QVERIFY2(tab, qPrintable(desk_->error()));
  desk_->click(*tab);
  const QJsonObject slider = desk_->ask({{"widget", "Slider of joint_1"}, {"in", "joints"}});
  QVERIFY2(slider.contains(QLatin1String("handle")), QJsonDocument(slider).toJson().constData());
  const QPoint handle = Desk::toRect(slider["handle"].toArray()).center();
  const int revision = desk_->state()["revision"].toInt();
  desk_->drag(handle, handle + QPoint(Desk::toRect(slider["rect"].toArray()).width() / 6, 0));
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["revision"].toInt() == revision + 1; }, 5000));
  QVERIFY(desk_->settle());
  jogged_ = desk_->shot(QStringLiteral("6-jogged"));
  QVERIFY2(changed(home_, jogged_, desk_->view()) > 0.02, "the robot has not moved");
}

void TestJourney::plansToPick() {
  const auto tab = desk_->item(QStringLiteral("Motion"));
  QVERIFY2(tab, qPrintable(desk_->error()));
  desk_->click(*tab);
  clickButton("tool.select");
  const auto goal_in_tree = desk_->item(QStringLiteral("pick"), QStringLiteral("Scene tree"));
  QVERIFY2(goal_in_tree, qPrintable(desk_->error()));
  desk_->click(*goal_in_tree);
  const auto box = desk_->widget(QStringLiteral("Target"), QStringLiteral("motion"));
  QVERIFY2(box, qPrintable(desk_->error()));
  desk_->click(*box);
  std::optional<QPoint> entry;
  QVERIFY2(
      desk_->waitUntil(
          [&] {
            return (entry = desk_->item(QStringLiteral("pick"), QStringLiteral("Target"), QStringLiteral("motion")))
                .has_value();
          },
          5000),
      "no target 'pick'");
  QTest::qWait(200);
  desk_->click(*entry);
  QVERIFY(desk_->waitUntil(
      [&] {
        return desk_->ask({{"widget", "Target"}, {"in", "motion"}})["text"].toString() == QLatin1String("pick");
      },
      5000));
  const auto plan = desk_->widget(QStringLiteral("Plan"), QStringLiteral("motion"));
  QVERIFY2(plan, qPrintable(desk_->error()));
  desk_->click(*plan);
  QVERIFY(desk_->waitUntil(
      [&] {
        const QString now = desk_->state()["plan"].toString();
        return now == QLatin1String("fresh") || now == QLatin1String("failed");
      },
      60000));
  QVERIFY2(desk_->state()["plan"].toString() == QLatin1String("fresh"),
           qPrintable(desk_->state()["report"].toString()));
  QVERIFY(desk_->settle());
  planned_ = desk_->shot(QStringLiteral("7-planned"));
  const QRect view = desk_->view();
  const int before = countColour(jogged_, view, kTrace, 30), after = countColour(planned_, view, kTrace, 30);
  QVERIFY2(after > before + 150,
           qPrintable(QStringLiteral("trace: %1 pixels before, %2 after").arg(before).arg(after)));
  const QPoint goal = Desk::toPoint(desk_->node(QStringLiteral("pick"))["at"].toArray());
  QVERIFY2(changed(jogged_, planned_, around(goal, 60)) > 0.05, "the path does not end at the frame");
}

void TestJourney::scrubs() {
  const QJsonObject slider = desk_->ask({{"widget", "Moment of the motion"}});
  QVERIFY2(slider.contains(QLatin1String("handle")), QJsonDocument(slider).toJson().constData());
  const QRect at = Desk::toRect(slider["rect"].toArray());
  desk_->drag(Desk::toRect(slider["handle"].toArray()).center(),
              QPoint(at.left() + at.width() * 6 / 10, at.center().y()), 20);
  QVERIFY(desk_->waitUntil([&] { return desk_->state()["preview_s"].toDouble() > 0.1; }, 5000));
  QVERIFY(desk_->settle());
  const QImage scrubbed = desk_->shot(QStringLiteral("8-scrubbed"));
  QVERIFY2(changed(planned_, scrubbed, desk_->view()) > 0.01, "the robot does not follow the timeline");
  QCOMPARE(desk_->state()["plan"].toString(), QStringLiteral("fresh"));
}

void TestJourney::savesAndCloses() {
  QVERIFY(desk_->state()["dirty"].toBool());
  clickButton("file.save");
  QVERIFY(desk_->waitUntil([&] {
    const auto s = desk_->state();
    return !s["dirty"].toBool() && !s["busy"].toBool();
  }));
  QVERIFY(desk_->settle());
  const QImage saved = desk_->shot(QStringLiteral("9-saved"));
  QVERIFY(variety(saved, desk_->view()) > 60);
  hash_ = desk_->ask({{"hash", true}})["content_hash"].toString();
  QVERIFY(hash_.startsWith(QLatin1String("sha256:")));
  const auto info = desk_->command({"info", file_, "--json"});
  QVERIFY2(info, qPrintable(desk_->error()));
  QCOMPARE(QJsonDocument::fromJson(*info).object()["content_hash"].toString(), hash_);
  last_state_ = desk_->state();
  desk_->key(QStringLiteral("ctrl+q"));
  const int status = desk_->waitForEnd();
  checkWatchdog(last_state_, "first run");
  QCOMPARE(status, 0);
}

void TestJourney::opensAgainTheSame() {
  QVERIFY2(desk_->open(file_, {"--size", "1918x1055", "--theme", "light"}), qPrintable(desk_->error() + desk_->told()));
  QCOMPARE(desk_->ask({{"hash", true}})["content_hash"].toString(), hash_);
  desk_->moveWindowToCorner();
  QVERIFY(desk_->settle());
  QVERIFY(!desk_->state()["dirty"].toBool());
  const QJsonObject node = desk_->node(part_);
  for (int i = 0; i < 2; ++i) QVERIFY(std::abs(coordinate(node, i) - kTarget[i]) < 0.03);
  const QImage again = desk_->shot(QStringLiteral("10-again"));
  const QRect view = desk_->view();
  QVERIFY(variety(again, view) > 60);
  QVERIFY(variety(again, around(Desk::toPoint(node["center_at"].toArray()), 12)) > 3);
  last_state_ = desk_->state();
  desk_->key(QStringLiteral("ctrl+q"));
  const int status = desk_->waitForEnd();
  checkWatchdog(last_state_, "second run");
  QCOMPARE(status, 0);
}

void TestJourney::checkWatchdog(const QJsonObject& last_state, const char* run) {
  const QJsonObject dog = last_state["watchdog"].toObject();
  qInfo("watchdog, %s: %s; worst CPU outside the frame %.1f ms", run, qPrintable(dog["summary"].toString()),
        dog["cpu_outside_frame_max_ms"].toDouble());
  for (const QString& line : desk_->told().split(QLatin1Char('\n')))
    if (line.startsWith(QLatin1String("watchdog:"))) qInfo("%s", qPrintable(line));
  QVERIFY2(dog["turns"].toInt() > 20, "the watchdog has not watched");
  QVERIFY2(dog["cpu_outside_frame_max_ms"].toDouble() <= longestCpuMs(),
           "too much work on the thread of the user interface");
  QVERIFY2(dog["held_max_ms"].toDouble() <= kLongestHeldMs, "a turn of the event loop took too long");
}

void TestJourney::cleanupTestCase() { desk_.reset(); }

QTEST_MAIN(TestJourney)
#include "test_journey.moc"
