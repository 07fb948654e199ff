// SPDX-License-Identifier: Apache-2.0
#include "app/editor/saved_views.h"

#include <QImage>
#include <QKeyEvent>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace ww::editor {
namespace {

constexpr QSize kListPicture(144, 90), kCell(160, 122);  // pixels
constexpr int kRows = 3;

QIcon pictureOf(const project::SavedView& view) {
  const QImage image =
      QImage::fromData(reinterpret_cast<const uchar*>(view.png.data()), static_cast<int>(view.png.size()), "PNG");
  QPixmap pixmap(kListPicture);
  if (image.isNull()) pixmap.fill(Qt::gray);
  else pixmap = QPixmap::fromImage(image.scaled(kListPicture, Qt::KeepAspectRatio, Qt::SmoothTransformation));
  return QIcon(pixmap);
}

}  // namespace

SavedViews::SavedViews(ui::ViewKeeper& keeper, QWidget* parent)
    : QFrame(parent, Qt::Popup), keeper_(keeper), list_(new QListWidget(this)), hint_(new QLabel(this)) {
  setObjectName(QStringLiteral("savedViews"));
  setFrameShape(QFrame::StyledPanel);
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Saved views"));
  list_->setAccessibleName(tr("Saved views"));
  list_->setViewMode(QListView::IconMode);
  list_->setResizeMode(QListView::Adjust);
  list_->setMovement(QListView::Static);
  list_->setIconSize(kListPicture);
  list_->setGridSize(kCell);
  list_->setWordWrap(false);
  list_->setTextElideMode(Qt::ElideRight);
  list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
  list_->installEventFilter(this);
  hint_->setObjectName(QStringLiteral("dim"));
  hint_->setWordWrap(true);
  auto* save = new QPushButton(tr("Save this view"), this);
  save->setToolTip(tr("Keeps the camera as it is now in the file, with a picture"));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->setSpacing(6);
  box->addWidget(list_, 1);
  box->addWidget(hint_);
  box->addWidget(save);
  list_->setFixedSize(2 * kCell.width() + 24, kRows * kCell.height() + 4);
  connect(save, &QPushButton::clicked, this, &SavedViews::saveAsked);
  connect(list_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { Q_EMIT chosen(static_cast<std::size_t>(list_->row(item))); });
  connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) { rename(*item); });
  connect(&keeper_, &ui::ViewKeeper::changed, this, [this] {
    if (isVisible()) fill();
  });
}

void SavedViews::popup(const QPoint& global) {
  fill();
  move(global);
  show();
  list_->setFocus();
}

void SavedViews::fill() {
  const int current = list_->currentRow();
  filling_ = true;
  list_->clear();
  for (const auto& view : keeper_.state().views) {
    auto* item = new QListWidgetItem(pictureOf(view), QString::fromStdString(view.name), list_);
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setToolTip(tr("A click goes there. F2 renames, Del deletes"));
    item->setSizeHint(kCell);
  }
  const bool empty = list_->count() == 0;
  list_->setVisible(!empty);
  hint_->setText(empty ? tr("No views are saved yet. What is saved here stays in the file.")
                       : tr("A click goes there. F2 renames, Del deletes."));
  list_->setCurrentRow(std::min(current, list_->count() - 1));
  filling_ = false;
  adjustSize();
}

void SavedViews::rename(const QListWidgetItem& item) {
  const auto row = static_cast<std::size_t>(list_->row(&item));
  project::ViewState next = keeper_.state();
  if (filling_ || row >= next.views.size()) return;
  const QString name = item.text().simplified();
  if (!name.isEmpty()) next.views[row].name = name.toStdString();
  keeper_.set(std::move(next));
  fill();  // a name that cannot be goes back
}

void SavedViews::removeCurrent() {
  const auto row = static_cast<std::size_t>(list_->currentRow());
  project::ViewState next = keeper_.state();
  if (row >= next.views.size()) return;
  next.views.erase(next.views.begin() + static_cast<std::ptrdiff_t>(row));
  keeper_.set(std::move(next));
}

bool SavedViews::eventFilter(QObject* watched, QEvent* event) {
  if (watched == list_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Delete) return removeCurrent(), true;
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && list_->currentRow() >= 0) {
      Q_EMIT chosen(static_cast<std::size_t>(list_->currentRow()));
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace ww::editor
