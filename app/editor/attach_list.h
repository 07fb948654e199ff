// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <unordered_set>
#include <vector>

#include "app/editor/window_parts.h"

namespace ww::editor {

// What the selected objects and frames are to be attached to: the likeliest first (what was selected along with them,
// ends of robots), found by name as well. Put there by choice, as an import is mounted, or left where they are.
class AttachList : public QFrame {
  Q_OBJECT
 public:
  explicit AttachList(const WindowParts& parts);
  void popup(const QPoint& top_center_global);
  QString whyNot() const;
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }
  QCheckBox* putThere() const { return put_there_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Target {
    world::NodeRef node;
    QString name, kind, icon;
  };
  struct Chosen {
    std::vector<world::NodeRef> nodes;    // to be attached
    std::vector<world::NodeRef> targets;  // selected along with them
  };
  Chosen chosen() const;
  void collect(const world::World& world);
  void add(const world::World& world, const world::NodeRef& node);
  void find(const QString& typed);
  void choose(int step);
  void attach(const QListWidgetItem* item);

  WindowParts parts_;
  QLabel* title_;
  QLineEdit* edit_;
  QListWidget* list_;
  QCheckBox* put_there_;
  std::vector<world::NodeRef> nodes_;
  std::unordered_set<world::NodeRef> moved_, first_;  // the same; what is listed first
  std::vector<Target> targets_;
  std::size_t likely_ = 0;  // of the targets
};

}  // namespace ww::editor
