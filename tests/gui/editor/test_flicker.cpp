// SPDX-License-Identifier: Apache-2.0
// What is on the screen between two states: no blank block, no squashed row, no text that is cut.
#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <QTranslator>

#include "tests/gui/editor/window_test.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/joint_row.h"
#include "ui/widgets/notice_card.h"

using namespace ww;
using namespace ww::editor;
using ui::Notice;

namespace {

// Share of the pixels that differ visibly.
bool differs(QRgb p, QRgb q) {
  return std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))}) > 24;
}

double differenceFromBoth(const QImage& image, const QImage& a, const QImage& b) {
  if (image.size() != a.size() || image.size() != b.size()) return 1.0;
  qsizetype other = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      if (differs(image.pixel(x, y), a.pixel(x, y)) && differs(image.pixel(x, y), b.pixel(x, y))) ++other;
  return static_cast<double>(other) / static_cast<double>(a.width()) / a.height();
}

double pictureDifference(const QImage& a, const QImage& b) { return differenceFromBoth(a, b, b); }

// Notes each row that is painted with less height than it needs.
class SquashedRows : public QObject {
 public:
  SquashedRows() { qApp->installEventFilter(this); }
  QStringList found;
  int painted = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const auto* widget = event->type() == QEvent::Paint ? qobject_cast<QWidget*>(watched) : nullptr;
    const bool row =
        widget && (qobject_cast<const ui::JointRow*>(widget) || qobject_cast<const ui::QuantityField*>(widget) ||
                   qobject_cast<const ui::Section*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
                   qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget));
    if (!row || !widget->isVisible()) return false;
    ++painted;
    if (widget->height() < widget->minimumSizeHint().height() ||
        (!qobject_cast<const ui::Section*>(widget) && widget->height() < widget->sizeHint().height()))
      found << QStringLiteral("%1 '%2': %3 of %4")
                   .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
                   .arg(widget->height())
                   .arg(widget->sizeHint().height());
    return false;
  }
};

// How many columns of the picture hold ink: anything but the ground in its middle row's first inner pixel.
int inkColumns(const QImage& image, int border) {
  const QRgb ground = image.pixel(border + 1, border + 1);
  int columns = 0;
  for (int x = border; x < image.width() - border; ++x)
    for (int y = border; y < image.height() - border; ++y)
      if (image.pixel(x, y) != ground) {
        ++columns;
        break;
      }
  return columns;
}

// The button as it is, against the same button with room to spare.
bool textFits(QAbstractButton* button) {
  const bool framed =
      !button->objectName().contains(QLatin1String("ink")) && button->objectName() != QLatin1String("noticeAction");
  const int border = framed ? qRound(5 * button->devicePixelRatioF()) : 0;
  const int as_it_is = inkColumns(button->grab().toImage(), border);
  const QSize size = button->size(), least = button->minimumSize(), most = button->maximumSize();
  button->setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
  button->resize(size + QSize(80, 0));
  const int with_room = inkColumns(button->grab().toImage(), border);
  button->setMinimumSize(least);
  button->setMaximumSize(most);
  button->resize(size);
  return as_it_is >= with_room;
}

bool textFits(const QLabel& label) {
  if (label.text().isEmpty()) return true;
  if (label.wordWrap()) return label.height() >= label.heightForWidth(label.width());
  return label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored || label.width() >= label.sizeHint().width();
}

QStringList cutTexts(const QWidget& in) {
  QStringList cut;
  for (auto* widget : in.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
    auto* button = qobject_cast<QPushButton*>(widget);
    if (button && !textFits(button))
      cut << QStringLiteral("button '%1' is %2 wide").arg(button->text()).arg(button->width());
    const auto* label = qobject_cast<QLabel*>(widget);
    if (label && !textFits(*label))
      cut << QStringLiteral("label '%1': %2x%3, needs %4 high")
                 .arg(label->text())
                 .arg(label->width())
                 .arg(label->height())
                 .arg(label->heightForWidth(label->width()));
  }
  return cut;
}

}  // namespace

class TestFlicker : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aSecondNoticeLeavesNoBlank();
  void aNoticeThatGoesTakesItsGroundAlong();
  void aNoticeStaysOnTop();
  void aChipKeepsItsWidthWhileTextsChange();
  void rowsAreNeverSquashed();
  void textFitsItsWidget_data();
  void textFitsItsWidget();

 private:
  // The lower right of the view, as it is on the screen.
  QImage corner();
  QList<QImage> cornersUntilStill();
  void openSample();
  void checkMotionCard();
  // What a failure was about, to be looked at.
  static void keep(const QList<QImage>& pictures) {
    const QString to = qEnvironmentVariable("WW_BUILD_DIR", QStringLiteral(".")) + QStringLiteral("/flicker");
    QDir().mkpath(to);
    for (int i = 0; i < pictures.size(); ++i)
      pictures[i].save(QStringLiteral("%1/%2-%3.png").arg(to, QLatin1String(QTest::currentTestFunction())).arg(i));
  }
};

