// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <deque>

#include "ui/bridge/share.h"

namespace ww::ui {

// The last calls of clients, oldest first. Failures are remembered apart, so that a quick client does
// not push them out. Filtered by a text that client, method, world or problem must hold.
class CallsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kTime, kClient, kMethod, kResult, kMilliseconds, kWorld, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void add(const std::vector<SharedCall>& calls);
  void clear();
  void setFilter(const QString& text);
  void setFailuresOnly(bool on);
  bool isEmpty() const { return all_.empty() && failures_.empty(); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool fits(const SharedCall& call) const;
  void refill();

  std::deque<SharedCall> all_, failures_, shown_;
  QString filter_;
  bool failures_only_ = false;
};

}  // namespace ww::ui
