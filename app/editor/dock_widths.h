// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QObject>
#include <QVariantMap>

class QDockWidget;
class QMainWindow;

namespace ww::editor {

// The widths of the docks beside the view, and the height of those below it, as the user left them: they come back
// when a window that was too narrow for them is wide enough again, and when a dock is unfolded.
class DockWidths : public QObject {
  Q_OBJECT
 public:
  explicit DockWidths(QMainWindow& window);
  void watch(QDockWidget* dock, int width);  // what it has until somebody changes it
  void setFirst(const QString& dock, int width) { first_[dock] = width; }
  void setFirstHeight(const QString& dock, int height) { first_height_[dock] = height; }
  void forget();
  // What the user has changed, for another start.
  QVariantMap kept() const;
  void keep(const QVariantMap& kept);
  // To be called when the window became wider, after its layout: at once, so that no narrow dock is ever painted.
  void restore();
  // Of the docks that are open beside the view.
  QHash<QString, int> now() const;
  // The same as restore(), and makes those narrower that are too wide; `others` keep what they have.
  void apply(const QHash<QString, int>& others = {});
  // Of the one that is open below the view.
  void restoreHeight(QDockWidget* dock);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  enum class Only { kWiden, kAny };
  void set(Only only, const QHash<QString, int>& others);
  bool isBeside(const QDockWidget* dock) const;

  QMainWindow& window_;
  QList<QDockWidget*> docks_;
  QHash<QString, int> first_, first_height_, widths_;
  int height_ = 0;  // pixels; 0: the first one
};

}  // namespace ww::editor
