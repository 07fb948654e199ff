// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <functional>
#include <optional>

#include "ui/widgets/quantity.h"

namespace ww::ui {

// A number with label and unit. It keeps the double that it was given, bit by bit, until the user
// changes it; what it shows is rounded. Text that is no number, or one that the check has something
// against, stays with the reason below it, and nothing is told; Enter selects it, so that what is typed
// next takes its place. The label is dragged, or the wheel turned, to step.
// Of several things at once it shows "mixed" where their numbers differ: a typed number is for all of
// them, a step moves each by as much (`shifted`).
class QuantityField : public QWidget {
  Q_OBJECT
 public:
  struct Setup {
    QString label;  // before the field; may be empty
    QString name;   // for screen readers: "Position X"
    Quantity quantity = Quantity::kLength;
    double step = 0.0;  // SI; 0: 1 mm, 1 degree or 0.1
    int decimals = 3;
    QString color = {};  // of the label: "" for normal text, or a CSS colour (axes)
    double most = 0.0;   // SI; a larger number, either way, is refused with a reason; 0: any
    QString zero = {};   // what 0 stands for: "automatic" is shown instead of it, and an empty text is 0
    QString per = {};    // behind the unit, of a rate: "/s"
    QString open = {};   // where set, shown in place of an infinite number; an empty text is `empty` then
    double empty = 0.0;
  };
  explicit QuantityField(const Setup& setup, QWidget* parent = nullptr);

  double value() const { return value_; }
  // Shows the value, unless the user is typing here.
  void setValue(double si);
  // No number, because there are several; `active` is the one that `value` tells.
  void setMixed(double active);
  bool isMixed() const { return mixed_; }
  void setUnit(const Unit& unit);
  void setStep(double si) { step_ = si; }
  void setReadOnly(bool read_only);
  // Why a number typed here cannot be; empty when it can. Steps are not asked about.
  void setCheck(std::function<QString(double si)> check) { check_ = std::move(check); }
  // Enter takes the number, and does not reach the default button of the window.
  void keepEnter() { keeps_enter_ = true; }
  // Marks what is shown as wrong, until it is edited or another value is set.
  void complain(const QString& reason) { setError(reason); }

  // While held, typed text is looked at but kept here: `typed` has it, `discard` ends it.
  void setHeld(bool held) { held_ = held; }
  bool isTyped() const { return dirty_; }
  // What is typed, else the value (NaN when mixed); nothing, and the reason shown, when the text is no number.
  std::optional<double> typed();
  void type(const QString& text);
  void discard();
  QLineEdit* edit() const { return edit_; }
  bool hasError() const { return !error_->isHidden(); }
  // What is wrong is said there: to be put elsewhere where the field itself is too narrow for it.
  QLabel* errorLabel() const { return error_; }
  // Texts that are more than a number. `takes` is offered what was entered at once, by pasting or by Enter:
  // true when it has been dealt with. `refuses` says why it is not taken, before it is called no number.
  struct MoreThanANumber {
    std::function<bool(const QString& text)> takes;
    std::function<QString(const QString& text)> refuses;
  };
  void setMoreThanANumber(MoreThanANumber more) { more_ = std::move(more); }
  // False, and the reason shown where there is one, when it is not taken.
  bool offer(const QString& text);

 Q_SIGNALS:
  // A new value to keep.
  void edited(double si);
  // While the label is dragged; `edited` follows once at the end, or `dropped` where it is as it was.
  void dragged(double si);
  void dropped();
  // Steps of a mixed field, from where they began; `done` at the end, or `dropped`.
  void shifted(double by, bool done);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void accept();
  void show_();
  QString problemOf(double si) const;
  QString shownText() const;
  QString placeholder() const;
  void showUnit();
  std::optional<double> emptyValue() const;
  void setError(const QString& text);
  void stepBy(double steps, bool fine);
  void step(double steps, bool fine);
  void drag(double steps, bool fine);
  void endDrag();
  bool isBlank() const { return mixed_ && !dirty_; }
  bool labelEvent(QEvent* event);
  bool editEvent(QEvent* event);

  Setup setup_;
  const Unit* unit_;
  std::function<QString(double)> check_;
  MoreThanANumber more_;
  double value_ = 0.0, step_ = 0.0;
  double drag_start_ = 0.0, drag_value_ = 0.0, shift_ = 0.0;
  int drag_x_ = 0, wheel_ = 0;  // wheel: of the next step
  bool dragging_ = false, has_moved_ = false, dirty_ = false, held_ = false, mixed_ = false, keeps_enter_ = false;
  QLabel* label_;
  QLineEdit* edit_;
  QLabel* unit_label_;
  QLabel* error_;
};

}  // namespace ww::ui
