// SPDX-License-Identifier: Apache-2.0
// The matrix of collision rules: read, chosen, painted over by mouse and keys.
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTest>
#include <QToolTip>
#include <algorithm>
#include <set>

#include "core/session/rule_builders.h"
#include "tests/contract/planner/cell.h"
#include "ui/panels/rules/rule_matrix_look.h"
#include "ui/panels/rules/rule_matrix_panel.h"
#include "ui/widgets/theme.h"

using namespace ww;
using usecase::Brush;
using usecase::CellSign;

namespace {

// A session of a world, and the matrix over it.
struct Desk {
  explicit Desk(const test::Cell& cell)
      : bridge(std::make_shared<session::WorldSession>(cell.world, cell.store)), panel(bridge, selection) {
    panel.resize(900, 620);
    panel.show();
  }
  ui::SessionBridge bridge;
  ui::Selection selection;
  ui::RuleMatrixPanel panel;
};

}  // namespace

class TestRuleMatrix : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup() { desk_.reset(); }
  void eachCellSaysWhatIsDoneAndWhy();
  void signsAreLegibleInBothThemes();
  void aClickSelectsThePair();
  void draggingExcludesAsOneStep();
  void draggingChecksWhatIsLeftOutByDesign();
  void theMarginBrushKeepsPairsApart();
  void escapeGivesUpAStroke();
  void keysReachEverything();
  void nothingToChangeIsSaid();
  void filtersLeaveWhatIsLookedFor();
  void headsOpenAndSelect();
  void aPairIsShown();
  void itFollowsTheWorld();
  void aWorldWithoutGeometrySaysSo();
  void aLowPanelKeepsItsHeightForRows();

 private:
  ui::RuleMatrixPanel& panel() { return desk_->panel; }
  ui::RuleMatrixGrid& grid() { return *panel().grid(); }
  ui::RuleMatrixModel& cells() { return *panel().cells(); }
  world::WorldPtr world() { return desk_->bridge.snapshot().world; }
  std::size_t steps() { return desk_->bridge.session().history().position; }
  int at(const char* name) {
    for (int i = 0; i < cells().rowCount(); ++i)
      if (cells().name(Qt::Vertical, i) == QLatin1String(name)) return i;
    return -1;
  }
  CellSign sign(const char* a, const char* b) { return cells().cell(at(a), at(b)).sign; }
  QPoint middle(const char* a, const char* b) {
    const QModelIndex index = cells().index(at(a), at(b));
    grid().scrollTo(index);
    return grid().visualRect(index).center();
  }
  void choose(std::optional<Brush> brush) { QTest::mouseClick(panel().brushButton(brush), Qt::LeftButton); }
  void move(const QPoint& to, Qt::MouseButtons held) {
    QMouseEvent event(QEvent::MouseMove, to, grid().viewport()->mapToGlobal(to), Qt::NoButton, held, Qt::NoModifier);
    QApplication::sendEvent(grid().viewport(), &event);
  }
  void drag(const QPoint& from, const QPoint& to) {
    QTest::mousePress(grid().viewport(), Qt::LeftButton, {}, from);
    move(to, Qt::LeftButton);
    QTest::mouseRelease(grid().viewport(), Qt::LeftButton, {}, to);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers held = {}) { QTest::keyClick(&grid(), key, held); }
  void open(const char* object) {
    grid().setCurrentIndex(cells().index(at(object), at(object)));
    press(Qt::Key_Return);
  }
  collision::Explanation why(const std::string& a, const std::string& b) {
    const auto bodies = [this](const std::string& name) {
      const auto colon = name.find(':');
      if (colon == std::string::npos) return collision::bodiesOf(*world(), world()->find(name)).front();
      return world()->object(world()->find(name.substr(0, colon)))->entityNamed(name.substr(colon + 1))->id;
    };
    return collision::RuleSet::ofWorld(*world()).explain(bodies(a), bodies(b));
  }

  std::unique_ptr<Desk> desk_;
};

void TestRuleMatrix::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
}

// An arm of seven bodies with rules of its own, a part and a table.
void TestRuleMatrix::init() {
  test::Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("part", {0.1, 0.1, 0.1}, Pose::translation(2, 0, 0));
  cell.addBox("table", {1, 1, 0.1}, Pose::translation(0, 3, 0));
  desk_ = std::make_unique<Desk>(cell);
  QVERIFY(QTest::qWaitForWindowExposed(&panel()));
  QTRY_COMPARE(cells().rowCount(), 3);
}

