// SPDX-License-Identifier: Apache-2.0
// The help: a page for each panel, in both languages, with a picture taken from the program; and that each field says
// what it is. With WORLDWRIGHT_WRITE_PICTURES=FOLDER the pictures are taken anew.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QTranslator>
#include <QWhatsThis>

#include "tests/gui/editor/window_test.h"
#include "tests/support/window_manager.h"
#include "ui/actions/command_palette.h"
#include "ui/panels/compare_dialog.h"
#include "ui/panels/help_window.h"
#include "ui/panels/preferences_dialog.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/pose_editor.h"

using namespace ww;
using namespace ww::editor;

class TestHelp : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void everyPanelHasAPage();
  void pagesAndPicturesAreThere();
  void f1OpensThePageOfWhatHasTheKeys_data();
  void f1OpensThePageOfWhatHasTheKeys();
  void aSearchFindsPages();
  void everyFieldSaysWhatItIs();
  void whatIsThisShowsIt();
  void fieldsOfAPoseSayMoreThanTheirNames();
  void aSearchForToolsFindsToolsFirst();
  void aSearchUnderstandsDeedAndThing();
  void picturesAreTakenFromTheProgram();
  void germanPagesAreShown();

 private:
  ui::HelpWindow* help() { return window_->findChild<ui::HelpWindow*>(); }
  void openSample() {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
    window_->selection().select({world()->childNamed(world::kRootObject, "robot")});
    QTest::qWait(500);
  }
  QImage pictureOf(const QString& page);
  static void findSilent(const QWidget* in, QStringList& silent);

  test::WindowManager manager_;
};

void TestHelp::everyPanelHasAPage() {
  for (const auto* dock : window_->findChildren<QDockWidget*>())
    QVERIFY2(std::any_of(ui::helpPages().begin(), ui::helpPages().end(),
                         [dock](const ui::HelpPage& page) { return page.id == dock->objectName(); }),
             qPrintable(dock->objectName()));
}

void TestHelp::pagesAndPicturesAreThere() {
  QHash<QString, QImage> before;
  for (const ui::HelpPage& page : ui::helpPages())
    for (const char* language : {"en", "de"}) {
      QFile file(QStringLiteral(":/help/%1/%2.md").arg(QLatin1String(language), page.id));
      QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
      const QString text = QString::fromUtf8(file.readAll());
      QVERIFY2(text.startsWith(QStringLiteral("# ")) && text.size() > 250, qPrintable(file.fileName()));
      const QString picture = QStringLiteral(":/help/pictures/%1.png").arg(page.id);
      QVERIFY2(text.contains(QStringLiteral("(qrc") + picture + QLatin1Char(')')), qPrintable(file.fileName()));
      const QImage image(qEnvironmentVariable("WW_SOURCE_DIR") +
                         QStringLiteral("/resources/help/pictures/%1.png").arg(page.id));
      QVERIFY2(image.width() >= 200 && image.width() <= 640, qPrintable(picture));
      QSet<QRgb> colors;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) colors << image.pixel(x, y);
      QVERIFY2(colors.size() > 20, qPrintable(picture));
      for (auto other = before.cbegin(); other != before.cend(); ++other)  // a picture shows its own panel
        QVERIFY2(other.key() == page.id || other.value() != image,
                 qPrintable(picture + QStringLiteral(" is that of ") + other.key()));
      before.insert(page.id, image);
    }
}

void TestHelp::f1OpensThePageOfWhatHasTheKeys_data() {
  QTest::addColumn<QByteArray>("field");  // a dock in which something gets the keys; none: the view
  for (const char* dock : {"scene", "properties", "motion", "joints"}) QTest::newRow(dock) << QByteArray(dock);
  QTest::newRow("view") << QByteArray();
  QTest::newRow("preferences") << QByteArray("dialog");
  QTest::newRow("welcome") << QByteArray("page");
}

