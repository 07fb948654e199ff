// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <vector>

#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// Fields whose numbers belong together, such as the four of a quaternion. As many numbers as there are
// fields, pasted into one, fill all. Numbers that were pasted, and typed ones if the group always goes
// together, stay as they are until Enter or until the focus leaves the group; then all are told at once.
// What is pasted is first offered to the field as more than numbers.
class FieldGroup : public QObject {
  Q_OBJECT
 public:
  FieldGroup(std::vector<QuantityField*> fields, bool always_together, QObject* parent = nullptr);
  // What is typed or shown in each; nothing when one of them is no number.
  std::optional<std::vector<double>> numbers();
  // Takes back what is typed.
  void discard();

  // The numbers in a text: "1 0 0 0", "[0.5, 0.5, 0.5, 0.5]", "10 mm; 20 mm; 30 mm".
  static QStringList split(const QString& text);

 Q_SIGNALS:
  // The numbers are to be taken: settle them by `discard`, or complain and leave them there.
  void entered(const std::vector<double>& numbers);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static QString pasted(const QString& before, const QString& text);
  bool isTyped() const;
  void hold(bool held);
  void follow(std::size_t field, const QString& text);
  void spread(std::size_t field);
  void finish();

  std::vector<QuantityField*> fields_;
  std::vector<QString> before_;  // the text of each field
  bool always_together_;
  bool held_ = false;
};

}  // namespace ww::ui
