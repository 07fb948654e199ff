// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>

#include "ui/panels/import_habit.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// With what all links of a file are checked for collisions: the shapes that it has, or others made of what is seen; or
// with nothing. The parent shows the fields as rows of a form.
class ImportShapes : public QObject {
  Q_OBJECT
 public:
  // Fields belong to `parent`.
  ImportShapes(const ImportHabit& habit, QWidget* parent);

  // Once; the form outlives this.
  void addTo(QFormLayout& form);
  // None: as the file has them, or nothing is checked.
  std::optional<geometry::CollisionWish> wish() const;
  QCheckBox* checkedBox() const { return checked_; }
  QComboBox* kindBox() const { return kind_; }
  QuantityField* piecesField() const { return pieces_; }
  QuantityField* errorField() const { return error_; }

 Q_SIGNALS:
  // Whether anything is checked: the file is to be read again.
  void tickChanged();
  // Other shapes, of what was read.
  void changed();

 private:
  void showFields();

  QFormLayout* form_ = nullptr;
  QCheckBox* checked_;
  QComboBox* kind_;
  QuantityField *pieces_, *error_;
};

}  // namespace ww::ui
