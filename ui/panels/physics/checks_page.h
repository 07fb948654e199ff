// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/usecase/simulation/preflight.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/physics.h"

namespace ww::ui {

// What should be known before physics plays, each finding with the buttons of its repairs. Worked out off the Qt thread
// while it is seen, anew after each edit; a repair of an older world waits for the newer findings.
class ChecksPage : public QWidget {
  Q_OBJECT
 public:
  ChecksPage(SessionBridge& bridge, Selection& selection, Physics& physics, QWidget* parent = nullptr);
  ~ChecksPage() override;

  // What is listed is of the world as it is.
  bool isUpToDate() const { return known_ && known_ == bridge_.snapshot().world; }
  int count() const { return static_cast<int>(rows_.size()); }
  QStringList texts() const;
  // Null where a finding has no such repair.
  QPushButton* repairButton(int finding, int repair) const;

 Q_SIGNALS:
  void countChanged(int count);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Row {
    QWidget* card = nullptr;
    QString text;
    std::vector<QPushButton*> repairs;
  };
  struct Request {
    world::WorldPtr world;
    usecase::PreflightOptions options;
  };
  void ask();
  void take(const world::WorldPtr& world, const std::vector<usecase::PreflightFinding>& findings);
  Row makeRow(const usecase::PreflightFinding& finding);
  void update_();

  SessionBridge& bridge_;
  Selection& selection_;
  Physics& physics_;
  QLabel* note_;
  QWidget* body_;
  QVBoxLayout* list_;
  std::vector<Row> rows_;
  world::WorldPtr known_, asked_;
  double asked_step_ = 0.0;
  QTimer soon_;
  std::unique_ptr<NewestWork<Request>> worker_;
};

}  // namespace ww::ui
