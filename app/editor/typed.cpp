// SPDX-License-Identifier: Apache-2.0
#include "app/editor/typed.h"

#include <QGuiApplication>
#include <QLineEdit>
#include <QPointer>
#include <QTimer>
#include <memory>

namespace ww::editor {
namespace {

using State = Document::State;
constexpr int kDragEndsMs = 50;

QLineEdit* typedInto(const QWidget& window) {
  auto* edit = qobject_cast<QLineEdit*>(window.focusWidget());
  return edit && edit->isModified() && !edit->isReadOnly() ? edit : nullptr;
}

// Holds the world while another one is read, and until nothing is dragged any more.
class Keeper : public QObject {
 public:
  explicit Keeper(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
    connect(&parts_.document, &Document::stateChanged, this, &Keeper::follow);
  }

 private:
  void follow() {
    const State state = parts_.document.state();
    if (state == State::kReading && !hold_) hold_ = parts_.document.hold();
    else if (state == State::kHeld) finish();
    else if (state != State::kReading) hold_.reset();
  }
  void finish() {
    if (!hold_ || parts_.document.state() != State::kHeld) return;
    const bool drags = !parts_.layer.empty() && QGuiApplication::mouseButtons() != Qt::NoButton;
    if (drags) return QTimer::singleShot(kDragEndsMs, this, &Keeper::finish);
    enterTyped(parts_.window);
    hold_.reset();
  }

  WindowParts parts_;
  std::shared_ptr<void> hold_;
};

}  // namespace

bool isTyping(const QWidget& window) { return typedInto(window) != nullptr; }

void enterTyped(const QWidget& window) {
  const QPointer<QLineEdit> edit = typedInto(window);
  if (!edit) return;
  const QPointer<QWidget> around = edit->parentWidget();
  const bool has_keys = edit->hasFocus();
  if (has_keys) edit->clearFocus();
  else Q_EMIT edit->editingFinished();  // the window has lost the keys before
  if (edit) edit->setModified(false);
  if (!has_keys) return;
  // An editor in the tree is gone now.
  if (edit && edit->isVisible()) edit->setFocus();
  else if (around) around->setFocus();
}

void keepWhatIsBegun(const WindowParts& parts) { new Keeper(parts); }

}  // namespace ww::editor
