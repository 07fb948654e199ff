// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "ui/widgets/icons.h"
#include "ui/widgets/joint_row.h"
#include "ui/widgets/notifications.h"
#include "ui/widgets/pose_editor.h"
#include "ui/widgets/pose_text.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::ui;

class TestWidgets : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void textIsReadableInBothThemes();
  void styleSheetUsesOnlyRolesOfTheTable();
  void aBoxToCheckIsSeenInBothThemes();
  void aMenuShowsWhatIsOn();
  void everyIconOfTheSetDraws();
  void anUntouchedFieldKeepsItsBits();
  void invalidTextStaysWithItsReason();
  void rotationNotationsComeBack();
  void posesAreCopiedAndPasted();
  void switchingNotationLeavesThePoseAlone();
  void aJointStaysWithinItsLimits();
  void aJointWithoutLimitsGoesWhereItIsTold();
  void typingAfterAnInvalidTextReplacesIt();
  void theWheelStepsByWholeNotches();
  void aPositionBeyondTenKilometresIsRefused();
  void noticesAreFewCountedAndGo();
  void aQuaternionIsTypedAsAWhole();
  void numbersPastedIntoOneFieldFillAll();
};

namespace {
void chooseNotation(PoseEditor& editor, Notation notation) {
  for (auto* box : editor.findChildren<QComboBox*>())
    if (const int row = box->findData(QLatin1String(info(notation).id)); row >= 0) box->setCurrentIndex(row);
}
void put(QLineEdit* edit, const QString& text) {
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
}
}  // namespace

void TestWidgets::textIsReadableInBothThemes() {
  const Role grounds[] = {Role::kGround, Role::kPanel, Role::kField};
  for (const bool dark : {false, true}) {
    const auto check = [dark](Role text, Role ground) {
      const double contrast = Theme::contrast(Theme::color(text, dark), Theme::color(ground, dark));
      QVERIFY2(contrast >= 4.5,
               qPrintable(QStringLiteral("%1 on %2, %3: %4")
                              .arg(QLatin1String(Theme::name(text)), QLatin1String(Theme::name(ground)),
                                   dark ? QStringLiteral("dark") : QStringLiteral("light"))
                              .arg(contrast)));
    };
    for (const Role ground : grounds)
      for (const Role text : {Role::kText, Role::kDim}) check(text, ground);
    for (const Role text : {Role::kAccent, Role::kGood, Role::kWarning, Role::kError}) check(text, Role::kPanel);
    for (const Role ground : {Role::kGoodGround, Role::kWarningGround, Role::kErrorGround, Role::kHover})
      check(Role::kText, ground);
    check(Role::kOnAccent, Role::kAccent);
    check(Role::kError, Role::kErrorGround);
  }
}

void TestWidgets::styleSheetUsesOnlyRolesOfTheTable() {
  Theme::instance().setChoice(Theme::Choice::kDark);
  const QString sheet = Theme::instance().styleSheet();
  QVERIFY(!sheet.isEmpty());
  // Past the comment that explains the sign.
  QVERIFY2(!sheet.mid(sheet.indexOf(QLatin1String("QMainWindow"))).contains(QLatin1Char('@')),
           "a role that the table does not have");
}

// Checked or not: there is a box, and the two differ.
void TestWidgets::aBoxToCheckIsSeenInBothThemes() {
  for (const auto choice : {Theme::Choice::kLight, Theme::Choice::kDark}) {
    Theme::instance().setChoice(choice);
    QWidget panel;
    panel.setAutoFillBackground(true);
    QCheckBox box(&panel);
    panel.resize(60, 40);
    const QColor ground = Theme::instance().color(Role::kPanel);
    QImage pictures[2];
    for (const bool checked : {false, true}) {
      box.setChecked(checked);
      box.setGeometry(10, 10, 30, 20);
      pictures[checked] = panel.grab().toImage();
      double most = 1.0;
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) most = std::max(most, Theme::contrast(pictures[checked].pixelColor(x, y), ground));
      QVERIFY2(most >= 3.0,
               qPrintable(QStringLiteral("%1 %2: %3").arg(static_cast<int>(choice)).arg(checked).arg(most)));
    }
    QVERIFY(pictures[0] != pictures[1]);
  }
}

