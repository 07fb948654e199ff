// SPDX-License-Identifier: Apache-2.0
// Preferences as they are chosen in their dialog: each takes effect at once, and is kept.
#include <QKeySequenceEdit>
#include <QSpinBox>
#include <set>

#include "tests/gui/editor/window_test.h"
#include "tests/support/window_manager.h"
#include "ui/panels/preferences_dialog.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/shortcut_page.h"
#include "ui/panels/status_line.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/pose_editor.h"

using namespace ww;
using namespace ww::editor;

class TestPreferences : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void unitsAndDecimalsAreShownAtOnce();
  void theNotationIsTheOneOfTheFields();
  void stepsAreThoseOfTheHandles();
  void aPlainPictureIsCheaper();
  void theMouseIsThatOfAProgram_data();
  void theMouseIsThatOfAProgram();
  void theWheelOfSolidWorksGoesTheOtherWay();
  void twoButtonsTogetherInFreeCad();
  void aShortcutIsGivenAndPutBack();
  void keysOfAnotherAreTakenOverOnlyWhenSaid();
  void whatIsNotSeenKeepsItsKeys();
  void aButtonThatIsDoneLeavesTheKeysToTheList();
  void nothingJumpsWhileKeysAreChosen();
  void allIsKept();

 private:
  ui::PreferencesDialog* dialog() { return window_->findChild<ui::PreferencesDialog*>(); }
  void open() {
    run("edit.preferences");
    QTRY_VERIFY(dialog() && dialog()->isVisible());
  }
  template <typename Widget>
  Widget* in(const char* name) {
    auto* widget = dialog()->findChild<Widget*>(QLatin1String(name));
    for (int i = 0; widget && i < dialog()->pages()->count(); ++i)
      if (dialog()->pages()->widget(i)->isAncestorOf(widget)) dialog()->pages()->setCurrentIndex(i);
    return widget;
  }
  void pick(const char* name, const QString& data) {
    auto* box = in<QComboBox>(name);
    const int index = box->findData(data);
    QVERIFY2(index >= 0, qPrintable(data));
    box->setFocus();
    while (box->currentIndex() != index) QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
  }
  ui::PoseEditor* pose() { return window_->findChild<ui::PoseEditor*>(); }
  QImage grabbed() {
    QImage out;
    view()->grabImage([&](const QImage& image) { out = image; });
    (void)QTest::qWaitFor([&] { return !out.isNull(); }, 20000);
    return out;
  }
  static std::size_t colours(const QImage& image) {
    std::set<QRgb> found;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) found.insert(image.pixel(x, y));
    return found.size();
  }
  QString shownX() { return pose()->positionField(0)->edit()->text(); }
  void selectBoxAt(double x);
  ui::Viewport* view() { return window_->viewHost().view(); }
  QWindow* surface() { return view()->surface(); }
  void send(QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held,
            Qt::KeyboardModifiers modifiers) {
    QMouseEvent event(type, at, surface()->mapToGlobal(at), button, held, modifiers);
    QCoreApplication::sendEvent(surface(), &event);
  }
  QString moved(const ui::CameraState& before);
  ui::ShortcutPage* shortcuts() {
    dialog()->pages()->setCurrentIndex(dialog()->pages()->count() - 1);
    return dialog()->findChild<ui::ShortcutPage*>();
  }
  void type(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    auto* keys = in<QKeySequenceEdit>("shortcutKeys");
    QTRY_VERIFY(keys->isEnabled());
    keys->setFocus();
    QTest::keyClick(keys, key, modifiers);
    QTRY_COMPARE(keys->keySequence(), QKeySequence(QKeyCombination(modifiers, key)));
  }

  test::WindowManager manager_;
};

void TestPreferences::selectBoxAt(double x) {
  run("add.box");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  window_->selection().select({box});
  QTRY_VERIFY(pose() && pose()->isVisible());
  auto* edit = pose()->positionField(0)->edit();
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, QString::number(x, 'g', 12) + QLatin1Char('m'));
  QTest::keyClick(edit, Qt::Key_Return);
  QTRY_VERIFY(std::abs(world()->rootT(box).p.x() - x) < 1e-12);
}

