// SPDX-License-Identifier: Apache-2.0
#include "ui/models/jobs_model.h"

#include <QLocale>

#include "ui/bridge/status_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {

QString stateText(const JobInfo& job) {
  const QString seconds = JobsModel::tr("%1 s").arg(QLocale().toString(job.seconds, 'f', 1));
  switch (job.state) {
    case JobInfo::State::kQueued: return JobsModel::tr("waiting");
    case JobInfo::State::kRunning: {
      if (job.stopping) return JobsModel::tr("stopping, %1").arg(seconds);
      QString text =
          job.fraction > 0 ? JobsModel::tr("%1 %, %2").arg(qRound(job.fraction * 100)).arg(seconds) : seconds;
      if (!job.text.isEmpty()) text += QStringLiteral(" - ") + job.text;
      return text;
    }
    case JobInfo::State::kDone: return JobsModel::tr("done in %1").arg(seconds);
    case JobInfo::State::kCancelled: return JobsModel::tr("cancelled");
    case JobInfo::State::kFailed: return JobsModel::tr("failed: %1").arg(toLine(job.status));
  }
  return {};
}

JobsModel::JobsModel(JobBridge& jobs, QObject* parent)
    : QAbstractListModel(parent), jobs_(jobs), rows_(static_cast<int>(jobs.jobs().size())) {
  connect(&jobs_, &JobBridge::added, this, [this] {
    beginInsertRows({}, 0, 0);
    ++rows_;
    endInsertRows();
  });
  connect(&jobs_, &JobBridge::updated, this, &JobsModel::touch);
  connect(&jobs_, &JobBridge::finished, this, &JobsModel::touch);
  connect(&jobs_, &JobBridge::cleared, this, [this] {
    beginResetModel();
    rows_ = static_cast<int>(jobs_.jobs().size());
    endResetModel();
  });
}

int JobsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

QVariant JobsModel::data(const QModelIndex& index, int role) const {
  // The list may be shorter already while the model is being reset.
  if (!index.isValid() || index.row() >= rows_ || static_cast<std::size_t>(rows_) > jobs_.jobs().size()) return {};
  const JobInfo& job = at(index.row());
  static const char* const kIcons[] = {"jobs", "jobs", "check", "error", "close"};
  static const Role kRoles[] = {Role::kDim, Role::kAccent, Role::kGood, Role::kError, Role::kDim};
  const auto state = static_cast<std::size_t>(job.state);
  switch (role) {
    case Qt::DisplayRole: return QStringLiteral("%1: %2").arg(job.title, stateText(job));
    case Qt::ToolTipRole: return stateText(job);
    case Qt::DecorationRole: return icon(QLatin1String(kIcons[state]), kRoles[state]);
    case kIdRole: return job.id;
    case kFractionRole: return job.fraction;
    case kRunningRole: return !JobBridge::isOver(job);
    default: return {};
  }
}

void JobsModel::touch(quint64 id) {
  for (int row = 0; row < rows_; ++row)
    if (at(row).id == id) Q_EMIT dataChanged(index(row), index(row));
}

}  // namespace ww::ui
