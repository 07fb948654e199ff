// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_shapes.h"

#include <cmath>

#include "ui/panels/shapes_text.h"

namespace ww::ui {
namespace {

constexpr int kAsInFile = -1;

}  // namespace

ImportShapes::ImportShapes(const ImportHabit& habit, QWidget* parent)
    : QObject(parent),
      checked_(new QCheckBox(tr("Use for collision checks"), parent)),
      kind_(new QComboBox(parent)),
      pieces_(new QuantityField({{}, tr("Pieces of each link"), Quantity::kNumber, 1.0, 0}, parent)),
      error_(new QuantityField({{}, tr("How far the surface may move"), Quantity::kLength, 1e-4, 3}, parent)) {
  checked_->setToolTip(tr("Without it the object is only to be seen"));
  checked_->setChecked(!habit.options.drop_collision);
  kind_->setAccessibleName(tr("Collision shapes"));
  kind_->setToolTip(tr("With what every link is checked for collisions. Single parts can have others afterwards"));
  kind_->addItem(tr("as in the file"), kAsInFile);
  for (const geometry::CollisionKindRow& row : geometry::collisionKindRows())
    if (row.kind != geometry::CollisionKind::kNone) kind_->addItem(shapeKindText(row.kind), static_cast<int>(row.kind));
  const geometry::CollisionWish shapes = habit.shapes.value_or(geometry::CollisionWish());
  kind_->setCurrentIndex(std::max(0, kind_->findData(habit.shapes ? static_cast<int>(shapes.kind) : kAsInFile)));
  pieces_->setToolTip(tr("At most so many convex pieces stand for each link"));
  pieces_->setValue(shapes.pieces);
  pieces_->setCheck([](double n) {
    return n >= 1 && n <= geometry::kMostPieces && n == std::floor(n)
               ? QString()
               : tr("A whole number from 1 to %1").arg(geometry::kMostPieces);
  });
  error_->setToolTip(tr("How far the surface may move so that fewer triangles are left"));
  error_->setValue(shapes.error_m);
  error_->setCheck([](double si) {
    return si >= geometry::kLeastCoarseError && si <= geometry::kMostCoarseError ? QString()
                                                                                 : tr("From 0.001 mm to 1 m");
  });
  connect(checked_, &QCheckBox::toggled, this, [this] {
    showFields();
    Q_EMIT tickChanged();
  });
  connect(kind_, &QComboBox::activated, this, [this] {
    showFields();
    Q_EMIT changed();
  });
  for (QuantityField* field : {pieces_, error_}) {
    connect(field, &QuantityField::edited, this, &ImportShapes::changed);
    field->keepEnter();
  }
}

void ImportShapes::addTo(QFormLayout& form) {
  form_ = &form;
  form.addRow(QString(), checked_);
  form.addRow(tr("Checked as"), kind_);
  form.addRow(tr("Pieces"), pieces_);
  form.addRow(tr("Deviation"), error_);
  showFields();
}

std::optional<geometry::CollisionWish> ImportShapes::wish() const {
  const int kind = kind_->currentData().toInt();
  if (!checked_->isChecked() || kind == kAsInFile) return std::nullopt;
  geometry::CollisionWish out;
  out.kind = static_cast<geometry::CollisionKind>(kind);
  out.pieces = static_cast<int>(pieces_->value());
  out.error_m = error_->value();
  return out;
}

void ImportShapes::showFields() {
  const int kind = kind_->currentData().toInt();
  kind_->setEnabled(checked_->isChecked());
  kind_->setToolTip(checked_->isChecked()
                        ? tr("With what every link is checked for collisions. Single parts can have others afterwards")
                        : tr("Nothing of it is checked"));
  const auto is = [&](geometry::CollisionKind wanted) {
    return checked_->isChecked() && kind == static_cast<int>(wanted);
  };
  form_->setRowVisible(pieces_, is(geometry::CollisionKind::kPieces));
  form_->setRowVisible(error_, is(geometry::CollisionKind::kCoarse));
}

}  // namespace ww::ui