void TestPreferences::unitsAndDecimalsAreShownAtOnce() {
  selectBoxAt(1.2345678);
  QTRY_COMPARE(shownX(), QStringLiteral("1234.568"));
  open();
  pick("preferLength", QStringLiteral("m"));
  QTRY_COMPARE(shownX(), QStringLiteral("1.234568"));
  pick("preferLength", QStringLiteral("in"));
  QTRY_COMPARE(shownX(), QStringLiteral("48.605"));
  auto* places = in<QSpinBox>("preferLengthDecimals");
  QCOMPARE(places->buttonSymbols(), QAbstractSpinBox::NoButtons);  // the theme has no arrows for them
  places->setFocus();
  QTest::keyClick(places, Qt::Key_Up);
  QTest::keyClick(places, Qt::Key_Up);
  QTRY_COMPARE(shownX(), QStringLiteral("48.6"));
  QVERIFY2(in<QLabel>("preferExample")->text().contains(QStringLiteral("48.6 in")),
           qPrintable(in<QLabel>("preferExample")->text()));
  // Another unit has its own places; the value has not changed.
  pick("preferLength", QStringLiteral("mm"));
  QTRY_COMPARE(shownX(), QStringLiteral("1234.568"));
  QCOMPARE(world()->rootT(world()->childNamed(world::kRootObject, "box")).p.x(), 1.2345678);
  pick("preferAngle", QStringLiteral("rad"));
  const auto units = window_->findChild<ui::StatusLine*>()->findChildren<QLabel*>();
  QVERIFY(std::any_of(units.begin(), units.end(),
                      [](const QLabel* label) { return label->text() == QStringLiteral("mm, rad"); }));
}

void TestPreferences::theNotationIsTheOneOfTheFields() {
  selectBoxAt(0.5);
  QCOMPARE(pose()->rotationFields().size(), std::size_t{3});
  open();
  pick("preferNotation", QStringLiteral("quaternion"));
  QTRY_COMPARE(pose()->rotationFields().size(), std::size_t{4});
}