void TestRuleMatrix::eachCellSaysWhatIsDoneAndWhy() {
  QCOMPARE(sign("part", "table"), CellSign::kChecked);
  QCOMPARE(sign("part", "part"), CellSign::kNothing);
  QCOMPARE(sign("arm", "arm"), CellSign::kMixed);
  open("arm");
  QCOMPARE(sign("link_1", "link_2"), CellSign::kAdjacent);
  QCOMPARE(sign("link_4", "link_6"), CellSign::kOwnRule);
  // Under the pointer: below the cells, and beside the pointer.
  const QPoint place = middle("link_4", "link_6");
  move(place, Qt::NoButton);
  QVERIFY2(panel().told().contains(QStringLiteral("arm:link_4")) &&
               panel().told().contains(QStringLiteral("exclusion rule 0 of the object")),
           qPrintable(panel().told()));
  QHelpEvent help(QEvent::ToolTip, place, grid().viewport()->mapToGlobal(place));
  QApplication::sendEvent(grid().viewport(), &help);
  QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("exclusion rule 0 of the object")));
  QToolTip::hideText();
  // With the keys, and to who cannot see it.
  grid().setCurrentIndex(cells().index(at("link_1"), at("link_2")));
  QVERIFY2(panel().told().contains(QStringLiteral("two sides of one joint")), qPrintable(panel().told()));
  QVERIFY(panel().told().contains(QStringLiteral("brush Check")));
  QVERIFY(grid().currentIndex().data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("one joint")));
  QVERIFY(!grid().accessibleName().isEmpty() && !panel().marginField()->edit()->accessibleName().isEmpty());
  // Different signs look different.
  const auto look = [this](const char* a, const char* b) {
    const QRect inner = grid().visualRect(cells().index(at(a), at(b))).adjusted(3, 3, -3, -3);
    return grid().viewport()->grab(inner).toImage();
  };
  grid().setCurrentIndex(cells().index(at("part"), at("part")));
  QVERIFY(look("link_1", "link_3") != look("link_1", "link_2"));
  QVERIFY(look("link_1", "link_3") == look("link_1", "part"));
}

void TestRuleMatrix::signsAreLegibleInBothThemes() {
  std::set<QString> words;
  for (const bool dark : {false, true}) {
    for (const CellSign sign : ui::legendSigns()) {
      const ui::CellLook look = ui::cellLook(sign, dark);
      QVERIFY2(ui::Theme::contrast(look.ground, look.sign) >= 3.0, qPrintable(ui::cellWord(sign)));
      words.insert(ui::cellWord(sign));
    }
  }
  QCOMPARE(words.size(), ui::legendSigns().size());
  // Without colour, too: each is another shape.
  std::vector<QImage> shapes;
  for (const CellSign sign : ui::legendSigns()) {
    QImage shape(32, 32, QImage::Format_RGB32);
    shape.fill(Qt::white);
    QPainter painter(&shape);
    ui::paintSign(painter, QRectF(0, 0, 32, 32), sign, Qt::black);
    painter.end();
    QVERIFY(std::find(shapes.begin(), shapes.end(), shape) == shapes.end());
    shapes.push_back(shape);
  }
}

void TestRuleMatrix::aClickSelectsThePair() {
  QSignalSpy chosen(&panel(), &ui::RuleMatrixPanel::pairChosen);
  QTest::mouseClick(grid().viewport(), Qt::LeftButton, {}, middle("part", "table"));
  const std::vector<world::NodeRef> wanted{world()->find("part"), world()->find("table")};
  QCOMPARE(desk_->selection.nodes(), wanted);
  QCOMPARE(chosen.count(), 1);
  QCOMPARE(steps(), std::size_t{0});
  open("arm");
  QTest::mouseClick(grid().viewport(), Qt::LeftButton, {}, middle("link_2", "part"));
  QVERIFY(std::holds_alternative<EntityId>(desk_->selection.nodes().front()));
  // A double click opens.
  const int all = cells().rowCount();
  QTest::mouseDClick(grid().viewport(), Qt::LeftButton, {}, middle("arm", "part"));
  QTRY_COMPARE(cells().rowCount(), all - 7);
}