void TestHelp::f1OpensThePageOfWhatHasTheKeys() {
  QFETCH(QByteArray, field);
  if (field != "page") openSample();
  QWidget* has_keys = window_.get();
  if (field == "dialog") {
    run("edit.preferences");
    has_keys = window_->findChild<ui::PreferencesDialog*>();
    QTRY_VERIFY(has_keys && has_keys->isActiveWindow());
    has_keys->findChild<QComboBox*>(QStringLiteral("preferTheme"))->setFocus();
  } else if (field == "page") {
    run("help.welcome");
  } else if (field.isEmpty()) {
    window_->viewHost().view()->focusProxy()->setFocus();
  } else {
    auto* dock = window_->findChild<QDockWidget*>(QLatin1String(field));
    dock->show();
    dock->raise();
    QTest::qWait(100);
    for (auto* w : dock->findChildren<QWidget*>())
      if ((w->focusPolicy() & Qt::TabFocus) && w->isVisible() && w->isEnabled() && !w->focusProxy()) w->setFocus();
    QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
  }
  QTest::keyClick(has_keys->windowHandle(), Qt::Key_F1);
  QTRY_VERIFY(help() && help()->isVisible());
  QCOMPARE(help()->page(), QString::fromLatin1(QTest::currentDataTag()));
  QVERIFY(help()->text()->toPlainText().contains(help()->list()->currentItem()->text()));
}

void TestHelp::aSearchFindsPages() {
  run("help.page");
  QTRY_VERIFY(help() && help()->isVisible());
  QTest::keyClicks(help()->search(), QStringLiteral("undo client"));
  QTRY_COMPARE(help()->page(), QStringLiteral("sharing"));
  QVERIFY(!help()->text()->extraSelections().isEmpty());
  // What is in a title comes first.
  help()->search()->clear();
  QTest::keyClicks(help()->search(), QStringLiteral("joints"));
  QTRY_COMPARE(help()->page(), QStringLiteral("joints"));
  QVERIFY(help()->list()->count() > 1);
  // Never nothing.
  help()->search()->clear();
  QTest::keyClicks(help()->search(), QStringLiteral("xqzw"));
  QCOMPARE(help()->list()->count(), static_cast<int>(ui::helpPages().size()));
  const auto labels = help()->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && label->text().contains(QStringLiteral("xqzw"));
  }));
}

// Of all that is seen in it: itself, or what it is a part of, up to its panel.
void TestHelp::findSilent(const QWidget* in, QStringList& silent) {
  for (const auto* w : in->findChildren<QWidget*>()) {
    const bool field = qobject_cast<const QLineEdit*>(w) || qobject_cast<const QComboBox*>(w) ||
                       qobject_cast<const QAbstractButton*>(w) || qobject_cast<const QAbstractSpinBox*>(w) ||
                       qobject_cast<const QAbstractItemView*>(w) ||
                       (qobject_cast<const QAbstractSlider*>(w) && !qobject_cast<const QScrollBar*>(w));
    // Some are parts of Qt's own.
    if (!field || !w->isVisible() || w->objectName().startsWith(QLatin1String("qt_"))) continue;
    bool says = false;
    for (const QWidget* at = w; at && !says && !qobject_cast<const QDockWidget*>(at) && !at->isWindow();
         at = at->parentWidget())
      says = !at->whatsThis().isEmpty() || !at->toolTip().isEmpty() || at->inherits("QHeaderView") ||
             at->inherits("QTabBar") || at->inherits("QMenuBar");
    if (!says)
      silent << QStringLiteral("%1 '%2' '%3'")
                    .arg(QLatin1String(w->metaObject()->className()), w->objectName(), w->accessibleName());
  }
}

void TestHelp::everyFieldSaysWhatItIs() {
  openSample();
  QStringList silent;
  for (auto* dock : window_->findChildren<QDockWidget*>()) {
    dock->show();
    dock->raise();
    QTest::qWait(100);
    findSilent(window_.get(), silent);
  }
  run("edit.preferences");
  auto* dialog = window_->findChild<ui::PreferencesDialog*>();
  for (int i = 0; i < dialog->pages()->count(); ++i) {
    dialog->pages()->setCurrentIndex(i);
    QTest::qWait(50);
    findSilent(dialog, silent);
  }
  run("help.page");
  QTRY_VERIFY(help() && help()->isVisible());
  findSilent(help(), silent);
  run("help.welcome");
  QTRY_VERIFY(window_->firstContact().welcome());
  QTest::qWait(100);
  findSilent(window_->firstContact().welcome(), silent);
  silent.removeDuplicates();
  QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QLatin1Char('\n'))));
}

