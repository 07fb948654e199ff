// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include "app/editor/main_window.h"
#include "ui/panels/import_wizard.h"
#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/theme.h"

namespace ww::editor {

// A box of that edge, as an STL of letters.
inline QByteArray stlBox(double edge) {
  QByteArray out = "solid box\n";
  const auto facet = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    out += "facet normal 0 0 0\nouter loop\n";
    for (const Vec3& p : {a, b, c})
      out += QStringLiteral("vertex %1 %2 %3\n").arg(edge * p.x()).arg(edge * p.y()).arg(edge * p.z()).toLatin1();
    out += "endloop\nendfacet\n";
  };
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      Vec3 o = Vec3::Zero(), u = Vec3::Zero(), v = Vec3::Zero();
      o[axis] = side;
      u[(axis + 1) % 3] = 1;
      v[(axis + 2) % 3] = 1;
      if (side == 0) std::swap(u, v);
      facet(o, o + u, o + u + v);
      facet(o, o + u + v, o + v);
    }
  return out + "endsolid box\n";
}

// A window of its own for each test, with what tests ask of it; the motion is open below the view, and the limits of
// joints are unfolded.
class WindowTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
  }
  void init() {
    ui::settings::flush();
    QSettings().clear();
    // What is tested is mostly not the picture, which takes most of the time where there is no graphics card.
    QSettings().setValue(QStringLiteral("preferences/plain-picture"), !judges_pictures_);
    ui::Preferences::instance().reload();
    QSettings().setValue(QStringLiteral("sections/limits"), true);
    window_ = std::make_unique<MainWindow>(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    // Nothing manages windows here, and the keys are not given to one that is not shown yet.
    const auto active = [this] {
      if (!window_->isActiveWindow()) window_->activateWindow();
      return window_->isActiveWindow();
    };
    QVERIFY(QTest::qWaitFor(active, 20000));
    window_->docks().show(QStringLiteral("motion"));
    QTRY_VERIFY(!window_->motion().visibleRegion().isEmpty());
    QTest::qWait(200);
  }
  void cleanup() { window_.reset(); }

 protected:
  QAction* action(const char* id) { return window_->actions().action(QLatin1String(id)); }
  void run(const char* id) {
    window_->actions().refresh();
    QVERIFY2(action(id)->isEnabled(), id);
    action(id)->trigger();
    QTest::qWait(30);
  }
  world::WorldPtr world() { return window_->bridge().snapshot().world; }
  ui::ImportWizard* wizard() { return window_->findChild<ui::ImportWizard*>(); }
  // Whether it has the keys, itself or a window in it, as the 3D view is one.
  static bool hasKeys(const QWidget* widget) {
    const QWindow* focused = QGuiApplication::focusWindow();
    while (focused && focused->parent()) focused = focused->parent();
    return focused && focused == widget->windowHandle();
  }
  QString write(const QString& name, const QByteArray& bytes) {
    const QString path = folder_.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    return path;
  }
  void saveTo(const QString& file) {
    QSignalSpy saved(&window_->document(), &Document::saved);
    window_->document().save(file);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  }
  QStringList noticeTexts() {
    QStringList out;
    for (auto* label : window_->notifications().findChildren<QLabel*>()) out << label->text();
    return out;
  }
  QPushButton* noticeButton(const QString& text) {
    for (auto* button : window_->notifications().findChildren<QPushButton*>())
      if (button->text() == text) return button;
    return nullptr;
  }

  bool judges_pictures_ = false;  // to be set by tests of what the view draws
  std::unique_ptr<MainWindow> window_;
  QTemporaryDir folder_;
};

template <typename Test>
int runWindowTest(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  if (qEnvironmentVariableIsEmpty("WORLDWRIGHT_WORKER"))
    qputenv("WORLDWRIGHT_WORKER", qgetenv("WW_BIN_DIR") + "/worldwright-worker");
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("window test"));
  // Of its own: another program of these tests may run beside this one.
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace ww::editor