void TestFlicker::openSample() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(*window_->viewHost().view()).isComplete(), 60000);
}

QImage TestFlicker::corner() {
  const auto* view = window_->viewHost().view();
  const QPoint end = view->mapToGlobal(QPoint(view->width(), view->height()));
  return window_->screen()
      ->grabWindow(0, end.x() - 370, end.y() - 400, 370, 370)  // as high as three notices
      .toImage()
      .convertToFormat(QImage::Format_RGB32);
}

// After each turn of the event loop, until forty in a row show the same.
QList<QImage> TestFlicker::cornersUntilStill() {
  QList<QImage> all{corner()};
  for (int still = 0, turns = 0; still < 40 && turns < 2000; ++turns) {
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QImage now = corner();
    still = now == all.back() ? still + 1 : 0;
    if (still == 0) all << now;
    QThread::msleep(2);
  }
  return all;
}

void TestFlicker::aSecondNoticeLeavesNoBlank() {
  openSample();
  window_->notifications().closeAll();
  cornersUntilStill();
  for (int i = 1; i <= 3; ++i) {
    const QImage before = corner();
    window_->notifications().post({ui::Notice::Kind::kGood, QStringLiteral("Notice %1").arg(i),
                                   QStringLiteral("that has come after the others and has a longer text"),
                                   QStringLiteral("Undo"), [] {}});
    const QList<QImage> frames = cornersUntilStill();
    QVERIFY(pictureDifference(before, frames.back()) > 0.02);
    for (qsizetype f = 0; f < frames.size(); ++f) {
      const double of_before = pictureDifference(frames[f], before),
                   of_after = pictureDifference(frames[f], frames.back());
      if (std::min(of_before, of_after) > 0.005 && qEnvironmentVariableIsSet("WW_SHOT"))
        frames[f].save(qEnvironmentVariable("WW_SHOT"));
      QVERIFY2(std::min(of_before, of_after) < 0.005,
               qPrintable(QStringLiteral("notice %1, frame %2 of %3: %4 of it is neither before nor after")
                              .arg(i)
                              .arg(f)
                              .arg(frames.size())
                              .arg(std::min(of_before, of_after))));
    }
  }
}

// Where the notice was is the view again, or still the notice, until the view has been drawn: pixel by pixel, as a
// frame comes to the screen in pieces.
void TestFlicker::aNoticeThatGoesTakesItsGroundAlong() {
  openSample();
  window_->notifications().closeAll();
  cornersUntilStill();
  const QImage view = corner();
  Notice asks{Notice::Kind::kGood, QStringLiteral("Stays"), QStringLiteral("until it is closed"), {}, {}};
  asks.stays = true;
  window_->notifications().post(asks);
  cornersUntilStill();
  const QImage notice = corner();
  QVERIFY(pictureDifference(view, notice) > 0.02);
  window_->notifications().findChild<QToolButton*>()->click();
  QCOMPARE(window_->notifications().count(), 0);
  const QList<QImage> frames = cornersUntilStill();
  for (const QImage& frame : frames) {
    const double other = differenceFromBoth(frame, view, notice);
    if (other >= 0.005) keep({view, notice, frame});
    QVERIFY2(other < 0.005, qPrintable(QString::number(other)));
  }
  QVERIFY(pictureDifference(frames.back(), view) < 0.005);
}

void TestFlicker::aNoticeStaysOnTop() {
  cornersUntilStill();
  const QImage view = corner();
  Notice notice{Notice::Kind::kWarning,
                QStringLiteral("Stays"),
                QStringLiteral("until it is closed, whatever else comes to the front"),
                {},
                {}};
  notice.stays = true;
  window_->notifications().post(notice);
  for (const char* name : {"sharing", "joints", "motion"}) {
    auto* dock = window_->findChild<QDockWidget*>(QLatin1String(name));
    dock->show();
    dock->raise();
    cornersUntilStill();
    const QImage now = corner();
    if (qEnvironmentVariableIsSet("WW_SHOT"))
      now.save(qEnvironmentVariable("WW_SHOT") + QLatin1String(name) + QStringLiteral(".png"));
    QVERIFY2(pictureDifference(now, view) > 0.1,
             qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(pictureDifference(now, view))));
  }
  run("edit.commands");
  window_->findChild<ui::CommandPalette*>()->hide();
  cornersUntilStill();
  QVERIFY(pictureDifference(corner(), view) > 0.1);
}

