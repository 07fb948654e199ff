// SPDX-License-Identifier: Apache-2.0
// The fields of a step's own limits, conditions and collision rules in the panel of programs.
#include <QCheckBox>
#include <QComboBox>
#include <QTimer>

#include "core/usecase/programs/step_extras.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "tests/gui/editor/program_test.h"

using namespace ww;
using namespace ww::editor;

class TestStepLimits : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void aLimitIsAddedTypedAndUndone();
  void aConditionIsPutTogetherByKeyboard();
  void rulesOfAStepArePutTogether();
  void keysStayInTheListOfSteps();
  void anOpenBoundIsEmptied();
  void severalStepsGetOneLimit();
  void whatALanguageCannotSayIsTold();

 private:
  ui::ExtrasForm& form() { return *editor().extras(); }
  void addExtra(const char* text) {
    for (QAction* entry : form().menu()->actions())
      if (entry->text() == QLatin1String(text)) return entry->trigger();
    QFAIL(text);
  }
  QLineEdit* edit(const char* kind, const char* path, int joint = 0) {
    auto* field = qobject_cast<ui::QuantityField*>(form().field(kind, path, 0, joint));
    return field ? field->edit() : nullptr;
  }
  void addMoves(int count) {
    openSample();
    select(frame("pick"));
    for (int i = 0; i < count; ++i) {
      add(QStringLiteral("Move to what is selected"));
      QTRY_COMPARE(rows().rowCount(), i + 1);
    }
    choose(0);
    QTRY_VERIFY(form().isVisible());
  }
  std::vector<usecase::StepExtra> extras(std::size_t step = 0) {
    return usecase::stepExtras(*world(), panel().program(), step);
  }
};

void TestStepLimits::aLimitIsAddedTypedAndUndone() {
  addMoves(1);
  const auto before = steps();
  addExtra("Speed of the tool");
  QTRY_VERIFY(edit("tool_speed", "max_translational_velocity"));
  QCOMPARE(steps(), before + 1);
  QLineEdit* speed = edit("tool_speed", "max_translational_velocity");
  QCOMPARE(speed->text(), QStringLiteral("250"));
  // The keys are there at once.
  QTRY_VERIFY(speed->hasFocus());
  type(speed, "0.1m");
  QTRY_COMPARE(std::get<double>(extras()[0].values[0]), 0.1);
  QCOMPARE(steps(), before + 2);
  // No limit of 0: it is said, and the world keeps the last one.
  type(speed, "0");
  QTRY_VERIFY(qobject_cast<ui::QuantityField*>(form().field("tool_speed", "max_translational_velocity"))->hasError());
  QCOMPARE(std::get<double>(extras()[0].values[0]), 0.1);
  QTest::keyClick(speed, Qt::Key_Escape);
  run("edit.undo");
  QTRY_COMPARE(speed->text(), QStringLiteral("250"));
  run("edit.undo");
  QTRY_VERIFY(!edit("tool_speed", "max_translational_velocity"));
  QVERIFY(extras().empty());
  // Once a step: then it is in the list.
  addExtra("Speed of the joints");
  QTRY_VERIFY(edit("joint_speed", "max_velocity", 5));
  type(edit("joint_speed", "max_velocity", 5), "30");
  QTRY_VERIFY(std::abs(std::get<std::vector<double>>(extras()[0].values[0])[5] - M_PI / 6) < 1e-12);
  for (QAction* entry : form().menu()->actions())
    if (entry->text() == QLatin1String("Speed of the joints")) QVERIFY(!entry->isEnabled());
}

