// SPDX-License-Identifier: Apache-2.0
#include "ui/models/log_model.h"

#include <QLocale>

#include "ui/bridge/status_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {
constexpr std::size_t kMostLines = 5000;
}

void LogModel::add(LogLine::Level level, const QString& text, const QString& hint, const QString& subject) {
  if (lines_.size() == kMostLines) {
    beginRemoveRows({}, 0, 0);
    lines_.pop_front();
    endRemoveRows();
  }
  const int row = static_cast<int>(lines_.size());
  beginInsertRows({}, row, row);
  lines_.push_back({level, QDateTime::currentDateTime(), text, hint, subject});
  endInsertRows();
}

void LogModel::add(const Diagnostic& d) {
  const auto level = d.severity == Diagnostic::Severity::kError     ? LogLine::Level::kError
                     : d.severity == Diagnostic::Severity::kWarning ? LogLine::Level::kWarning
                                                                    : LogLine::Level::kInfo;
  const Message message = toMessage(d);
  add(level, toLine(d), message.hint, message.subject);
}

void LogModel::clear() {
  beginResetModel();
  lines_.clear();
  endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LogLine& line = lines_[static_cast<std::size_t>(index.row())];
  static const char* const kIcons[] = {"info", "warning", "error"};
  static const Role kRoles[] = {Role::kDim, Role::kWarning, Role::kError};
  const auto level = static_cast<std::size_t>(line.level);
  switch (role) {
    case Qt::DisplayRole: {
      QString text =
          QLocale().toString(line.time.time(), QStringLiteral("HH:mm:ss")) + QStringLiteral("  ") + line.text;
      if (!line.hint.isEmpty() && !line.text.contains(line.hint)) text += QLatin1Char(' ') + line.hint;
      return text;
    }
    case Qt::ToolTipRole: return line.hint.isEmpty() ? line.text : line.text + QLatin1Char('\n') + line.hint;
    case Qt::DecorationRole: return icon(QLatin1String(kIcons[level]), kRoles[level]);
    case kLevelRole: return static_cast<int>(line.level);
    case kSubjectRole: return line.subject;
    default: return {};
  }
}

}  // namespace ww::ui
