// SPDX-License-Identifier: Apache-2.0
// The welcome page: what is opened from it, what it asks at the first start, how it goes.
#include <QCheckBox>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QScreen>
#include <QToolButton>

#include "app/editor/sample_texts.h"
#include "core/project/project.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/window_test.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestFirstContact : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void everySampleHasATextAndAPicture();
  void itLiesOverTheView();
  void aClickOpensASample_data();
  void aClickOpensASample();
  void recentWorldsHavePictures();
  void theFirstStartAsksOnce();
  void itGoes_data();
  void itGoes();
  void itComesOnlyWhereItIsWanted();
  void anEmptyPanelSaysWhatToDo_data();
  void anEmptyPanelSaysWhatToDo();

 private:
  WelcomePage* page() { return window_->firstContact().welcome(); }
  void showPage() {
    run("help.welcome");
    QVERIFY(page());
    QTRY_VERIFY(page()->isVisible() && page()->size() == window_->viewHost().size());
  }
  template <typename Widget>
  Widget* in(const char* name) {
    return page()->findChild<Widget*>(QLatin1String(name));
  }
  WelcomeCard* card(const char* property, const QString& value) {
    for (auto* card : page()->findChildren<WelcomeCard*>())
      if (card->property(property).toString() == value) return card;
    return nullptr;
  }
  static void pick(QComboBox* box, int index) {
    box->setFocus();
    while (box->currentIndex() != index) QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
  }
};

void TestFirstContact::everySampleHasATextAndAPicture() {
  showPage();
  int shown = 0;
  for (const auto& info : samples::sampleList()) {
    const QString name = QString::fromStdString(info.name);
    if (name == QLatin1String("empty_table")) continue;
    auto* its = card("sample", name);
    QVERIFY2(its && its->hasPicture() && !its->accessibleName().isEmpty() && !its->toolTip().isEmpty(),
             qPrintable(name));
    // A picture of something, not of one colour.
    const QImage picture(qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/welcome/%1.png").arg(name));
    QSet<QRgb> colors;
    for (int y = 0; y < picture.height(); y += 3)
      for (int x = 0; x < picture.width(); x += 3) colors << picture.pixel(x, y);
    QVERIFY2(colors.size() > 50, qPrintable(name));
    ++shown;
  }
  QVERIFY(shown >= 4);
}

// On the screen, where the view is a window of its own; also after the window has another size.
void TestFirstContact::itLiesOverTheView() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("robot"), 60000);
  QTest::qWait(1000);
  showPage();
  for (const QSize& size : {QSize(1280, 800), QSize(1100, 700)}) {
    window_->resize(size);
    QTRY_VERIFY(page()->size() == window_->viewHost().size());
    const auto alike = [this] {
      const QRect at(page()->mapToGlobal(QPoint()), page()->size());
      const QImage seen = page()
                              ->screen()
                              ->grabWindow(0, at.x(), at.y(), at.width(), at.height())
                              .toImage()
                              .convertToFormat(QImage::Format_RGB32);
      const QImage own = page()->grab().toImage().convertToFormat(QImage::Format_RGB32);
      if (seen.size() != own.size()) return 0.0;
      int same = 0, all = 0;
      for (int y = 0; y < own.height(); y += 4)
        for (int x = 0; x < own.width(); x += 4, ++all) same += seen.pixel(x, y) == own.pixel(x, y) ? 1 : 0;
      return static_cast<double>(same) / all;
    };
    QTRY_VERIFY2(alike() > 0.95, qPrintable(QString::number(alike())));
  }
}

void TestFirstContact::aClickOpensASample_data() {
  QTest::addColumn<QByteArray>("object");
  for (const auto& [sample, object] : {std::pair{"machine_tending", "machine"},
                                       {"arm_on_rail", "rail"},
                                       {"two_arms", "robot_right"},
                                       {"palletising", "pallet_left"}})
    QTest::newRow(sample) << QByteArray(object);
}

void TestFirstContact::aClickOpensASample() {
  QFETCH(QByteArray, object);
  showPage();
  auto* its = card("sample", QString::fromLatin1(QTest::currentDataTag()));
  QVERIFY(its);
  // Nothing below it is reached meanwhile.
  QVERIFY(!window_->viewHost().view()->isEnabled());
  QTest::mouseClick(its, Qt::LeftButton, {}, QPoint(20, 20));
  QTRY_VERIFY_WITH_TIMEOUT(world()->find(object.toStdString()), 60000);
  QTRY_VERIFY(!page());
  QVERIFY(window_->viewHost().view()->isEnabled());
}

