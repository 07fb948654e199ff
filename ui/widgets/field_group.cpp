// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/field_group.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

namespace ww::ui {
namespace {

// As many numbers as there are fields: "0 -850 -450" is a place, and no sum; "10 - 5 - 3" is one.
bool areNumbers(const QStringList& parts, std::size_t fields) {
  static const QRegularExpression number(QStringLiteral("^-?[.,]?\\d"));
  return parts.size() >= 3 && static_cast<std::size_t>(parts.size()) == fields &&
         std::all_of(parts.begin(), parts.end(), [](const QString& part) { return number.match(part).hasMatch(); });
}

// "10mm + 3deg": an operator that waits for its other side makes a sum of it, however many parts it has.
bool isSum(const QStringList& parts) {
  static const QRegularExpression open_end(QStringLiteral("[-+*/^]$"));
  return std::any_of(parts.begin(), parts.end(), [](const QString& part) { return open_end.match(part).hasMatch(); });
}

}  // namespace

FieldGroup::FieldGroup(std::vector<QuantityField*> fields, bool always_together, QObject* parent)
    : QObject(parent), fields_(std::move(fields)), before_(fields_.size()), always_together_(always_together) {
  hold(always_together_);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    QLineEdit* edit = fields_[i]->edit();
    edit->installEventFilter(this);
    connect(edit, &QLineEdit::textChanged, this, [this, i, edit] {
      if (!edit->isModified()) before_[i] = edit->text();
    });
    connect(edit, &QLineEdit::textEdited, this, [this, i](const QString& text) { follow(i, text); });
    connect(edit, &QLineEdit::returnPressed, this, [this, i] {
      spread(i);
      finish();
    });
    connect(edit, &QLineEdit::editingFinished, this, [this, i, edit] {
      if (areNumbers(split(edit->text()), fields_.size())) spread(i);
      const auto* focused = QApplication::focusWidget();
      if (std::none_of(fields_.begin(), fields_.end(), [focused](const auto* f) { return f->edit() == focused; }))
        finish();
    });
  }
}

QStringList FieldGroup::split(const QString& text) {
  static const QRegularExpression brackets(QStringLiteral("[\\[\\](){}]")), blanks(QStringLiteral("\\s+"));
  const QString bare = QString(text).replace(brackets, QStringLiteral(" ")).trimmed();
  QStringList parts;
  if (bare.contains(QLatin1Char(';'))) {
    for (const QString& part : bare.split(QLatin1Char(';'), Qt::SkipEmptyParts)) parts << part.trimmed();
    return parts;
  }
  // Without blanks a comma parts only where points are the decimal ones.
  if (!bare.contains(blanks))
    return bare.contains(QLatin1Char('.')) || bare.count(QLatin1Char(',')) > 1
               ? bare.split(QLatin1Char(','), Qt::SkipEmptyParts)
               : QStringList{bare};
  for (QString part : bare.split(blanks, Qt::SkipEmptyParts)) {
    while (part.endsWith(QLatin1Char(','))) part.chop(1);
    if (part.isEmpty()) continue;
    if (!parts.isEmpty() && (part[0].isLetter() || part[0] == QChar(0xB0))) parts.back() += part;  // a unit
    else parts << part;
  }
  return parts;
}

// What came at once: the clipboard's text when that is in it, else all of it (a drop). Empty when it was
// typed; asking the clipboard, which may be another program's, at each key would be felt.
QString FieldGroup::pasted(const QString& before, const QString& text) {
  const auto shorter = std::min(before.size(), text.size());
  qsizetype head = 0, tail = 0;
  while (head < shorter && before[head] == text[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  if (text.size() - head - tail < 2) return {};
  for (const auto mode : {QClipboard::Clipboard, QClipboard::Selection}) {
    const QString clip = QApplication::clipboard()->text(mode);
    if (clip.size() > 2 && text.contains(clip) && !before.contains(clip)) return clip;
  }
  return text;
}

// Numbers that come all at once were pasted; typed ones come one by one.
void FieldGroup::follow(std::size_t field, const QString& text) {
  const QString at_once = pasted(before_[field], text);
  if (!at_once.isEmpty() && fields_[field]->offer(at_once)) {
    before_[field] = fields_[field]->edit()->text();
    return;
  }
  const QString before = std::exchange(before_[field], text);
  if (split(before).size() <= 1) spread(field);
  // Else the field would take them for a sum of its own.
  if (areNumbers(split(fields_[field]->edit()->text()), fields_.size())) hold(true);
  else if (std::none_of(fields_.begin(), fields_.end(),
                        [&](const auto* f) { return f != fields_[field] && f->isTyped(); }))
    hold(always_together_);
}

// Several numbers in one field, pasted or typed one after the other, are those of all.
void FieldGroup::spread(std::size_t field) {
  const QStringList parts = split(fields_[field]->edit()->text());
  if (parts.size() < 3 || static_cast<std::size_t>(parts.size()) != fields_.size() || isSum(parts)) return;
  hold(true);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    before_[i] = parts[static_cast<qsizetype>(i)];
    fields_[i]->type(before_[i]);
  }
}

std::optional<std::vector<double>> FieldGroup::numbers() {
  std::vector<double> all;
  for (auto* field : fields_)
    if (const auto number = field->typed()) all.push_back(*number);
  if (all.size() != fields_.size()) return std::nullopt;
  return all;
}

bool FieldGroup::isTyped() const {
  return std::any_of(fields_.begin(), fields_.end(), [](const auto* f) { return f->isTyped(); });
}

void FieldGroup::hold(bool held) {
  held_ = held;
  for (auto* field : fields_) field->setHeld(held);
}

void FieldGroup::discard() {
  hold(always_together_);
  for (auto* field : fields_)
    if (field->isTyped() || field->hasError()) field->discard();
}

void FieldGroup::finish() {
  if (!held_ || !isTyped()) return;
  if (const auto all = numbers()) Q_EMIT entered(*all);
}

// What is typed together is taken back together.
bool FieldGroup::eventFilter(QObject* watched, QEvent* event) {
  const bool escape = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (!escape || !held_ || !isTyped()) return QObject::eventFilter(watched, event);
  discard();
  return true;
}

}  // namespace ww::ui
