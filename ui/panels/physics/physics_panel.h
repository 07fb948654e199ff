// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPushButton>
#include <QTabWidget>
#include <QWidget>

#include "ui/panels/physics/physics_bar.h"

class QLabel;

namespace ww::ui {

// Physics of a copy of the world: its controls, what is to be said of it, and pages.
class PhysicsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PhysicsPanel(Physics& physics, QWidget* parent = nullptr);

  PhysicsBar* bar() const { return bar_; }
  // Whoever adds one gives it away.
  void addPage(const QString& id, const QString& title, QWidget* page);
  void showPage(const QString& id);
  QTabWidget* pages() const { return pages_; }
  // What is said below the controls; empty: nothing.
  QString said() const;
  // A copy of the world as it is now.
  QPushButton* againButton() const { return again_; }

 Q_SIGNALS:
  void message(const QString& text);

 private:
  void say();

  Physics& physics_;
  PhysicsBar* bar_;
  QLabel* said_;
  QPushButton* again_;
  QTabWidget* pages_;
};

}  // namespace ww::ui
