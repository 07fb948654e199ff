// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractButton>
#include <QLineEdit>
#include <QTest>
#include <future>
#include <memory>

#include "app/editor/main_window.h"
#include "tests/gui/share/client.h"
#include "ui/bridge/watchdog.h"

namespace ww::share_test {

using editor::MainWindow;
using State = ui::Share::State;

// A window of its own for each test, at its panel of sharing; worked by the events of mouse and keyboard.
class ShareCase : public QObject {
  Q_OBJECT
 public:
  explicit ShareCase(ui::Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();

 protected:
  template <typename W>
  W* find(const char* name) {
    W* found = window_->findChild<W*>(QLatin1String(name));
    if (!found) qFatal("no widget %s", name);
    return found;
  }
  void showPanel();
  void click(QAbstractButton* button);
  void clickSwitch();
  // To the question whether it may be shared, if it is asked.
  void agree();
  void choose(int where);
  void type(const char* field, const QString& text);
  void switchOn();
  std::string address() { return window_->share().address().toStdString(); }
  // A call from another thread while this one turns its event loop, as a client's call is.
  template <typename Fn>
  auto meanwhile(Fn fn) {
    auto result = std::async(std::launch::async, fn);
    while (result.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) QTest::qWait(5);
    return result.get();
  }
  QStringList treeRows();
  QString lastHistoryRow();
  world::WorldPtr world() { return window_->bridge().snapshot().world; }
  void shot(const char* name);

  ui::Watchdog& dog_;
  std::unique_ptr<MainWindow> window_;
};

// Makes the application with its watchdog, and runs the tests of the class.
template <typename Case>
int runShareTests(int argc, char** argv, const char* name) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright"));
  QCoreApplication::setApplicationName(QLatin1String(name));
  Case test(dog);
  return QTest::qExec(&test, argc, argv);
}

}  // namespace ww::share_test
