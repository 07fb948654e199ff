// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QWidget>

namespace ww::ui {

// The ends of a scale of deviations, metres, both 0 or more: what is seen and not checked, what is checked and not
// seen.
struct DeviationScale {
  double missing_m = 0.0, blocked_m = 0.0;
  bool operator==(const DeviationScale&) const = default;
};

// The colour of a place that lies so far off, metres: below 0 it is missing. The same in all themes, as things are.
QColor deviationColor(double off_m, const DeviationScale& scale);

// A length of that scale; what nobody could see is 0.
QString deviationText(double metres);

// The colours with the lengths at both ends, in words.
class DeviationLegend : public QWidget {
  Q_OBJECT
 public:
  explicit DeviationLegend(QWidget* parent = nullptr);
  void setScale(const DeviationScale& scale);
  QString text() const;  // as it is written
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString missingText() const;
  QString blockedText() const;
  DeviationScale scale_;
};

}  // namespace ww::ui
