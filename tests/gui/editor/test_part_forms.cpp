// SPDX-License-Identifier: Apache-2.0
// An assembly that came as one is given links, and becomes objects, by the menus; undo brings it back.
#include <QMenu>
#include <QTreeView>

#include "tests/gui/editor/view_test.h"
#include "tests/support/folders.h"
#include "ui/panels/scene_panel.h"

using namespace ww;
using namespace ww::editor;

class TestPartForms : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void linksAndBackAndObjects();
  void whatCannotComeApartSaysWhy();

 private:
  void importMachine();
  QTreeView* tree() { return window_->findChild<ui::ScenePanel*>()->tree(); }
  // The menu of the row where the pointer is, with its entries for parts.
  QMenu* partsMenu(const QString& row);
  static QStringList texts(const QMenu* menu) {
    QStringList out;
    for (const QAction* action : menu->actions()) out << QString(action->text()).remove(QLatin1Char('&'));
    return out;
  }
  static void clickEntry(QMenu* menu, const QString& text);
  static void closeMenus() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  }
  std::size_t linksOf(const char* name) {
    const world::Object* object = world()->peek(world()->find(name));
    return object ? object->entities.size() : 0;
  }
};

void TestPartForms::importMachine() {
  window_->openFiles({test::sourceFolder() + QStringLiteral("/tests/contract/io/machine.step")});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 2 && !wizard(), 20000);
  settle();
  QCOMPARE(linksOf("machine"), std::size_t{1});
}

QMenu* TestPartForms::partsMenu(const QString& row) {
  const QModelIndex root = tree()->model()->index(0, 0);
  tree()->expand(root);
  const auto found =
      tree()->model()->match(root, Qt::DisplayRole, row, 1, Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap);
  if (found.isEmpty()) return nullptr;
  tree()->scrollTo(found.front());
  const QPoint at = tree()->visualRect(found.front()).center();
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, at);
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, tree()->viewport()->mapToGlobal(at));
  QApplication::sendEvent(tree()->viewport(), &event);
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  if (!menu) return nullptr;
  for (QAction* action : menu->actions())
    if (action->menu() && QString(action->text()).remove(QLatin1Char('&')) == QStringLiteral("Parts")) {
      QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      return QTest::qWaitFor([action] { return action->menu()->isVisible(); }) ? action->menu() : nullptr;
    }
  return nullptr;
}

void TestPartForms::clickEntry(QMenu* menu, const QString& text) {
  for (QAction* action : menu->actions())
    if (QString(action->text()).remove(QLatin1Char('&')) == text)
      return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
  QFAIL(qPrintable(text));
}

void TestPartForms::linksAndBackAndObjects() {
  importMachine();
  const ObjectId machine = world()->find("machine");
  const std::string as_one = world::contentHash(*world());
  QMenu* menu = partsMenu(QStringLiteral("machine"));
  QVERIFY(menu);
  // What it is already is not offered.
  QCOMPARE(texts(menu), (QStringList{"Links of one object", "An object for each part"}));
  clickEntry(menu, QStringLiteral("Links of one object"));
  QTRY_COMPARE_WITH_TIMEOUT(linksOf("machine"), std::size_t{11}, 20000);
  QCOMPARE(world()->find("machine"), machine);
  QTRY_COMPARE(window_->selection().nodes(), std::vector<world::NodeRef>{machine});
  run("edit.undo");
  QTRY_COMPARE(QByteArray::fromStdString(world::contentHash(*world())), QByteArray::fromStdString(as_one));
  settle();
  menu = partsMenu(QStringLiteral("machine"));
  QVERIFY(menu);
  clickEntry(menu, QStringLiteral("An object for each part"));
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{9}, 20000);
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{8});
  // All that came of it is selected, so that it can be put together again.
  run("edit.parts-links");
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2}, 20000);
  QCOMPARE(linksOf("machine"), std::size_t{11});
  run("edit.undo");
  QTRY_COMPARE(world()->objectCount(), std::size_t{9});
  run("edit.undo");
  QTRY_COMPARE(QByteArray::fromStdString(world::contentHash(*world())), QByteArray::fromStdString(as_one));
}

void TestPartForms::whatCannotComeApartSaysWhy() {
  run("add.box");
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  settle();
  const world::Object* box = nullptr;
  const auto now = world();
  now->forEachObject([&](const world::Object& o) {
    if (o.parent) box = &o;
  });
  QVERIFY(box);
  QMenu* menu = partsMenu(QString::fromStdString(box->name));
  QVERIFY(menu);
  QCOMPARE(menu->actions().size(), 3);
  for (const QAction* action : menu->actions()) {
    QVERIFY(!action->isEnabled());
    QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
  }
  closeMenus();
  window_->selection().clear();
  window_->actions().refresh();
  QVERIFY(!action("edit.parts-one")->isEnabled());
}

int main(int argc, char** argv) { return runWindowTest<TestPartForms>(argc, argv); }
#include "test_part_forms.moc"
