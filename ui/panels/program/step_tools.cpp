// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/step_tools.h"

#include "ui/bridge/motion_names.h"
#include "ui/panels/program/step_choices.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"

namespace ww::ui {

QToolButton* StepTools::tool(const QString& name, const QString& text, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setIcon(icon(name));
  button->setIconSize(QSize(16, 16));
  button->setAccessibleName(text);
  button->setToolTip(QStringLiteral("%1: %2").arg(text, tip));
  return button;
}

QToolButton* StepTools::stepTool(StepDo what, const QString& name, const QString& text, const QString& tip) {
  auto* button = tool(name, text, tip);
  connect(button, &QToolButton::clicked, this, [this, what] { Q_EMIT asked(what); });
  buttons_.push_back(button);
  return button;
}

StepTools::StepTools(QMenu* add_menu, QWidget* parent) : QWidget(parent) {
  add_ = tool(QStringLiteral("new"), tr("Add a step"), tr("A step behind those that are chosen"));
  add_->setText(tr("Add"));
  add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add_->setPopupMode(QToolButton::InstantPopup);
  add_->setMenu(add_menu);
  buildTeach();
  buildSteps();
  buildPlan();
  layOut();
}

void StepTools::buildTeach() {
  teach_ = tool(QStringLiteral("teach"), tr("Teach this posture"),
                tr("A move to where the robot is shown now, behind the chosen step (Ctrl+T)"));
  teach_->setText(tr("Teach"));
  teach_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  teach_->setPopupMode(QToolButton::MenuButtonPopup);
  auto* teach_menu = new QMenu(teach_);
  teach_menu->addAction(tr("As joint positions"), this, [this] { Q_EMIT teachAsked(TeachAs::kJoints); });
  teach_menu->addAction(tr("As a pose of the tool, in the frame of the robot"), this,
                        [this] { Q_EMIT teachAsked(TeachAs::kPose); });
  teach_menu->addAction(tr("As a new frame on what is selected"), this, [this] { Q_EMIT teachAsked(TeachAs::kFrame); });
  teach_->setMenu(teach_menu);
  connect(teach_, &QToolButton::clicked, this, [this] { Q_EMIT teachAsked(TeachAs::kJoints); });
}

void StepTools::buildSteps() {
  // In the order of StepDo.
  stepTool(StepDo::kRemove, QStringLiteral("delete"), tr("Delete the steps"),
           tr("Deletes those that are chosen (Delete)"));
  stepTool(StepDo::kDuplicate, QStringLiteral("duplicate"), tr("Duplicate the steps"),
           tr("Copies those that are chosen, each behind itself (Ctrl+D)"));
  stepTool(StepDo::kUp, QStringLiteral("move-up"), tr("Up"),
           tr("Moves the chosen steps before the one above (Alt+Up)"));
  stepTool(StepDo::kDown, QStringLiteral("move-down"), tr("Down"),
           tr("Moves the chosen steps behind the one below (Alt+Down)"));
  stepTool(StepDo::kSwitch, QStringLiteral("eye"), tr("Pass over or not"),
           tr("What is passed over stays in the program and does nothing (Space)"));
  stepTool(StepDo::kLock, QStringLiteral("lock"), tr("Lock or unlock"),
           tr("A locked step keeps its motion when the program is planned anew; the steps before and behind it join on "
              "(Ctrl+L)"));
  mirror_ = tool(QStringLiteral("mirror"), tr("Mirror the steps"),
                 tr("Copies of those that are chosen behind them, seen in a mirror through the robot"));
  mirror_->setPopupMode(QToolButton::InstantPopup);
  auto* planes = new QMenu(mirror_);
  planes->addAction(tr("Left and right of the robot"), this,
                    [this] { Q_EMIT mirrorAsked(usecase::MirrorPlane::kSides); });
  planes->addAction(tr("Before and behind the robot"), this,
                    [this] { Q_EMIT mirrorAsked(usecase::MirrorPlane::kFrontBack); });
  mirror_->setMenu(planes);
  kinds_ = new QComboBox(this);
  kinds_->setAccessibleName(tr("Kind of new moves"));
  kinds_->setToolTip(tr("Of moves that are added or taught"));
  for (const auto kind : program::kMotionKinds) kinds_->addItem(kindText(kind), static_cast<int>(kind));
}

void StepTools::buildPlan() {
  plan_ = new QPushButton(icon(QStringLiteral("plan"), Role::kOnAccent), tr("Plan"), this);
  plan_->setObjectName(QStringLiteral("primary"));
  cancel_ = new QPushButton(tr("Cancel"), this);
  cancel_->setToolTip(tr("Stops planning"));
  export_ = new QPushButton(icon(QStringLiteral("export")), tr("Export..."), this);
}

void StepTools::layOut() {
  auto* tools = new FlowLayout(this, 6, 2);
  for (QWidget* widget : std::initializer_list<QWidget*>{add_, teach_, kinds_}) tools->addWidget(widget);
  for (QToolButton* button : buttons_) tools->addWidget(button);
  for (QWidget* widget : std::initializer_list<QWidget*>{mirror_, plan_, cancel_, export_}) tools->addWidget(widget);
}

void StepTools::show(const State& state) {
  const QList<int>& rows = state.chosen;
  const bool any = !rows.isEmpty();
  for (QToolButton* button : buttons_) button->setEnabled(any);
  button(StepDo::kUp)->setEnabled(any && rows.front() > 0);
  button(StepDo::kDown)->setEnabled(any && rows.back() + 1 < state.steps);
  button(StepDo::kLock)->setEnabled(state.why_not_lock.isEmpty());
  mirror_->setEnabled(any);
  plan_->setVisible(!state.is_planning);
  cancel_->setVisible(state.is_planning);
  plan_->setEnabled(state.why_not_plan.isEmpty());
  plan_->setToolTip(state.why_not_plan.isEmpty() ? tr("Plans all steps, and keeps the plan in the world (Ctrl+P)")
                                                 : state.why_not_plan);
  export_->setEnabled(state.why_not_export.isEmpty());
  export_->setToolTip(state.why_not_export.isEmpty()
                          ? tr("Writes the planned program in the language of a controller, or as CSV or JSON")
                          : state.why_not_export);
  teach_->setEnabled(state.why_not_teach.isEmpty());
}

}  // namespace ww::ui
