// SPDX-License-Identifier: Apache-2.0
// The scene tree in the window: what was just made is seen in it, and how its rows look.
#include <QLineEdit>
#include <QMessageBox>
#include <QTreeView>

#include "tests/gui/editor/window_test.h"
#include "ui/panels/scene_panel.h"

using namespace ww;
using namespace ww::editor;

class TestSceneTree : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatWasMadeIsSeenWhateverTheFilter();
  void manyThatWereMadeAreSeenWhateverTheFilter();
  void allOfAFewThatAreSelectedAreSeen();
  void whatIsTypedIsShownAsItIs();
  void aDeletionIsCalledAfterWhatGoes();
  void allArrowsAreOfOneSize_data();
  void allArrowsAreOfOneSize();

 private:
  QTreeView* tree() { return window_->findChild<ui::ScenePanel*>()->tree(); }
  QLineEdit* filter() { return window_->findChild<ui::ScenePanel*>()->findChild<QLineEdit*>(); }
  QModelIndex row(const QString& name) {
    const auto found = tree()->model()->match(tree()->model()->index(0, 0), Qt::DisplayRole, name, 1,
                                              Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
  }
  bool isSeen(const QString& name) {
    const QModelIndex at = row(name);
    return at.isValid() && tree()->viewport()->rect().contains(tree()->visualRect(at).center());
  }
  QRect arrow(const QString& name);
};

void TestSceneTree::whatWasMadeIsSeenWhateverTheFilter() {
  run("add.box");
  run("add.cylinder");
  QTest::keyClicks(filter(), QStringLiteral("box"));
  QVERIFY(row(QStringLiteral("box")).isValid() && !row(QStringLiteral("cylinder")).isValid());
  run("add.sphere");
  QTRY_VERIFY2(isSeen(QStringLiteral("sphere")), "the new object has no row");
  QVERIFY(tree()->selectionModel()->isSelected(row(QStringLiteral("sphere"))));
  QCOMPARE(filter()->text(), QStringLiteral("box"));
  QVERIFY(row(QStringLiteral("box")).isValid() && !row(QStringLiteral("cylinder")).isValid());
  // A frame on what does not fit either, in the row below it.
  run("add.frame");
  const auto made = window_->selection().active();
  QVERIFY(made && std::holds_alternative<FrameId>(*made));
  const QString frame = QString::fromStdString(world()->frame(std::get<FrameId>(*made))->name);
  QTRY_VERIFY2(isSeen(frame), "the new frame has no row");
  QCOMPARE(row(frame).parent(), row(QStringLiteral("sphere")));
  // It stays where it is while other things are looked at; taken back it is gone.
  window_->selection().select({world()->childNamed(world::kRootObject, "box")});
  QTest::qWait(30);
  QVERIFY(row(frame).isValid());
  run("edit.undo");
  QTRY_VERIFY(!row(frame).isValid() && row(QStringLiteral("sphere")).isValid());
  // What is only selected is not listed for that, and another filter means what it says.
  window_->selection().select({world()->childNamed(world::kRootObject, "cylinder")});
  QTest::qWait(30);
  QVERIFY(!row(QStringLiteral("cylinder")).isValid());
  QTest::keyClick(filter(), Qt::Key_Backspace);
  QTRY_VERIFY(!row(QStringLiteral("sphere")).isValid());
  QVERIFY(row(QStringLiteral("box")).isValid());
}

// As the two of a contact are, in rows that are folded.
void TestSceneTree::allOfAFewThatAreSelectedAreSeen() {
  for (const char* name : {"left", "right"}) {
    const auto root = world::kRootObject;
    QVERIFY(window_->bridge().commit(
        QStringLiteral("box"),
        session::createPrimitive(root, world::kRootEntity, name, geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, Pose())));
    const ObjectId box = world()->childNamed(root, name);
    QVERIFY(window_->bridge().commit(
        QStringLiteral("frame"),
        session::createFrame(box, world()->object(box)->rootEntity(), std::string(name) + "_frame", Pose())));
  }
  QTRY_VERIFY(row(QStringLiteral("right")).isValid());
  tree()->collapseAll();
  const auto frame = [this](const char* name) {
    return world()->frameNamed(world()->childNamed(world::kRootObject, name), std::string(name) + "_frame");
  };
  window_->selection().select({frame("left"), frame("right")});
  QTRY_VERIFY(isSeen(QStringLiteral("right_frame")));
  QVERIFY(isSeen(QStringLiteral("left_frame")));
}