void TestRuleMatrix::draggingExcludesAsOneStep() {
  choose(Brush::kExclude);
  drag(middle("arm", "part"), middle("part", "table"));  // over the diagonal: three cells or two
  QCOMPARE(steps(), std::size_t{1});
  QVERIFY(why("arm:link_6", "part").excluded && why("part", "table").excluded);
  QCOMPARE(sign("part", "table"), CellSign::kExcluded);
  QCOMPARE(sign("table", "part"), CellSign::kExcluded);
  QVERIFY2(panel().told().contains(QStringLiteral("one step")), qPrintable(panel().told()));
  desk_->bridge.undo();
  QTRY_COMPARE(sign("part", "table"), CellSign::kChecked);
  QVERIFY(!why("arm:link_6", "part").excluded);
  desk_->bridge.redo();
  QTRY_COMPARE(sign("part", "table"), CellSign::kExcluded);
  // And back again.
  choose(Brush::kCheck);
  drag(middle("part", "table"), middle("part", "table"));
  QVERIFY(!why("part", "table").excluded && why("arm:link_6", "part").excluded);
  QCOMPARE(steps(), std::size_t{2});
}

void TestRuleMatrix::draggingChecksWhatIsLeftOutByDesign() {
  open("arm");
  choose(Brush::kCheck);
  drag(middle("link_1", "link_2"), middle("link_1", "link_2"));
  QVERIFY(!why("arm:link_1", "arm:link_2").excluded);
  QCOMPARE(sign("link_1", "link_2"), CellSign::kChecked);
  QCOMPARE(steps(), std::size_t{1});
  desk_->bridge.undo();
  QTRY_COMPARE(sign("link_1", "link_2"), CellSign::kAdjacent);
}

void TestRuleMatrix::theMarginBrushKeepsPairsApart() {
  auto* edit = panel().marginField()->edit();
  QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(edit, QStringLiteral("30"));
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(panel().brushButton(Brush::kMargin)->isChecked());
  QCOMPARE(grid().brush(), std::optional(Brush::kMargin));
  drag(middle("arm", "table"), middle("part", "table"));
  QCOMPARE(steps(), std::size_t{1});
  QVERIFY(std::abs(why("arm:link_2", "table").margin_m - 0.03) < 1e-9);
  QVERIFY(std::abs(why("part", "table").margin_m - 0.03) < 1e-9);
  QCOMPARE(sign("part", "table"), CellSign::kMargin);
  move(middle("part", "table"), Qt::NoButton);
  QVERIFY2(panel().told().contains(QStringLiteral("30.0 mm")), qPrintable(panel().told()));
  // A larger one has no effect: it is said why.
  QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(edit, QStringLiteral("50"));
  QTest::keyClick(edit, Qt::Key_Return);
  drag(middle("part", "table"), middle("part", "table"));
  QVERIFY2(panel().told().contains(QStringLiteral("smallest holds")), qPrintable(panel().told()));
  desk_->bridge.undo();
  desk_->bridge.undo();
  QTRY_COMPARE(sign("part", "table"), CellSign::kChecked);
}

void TestRuleMatrix::escapeGivesUpAStroke() {
  choose(Brush::kExclude);
  QTest::mousePress(grid().viewport(), Qt::LeftButton, {}, middle("arm", "part"));
  move(middle("arm", "table"), Qt::LeftButton);
  QVERIFY(grid().isPainting() && grid().isPainted(at("arm"), at("table")) && grid().isPainted(at("table"), at("arm")));
  press(Qt::Key_Escape);
  QVERIFY(!grid().isPainting());
  QTest::mouseRelease(grid().viewport(), Qt::LeftButton, {}, middle("arm", "table"));
  QCOMPARE(steps(), std::size_t{0});
  QCOMPARE(sign("arm", "table"), CellSign::kChecked);
  // Once more puts the brush away.
  QVERIFY(grid().brush().has_value());
  press(Qt::Key_Escape);
  QVERIFY(!grid().brush() && panel().brushButton({})->isChecked());
}

void TestRuleMatrix::keysReachEverything() {
  grid().setCurrentIndex(cells().index(0, 0));
  press(Qt::Key_Right);
  QCOMPARE(grid().currentIndex(), cells().index(0, 1));
  // Without a brush, Space selects.
  press(Qt::Key_Space);
  QCOMPARE(desk_->selection.nodes().size(), std::size_t{2});
  panel().brushButton(Brush::kExclude)->setFocus();
  QTest::keyClick(panel().brushButton(Brush::kExclude), Qt::Key_Space);
  QCOMPARE(grid().brush(), std::optional(Brush::kExclude));
  // What was chosen by Shift and arrows is painted together.
  press(Qt::Key_Right, Qt::ShiftModifier);
  press(Qt::Key_Space);
  QCOMPARE(steps(), std::size_t{1});
  QVERIFY(why("arm:link_1", "part").excluded && why("arm:link_1", "table").excluded);
  QVERIFY(!why("part", "table").excluded);
  // Enter opens and folds, and the keys stay where they are.
  const int all = cells().rowCount();
  grid().setCurrentIndex(cells().index(at("arm"), at("table")));
  press(Qt::Key_Return);
  QCOMPARE(cells().rowCount(), all + 7);
  QCOMPARE(grid().currentIndex(), cells().index(at("arm"), at("table")));
  press(Qt::Key_Down);
  press(Qt::Key_Return);
  QCOMPARE(cells().rowCount(), all);
  QCOMPARE(grid().currentIndex(), cells().index(at("arm"), at("table")));
  // With Shift, that of the column.
  grid().setCurrentIndex(cells().index(at("table"), at("arm")));
  press(Qt::Key_Return, Qt::ShiftModifier);
  QCOMPARE(cells().rowCount(), all + 7);
  grid().setCurrentIndex(cells().index(at("table"), at("table")));
  press(Qt::Key_Return);
  QVERIFY2(panel().told().contains(QStringLiteral("nothing to open")), qPrintable(panel().told()));
}

