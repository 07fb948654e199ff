// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QProcess>

namespace ww::test {

// Manages the windows of the display that the test runs on, as a user's desktop does, until this object ends.
class WindowManager {
 public:
  // Waits until it has taken the display over: windows shown before that lose the keys to nobody when it does.
  WindowManager();
  ~WindowManager();
  WindowManager(const WindowManager&) = delete;
  WindowManager& operator=(const WindowManager&) = delete;
  bool runs() const { return runs_; }

 private:
  QProcess process_;
  bool runs_ = false;
};

}  // namespace ww::test
