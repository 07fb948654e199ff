// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QFormLayout>
#include <QWidget>

#include "core/io/importer.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// How finely curved surfaces become triangles: the resolution, and for CAD files how far triangles may lie from the
// exact surface and from one to the next; and what becomes of the parts of a STEP assembly. The parent shows the fields
// as rows of a form; 0 is as the resolution gives, and is shown as a word.
class ImportFineness : public QObject {
  Q_OBJECT
 public:
  // Starts as such files were read last. Fields belong to `parent`.
  ImportFineness(const io::ImportOptions& last, QWidget* parent);

  // Once, before setFormat(), with the format that the ending of the file says; the form outlives this.
  void addTo(QFormLayout& form, io::Format format);
  void writeTo(io::ImportOptions& options) const;
  // Shows what the format asks for: chord, angle and parts are of CAD alone; an archive may hold any.
  void setFormat(io::Format format);
  QComboBox* resolutionBox() const { return resolution_; }
  QuantityField* chordField() const { return chord_; }
  QuantityField* angleField() const { return angle_; }
  QComboBox* partsBox() const { return parts_; }

 Q_SIGNALS:
  void changed();

 private:
  QFormLayout* form_ = nullptr;
  QComboBox *resolution_, *parts_;
  QuantityField *chord_, *angle_;
};

}  // namespace ww::ui