void TestFlicker::aChipKeepsItsWidthWhileTextsChange() {
  auto* bar = window_->findChild<QWidget*>(QStringLiteral("viewChips"));
  cornersUntilStill();
  ui::Chip* first = nullptr;
  for (auto* chip : bar->findChildren<ui::Chip*>())
    if (!first && chip->isVisible()) first = chip;
  QVERIFY(first);
  first->set(ui::Chip::Kind::kNeutral, QStringLiteral("A long text that is gone in a moment"), {});
  QTest::qWait(50);
  const QRect before = bar->geometry();
  first->set(ui::Chip::Kind::kGood, QStringLiteral("Short"), {});
  QTest::qWait(50);
  QCOMPARE(bar->geometry(), before);
  first->set(ui::Chip::Kind::kNeutral, QStringLiteral("Longer"), {});
  QTest::qWait(50);
  QCOMPARE(bar->geometry(), before);
  QTRY_VERIFY(bar->width() < before.width() - 50);
  QCOMPARE(first->width(), first->sizeHint().width());
}

void TestFlicker::rowsAreNeverSquashed() {
  openSample();
  const auto robot = world()->childNamed(world::kRootObject, "robot"),
             table = world()->childNamed(world::kRootObject, "table");
  window_->docks().show(QStringLiteral("joints"));
  window_->selection().select({table});
  QTRY_VERIFY(!window_->findChild<ui::JointsPanel*>()->visibleRegion().isEmpty());
  QTest::qWait(100);
  SquashedRows rows;
  for (int i = 0; i < 3; ++i) {
    window_->selection().select({robot});
    QTRY_VERIFY(rows.painted > 10);
    QTest::qWait(50);
    window_->selection().select({table});
    QTest::qWait(50);
    window_->selection().clear();
    QTest::qWait(50);
  }
  // Another robot: the joints are built anew while they are shown.
  window_->selection().select({robot});
  run("edit.duplicate");
  QTRY_VERIFY(window_->findChild<ui::JointsPanel*>()->object() != robot);
  QTest::qWait(100);
  window_->selection().select({robot});
  QTest::qWait(100);
  rows.found.removeDuplicates();
  QVERIFY2(rows.found.isEmpty(), qPrintable(rows.found.mid(0, 12).join(QLatin1Char('\n'))));
}

void TestFlicker::textFitsItsWidget_data() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << QStringLiteral("en");
  QTest::newRow("German") << QStringLiteral("de");
}

void TestFlicker::textFitsItsWidget() {
  QFETCH(QString, language);
  window_.reset();
  QTranslator translator;
  QVERIFY(translator.load(QStringLiteral(":/translations/worldwright_") + language));
  QCoreApplication::installTranslator(&translator);
  QVERIFY(QMetaObject::invokeMethod(this, "init"));
  checkMotionCard();
  // A file that cannot be read: the notice, and the button to try again, which has the keys and is the default one.
  window_->openFiles({write(QStringLiteral("bad.stl"), "this is no model")});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->retryButton()->isVisible(), 20000);
  QTRY_VERIFY(wizard()->retryButton()->hasFocus());
  QTest::qWait(100);
  QStringList cut = cutTexts(*wizard());
  // With a focus elsewhere and back it is as wide.
  wizard()->importButton()->setFocus();
  wizard()->retryButton()->setFocus();
  cut << cutTexts(*wizard());
  wizard()->reject();
  // A world that cannot be opened has the longest choices.
  window_->openFiles({write(QStringLiteral("bad.wright"), "this is no world")});
  QTRY_VERIFY_WITH_TIMEOUT(window_->notifications().count() > 0, 20000);
  QTest::qWait(100);
  cut << cutTexts(window_->notifications());
  window_->notifications().post({ui::Notice::Kind::kWarning,
                                 QStringLiteral("A file with a long name has been changed by another program"),
                                 QStringLiteral("It was read before."),
                                 ui::ImportWizard::tr("Try again"),
                                 [] {},
                                 {{ui::ImportWizard::tr("Cancel all"), [] {}}}});
  QTest::qWait(100);
  cut << cutTexts(window_->notifications());
  QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
  QCoreApplication::removeTranslator(&translator);
}

void TestFlicker::checkMotionCard() {
  openSample();
  auto& motion = window_->motion();
  using State = ui::MotionPanel::State;
  motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("behind_fixture")));
  motion.choice()->typeBox()->setCurrentIndex(1);
  run("motion.plan");
  QTRY_COMPARE_WITH_TIMEOUT(motion.state(), State::kFailed, 60000);
  QTest::qWait(100);
  QStringList cut = cutTexts(motion);
  const auto fixture = world()->childNamed(world::kRootObject, "fixture");
  QVERIFY(window_->bridge().commit(QStringLiteral("away"),
                                   session::setPose(fixture, world::kRootObject, Pose::translation(5, 5, 0))));
  QTRY_COMPARE(motion.state(), State::kStale);
  QTest::qWait(100);
  cut << cutTexts(motion);
  QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
  run("edit.undo");  // nothing to save, so nothing asks
}

int main(int argc, char** argv) {
  Q_INIT_RESOURCE(translations);
  return runWindowTest<TestFlicker>(argc, argv);
}
#include "test_flicker.moc"
