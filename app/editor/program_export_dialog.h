// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QPushButton>

#include "core/usecase/programs/robot_export.h"
#include "ui/widgets/quantity_field.h"

namespace ww::editor {

class AxisCounts;

// In which language a program is written, where to, and what the controller knows and the world does not: numbers of
// signals, tool and base, the signals of grippers, how joints are counted.
class ProgramExportDialog : public QDialog {
  Q_OBJECT
 public:
  ProgramExportDialog(const QString& program, const usecase::ExportNeeds& needs, QWidget* parent);

  std::string dialect() const;
  QString path() const { return path_->text().trimmed(); }
  usecase::ExportChoices choices() const;

  QComboBox* dialects() const { return dialects_; }
  QLineEdit* pathEdit() const { return path_; }
  QLineEdit* signalEdit(const QString& signal) const { return signals_.value(signal); }
  QLineEdit* gripperEdit(const QString& joint) const { return grippers_.value(joint); }
  AxisCounts* axes() const { return axes_; }
  QPushButton* exportButton() const { return export_; }

 private:
  void build(const usecase::ExportNeeds& needs);
  void addNeeds(const usecase::ExportNeeds& needs);
  void proposePath();
  void browse();
  void look();
  QString suffix() const;

  QString program_;
  QFormLayout* form_ = nullptr;
  QComboBox* dialects_;
  QLineEdit *path_, *tool_, *base_;
  ui::QuantityField* share_;
  QLabel* note_;
  AxisCounts* axes_ = nullptr;  // of a plan that moves a robot
  QPushButton* export_ = nullptr;
  QMap<QString, QLineEdit*> signals_, grippers_;
  bool proposed_ = false;  // the path is ours, not typed
};

}  // namespace ww::editor
