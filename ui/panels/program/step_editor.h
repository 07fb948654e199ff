// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <array>
#include <functional>

#include "core/session/step_change.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/program/extras_form.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// The fields of the steps that are chosen: of one all it has, of several what they share. Of none: those of the
// program. It changes nothing itself.
class StepEditor : public QWidget {
  Q_OBJECT
 public:
  StepEditor(SessionBridge& bridge, Selection& selection, QWidget* parent = nullptr);

  // `rows`: those that are chosen, from 0.
  void show(const world::WorldPtr& world, const session::ProgramData& program, const QList<int>& rows);
  void showNothing();
  // The keys go to the first field.
  void takeFocus();
  // As leaving the field does: for what is pressed and takes no keys.
  void enterTyped();

  QComboBox* target() const { return target_; }
  QComboBox* kind() const { return kind_; }
  QComboBox* object() const { return object_; }
  QComboBox* joint() const { return joint_; }
  QComboBox* callee() const { return callee_; }
  QComboBox* value() const { return value_; }
  QComboBox* robot() const { return robot_; }
  QComboBox* tool() const { return tool_; }
  QComboBox* start() const { return start_; }
  QLineEdit* name() const { return name_; }
  QToolButton* toProgram() const { return to_program_; }
  QLineEdit* signal() const { return signal_; }
  QuantityField* speed() const { return speed_; }
  QuantityField* corner() const { return corner_; }
  QuantityField* seconds() const { return seconds_; }
  QuantityField* offset(int axis) const { return offset_[static_cast<std::size_t>(axis)]; }
  QuantityField* angle() const { return angle_; }
  QuantityField* length() const { return length_; }
  // What the step has that is not changed here, a line each.
  QLabel* besides() const { return besides_; }
  // Limits, conditions and collision settings of its own.
  ExtrasForm* extras() const { return extras_; }

 Q_SIGNALS:
  void changeAsked(const ww::session::StepChange& change);
  // No step shall be chosen, so that the program's own fields are shown.
  void programAsked();
  void renameAsked(const QString& name);
  void robotAsked(std::optional<ww::ObjectId> robot, std::optional<ww::world::NodeRef> tool);
  void startAsked(const ww::session::ProgramStart& start);

 private:
  void build();
  void buildMove();
  void buildOthers();
  void connectMove();
  void connectOthers();
  QuantityField* field(const QString& name, Quantity quantity, double most);
  void addRow(const QString& label, QWidget* field, const QString& tip);
  void showRows(std::initializer_list<QWidget*> shown);
  void dropTyped();
  // Of the first step; of several moves, "mixed" where they differ.
  using NumberOf = std::function<std::optional<double>(const session::MoveData&)>;
  void showNumber(QuantityField& field, double first, const NumberOf& number);
  void showStep(const session::StepData& step);
  void show(const session::MoveData& move);
  void show(const session::HoldData& hold);
  void show(const session::WaitData& wait);
  void show(const session::SignalData& signal);
  void show(const session::JointData& joint);
  void show(const session::CallData& call);
  void show(const session::StrangeData& strange);
  void showProgram();
  void ask(const session::StepChange& change) { Q_EMIT changeAsked(change); }
  void takeName();
  void takeTarget();
  void takeSelection();
  void takeOffset(int axis, double metres);
  void takeValue();

  SessionBridge& bridge_;
  Selection& selection_;
  world::WorldPtr world_;
  session::ProgramData program_;
  QList<int> rows_;
  std::optional<session::StepData> step_;  // the first of those that are chosen
  QLabel* title_;
  QToolButton* to_program_;  // while a step is chosen
  QLabel* besides_ = nullptr;
  ExtrasForm* extras_;
  QFormLayout* form_ = nullptr;
  QLineEdit *name_, *comment_, *signal_;
  QComboBox *target_, *kind_, *object_, *joint_, *value_, *callee_, *robot_, *tool_, *start_;
  QToolButton* take_;
  QWidget *target_row_, *offset_row_;
  std::array<QuantityField*, 3> offset_;
  QuantityField *speed_, *corner_, *joint_corner_, *seconds_, *number_, *angle_, *length_;
};

}  // namespace ww::ui