void TestWidgets::aMenuShowsWhatIsOn() {
  for (const auto choice : {Theme::Choice::kLight, Theme::Choice::kDark}) {
    Theme::instance().setChoice(choice);
    QMenu menu;
    QAction* action = menu.addAction(icon(QStringLiteral("grid")), QStringLiteral("Grid"));
    action->setCheckable(true);
    const QImage off = menu.grab().toImage();
    action->setChecked(true);
    QVERIFY2(menu.grab().toImage() != off, "an icon must not hide whether the action is on");
  }
}

void TestWidgets::everyIconOfTheSetDraws() {
  Theme::instance();
  const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
  QVERIFY(files.size() > 40);
  for (const QString& file : files) {
    const QImage image = icon(file.chopped(4)).pixmap(QSize(40, 40)).toImage();
    bool drawn = false;
    for (int y = 0; y < image.height() && !drawn; ++y)
      for (int x = 0; x < image.width() && !drawn; ++x) drawn = image.pixelColor(x, y).alpha() > 100;
    QVERIFY2(drawn, qPrintable(file));
  }
}

void TestWidgets::anUntouchedFieldKeepsItsBits() {
  QuantityField field({QStringLiteral("X"), QStringLiteral("X"), Quantity::kLength});
  field.show();
  const double odd = 0.12345678901234567;
  field.setValue(odd);
  QCOMPARE(field.edit()->text(), QLocale().toString(123.457));
  QSignalSpy edited(&field, &QuantityField::edited);
  field.edit()->setFocus();
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 0);
  QVERIFY(field.value() == odd);
  // The same rounded text typed again is no edit.
  field.edit()->selectAll();
  QTest::keyClicks(field.edit(), QStringLiteral("123.457"));
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 0);
  QVERIFY(field.value() == odd);
}

void TestWidgets::invalidTextStaysWithItsReason() {
  QuantityField field({QStringLiteral("X"), QStringLiteral("X"), Quantity::kLength});
  field.show();
  field.setValue(0.5);
  QSignalSpy edited(&field, &QuantityField::edited);
  field.edit()->setFocus();
  field.edit()->selectAll();
  QTest::keyClicks(field.edit(), QStringLiteral("12 kg"));
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 0);
  QVERIFY(field.hasError());
  QCOMPARE(field.edit()->text(), QStringLiteral("12 kg"));
  QCOMPARE(field.value(), 0.5);
  field.setValue(0.6);  // the world moves on; the text stays
  QCOMPARE(field.edit()->text(), QStringLiteral("12 kg"));
  field.edit()->selectAll();
  QTest::keyClicks(field.edit(), QStringLiteral("1in + 1"));
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QVERIFY(!field.hasError());
  QVERIFY(std::abs(field.value() - 0.0264) < 1e-12);
}

void TestWidgets::rotationNotationsComeBack() {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20000; ++i) {
    const Quat q = Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    for (const auto& n : notations()) {
      const auto back = fromNumbers(toNumbers(q, n.notation), n.notation);
      QVERIFY(back);
      QVERIFY(q.angularDistance(*back) < 1e-7);
    }
  }
  QVERIFY(!fromNumbers({0, 0, 0, 0}, Notation::kQuaternion));
  QVERIFY(!fromNumbers({0, NAN, 0}, Notation::kRpy));
}