void TestFirstContact::recentWorldsHavePictures() {
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("a box.wright"));
  const auto pictured = [&] {
    const auto png = project::thumbnail(project::systemVfs(), file.toStdString());
    return png.ok() && !png->empty();
  };
  for (int i = 0; i < 20 && !pictured(); ++i) {
    saveTo(file);
    QTest::qWait(200);
  }
  run("file.new");
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  showPage();
  auto* its = card("file", file);
  QVERIFY(its && its->accessibleName() == QStringLiteral("a box"));
  QTRY_VERIFY_WITH_TIMEOUT(its->hasPicture(), 20000);
  QTest::mouseClick(its, Qt::LeftButton, {}, QPoint(20, 20));
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().path(), file, 20000);
  QTRY_VERIFY(!page());
}

void TestFirstContact::theFirstStartAsksOnce() {
  showPage();
  auto* go = in<QPushButton>("primary");
  QVERIFY(go && go->isVisible());
  pick(in<QComboBox>("welcomeUnits"), 3);
  QCOMPARE(ui::Preferences::instance().values().length_unit, QStringLiteral("in"));
  pick(in<QComboBox>("welcomeMouse"), 1);
  QCOMPARE(ui::Preferences::instance().values().navigation, QStringLiteral("blender"));
  pick(in<QComboBox>("welcomeTheme"), 2);
  QTRY_VERIFY(ui::Theme::instance().isDark());
  pick(in<QComboBox>("welcomeTheme"), 1);
  QTRY_VERIFY(!ui::Theme::instance().isDark());
  QTest::mouseClick(go, Qt::LeftButton);
  QVERIFY(!go->isVisible() && page());
  run("file.new");
  QTRY_VERIFY(!page());
  showPage();
  QVERIFY(!in<QPushButton>("primary")->isVisible());
}

void TestFirstContact::itGoes_data() {
  QTest::addColumn<QByteArray>("way");
  for (const char* way : {"Esc", "cross", "new", "edit"}) QTest::newRow(way) << QByteArray(way);
}

void TestFirstContact::itGoes() {
  QFETCH(QByteArray, way);
  showPage();
  if (way == "Esc") QTest::keyClick(page(), Qt::Key_Escape);
  if (way == "cross") QTest::mouseClick(in<QToolButton>("welcomeClose"), Qt::LeftButton);
  if (way == "new") QTest::mouseClick(in<QPushButton>("file.new"), Qt::LeftButton);
  if (way == "edit") run("add.box");
  QTRY_VERIFY(!page());
  QVERIFY(window_->viewHost().view()->isEnabled());
  QTRY_VERIFY(!window_->findChild<WelcomePage*>());
}

void TestFirstContact::itComesOnlyWhereItIsWanted() {
  window_->firstContact().showAtStart();
  QTRY_VERIFY(page() && page()->isVisible());
  QTest::mouseClick(in<QCheckBox>("welcomeAtStart"), Qt::LeftButton, {}, QPoint(8, 8));
  QVERIFY(!ui::Preferences::instance().values().welcome);
  QTest::keyClick(page(), Qt::Key_Escape);
  QTRY_VERIFY(!page());
  window_->firstContact().showAtStart();
  QVERIFY(!page());
  showPage();
  QVERIFY(!in<QCheckBox>("welcomeAtStart")->isChecked());
}

void TestFirstContact::anEmptyPanelSaysWhatToDo_data() {
  QTest::addColumn<QByteArray>("panel");
  for (const char* dock :
       {"scene", "properties", "motion", "joints", "collisions", "problems", "history", "sharing", "jobs", "log"})
    QTest::newRow(dock) << QByteArray(dock);
}

void TestFirstContact::anEmptyPanelSaysWhatToDo() {
  QFETCH(QByteArray, panel);
  auto* dock = window_->findChild<QDockWidget*>(QLatin1String(panel));
  QVERIFY(dock);
  dock->show();
  dock->raise();
  QTest::qWait(50);
  QStringList said;
  for (const auto* label : dock->findChildren<QLabel*>())
    if (label->isVisible()) said << label->text();
  for (const auto* text : dock->findChildren<QPlainTextEdit*>())
    if (text->isVisible()) said << text->toPlainText();
  constexpr qsizetype kSentence = 24;
  QVERIFY2(std::any_of(said.begin(), said.end(), [](const QString& text) { return text.size() >= kSentence; }),
           qPrintable(said.join(QLatin1Char('|'))));
}

int main(int argc, char** argv) { return runWindowTest<TestFirstContact>(argc, argv); }
#include "test_first_contact.moc"
