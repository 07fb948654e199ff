// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QSpinBox>
#include <QTabWidget>

#include "ui/actions/action_table.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// What the user prefers. All of it is kept and takes effect as it is chosen; only another language waits for the next
// start, and says so.
class PreferencesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit PreferencesDialog(ActionTable& actions, QWidget* parent = nullptr);
  QTabWidget* pages() const { return pages_; }

 private:
  QWidget* generalPage();
  QWidget* unitsPage();
  QWidget* viewPage();
  QComboBox* combo(const char* id, const QString& name, const QString& tip);
  QSpinBox* decimals(const char* id, const QString& name);
  void take();
  void showValues();

  ActionTable& actions_;
  QTabWidget* pages_;
  QComboBox *language_, *theme_, *length_, *angle_, *notation_, *navigation_, *picture_;
  QSpinBox *length_decimals_, *angle_decimals_;
  QuantityField *snap_length_, *snap_angle_;
  QCheckBox* welcome_;
  QComboBox* history_;
  QLabel *language_note_, *example_, *navigation_hint_;
  bool showing_ = false;
};

}  // namespace ww::ui
