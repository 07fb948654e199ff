// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "core/math/pose.h"
#include "ui/widgets/field_group.h"
#include "ui/widgets/pose_change.h"
#include "ui/widgets/pose_text.h"

namespace ww::ui {

// A pose in numbers, of one thing or of several: relative to the parent or the world, position, and
// orientation in one of several notations. Another notation or reference never changes the stored pose;
// editing one number keeps the others' exact values. The numbers of an orientation are typed together: they are taken,
// and normalised, on Enter or when the focus leaves them. A whole pose, pasted into any field, is taken by all.
class PoseEditor : public QWidget {
  Q_OBJECT
 public:
  enum class Reference { kParent, kWorld };
  explicit PoseEditor(QWidget* parent = nullptr);

  Reference reference() const;
  Notation notation() const;
  // The pose in the chosen reference.
  void setPose(const Pose& reference_t_node) { setPoses(reference_t_node, MixedNumbers::none(notation())); }
  // Of several: the pose of the active one, and which numbers the others do not share.
  void setPoses(const Pose& active, const MixedNumbers& mixed);
  // The others share what they shared before.
  void setActive(const Pose& active);
  // As last shown or entered; of several, of the active one.
  const Pose& pose() const { return pose_; }
  void setEditable(bool editable);
  // Takes back what is typed and not taken yet.
  void discard();
  QuantityField* positionField(int axis) const { return position_[static_cast<std::size_t>(axis)]; }
  const std::vector<QuantityField*>& rotationFields() const { return rotation_; }

 Q_SIGNALS:
  // Another reference or notation: the pose is to be shown anew.
  void referenceChanged();
  void edited(const ww::ui::PoseChange& change);
  // Since the drag began; `edited` follows once at the end.
  // Until `edited`, or `dropped` where nothing has come of it.
  void dragged(const ww::ui::PoseChange& change);
  void dropped();
  void message(const QString& text);
  // What was pasted is none; and what would be.
  void refused(const QString& title, const QString& hint);

 private:
  void drag(const PoseChange& change);
  bool takeDrag();
  std::optional<PoseChange> dragged_;  // what was told last
  void build();
  QHBoxLayout* buildHead();
  void buildPosition(QGridLayout* grid);
  void buildRotation();
  void takeSteps();
  void showRotation();
  void connectRotation();
  void connectMore(QuantityField* field);
  void connectShift(QuantityField* field, bool turns, std::size_t number);
  void takePosition(const std::vector<double>& numbers);
  void takeRotation(const std::vector<double>& numbers, std::optional<std::size_t> stepped = std::nullopt);
  void take(const PoseChange& change);
  void takeWhole(const PoseReading& reading);
  void copy(bool matrix);
  void paste();

  Pose pose_;
  MixedNumbers mixed_ = MixedNumbers::none(Notation::kRpy);
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
