// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QWidget>

#include "ui/bridge/physics.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// The controls of a simulation: two rows.
class PhysicsBar : public QWidget {
  Q_OBJECT
 public:
  explicit PhysicsBar(Physics& physics, QWidget* parent = nullptr);

  QToolButton* playButton() const { return play_; }
  QToolButton* stepButton() const { return step_; }
  QToolButton* resetButton() const { return reset_; }
  QToolButton* stopButton() const { return stop_; }
  QuantityField* steps() const { return steps_; }
  QComboBox* speed() const { return speed_; }
  QComboBox* timeStep() const { return time_step_; }
  QLabel* pace() const { return pace_; }
  QSlider* line() const { return line_; }
  QLabel* time() const { return time_; }
  QPushButton* goOnButton() const { return go_on_; }
  // Checked: forces at contacts are to be shown.
  QToolButton* forcesButton() const { return forces_; }
  // Checked: centres of mass and inertias are to be shown.
  QToolButton* massesButton() const { return masses_; }
  // Whether joints hold where they are until something drives them, from the next start on.
  QComboBox* joints() const { return joints_; }
  QPushButton* keepButton() const { return keep_; }
  // Its menu films what was simulated.
  QToolButton* filmButton() const { return film_; }
  // Of what the menu of the button keeps.
  QAction* keepAction(Physics::Keep which) const { return keeps_[static_cast<std::size_t>(which)]; }

 Q_SIGNALS:
  void filmAsked(bool movie);  // else frames
  void message(const QString& text);

 private:
  QToolButton* button(const QString& icon, const QString& name, const QString& tip);
  void build();
  void arrange();
  void buildChoices();
  void buildKeep();
  void buildFilm();
  void connectAll();
  void keep(Physics::Keep which);
  void update_();
  void updateLine();

  Physics& physics_;
  QToolButton *play_, *step_, *reset_, *stop_, *forces_, *masses_, *film_;
  QuantityField* steps_;
  QComboBox *speed_, *time_step_, *joints_;
  QLabel *pace_, *time_;
  QSlider* line_;
  QPushButton *go_on_, *keep_;
  std::array<QAction*, 3> keeps_{};
};

}  // namespace ww::ui