void TestRuleMatrix::nothingToChangeIsSaid() {
  choose(Brush::kCheck);
  drag(middle("part", "table"), middle("part", "table"));
  QCOMPARE(steps(), std::size_t{0});
  QVERIFY2(panel().told().startsWith(QStringLiteral("Nothing to change")), qPrintable(panel().told()));
  // With all checking switched off, that is the reason.
  QVERIFY(desk_->bridge.commit(QStringLiteral("off"), session::switchChecking(*world(), false)));
  QTRY_COMPARE(sign("part", "table"), CellSign::kExcluded);
  drag(middle("part", "table"), middle("part", "table"));
  QVERIFY2(panel().told().contains(QStringLiteral("switched off")), qPrintable(panel().told()));
  desk_->bridge.undo();
  QTRY_COMPARE(sign("part", "table"), CellSign::kChecked);
  // A rule that leaves out one against all cannot be ended for a pair: the reason comes from the core.
  QVERIFY(desk_->bridge.commit(QStringLiteral("all"),
                               session::addCollisionRule(*world(), {{{world()->find("part"), {}}}, {}, true, 0.0})));
  QTRY_COMPARE(sign("part", "table"), CellSign::kExcluded);
  QSignalSpy failed(&desk_->bridge, &ui::SessionBridge::failed);
  drag(middle("part", "table"), middle("part", "table"));
  QCOMPARE(failed.count(), 1);
  QCOMPARE(steps(), std::size_t{1});
  QVERIFY2(!panel().told().isEmpty() && failed.front().front().toString() == panel().told(),
           qPrintable(panel().told()));
}

void TestRuleMatrix::filtersLeaveWhatIsLookedFor() {
  open("arm");
  QTest::keyClicks(panel().rowFilter(), QStringLiteral("link_3"));
  QCOMPARE(cells().rowCount(), 2);  // with its object
  QCOMPARE(cells().columnCount(), 10);
  QTest::keyClicks(panel().columnFilter(), QStringLiteral("TAB"));
  QCOMPARE(cells().columnCount(), 1);
  QVERIFY(!grid().isMirrored(1, 0));
  choose(Brush::kExclude);
  const QPoint cell = grid().visualRect(cells().index(1, 0)).center();
  drag(cell, cell);
  QVERIFY(why("arm:link_3", "table").excluded && !why("arm:link_2", "table").excluded);
  panel().rowFilter()->clear();
  panel().columnFilter()->clear();
  QCOMPARE(cells().rowCount(), 10);
  QVERIFY(grid().isMirrored(1, 0) && !grid().isMirrored(0, 1));
  // A folded object is found by its bodies.
  open("arm");
  QTest::keyClicks(panel().rowFilter(), QStringLiteral("arm link_5"));
  QCOMPARE(cells().rowCount(), 1);
}

void TestRuleMatrix::headsOpenAndSelect() {
  auto* beside = static_cast<ui::RuleMatrixHead*>(grid().verticalHeader());
  auto* above = static_cast<ui::RuleMatrixHead*>(grid().horizontalHeader());
  QTest::mouseClick(beside->viewport(), Qt::LeftButton, {}, beside->arrowOf(at("arm")));
  QCOMPARE(cells().rowCount(), 10);
  QTest::mouseClick(above->viewport(), Qt::LeftButton, {}, above->arrowOf(at("arm")));
  QCOMPARE(cells().rowCount(), 3);
  QTest::mouseClick(beside->viewport(), Qt::LeftButton, {}, beside->arrowOf(at("table")) + QPoint(40, 0));
  QCOMPARE(desk_->selection.nodes(), std::vector<world::NodeRef>{world()->find("table")});
  // Names of columns stand up: there is room for one in the width of a cell.
  QVERIFY(above->height() > 3 * above->sectionSize(0));
  QCOMPARE(above->sectionSize(0), beside->sectionSize(0));
}

