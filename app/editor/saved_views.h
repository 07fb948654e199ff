// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QLabel>
#include <QListWidget>

#include "ui/bridge/view_keeper.h"

namespace ww::editor {

// The list of saved views with their pictures, over the view until something else is clicked. A click goes there, F2
// renames, Del deletes.
class SavedViews : public QFrame {
  Q_OBJECT
 public:
  SavedViews(ui::ViewKeeper& keeper, QWidget* parent);
  void popup(const QPoint& global);
  QListWidget* list() const { return list_; }

 Q_SIGNALS:
  void chosen(std::size_t index);
  void saveAsked();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void rename(const QListWidgetItem& item);
  void removeCurrent();

  ui::ViewKeeper& keeper_;
  QListWidget* list_;
  QLabel* hint_;
  bool filling_ = false;
};

}  // namespace ww::editor
