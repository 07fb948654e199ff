// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <array>

class QMainWindow;
class QWidget;

namespace ww::editor {

// Where Tab and F6 go in the window: region after region, and only to what can be seen. Qt's own chain also has what
// lies behind a tab of a dock or is scrolled away.
class FocusRound : public QObject {
  Q_OBJECT
 public:
  // `surface` has the keys of the 3D view; `notices` lie over it.
  FocusRound(QMainWindow& window, QWidget* surface, QWidget* notices);
  // To the next stop, or the one before; false when there is none.
  bool step(bool next);
  // To where the keys were last in the next region, or to its first stop.
  void nextRegion(bool next);
  // In the order of Tab.
  QList<QWidget*> stops() const;

 private:
  enum Region : std::size_t { kTools, kLeft, kView, kNotices, kRight, kBottom, kStatus, kRegions };
  Region regionOf(const QWidget* widget) const;
  Region sideOf(const QWidget* part) const;
  QList<QWidget*> ordered(const QWidget* always) const;
  bool isStop(const QWidget* widget) const;
  QWidget* current() const;
  bool go(QWidget* to, Qt::FocusReason reason);
  QWidget* entryOf(Region region) const;

  QMainWindow& window_;
  QWidget* surface_;
  QWidget* notices_;
  std::array<QPointer<QWidget>, kRegions> last_;
};

}  // namespace ww::editor
