// SPDX-License-Identifier: Apache-2.0
// Poses copied and pasted, what the properties say of rules, and how they are painted.
#include <QClipboard>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QProcess>
#include <algorithm>

#include "core/session/rule_builders.h"
#include "tests/gui/editor/pose_edit_test.h"
#include "ui/panels/rule_text.h"
#include "ui/widgets/section.h"

using namespace ww;
using editor::kDegree;

namespace {

// Rows of the panel that are there and have not their height.
QStringList squashed(const QWidget* panel) {
  QStringList found;
  for (const auto* row : panel->findChildren<QWidget*>()) {
    const bool is_row = qobject_cast<const ui::QuantityField*>(row) || qobject_cast<const ui::Section*>(row) ||
                        qobject_cast<const QLineEdit*>(row);
    if (is_row && row->isVisible() && row->height() < row->minimumSizeHint().height())
      found << QStringLiteral("%1: %2").arg(row->accessibleName()).arg(row->height());
  }
  return found;
}

// The rows of joint limits that can be seen.
int limitRows(const QWidget* panel) {
  const auto fields = panel->findChildren<ui::QuantityField*>();
  return static_cast<int>(std::count_if(fields.begin(), fields.end(), [](const auto* f) {
    return f->isVisible() && f->edit()->accessibleName().startsWith(QStringLiteral("Lower limit"));
  }));
}

}  // namespace

class TestPosePaste : public editor::PoseEditTest {
  Q_OBJECT
 private Q_SLOTS:
  void aPoseIsPastedIntoAnyField();
  void aPoseInTheWorldStaysOneRelativeToWhatever();
  void whatIsNoPoseIsRefusedWithWhatIsTaken();
  void thePanelSaysOfRulesWhatTheCommandSays();
  void rowsHaveTheirPlacesAtOnce();
};

void TestPosePaste::aPoseIsPastedIntoAnyField() {
  const Pose from{Vec3(0.123456789012345, -1.0 / 3.0, 2.5), Quat(Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized()))};
  const ObjectId a = box("a", from), b = box("b", {}), c = box("c", {});
  const Pose copied = world()->rootT(a);
  for (const char* name :
       {"Position X", "Position Y", "Position Z", "Orientation R", "Orientation P", "Orientation Y"}) {
    window_->selection().select({a});
    run("edit.copy-pose");
    window_->selection().select({b});
    const auto before = window_->bridge().session().history().position;
    paste(QLatin1String(name), {});
    QVERIFY2(world()->rootT(b) == copied, name);
    QCOMPARE(window_->bridge().session().history().position, before + 1);
    QVERIFY2(!field(QLatin1String(name))->hasError(), name);
    QTRY_COMPARE(edit(QStringLiteral("Position Z"))->text(), QStringLiteral("2500"));
    window_->bridge().undo();
    QVERIFY(world()->rootT(b) == Pose());
  }
  // What the panel itself copies, in every notation; with another pose in the same field before.
  auto* notation = combo("Notation of the orientation");
  for (int i = 0; i < notation->count(); ++i) {
    notation->setCurrentIndex(i);
    window_->selection().select({a});
    QAction* copy = nullptr;
    for (auto* action : pose()->findChildren<QAction*>())
      if (action->text() == QStringLiteral("Copy position and orientation")) copy = action;
    QVERIFY(copy);
    copy->trigger();
    window_->selection().select({b, c});
    paste(QStringLiteral("Position X"), {});
    QVERIFY2(world()->rootT(b) == copied && world()->rootT(c) == copied, qPrintable(notation->currentText()));
    window_->bridge().undo();
    QVERIFY(world()->rootT(b) == Pose());
  }
  notation->setCurrentIndex(0);
  const Pose wanted = Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0, 90 * kDegree, 0);
  window_->selection().select({c});
  for (const char* text :
       {"100 mm, 20 cm, 0.3 m, 0 deg, 90 deg, 0 deg", "0.1 0.2 0.3 0.7071067811865476 0 0.7071067811865476 0",
        "{\"a_t_b\":{\"position\":[0.1,0.2,0.3],\"orientation\":[0.7071067811865476,0,0.7071067811865476,0]}}",
        "position { x: 0.1 y: 0.2 z: 0.3 }\norientation { y: 0.7071067811865476 w: 0.7071067811865476 }",
        "<origin xyz=\"0.1 0.2 0.3\" rpy=\"0 1.5707963267948966 0\"/>", "0 0 1 0.1\n0 1 0 0.2\n-1 0 0 0.3\n0 0 0 1"}) {
    paste(QStringLiteral("Position Y"), QLatin1String(text));
    QVERIFY2(positionDistance(world()->rootT(c), wanted) < 1e-9 && rotationDistance(world()->rootT(c), wanted) < 1e-6,
             text);
    window_->bridge().undo();
  }
}

