// SPDX-License-Identifier: Apache-2.0
#include "app/editor/drop_desk.h"

#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>

#include "ui/scene/drop_point.h"

namespace ww::editor {

DropDesk::DropDesk(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  parts_.window.setAcceptDrops(true);
  parts_.window.installEventFilter(this);
}

bool DropDesk::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  if (type == QEvent::DragLeave) parts_.messages.status().setHint({});
  if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
    return QObject::eventFilter(watched, event);
  auto* drag = static_cast<QDropEvent*>(event);
  const QStringList files = ui::filesIn(*drag->mimeData());
  if (files.isEmpty()) {
    event->ignore();
    return true;
  }
  drag->acceptProposedAction();
  const bool is_over = type == QEvent::Drop;
  parts_.messages.status().setHint(is_over ? QString()
                                           : ui::dropText(*parts_.bridge.snapshot().world, files, std::nullopt));
  if (is_over) Q_EMIT dropped(files);
  return true;
}

}  // namespace ww::editor
