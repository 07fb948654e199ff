// SPDX-License-Identifier: Apache-2.0
// What the window says of a check, a plan, a repair tells what that rests on: rules, pairs, spacing, what was left out.
#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>

#include "tests/gui/editor/window_test.h"
#include "tests/support/cli_run.h"
#include "ui/bridge/status_text.h"
#include "ui/models/problems_model.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

class TestVerdicts : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aCheckTellsWhatItLookedAt();
  void aRobotThatRulesLeaveOutIsNoPlainSuccess();
  void checksThatLieFarApartAreNoPlainSuccess();
  void whatAPlanRestsOnIsSeenWithoutScrolling_data();
  void whatAPlanRestsOnIsSeenWithoutScrolling();
  void aToolThatHangsElsewhereIsListed();
  void theWorldIsCalledSo();
  void theWindowCountsLossesAsTheVerbDoes();

 private:
  using State = ui::MotionPanel::State;
  int cells_ = 0;
  // The sample cell, as an edit of the wire has changed it.
  void openCell(const QByteArray& edits) {
    const QString here = folder_.filePath(QString::number(++cells_));
    const QString plain = here + QStringLiteral("_plain.wright"), file = here + QStringLiteral(".wright");
    WW_COMPARE_EXIT(test::runCli({"new", plain, "--sample", "pick_and_place"}), 0);
    if (edits.isEmpty()) return openFile(plain);
    const QString batch = write(QStringLiteral("edits.textproto"), edits);
    WW_COMPARE_EXIT(test::runCli({"apply", plain, batch, "--out", file}), 0);
    openFile(file);
  }
  void openFile(const QString& file) {
    window_->openFiles({file});
    QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
  }
  ui::Chip* chip(const char* about) {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QLatin1String(about)) return chip;
    return nullptr;
  }
  ui::Chip* planChip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->text().startsWith(QStringLiteral("Plan"))) return chip;
    return nullptr;
  }
  QString planText() { return planChip() ? planChip()->text() : QString(); }
  QString planTip() { return planChip() ? planChip()->toolTip() : QString(); }
  static QString kindOf(const ui::Chip* chip) { return chip ? chip->property("kind").toString() : QString(); }
  void plan() {
    auto& motion = window_->motion();
    QTRY_VERIFY(motion.targetBox()->findText(QStringLiteral("pick")) >= 0);
    motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("pick")));
    run("motion.plan");
    QTRY_VERIFY2_WITH_TIMEOUT(motion.state() == State::kFresh, qPrintable(motion.reportText()), 60000);
  }
  QStringList listed() {
    QStringList out;
    const auto* model = window_->findChild<ui::ProblemsPanel*>()->list()->model();
    for (int row = 0; row < model->rowCount(); ++row) out << model->index(row, 0).data().toString();
    return out;
  }
};

void TestVerdicts::aCheckTellsWhatItLookedAt() {
  openCell({});
  QTRY_COMPARE_WITH_TIMEOUT(kindOf(chip("collisions")), QStringLiteral("good"), 60000);
  const QString tip = chip("collisions")->toolTip();
  static const QRegularExpression kPairs(
      QStringLiteral("Checked: \\d+ of \\d+ pairs of bodies by the rules of the world, margin"));
  QVERIFY2(tip.contains(kPairs), qPrintable(tip));
  QVERIFY2(!tip.contains(QStringLiteral("Left out by rules: every pair")), qPrintable(tip));
}

void TestVerdicts::aRobotThatRulesLeaveOutIsNoPlainSuccess() {
  openCell(
      "edits{world_update{update_collision_settings{collision_settings{collision_rules{left{object{by_name{object_name:"
      "\"robot\"}}} collision_action{is_excluded:true}}}}}}");
  QTRY_COMPARE_WITH_TIMEOUT(kindOf(chip("collisions")), QStringLiteral("warning"), 60000);
  QCOMPARE(chip("collisions")->text(), QStringLiteral("Free of collisions, robot not checked"));
  const QString left_out = QStringLiteral("Left out by rules: every pair of robot with anything else.");
  QVERIFY2(chip("collisions")->toolTip().contains(left_out), qPrintable(chip("collisions")->toolTip()));
  plan();
  QTRY_COMPARE(planText(), QStringLiteral("Plan checked in part"));
  QCOMPARE(kindOf(planChip()), QStringLiteral("warning"));
  QVERIFY2(planTip().contains(left_out), qPrintable(planTip()));
  QVERIFY2(window_->motion().reportText().contains(left_out), qPrintable(window_->motion().reportText()));
}

void TestVerdicts::checksThatLieFarApartAreNoPlainSuccess() {
  openCell("edits{world_update{update_collision_settings{collision_settings{collision_check_spacing:50}}}}");
  plan();
  QTRY_COMPARE(planText(), QStringLiteral("Plan checked in part"));
  static const QRegularExpression kFar(QStringLiteral("Checked only every 57.3° or 1,?000 mm: a link may pass"));
  for (const QString& told : {planTip(), window_->motion().reportText()})
    QVERIFY2(told.contains(kFar), qPrintable(told));
}

