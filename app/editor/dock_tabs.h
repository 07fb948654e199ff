// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHBoxLayout>
#include <QHash>
#include <QWidget>

class QToolButton;

namespace ww::editor {

// The tabs that panels fold to: each opens its panel and folds it again. They stay where they are, whatever is open.
class DockTabs : public QWidget {
  Q_OBJECT
 public:
  explicit DockTabs(QWidget* parent = nullptr);
  void add(const QString& id, const QString& title, const QString& icon);
  void setOpen(const QString& id, bool open);
  void setTip(const QString& id, const QString& tip);
  // Beside the title, 0: nothing.
  void setCount(const QString& id, int count);
  // Signs instead of titles.
  void setCompact(bool compact);
  bool isCompact() const { return compact_; }
  int widthOf(bool compact) const;
  QToolButton* tab(const QString& id) const { return tabs_.value(id).button; }

 Q_SIGNALS:
  void clicked(const QString& id);

 private:
  struct Tab {
    QToolButton* button = nullptr;
    QString title;
    int count = 0;
  };
  void label(const Tab& tab) const;

  QHBoxLayout* row_;
  QHash<QString, Tab> tabs_;
  bool compact_ = false;
};

}  // namespace ww::editor
