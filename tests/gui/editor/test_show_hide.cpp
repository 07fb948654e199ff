// SPDX-License-Identifier: Apache-2.0
// Eyes, locks, isolation, kinds and ghosts. None of it is an edit.
#include <cmath>
#include <ctime>

#include "tests/gui/editor/show_hide_test.h"

using namespace ww;
using namespace ww::editor;

// Relative luminance, 0 to 1.
double lightOf(const QColor& c) {
  const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

class TestShowHide : public ShowHideTest {
  Q_OBJECT
 private Q_SLOTS:
  void theEyeOfARowHidesWhatHangsOnIt();
  void anEyeIsSeenOnARowThatIsSelected();
  void anEyeIsDraggedOverRows();
  void keysHideAndShow();
  void whatIsLockedIsChosenInTheTreeAlone();
  void isolationShowsTheSelectionAlone();
  void kindsAreHidden();
  void aGhostShowsWhatIsInIt();
  void tenThousandAreHidden();
};

void TestShowHide::theEyeOfARowHidesWhatHangsOnIt() {
  build();
  const auto revision = window_->bridge().snapshot().revision;
  const std::string hash = contentHash(*world());
  QVERIFY(isDrawn(table_) && isDrawn(part_));
  clickMark(table_, ui::RowMark::kEye);
  QCOMPARE(drawn(), std::set<std::uint64_t>{other_.value});
  QVERIFY(view().nodesAt(pixelOf(on_part_)).empty());
  clickInView(on_part_);
  QVERIFY(window_->selection().nodes().empty());
  QVERIFY(chip()->isVisible());
  QCOMPARE(chip()->text(), QStringLiteral("1 hidden"));
  // The row of the part says so, too.
  QVERIFY(model()->indexOf(part_).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("hidden")));
  // Nothing of the world has changed.
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  QCOMPARE(contentHash(*world()), hash);
  QVERIFY(!window_->document().isDirty() || window_->document().path().isEmpty());
  // What is hidden can be selected in the tree, and gets no handles.
  window_->selection().select({part_});
  run("tool.move");
  QVERIFY(!ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ));
  QTest::mouseClick(chip(), Qt::LeftButton);
  QCOMPARE(drawn().size(), std::size_t{3});
  QVERIFY(!chip()->isVisible());
  QVERIFY(ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ));
}

void TestShowHide::anEyeIsSeenOnARowThatIsSelected() {
  build();
  window_->selection().select({table_});
  QTest::qWait(50);
  const QPoint at = mark(table_, ui::RowMark::kEye);
  const QImage image = tree()->viewport()->grab().toImage();
  const double ground = lightOf(image.pixelColor((at - QPoint(10, 9)) * image.devicePixelRatio()));
  double most = 1.0;
  for (int y = -8; y <= 8; ++y)
    for (int x = -8; x <= 8; ++x) {
      const double here = lightOf(image.pixelColor((at + QPoint(x, y)) * image.devicePixelRatio()));
      most = std::max(most, (std::max(here, ground) + 0.05) / (std::min(here, ground) + 0.05));
    }
  QVERIFY2(most > 3.0, qPrintable(QString::number(most)));
}

void TestShowHide::anEyeIsDraggedOverRows() {
  for (int i = 0; i < 6; ++i)
    addBox(("b" + std::to_string(i)).c_str(), Vec3(0.1, 0.1, 0.1), Pose::translation(0.2 * i, 0, 0.05));
  settle();
  const auto row = [&](int i) { return world()->childNamed(world::kRootObject, "b" + std::to_string(i)); };
  auto* viewport = tree()->viewport();
  for (const bool hide : {true, false}) {
    QTest::mousePress(viewport, Qt::LeftButton, {}, mark(row(1), ui::RowMark::kEye));
    // So quickly that no event falls on those between.
    QTest::mouseMove(viewport, mark(row(4), ui::RowMark::kEye));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, mark(row(4), ui::RowMark::kEye));
    for (int i = 0; i < 6; ++i)
      QCOMPARE(project::contains(keeper().state().hidden, row(i).value), hide && i >= 1 && i <= 4);
  }
  // It was no drag of rows, and no click on them.
  QVERIFY(window_->selection().nodes().empty());
  QVERIFY(model()->indexOf(row(1)).parent() == QModelIndex());
}

