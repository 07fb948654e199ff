// SPDX-License-Identifier: Apache-2.0
// A robot as a chain in the tree, and sections of the properties that stay where they are.
#include <QScrollArea>
#include <QScrollBar>
#include <QTreeView>

#include "tests/gui/editor/room_test.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/scene_panel.h"

using namespace ww;
using namespace ww::editor;

class TestLists : public RoomTest {
  Q_OBJECT
 private Q_SLOTS:
  void init() { open(QSize(1280, 800)); }
  void aRobotIsOneRowThatOpensToItsChain();
  void anImportedRobotIsAChain();
  void whatLiesDeepOpensWhenItIsSelected();
  void sectionsThatStayKeepTheirPlace();
  void longListsAreFoldedUntilOpened();

 private:
  QTreeView* tree() { return window_->findChild<ui::ScenePanel*>()->tree(); }
  QModelIndex indexOf(const world::NodeRef& node) {
    return window_->findChild<ui::ScenePanel*>()->model()->indexOf(node);
  }
  // "joint_1 > link_1" and so on, of all that is listed below.
  QStringList below(const QModelIndex& at, const QString& way = {}) {
    QStringList out;
    auto* model = window_->findChild<ui::ScenePanel*>()->model();
    model->fetchAll();
    for (int i = 0; i < model->rowCount(at); ++i) {
      const QModelIndex row = model->index(i, 0, at);
      out << way + row.data().toString();
      out << below(row, out.last() + QStringLiteral(" > "));
    }
    return out;
  }
  ui::Section* section(const char* id) {
    for (auto* found : window_->findChild<ui::PropertiesPanel*>()->findChildren<ui::Section*>())
      if (found->id() == QLatin1String(id) && found->isVisible()) return found;
    return nullptr;
  }
  QScrollArea* area() { return window_->findChild<ui::PropertiesPanel*>()->findChild<QScrollArea*>(); }
  int placeOf(const char* id) { return section(id)->mapTo(area()->viewport(), QPoint()).y(); }
};

// ---- the tree

void TestLists::aRobotIsOneRowThatOpensToItsChain() {
  openSample();
  const QModelIndex row = indexOf(robot());
  QVERIFY(row.isValid() && !row.parent().isValid() && !tree()->isExpanded(row));
  const QStringList listed = below(row);
  const auto object = world()->object(robot());
  QVERIFY(object->entities.size() > 10);
  // Joint after joint, each with its link; nothing else but the base and frames beside them.
  int joints = 0;
  for (std::size_t i = 0; i < object->moving_joints.size(); ++i) {
    const QString name = QString::fromStdString(object->movingJointName(i));
    const auto at = listed.indexOf(name);
    QVERIFY2(at >= 0, qPrintable(name + QStringLiteral(" in ") + listed.join(QLatin1Char('\n'))));
    QVERIFY2(listed[at + 1].startsWith(name + QStringLiteral(" > ")), qPrintable(listed[at + 1]));
    QVERIFY(at >= joints);
    joints = static_cast<int>(at);
  }
  QVERIFY(tree()->model()->rowCount(row) < static_cast<int>(object->entities.size()) - 4);
}

void TestLists::anImportedRobotIsAChain() {
  if (qEnvironmentVariableIsEmpty("WORLDWRIGHT_SHARED")) QSKIP("WORLDWRIGHT_SHARED names no folder with robots");
  window_->openFiles({qEnvironmentVariable("WORLDWRIGHT_SHARED") +
                      QStringLiteral("/corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/"
                                     "kuka_kr10_support/urdf/kr10r900_2.urdf")});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  wizard()->importButton()->click();
  QTRY_COMPARE_WITH_TIMEOUT(tree()->model()->rowCount(), 1, 60000);
  const QModelIndex row = tree()->model()->index(0, 0);
  const QStringList listed = below(row);
  qInfo("%s", qPrintable(listed.join(QLatin1Char('\n'))));
  for (int i = 1; i <= 6; ++i) {
    const QString joint = QStringLiteral("joint_a%1").arg(i);
    QVERIFY2(listed.contains(joint) && listed.contains(QStringLiteral("%1 > link_%2").arg(joint).arg(i)),
             qPrintable(joint));
  }
  QVERIFY(listed.indexOf(QStringLiteral("joint_a1")) < listed.indexOf(QStringLiteral("joint_a6")));
  const auto object = world()->object(std::get<ObjectId>(*ui::SceneTreeModel::nodeOf(row)));
  QVERIFY(tree()->model()->rowCount(row) <= static_cast<int>(object->entities.size()) / 2 + 2);
  // The filter finds what is deep and shows the way to it.
  auto* filter = window_->findChild<ui::ScenePanel*>()->findChild<QLineEdit*>();
  QTest::keyClicks(filter, QStringLiteral("link_3"));
  QTRY_COMPARE(tree()->model()->rowCount(tree()->model()->index(0, 0)), 1);
  QCOMPARE(below({}).last(), below({}).first() + QStringLiteral(" > joint_a3 > link_3"));
}