void TestPreferences::stepsAreThoseOfTheHandles() {
  open();
  auto* edit = in<QLineEdit>("preferSnapLength");
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, QStringLiteral("-5mm"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(ui::Preferences::instance().values().snap_length, 0.01);
  edit->selectAll();
  QTest::keyClicks(edit, QStringLiteral("25mm"));
  QTest::keyClick(edit, Qt::Key_Return);
  QTRY_COMPARE(ui::Preferences::instance().values().snap_length, 0.025);
}

// Where a box meets the floor, contact shade makes both darker; edges have values between. A picture that is asked for
// while something moves is plain too where frames are slow: it is looked at until it rests.
void TestPreferences::aPlainPictureIsCheaper() {
  selectBoxAt(0.0);
  window_->selection().clear();
  open();
  const auto choose = [this](Qt::Key key, const char* word) {
    auto* box = in<QComboBox>("preferPicture");
    box->setFocus();
    QTest::keyClick(box, key);
    return box->currentText().startsWith(QLatin1String(word));
  };
  const std::size_t plain = colours(grabbed());
  QVERIFY(plain > 1);
  QVERIFY(choose(Qt::Key_Up, "Full"));
  QTRY_VERIFY_WITH_TIMEOUT(colours(grabbed()) > 1.4 * plain, 60000);
  QVERIFY(choose(Qt::Key_Down, "Plain"));
  QTRY_VERIFY_WITH_TIMEOUT(colours(grabbed()) < 1.2 * plain, 60000);
  QVERIFY(ui::Preferences::instance().values().plain_picture);
}

// What a drag has done: "orbit", "pan", "zoom", or nothing.
QString TestPreferences::moved(const ui::CameraState& before) {
  const ui::CameraState& now = view()->camera();
  if ((now.forward() - before.forward()).norm() > 1e-6) return QStringLiteral("orbit");
  if ((now.target - before.target).norm() > 1e-6) return QStringLiteral("pan");
  return std::abs(now.distance() - before.distance()) > 1e-6 ? QStringLiteral("zoom") : QString();
}

void TestPreferences::theMouseIsThatOfAProgram_data() {
  QTest::addColumn<QString>("program");
  QTest::addColumn<Qt::MouseButton>("button");
  QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
  QTest::addColumn<QString>("does");
  const auto row = [](const char* program, Qt::MouseButton button, Qt::KeyboardModifiers modifiers, const char* does) {
    QTest::addRow("%s %d %x %s", program, static_cast<int>(button), static_cast<unsigned>(modifiers), does)
        << QString::fromLatin1(program) << button << modifiers << QString::fromLatin1(does);
  };
  row("own", Qt::MiddleButton, {}, "orbit");
  row("own", Qt::MiddleButton, Qt::ShiftModifier, "pan");
  row("own", Qt::RightButton, {}, "pan");
  row("own", Qt::LeftButton, Qt::AltModifier, "orbit");
  row("own", Qt::LeftButton, {}, "");
  row("blender", Qt::MiddleButton, {}, "orbit");
  row("blender", Qt::MiddleButton, Qt::ShiftModifier, "pan");
  row("blender", Qt::MiddleButton, Qt::ControlModifier, "zoom");
  row("blender", Qt::RightButton, {}, "");
  row("freecad", Qt::MiddleButton, {}, "pan");
  row("freecad", Qt::RightButton, Qt::ControlModifier, "pan");
  row("freecad", Qt::RightButton, Qt::ShiftModifier, "orbit");
  row("freecad", Qt::RightButton, Qt::ControlModifier | Qt::ShiftModifier, "zoom");
  row("solidworks", Qt::MiddleButton, {}, "orbit");
  row("solidworks", Qt::MiddleButton, Qt::ControlModifier, "pan");
  row("solidworks", Qt::MiddleButton, Qt::ShiftModifier, "zoom");
  row("rviz", Qt::LeftButton, {}, "orbit");
  row("rviz", Qt::LeftButton, Qt::ShiftModifier, "pan");
  row("rviz", Qt::LeftButton, Qt::ControlModifier, "");
  row("rviz", Qt::MiddleButton, {}, "pan");
  row("rviz", Qt::RightButton, {}, "zoom");
}

void TestPreferences::theMouseIsThatOfAProgram() {
  QFETCH(QString, program);
  QFETCH(Qt::MouseButton, button);
  QFETCH(Qt::KeyboardModifiers, modifiers);
  QFETCH(QString, does);
  open();
  pick("preferNavigation", program);
  dialog()->close();
  const ui::CameraState before = view()->camera();
  const QPoint from(120, 260), to(180, 300);
  send(QEvent::MouseButtonPress, from, button, button, modifiers);
  send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button, modifiers);
  send(QEvent::MouseMove, to, Qt::NoButton, button, modifiers);
  send(QEvent::MouseButtonRelease, to, button, Qt::NoButton, modifiers);
  QCOMPARE(moved(before), does);
}

