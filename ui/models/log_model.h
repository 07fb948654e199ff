// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>
#include <QDateTime>
#include <deque>

#include "core/base/diagnostic.h"

namespace ww::ui {

struct LogLine {
  enum class Level { kInfo, kWarning, kError };
  Level level = Level::kInfo;
  QDateTime time;
  QString text;
  QString hint;     // what to do
  QString subject;  // object, file: what it is about
};

// Everything that was said, oldest first; the last 5,000 lines.
class LogModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Roles { kLevelRole = Qt::UserRole + 1, kSubjectRole };
  using QAbstractListModel::QAbstractListModel;
  void add(LogLine::Level level, const QString& text, const QString& hint = {}, const QString& subject = {});
  void add(const Diagnostic& diagnostic);
  void clear();
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::deque<LogLine> lines_;
};

}  // namespace ww::ui
