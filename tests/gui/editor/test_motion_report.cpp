// SPDX-License-Identifier: Apache-2.0
// What the card of a motion tells is what the command line tells of the same motion.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "ui/bridge/motion_text.h"
#include "ui/panels/motion_panel.h"
#include "window_test.h"

using namespace ww;
using namespace ww::editor;

class TestMotionReport : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theCardTellsWhatTheVerbTells();
};

void TestMotionReport::theCardTellsWhatTheVerbTells() {
  run("file.sample");
  auto& motion = window_->motion();
  QTRY_VERIFY_WITH_TIMEOUT(motion.robotBox()->count() > 0, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const QString file = folder_.filePath(QStringLiteral("cell.wright"));
  saveTo(file);
  const QString target = QStringLiteral("ready");
  const int row = motion.targetBox()->findText(target);
  QVERIFY(row >= 0);
  motion.targetBox()->setCurrentIndex(row);
  run("motion.plan");
  QTRY_COMPARE_WITH_TIMEOUT(motion.state(), ui::MotionPanel::State::kFresh, 60000);
  const QString card = motion.reportText();
  const auto* label = motion.findChild<QLabel*>();
  for (auto* l : motion.findChildren<QLabel*>())
    if (l->text() == card) label = l;

  QProcess verb;
  verb.start(qEnvironmentVariable("WW_BIN_DIR") + QStringLiteral("/worldwright"),
             {QStringLiteral("plan"), file, QStringLiteral("--to"), target, QStringLiteral("--robot"),
              motion.robotBox()->currentText(), QStringLiteral("--json")});
  QVERIFY(verb.waitForFinished(120000));
  const QByteArray words = verb.readAllStandardError();
  QCOMPARE(verb.exitCode(), 0);
  const QJsonObject report =
      QJsonDocument::fromJson(verb.readAllStandardOutput()).object()[QStringLiteral("report")].toObject();
  // The place of the least clearance: which two, how far, when.
  const QJsonArray pair = report[QStringLiteral("min_clearance_pair")].toArray();
  QCOMPARE(pair.size(), 2);
  for (const auto& name : pair)
    QVERIFY2(card.contains(name.toString().section(QLatin1Char(':'), 0, 0)), qPrintable(card));
  QVERIFY2(card.contains(ui::lengthText(report[QStringLiteral("min_clearance_m")].toDouble())), qPrintable(card));
  QVERIFY2(card.contains(QStringLiteral("at %1 s").arg(
               QLocale().toString(report[QStringLiteral("min_clearance_at_s")].toDouble(), 'f', 2))),
           qPrintable(card));
  // That it was checked, and the limits that had to be assumed.
  QVERIFY(report[QStringLiteral("validated")].toBool());
  QVERIFY2(card.contains(QStringLiteral("Checked: ")) && card.contains(QStringLiteral("pairs of bodies")),
           qPrintable(card));
  for (const auto& note : report[QStringLiteral("notes")].toArray())
    QVERIFY2(label->toolTip().contains(note.toString()), qPrintable(label->toolTip()));
  QVERIFY2(label->toolTip().contains(QLocale().toString(report[QStringLiteral("min_joint_margin")].toDouble(), 'g', 4)),
           qPrintable(label->toolTip()));
  // In at most six lines.
  QVERIFY2(card.count(QLatin1Char('\n')) < 6, qPrintable(card));
}

int main(int argc, char** argv) { return runWindowTest<TestMotionReport>(argc, argv); }
#include "test_motion_report.moc"