void TestPreferences::theWheelOfSolidWorksGoesTheOtherWay() {
  const auto turned = [this] {
    const double before = view()->camera().distance();
    const QPointF at(300, 300);
    QWheelEvent event(at, surface()->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(surface(), &event);
    return view()->camera().distance() / before;
  };
  QVERIFY(turned() < 1.0);
  open();
  pick("preferNavigation", QStringLiteral("solidworks"));
  QVERIFY(turned() > 1.0);
}

void TestPreferences::twoButtonsTogetherInFreeCad() {
  open();
  pick("preferNavigation", QStringLiteral("freecad"));
  dialog()->close();
  ui::CameraState before = view()->camera();
  const auto both = Qt::MiddleButton | Qt::LeftButton;
  send(QEvent::MouseButtonPress, {120, 260}, Qt::MiddleButton, Qt::MiddleButton, {});
  send(QEvent::MouseButtonPress, {120, 260}, Qt::LeftButton, both, {});
  send(QEvent::MouseMove, {150, 280}, Qt::NoButton, both, {});
  QCOMPARE(moved(before), QStringLiteral("orbit"));
  send(QEvent::MouseButtonRelease, {150, 280}, Qt::LeftButton, Qt::MiddleButton, {});
  before = view()->camera();
  send(QEvent::MouseMove, {180, 300}, Qt::NoButton, Qt::MiddleButton, {});
  QCOMPARE(moved(before), QStringLiteral("pan"));
  send(QEvent::MouseButtonRelease, {180, 300}, Qt::MiddleButton, Qt::NoButton, {});
  before = view()->camera();
  send(QEvent::MouseMove, {220, 320}, Qt::NoButton, Qt::NoButton, {});
  QCOMPARE(moved(before), QString());
}

// ---- shortcuts

void TestPreferences::aShortcutIsGivenAndPutBack() {
  open();
  auto* filter = in<QLineEdit>("shortcutFilter");
  filter->setFocus();
  QTest::keyClicks(filter, QStringLiteral("sphere"));
  QStringList seen;
  for (int i = 0; i < shortcuts()->list()->topLevelItemCount(); ++i)
    if (auto* item = shortcuts()->list()->topLevelItem(i); !item->isHidden()) seen << item->text(0);
  QCOMPARE(seen, QStringList{QStringLiteral("Sphere")});
  shortcuts()->choose(QStringLiteral("add.sphere"));
  type(Qt::Key_B, Qt::ControlModifier);
  auto* assign = in<QPushButton>("shortcutAssign");
  QTRY_VERIFY(assign->isEnabled());
  QCOMPARE(assign->text(), QStringLiteral("Assign"));
  QTest::mouseClick(assign, Qt::LeftButton);
  dialog()->close();
  window_->activateWindow();
  QTRY_VERIFY(window_->isActiveWindow());
  QTest::keyClick(window_->windowHandle(), Qt::Key_B, Qt::ControlModifier);
  QTRY_VERIFY(world()->childNamed(world::kRootObject, "sphere"));
  QVERIFY(action("add.sphere")->toolTip().contains(QStringLiteral("Ctrl+B")));
  // Back to what it was: none.
  window_->actions().setKeys(QStringLiteral("add.sphere"), window_->actions().usualKeys(QStringLiteral("add.sphere")));
  QTest::keyClick(window_->windowHandle(), Qt::Key_B, Qt::ControlModifier);
  QTest::qWait(50);
  QCOMPARE(world()->objectCount(), std::size_t{2});
}

void TestPreferences::keysOfAnotherAreTakenOverOnlyWhenSaid() {
  open();
  shortcuts()->choose(QStringLiteral("edit.copy-pose"));
  type(Qt::Key_D, Qt::ControlModifier);
  auto* assign = in<QPushButton>("shortcutAssign");
  QTRY_COMPARE(assign->text(), QStringLiteral("Take over"));
  const auto* note = in<QLabel>("shortcutNote");
  QVERIFY2(note->isVisible() && note->text().contains(QStringLiteral("Duplicate")), qPrintable(note->text()));
  const QKeySequence keys(Qt::CTRL | Qt::Key_D);
  QCOMPARE(action("edit.duplicate")->shortcuts(), QList<QKeySequence>{keys});
  QTest::mouseClick(assign, Qt::LeftButton);
  QVERIFY(action("edit.duplicate")->shortcuts().isEmpty());
  QCOMPARE(action("edit.copy-pose")->shortcut(), keys);
  // No two actions have the same keys.
  for (const auto& row : window_->actions().rows())
    for (const auto& own : row.keys) QVERIFY2(window_->actions().othersWith(own, row.id).isEmpty(), qPrintable(row.id));
  // Enter and Tab are the fields'.
  shortcuts()->choose(QStringLiteral("add.box"));
  type(Qt::Key_Return, {});
  QTRY_VERIFY(!assign->isEnabled());
}

void TestPreferences::whatIsNotSeenKeepsItsKeys() {
  open();
  shortcuts()->choose(QStringLiteral("view.hide"));
  auto* filter = in<QLineEdit>("shortcutFilter");
  QList<QPushButton*> buttons;
  for (auto* button : shortcuts()->findChildren<QPushButton*>())
    if (button->text() != QStringLiteral("Reset all")) buttons << button;
  QCOMPARE(buttons.size(), 3);
  filter->setText(QStringLiteral("hide"));
  QVERIFY(shortcuts()->list()->currentItem());
  filter->setText(QStringLiteral("save"));
  QVERIFY(!shortcuts()->list()->currentItem());
  for (const auto* button : buttons) QVERIFY2(!button->isEnabled(), qPrintable(button->text()));
  QVERIFY(!in<QKeySequenceEdit>("shortcutKeys")->isEnabled());
  QCOMPARE(action("view.hide")->shortcuts(), window_->actions().usualKeys(QStringLiteral("view.hide")));
}

// Space would press "Reset all" otherwise.
void TestPreferences::aButtonThatIsDoneLeavesTheKeysToTheList() {
  open();
  shortcuts()->choose(QStringLiteral("edit.copy-pose"));
  type(Qt::Key_D, Qt::ControlModifier);
  auto* assign = in<QPushButton>("shortcutAssign");
  QTRY_VERIFY(assign->isEnabled());
  assign->setFocus();
  QTest::keyClick(assign, Qt::Key_Space);
  QTRY_VERIFY(!assign->isEnabled());
  QCOMPARE(dialog()->focusWidget(), static_cast<QWidget*>(shortcuts()->list()));
  QTest::keyClick(dialog()->focusWidget(), Qt::Key_Space);
  QCOMPARE(action("edit.copy-pose")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_D));
}

