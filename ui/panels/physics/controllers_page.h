// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTimer>
#include <QTreeWidget>
#include <QWidget>
#include <functional>
#include <optional>

#include "core/usecase/simulation/controller_track.h"
#include "ui/bridge/physics.h"
#include "ui/panels/timeline/plot_canvas.h"

namespace ww::ui {

// Plans played on joint controllers: which one, how well the joints follow, and what of their drives that takes.
class ControllersPage : public QWidget {
  Q_OBJECT
 public:
  // A motion that is planned beside the programs.
  struct Motion {
    QString title;
    std::function<Result<usecase::ControllerRun>(const world::World& world)> run;
  };
  ControllersPage(SessionBridge& bridge, Physics& physics, QWidget* parent = nullptr);

  void setMotion(std::optional<Motion> motion);
  void choose(const QString& title);
  void play();

  QComboBox* choice() const { return choice_; }
  QPushButton* playButton() const { return play_; }
  // Errors, torques and forces.
  QTabBar* tabs() const { return tabs_; }
  QTreeWidget* table() const { return table_; }
  PlotCanvas* canvas() const { return canvas_; }
  QString said() const { return said_->text(); }
  // Null until one was played.
  const usecase::ControllerTrack* track() const { return track_.get(); }

 Q_SIGNALS:
  void message(const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  enum Tab { kErrors, kEfforts, kSlideErrors };
  void build();
  void fillChoice();
  void follow();
  void refresh();
  void showTable();
  void showPlot();
  void say();
  void refuse(const Status& status);
  PlotLine lineOf(std::size_t joint, bool errors, bool in_percent) const;
  bool isDrawn(std::size_t joint) const;
  bool hasBothKinds() const;
  void goTo(double seconds);

  SessionBridge& bridge_;
  Physics& physics_;
  std::optional<Motion> motion_;
  Physics::RunPtr run_;  // that the track is of
  std::unique_ptr<usecase::ControllerTrack> track_;
  std::size_t taken_ = 0;  // moments before this number are in the track
  QString refused_;        // why the last one cannot be played
  QComboBox* choice_;
  QPushButton* play_;
  QLabel* said_;
  QTabBar* tabs_;
  QTreeWidget* table_;
  PlotCanvas* canvas_;
  QTimer soon_;
};

}  // namespace ww::ui
