// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPoint>
#include <QString>
#include <atomic>
#include <thread>

namespace ww::editor {
class MainWindow;
}

namespace ww::share_test {

// Somebody at the mouse and the keyboard, by events of the X server: drags an object by its upright arrow, and
// takes steps back, while others work. Runs on a thread of its own; the window is only asked where
// things are.
class User {
 public:
  User(editor::MainWindow& window, QString object);
  ~User() { stop(); }
  // Lets what is under way end.
  void stop();

  int drags() const { return drags_; }
  int undos() const { return undos_; }

 private:
  void work();
  void drag(const QPoint& by);
  bool select();

  editor::MainWindow& window_;
  const QString object_;
  std::atomic<bool> stop_{false}, ended_{false};
  std::atomic<int> drags_{0}, undos_{0};
  std::thread thread_;
};

}  // namespace ww::share_test
