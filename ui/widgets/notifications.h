// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QString>
#include <QVBoxLayout>
#include <functional>

namespace ww::ui {

struct Notice {
  enum class Kind { kInfo, kGood, kWarning, kError };
  Kind kind = Kind::kInfo;
  QString title, text;
  QString action;                 // "Undo", "Show", "Details"; none when empty
  std::function<void()> handler;
};

// Notices at the lower right of a window, above everything, newest lowest. They go after a while
// (errors stay until closed). At most four at once.
class Notifications : public QWidget {
  Q_OBJECT
 public:
  explicit Notifications(QWidget* window);
  void post(const Notice& notice);
  void closeAll();
  int count() const;
  // Where the lower right corner is, in the window.
  void setAnchor(const QPoint& lower_right);

 private:
  void place();
  QVBoxLayout* box_;
  QPoint anchor_;
};

}  // namespace ww::ui
