// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QList>
#include <QString>
#include <QVBoxLayout>
#include <functional>
#include <vector>

namespace ww::ui {

struct Notice {
  enum class Kind { kInfo, kGood, kWarning, kError };
  Kind kind = Kind::kInfo;
  QString title, text;
  QString action;  // "Undo", "Show", "Details"; none when empty
  std::function<void()> handler;
  // Further actions, with what they do.
  std::vector<std::pair<QString, std::function<void()>>> more = {};
  bool stays = false;  // until closed or acted on: a decision is asked for
};

class NoticeCard;

// Notices at the lower right of a window, above everything, newest lowest. Each goes after the time
// that it takes to read it, but not while the pointer is over it. The same again is counted in the one
// that is there. At most three at once, and no more than there is room for: older ones come back as newer
// ones go. All are in the log.
class Notifications : public QWidget {
  Q_OBJECT
 public:
  explicit Notifications(QWidget* window);
  void post(const Notice& notice);
  // What it says is no longer so; whether it was there.
  bool withdraw(const QString& title);
  void closeAll();
  int count() const { return static_cast<int>(cards_.size()); }
  // Where the lower right corner is, in the window, and how high they may stand.
  void setAnchor(const QPoint& lower_right, int room);
  // Times the usual reading time; for tests.
  void setPace(double pace) { pace_ = pace; }
  // Of what it is installed on: when that comes to the front, the notices come before it.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void remove(NoticeCard* card);
  void place();
  int fit();
  QVBoxLayout* box_;
  QList<NoticeCard*> cards_;  // oldest first
  QPoint anchor_;
  int room_ = 1 << 20;
  double pace_ = 1.0;
};

}  // namespace ww::ui
