// SPDX-License-Identifier: Apache-2.0
#include "app/editor/axis_counts.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr double kMostFactor = 100.0;

QString keyOf(const QString& robot) { return QStringLiteral("program/axes/%1").arg(robot); }

}  // namespace

AxisCounts::AxisCounts(const QString& robot, const std::vector<usecase::ExportAxis>& joints, QWidget* parent)
    : Section(QStringLiteral("program_axes"), tr("Joints as the controller counts them"), parent), robot_(robot) {
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  const auto heading = [grid, this](int column, const QString& text, const QString& tip) {
    auto* label = new QLabel(text, this);
    label->setObjectName(QStringLiteral("dim"));
    label->setToolTip(tip);
    grid->addWidget(label, 0, column);
  };
  heading(0, tr("Joint"), tr("As the robot is modelled"));
  heading(1, tr("Direction"), tr("Whether the controller counts it the other way"));
  heading(2, tr("Zero"), tr("What the controller calls the model's zero"));
  heading(3, tr("Of the one before"),
          tr("How much of the joint before counts along; -1 where a controller counts from the horizontal"));
  for (const usecase::ExportAxis& joint : joints) {
    const QString name = QString::fromStdString(joint.name);
    const int line = static_cast<int>(rows_.size()) + 1;
    Row row;
    row.joint = name;
    row.sign = new QComboBox(this);
    row.sign->addItem(tr("as modelled"), 1.0);
    row.sign->addItem(tr("reversed"), -1.0);
    row.sign->setAccessibleName(tr("Direction of %1").arg(name));
    const auto quantity = joint.slides ? ui::Quantity::kLength : ui::Quantity::kAngle;
    row.zero = new ui::QuantityField({{}, tr("Zero of %1").arg(name), quantity}, this);
    row.of_previous = new ui::QuantityField(
        {{}, tr("Part of the joint before in %1").arg(name), ui::Quantity::kNumber, 1.0, 6, {}, kMostFactor}, this);
    row.of_previous->setVisible(!rows_.empty());
    grid->addWidget(new QLabel(name, this), line, 0);
    grid->addWidget(row.sign, line, 1);
    grid->addWidget(row.zero, line, 2);
    grid->addWidget(row.of_previous, line, 3);
    rows_.push_back(row);
  }
  body()->addLayout(grid);
  foldAtFirst();
  recall();
}

std::map<std::string, usecase::AxisCount> AxisCounts::counts() const {
  std::map<std::string, usecase::AxisCount> out;
  for (const Row& row : rows_) {
    const usecase::AxisCount count{row.sign->currentData().toDouble(), row.zero->value(), row.of_previous->value()};
    if (count != usecase::AxisCount()) out[row.joint.toStdString()] = count;
  }
  return out;
}

void AxisCounts::remember() const {
  QVariantMap all;
  for (const auto& [joint, count] : counts())
    all[QString::fromStdString(joint)] = QVariantList{count.sign, count.zero, count.of_previous};
  ui::settings::set(keyOf(robot_), all);
}

void AxisCounts::recall() {
  const QVariantMap all = ui::settings::value(keyOf(robot_)).toMap();
  for (const Row& row : rows_) {
    const QVariantList kept = all.value(row.joint).toList();
    if (kept.size() != 3) continue;
    row.sign->setCurrentIndex(kept[0].toDouble() < 0.0 ? 1 : 0);
    row.zero->setValue(kept[1].toDouble());
    row.of_previous->setValue(kept[2].toDouble());
  }
}

}  // namespace ww::editor