// On a small screen, in the lines of the card that are seen first.
void TestVerdicts::whatAPlanRestsOnIsSeenWithoutScrolling_data() {
  QTest::addColumn<QByteArray>("settings");
  QTest::addColumn<QString>("line");
  QTest::newRow("plain") << QByteArray() << QStringLiteral("Checked: ");
  QTest::newRow("left out")
      << QByteArray("collision_rules{left{object{by_name{object_name:\"robot\"}}} collision_action{is_excluded:true}}")
      << QStringLiteral("Left out by rules: every pair of robot");
  QTest::newRow("far apart") << QByteArray("collision_check_spacing:50") << QStringLiteral("Checked only every ");
}

void TestVerdicts::whatAPlanRestsOnIsSeenWithoutScrolling() {
  QFETCH(QByteArray, settings);
  QFETCH(QString, line);
  openCell(settings.isEmpty() ? QByteArray()
                              : "edits{world_update{update_collision_settings{collision_settings{" + settings + "}}}}");
  plan();
  auto* area = window_->motion().findChild<QScrollArea*>(QStringLiteral("fittingArea"));
  QVERIFY(area && area->isVisible());
  const auto* report = area->widget()->findChild<QLabel*>();
  QVERIFY(report);
  const QString text = report->text();
  const qsizetype from = text.indexOf(line);
  QVERIFY2(from >= 0, qPrintable(text));
  // All of it up to the end of that line is in the part that is seen.
  const QString upto = text.left(text.indexOf(QLatin1Char('\n'), from));
  const auto heightOf = [&](const QString& of) {
    return report->fontMetrics().boundingRect(QRect(0, 0, report->width(), 10000), Qt::TextWordWrap, of).height();
  };
  QTRY_VERIFY2(
      heightOf(upto) <= area->viewport()->height(),
      qPrintable(QStringLiteral("%1 of %2:\n%3").arg(heightOf(upto)).arg(area->viewport()->height()).arg(upto)));
}

void TestVerdicts::aToolThatHangsElsewhereIsListed() {
  openCell(
      "edits{world_update{update_transform{node_a{by_name{object{object_name:\"root\"}}} "
      "node_b{by_name{object{object_name:\"gripper\"}}} node_to_update{by_name{object{object_name:\"gripper\"}}} "
      "a_t_b{position{x:2 y:0 z:1} orientation{w:1}}}}}");
  const auto told = [this] {
    const QStringList all = listed();
    return std::any_of(all.begin(), all.end(), [](const QString& line) {
      return line.contains(QStringLiteral("gripper")) && line.contains(QStringLiteral("robot"));
    });
  };
  QTRY_VERIFY2_WITH_TIMEOUT(told(), qPrintable(listed().join(QLatin1Char('|'))), 60000);
  // It is of the world, however that came to it.
  window_->document().reset();
  QTRY_VERIFY2(!told(), qPrintable(listed().join(QLatin1Char('|'))));
}

void TestVerdicts::theWorldIsCalledSo() {
  run("add.box");
  run("add.box");
  const ObjectId box = world()->childNamed(world::kRootObject, "box_2");
  QVERIFY(box);
  session::CommitRequest rename;
  rename.label = Phrase("rename");
  rename.edits = session::renameObject(box, "box", false);
  const auto refused = window_->bridge().session().commit(rename);
  QVERIFY(!refused.ok());
  const QString title = ui::toMessage(refused.status()).title;
  QVERIFY2(title.contains(QStringLiteral("'world'")) && !title.contains(QStringLiteral("root")), qPrintable(title));
}

void TestVerdicts::theWindowCountsLossesAsTheVerbDoes() {
  for (int i = 0; i < 12; ++i) run("add.box");
  const QString path = folder_.filePath(QStringLiteral("half.wright")),
                by_window = folder_.filePath(QStringLiteral("by_window.wright")),
                by_verb = folder_.filePath(QStringLiteral("by_verb.wright"));
  saveTo(path);
  // An unfinished copy, and a name that was overwritten.
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite));
  QByteArray bytes = file.readAll();
  const qsizetype name = bytes.indexOf("box_7");
  QVERIFY(name > 0);
  file.seek(name);
  file.write("xox_7");
  file.resize(bytes.size() - 4096);
  file.close();
  const auto verb = test::runCli({"verify", path, "--repair", by_verb, "--json"});
  const auto lost = verb.json()[QStringLiteral("lost")].toArray().size();
  const bool holds = verb.json().contains(QStringLiteral("lost"));
  window_->notifications().closeAll();
  window_->files().recoverTo(path, by_window);
  const QString wanted = QStringLiteral("%1 losses are listed under Problems.").arg(lost);
  QVERIFY2(holds && lost > 1, verb.describe().constData());
  QTRY_VERIFY2_WITH_TIMEOUT(noticeTexts().join(QLatin1Char('|')).contains(wanted),
                            qPrintable(wanted + QLatin1Char('\n') + noticeTexts().join(QLatin1Char('|'))), 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestVerdicts>(argc, argv); }
#include "test_verdicts.moc"
