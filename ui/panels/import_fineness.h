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
// as rows of a form; 0 is as the resolution gives.
class ImportFineness : public QObject {
  Q_OBJECT
 public:
  // Starts as files with that ending were read last. Fields belong to `parent`.
  ImportFineness(const QString& ending, QWidget* parent);

  // Once, before setFormat(); the form outlives this.
  void addTo(QFormLayout& form);
  void writeTo(io::ImportOptions& options) const;
  // Shows what the format asks for: chord, angle and parts are of CAD alone; an archive may hold any.
  void setFormat(io::Format format);
  void remember();
  QComboBox* resolutionBox() const { return resolution_; }
  QuantityField* chordField() const { return chord_; }
  QuantityField* angleField() const { return angle_; }
  QComboBox* partsBox() const { return parts_; }

 Q_SIGNALS:
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString key(const char* what) const;

  QString ending_;
  QFormLayout* form_ = nullptr;
  QComboBox *resolution_, *parts_;
  QuantityField *chord_, *angle_;
};

}  // namespace ww::ui
