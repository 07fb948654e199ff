// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QTimer>
#include <QTreeWidget>
#include <QWidget>

#include "ui/bridge/physics.h"

namespace ww::ui {

// The forces of the moment that is shown: what the drive of each joint gives against what it can, and which things
// touch, how hard, and whether they stick or slip.
class ForcesPage : public QWidget {
  Q_OBJECT
 public:
  explicit ForcesPage(Physics& physics, QWidget* parent = nullptr);

  QTreeWidget* joints() const { return joints_; }
  QTreeWidget* contacts() const { return contacts_; }
  QString said() const { return said_->text(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QTreeWidget* table(const QString& name, const QStringList& titles, const QStringList& tips);
  void follow();
  void refresh();
  void showJoints();
  void showContacts();

  Physics& physics_;
  simulation::MomentPtr told_;
  QLabel* said_;
  QTreeWidget *joints_, *contacts_;
  QTimer soon_;
};

}  // namespace ww::ui