void TestWidgets::posesAreCopiedAndPasted() {
  const Pose pose{Vec3(0.1, -2.5, 1.0 / 3.0), Quat(Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized()))};
  for (const auto& n : notations()) {
    const auto back = poseFromText(poseToText(pose, n.notation));
    QVERIFY(back);
    QVERIFY((back->p - pose.p).norm() < 1e-15);
    QVERIFY(back->q.angularDistance(pose.q) < 1e-7);
  }
  const auto matrix = poseFromText(poseToMatrixText(pose));
  QVERIFY(matrix && matrix->q.angularDistance(pose.q) < 1e-7);
  QVERIFY(!poseFromText(QStringLiteral("1 2 3")));
  QVERIFY(!poseFromText(QStringLiteral("2 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1")));
}

void TestWidgets::switchingNotationLeavesThePoseAlone() {
  PoseEditor editor;
  const Pose pose{Vec3(0.123456789, 0, 0), Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
  editor.setPose(pose);
  QSignalSpy edited(&editor, &PoseEditor::edited);
  for (auto* box : editor.findChildren<QComboBox*>())
    for (int i = 0; i < box->count(); ++i) box->setCurrentIndex(i);
  QCOMPARE(edited.count(), 0);
  QVERIFY(editor.pose() == pose);
  // Typing one coordinate keeps the quaternion bit by bit.
  auto* x = editor.positionField(0)->edit();
  x->selectAll();
  QTest::keyClicks(x, QStringLiteral("250"));
  QTest::keyClick(x, Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QVERIFY(editor.pose().q.coeffs() == pose.q.coeffs());
  QVERIFY(std::abs(editor.pose().p.x() - 0.25) < 1e-15);
}

void TestWidgets::aJointStaysWithinItsLimits() {
  world::Joint joint;
  joint.motion = world::MotionType::kRevolute;
  joint.system.lower = joint.application.lower = -1.0;
  joint.system.upper = joint.application.upper = 1.0;
  JointRow row(QStringLiteral("j1"), joint);
  QSignalSpy moved(&row, &JointRow::moved), released(&row, &JointRow::released);
  row.slider()->setValue(row.slider()->maximum());
  QCOMPARE(row.value(), 1.0);
  QCOMPARE(moved.count(), 1);
  QCOMPARE(released.count(), 1);
  auto* field = row.findChild<QLineEdit*>();
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("50"));
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(released.count(), 2);
  const double before = row.value();
  // What is beyond a limit stays, with the limit named, and moves nothing.
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("180deg"));
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(row.value(), before);
  QCOMPARE(released.count(), 2);
  QCOMPARE(field->text(), QStringLiteral("180deg"));
  QVERIFY(row.field()->hasError());
  QVERIFY2(field->accessibleDescription().contains(QStringLiteral("57.296 \u00b0")),
           qPrintable(field->accessibleDescription()));
  // The limit as it is shown is the limit.
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("57.296"));
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(row.value(), 1.0);
  QVERIFY(!row.field()->hasError());
}

// Its slider has an end all the same.
void TestWidgets::aJointWithoutLimitsGoesWhereItIsTold() {
  world::Joint joint;
  joint.motion = world::MotionType::kRevolute;
  constexpr double kNone = std::numeric_limits<double>::infinity();
  joint.system.lower = joint.application.lower = -1.0;
  joint.system.upper = joint.application.upper = kNone;
  JointRow row(QStringLiteral("j1"), joint);
  QSignalSpy released(&row, &JointRow::released);
  auto* field = row.field()->edit();
  put(field, QStringLiteral("270"));
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(std::abs(row.value() - 1.5 * std::numbers::pi) < 1e-12);
  QCOMPARE(released.count(), 1);
  QCOMPARE(row.slider()->value(), row.slider()->maximum());
  // Where there is one it holds.
  put(field, QStringLiteral("-90"));
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(row.field()->hasError() && row.value() > 0.0);
}