void TestStepLimits::aConditionIsPutTogetherByKeyboard() {
  addMoves(1);
  // The menu has a loop of its own.
  auto* menu = form().addButton()->menu();
  QTimer::singleShot(500, menu, [menu] {
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
  });
  form().addButton()->setFocus();
  QTest::keyClick(form().addButton(), Qt::Key_Space);
  QTRY_COMPARE(extras().size(), std::size_t{1});
  QCOMPARE(extras()[0].kind->id, std::string_view("rotation_cone"));
  QTRY_VERIFY(edit("rotation_cone", "cone_opening_half_angle"));
  QLineEdit* tilt = edit("rotation_cone", "cone_opening_half_angle");
  QCOMPARE(tilt->text(), QStringLiteral("5"));
  type(tilt, "12");
  QTRY_VERIFY(std::abs(std::get<double>(extras()[0].values.back()) - 12 * M_PI / 180) < 1e-12);
  // In another frame.
  auto* in = qobject_cast<QComboBox*>(form().field("rotation_cone", "target_frame"));
  QVERIFY(in);
  in->setFocus();
  const int at = in->findText(QStringLiteral("fixture"));
  QVERIFY(at >= 0);
  while (in->currentIndex() != at) QTest::keyClick(in, in->currentIndex() < at ? Qt::Key_Down : Qt::Key_Up);
  QTRY_COMPARE(std::get<session::StepNode>(extras()[0].values[4]).words, std::string("fixture"));
  // Taken away by key.
  auto* remover = form().remover("rotation_cone");
  QVERIFY(remover);
  remover->setFocus();
  QTest::keyClick(remover, Qt::Key_Space);
  QTRY_VERIFY(extras().empty());
  run("edit.undo");
  QTRY_COMPARE(extras().size(), std::size_t{1});
  QTRY_COMPARE(edit("rotation_cone", "cone_opening_half_angle")->text(), QStringLiteral("12"));
}

// The rules of the world come along, and stand before the new one.
void TestStepLimits::rulesOfAStepArePutTogether() {
  addMoves(1);
  const int made = world()->collisionSettings().collision_rules_size();
  QVERIFY(made > 0);
  addExtra("Let a pair touch, or keep it apart");
  QTRY_VERIFY(form().remover("rule", made));
  QVERIFY(form().remover("collision_settings"));
  const auto value = [this, made](std::size_t field) {
    for (const auto& extra : extras())
      if (extra.kind->id == "rule" && extra.index == static_cast<std::size_t>(made)) return extra.values.at(field);
    return usecase::ExtraValue();
  };
  // The keys are at the new one, which is seen.
  auto* left = qobject_cast<QComboBox*>(form().field("rule", "left", made));
  QVERIFY(left);
  QTRY_VERIFY(left->hasFocus());
  QTRY_COMPARE(left->visibleRegion().boundingRect(), left->rect());
  const int at = left->findText(QStringLiteral("part_1"));
  QVERIFY(at > left->currentIndex());
  while (left->currentIndex() < at) QTest::keyClick(left, Qt::Key_Down);
  QTRY_COMPARE(std::get<session::StepNode>(value(0)).words, std::string("part_1"));
  auto* touch = qobject_cast<QCheckBox*>(form().field("rule", "collision_action.is_excluded", made));
  QVERIFY(touch && touch->isChecked());
  auto* room = qobject_cast<ui::QuantityField*>(form().field("rule", "collision_action.margin.hard_margin", made));
  QVERIFY(room);
  type(room->edit(), "20");
  QTRY_COMPARE(std::get<double>(value(3)), 0.02);
  QTRY_VERIFY(!touch->isChecked());
  QCOMPARE(world()->collisionSettings().collision_rules_size(), made);
  // All of them go at once: the world's hold again.
  form().remover("collision_settings")->click();
  QTRY_VERIFY(extras().empty());
}

// Whoever goes through the steps by keys goes on, also past a field that was typed in before.
void TestStepLimits::keysStayInTheListOfSteps() {
  addMoves(2);
  panel().steps()->choose({0, 1});
  addExtra("Speed of the tool");
  QTRY_VERIFY(edit("tool_speed", "max_translational_velocity"));
  type(edit("tool_speed", "max_translational_velocity"), "100");
  choose(0);
  QTest::qWait(50);
  key(Qt::Key_Down);
  QCOMPARE(panel().steps()->chosen(), QList<int>{1});
  QTest::qWait(50);
  QVERIFY(panel().steps()->hasFocus());
}

