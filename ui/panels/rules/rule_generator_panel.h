// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeView>
#include <QWidget>

#include "ui/bridge/job_bridge.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/world_scenes.h"
#include "ui/panels/rules/rule_generator_model.h"

namespace ww::ui {

// Tries postures of a robot, in a thread of its own, and proposes which pairs of its bodies need no check; what is
// chosen of that is applied as one step.
class RuleGeneratorPanel : public QWidget {
  Q_OBJECT
 public:
  RuleGeneratorPanel(SessionBridge& bridge, Selection& selection, JobBridge& jobs, std::shared_ptr<WorldScenes> scenes,
                     QWidget* parent = nullptr);
  ~RuleGeneratorPanel() override;

  // Chooses it, unless one is being tried.
  void setRobot(ObjectId robot);
  ObjectId robot() const { return ObjectId{robots_->currentData().toULongLong()}; }
  bool isRunning() const { return job_ != 0; }
  void start();

  QComboBox* robotBox() const { return robots_; }
  QSpinBox* samplesBox() const { return samples_; }
  QSpinBox* seedBox() const { return seed_; }
  QPushButton* startButton() const { return start_; }
  QPushButton* cancelButton() const { return cancel_; }
  QPushButton* applyButton() const { return apply_; }
  QProgressBar* progressBar() const { return progress_; }
  QTreeView* tree() const { return tree_; }
  RuleGeneratorModel* pairs() const { return pairs_; }
  // What came out, or why nothing did.
  QString told() const { return told_->text(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* makeChoices();
  QSpinBox* numberBox(const QString& name, const QString& tip, int least, int most, int value);
  void connectParts();
  void fillRobots();
  void takeSelected();
  void follow(const session::Change& change);
  void catchUpSoon();
  void catchUp();
  void followRules();
  void finish(const Result<usecase::RuleProposal>& made, const world::WorldPtr& world);
  void showProgress(quint64 id);
  void selectPair(const QModelIndex& at);
  void apply();
  void updateButtons();
  void tellChoice();

  SessionBridge& bridge_;
  Selection& selection_;
  QPointer<JobBridge> jobs_;
  const std::shared_ptr<WorldScenes> scenes_;
  quint64 job_ = 0;
  QString tried_;             // which robot
  bool is_outdated_ = false;  // the robot has changed since its postures were tried
  bool are_robots_stale_ = true, are_rules_stale_ = false, is_asked_ = false;
  world::WorldPtr followed_;  // whose rules the pairs tell
  RuleGeneratorModel* pairs_;
  QComboBox* robots_;
  QSpinBox *samples_, *seed_;
  QPushButton *start_, *cancel_, *apply_;
  QProgressBar* progress_;
  QLabel* told_;
  QTreeView* tree_;
};

}  // namespace ww::ui
