// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTreeView>
#include <QTreeWidget>
#include <QWidget>

#include "ui/bridge/share.h"
#include "ui/models/calls_model.h"

namespace ww::ui {

// Who has called, what they called, and the worlds that they made.
class ShareLists : public QWidget {
  Q_OBJECT
 public:
  explicit ShareLists(Share& share, QWidget* parent = nullptr);

 private:
  QWidget* buildCalls();
  QWidget* buildClients();
  QWidget* buildWorlds();
  void follow(const std::vector<SharedCall>& calls, quint64 left_out);
  void showClients();
  void showWorlds();
  void updateTake();

  Share& share_;
  CallsModel* model_;
  QTabBar* tabs_;
  QStackedWidget* pages_;
  QTreeView* calls_;
  QWidget* calls_tools_;
  QLabel* calls_note_;
  QTreeWidget* clients_;
  QTreeWidget* worlds_;
  QPushButton* take_;
  quint64 left_out_ = 0;
};

}  // namespace ww::ui