// "Copy pose" says that it is the one in the world.
void TestPosePaste::aPoseInTheWorldStaysOneRelativeToWhatever() {
  const ObjectId a = box("a", Pose::translation(1.5, 0.2, 0.3)), b = box("b", Pose::translation(0.7, 0, 0));
  QVERIFY(window_->bridge().commit(QStringLiteral("goal"),
                                   session::createFrame(b, world()->object(b)->rootEntity(), "goal", Pose())));
  const FrameId goal = world()->frameNamed(b, "goal");
  window_->selection().select({a});
  run("edit.copy-pose");
  window_->selection().select({goal});
  relativeTo(0);
  QVERIFY(pose()->reference() == ui::PoseEditor::Reference::kParent);
  paste(QStringLiteral("Position X"), {});
  QVERIFY((world()->rootT(goal).p - Vec3(1.5, 0.2, 0.3)).norm() < 1e-9);
  QTRY_COMPARE(edit(QStringLiteral("Position X"))->text(), QStringLiteral("800"));
  // What the panel copies of a parent's frame is pasted into that.
  window_->selection().select({goal});
  for (auto* action : pose()->findChildren<QAction*>())
    if (action->text() == QStringLiteral("Copy position and orientation")) action->trigger();
  window_->bridge().undo();
  QVERIFY((world()->rootT(goal).p - Vec3(0.7, 0, 0)).norm() < 1e-9);
  QTRY_COMPARE(edit(QStringLiteral("Position X"))->text(), QStringLiteral("0"));
  paste(QStringLiteral("Position Y"), {});
  QVERIFY((world()->rootT(goal).p - Vec3(1.5, 0.2, 0.3)).norm() < 1e-9);
}

void TestPosePaste::whatIsNoPoseIsRefusedWithWhatIsTaken() {
  const ObjectId a = box("a", Pose::translation(1, 2, 3));
  window_->selection().select({a});
  const std::string before = world::contentHash(*world());
  for (const char* text : {"100 200 300 0 90 0", "0.1 0.2 0.3 1 1 0 0",
                           "{\"poses\":[{\"position\":[1,2,3],\"orientation\":[1,0,0,0]},{\"position\":[3,2,1],"
                           "\"orientation\":[1,0,0,0]}]}",
                           "1 2 3 4 5"}) {
    for (const char* name : {"Position X", "Orientation P"}) {
      paste(QLatin1String(name), QLatin1String(text));
      QVERIFY2(field(QLatin1String(name))->hasError(), text);
      const auto says = [&] { return edit(QLatin1String(name))->accessibleDescription(); };
      QVERIFY2(says().contains(QStringLiteral("A pose is 6 numbers with units")), qPrintable(says()));
      QTest::keyClick(edit(QLatin1String(name)), Qt::Key_Return);
      QVERIFY2(says().contains(QStringLiteral("A pose is")), qPrintable(says()));
      QTest::keyClick(edit(QLatin1String(name)), Qt::Key_Escape);
      QVERIFY2(!field(QLatin1String(name))->hasError(), text);
    }
  }
  QCOMPARE(world::contentHash(*world()), before);
  // Three numbers are the position or the angles where they are pasted, in the units shown, until Enter.
  paste(QStringLiteral("Position X"), QStringLiteral("10 20 30"));
  QTest::keyClick(edit(QStringLiteral("Position X")), Qt::Key_Return);
  QVERIFY((world()->rootT(a).p - Vec3(0.01, 0.02, 0.03)).norm() < 1e-12);
}

