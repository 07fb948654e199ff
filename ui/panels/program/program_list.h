// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QBoxLayout>
#include <QListWidget>
#include <QToolButton>
#include <QWidget>
#include <map>

#include "core/usecase/programs/check_program.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// The programs of the world, with how each stands to it. New, rename (F2), duplicate (Ctrl+D), delete.
class ProgramList : public QWidget {
  Q_OBJECT
 public:
  explicit ProgramList(SessionBridge& bridge, QWidget* parent = nullptr);

  // Fills it; the one that is chosen stays so, else the first is.
  void show(const world::World& world, const std::map<std::string, usecase::PlanState>& states);
  std::string chosen() const;
  void choose(const std::string& name);
  // All names in one row, where there is no room for a column of them.
  void setFlat(bool flat);

  void add();
  void duplicate();
  void remove();
  void rename();
  // Of the one that is chosen; false where it is refused, which has been told.
  bool renameTo(const QString& name);
  QListWidget* list() const { return list_; }
  QToolButton* addButton() const { return add_; }

 Q_SIGNALS:
  void chosenChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* makeButton(const QString& icon, const QString& text, const QString& tip, void (ProgramList::*run)());
  bool doByKey(const QKeyEvent& event, bool do_it);
  void renamed(QListWidgetItem* item);
  void fitRow();

  SessionBridge& bridge_;
  QListWidget* list_;
  QBoxLayout* parts_;
  bool flat_ = false;
  QToolButton *add_, *rename_, *duplicate_, *remove_;
  std::string wanted_;  // to be chosen as soon as it is there
};

}  // namespace ww::ui
