// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_fineness.h"

#include <QKeyEvent>
#include <algorithm>

#include "core/io/format.h"
#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

// As the field shows it; 0 stands for what the resolution gives.
QString outOf(double si, double least, double most, const QString& text) {
  return si == 0.0 || (si >= least && si <= most) ? QString() : text;
}

double bounded(double si, double least, double most) { return si >= least && si <= most ? si : 0.0; }

}  // namespace

ImportFineness::ImportFineness(const QString& ending, QWidget* parent)
    : QObject(parent),
      ending_(ending),
      resolution_(new QComboBox(parent)),
      parts_(new QComboBox(parent)),
      chord_(new QuantityField({{}, tr("Chord"), Quantity::kLength, 1e-4, 3}, parent)),
      angle_(new QuantityField({{}, tr("Angle"), Quantity::kAngle, 0.0, 1}, parent)) {
  resolution_->setAccessibleName(tr("Resolution"));
  resolution_->setToolTip(tr("How finely curved surfaces become triangles"));
  resolution_->addItem(tr("coarse (fast)"), static_cast<int>(io::Resolution::kCoarse));
  resolution_->addItem(tr("fine"), static_cast<int>(io::Resolution::kFine));
  resolution_->setCurrentIndex(std::clamp(settings::value(key("resolution")).toInt(), 0, resolution_->count() - 1));
  chord_->setToolTip(
      tr("How far triangles may lie from the exact surface; 0: as the resolution gives, at most 0.5 mm"));
  angle_->setToolTip(tr("The turn from one triangle to the next; 0: as the resolution gives"));
  chord_->setCheck([](double si) {
    return outOf(si, io::kLeastChord, io::kMostChord, tr("From 0.001 mm to 1 m, or 0 for what the resolution gives"));
  });
  angle_->setCheck([](double si) {
    return outOf(si, io::kLeastAngle, io::kMostAngle, tr("From 1° to 90°, or 0 for what the resolution gives"));
  });
  chord_->setValue(bounded(settings::value(key("chord")).toDouble(), io::kLeastChord, io::kMostChord));
  angle_->setValue(bounded(settings::value(key("angle")).toDouble(), io::kLeastAngle, io::kMostAngle));
  parts_->setAccessibleName(tr("Parts of an assembly"));
  parts_->setToolTip(
      tr("What the parts of an assembly become. Links of one object move together, objects can be moved apart"));
  parts_->addItem(tr("one rigid object"), static_cast<int>(io::PartMode::kOne));
  parts_->addItem(tr("links of one object"), static_cast<int>(io::PartMode::kLinks));
  parts_->addItem(tr("an object for each"), static_cast<int>(io::PartMode::kObjects));
  parts_->setCurrentIndex(std::clamp(settings::value(key("parts")).toInt(), 0, parts_->count() - 1));
  for (QComboBox* box : {resolution_, parts_}) connect(box, &QComboBox::activated, this, &ImportFineness::changed);
  for (QuantityField* field : {chord_, angle_}) {
    connect(field, &QuantityField::edited, this, &ImportFineness::changed);
    field->installEventFilter(this);
  }
}

// Enter takes the number; it is not the default button of the window, which would import what was read before.
bool ImportFineness::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  const int pressed = static_cast<QKeyEvent*>(event)->key();
  return pressed == Qt::Key_Return || pressed == Qt::Key_Enter;
}

QString ImportFineness::key(const char* what) const {
  return QStringLiteral("import/%1/%2").arg(ending_, QLatin1String(what));
}

void ImportFineness::addTo(QFormLayout& form) {
  form_ = &form;
  form.addRow(tr("Resolution"), resolution_);
  form.addRow(tr("Chord"), chord_);
  form.addRow(tr("Angle"), angle_);
  form.addRow(tr("Parts"), parts_);
  setFormat(io::formatById(ending_.toStdString()));  // until the file is read
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

void ImportFineness::remember() {
  settings::set(key("resolution"), resolution_->currentIndex());
  settings::set(key("chord"), chord_->value());
  settings::set(key("angle"), angle_->value());
  settings::set(key("parts"), parts_->currentIndex());
}

}  // namespace ww::ui