void TestHelp::whatIsThisShowsIt() {
  run("help.whats-this");
  QVERIFY(QWhatsThis::inWhatsThisMode());
  auto* filter = window_->findChild<ui::ScenePanel*>()->findChild<QLineEdit*>();
  QTest::mouseClick(filter, Qt::LeftButton);
  const auto shown = [] {
    for (const auto* w : QApplication::topLevelWidgets())
      if (w->isVisible() && w->inherits("QWhatsThat")) return true;
    return false;
  };
  QTRY_VERIFY(shown());
  QVERIFY(!QWhatsThis::inWhatsThisMode());
  QWhatsThis::hideText();
}

// As they are seen on the screen: the view is a window of its own.
QImage TestHelp::pictureOf(const QString& page) {
  QWidget* what = nullptr;
  if (page == QLatin1String("welcome")) {
    run("help.welcome");
    what = window_->firstContact().welcome();
  } else if (page == QLatin1String("view")) {
    what = &window_->viewHost();
  } else if (page == QLatin1String("preferences")) {
    run("edit.preferences");
    what = window_->findChild<ui::PreferencesDialog*>();
  } else if (page == QLatin1String("search")) {
    run("edit.commands");
    what = window_->findChild<ui::CommandPalette*>();
    QTest::keyClicks(window_->findChild<ui::CommandPalette*>()->edit(), QStringLiteral("tool"));
  } else if (page == QLatin1String("import")) {
    window_->openFiles({write(QStringLiteral("part.stl"), stlBox(0.3))});
    (void)QTest::qWaitFor([this] { return wizard() && wizard()->importButton()->isEnabled(); }, 20000);
    what = wizard();
  } else if (page == QLatin1String("files")) {
    const QString file = folder_.filePath(QStringLiteral("cell.wright"));
    saveTo(file);
    run("add.box");
    window_->comparing().compareWith(file);
    (void)QTest::qWaitFor([this] { return window_->comparing().dialog() != nullptr; }, 20000);
    what = window_->comparing().dialog();
  } else {
    auto* dock = window_->findChild<QDockWidget*>(page);
    dock->show();
    dock->raise();
    what = dock;
  }
  QTest::qWait(700);
  const QRect at(what->mapToGlobal(QPoint()), what->size());
  const QImage image = page == QLatin1String("view") || page == QLatin1String("welcome")
                           ? what->screen()->grabWindow(0, at.x(), at.y(), at.width(), at.height()).toImage()
                           : what->grab().toImage();
  if (auto* dialog = qobject_cast<QDialog*>(what)) dialog->close();
  if (page == QLatin1String("search")) what->hide();
  if (page == QLatin1String("welcome")) window_->firstContact().endWelcome();
  constexpr int kWidest = 520;
  return image.width() > kWidest ? image.scaledToWidth(kWidest, Qt::SmoothTransformation) : image;
}

void TestHelp::picturesAreTakenFromTheProgram() {
  const QString folder = qEnvironmentVariable("WORLDWRIGHT_WRITE_PICTURES");
  QTranslator english;  // as in the program: "1 part"
  QVERIFY(english.load(QStringLiteral(":/translations/worldwright_en")));
  QVERIFY(QCoreApplication::installTranslator(&english));
  openSample();
  for (const ui::HelpPage& page : ui::helpPages()) {
    const QImage now = pictureOf(page.id);
    QVERIFY2(now.width() > 150 && now.height() > 80, qPrintable(page.id));
    if (!folder.isEmpty())
      QVERIFY(now.convertToFormat(QImage::Format_RGB888).save(QDir(folder).filePath(page.id + QStringLiteral(".png"))));
  }
}