void TestStepLimits::anOpenBoundIsEmptied() {
  addMoves(1);
  addExtra("Stay in a box");
  QTRY_VERIFY(edit("position_bounding_box", "upper_bounds.z"));
  QLineEdit* top = edit("position_bounding_box", "upper_bounds.z");
  top->setFocus();
  top->selectAll();
  QTest::keyClick(top, Qt::Key_Delete);
  QTest::keyClick(top, Qt::Key_Return);
  QTRY_COMPARE(std::get<double>(extras()[0].values[7]), std::numeric_limits<double>::infinity());
  QCOMPARE(top->text(), QString());
  QCOMPARE(top->placeholderText(), QStringLiteral("open"));
  type(top, "400");
  QTRY_COMPARE(std::get<double>(extras()[0].values[7]), 0.4);
}

void TestStepLimits::severalStepsGetOneLimit() {
  addMoves(2);
  panel().steps()->choose({0, 1});
  QTRY_VERIFY(form().isVisible());
  const auto before = steps();
  addExtra("Turning of the tool");
  QTRY_COMPARE(extras(0).size(), std::size_t{1});
  QCOMPARE(extras(1).size(), std::size_t{1});
  QCOMPARE(steps(), before + 1);
  QTRY_VERIFY(edit("tool_turn", "max_rotational_velocity"));
  type(edit("tool_turn", "max_rotational_velocity"), "45");
  QTRY_VERIFY(std::abs(std::get<double>(extras(1)[0].values[0]) - M_PI / 4) < 1e-12);
  // Another step shows its own.
  choose(1);
  QTRY_VERIFY(edit("tool_turn", "max_rotational_velocity"));
  form().remover("tool_turn")->click();
  QTRY_VERIFY(extras(1).empty());
  QCOMPARE(extras(0).size(), std::size_t{1});
}

// Beside the file, as nobody reads all of it: in a notice, and in the log for later.
void TestStepLimits::whatALanguageCannotSayIsTold() {
  const auto logged = [this](const QString& text) {
    int count = 0;
    for (int row = 0; row < window_->log().rowCount(); ++row)
      count += window_->log().index(row).data().toString().contains(text) ? 1 : 0;
    return count;
  };
  const auto exportTo = [&](const char* name) {
    const QString path = folder_.filePath(QLatin1String(name));
    run("program.export");
    auto* dialog = window_->findChild<ProgramExportDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->dialects()->setCurrentIndex(dialog->dialects()->findData(QStringLiteral("urscript")));
    dialog->pathEdit()->selectAll();
    QTest::keyClicks(dialog->pathEdit(), path);
    QTest::mouseClick(dialog->exportButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(logged(QStringLiteral("exported to ") + path), 1, 60000);
    QVERIFY(QFileInfo::exists(path));
  };
  const QString unsaid = QStringLiteral("has no statement for");
  addMoves(1);
  planIt();
  exportTo("plain.script");
  QCOMPARE(logged(unsaid), 0);
  choose(0);
  addExtra("Jerk of the joints");
  QTRY_COMPARE(extras().size(), std::size_t{1});
  planIt();
  exportTo("limited.script");
  const QStringList told = noticeTexts().filter(unsaid);
  QCOMPARE(told.size(), 1);
  for (const char* part : {"URScript", "the jerk of the joints", "step 1"})
    QVERIFY2(told[0].contains(QLatin1String(part)), qPrintable(told[0]));
  QCOMPARE(logged(unsaid), 1);
}

int main(int argc, char** argv) { return runWindowTest<TestStepLimits>(argc, argv); }
#include "test_step_limits.moc"