void TestShowHide::keysHideAndShow() {
  build();
  window_->selection().select({part_});
  key("H", tree());
  QVERIFY(!isDrawn(part_) && isDrawn(table_));
  key("H", tree());
  QVERIFY(isDrawn(part_));
  key("H", view().focusProxy());
  QVERIFY(!isDrawn(part_));
  key("Shift+H", view().focusProxy());
  QVERIFY(isDrawn(part_));
  // History and undo know nothing of it.
  run("edit.undo");
  QVERIFY(!world()->peek(other_));
}

void TestShowHide::whatIsLockedIsChosenInTheTreeAlone() {
  build();
  const QColor before = colorAt(picture(), on_part_);
  clickMark(part_, ui::RowMark::kLock);
  QVERIFY(project::contains(keeper().state().locked, part_.value));
  const QColor after = colorAt(picture(), on_part_);
  QVERIFY2(isReddish(before) && after.red() - after.green() < before.red() - before.green() - 30,
           qPrintable(before.name() + after.name()));  // less colour
  clickInView(Vec3(0.05, -0.1, 0.13));                 // low on its front: behind it is the table
  QCOMPARE(window_->selection().nodes(), std::vector<world::NodeRef>{table_});
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(model()->indexOf(part_)).center());
  QCOMPARE(window_->selection().nodes(), std::vector<world::NodeRef>{part_});
  run("tool.move");
  QVERIFY(!ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ));
  // Nor by a rectangle, over all of the surface: to the left it takes what it touches.
  run("tool.select");
  window_->selection().clear();
  const QPoint from(surface()->width() - 4, surface()->height() - 4), to(4, 130);
  QTest::mousePress(surface(), Qt::LeftButton, {}, from);
  QTest::mouseMove(surface(), (from + to) / 2);
  QTest::mouseMove(surface(), to);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, to);
  QVERIFY(!window_->selection().nodes().empty());
  QVERIFY(!window_->selection().contains(part_));
  // A lock holds for what hangs on it.
  run("view.unlock-all");
  clickMark(table_, ui::RowMark::kLock);
  QVERIFY(view().nodesAt(pixelOf(on_part_)).empty());
}

void TestShowHide::isolationShowsTheSelectionAlone() {
  build();
  window_->selection().select({part_});
  key("I", tree());
  QCOMPARE(drawn(), std::set<std::uint64_t>{part_.value});
  QCOMPARE(chip()->text(), QStringLiteral("1 isolated"));
  // One step back is the newest one.
  window_->selection().select({other_});
  key("Esc", tree());
  QVERIFY(window_->selection().nodes().empty() && keeper().visibility().isIsolating());
  key("Esc", tree());
  QCOMPARE(drawn().size(), std::size_t{3});
  // With what hangs on it; the chip ends it.
  window_->selection().select({table_});
  run("view.isolate");
  QCOMPARE(drawn(), (std::set<std::uint64_t>{table_.value, part_.value}));
  QTest::mouseClick(chip(), Qt::LeftButton);
  QCOMPARE(drawn().size(), std::size_t{3});
}

void TestShowHide::kindsAreHidden() {
  openSample();
  const ObjectId robot = robotOf();
  QVERIFY(robot && isDrawn(robot));
  const QImage before = picture();
  run("view.frames");
  QVERIFY(!window_->isShown(ui::Shown::kFrames));
  QVERIFY(picture() != before);
  run("view.robots");
  const auto without = drawn();
  QVERIFY(!without.contains(robot.value) && !without.empty());
  QVERIFY2(chip()->text().contains(QStringLiteral("no robots")), qPrintable(chip()->text()));
  run("view.robots");
  run("view.parts");
  for (const std::uint64_t id : drawn()) QVERIFY(world()->peek(ObjectId{id})->isKinematic());
  run("view.show-all");
  QVERIFY(window_->isShown(ui::Shown::kFrames) && isDrawn(robot));
}

