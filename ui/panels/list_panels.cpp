// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/list_panels.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

QListView* listView(QWidget* parent, QAbstractItemModel& model, const QString& name) {
  auto* list = new QListView(parent);
  list->setModel(&model);
  list->setAccessibleName(name);
  list->setUniformItemSizes(true);
  list->setIconSize(QSize(14, 14));
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setTextElideMode(Qt::ElideRight);
  return list;
}

// A row with a thin bar below its text while the job runs.
class JobDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    if (!index.data(JobsModel::kRunningRole).toBool()) return;
    const QRect track(option.rect.left() + 26, option.rect.bottom() - 4, option.rect.width() - 36, 3);
    painter->fillRect(track, Theme::instance().color(Role::kLine));
    const int filled = static_cast<int>(track.width() * index.data(JobsModel::kFractionRole).toDouble());
    painter->fillRect(QRect(track.topLeft(), QSize(filled, 3)), Theme::instance().color(Role::kAccent));
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 8);
  }
};

QLabel* emptyLabel(QWidget* parent, const QString& text, const QAbstractItemModel& model) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  label->setContentsMargins(4, 4, 4, 4);
  const auto update = [label, &model] { label->setVisible(model.rowCount() == 0); };
  QObject::connect(&model, &QAbstractItemModel::rowsInserted, label, update);
  QObject::connect(&model, &QAbstractItemModel::rowsRemoved, label, update);
  QObject::connect(&model, &QAbstractItemModel::modelReset, label, update);
  update();
  return label;
}

QVBoxLayout* column(QWidget* parent) {
  auto* box = new QVBoxLayout(parent);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  return box;
}

}  // namespace

HistoryPanel::HistoryPanel(HistoryModel& model, QWidget* parent) : QWidget(parent), list_(listView(this, model, tr("History"))) {
  auto* box = column(this);
  box->addWidget(list_);
  connect(list_, &QListView::activated, this, [&model](const QModelIndex& at) { model.jumpTo(at.row()); });
  connect(list_, &QListView::clicked, this, [&model](const QModelIndex& at) { model.jumpTo(at.row()); });
  const auto follow = [this, &model] {
    QMetaObject::invokeMethod(list_, [this, &model] { list_->scrollTo(model.index(model.currentRow())); }, Qt::QueuedConnection);
  };
  connect(&model, &QAbstractItemModel::rowsInserted, list_, follow);
  connect(&model, &QAbstractItemModel::dataChanged, list_, follow);
}

JobsPanel::JobsPanel(JobsModel& model, JobBridge& jobs, QWidget* parent)
    : QWidget(parent), jobs_(jobs), list_(listView(this, model, tr("Jobs"))) {
  list_->setItemDelegate(new JobDelegate(list_));
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setToolTip(tr("Stops the selected job, or the newest one that runs"));
  auto* clear = new QPushButton(tr("Clear finished"), this);
  clear->setToolTip(tr("Takes finished jobs off the list"));
  auto* side = new QVBoxLayout;
  side->addWidget(cancel);
  side->addWidget(clear);
  side->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(emptyLabel(this, tr("No jobs. Importing, saving and planning show up here, with progress and cancel."), model));
  left->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->addLayout(left, 1);
  row->addLayout(side);
  column(this)->addLayout(row);
  connect(cancel, &QPushButton::clicked, this, &JobsPanel::cancelSelected);
  connect(clear, &QPushButton::clicked, &jobs_, &JobBridge::clearFinished);
  const auto update = [this, cancel, clear] {
    cancel->setEnabled(jobs_.running() > 0);
    clear->setEnabled(static_cast<int>(jobs_.jobs().size()) > jobs_.running());
  };
  connect(&jobs_, &JobBridge::added, this, update);
  connect(&jobs_, &JobBridge::finished, this, update);
  connect(&jobs_, &JobBridge::cleared, this, update);
  update();
}

void JobsPanel::cancelSelected() {
  const QModelIndex at = list_->currentIndex();
  if (at.isValid() && at.data(JobsModel::kRunningRole).toBool()) {
    jobs_.cancel(at.data(JobsModel::kIdRole).toULongLong());
    return;
  }
  for (auto job = jobs_.jobs().rbegin(); job != jobs_.jobs().rend(); ++job)
    if (!JobBridge::isOver(*job)) {
      jobs_.cancel(job->id);
      return;
    }
}

LogPanel::LogPanel(QAbstractItemModel& model, LogModel& log, const QString& name, const QString& when_empty, QWidget* parent)
    : QWidget(parent), list_(listView(this, model, name)) {
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  auto* copy = new QPushButton(tr("Copy"), this);
  copy->setToolTip(tr("Copies the selected lines, or all"));
  auto* clear = new QPushButton(tr("Clear"), this);
  clear->setToolTip(tr("Empties the log"));
  auto* side = new QVBoxLayout;
  side->addWidget(copy);
  side->addWidget(clear);
  side->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(emptyLabel(this, when_empty, model));
  left->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->addLayout(left, 1);
  row->addLayout(side);
  column(this)->addLayout(row);
  connect(clear, &QPushButton::clicked, &log, &LogModel::clear);
  connect(copy, &QPushButton::clicked, this, [this, &model] {
    QStringList lines;
    for (int i = 0; i < model.rowCount(); ++i)
      if (!list_->selectionModel()->hasSelection() || list_->selectionModel()->isRowSelected(i)) lines << model.index(i, 0).data().toString();
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  });
  connect(list_, &QListView::doubleClicked, this, [this](const QModelIndex& at) {
    if (const QString subject = at.data(LogModel::kSubjectRole).toString(); !subject.isEmpty()) Q_EMIT subjectActivated(subject);
  });
  connect(&model, &QAbstractItemModel::rowsInserted, list_, [this] {
    if (list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 2)
      QMetaObject::invokeMethod(list_, &QListView::scrollToBottom, Qt::QueuedConnection);
  });
}

}  // namespace ww::ui
