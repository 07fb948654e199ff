// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <cstdint>
#include <functional>
#include <optional>

#include "tests/support/window_manager.h"

namespace ww::journey {

// CPU time that a turn of the editor's event loop may take outside the frame of the view, in milliseconds: 50, on a
// slow processor accordingly more.
double longestCpuMs();

// Somebody at the screen: a window manager, the program, mouse and keyboard by xdotool, and eyes. The
// program's probe says where things are; it cannot change anything. Points are pixels of the screen.
class Desk {
 public:
  Desk();
  ~Desk();

  QString folder() const { return folder_.path(); }
  QString error() const { return error_; }

  // Starts the editor on the file and waits until it shows it.
  bool open(const QString& file, const QStringList& options);
  // The same on a new world.
  bool openEmpty(const QStringList& options);
  // The same with what the arguments name, not waiting for more than that it answers.
  bool openWith(const QStringList& arguments);
  // As a crash ends it, after a time in which the desk goes on (milliseconds); whether it was running until then.
  bool killAfter(int ms, const std::function<void()>& meanwhile = {});
  // When that was, in nanoseconds of the steady clock, not later than the signal.
  std::int64_t killedAt() const { return killed_at_; }
  bool runs() const { return editor_.state() != QProcess::NotRunning; }
  // Waits for its end; the exit status, or -1.
  int waitForEnd();
  // What the program has written to standard error so far.
  QString told();

  QJsonObject ask(const QJsonObject& query);
  QJsonObject state() { return ask({{"state", true}}); }
  QJsonObject node(const QString& ref) { return ask({{"node", ref}}); }
  // Of the view, on the screen.
  QRect view();
  // None when there is no such thing to point at.
  std::optional<QPoint> widget(const QString& name, const QString& within = {});
  std::optional<QPoint> item(const QString& text, const QString& within = QStringLiteral("mainWindow"),
                             const QString& panel = {});
  std::optional<QPoint> button(const QString& action);
  std::optional<QPoint> point(double x, double y, double z);
  std::optional<QPoint> gizmo(const QString& handle);

  void moveTo(const QPoint& p);
  void click(const QPoint& p);
  void press(const QPoint& p);
  void letGo();
  // Presses at the first point, moves in steps, lets go at the last.
  void drag(const QPoint& from, const QPoint& to, int steps = 12);
  // From another program: let go when the editor has seen it at `to`. Whether it did.
  bool dragOver(const QPoint& from, const QPoint& to, int steps = 24);
  void key(const QString& keys);    // as xdotool names them
  void enter(const QString& text);  // and Return
  // Clicks, drags, key chords and texts so far.
  int inputs() const { return inputs_; }
  // For what a busy machine made necessary.
  void countInputsFrom(int inputs) { inputs_ = inputs; }
  void wheelUp(const QPoint& p, int notches);
  // Asks the window manager to put the window that is being worked in to the upper left of the screen.
  void moveWindowToCorner();
  // Chooses the action from the menu that the button opens, as a hand does it. False, with error(), when there is none.
  bool choose(const QString& menu_button, const QString& action);

  bool waitUntil(const std::function<bool()>& condition, int ms = 30000);
  // Until no job runs and the view shows the world as it is and rests.
  bool settle(int ms = 30000);

  QImage screen();
  // The editor's window, written to `shots`/NAME.png and given back; the screen is the frame of reference.
  QImage shot(const QString& name);
  static QPoint toPoint(const QJsonArray& array);
  static QRect toRect(const QJsonArray& array);
  // Runs `worldwright`; its standard output when it succeeds.
  std::optional<QByteArray> command(const QStringList& arguments);

 private:
  void xdotool(const QStringList& arguments);
  bool start(const QStringList& arguments);
  std::optional<QPoint> middle(const QJsonObject& answer);

  QTemporaryDir folder_;
  test::WindowManager manager_;
  QProcess editor_;
  QByteArray told_;
  QLocalSocket probe_;
  QString error_;
  int inputs_ = 0;
  std::int64_t killed_at_ = 0;
};

}  // namespace ww::journey