// More than a view is told of one by one.
void TestSceneTree::manyThatWereMadeAreSeenWhateverTheFilter() {
  constexpr int kMany = 60;
  for (int i = 0; i < kMany; ++i)
    QVERIFY(window_->bridge().commit(
        QStringLiteral("box"),
        session::createPrimitive(world::kRootObject, world::kRootEntity, "box_" + std::to_string(i),
                                 geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, Pose::translation(0.2 * i, 0, 0.05))));
  QTest::keyClicks(filter(), QStringLiteral("nothing"));
  QCOMPARE(tree()->model()->rowCount(), 0);
  std::vector<world::NodeRef> boxes;
  for (const ObjectId id : world()->childrenOf(world()->root())) boxes.emplace_back(id);
  window_->selection().select(boxes);
  run("edit.duplicate");
  QTRY_COMPARE(tree()->model()->rowCount(), kMany);
  QCOMPARE(tree()->selectionModel()->selectedRows().size(), kMany);
}

// In messages at the field, in boxes: names of files and people are no HTML.
void TestSceneTree::whatIsTypedIsShownAsItIs() {
  const QString name = QStringLiteral("<b>bold</b> name");
  run("add.box");
  run("edit.rename");
  auto* edit = tree()->viewport()->findChild<QLineEdit*>();
  QVERIFY(edit);
  edit->setText(name);
  QTest::keyClick(edit, Qt::Key_Return);
  const auto tip = [] {
    for (auto* widget : QApplication::topLevelWidgets())
      if (widget->isVisible() && widget->inherits("QTipLabel")) return qobject_cast<QLabel*>(widget);
    return static_cast<QLabel*>(nullptr);
  };
  QTRY_VERIFY(tip() && tip()->text().contains(name));
  QCOMPARE(tip()->textFormat(), Qt::PlainText);
  QVERIFY(tip()->width() >= tip()->sizeHint().width() && tip()->height() >= tip()->sizeHint().height());
  QTest::keyClick(edit, Qt::Key_Escape);
  saveTo(folder_.filePath(QStringLiteral("<i>cell.wright")));
  run("add.sphere");
  run("file.new");
  auto* box = window_->findChild<QMessageBox*>(QStringLiteral("unsavedChanges"));
  QTRY_VERIFY(box && box->isVisible());
  const auto* text = box->findChild<QLabel*>(QStringLiteral("qt_msgbox_label"));
  QVERIFY(text && text->text().contains(QStringLiteral("<i>cell.wright")));
  QCOMPARE(text->textFormat(), Qt::PlainText);
  box->reject();
}

void TestSceneTree::aDeletionIsCalledAfterWhatGoes() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
  const ObjectId robot = world()->find("robot");
  window_->selection().select({world()->object(robot)->entities.back()->id, robot});
  run("edit.delete");
  QVERIFY(!world()->find("robot"));
  QCOMPARE(plain(window_->bridge().session().undoName().label), std::string("Delete robot"));
}

void TestSceneTree::allArrowsAreOfOneSize_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark") << true;
}

// What differs from the row's ground, left of its icon.
QRect TestSceneTree::arrow(const QString& name) {
  const QRect at = tree()->visualRect(row(name));
  const QRect place(at.left() - tree()->indentation(), at.top(), tree()->indentation(), at.height());
  const QImage image = tree()->viewport()->grab(place).toImage();
  const QColor ground = image.pixelColor(0, 0);
  QRect found;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - ground.red()) + std::abs(c.green() - ground.green()) + std::abs(c.blue() - ground.blue()) >
          60)
        found |= QRect(x, y, 1, 1);
    }
  return found;
}

void TestSceneTree::allArrowsAreOfOneSize() {
  QFETCH(bool, dark);
  ui::Theme::instance().setChoice(dark ? ui::Theme::Choice::kDark : ui::Theme::Choice::kLight);
  for (const char* add : {"add.box", "add.sphere"}) {
    run(add);
    run("add.frame");
  }
  const QString box = QStringLiteral("box"), sphere = QStringLiteral("sphere");
  for (const bool open : {false, true}) {
    for (const QString& name : {box, sphere}) tree()->setExpanded(row(name), open);
    window_->selection().select({world()->childNamed(world::kRootObject, "box")});
    QTest::qWait(50);
    const QRect selected = arrow(box), other = arrow(sphere);
    QVERIFY(!selected.isEmpty() && !other.isEmpty());
    const QString sizes = QStringLiteral("%1 x %2, the other %3 x %4")
                              .arg(selected.width())
                              .arg(selected.height())
                              .arg(other.width())
                              .arg(other.height());
    QVERIFY2(std::abs(selected.width() - other.width()) <= 1 && std::abs(selected.height() - other.height()) <= 1 &&
                 (selected.center() - other.center()).manhattanLength() <= 1,
             qPrintable(sizes));
  }
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
}

int main(int argc, char** argv) { return runWindowTest<TestSceneTree>(argc, argv); }
#include "test_scene_tree.moc"
