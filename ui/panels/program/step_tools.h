// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "core/usecase/programs/mirror.h"
#include "ui/panels/program/program_writer.h"

namespace ww::ui {

// The buttons over the list of steps. They ask; who is asked decides.
class StepTools : public QWidget {
  Q_OBJECT
 public:
  // The menu is of what can be added; it outlives this.
  explicit StepTools(QMenu* add_menu, QWidget* parent = nullptr);

  struct State {
    QList<int> chosen;  // rows
    int steps = 0;      // how many there are
    bool is_planning = false;
    QString why_not_plan, why_not_export, why_not_teach, why_not_lock;  // empty: it can be done
  };
  void show(const State& state);
  using QWidget::show;

  // Of moves that are added or taught.
  program::MotionKind newKind() const { return static_cast<program::MotionKind>(kinds_->currentData().toInt()); }

  QToolButton* addButton() const { return add_; }
  QToolButton* teachButton() const { return teach_; }
  QToolButton* button(StepDo what) const { return buttons_[static_cast<std::size_t>(what)]; }
  QPushButton* planButton() const { return plan_; }
  QPushButton* cancelButton() const { return cancel_; }
  QPushButton* exportButton() const { return export_; }
  QComboBox* kinds() const { return kinds_; }

 Q_SIGNALS:
  void asked(ww::ui::StepDo what);
  void teachAsked(ww::ui::TeachAs as);
  void mirrorAsked(ww::usecase::MirrorPlane plane);

 private:
  QToolButton* tool(const QString& icon, const QString& text, const QString& tip);
  QToolButton* stepTool(StepDo what, const QString& icon, const QString& text, const QString& tip);
  void buildTeach();
  void buildSteps();
  void buildPlan();
  void layOut();

  QToolButton *add_ = nullptr, *teach_ = nullptr, *mirror_ = nullptr;
  std::vector<QToolButton*> buttons_;  // in the order of StepDo
  QComboBox* kinds_ = nullptr;
  QPushButton *plan_ = nullptr, *cancel_ = nullptr, *export_ = nullptr;
};

}  // namespace ww::ui
