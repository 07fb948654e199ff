// SPDX-License-Identifier: Apache-2.0
// Files that are dropped on the 3D view.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include "ui/scene/viewport.h"

namespace ww::ui {

bool Viewport::handleDrag(QEvent* event) {
  const auto files = [](const QMimeData* mime) {
    QStringList out;
    for (const QUrl& url : mime->urls())
      if (url.isLocalFile()) out << url.toLocalFile();
    return out;
  };
  if (event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove) {
    auto* drag = static_cast<QDragMoveEvent*>(event);
    if (files(drag->mimeData()).isEmpty()) return false;
    drag->acceptProposedAction();
    Q_EMIT hint(tr("Drop to import here"));
    return true;
  }
  if (event->type() != QEvent::Drop) return false;
  auto* drop = static_cast<QDropEvent*>(event);
  const QStringList list = files(drop->mimeData());
  if (list.isEmpty()) return false;
  drop->acceptProposedAction();
  Q_EMIT hint(QString());
  Q_EMIT fileDropped(list, dropPointAt(drop->position()));
  return true;
}

}  // namespace ww::ui