void TestRuleMatrix::aPairIsShown() {
  const EntityId link = world()->object(world()->find("arm"))->entityNamed("link_5")->id;
  QVERIFY(panel().showPair(link, world()->find("table")));
  QCOMPARE(cells().rowCount(), 10);
  QCOMPARE(grid().currentIndex(), cells().index(at("link_5"), at("table")));
  // A body of an object of one.
  const EntityId body = collision::bodiesOf(*world(), world()->find("part")).front();
  QVERIFY(panel().showPair(body, link));
  QCOMPARE(grid().currentIndex(), cells().index(at("part"), at("link_5")));
}

void TestRuleMatrix::itFollowsTheWorld() {
  open("arm");
  grid().setCurrentIndex(cells().index(at("link_2"), at("table")));
  QVERIFY(desk_->bridge.commit(
      QStringLiteral("add"), session::createPrimitive(world::kRootObject, world::kRootEntity, "crate",
                                                      geometry::Box{{0.1, 0.1, 0.1}}, {}, Pose::translation(4, 0, 0))));
  QTRY_VERIFY(at("crate") >= 0);
  QCOMPARE(grid().currentIndex(), cells().index(at("link_2"), at("table")));
  QVERIFY(
      desk_->bridge.commit(QStringLiteral("rename"), session::renameObject(world()->find("crate"), "carton", true)));
  QTRY_VERIFY(at("carton") >= 0 && at("crate") < 0);
  // A move changes no cell.
  QSignalSpy reset(&cells(), &QAbstractItemModel::modelReset);
  QVERIFY(desk_->bridge.commit(QStringLiteral("move"), session::setPose(world()->find("carton"), world::kRootObject,
                                                                        Pose::translation(5, 0, 0))));
  QTest::qWait(100);
  QCOMPARE(reset.count(), 0);
  // In a stroke, what has gone meanwhile is left out.
  choose(Brush::kExclude);
  QTest::mousePress(grid().viewport(), Qt::LeftButton, {}, middle("carton", "part"));
  move(middle("carton", "table"), Qt::LeftButton);
  QVERIFY(desk_->bridge.commit(QStringLiteral("delete"), session::deleteObject(world()->find("carton"), true)));
  QTRY_VERIFY(at("carton") < 0);
  const std::size_t before = steps();
  QTest::mouseRelease(grid().viewport(), Qt::LeftButton, {}, QPoint(2, 2));
  QCOMPARE(steps(), before);
  // Folded away it costs nothing, and has what it missed when it is seen again.
  panel().hide();
  QVERIFY(desk_->bridge.commit(QStringLiteral("exclude"), session::excludePair(*world(), {world()->find("part"), {}},
                                                                               {world()->find("table"), {}})));
  QTest::qWait(100);
  QCOMPARE(sign("part", "table"), CellSign::kChecked);
  panel().show();
  QTRY_COMPARE(sign("part", "table"), CellSign::kExcluded);
}

void TestRuleMatrix::aWorldWithoutGeometrySaysSo() {
  desk_ = std::make_unique<Desk>(test::Cell());
  QVERIFY(QTest::qWaitForWindowExposed(&panel()));
  QTRY_VERIFY(std::ranges::any_of(panel().findChildren<QLabel*>(), [](const QLabel* label) {
    return label->isVisible() && label->text().startsWith(QStringLiteral("Nothing here has geometry"));
  }));
  QVERIFY(!grid().isVisible());
}

// As it stands below the view at 1280x800: words are beside the matrix, not below it.
void TestRuleMatrix::aLowPanelKeepsItsHeightForRows() {
  const auto words = [this] {
    for (QLabel* label : panel().findChildren<QLabel*>())
      if (label->accessibleName() == QLatin1String("About the cell")) return label->mapTo(&panel(), QPoint());
    return QPoint();
  };
  const auto below = [this] { return grid().mapTo(&panel(), grid().rect().bottomLeft()).y(); };
  panel().resize(1060, 230);
  QTRY_VERIFY(words().x() > grid().mapTo(&panel(), grid().rect().topRight()).x());
  QVERIFY2(below() > panel().height() - 12, qPrintable(QString::number(below())));
  panel().resize(520, 620);
  QTRY_VERIFY(words().y() > below());
}

QTEST_MAIN(TestRuleMatrix)
#include "test_rule_matrix.moc"
