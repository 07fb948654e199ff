// SPDX-License-Identifier: Apache-2.0
// What is typed into the fields of steps, and whose it is; what several steps share.
#include <QPointer>
#include <algorithm>

#include "ui/panels/program/step_editor.h"

namespace ww::ui {

void StepEditor::enterTyped() {
  const QPointer<QLineEdit> edit = qobject_cast<QLineEdit*>(window()->focusWidget());
  if (!edit || !isAncestorOf(edit) || !edit->isModified()) return;
  Q_EMIT edit->editingFinished();
  if (edit) edit->setModified(false);
}

// It was meant for what was shown until now.
void StepEditor::dropTyped() {
  for (auto* field : findChildren<QuantityField*>()) field->discard();
  for (QLineEdit* edit : {name_, comment_, signal_}) edit->setModified(false);
}

void StepEditor::showNumber(QuantityField& field, double first, const NumberOf& number) {
  const bool is_mixed = std::ranges::any_of(rows_, [&](int row) {
    const auto at = static_cast<std::size_t>(row);
    const auto* move = at < program_.steps.size() ? std::get_if<session::MoveData>(&program_.steps[at].what) : nullptr;
    return move && number(*move).value_or(first) != first;
  });
  if (is_mixed) field.setMixed(first);
  else field.setValue(first);
}

}  // namespace ww::ui
