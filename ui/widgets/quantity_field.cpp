// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/quantity_field.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <cmath>

#include "ui/settings/preferences.h"
#include "ui/widgets/into_view.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

double usualStep(Quantity quantity) {
  switch (quantity) {
    case Quantity::kLength: return 0.001;
    case Quantity::kAngle: return findUnit(QStringLiteral("deg"))->si;
    default: return 0.1;
  }
}

QString tipOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::kNumber: break;
    case Quantity::kLength: return QuantityField::tr("%1: a number, a unit, or a sum such as 25.4mm + 1in");
    case Quantity::kAngle: return QuantityField::tr("%1: a number, a unit, or a sum such as 45deg + 0.1rad");
    case Quantity::kForce: return QuantityField::tr("%1: a number, a unit, or a sum such as 0.5kN + 20N");
    case Quantity::kTorque: return QuantityField::tr("%1: a number, a unit, or a product such as 20N * 0.3m");
    case Quantity::kTime: return QuantityField::tr("%1: a number, a unit, or a sum such as 1min + 5s");
  }
  return QuantityField::tr("%1: a number, or a sum such as 0.5 + 0.25");
}

QString quantityText(double si, const Unit& unit, int usual) {
  return formatQuantity(si, unit, shownDecimals(unit, usual));
}

}  // namespace

QuantityField::QuantityField(const Setup& setup, QWidget* parent)
    : QWidget(parent),
      setup_(setup),
      unit_(&defaultUnit(setup.quantity)),
      step_(setup.step > 0 ? setup.step : usualStep(setup.quantity)),
      label_(new QLabel(setup.label, this)),
      edit_(new QLineEdit(this)),
      unit_label_(new QLabel(this)),
      error_(new WrapLabel({}, this)) {
  label_->setObjectName(QStringLiteral("fieldLabel"));
  if (setup.label.size() <= 2) label_->setMinimumWidth(14);  // letters stand in a column, words are not cut
  label_->setVisible(!setup.label.isEmpty());
  label_->setCursor(Qt::SizeHorCursor);
  label_->setToolTip(tr("Drag to change; with Shift in smaller steps"));
  if (!setup.color.isEmpty()) label_->setStyleSheet(QStringLiteral("color:%1;font-weight:600").arg(setup.color));
  label_->installEventFilter(this);
  const QString name = setup.name.isEmpty() ? setup.label : setup.name;
  edit_->setAccessibleName(name);
  edit_->setToolTip(tipOf(setup.quantity).arg(name));
  edit_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  edit_->setMinimumWidth(56);
  edit_->installEventFilter(this);
  label_->setBuddy(edit_);
  unit_label_->setObjectName(QStringLiteral("dim"));
  unit_label_->setMinimumWidth(unit_label_->fontMetrics().horizontalAdvance(QStringLiteral("mm")) + 2);
  unit_label_->setVisible(setup.quantity != Quantity::kNumber || !setup.per.isEmpty());
  showUnit();
  error_->setObjectName(QStringLiteral("errorText"));
  error_->hide();
  auto* row = new QHBoxLayout;
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  row->addWidget(label_);
  row->addWidget(edit_, 1);
  row->addWidget(unit_label_);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(2);
  box->addLayout(row);
  box->addWidget(error_);
  connect(edit_, &QLineEdit::textEdited, this, [this] { dirty_ = true; });
  connect(edit_, &QLineEdit::returnPressed, this, [this] {
    accept();
    if (hasError()) edit_->selectAll();
  });
  connect(edit_, &QLineEdit::editingFinished, this, &QuantityField::accept);
  show_();
  connect(&Preferences::instance(), &Preferences::changed, this, [this] { setUnit(defaultUnit(setup_.quantity)); });
}

void QuantityField::setValue(double si) {
  value_ = si;
  mixed_ = false;
  if (!dirty_) show_();
}

void QuantityField::setMixed(double active) {
  value_ = active;
  mixed_ = true;
  if (!dirty_) show_();
}

