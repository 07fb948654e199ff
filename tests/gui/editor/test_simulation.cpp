// SPDX-License-Identifier: Apache-2.0
// Journey: what would a drop really do? Play, pause, step, look back, go on, keep the poses, take that back.
#include "app/editor/physics_desk.h"
#include "app/editor/physics_film.h"
#include "app/editor/timeline_desk.h"
#include "core/session/object_properties.h"
#include "core/world/records/hashes.h"
#include "tests/gui/editor/view_test.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/physics/checks_page.h"
#include "ui/scene/scene_window.h"

using namespace ww;
using namespace ww::editor;

class TestSimulation : public ViewTest {
  Q_OBJECT
 public:
  explicit TestSimulation(ui::Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void aDropFromPlayToUndo();
  void whatWasMovedMeanwhileIsNotMovedBack();
  void aDropIsFilmed();
  void theViewGoesOnWhileManyFall();

 private:
  using State = ui::Physics::State;
  ui::Physics& physics() { return window_->physics().physics(); }
  ui::PhysicsPanel& panel() { return *window_->physics().panel(); }
  ui::PhysicsBar& bar() { return *panel().bar(); }
  ObjectId addWeight(const char* name, const Vec3& size, const Pose& root_t_box, double mass) {
    const ObjectId id = addBox(name, size, root_t_box);
    const auto link = world()->entity(world()->peek(id)->rootEntity());
    window_->bridge().commit(QStringLiteral("weigh"),
                             session::setLinkPhysics(*world(), link->id, *session::physicsOfShape(*link, mass)));
    return id;
  }
  double shownHeight(ObjectId id) { return window_->poseLayer().rootT(*world(), id).p.z(); }
  void click(QAbstractButton* button) {
    QVERIFY2(button->isEnabled() && button->isVisible(), qPrintable(button->accessibleName()));
    QTest::mouseClick(button, Qt::LeftButton);
  }

  // The range of greys about the top of the view cube, which has dark letters; grid and sky have some as well.
  int contrastAtCube(const QImage& image) {
    const auto top = ui::ViewProbe(view()).cubePosition(ui::scene::CubeSpot::of(ui::scene::Facet(0, 0, 1)));
    if (!top) return -1;
    const double scale = static_cast<double>(image.width()) / view().width();
    int least = 255, most = 0;
    for (int dy = -24; dy <= 24; dy += 2)
      for (int dx = -24; dx <= 24; dx += 2) {
        const QPoint at((*top * scale).toPoint() + QPoint(dx, dy));
        if (!image.rect().contains(at)) continue;
        least = std::min(least, qGray(image.pixel(at)));
        most = std::max(most, qGray(image.pixel(at)));
      }
    return most - least;
  }

  ui::Watchdog& dog_;
};

void TestSimulation::aDropFromPlayToUndo() {
  const ObjectId table = addBox("table", Vec3(1, 1, 0.1), Pose::translation(0, 0, 0.05));
  window_->bridge().commit(QStringLiteral("static"), session::setSimulation(table, {true, false}));
  const ObjectId part = addWeight("part", Vec3(0.1, 0.1, 0.1), Pose::translation(0, 0, 0.6), 1.0);
  run("view.fit");
  settle();
  const std::string before = world::contentHash(*world());
  run("panel.physics");
  QVERIFY(window_->docks().isOpen(QStringLiteral("physics")));
  // Before it plays: nothing stands against it.
  auto* checks = panel().findChild<ui::ChecksPage*>();
  QTRY_VERIFY_WITH_TIMEOUT(checks->isUpToDate(), 20000);
  QCOMPARE(checks->count(), 0);
  // Play until it lies; the picture has it there.
  const QImage up = picture();
  click(bar().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(shownHeight(part) < 0.16, 20000);
  click(bar().playButton());
  QTRY_COMPARE(physics().state(), State::kPaused);
  QVERIFY(picture() != up);
  QCOMPARE(world::contentHash(*world()), before);
  // Step, look back, go on.
  QTest::qWait(300);  // the moment of the pause is shown
  const std::uint64_t step = physics().shown()->step;
  bar().steps()->setValue(5);
  click(bar().stepButton());
  QTRY_COMPARE(physics().shown()->step, step + 5);
  bar().line()->setValue(bar().line()->maximum() / 3);
  QVERIFY(shownHeight(part) > 0.16 && physics().shown()->step < step);
  click(bar().goOnButton());
  QTRY_VERIFY(!physics().scrubbed());
  QVERIFY(shownHeight(part) > 0.16);
  click(bar().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(shownHeight(part) < 0.16 && physics().shown()->flying.front().rests, 20000);
  // The table carries it with its weight.
  click(bar().forcesButton());
  const auto forces = view().marks().measures(ui::scene::MeasureOf::kPhysics);
  QVERIFY(!forces.empty());
  const auto weight = [this] {
    Vec3 sum = Vec3::Zero();
    for (const auto& c : physics().shown()->contacts) sum += c.force;
    return std::abs(sum.z());
  };
  QTRY_VERIFY2(std::abs(weight() - 9.81) < 0.2, qPrintable(QString::number(weight())));
  QVERIFY2(forces.front().text.contains(QLatin1Char('N')), qPrintable(forces.front().text));
  // Stop brings the world back as it is; another run is kept, and taken back.
  click(bar().stopButton());
  QVERIFY(window_->poseLayer().empty());
  QVERIFY(view().marks().measures(ui::scene::MeasureOf::kPhysics).empty());
  QCOMPARE(world::contentHash(*world()), before);
  bar().steps()->setValue(1500);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().shown()->step == 1500, 20000);
  bar().keepAction(ui::Physics::Keep::kAll)->trigger();
  QVERIFY(std::abs(world()->rootT(part).p.z() - 0.15) < 2e-3);
  QVERIFY(!physics().isOn());
  run("edit.undo");
  QCOMPARE(world::contentHash(*world()), before);
}

// What was moved in the world while physics ran stays where it was put, and that is said.
void TestSimulation::whatWasMovedMeanwhileIsNotMovedBack() {
  const ObjectId part = addWeight("part", Vec3(0.1, 0.1, 0.1), Pose::translation(0, 0, 0.6), 1.0);
  const ObjectId other = addWeight("other", Vec3(0.1, 0.1, 0.1), Pose::translation(0.4, 0, 0.6), 1.0);
  window_->docks().show(QStringLiteral("physics"));
  settle();
  bar().steps()->setValue(600);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().shown()->step == 600, 20000);
  QVERIFY(window_->bridge().commit(QStringLiteral("Move"),
                                   session::setPose(part, world::kRootObject, Pose::translation(-0.3, 0, 0.6))));
  QSignalSpy said(&bar(), &ui::PhysicsBar::message);
  bar().keepAction(ui::Physics::Keep::kAll)->trigger();
  QCOMPARE(world()->rootT(part).p, Vec3(-0.3, 0, 0.6));
  QVERIFY(world()->rootT(other).p.z() < 0.5);
  QCOMPARE(said.size(), 1);
  QVERIFY2(said.front().front().toString().contains(QStringLiteral("stay where they are")),
           qPrintable(said.front().front().toString()));
}

// What was simulated, at 25 pictures a second of its own time; what was shown at the end stays.
void TestSimulation::aDropIsFilmed() {
  const ObjectId part = addWeight("part", Vec3(0.1, 0.1, 0.1), Pose::translation(0, 0, 0.6), 1.0);
  run("view.fit");
  window_->docks().show(QStringLiteral("physics"));
  settle();
  QVERIFY(!bar().filmButton()->isEnabled());
  bar().steps()->setValue(200);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().shown()->step == 200, 20000);
  QVERIFY(bar().filmButton()->isEnabled());
  const QImage before = picture();
  FilmDesk& films = window_->timeline().films();
  const FilmStrip strip = physicsStrip(physics());
  QVERIFY2(strip.moments.size() == 6 || strip.moments.size() == 7, qPrintable(QString::number(strip.moments.size())));
  const QString file = folder_.filePath(QStringLiteral("drop.png"));
  QSignalSpy saved(&films, &FilmDesk::saved);
  films.save(FilmDesk::Kind::kFrames, file, strip);
  QVERIFY(films.isFilming());
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 60000);
  const QImage first(frameFile(file, 1)), last(frameFile(file, static_cast<int>(strip.moments.size())));
  QVERIFY(!first.isNull() && first.size() == last.size() && first != last);
  QVERIFY(!QFile::exists(frameFile(file, static_cast<int>(strip.moments.size()) + 1)));
  // Nothing is in them that is there for the hand; then it is there again.
  const int with_cube = contrastAtCube(before), filmed = contrastAtCube(first), later = contrastAtCube(picture());
  QVERIFY2(with_cube > 120 && later > 120, qPrintable(QStringLiteral("%1, %2").arg(with_cube).arg(later)));
  QVERIFY2(filmed < 90 && contrastAtCube(last) < 90, qPrintable(QString::number(filmed)));
  QVERIFY(std::abs(shownHeight(part) - (0.6 - 0.5 * 9.81 * 0.04)) < 5e-3);
  if (ffmpegProgram().isEmpty()) return;
  const QString movie = folder_.filePath(QStringLiteral("drop.mp4"));
  films.save(FilmDesk::Kind::kMovie, movie, physicsStrip(physics()));
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 60000);
  QVERIFY(QFileInfo(movie).size() > 1000);
  physics().stop();
  QVERIFY(physicsStrip(physics()).moments.empty());
}