void TestWidgets::typingAfterAnInvalidTextReplacesIt() {
  QuantityField field({QStringLiteral("X"), QStringLiteral("X"), Quantity::kLength});
  field.show();
  field.setValue(0.5);
  QSignalSpy edited(&field, &QuantityField::edited);
  field.edit()->setFocus();
  field.edit()->selectAll();
  QTest::keyClicks(field.edit(), QStringLiteral("abc"));
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QVERIFY(field.hasError());
  QTest::keyClicks(field.edit(), QStringLiteral("1 m + 2in"));
  QTest::keyClick(field.edit(), Qt::Key_Return);
  QVERIFY(!field.hasError());
  QCOMPARE(edited.count(), 1);
  QCOMPARE(field.edit()->text(), QLocale().toString(1050.8).remove(QLocale().groupSeparator()));
  QVERIFY(std::abs(field.value() - 1.0508) < 1e-12);
}

void TestWidgets::theWheelStepsByWholeNotches() {
  QuantityField field({QStringLiteral("X"), QStringLiteral("X"), Quantity::kLength});
  field.show();
  QVERIFY(QTest::qWaitForWindowActive(&field));
  field.setValue(0.0);
  field.edit()->setFocus();
  for (const QPoint by : {QPoint(120, 0), QPoint(0, 0), QPoint(0, 50), QPoint(0, 70)}) {
    QCOMPARE(field.value(), 0.0);
    QWheelEvent wheel({2, 2}, {2, 2}, {}, by, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(field.edit(), &wheel);
  }
  QVERIFY(field.value() > 0.0);
}

void TestWidgets::aPositionBeyondTenKilometresIsRefused() {
  PoseEditor editor;
  editor.show();
  QSignalSpy edited(&editor, &PoseEditor::edited);
  auto* field = editor.positionField(0);
  for (const char* far : {"1e9 m", "-10.1 km"}) {
    field->edit()->selectAll();
    QTest::keyClicks(field->edit(), QLatin1String(far));
    QTest::keyClick(field->edit(), Qt::Key_Return);
    QVERIFY2(field->hasError(), far);
    QCOMPARE(edited.count(), 0);
  }
  field->edit()->selectAll();
  QTest::keyClicks(field->edit(), QStringLiteral("9.9 km"));
  QTest::keyClick(field->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QVERIFY(!field->hasError());
}

void TestWidgets::noticesAreFewCountedAndGo() {
  QWidget window;
  window.resize(600, 500);
  Notifications notices(&window);
  window.show();
  for (int i = 0; i < 6; ++i) notices.post({Notice::Kind::kError, QStringLiteral("one"), {}, {}, {}});
  QCOMPARE(notices.count(), 1);
  QVERIFY(notices.findChild<QLabel*>(QStringLiteral("noticeTitle"))->text().contains(QLatin1Char('6')));
  Notice asks{Notice::Kind::kError, QStringLiteral("what now"), {}, {}, {}};
  asks.stays = true;
  notices.post(asks);
  notices.setPace(0.001);
  for (int i = 0; i < 6; ++i) notices.post({Notice::Kind::kError, QStringLiteral("n%1").arg(i), {}, {}, {}});
  QCOMPARE(notices.count(), 3);
  // Errors go as well; what waits for a decision stays until it is closed.
  QTRY_COMPARE_WITH_TIMEOUT(notices.count(), 1, 3000);
  auto* title = notices.findChild<QLabel*>(QStringLiteral("noticeTitle"));
  QCOMPARE(title->text(), QStringLiteral("what now"));
  notices.findChild<QToolButton*>()->click();
  QTRY_COMPARE(notices.count(), 0);
}

void TestWidgets::aQuaternionIsTypedAsAWhole() {
  QWidget window;
  auto* other = new QLineEdit(&window);
  auto* editor = new PoseEditor(&window);
  QVBoxLayout box(&window);
  box.addWidget(editor);
  box.addWidget(other);
  chooseNotation(*editor, Notation::kQuaternion);
  window.show();
  window.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  editor->setPose({});
  QSignalSpy edited(editor, &PoseEditor::edited);
  const auto& fields = editor->rotationFields();
  fields[0]->edit()->setFocus();
  for (int i = 0; i < 4; ++i) {
    QTRY_VERIFY(fields[static_cast<std::size_t>(i)]->edit()->hasFocus());
    put(fields[static_cast<std::size_t>(i)]->edit(), QStringLiteral("0.5"));
    QCOMPARE(edited.count(), 0);
    if (i < 3) QTest::keyClick(fields[static_cast<std::size_t>(i)]->edit(), Qt::Key_Tab);
  }
  QCOMPARE(fields[0]->edit()->text(), QStringLiteral("0.5"));
  other->setFocus();
  QCOMPARE(edited.count(), 1);
  QVERIFY(editor->pose().q.coeffs().isApproxToConstant(0.5, 1e-15));
  // Not normalised: normalised once, on Enter.
  for (std::size_t i = 0; i < 4; ++i) put(fields[i]->edit(), i == 3 ? QStringLiteral("2") : QStringLiteral("0"));
  QTest::keyClick(fields[3]->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 2);
  QVERIFY((editor->pose().q.coeffs() - Quat(0, 0, 0, 1).coeffs()).norm() < 1e-15);
  QCOMPARE(fields[3]->edit()->text(), QStringLiteral("1"));
  // No orientation: it stays, with the reason; Esc takes all of it back.
  put(fields[3]->edit(), QStringLiteral("0"));
  QTest::keyClick(fields[3]->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 2);
  QVERIFY(fields[0]->hasError());
  QTest::keyClick(fields[2]->edit(), Qt::Key_Escape);
  QCOMPARE(fields[3]->edit()->text(), QStringLiteral("1"));
  QVERIFY(!fields[0]->hasError());
  // One that is no number holds all of them.
  put(fields[0]->edit(), QStringLiteral("1"));
  put(fields[1]->edit(), QStringLiteral("x"));
  QTest::keyClick(fields[1]->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 2);
  QVERIFY(fields[1]->hasError());
}

void TestWidgets::numbersPastedIntoOneFieldFillAll() {
  PoseEditor editor;
  chooseNotation(editor, Notation::kQuaternion);
  editor.show();
  editor.setPose({});
  QSignalSpy edited(&editor, &PoseEditor::edited);
  const auto paste = [](QLineEdit* edit, const QString& text) {
    QApplication::clipboard()->setText(text);
    edit->setFocus();
    edit->selectAll();
    edit->paste();
  };
  auto* w = editor.rotationFields()[0]->edit();
  paste(w, QStringLiteral("[0.5, 0.5, -0.5, 0.5]"));
  QCOMPARE(editor.rotationFields()[2]->edit()->text(), QStringLiteral("-0.5"));
  QCOMPARE(edited.count(), 0);
  QTest::keyClick(w, Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QVERIFY((editor.pose().q.coeffs() - Quat(0.5, 0.5, -0.5, 0.5).coeffs()).norm() < 1e-15);
  chooseNotation(editor, Notation::kRpy);
  paste(editor.rotationFields()[1]->edit(), QStringLiteral("10 20 30"));
  QTest::keyClick(editor.rotationFields()[1]->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 2);
  constexpr double kDegree = 3.14159265358979323846 / 180.0;
  QVERIFY((toNumbers(editor.pose().q, Notation::kRpy)[2] - 30 * kDegree) < 1e-12);
  auto* x = editor.positionField(0)->edit();
  paste(x, QStringLiteral("10 mm; 0.2 m; 30"));
  QTest::keyClick(x, Qt::Key_Return);
  QCOMPARE(edited.count(), 3);
  QVERIFY((editor.pose().p - Vec3(0.01, 0.2, 0.03)).norm() < 1e-12);
  // Then each is its own again; a sum with blanks is no list.
  put(x, QStringLiteral("1 + 2 + 3"));
  QTest::keyClick(x, Qt::Key_Return);
  QCOMPARE(edited.count(), 4);
  QVERIFY((editor.pose().p - Vec3(0.006, 0.2, 0.03)).norm() < 1e-12);
}

QTEST_MAIN(TestWidgets)
#include "test_widgets.moc"
