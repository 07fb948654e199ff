// SPDX-License-Identifier: Apache-2.0
// Files that are dragged over the 3D view, and dropped on it.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "ui/scene/viewport.h"

namespace ww::ui {
namespace {

bool isWorld(const QString& file) { return file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive); }

// One by its name, which may be long; several by their number.
QString named(const QStringList& files) {
  constexpr int kMost = 40, kEnd = 12;
  if (files.size() != 1) return Viewport::tr("%n files", "", static_cast<int>(files.size()));
  const QString name = QFileInfo(files.front()).fileName();
  return name.size() <= kMost ? name : name.left(kMost - kEnd - 1) + QChar(0x2026) + name.right(kEnd);
}

}  // namespace

QStringList filesIn(const QMimeData& mime) {
  QStringList files;
  for (const QUrl& url : mime.urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  return files;
}

QString dropText(const world::World& world, const QStringList& files, const std::optional<DropPoint>& where) {
  QStringList worlds, models;
  for (const QString& file : files) (isWorld(file) ? worlds : models) << file;
  if (!worlds.isEmpty() && !models.isEmpty())
    return Viewport::tr("Drop: opens %1 and imports %2 into it").arg(named({worlds.front()}), named(models));
  if (!worlds.isEmpty()) return Viewport::tr("Drop: opens %1 in the place of this world").arg(named({worlds.front()}));
  if (!where) return Viewport::tr("Drop: imports %1; where it goes is chosen then").arg(named(models));
  const auto* owner = where->entity ? world.owner(where->entity) : nullptr;
  if (!owner) return Viewport::tr("Drop: imports %1 here, on the floor").arg(named(models));
  return Viewport::tr("Drop: imports %1 here, on %2")
      .arg(named(models), QString::fromStdString(world.display(owner->object)));
}

QString scene::ViewportScene::showDrop(const QStringList& files, const QPointF& at,
                                       const std::optional<DropPoint>& where) {
  const QString text = files.isEmpty() ? QString() : dropText(mirror_->world(), files, where);
  setReadout(text, {at.x(), at.y()});
  setPivot(where ? std::optional(where->p_in_root) : std::nullopt);
  return text;
}

bool Viewport::handleDrag(QEvent* event) {
  const auto end = [this] { Q_EMIT hint(marks().showDrop({}, {}, {})); };
  if (event->type() == QEvent::DragLeave) end();
  if (event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove) {
    auto* drag = static_cast<QDragMoveEvent*>(event);
    const QStringList files = filesIn(*drag->mimeData());
    drag->setAccepted(!files.isEmpty());
    if (files.isEmpty()) return true;  // the surface would take anything
    drag->acceptProposedAction();
    Q_EMIT hint(marks().showDrop(files, drag->position(), dropPointAt(drag->position())));
    return true;
  }
  if (event->type() != QEvent::Drop) return false;
  auto* drop = static_cast<QDropEvent*>(event);
  const QStringList files = filesIn(*drop->mimeData());
  if (files.isEmpty()) return false;
  drop->acceptProposedAction();
  end();
  Q_EMIT fileDropped(files, dropPointAt(drop->position()));
  return true;
}

}  // namespace ww::ui
