// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace ww::editor {

// The widths of the docks beside the view, as the user left them: they come back when a window that was too
// narrow for them is wide enough again.
class DockWidths : public QObject {
  Q_OBJECT
 public:
  explicit DockWidths(QMainWindow& window);
  void watch(QDockWidget* dock, int width);  // what it has until somebody changes it
  void forget() { widths_.clear(); }
  // To be called when the window became wider, after its layout: at once, so that no narrow dock is ever painted.
  void restore();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QMainWindow& window_;
  QList<QDockWidget*> docks_;
  QHash<QString, int> first_, widths_;
};

}  // namespace ww::editor