void TestLists::whatLiesDeepOpensWhenItIsSelected() {
  openSample();
  const auto object = world()->object(robot());
  const EntityId joint = object->entities[object->moving_joints[3]]->id;
  EntityId link;
  for (const auto& entity : object->entities)
    if (entity->parent == joint) link = entity->id;
  QVERIFY(link);
  window_->selection().select({link});
  const auto shown = [this, link] {
    const QModelIndex at = indexOf(link);
    return at.isValid() && tree()->viewport()->rect().contains(tree()->visualRect(at).center()) &&
           tree()->selectionModel()->isSelected(at);
  };
  QTRY_VERIFY(shown());
  QCOMPARE(indexOf(link).parent(), indexOf(joint));
  QCOMPARE(indexOf(joint).parent(), indexOf(robot()));
  // It can be renamed there.
  run("edit.rename");
  auto* edit = tree()->findChild<QLineEdit*>();
  QVERIFY(edit);
  edit->selectAll();
  QTest::keyClicks(edit, QStringLiteral("elbow"));
  QTest::keyClick(edit, Qt::Key_Return);
  QTRY_COMPARE(indexOf(link).data().toString(), QStringLiteral("elbow"));
  QTRY_VERIFY(shown());
}

// ---- sections

void TestLists::sectionsThatStayKeepTheirPlace() {
  openSample();
  const auto named = [this](const char* name) { return world()->childNamed(world::kRootObject, name); };
  const auto show = [this](const world::NodeRef& node) {
    window_->selection().select({node});
    QTest::qWait(60);
  };
  show(robot());
  const int width = dock("properties")->width();
  const int inner = area()->viewport()->width();
  const int transform = placeOf("transform");
  for (const world::NodeRef node :
       {world::NodeRef(named("table")), world::NodeRef(world()->find("gripper")), world::NodeRef(robot())}) {
    show(node);
    QCOMPARE(placeOf("transform"), transform);
    QCOMPARE(dock("properties")->width(), width);
    QCOMPARE(area()->viewport()->width(), inner);
  }
  // Scrolled to a section, it stays there for the next thing that has it.
  if (!section("frames")->head()->isChecked()) QTest::mouseClick(section("frames")->head(), Qt::LeftButton);
  window_->resize(1280, 560);
  auto* bar = area()->verticalScrollBar();
  QTRY_VERIFY(window_->height() == 560 && bar->maximum() > 60);
  bar->triggerAction(QAbstractSlider::SliderToMaximum);
  QTRY_COMPARE(bar->value(), bar->maximum());
  const int there = bar->value();
  show(named("table"));  // less to scroll
  show(robot());
  QTRY_COMPARE(bar->value(), there);
}

void TestLists::longListsAreFoldedUntilOpened() {
  openSample();
  window_->selection().select({robot()});
  QTRY_VERIFY(section("limits"));
  auto* limits = section("limits");
  QVERIFY(limits->head()->text().contains(QLatin1Char('6')) && !limits->head()->isChecked());
  const auto hasFields = [this] {
    for (const auto* edit : window_->findChild<ui::PropertiesPanel*>()->findChildren<QLineEdit*>())
      if (edit->isVisible() && edit->accessibleName().startsWith(QStringLiteral("Lower limit"))) return true;
    return false;
  };
  QVERIFY(!hasFields());
  // What is used more stands above.
  QVERIFY(placeOf("transform") < placeOf("configurations") && placeOf("configurations") < placeOf("geometry") &&
          placeOf("geometry") < placeOf("limits"));
  area()->ensureWidgetVisible(limits->head());
  QTest::mouseClick(limits->head(), Qt::LeftButton);
  QTRY_VERIFY(hasFields());
  if (auto* geometry = section("geometry")) {
    area()->ensureWidgetVisible(geometry->head());
    QTest::mouseClick(geometry->head(), Qt::LeftButton);
  }
  // Kept, for what is selected next and for the next window.
  window_->selection().select({world()->childNamed(world::kRootObject, "table")});
  QTRY_VERIFY(section("geometry") && !section("geometry")->head()->isChecked());
  open(QSize(1280, 800), false);
  openSample();
  window_->selection().select({robot()});
  QTRY_VERIFY(hasFields());
  QVERIFY(!section("geometry")->head()->isChecked());
}

int main(int argc, char** argv) { return runWindowTest<TestLists>(argc, argv); }
#include "test_lists.moc"