void TestPreferences::nothingJumpsWhileKeysAreChosen() {
  open();
  auto* filter = in<QLineEdit>("shortcutFilter");
  const int keys_at = shortcuts()->list()->columnViewportPosition(1);
  filter->setText(QStringLiteral("hide"));
  QTest::qWait(50);
  QVERIFY(std::abs(shortcuts()->list()->columnViewportPosition(1) - keys_at) < 20);  // the scroll bar goes
  shortcuts()->choose(QStringLiteral("view.hide"));
  const auto* assign = in<QPushButton>("shortcutAssign");
  const QPoint before = assign->mapToGlobal(QPoint());
  type(Qt::Key_D, Qt::ControlModifier);
  QTRY_COMPARE(assign->text(), QStringLiteral("Take over"));
  QTest::qWait(50);
  QCOMPARE(assign->mapToGlobal(QPoint()).y(), before.y());
}

void TestPreferences::allIsKept() {
  open();
  pick("preferLength", QStringLiteral("cm"));
  pick("preferNavigation", QStringLiteral("rviz"));
  window_->actions().setKeys(QStringLiteral("add.box"), {QKeySequence(Qt::CTRL | Qt::Key_B)});
  window_.reset();
  QCOMPARE(QSettings().value(QStringLiteral("preferences/length-unit")).toString(), QStringLiteral("cm"));
  ui::Preferences::instance().reload();
  QCOMPARE(ui::Preferences::instance().values().navigation, QStringLiteral("rviz"));
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  QCOMPARE(action("add.box")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_B));
  // Nonsense in the settings is not taken.
  ui::settings::set(QStringLiteral("preferences/length-unit"), QStringLiteral("furlong"));
  ui::settings::set(QStringLiteral("preferences/snap-length"), -3.0);
  ui::Preferences::instance().reload();
  QCOMPARE(QString::fromUtf8(ui::defaultUnit(ui::Quantity::kLength).symbol), QStringLiteral("mm"));
  QCOMPARE(ui::Preferences::instance().values().snap_length, 0.01);
}

int main(int argc, char** argv) { return runWindowTest<TestPreferences>(argc, argv); }
#include "test_preferences.moc"