void QuantityField::setUnit(const Unit& unit) {
  unit_ = &unit;
  showUnit();
  if (!dirty_) show_();
}

void QuantityField::showUnit() { unit_label_->setText(QString::fromUtf8(unit_->symbol) + setup_.per); }

void QuantityField::setReadOnly(bool read_only) {
  edit_->setReadOnly(read_only);
  label_->setCursor(read_only ? Qt::ArrowCursor : Qt::SizeHorCursor);
}

void QuantityField::show_() {
  const QString text = shownText();
  if (edit_->text() != text) edit_->setText(text);
  edit_->setPlaceholderText(placeholder());
  setError({});
}

QString QuantityField::placeholder() const {
  if (mixed_) return tr("mixed");
  return setup_.zero.isEmpty() ? setup_.open : setup_.zero;
}

QString QuantityField::shownText() const {
  if (mixed_ || (value_ == 0.0 && !setup_.zero.isEmpty())) return {};
  if (!std::isfinite(value_) && !setup_.open.isEmpty()) return {};
  return quantityText(value_, *unit_, setup_.decimals);
}

void QuantityField::setError(const QString& text) {
  error_->setText(text);
  error_->setVisible(!text.isEmpty());
  if (!text.isEmpty()) bringIntoView(error_);
  edit_->setAccessibleDescription(text);
  if (edit_->property("invalid").toBool() == !text.isEmpty()) return;
  edit_->setProperty("invalid", !text.isEmpty());
  edit_->style()->unpolish(edit_);
  edit_->style()->polish(edit_);
}

QString QuantityField::problemOf(double si) const {
  if (setup_.most <= 0 || std::abs(si) <= setup_.most) return check_ ? check_(si) : QString();
  const Unit& shown = setup_.quantity == Quantity::kLength ? *findUnit(QStringLiteral("km")) : *unit_;
  return tr("At most %1 %2 either way. Is the unit right?")
      .arg(formatQuantity(setup_.most, shown, 3), QString::fromUtf8(shown.symbol));
}

std::optional<double> QuantityField::emptyValue() const {
  if (!setup_.zero.isEmpty()) return 0.0;
  return setup_.open.isEmpty() ? std::nullopt : std::optional(setup_.empty);
}

std::optional<double> QuantityField::typed() {
  // The rounded text retyped is no change of the exact value behind it.
  if (!dirty_) return mixed_ ? std::nan("") : value_;
  if (!mixed_ && edit_->text() == shownText()) {
    setError({});
    return value_;
  }
  if (const auto empty = emptyValue(); empty && edit_->text().trimmed().isEmpty()) {
    setError({});
    return empty;
  }
  const ParsedQuantity parsed = parseQuantity(edit_->text(), setup_.quantity, *unit_);
  const QString refused = !parsed.si && more_.refuses ? more_.refuses(edit_->text()) : QString();
  setError(parsed.si ? problemOf(*parsed.si) : refused.isEmpty() ? parsed.error : refused);
  return hasError() ? std::nullopt : parsed.si;
}

bool QuantityField::offer(const QString& text) {
  if (more_.takes && more_.takes(text)) return true;
  if (more_.refuses && !more_.refuses(text).isEmpty()) typed();
  return false;
}

void QuantityField::type(const QString& text) {
  dirty_ = true;
  edit_->setText(text);
  typed();
}

void QuantityField::discard() {
  dirty_ = false;
  show_();
}

void QuantityField::accept() {
  if (!dirty_) {
    // A complaint about a step; what is shown is the value again.
    if (hasError()) show_();
    return;
  }
  // Emptied again it is as mixed as before.
  if (mixed_ && edit_->text().trimmed().isEmpty()) return discard();
  if (offer(edit_->text())) return;
  const auto wanted = typed();
  if (!wanted || held_) return;
  dirty_ = false;
  const bool same = !mixed_ && *wanted == value_;
  mixed_ = false;
  value_ = *wanted;
  show_();
  if (!same) Q_EMIT edited(value_);
}

