// SPDX-License-Identifier: Apache-2.0
#include "ui/models/problems_model.h"

#include <algorithm>

#include "ui/widgets/icons.h"

namespace ww::ui {

int ProblemsModel::firstOf(const QString& source) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.source == source; });
  return static_cast<int>(at - rows_.begin());
}

void ProblemsModel::remove(int row, int count) {
  if (count <= 0) return;
  beginRemoveRows({}, row, row + count - 1);
  rows_.remove(row, count);
  endRemoveRows();
}

// What stops the user comes before what may; a source that is there already stays where it is.
int ProblemsModel::placeFor(const QString& source, const QList<Problem>& problems) const {
  const auto stops = [](const Problem& problem) { return problem.level == LogLine::Level::kError; };
  const int there = firstOf(source);
  if (there < rows_.size() || std::none_of(problems.begin(), problems.end(), stops)) return there;
  const auto last = std::find_if(rows_.rbegin(), rows_.rend(), [&](const Row& row) { return stops(row.problem); });
  if (last == rows_.rend()) return 0;
  const auto end = std::find_if(last.base(), rows_.end(), [&](const Row& row) { return row.source != last->source; });
  return static_cast<int>(end - rows_.begin());
}

void ProblemsModel::set(const QString& source, const QList<Problem>& unsorted) {
  QList<Problem> problems = unsorted;
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return a.level == LogLine::Level::kError && b.level != LogLine::Level::kError;
  });
  const int first = placeFor(source, problems), wanted = static_cast<int>(problems.size());
  int there = 0;
  while (first + there < rows_.size() && rows_[first + there].source == source) ++there;
  for (int i = 0; i < std::min(there, wanted); ++i) rows_[first + i].problem = problems[i];
  if (there > 0 && wanted > 0) Q_EMIT dataChanged(index(first), index(first + std::min(there, wanted) - 1));
  remove(first + wanted, there - wanted);
  if (wanted <= there) return;
  beginInsertRows({}, first + there, first + wanted - 1);
  for (int i = there; i < wanted; ++i) rows_.insert(first + i, {source, problems[i]});
  endInsertRows();
}

void ProblemsModel::clearAll(const QString& prefix, const QString& but) {
  for (int row = static_cast<int>(rows_.size()) - 1; row >= 0; --row)
    if (rows_[row].source.startsWith(prefix) && (but.isEmpty() || rows_[row].source != but)) remove(row, 1);
}

void ProblemsModel::dismiss(const QList<int>& rows) {
  QList<int> from_below = rows;
  std::sort(from_below.begin(), from_below.end(), std::greater<>());
  for (const int row : from_below)
    if (row >= 0 && row < rows_.size() && !rows_[row].problem.lasts) remove(row, 1);
}

void ProblemsModel::dismissNotes(const QString& code) {
  for (int row = rowCount() - 1; row >= 0; --row)
    if (rows_[row].problem.note == code) remove(row, 1);
}

QList<Problem> ProblemsModel::of(const QString& source) const {
  QList<Problem> out;
  for (const Row& row : rows_)
    if (row.source == source) out << row.problem;
  return out;
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Problem& problem = rows_[index.row()].problem;
  const bool error = problem.level == LogLine::Level::kError;
  switch (role) {
    case Qt::DisplayRole:
      return problem.hint.isEmpty() || problem.text.contains(problem.hint)
                 ? problem.text
                 : problem.text + QLatin1Char(' ') + problem.hint;
    case Qt::ToolTipRole:
      return problem.hint.isEmpty() ? problem.text : problem.text + QLatin1Char('\n') + problem.hint;
    case Qt::DecorationRole:
      if (!problem.note.isEmpty()) return icon(QStringLiteral("info"), Role::kDim);
      return error ? icon(QStringLiteral("error"), Role::kError) : icon(QStringLiteral("warning"), Role::kWarning);
    case LogModel::kLevelRole: return static_cast<int>(problem.level);
    case LogModel::kSubjectRole: return problem.subject;
    default: return {};
  }
}

}  // namespace ww::ui