// Sixty boxes in a heap: no turn of the window waits for physics, and edits go on.
void TestSimulation::theViewGoesOnWhileManyFall() {
  for (int i = 0; i < 60; ++i)
    addWeight(qPrintable(QStringLiteral("box_%1").arg(i)), Vec3(0.1, 0.1, 0.1),
              Pose::translation(0.05 * (i % 4), 0.05 * (i % 3), 0.2 + 0.12 * i), 1.0);
  run("view.fit");
  window_->docks().show(QStringLiteral("physics"));
  settle();
  click(bar().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().shown()->time > 0.05, 20000);
  dog_.setFrameSource([view = QPointer<ui::Viewport>(&view())] {
    return view ? ui::ViewProbe(*view).frameTotals() : ui::FrameTotals();
  });
  dog_.reset();
  const std::uint64_t from = physics().shown()->step;
  QTest::qWait(2000);
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
  dog_.setFrameSource({});
  QVERIFY(physics().shown()->step > from);
  const ObjectId late = addBox("late", Vec3(0.1, 0.1, 0.1), Pose::translation(3, 0, 0.05));
  QVERIFY(world()->peek(late));
  QTRY_VERIFY(physics().isStale());
  QVERIFY(physics().isOn());
  window_->document().reset();
  QTRY_VERIFY(!physics().isOn());
  QVERIFY(window_->poseLayer().empty());
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("simulation test"));
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TestSimulation test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_simulation.moc"
