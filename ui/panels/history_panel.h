// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QWidget>
#include <vector>

#include "ui/models/history_model.h"
#include "ui/models/history_tree_model.h"

namespace ww::ui {

// What was done: on the left what can be undone and redone, where a click goes there; on the right all states that are
// kept, with their branches, times, authors and pictures, and what can be done with one.
class HistoryPanel : public QWidget {
  Q_OBJECT
 public:
  HistoryPanel(HistoryModel& model, HistoryTreeModel& tree, QWidget* parent = nullptr);
  QListView* list() const { return list_; }
  QListView* states() const { return states_; }
  QLineEdit* name() const { return name_; }
  QPushButton* keepButton() const { return keep_; }
  QPushButton* goButton() const { return go_; }
  QPushButton* backButton() const { return back_; }
  QPushButton* forgetButton() const { return forget_; }
  history::NodeId chosen() const;             // 0: none
  std::vector<history::NodeId> seen() const;  // states whose rows are in sight

 Q_SIGNALS:
  void goAsked(quint64 id);
  void backAsked(quint64 id);  // as one step
  void keepAsked(const QString& name);
  void forgetAsked(quint64 id);
  void pictureAsked(quint64 id);

 private:
  QWidget* makeLine(HistoryModel& model);
  QWidget* makeStates();
  QWidget* makeButtons();
  void update_();
  void followCurrent();
  void keepPlace();
  void backToPlace();

  HistoryTreeModel& tree_;
  history::NodeId followed_ = 0;  // where the world was when it was brought into sight
  // A row in sight, and where it was, while states change their places.
  struct Place {
    history::NodeId state = 0;  // 0: none
    int y = 0;                  // pixels, in the viewport
  };
  Place place_;
  QListView* list_ = nullptr;
  QListView* states_ = nullptr;
  QLabel* picture_ = nullptr;
  QLineEdit* name_ = nullptr;
  QPushButton *keep_ = nullptr, *go_ = nullptr, *back_ = nullptr, *forget_ = nullptr;
};

}  // namespace ww::ui
