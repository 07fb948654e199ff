// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_fineness.h"

#include <algorithm>

#include "core/io/format.h"

namespace ww::ui {
namespace {

// As the field shows it; 0 stands for what the resolution gives.
QString outOf(double si, double least, double most, const QString& text) {
  return si == 0.0 || (si >= least && si <= most) ? QString() : text;
}

}  // namespace

ImportFineness::ImportFineness(const io::ImportOptions& last, QWidget* parent)
    : QObject(parent),
      resolution_(new QComboBox(parent)),
      parts_(new QComboBox(parent)),
      chord_(new QuantityField({{}, tr("Chord"), Quantity::kLength, 1e-4, 3, {}, 0.0, tr("automatic")}, parent)),
      angle_(new QuantityField({{}, tr("Angle"), Quantity::kAngle, 0.0, 1, {}, 0.0, tr("automatic")}, parent)) {
  resolution_->setAccessibleName(tr("Resolution"));
  resolution_->setToolTip(tr("How finely curved surfaces become triangles"));
  resolution_->addItem(tr("coarse (fast)"), static_cast<int>(io::Resolution::kCoarse));
  resolution_->addItem(tr("fine"), static_cast<int>(io::Resolution::kFine));
  resolution_->setCurrentIndex(std::max(0, resolution_->findData(static_cast<int>(last.resolution))));
  chord_->edit()->setToolTip(
      tr("How far triangles may lie from the exact surface, such as 0.1mm. "
         "Empty or 0: as the resolution gives, at most 0.5 mm"));
  angle_->edit()->setToolTip(
      tr("The turn from one triangle to the next, such as 10deg. Empty or 0: as the resolution gives"));
  chord_->setCheck([](double si) {
    return outOf(si, io::kLeastChord, io::kMostChord, tr("From 0.001 mm to 1 m, or 0 for what the resolution gives"));
  });
  angle_->setCheck([](double si) {
    return outOf(si, io::kLeastAngle, io::kMostAngle, tr("From 1° to 90°, or 0 for what the resolution gives"));
  });
  chord_->setValue(last.chord_m);
  angle_->setValue(last.angle_rad);
  parts_->setAccessibleName(tr("Parts of an assembly"));
  parts_->setToolTip(
      tr("What the parts of an assembly become. Links of one object move together, objects can be moved apart"));
  parts_->addItem(tr("one rigid object"), static_cast<int>(io::PartMode::kOne));
  parts_->addItem(tr("links of one object"), static_cast<int>(io::PartMode::kLinks));
  parts_->addItem(tr("an object for each"), static_cast<int>(io::PartMode::kObjects));
  parts_->setCurrentIndex(std::max(0, parts_->findData(static_cast<int>(last.parts))));
  for (QComboBox* box : {resolution_, parts_}) connect(box, &QComboBox::activated, this, &ImportFineness::changed);
  for (QuantityField* field : {chord_, angle_}) {
    connect(field, &QuantityField::edited, this, &ImportFineness::changed);
    field->keepEnter();
  }
}

void ImportFineness::addTo(QFormLayout& form, io::Format format) {
  form_ = &form;
  form.addRow(tr("Resolution"), resolution_);
  form.addRow(tr("Chord"), chord_);
  form.addRow(tr("Angle"), angle_);
  form.addRow(tr("Parts"), parts_);
  setFormat(format);  // until the file is read
}

void ImportFineness::writeTo(io::ImportOptions& options) const {
  options.resolution = static_cast<io::Resolution>(resolution_->currentData().toInt());
  options.chord_m = chord_->value();
  options.angle_rad = angle_->value();
  options.parts = static_cast<io::PartMode>(parts_->currentData().toInt());
}

void ImportFineness::setFormat(io::Format format) {
  using F = io::Format;
  const bool cad = format == F::kStep || format == F::kIges || format == F::kBrep || format == F::kZip;
  for (QWidget* field : std::initializer_list<QWidget*>{chord_, angle_, parts_}) form_->setRowVisible(field, cad);
}

}  // namespace ww::ui