void TestPosePaste::thePanelSaysOfRulesWhatTheCommandSays() {
  openWorld({});
  const ObjectId arm = robot();
  while (window_->bridge().commit(QStringLiteral("none"), session::removeCollisionRule(*world(), 0))) {}
  EntityId last;
  for (const auto& entity : world()->object(arm)->entities)
    if (!entity->collision.empty()) last = entity->id;
  const ObjectId fixture = world()->find("fixture");
  QVERIFY(window_->bridge().commit(QStringLiteral("pair"), session::excludePair(*world(), {arm, last}, {fixture, {}})));
  const QString file = folder_.filePath(QStringLiteral("rules.wright"));
  saveTo(file);
  const auto command = [&](const QStringList& options) {
    QProcess process;
    process.start(test::programFolder() + QStringLiteral("/worldwright"),
                  QStringList{QStringLiteral("rules"), file} + options);
    process.waitForFinished(60000);
    return process.readAllStandardOutput();
  };
  const QStringList lines = QString::fromUtf8(command({})).split(QLatin1Char('\n')).filter(QStringLiteral("fixture"));
  QCOMPARE(lines.size(), 1);
  // The object, the link and the other side say it of that pair, with the words and the number of the command.
  const QString link = QString::fromStdString(world()->display(last)),
                other = QString::fromStdString(world()->display(world()->object(fixture)->entities[0]->id));
  const QString words = QStringLiteral("%1 is not checked against %2 (rule 0)");
  QVERIFY2(lines[0] == words.arg(link, other) || lines[0] == words.arg(other, link), qPrintable(lines[0]));
  for (const auto& node : {world::NodeRef(arm), world::NodeRef(last), world::NodeRef(fixture)}) {
    window_->selection().select({node});
    QTRY_VERIFY(panelSays(words.arg(link, other)) || panelSays(words.arg(other, link)));
    QCOMPARE(ui::ruleTexts(*world(), node, 100).filter(QStringLiteral("fixture")).size(), 1);
  }
  const auto json =
      QJsonDocument::fromJson(command({QStringLiteral("--json")})).object()[QLatin1String("pairs")].toArray();
  int told = 0;
  for (const auto& pair : json)
    if (pair.toObject()[QLatin1String("rule")].toString() == QLatin1String("0") &&
        pair.toObject()[QLatin1String("won_by")].toInt(-1) == 0)
      ++told;
  QCOMPARE(told, 1);
  // Another link is none of that rule's business.
  const EntityId first = world()->object(arm)->entities[0]->id;
  window_->selection().select({first});
  QTRY_VERIFY(!panelSays(QStringLiteral("(rule 0)")));
  // A rule that comes is told where one looks, and is gone when it goes.
  QVERIFY(
      window_->bridge().commit(QStringLiteral("pair"), session::excludePair(*world(), {arm, first}, {fixture, {}})));
  QTRY_VERIFY(panelSays(QStringLiteral("(rule 1)")));
  QVERIFY(window_->bridge().commit(QStringLiteral("none"), session::removeCollisionRule(*world(), 1)));
  QTRY_VERIFY(!panelSays(QStringLiteral("(rule 1)")));
}

// At once, before the next turn of the event loop can paint.
void TestPosePaste::rowsHaveTheirPlacesAtOnce() {
  openWorld({});
  const ObjectId arm = robot();
  const int joints = static_cast<int>(world()->object(arm)->moving_joints.size());
  QTest::qWait(50);
  const auto show = [&](const std::vector<world::NodeRef>& nodes, int rows) {
    window_->selection().select(nodes);
    QCOMPARE(limitRows(panel()), rows);
    QCOMPARE(squashed(panel()), QStringList());
    QCoreApplication::processEvents();
    QCOMPARE(squashed(panel()), QStringList());
  };
  for (int round = 0; round < 3 && !QTest::currentTestFailed(); ++round) {
    show({world()->find("table")}, 0);
    show({arm}, joints);
    show({world()->object(arm)->entities[2]->id, arm}, 0);
    show({arm}, joints);
    show({}, 0);
  }
  if (QTest::currentTestFailed()) return;
  // What the world changes is built anew as a whole, and the numbers that one types in keep the keys.
  show({arm}, joints);
  const QString name =
      QStringLiteral("Lower limit of %1").arg(QString::fromStdString(world()->object(arm)->movingJointName(0)));
  edit(name)->setFocus(Qt::TabFocusReason);
  QTRY_VERIFY(edit(name)->hasFocus());
  const QPointer<QLineEdit> before = edit(name);
  QVERIFY(window_->bridge().commit(QStringLiteral("Limit"),
                                   session::setJointLimits(arm, world()->object(arm)->movingJointName(0), -1.0, 1.0)));
  QTRY_VERIFY(edit(name) != before.data());
  QCOMPARE(limitRows(panel()), joints);
  QCOMPARE(squashed(panel()), QStringList());
  QVERIFY(edit(name)->hasFocus());
}

int main(int argc, char** argv) { return ww::editor::runWindowTest<TestPosePaste>(argc, argv); }
#include "test_pose_paste.moc"