void TestHelp::aSearchForToolsFindsToolsFirst() {
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  QTest::keyClicks(palette->edit(), QStringLiteral("tool"));
  QSet<QString> first;
  for (int row = 0; row < 6; ++row) first.insert(palette->list()->item(row)->data(Qt::UserRole).toString());
  for (const char* tool : {"tool.select", "tool.move", "tool.rotate", "tool.hand", "tool.target"})
    QVERIFY2(first.contains(QLatin1String(tool)), tool);
  palette->hide();
}

void TestHelp::aSearchUnderstandsDeedAndThing() {
  auto* palette = window_->findChild<ui::CommandPalette*>();
  const auto place = [&](const char* typed, const char* action) {
    run("edit.commands");
    palette->edit()->setText(QLatin1String(typed));
    int at = -1;
    for (int row = palette->list()->count() - 1; row >= 0; --row)
      if (palette->list()->item(row)->data(Qt::UserRole).toString() == QLatin1String(action)) at = row;
    const auto* chosen = palette->list()->currentItem();
    palette->hide();
    return std::pair(at, chosen != nullptr);
  };
  // Near only: Return runs nothing.
  for (const auto& [typed, action] : {std::pair("hide part", "view.hide"), {"isolate robot", "view.isolate"}}) {
    const auto [at, chosen] = place(typed, action);
    QVERIFY2(at >= 0 && at < 3, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(typed)).arg(at)));
    QVERIFY2(!chosen, typed);
  }
  // Tools are called by both words: one of them comes first, and Return takes it.
  const auto [turns, chosen] = place("turn object", "tool.move");
  QVERIFY2(turns >= 0 && turns < 2 && chosen, qPrintable(QString::number(turns)));
  QVERIFY(place("turn object", "tool.rotate").first < 2);
  QVERIFY(place("save view", "view.save-view").first < place("save view", "view.saved-views").first);
}

void TestHelp::fieldsOfAPoseSayMoreThanTheirNames() {
  run("add.box");
  QTRY_VERIFY(window_->findChild<ui::PoseEditor*>()->isVisible());
  const auto* pose = window_->findChild<ui::PoseEditor*>();
  for (const auto* box : pose->findChildren<QComboBox*>())
    QVERIFY2(box->toolTip().size() > box->accessibleName().size() + 10, qPrintable(box->toolTip()));
  int angles = 0;
  for (const auto* edit : pose->findChildren<QLineEdit*>()) {
    const bool angle = edit->accessibleName().startsWith(QLatin1String("Orientation"));
    angles += angle;
    QVERIFY2(edit->toolTip().contains(QLatin1String("mm")) != angle, qPrintable(edit->toolTip()));
  }
  QCOMPARE(angles, 3);
}

void TestHelp::germanPagesAreShown() {
  QTranslator german;
  QVERIFY(german.load(QStringLiteral(":/translations/worldwright_de")));
  QVERIFY(QCoreApplication::installTranslator(&german));
  window_.reset();
  QVERIFY(QMetaObject::invokeMethod(this, "init"));
  run("help.page");
  QTRY_VERIFY(help() && help()->isVisible());
  help()->showPage(QStringLiteral("scene"));
  QVERIFY2(help()->text()->toPlainText().startsWith(QStringLiteral("Szene")),
           qPrintable(help()->text()->toPlainText()));
  // And the search of actions knows German words, and English ones.
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  for (const char* word : {"Werkzeug", "tool"}) {
    palette->edit()->clear();
    QTest::keyClicks(palette->edit(), QLatin1String(word));
    const auto* first = palette->list()->item(0);
    QVERIFY2(first && first->data(Qt::UserRole).toString().startsWith(QLatin1String("tool.")),
             first ? qPrintable(first->text()) : word);
  }
  palette->hide();
  window_.reset();
  QCoreApplication::removeTranslator(&german);
}

int main(int argc, char** argv) { return runWindowTest<TestHelp>(argc, argv); }
#include "test_help.moc"