void TestShowHide::aGhostShowsWhatIsInIt() {
  const ObjectId red = addBox("inside", Vec3(0.2, 0.2, 0.2), Pose::translation(0, 0, 0.5));
  window_->bridge().commit(
      QStringLiteral("make"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "around", geometry::Box{{1, 1, 1}},
                               {0.2f, 0.3f, 0.9f, 1.0f}, Pose::translation(0, 0, 0.5)));
  const ObjectId around = world()->childNamed(world::kRootObject, "around");
  // Contacts are painted over what they touch.
  session::CollisionRuleEdit rule;
  rule.left = {{red, {}}};
  QVERIFY(window_->bridge().commit(QStringLiteral("rule"), session::addCollisionRule(*world(), rule)));
  run("view.fit");
  const auto differs = [](const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
  };
  // The outline of what is selected is off the middle.
  window_->selection().select({around});
  const QImage solid = picture();
  key("X", tree());
  const QImage ghost = picture();
  const QColor inside = colorAt(ghost, Vec3(0, 0, 0.5)), beside = colorAt(ghost, Vec3(0.25, 0.25, 0.8));
  QVERIFY2(differs(inside, beside) > 30, qPrintable(inside.name() + beside.name()));
  QVERIFY(differs(inside, colorAt(solid, Vec3(0, 0, 0.5))) > 30);
  // Only what is selected.
  window_->selection().select({red});
  QVERIFY(differs(colorAt(picture(), Vec3(0, 0, 0.5)), colorAt(solid, Vec3(0, 0, 0.5))) < 12);
  key("Shift+X", tree());
  QVERIFY(differs(colorAt(picture(), Vec3(0, 0, 0.5)), colorAt(solid, Vec3(0, 0, 0.5))) > 30);
  key("Shift+X", tree());
  QCOMPARE(keeper().state().x_ray, project::XRay::kOff);
}

void TestShowHide::tenThousandAreHidden() {
  constexpr int kObjects = 10000, kRow = 100;
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < kObjects; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "o" + std::to_string(i),
                                             geometry::Box{Vec3::Constant(0.1 + 0.001 * (i % 100))},
                                             {0.5f, 0.6f, 0.7f, 1.0f},
                                             Pose::translation(0.3 * (i % kRow), 0.3 * (i / kRow), 0.05)));
  window_->bridge().commit(QStringLiteral("make"), session::join(edits));
  QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(view()).isComplete(), 60000);
  run("view.fit");
  settle();
  QTest::qWait(1500);
  run("edit.select-all");
  QTest::qWait(1500);
  const auto cpu = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  };
  // Of the thread, outside the frames; the best of some, as caches are shared with others.
  double best = 1e9;
  for (int i = 0; i < 10 && best >= 50.0; ++i) {
    const double start = cpu(), frames = ui::ViewProbe(view()).frameTotals().cpu_ms;
    action("view.hide")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(view()).isComplete(), 20000);
    best = std::min(best, cpu() - start - (ui::ViewProbe(view()).frameTotals().cpu_ms - frames));
    QVERIFY(view().nodesAt(QPointF(surface()->width() / 2.0, surface()->height() / 2.0)).empty());
    keeper().showAll();
    QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(view()).isComplete(), 20000);
    settle();
  }
  qInfo("hiding %d objects: %.1f ms of the thread", kObjects, best);
  QVERIFY2(best < 50.0, qPrintable(QString::number(best)));
}

int main(int argc, char** argv) { return runWindowTest<TestShowHide>(argc, argv); }
#include "test_show_hide.moc"
