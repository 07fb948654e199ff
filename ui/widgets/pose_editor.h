// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QGridLayout>
#include <QWidget>
#include <array>
#include <vector>

#include "core/math/pose.h"
#include "ui/widgets/field_group.h"
#include "ui/widgets/rotation_notation.h"

namespace ww::ui {

// A pose in numbers: relative to the parent or the world, position, and orientation in one of several
// notations. Another notation or reference never changes the stored pose; editing one number keeps
// the others' exact values. The numbers of an orientation are typed together: they are taken, and
// normalised, on Enter or when the focus leaves them.
class PoseEditor : public QWidget {
  Q_OBJECT
 public:
  enum class Reference { kParent, kWorld };
  explicit PoseEditor(QWidget* parent = nullptr);

  Reference reference() const;
  // The pose in the chosen reference.
  void setPose(const Pose& reference_t_node);
  const Pose& pose() const { return pose_; }
  void setEditable(bool editable);
  // Takes back what is typed and not taken yet.
  void discard();
  QuantityField* positionField(int axis) const { return position_[static_cast<std::size_t>(axis)]; }
  const std::vector<QuantityField*>& rotationFields() const { return rotation_; }

 Q_SIGNALS:
  void referenceChanged();
  void edited(const ww::Pose& reference_t_node);
  void dragged(const ww::Pose& reference_t_node);
  void message(const QString& text);

 private:
  void buildRotation();
  void showRotation();
  void connectRotation();
  void takePosition(const std::vector<double>& numbers);
  void takeRotation(const std::vector<double>& numbers);
  Pose typed() const;
  void copy(bool matrix);
  void paste();

  Pose pose_;
  QComboBox* reference_;
  QComboBox* notation_;
  std::array<QuantityField*, 3> position_;
  std::vector<QuantityField*> rotation_;
  FieldGroup* position_group_ = nullptr;
  FieldGroup* rotation_group_ = nullptr;
  QGridLayout* rotation_row_;
  bool editable_ = true;
};

}  // namespace ww::ui
