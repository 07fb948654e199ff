// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <array>

#include "ui/bridge/physics.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// A force and a torque on what is selected, for a while: exactly, in a frame.
class PushPage : public QWidget {
  Q_OBJECT
 public:
  PushPage(SessionBridge& bridge, Selection& selection, Physics& physics, QWidget* parent = nullptr);

  // X, Y, Z; N and Nm.
  QuantityField* force(int axis) const { return force_[static_cast<std::size_t>(axis)]; }
  QuantityField* torque(int axis) const { return torque_[static_cast<std::size_t>(axis)]; }
  QuantityField* start() const { return start_; }        // seconds from now
  QuantityField* duration() const { return duration_; }  // seconds
  QComboBox* frame() const { return frame_; }
  QPushButton* pushButton() const { return push_; }
  QPushButton* endButton() const { return end_; }
  // What a push would be of, or why there can be none; what came of the last one.
  QString said() const { return said_->text(); }

 private:
  QuantityField* field(const QuantityField::Setup& setup);
  QuantityField* timeField(const QString& label, const QString& name, const QString& tip);
  void build();
  void buildFields();
  std::array<QuantityField*, 8> fields() const;
  // False, and the keys go to the field, where one holds no number.
  bool allAreNumbers();
  void push();
  void endAll();
  void tell(const Status& status);
  void update_();
  // The link that is selected, as the simulation calls it; empty: none.
  std::string body() const;

  SessionBridge& bridge_;
  Selection& selection_;
  Physics& physics_;
  std::array<QuantityField*, 3> force_{}, torque_{};
  QuantityField *start_ = nullptr, *duration_ = nullptr;
  QComboBox* frame_ = nullptr;
  QPushButton *push_ = nullptr, *end_ = nullptr;
  QLabel* said_ = nullptr;
};

}  // namespace ww::ui
