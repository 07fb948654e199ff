// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>

#include "core/usecase/programs/robot_export.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/section.h"

namespace ww::editor {

// How a controller counts the joints of a robot where it does so otherwise than the model: direction, zero, and what
// counts along of the joint before. Folded at first; what is set is remembered for the robot.
class AxisCounts : public ui::Section {
  Q_OBJECT
 public:
  AxisCounts(const QString& robot, const std::vector<usecase::ExportAxis>& joints, QWidget* parent);

  // Of the joints that are not counted as in the model.
  std::map<std::string, usecase::AxisCount> counts() const;
  void remember() const;

  QComboBox* sign(std::size_t joint) const { return rows_[joint].sign; }
  ui::QuantityField* zero(std::size_t joint) const { return rows_[joint].zero; }
  ui::QuantityField* ofPrevious(std::size_t joint) const { return rows_[joint].of_previous; }

 private:
  struct Row {
    QString joint;
    QComboBox* sign;
    ui::QuantityField *zero, *of_previous;
  };
  void recall();

  QString robot_;
  std::vector<Row> rows_;
};

}  // namespace ww::editor
