// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>

#include "ui/bridge/job_bridge.h"

namespace ww::ui {

// Jobs, newest first.
class JobsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Roles { kIdRole = Qt::UserRole + 1, kFractionRole, kRunningRole };
  explicit JobsModel(JobBridge& jobs, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  const JobInfo& at(int row) const { return jobs_.jobs()[static_cast<std::size_t>(rows_ - 1 - row)]; }
  void touch(quint64 id);
  JobBridge& jobs_;
  int rows_ = 0;
};

// State of a job in words: "running, 42 %, 3 s".
QString stateText(const JobInfo& job);

}  // namespace ww::ui
