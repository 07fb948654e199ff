// SPDX-License-Identifier: Apache-2.0
#include "app/editor/hand_desk.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>

#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

bool takesText(const QWidget& widget) {
  const auto* text = qobject_cast<const QTextEdit*>(&widget);
  const auto* plain = qobject_cast<const QPlainTextEdit*>(&widget);
  return qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
         (text && !text->isReadOnly()) || (plain && !plain->isReadOnly());
}

}  // namespace

HandDesk::HandDesk(const WindowParts& parts, ui::Hand& hand)
    : QObject(&parts.view), parts_(parts), hand_(hand), bar_(new HandBar(hand, &parts.view)) {
  auto& view = *parts_.view.view();
  parts_.view.addBar(bar_);
  view.setHandTarget(this);
  connect(&parts_.view, &ViewHost::toolChanged, this, &HandDesk::follow);
  connect(&hand_, &ui::Hand::choiceChanged, &view, &ui::Viewport::handMoved);
  connect(&hand_, &ui::Hand::moved, &view, &ui::Viewport::handMoved);
  connect(&hand_, &ui::Hand::posturesChanged, this, &HandDesk::showGhosts);
  connect(
      &hand_, &ui::Hand::refused, &parts_.messages,
      [messages = &parts_.messages](const QString& title, const QString& hint) { messages->failure(title, hint, {}); });
  connect(&view, &ui::Viewport::postureChosen, this,
          [this](int index) { hand_.takePosture(static_cast<std::size_t>(index)); });
  follow();
}

HandDesk::~HandDesk() = default;

bool HandDesk::begin() {
  const bool begun = hand_.begin();
  showGhosts();
  return begun;
}

bool HandDesk::isOn() const { return parts_.view.tool() == ui::Tool::kHand; }

void HandDesk::follow() {
  if (!isOn()) hand_.cancel();
  qApp->removeEventFilter(this);
  if (isOn()) qApp->installEventFilter(this);
  bar_->setVisible(isOn());
  hand_.setWatched(isOn());
  showGhosts();
}

// All but the one in which it stands; none while the tool leaves the place that they are of.
void HandDesk::showGhosts() {
  std::vector<ui::scene::PostureGhost> ghosts;
  const auto& postures = hand_.postures();
  for (std::size_t i = 0; isOn() && !hand_.isHeld() && i < postures.size(); ++i)
    if (!postures[i].is_current) ghosts.push_back({i, postures[i].q, postures[i].isFree()});
  parts_.view.view()->marks().setPostures(hand_.choice() ? hand_.choice()->robot : ObjectId{}, std::move(ghosts));
}

// Lists and trees would take the digits for the view, or look for a name. The window's shortcuts come before keys.
bool HandDesk::eventFilter(QObject* watched, QEvent* event) {
  const bool claims = event->type() == QEvent::ShortcutOverride;
  if ((!claims && event->type() != QEvent::KeyPress) || watched != QApplication::focusWidget() ||
      QApplication::activePopupWidget())
    return QObject::eventFilter(watched, event);
  const auto& widget = static_cast<const QWidget&>(*watched);
  const QWidget* window = widget.window();
  const bool here = window == &parts_.window || qobject_cast<const QDockWidget*>(window);
  auto& key = *static_cast<QKeyEvent*>(event);
  if (!here || parts_.view.isAncestorOf(&widget) || takesText(widget) || !postureOf(key))
    return QObject::eventFilter(watched, event);
  if (claims) event->accept();
  else press(key);
  return true;
}

std::optional<std::size_t> HandDesk::postureOf(const QKeyEvent& event) const {
  const int number = event.key() - Qt::Key_1;
  const bool plain = !(event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier));
  if (!isOn() || !plain || number < 0 || number > 7) return std::nullopt;
  return static_cast<std::size_t>(number);
}

bool HandDesk::press(const QKeyEvent& event) {
  const auto posture = postureOf(event);
  if (posture) hand_.takePosture(*posture);
  return posture.has_value();
}

}  // namespace ww::editor