void QuantityField::stepBy(double steps, bool fine) {
  if (const auto from = typed()) value_ = *from;
  dirty_ = mixed_ = false;
  const double step = fine ? step_ / 10.0 : step_;
  if (!std::isfinite(value_)) value_ = 0.0;
  // On the grid of the steps, so that repeated steps do not gather rounding.
  value_ = (std::round(value_ / step) + steps) * step;
  show_();
}

void QuantityField::step(double steps, bool fine) {
  if (edit_->isReadOnly()) return;
  if (isBlank()) {
    Q_EMIT shifted(steps * (fine ? step_ / 10.0 : step_), true);
    return;
  }
  if (mixed_ && !typed()) return;
  stepBy(steps, fine);
  Q_EMIT edited(value_);
}

void QuantityField::drag(double steps, bool fine) {
  if (isBlank()) {
    shift_ = steps * (fine ? step_ / 10.0 : step_);
    Q_EMIT shifted(shift_, false);
    return;
  }
  value_ = drag_start_;
  if (steps != 0.0) stepBy(steps, fine);
  else show_();
  drag_value_ = value_;
  Q_EMIT dragged(value_);
}

// What was shown last counts: who follows may show the same place in other numbers meanwhile.
void QuantityField::endDrag() {
  if (isBlank() && shift_ != 0.0) {
    Q_EMIT shifted(shift_, true);
  } else if (!isBlank() && drag_value_ != drag_start_) {
    value_ = drag_value_;
    Q_EMIT edited(value_);
  } else {
    Q_EMIT dropped();
  }
}

bool QuantityField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == label_ && labelEvent(event)) return true;
  if (watched == edit_ && editEvent(event)) return true;
  return QWidget::eventFilter(watched, event);
}

void QuantityField::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!enter || !keeps_enter_) QWidget::keyPressEvent(event);
}

bool QuantityField::labelEvent(QEvent* event) {
  if (edit_->isReadOnly() || !isEnabled()) return false;
  const auto* mouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove ||
                              event->type() == QEvent::MouseButtonRelease
                          ? static_cast<QMouseEvent*>(event)
                          : nullptr;
  if (!mouse) return false;
  const int x = mouse->globalPosition().toPoint().x();
  if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
    dragging_ = true;
    drag_x_ = x;
    drag_start_ = drag_value_ = value_;
    shift_ = 0.0;
    has_moved_ = false;
    return true;
  }
  if (!dragging_) return false;
  if (event->type() == QEvent::MouseMove) {
    const int steps = (x - drag_x_) / 4;
    has_moved_ = has_moved_ || steps != 0;
    if (has_moved_) drag(steps, mouse->modifiers() & Qt::ShiftModifier);
    return true;
  }
  dragging_ = false;
  if (has_moved_) endDrag();
  return true;
}

bool QuantityField::editEvent(QEvent* event) {
  if (event->type() == QEvent::Wheel && edit_->hasFocus()) {
    auto* wheel = static_cast<QWheelEvent*>(event);
    // Touchpads send a step in small parts, and nothing of it where it goes sideways.
    constexpr int kStep = 120;
    wheel_ += wheel->angleDelta().y();
    const int steps = wheel_ / kStep;
    wheel_ -= kStep * steps;
    if (steps != 0) step(steps, wheel->modifiers() & Qt::ShiftModifier);
    return true;
  }
  if (event->type() == QEvent::FocusIn) {
    wheel_ = 0;
    QMetaObject::invokeMethod(edit_, &QLineEdit::selectAll, Qt::QueuedConnection);
    return false;
  }
  // A line edit takes undo and redo for its own text; with no text pending they are the world's.
  if (event->type() == QEvent::ShortcutOverride && !dirty_) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) return false;
    event->ignore();
    return true;
  }
  if (event->type() != QEvent::KeyPress) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape && dirty_) {
    discard();
    return true;
  }
  if (key->key() != Qt::Key_Up && key->key() != Qt::Key_Down) return false;
  step(key->key() == Qt::Key_Up ? 1 : -1, key->modifiers() & Qt::ShiftModifier);
  return true;
}

}  // namespace ww::ui
